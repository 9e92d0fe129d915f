// Tells once of each upload that has become a clip which this player may not play smoothly.
import { useEffect } from 'preact/hooks';
import { uploads } from '../client/upload-list.ts';
import { isWorrying, toAdviceText, toVerdictText } from '../format/playability.ts';
import { notify } from './toasts.tsx';

const SHOWN_MS = 15_000;

const listen = (): (() => void) => {
  const told = new Set<number>();
  return uploads.subscribe(() => {
    for (const { id, state, file, playability } of uploads.get()) {
      if (state !== 'done' || told.has(id) || !isWorrying(playability)) continue;
      told.add(id);
      const text = `“${file.name}” – ${toVerdictText(playability).toLowerCase()}. ${toAdviceText(playability)}`;
      notify(text, { milliseconds: SHOWN_MS });
    }
  });
};

export const useUploadVerdicts = (): void => useEffect(listen, []);
