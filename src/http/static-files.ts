// Serves the page's static files, compressed, with a strict policy.
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { RequestHandler } from 'express';
import { toPath } from './query.ts';
import { send } from './response.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE_HEADERS = {
  'Content-Security-Policy': POLICY,
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'no-cache',
};
/** The build names all files of this folder by a digest of their content. */
const ASSETS = '/assets/';
const ASSET_HEADERS = { 'Cache-Control': 'public, max-age=31536000, immutable' };

/** Manifest and icons, whose names are fixed. */
const LOOSE_HEADERS = { 'Cache-Control': 'no-cache' };

/** Paths of the page itself, which decides by the path what to show. */
const PAGE_PATHS = ['/', '/countdown'];

interface StaticFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly compressed: Buffer;
}

/** @param folder of the built page; without it the page's paths are unknown */
export const createPage = (folder: string): RequestHandler => {
  const files = readFiles(folder);
  return (request, response, next) => {
    const path = toPath(request.url);
    const isPage = PAGE_PATHS.includes(path);
    const file = files.get(isPage ? '/index.html' : path);
    if (file === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) {
      next();
      return;
    }
    const isCompressed = /\bgzip\b/.test(String(request.headers['accept-encoding']));
    const headers = {
      ...(isPage ? PAGE_HEADERS : path.startsWith(ASSETS) ? ASSET_HEADERS : LOOSE_HEADERS),
      Vary: 'Accept-Encoding',
      ...(isCompressed && { 'Content-Encoding': 'gzip' }),
    };
    send(request, response, {
      status: 200,
      type: file.type,
      headers,
      body: [isCompressed ? file.compressed : file.plain],
    });
  };
};

const readFiles = (folder: string): ReadonlyMap<string, StaticFile> => {
  const found = new Map<string, StaticFile>();
  for (const name of listFiles(folder)) {
    const type = TYPES[extname(name)];
    if (type === undefined) continue;
    const plain = readFileSync(join(folder, name));
    found.set(`/${name}`, { type, plain, compressed: gzipSync(plain, { level: 9 }) });
  }
  return found;
};

const listFiles = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder, { recursive: true }).map(String);
  } catch {
    return [];
  }
};
