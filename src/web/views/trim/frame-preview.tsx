// The frame of a file at a position: as the player decodes it, or, while the player is busy, as this browser does.
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Clip, toApiError, toUrl } from '../../client/api.ts';
import { toClipTime } from '../../format/clip-time.ts';
import { INSIDE_SECONDS } from './preview.tsx';

/** Delay before a frame is requested during a drag. */
const SETTLE_MS = 300;
const BUSY_MS = 3000;
const BUSY_STATUS = 503;

type Answer = { readonly seconds: number } & (
  | { readonly picture: string }
  | { readonly status: number; readonly trouble: string }
);

/** The player's frame for the last requested position; undefined until it has answered. */
const usePlayerFrame = (clip: Clip, seconds: number): Answer | undefined => {
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    const ended = new AbortController();
    let timer = 0;
    const load = async (): Promise<void> => {
      try {
        const url = `${toUrl('/clips/{id}/frame', { id: clip.id })}?seconds=${seconds.toFixed(3)}`;
        const response = await fetch(url, { signal: ended.signal });
        const { status } = response;
        if (status === BUSY_STATUS) timer = window.setTimeout(load, BUSY_MS);
        if (response.ok) return setAnswer({ seconds, picture: URL.createObjectURL(await response.blob()) });
        setAnswer({ seconds, status, trouble: toApiError(status, await response.text()).message });
      } catch {
        // The position moved on, or the player is offline; both are shown elsewhere.
      }
    };
    timer = window.setTimeout(load, SETTLE_MS);
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [clip.id, seconds]);
  useEffect(() => () => void (answer && 'picture' in answer && URL.revokeObjectURL(answer.picture)), [answer]);
  return answer;
};

/** The same frame, decoded by this browser. */
const BrowserFrame = (props: {
  readonly clip: Clip;
  readonly label: string;
  readonly seconds: number;
  readonly onFail: () => void;
}) => {
  const { clip, label, seconds, onFail } = props;
  const video = useRef<HTMLVideoElement>(null);
  const go = (): void => {
    if (video.current !== null) video.current.currentTime = seconds + INSIDE_SECONDS;
  };
  useEffect(go, [seconds]);
  return (
    <video
      ref={video}
      class="poster"
      src={toUrl('/clips/{id}/media', { id: clip.id })}
      muted
      playsInline
      preload="auto"
      aria-label={`${label} frame, of this browser`}
      onLoadedMetadata={go}
      onError={onFail}
    />
  );
};

export const FramePreview = (props: { readonly clip: Clip; readonly label: string; readonly seconds: number }) => {
  const { clip, label, seconds } = props;
  const answer = usePlayerFrame(clip, seconds);
  const [canShow, setCanShow] = useState(true);
  const trouble = answer !== undefined && 'trouble' in answer ? answer : undefined;
  const isBusy = trouble?.status === BUSY_STATUS;
  return (
    <figure class={`frame ${label.toLowerCase()}`}>
      {answer !== undefined && 'picture' in answer ? (
        // Until the player has answered, the previous frame is shown.
        <img src={answer.picture} alt={`${label} frame`} data-late={answer.seconds !== seconds || undefined} />
      ) : isBusy && canShow ? (
        <BrowserFrame clip={clip} label={label} seconds={seconds} onFail={() => setCanShow(false)} />
      ) : (
        <span class="poster none" />
      )}
      <figcaption>
        <strong>{label}</strong> {toClipTime(seconds, clip.media?.frameRate)}
        {isBusy && canShow && <span class="facts">From this browser: the player is busy.</span>}
        {trouble !== undefined && !(isBusy && canShow) && <span class="wrong">{trouble.trouble}</span>}
      </figcaption>
    </figure>
  );
};
