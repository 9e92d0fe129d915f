// The picture that is on the output, asked for anew about once a second while somebody can see it.
import { useEffect, useRef, useState } from 'preact/hooks';
import { toUrl } from '../../client/api.ts';
import { link, transport } from '../../client/event-stream.ts';

const PAUSE_MS = 1000;
/** After another clip came on: its first picture. */
const SOON_MS = 250;
/** After a picture that could not be made. */
const RETRY_MS = 4000;
const LIMIT_MS = 10_000;
const MAX_WIDTH = 640;

/** @param width of the picture's place, in CSS pixels */
const toPictureUrl = (width: number): string => {
  const wanted = Math.min(MAX_WIDTH, Math.max(160, Math.ceil((width * devicePixelRatio) / 160) * 160));
  return `${toUrl('/output/picture')}?width=${wanted}`;
};

/** Undefined for a picture that did not come. */
const fetchPicture = async (url: string, ended: AbortSignal): Promise<Blob | undefined> => {
  const request = new AbortController();
  const abort = (): void => request.abort();
  const timer = setTimeout(abort, LIMIT_MS);
  ended.addEventListener('abort', abort);
  try {
    const response = await fetch(url, { signal: request.signal, priority: 'low', cache: 'no-store' });
    return response.ok ? await response.blob() : undefined;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    ended.removeEventListener('abort', abort);
  }
};

/** @param show gets the address of each picture, undefined when there is none. @returns stops asking */
const followOutput = (width: () => number, show: (url: string | undefined) => void): (() => void) => {
  const ended = new AbortController();
  let timer = 0;
  let shown: string | undefined;
  let isAsking = false;
  const put = (picture: Blob | undefined): void => {
    const before = shown;
    shown = picture && URL.createObjectURL(picture);
    show(shown);
    if (before !== undefined) URL.revokeObjectURL(before);
  };
  const ask = async (): Promise<void> => {
    const isSeen = document.visibilityState === 'visible';
    const isOpen = link.get() === 'open';
    isAsking = true;
    const picture = isSeen && isOpen ? await fetchPicture(toPictureUrl(width()), ended.signal) : undefined;
    isAsking = false;
    if (ended.signal.aborted) return;
    if (isSeen) put(picture);
    timer = window.setTimeout(() => void ask(), isSeen && isOpen && picture === undefined ? RETRY_MS : PAUSE_MS);
  };
  let { clipId } = transport.get();
  const stop = transport.subscribe(() => {
    if (transport.get().clipId === clipId) return;
    clipId = transport.get().clipId;
    if (isAsking) return;
    clearTimeout(timer);
    timer = window.setTimeout(() => void ask(), SOON_MS);
  });
  void ask();
  return () => {
    stop();
    ended.abort();
    clearTimeout(timer);
    if (shown !== undefined) URL.revokeObjectURL(shown);
  };
};

export const LivePicture = () => {
  const box = useRef<HTMLDivElement>(null);
  const [url, setUrl] = useState<string>();
  useEffect(() => followOutput(() => box.current?.clientWidth ?? 0, setUrl), []);
  return (
    <div ref={box} class="live">
      {url === undefined ? <span>No picture</span> : <img src={url} alt="What is on the output now" />}
    </div>
  );
};
