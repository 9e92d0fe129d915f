// Changes the way of decoding of the loaded file by its options, so that section, loop, pause, speed and sound stay.
import type { DecodingWay } from '../decoding/decoding-way.ts';
import type { Ways } from '../decoding/step-down.ts';

interface WayOptions {
  /** Reads the values of options that these ways change, while no file has changed them yet. */
  remember(ways: Ways): Promise<void>;
  change(from: DecodingWay, to: DecodingWay): Promise<void>;
}

export const createWayOptions = (mpv: {
  readonly property: (name: string) => Promise<unknown>;
  readonly setFileOptions: (properties: Readonly<Record<string, unknown>>) => Promise<unknown>;
}): WayOptions => {
  const own = new Map<string, unknown>();
  return {
    remember: async (ways) => {
      const names = new Set(ways.flatMap(({ options }) => Object.keys(options)));
      await Promise.all(
        [...names]
          .filter((name) => !own.has(name))
          .map(async (name) => {
            own.set(name, await mpv.property(name));
          }),
      );
    },
    change: async (from, to) => {
      const back = Object.keys(from.options).flatMap((name) =>
        name in to.options || own.get(name) === undefined ? [] : [[name, own.get(name)] as const],
      );
      await mpv.setFileOptions({ ...Object.fromEntries(back), ...to.options, hwdec: to.hwdec });
    },
  };
};
