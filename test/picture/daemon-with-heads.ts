// A player with mpv 0.40 on a virtual screen, whose clips get heads, and what a test asks of it.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { type Daemon, startDaemon } from '../e2e/daemon.ts';
import { askMaintenance, NEWER_MPV } from '../mpv/real-mpv.ts';

const HEAD_TIMEOUT_MS = 120_000;

/** @param folder its clips are in `clips` */
export const startDaemonWithHeads = async (folder: string, display: string) => {
  const daemon: Daemon = await startDaemon({
    folder,
    environment: { DISPLAY: display, CUEDECK_MPV: NEWER_MPV, CUEDECK_MPV_ARGS: '--ao=null --vo=x11' },
  });
  const ask = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const init = { method, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${daemon.url}/api/v1${path}`, init);
    expect([path, answer.status < 300]).toEqual([path, true]);
    return (answer.status === 204 ? undefined : await answer.json()) as Answer;
  };
  const hasHead = (clipId: string): boolean => {
    const heads = join(daemon.stateDir, 'heads');
    return existsSync(heads) && readdirSync(heads).some((name) => name.startsWith(clipId) && name.endsWith('.json'));
  };
  return {
    daemon,
    ask,
    verb: <Answer>(name: string, body: object = {}) => ask<Answer>('POST', `/transport/${name}`, body),
    idOf: async (file: string): Promise<string> => {
      for (;;) {
        const clips = await ask<{ id: string; file: string; examining?: boolean }[]>('GET', '/clips');
        const found = clips.find((clip) => clip.file === file && clip.examining !== true);
        if (found !== undefined) return found.id;
        await sleep(100);
      }
    },
    whenHeadIsReady: async (clipId: string): Promise<void> => {
      for (const begunMs = performance.now(); !hasHead(clipId); await sleep(100))
        if (performance.now() - begunMs > HEAD_TIMEOUT_MS) throw new Error('The clip got no head.');
    },
    /** Whether what is on the output was loaded with a head. */
    isHeaded: async (): Promise<boolean> =>
      String(await askMaintenance(daemon.socketPath, ['get_property', 'path'])).startsWith('edl:'),
  };
};
