// mpv is kept at what was set last, whenever it was set.
import { expect, test } from 'vitest';
import { FULL_LEVELS } from '../../../src/deck/master/levels.ts';
import { NO_LINES } from '../../../src/deck/overlay/overlay-lines.ts';
import { createLevelFollower } from '../../../src/mpv/ipc/level-follower.ts';
import { NOTHING_YET } from '../../../src/mpv/ipc/observed.ts';

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
};

test.each(Array.from({ length: 40 }, (_, index) => index))(
  'a change is not lost that comes %i turns after another',
  async (later) => {
    const drawn = new Map<unknown, string>();
    let levels = FULL_LEVELS;
    let lines = NO_LINES;
    const follower = createLevelFollower({
      ...{ levels: () => levels, overlay: () => lines, observed: () => NOTHING_YET },
      property: async () => undefined,
      request: async (command) => {
        if ('id' in command) drawn.set(command.id, String(command.data));
      },
      setFileOptions: async () => undefined,
    });
    follower.follow();
    await turns(later);
    levels = { ...FULL_LEVELS, picture: 0 };
    lines = { text: 'x', time: '' };
    follower.follow();
    await turns(100);
    expect([drawn.get(2), drawn.get(4)]).toEqual([expect.stringContaining('&H00&'), expect.stringMatching(/}x$/)]);
  },
);
