// Determines the result of loadfile from events; its reply reports success even for missing files.
import type { JsonObject } from './json-lines.ts';

export type LoadResult =
  | { readonly shown: true }
  | {
      readonly shown: false;
      readonly reason: string;
      /** mpv does not leave this entry by itself. */
      readonly stays?: true;
    };

/** Undefined while the result is open. */
export const toLoadResult = (events: readonly JsonObject[], entryId: number): LoadResult | undefined => {
  let current = -1;
  let isLoaded = false;
  for (const event of events) {
    if (event.event === 'start-file') {
      current = Number(event.playlist_entry_id);
      isLoaded = false;
    } else if (event.event === 'file-loaded') {
      isLoaded = true;
    } else if (event.event === 'playback-restart' && current === entryId && isLoaded) {
      return { shown: true };
    } else if (event.event === 'end-file' && event.playlist_entry_id === entryId) {
      return { shown: false, reason: toReason(event) };
    }
  }
  return undefined;
};

/** Whether mpv has opened the entry and is at it. */
export const isLoaded = (events: readonly JsonObject[], entryId: number): boolean => {
  const start = events.findLastIndex(({ event }) => event === 'start-file');
  return (
    events[start]?.playlist_entry_id === entryId && events.slice(start).some(({ event }) => event === 'file-loaded')
  );
};

const toReason = (event: JsonObject): string => {
  if (typeof event.file_error === 'string') return event.file_error;
  if (event.reason === 'redirect') return 'it is a playlist, not a clip';
  return event.reason === 'eof' ? 'it has no picture' : `it ended at once (${String(event.reason)})`;
};
