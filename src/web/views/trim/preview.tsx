// The browser's own look into a clip's file, where it can decode it: nothing of it goes on air.
import { useMemo, useState } from 'preact/hooks';
import { type Clip, toUrl } from '../../client/api.ts';

export interface Preview {
  attach(element: HTMLVideoElement | null): void;
  position(): number;
  seek(seconds: number): void;
  playSection(inSeconds: number, outSeconds: number): void;
  /** Plays the section from its start, or pauses it. */
  toggleSection(inSeconds: number, outSeconds: number): void;
}

/** Offset into a frame: at its very start rounding may show the previous one. */
export const INSIDE_SECONDS = 0.001;

export const usePreview = (): Preview =>
  useMemo(() => {
    let video: HTMLVideoElement | null = null;
    let position = 0;
    let stopAt = Number.POSITIVE_INFINITY;
    const playSection = (inSeconds: number, outSeconds: number): void => {
      if (video === null) return;
      video.currentTime = inSeconds + INSIDE_SECONDS;
      stopAt = outSeconds;
      void video.play().catch(() => undefined);
    };
    return {
      attach: (element) => {
        video = element;
        element?.addEventListener('timeupdate', () => {
          if (element.currentTime < stopAt) return;
          element.pause();
          stopAt = Number.POSITIVE_INFINITY;
        });
      },
      position: () => (video !== null && video.readyState > 0 ? video.currentTime : position),
      seek: (seconds) => {
        position = seconds;
        stopAt = Number.POSITIVE_INFINITY;
        if (video === null || video.readyState === 0) return;
        video.pause();
        video.currentTime = seconds + INSIDE_SECONDS;
      },
      playSection,
      toggleSection: (inSeconds, outSeconds) => {
        if (video === null || video.paused) playSection(inSeconds, outSeconds);
        else video.pause();
      },
    };
  }, []);

export const VideoPreview = ({ clip, preview }: { readonly clip: Clip; readonly preview: Preview }) => {
  const [canShow, setCanShow] = useState(true);
  const src = toUrl('/clips/{id}/media', { id: clip.id });
  if (!canShow) {
    return (
      <p class="no-preview">
        This browser can't show {clip.media?.videoCodec ?? 'this kind of file'}; the player can. The pictures of in and
        out point are the player's.
      </p>
    );
  }
  if (clip.kind !== 'video') {
    return <img class="preview" src={src} alt={clip.name} onError={() => setCanShow(false)} />;
  }
  return (
    <video
      class="preview"
      ref={preview.attach}
      src={src}
      controls
      muted
      playsInline
      preload="metadata"
      aria-label={`Preview of ${clip.name}`}
      onError={() => setCanShow(false)}
    />
  );
};
