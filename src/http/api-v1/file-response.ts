// Sends files of the disk: clips with ranges, so that a browser can look into them, and pictures.
import type { FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { AppError, isShortOfDescriptors, toReason, toSystemCode } from '../../base/errors.ts';
import type { Clip } from '../../deck/clips/clip.ts';
import { openRegularFile } from '../../storage/regular-file.ts';
import { HttpError } from '../http-error.ts';
import { COMMON_HEADERS } from '../response.ts';
import type { ApiContext, Call } from './operation.ts';

/** Media type of the pictures that the player makes. */
export const JPEG = 'image/jpeg';

/** Media type of what only the page and programs for it read. */
export const BYTES = 'application/octet-stream';

/** For an address that names the version. */
const KEPT_SECONDS = 31_536_000;

/** Media types by container; never one that a browser would render as a page. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  mkv: 'video/x-matroska',
  webm: 'video/webm',
  avi: 'video/x-msvideo',
  ts: 'video/mp2t',
  mpg: 'video/mpeg',
  mxf: 'application/mxf',
  flv: 'video/x-flv',
  wmv: 'video/x-ms-wmv',
  ogg: 'video/ogg',
  dv: 'video/x-dv',
  gif: 'image/gif',
  apng: 'image/apng',
  png: 'image/png',
  jpeg: JPEG,
  webp: 'image/webp',
  bmp: 'image/bmp',
  tiff: 'image/tiff',
  jxl: 'image/jxl',
};

export const toMediaType = (clip: Clip): string => {
  if (clip.kind === 'splash') return 'image/png';
  if (/\.webm$/i.test(clip.file)) return 'video/webm';
  return MEDIA_TYPES[clip.media?.container ?? ''] ?? BYTES;
};

type FileCall = Pick<Call<unknown>, 'request' | 'response'>;
type VersionedCall = FileCall & Pick<Call<unknown>, 'query'>;

/** What is made of a clip. @param otherwise what is thrown when it is gone from the disk */
const sendMade = async (call: VersionedCall, path: string, type: string, otherwise: () => Error): Promise<void> => {
  try {
    await sendFile(call, path, { type, maxAgeSeconds: call.query.v === undefined ? 0 : KEPT_SECONDS });
  } catch (error) {
    throw error instanceof AppError && error.code === 'file-missing' ? otherwise() : error;
  }
};

/** @throws AppError `busy` for one that is not made yet; why there is none */
export const sendPicture = async (
  { pictures }: Pick<ApiContext, 'pictures'>,
  call: VersionedCall,
  clip: Clip,
  kind: 'thumbnail' | 'filmstrip',
): Promise<void> => {
  const path = pictures.pathOf(clip, kind);
  const notYet = new AppError('busy', `The ${kind} is not made yet; it comes when the player has time.`);
  if (path === undefined) throw notYet;
  await sendMade(call, path, JPEG, () => {
    pictures.makeAgain(clip, kind);
    return notYet;
  });
};

/** @throws HttpError `envelope-not-found` */
export const sendEnvelope = async (
  { loudness }: Pick<ApiContext, 'loudness'>,
  call: VersionedCall,
  clip: Clip,
): Promise<void> => {
  const path = loudness.envelopeOf(clip);
  const message = `${clip.name} has no envelope yet. The player makes it when it measures the loudness.`;
  const notFound = new HttpError({ code: 'envelope-not-found', message });
  if (path === undefined) throw notFound;
  await sendMade(call, path, BYTES, () => notFound);
};

/**
 * Answers with a file, or with the requested range of it.
 * @throws AppError `file-missing`, `storage-failed`
 */
export const sendFile = async (
  call: FileCall,
  path: string,
  options: { readonly type: string; readonly maxAgeSeconds: number },
): Promise<void> => {
  const name = basename(path);
  const file = await openRegularFile(path).catch((error) => {
    throw toFileError(error, name);
  });
  try {
    await sendOpenFile(call, { file, name }, options);
  } finally {
    await file.close();
  }
};

const sendOpenFile = (
  { request, response }: FileCall,
  { file, name }: { readonly file: FileHandle; readonly name: string },
  options: { readonly type: string; readonly maxAgeSeconds: number },
): Promise<void> =>
  new Promise((resolve, reject) => {
    response.set({
      ...COMMON_HEADERS,
      'Content-Type': options.type,
      'Cache-Control': options.maxAgeSeconds > 0 ? `private, max-age=${options.maxAgeSeconds}` : 'no-cache',
      // However a browser interprets the bytes, they may do nothing.
      'Content-Security-Policy': "default-src 'none'; sandbox",
    });
    // By its descriptor, since the name may belong to another file by now.
    response.sendFile(String(file.fd), { root: '/proc/self/fd', cacheControl: false }, (error) => {
      if (error === undefined || error === null || response.headersSent || request.destroyed) return resolve();
      for (const name of response.getHeaderNames()) response.removeHeader(name);
      reject(toFileError(error, name));
    });
  });

const toFileError = (error: Error, name: string): unknown => {
  const status = 'status' in error ? error.status : undefined;
  if (status === 416) {
    return new AppError('invalid-value', `The Range is refused; allowed: bytes inside ${name}.`, { cause: error });
  }
  const code = toSystemCode(error);
  const isNoFile = status === undefined && code === undefined;
  const isGone = isNoFile || status === 404 || ['ENOENT', 'ELOOP', 'ENXIO'].includes(code ?? '');
  if (isGone) return new AppError('file-missing', `The file ${name} is gone from the disk.`, { cause: error });
  if (code === undefined || isShortOfDescriptors(error)) return error;
  return new AppError('storage-failed', `Could not read the file ${name}: ${toReason(error)}.`, { cause: error });
};
