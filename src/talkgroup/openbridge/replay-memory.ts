// Remembers which datagrams have come over bridges, by their seals: a recording is the same to the byte.

interface ReplayMemory {
  /** Records a datagram; returns true when it came before. */
  record(seal: Buffer): boolean;
}

/** Bursts per page; pages are added as they fill, and the oldest is dropped: 17 hours of talk, 8 MB. */
const PAGE_BURSTS = 65_536;
const MAX_PAGES = 16;
/** At most half full, so that a slot is found in a step or two. */
const PAGE_PLACES = PAGE_BURSTS * 2;

interface Page {
  readonly places: Uint32Array;
  used: number;
}

const findPlace = ({ places }: Page, mark: number): number => {
  let place = mark % PAGE_PLACES;
  while (places[place] !== 0 && places[place] !== mark) place = (place + 1) % PAGE_PLACES;
  return place;
};

/** Knows at least the last 983,040 bursts. When full, it takes one in four thousand new bursts for a repeated one. */
export const createReplayMemory = (): ReplayMemory => {
  const pages: Page[] = [];
  const isKnown = (mark: number): boolean => pages.some((page) => page.places[findPlace(page, mark)] === mark);

  return {
    record: (seal) => {
      // 0 is an empty slot.
      const mark = seal.readUInt32BE(0) || 1;
      if (isKnown(mark)) return true;
      let page = pages[0];
      if (page === undefined || page.used >= PAGE_BURSTS) {
        page = { places: new Uint32Array(PAGE_PLACES), used: 0 };
        pages.unshift(page);
        pages.length = Math.min(pages.length, MAX_PAGES);
      }
      page.places[findPlace(page, mark)] = mark;
      page.used++;
      return false;
    },
  };
};
