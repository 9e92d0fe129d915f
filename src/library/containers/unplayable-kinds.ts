// Names common unplayable formats by their signature, for better errors than ffprobe's.
import { type ByteWindow, orSpent } from './byte-window.ts';

const HEAD_BYTES = 64 * 1024;

/** HEIF pictures by their codec; AVIF is not among them, and is allowed. */
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'];

const ENCRYPTED = 'it is encrypted; only a copy without encryption can be played';

/** @returns the reason that completes "The file is refused: …"; undefined for any other file */
export const whyUnplayable = async (bytes: ByteWindow): Promise<string | undefined> => {
  const head = Buffer.from(await bytes.read(0, HEAD_BYTES));
  if (isHeic(head)) return 'it is a HEIC photo, which the player can not show; save it as JPEG or PNG first';
  if (isMovingWebp(head))
    return 'it is an animated WebP, which the player can not show; turn it into MP4, GIF or APNG first';
  const isEncrypted = isEncryptedAsf(head) || isScrambled(head) || (await orSpent(isEncryptedMp4(bytes), false));
  return isEncrypted ? ENCRYPTED : undefined;
};

const isHeic = (head: Buffer): boolean => {
  if (head.toString('latin1', 4, 8) !== 'ftyp') return false;
  const brands = head.toString('latin1', 8, Math.min(head.length, head.readUInt32BE(0)));
  return HEIC_BRANDS.includes(brands.slice(0, 4)) || (brands.startsWith('mif1') && brands.includes('heic'));
};

const WEBP_MOVES = 2;

const isMovingWebp = (head: Buffer): boolean =>
  head.toString('latin1', 0, 4) === 'RIFF' &&
  head.toString('latin1', 8, 16) === 'WEBPVP8X' &&
  ((head[20] ?? 0) & WEBP_MOVES) !== 0;

/** Windows Media objects that hold keys. */
const ASF_ENCRYPTION = ['fbb3112223bdd211b4b700a0c955fc6e', '14e68a292226174cb935dae07ee9289c'];

const isEncryptedAsf = (head: Buffer): boolean =>
  head.readUIntBE(0, Math.min(4, head.length)) === 0x3026b275 &&
  ASF_ENCRYPTION.some((id) => head.includes(Buffer.from(id, 'hex')));

const PACKET_BYTES = 188;
const NO_CONTENT = 0x1fff;
const FIRST_CONTENT = 0x20;

/** A recorded transport stream with most of its packets scrambled. */
const isScrambled = (head: Buffer): boolean => {
  if (head[0] !== 0x47 || head[PACKET_BYTES] !== 0x47 || head[2 * PACKET_BYTES] !== 0x47) return false;
  let [all, scrambled] = [0, 0];
  for (let at = 0; at + 4 <= head.length && head[at] === 0x47; at += PACKET_BYTES) {
    const id = head.readUInt16BE(at + 1) & 0x1fff;
    if (id < FIRST_CONTENT || id === NO_CONTENT) continue;
    all += 1;
    if (((head[at + 3] ?? 0) & 0x80) !== 0) scrambled += 1;
  }
  return scrambled > all / 2;
};

const MAX_INDEX_BYTES = 1024 * 1024;

/** The index of an encrypted file has `encv` or `drmi` in place of the video codec. */
const isEncryptedMp4 = async (bytes: ByteWindow): Promise<boolean> => {
  for (let at = 0; at < bytes.size; ) {
    const box = await bytes.read(at, 16);
    if (box.length < 16 || !/^[a-z]{4}$/.test(box.toString('latin1', 4, 8))) return false;
    const [short, name] = [box.readUInt32BE(0), box.toString('latin1', 4, 8)];
    const length = short === 1 ? Number(box.readBigUInt64BE(8)) : short;
    if (name === 'moov') {
      const index = Buffer.from(await bytes.read(at, Math.min(length, MAX_INDEX_BYTES)));
      return index.includes('sinf') && (index.includes('encv') || index.includes('drmi'));
    }
    if (length < 8) return false;
    at += length;
  }
  return false;
};
