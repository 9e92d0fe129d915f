// Remembers which datagrams have come over bridges, by their seals: a recording is the same to the byte.

interface ReplayMemory {
  /**
   * Records a datagram; returns true when it came before, over any bridge.
   * @param bridge its name
   */
  record(seal: Buffer, bridge: string): boolean;
  pages(): number;
}

/**
 * Bursts per page; pages are added as they fill. Above 16 (17 hours of talk, 8 MB) the bridge with most loses its oldest, so that
 * one that floods pushes out only its own; each keeps one.
 */
const PAGE_BURSTS = 65_536;
const MAX_PAGES = 16;

interface Page {
  readonly bridge: string;
  /** At most half full, so that a slot is found in a step or two. */
  readonly places: Uint32Array;
  used: number;
}

const findPlace = ({ places }: Page, mark: number): number => {
  let place = mark % places.length;
  while (places[place] !== 0 && places[place] !== mark) place = (place + 1) % places.length;
  return place;
};

/** The oldest page of the bridge with most; undefined when none has two. */
const findSurplus = (pages: readonly Page[]): Page | undefined => {
  const counts = new Map<string, number>();
  for (const { bridge } of pages) counts.set(bridge, (counts.get(bridge) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return most < 2 ? undefined : pages.findLast(({ bridge }) => counts.get(bridge) === most);
};

/** Knows at least the last 983,040 bursts of a single bridge. When full, it takes one in four thousand new bursts for a repeated one. */
export const createReplayMemory = ({ pageBursts = PAGE_BURSTS } = {}): ReplayMemory => {
  /** The newest first. */
  let pages: readonly Page[] = [];
  const isKnown = (mark: number): boolean => pages.some((page) => page.places[findPlace(page, mark)] === mark);

  const add = (bridge: string): Page => {
    const page: Page = { bridge, places: new Uint32Array(pageBursts * 2), used: 0 };
    pages = [page, ...pages];
    const surplus = pages.length > MAX_PAGES ? findSurplus(pages) : undefined;
    if (surplus !== undefined) pages = pages.filter((other) => other !== surplus);
    return page;
  };

  return {
    record: (seal, bridge) => {
      // 0 is an empty slot.
      const mark = seal.readUInt32BE(0) || 1;
      if (isKnown(mark)) return true;
      const last = pages.find((page) => page.bridge === bridge);
      const page = last === undefined || last.used >= pageBursts ? add(bridge) : last;
      page.places[findPlace(page, mark)] = mark;
      page.used++;
      return false;
    },
    pages: () => pages.length,
  };
};
