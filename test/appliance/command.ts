// Runs a program to its end and gives back what it wrote.
import { execFile } from 'node:child_process';

export interface Outcome {
  readonly code: number;
  readonly text: string;
}

/** Only what hangs is ended by it: a busy machine takes a minute for what takes two seconds. */
const TIMEOUT_SECONDS = 300;

/** Never rejects: what it wrote, to both outputs, and its exit code. */
export const attempt = (program: string, args: readonly string[], seconds = TIMEOUT_SECONDS): Promise<Outcome> =>
  new Promise((resolve) => {
    const options = { timeout: seconds * 1000, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 * 1024 } as const;
    execFile(program, args, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, text: `${stdout}${stderr}`.trim() });
    });
  });

/** @throws Error with what it wrote when it fails */
export const run = async (program: string, ...args: readonly string[]): Promise<string> => {
  const { code, text } = await attempt(program, args);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}: exit ${code}: ${text}`);
  return text;
};

/** Resolves to the first answer that is not undefined. */
export const until = async <Found>(
  look: () => Promise<Found | undefined> | Found | undefined,
  seconds: number,
  what: string,
): Promise<Found> => {
  const latest = performance.now() + seconds * 1000;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > latest) throw new Error(`not within ${seconds} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
