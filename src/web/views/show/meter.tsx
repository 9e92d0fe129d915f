// The sound meter of what is on air. It costs the player nothing: it is drawn from the peaks of the clip's file.
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Loudness, toUrl } from '../../client/api.ts';
import { fadeLevel, link, loudness, nowSeconds, transport } from '../../client/event-stream.ts';
import { content } from '../../client/list-content.ts';
import { useStore } from '../../client/store.ts';
import { type Envelope, peakAt, toEnvelope, toLevel, toPart, toShown, toVolume } from '../../format/sound-level.ts';
import { useFrames } from '../fire/clock.tsx';
import { clipOf } from './show-clips.ts';

const SILENCE = Number.NEGATIVE_INFINITY;

/** Undefined until it is there, and while the player cannot be reached. */
const useEnvelope = (clipId: string, version: string | undefined): Envelope | undefined => {
  const [envelope, setEnvelope] = useState<Envelope>();
  const isOpen = useStore(link, (state) => state === 'open');
  useEffect(() => {
    setEnvelope(undefined);
    if (version === undefined || !isOpen) return;
    const ended = new AbortController();
    fetch(`${toUrl('/clips/{id}/envelope', { id: clipId })}?v=${version}`, { signal: ended.signal })
      .then(async (response) => {
        const bytes = new Uint8Array(await response.arrayBuffer());
        if (response.ok && !ended.signal.aborted) setEnvelope(toEnvelope(bytes));
      })
      // Without it the meter stays empty.
      .catch(() => undefined);
    return () => ended.abort();
  }, [clipId, version, isOpen]);
  return envelope;
};

const toText = ({ envelope, state }: Loudness): string => {
  if (envelope !== undefined) return 'Worked out from the file';
  return state === 'no-sound' ? 'No sound' : 'Not measured';
};

export const Meter = () => {
  const now = useStore(transport, (value) => value);
  const known = useStore(loudness, (all) => all[now.clipId]);
  const envelope = useEnvelope(now.clipId, known?.envelope);
  const item = useStore(content, (list) => list?.items.find(({ id }) => id === now.itemId));
  const bars = useRef<HTMLDivElement>(null);
  const shown = useRef({ atMs: 0, levels: [SILENCE, SILENCE] });
  useFrames(() => {
    const atMs = performance.now();
    const clip = clipOf(now.clipId);
    const seconds = nowSeconds();
    const volume = clip === undefined ? 0 : toVolume(now, fadeLevel(), clip, item, seconds);
    const { atMs: before, levels } = shown.current;
    const next = levels.map((level, channel) => {
      const peak = envelope === undefined ? SILENCE : peakAt(envelope, channel % envelope.channels, seconds);
      return toShown(level, toLevel(peak, volume), (atMs - before) / 1000);
    });
    shown.current = { atMs, levels: next };
    for (const [channel, bar] of [...(bars.current?.children ?? [])].entries())
      (bar as HTMLElement).style.setProperty('--part', String(toPart(next[channel] ?? SILENCE)));
  });
  return (
    <div class="meter">
      <div ref={bars} role="img" aria-label="Sound meter">
        <i />
        <i />
      </div>
      <span class="facts">{known && toText(known)}</span>
    </div>
  );
};
