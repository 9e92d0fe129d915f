// The uploads of this page, in the order they were added.
import { createStore } from './store.ts';

export interface Upload {
  readonly id: number;
  /** Sent with each try, so that the device knows one that it has had. */
  readonly key: string;
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'checking' | 'cancelled' | 'failed' | 'done';
  readonly sentBytes: number;
  readonly bytesPerSecond: number;
  readonly trouble?: string;
  /** Refused for what it is: to send it again would change nothing. */
  readonly isForGood?: true;
}

export const uploads = createStore<readonly Upload[]>([]);

/** Leaving the page would end these. */
export const isUnderWay = ({ state }: Upload): boolean => ['waiting', 'sending', 'checking'].includes(state);

export const stateOf = (id: number): Upload['state'] | undefined =>
  uploads.get().find((entry) => entry.id === id)?.state;

export const change = (id: number, to: Partial<Upload>): void =>
  uploads.set(uploads.get().map((upload) => (upload.id === id ? { ...upload, ...to } : upload)));
