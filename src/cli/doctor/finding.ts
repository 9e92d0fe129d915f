// One finding of the doctor.

/** `problem` endangers a show; `note` is worth knowing; `unknown` could not be determined. */
export type Verdict = 'good' | 'note' | 'problem' | 'unknown';

export interface Finding {
  readonly part: string;
  readonly verdict: Verdict;
  /** The finding, in plain words. */
  readonly text: string;
  /** Advice. */
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
