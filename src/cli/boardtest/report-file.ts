// The file of a board test's result.
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { toReason } from '../../base/errors.ts';
import { CliError, EXIT } from '../cli-error.ts';
import type { Report } from './report.ts';

/** More than a result takes. */
const ROOM_BYTES = 64 * 1024;

const toPart = (path: string): string => `${path}.${process.pid}`;

/** Writes beside the path first; removes that if it fails. @throws the file system's error */
const writePart = async (path: string, text: string): Promise<void> => {
  try {
    await writeFile(toPart(path), text, { flag: 'wx' });
  } catch (error) {
    await rm(toPart(path), { force: true }).catch(() => undefined);
    throw error;
  }
};

/** @throws CliError, so that nobody waits five minutes for a file that cannot be written */
export const checkReportFile = async (path: string): Promise<void> => {
  const refuse = (why: string): CliError =>
    new CliError(EXIT.refused, `${path} cannot be written: ${why}. Name another with --out.`);
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) throw refuse('it is a folder');
  await writePart(path, ' '.repeat(ROOM_BYTES)).catch((error) => {
    throw refuse(toReason(error));
  });
  await rm(toPart(path), { force: true });
};

/** @returns why it could not be written, to complete a sentence */
export const writeReport = async (path: string, report: Report): Promise<string | undefined> => {
  try {
    await writePart(path, `${JSON.stringify(report, undefined, 2)}\n`);
    await rename(toPart(path), path);
    return undefined;
  } catch (error) {
    await rm(toPart(path), { force: true }).catch(() => undefined);
    return toReason(error);
  }
};
