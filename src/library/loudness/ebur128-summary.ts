// Reads what ffmpeg's filter `ebur128` logs: the peaks as they come, the figures at its end, and what went wrong before.
import type { LoudnessFigures } from '../../deck/clips/loudness.ts';
import { EnvelopeMaker } from './envelope.ts';

const MAX_COMPLAINT_LENGTH = 4000;
const MAX_LINE_LENGTH = 4000;
/** What a line of `-v level+info` begins with: perhaps the component, then the level. */
const LEVEL = /^(?:\[[^\]]* @ \w+\] )*\[(\w+)\] /;
/** Of samples without end there is no figure. */
const FIGURE = /^ {4}(I|LRA|Peak): +(-inf|-?[\d.]+) (?:LUFS|LU|dBFS)$/;

type Figure = 'I' | 'LRA' | 'Peak';

export class Ebur128Summary {
  #rest = '';
  #complaint = '';
  /** Of the last line that names one; what the shell and the loader say names none. */
  #level = 'error';
  #figures: Partial<Record<Figure, number>> = {};
  readonly #envelope: EnvelopeMaker;

  /** @param sound.beginSeconds when it begins, if that is known */
  constructor({ beginSeconds }: { readonly beginSeconds?: number | undefined } = {}) {
    this.#envelope = new EnvelopeMaker(beginSeconds);
  }

  /** Takes the next piece of ffmpeg's standard error, run with `-v level+info`. */
  readonly take = (chunk: Buffer): void => {
    const lines = (this.#rest + chunk.toString('latin1')).split('\n');
    this.#rest = (lines.pop() ?? '').slice(-MAX_LINE_LENGTH);
    for (const line of lines) this.#takeLine(line);
  };

  #takeLine(line: string): void {
    if (this.#envelope.take(line)) return;
    const [head = '', level = this.#level] = LEVEL.exec(line) ?? [];
    this.#level = level;
    // Texts in the file could imitate figures; those of the filter are the last.
    if (line.endsWith('[info] Summary:')) this.#figures = {};
    const [, name, value] = FIGURE.exec(line) ?? [];
    if (name !== undefined) this.#figures[name as Figure] = Number(value?.replace('inf', 'Infinity'));
    if (level === 'info' || level === 'warning') return;
    this.#complaint = `${this.#complaint}${line.slice(head.length)}\n`.slice(-MAX_COMPLAINT_LENGTH);
  }

  get complaint(): string {
    return this.#complaint;
  }

  /** As `EnvelopeMaker` writes it. */
  get envelope(): Buffer {
    return this.#envelope.bytes;
  }

  /** Undefined where no sound was decoded: a filter that nothing has reached says 0 LUFS and no peak. */
  get figures(): LoudnessFigures | undefined {
    const { I: integratedLufs, LRA: rangeLu, Peak: truePeakDbtp } = this.#figures;
    if (integratedLufs === undefined || rangeLu === undefined || truePeakDbtp === undefined) return undefined;
    if (integratedLufs === 0 && truePeakDbtp === Number.NEGATIVE_INFINITY) return undefined;
    return { integratedLufs, truePeakDbtp, rangeLu };
  }
}
