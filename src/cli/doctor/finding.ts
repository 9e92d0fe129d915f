// One finding of the doctor.

/** `problem` spoils a show or will; `note` is worth knowing; `unknown` could not be found out. */
export type Verdict = 'good' | 'note' | 'problem' | 'unknown';

export interface Finding {
  readonly part: string;
  readonly verdict: Verdict;
  /** What is the case, in plain words. */
  readonly text: string;
  /** What to do about it. */
  readonly advice?: string;
}

export const good = (part: string, text: string): Finding => ({ part, verdict: 'good', text });
export const note = (part: string, text: string, advice?: string): Finding => ({
  part,
  verdict: 'note',
  text,
  ...(advice !== undefined && { advice }),
});
export const problem = (part: string, text: string, advice: string): Finding => ({
  part,
  verdict: 'problem',
  text,
  advice,
});
export const unknown = (part: string, text: string, advice: string): Finding => ({
  part,
  verdict: 'unknown',
  text,
  advice,
});
