// The uploads of this page, in the order they were added.
import type { Playability } from './api.ts';
import { createStore } from './store.ts';

export interface Upload {
  readonly id: number;
  /** Sent with each attempt, so that the device recognizes a repeated one. */
  readonly key: string;
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'checking' | 'cancelled' | 'failed' | 'done';
  readonly sentBytes: number;
  readonly bytesPerSecond: number;
  readonly trouble?: string;
  /** Whether the clip that it has become plays smoothly, as far as its headers tell. */
  readonly playability?: Playability;
  /** The file itself was rejected, so a retry is useless. */
  readonly isForGood?: true;
}

export const uploads = createStore<readonly Upload[]>([]);

/** True for uploads that end when the page is left. */
export const isUnderWay = ({ state }: Upload): boolean => ['waiting', 'sending', 'checking'].includes(state);

export const stateOf = (id: number): Upload['state'] | undefined =>
  uploads.get().find((entry) => entry.id === id)?.state;

export const change = (id: number, to: Partial<Upload>): void =>
  uploads.set(uploads.get().map((upload) => (upload.id === id ? { ...upload, ...to } : upload)));
