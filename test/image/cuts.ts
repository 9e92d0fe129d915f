// A power cut in the middle of changes, and what must be true of the card after it.
import { expect } from 'vitest';
import { media } from '../media/media.ts';
import type { Pc } from './pc.ts';

const SHORT_FRAMES = 25;
const LONG_FRAMES = 250;

/**
 * Uploads and edits, pulls the plug, starts again and looks at everything.
 * @param afterMs how long the changes have gone on by then
 * @param certain names of the clips that were taken before; the one that is taken here is added
 */
export const cutAndCheck = async (pc: Pc, cut: number, afterMs: number, certain: Set<string>): Promise<void> => {
  const { client } = pc.guest;
  expect((await client.upload(media('short-25.mp4'), `certain-${cut}.mp4`)).status).toBe(200);
  certain.add(`certain-${cut}.mp4`);
  const change = (async () => {
    for (let index = 0; ; index += 1) {
      await client.upload(media('numbered-25.mp4'), `perhaps-${cut}-${index}.mp4`);
      await client.get('/update_clip', { id: 1, startat: (index % 5) + 1, endat: 9 });
    }
  })().catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  await pc.guest.cutPower();
  await change;
  expect([cut, ...(await pc.bootWhole())]).toEqual([cut, 'running', '']);
  const { CLIPS } = await pc.guest.client.status();
  const names = CLIPS.map(({ ClipName }) => ClipName);
  expect([cut, [...certain].filter((name) => !names.includes(name))]).toEqual([cut, []]);
  for (const { Filename, Duration } of CLIPS.slice(1)) expect([Filename, Duration > 0]).toEqual([Filename, true]);
  // Both clips are known to the frame: what has another number of them is half a clip.
  const half = await pc.guest.run(
    `cd /clips && for file in *.mp4; do ffprobe -v error -count_packets -select_streams v -show_entries stream=nb_read_packets -of csv=p=0 "$file" | grep -qE '^(${SHORT_FRAMES}|${LONG_FRAMES})$' || echo "$file"; done`,
    900,
  );
  expect([cut, half]).toEqual([cut, '']);
  await pc.showsSplash(180);
};
