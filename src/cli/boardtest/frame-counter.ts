// A counter in the picture: ten squares, black or white, that tell which frame it is.
import { outputOf } from '../subprocess.ts';

const BITS = 10;
/** The counter with a free square at both ends takes the width of the picture. */
const COLUMNS = BITS + 2;

/** ffmpeg's filter that draws the number of each frame, from 0 to 1023. */
export const toCounterFilter = (): string => {
  const row = `y=ih/6:h=ih/12:t=fill`;
  const squares = Array.from(
    { length: BITS },
    (_, bit) =>
      `drawbox=x=iw*${bit + 1}/${COLUMNS}:w=iw/${COLUMNS}:${row}:color=white:enable='mod(floor(n/${2 ** bit}),2)'`,
  );
  return [`drawbox=x=iw/${COLUMNS}:w=iw*${BITS}/${COLUMNS}:${row}:color=black`, ...squares].join(',');
};

/** Between black and white a square says nothing. The three levels are the letters w, b and x. */
const TO_LETTERS = "lut=y='if(gte(val,170),119,if(lte(val,80),98,120))'";
const READER = `crop=iw:ih/24:0:ih*9/48,scale=${COLUMNS}:1:flags=area,format=gray,${TO_LETTERS}`;
const AS_BYTES = ['-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'gray', 'pipe:1'];

/**
 * Reads the counter of a picture.
 * @param file a picture that ffmpeg can read
 * @returns the frame's number; undefined where no counter can be read
 */
export const readCounter = async (ffmpeg: string, file: string): Promise<number | undefined> => {
  const output = await outputOf(ffmpeg, ['-v', 'error', '-nostdin', '-i', file, '-vf', READER, ...AS_BYTES]);
  const squares = output?.slice(1, 1 + BITS) ?? '';
  if (!/^[wb]{10}$/.test(squares)) return undefined;
  return [...squares].reduce((sum, letter, bit) => sum + (letter === 'w' ? 2 ** bit : 0), 0);
};
