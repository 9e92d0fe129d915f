// Surveys a file's packets: how its bits spread over the seconds, and its longest group of pictures.

/** Bits of one second of the clip. */
interface SecondBytes {
  readonly second: number;
  readonly bytes: number;
}

/** From a key frame to the last frame before the next one; seconds on the player's clock. */
interface GroupOfPictures {
  readonly fromSeconds: number;
  readonly toSeconds: number;
}

export class PacketSurvey {
  readonly #startSeconds: number;
  readonly #bytes = new Map<number, number>();
  #group: { from: number; to: number } | undefined;
  #longest: GroupOfPictures | undefined;

  /** @param startSeconds the file's clock at the player's time 0 */
  constructor(startSeconds: number) {
    this.#startSeconds = startSeconds;
  }

  /** Takes a line of ffprobe: `pts_time,size,flags` of a packet. */
  readonly handleLine = (line: string): void => {
    const [time = '', size = '', flags = ''] = line.split(',');
    const seconds = Number.parseFloat(time) - this.#startSeconds;
    if (!Number.isFinite(seconds)) return;
    const second = Math.max(0, Math.floor(seconds));
    this.#bytes.set(second, (this.#bytes.get(second) ?? 0) + (Number.parseInt(size, 10) || 0));
    if (flags.startsWith('K')) this.#begin(seconds);
    else if (this.#group !== undefined && seconds > this.#group.to) this.#group.to = seconds;
  };

  /** Ends a group that the survey does not see to its end. */
  interrupt(): void {
    this.#keep();
    this.#group = undefined;
  }

  #begin(seconds: number): void {
    this.#keep();
    this.#group = { from: seconds, to: seconds };
  }

  #keep(): void {
    if (this.#group === undefined) return;
    const { from, to } = this.#group;
    const longest = this.#longest === undefined ? 0 : this.#longest.toSeconds - this.#longest.fromSeconds;
    if (to - from > longest) this.#longest = { fromSeconds: Math.max(0, from), toSeconds: to };
  }

  /** Undefined for a clip in which every picture is a key frame. */
  longestGroup(): GroupOfPictures | undefined {
    this.#keep();
    return this.#longest;
  }

  /** The seconds with the most bits, most first. */
  peaks(): readonly SecondBytes[] {
    return [...this.#bytes]
      .map(([second, bytes]) => ({ second, bytes }))
      .sort((one, other) => other.bytes - one.bytes || one.second - other.second);
  }
}
