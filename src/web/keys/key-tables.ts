// All keys of the page: key, action, words.
import { toDigitKey } from './digit-key.ts';
import type { KeyRow, KeySection } from './key-row.ts';

const section = <const Id extends string>(title: string, rows: readonly KeyRow<Id>[]): KeySection<Id> => ({
  title,
  rows,
});

export const EVERYWHERE_KEYS = section('Everywhere', [{ id: 'keys', keys: ['?'], words: 'shows these keys' }]);

export const GO_KEY: KeyRow<'show.go'> = {
  id: 'show.go',
  // Footswitches and presenters send the last two.
  keys: [' ', 'Enter', 'PageDown'],
  words: 'GO: plays what stands by',
};
export const PANIC_KEY: KeyRow<'show.panic'> = {
  id: 'show.panic',
  keys: ['Escape'],
  words: 'panic: fades to black; a second press cuts',
};

export const SHOW_KEYS = section('Show', [
  GO_KEY,
  { id: 'show.up', keys: ['ArrowUp', 'PageUp'], words: 'puts the previous item on standby', repeats: true },
  { id: 'show.down', keys: ['ArrowDown'], words: 'puts the next item on standby', repeats: true },
  PANIC_KEY,
  // Presenters send one of these for a black picture.
  { id: 'show.black', keys: ['b', '.'], words: 'goes to black, and back to the picture' },
  { id: 'show.stop', keys: [], words: 'stops what plays' },
  { id: 'show.pause', keys: [], words: 'pauses, and plays again' },
  { id: 'show.next', keys: [], words: 'goes to the next item now' },
  { id: 'show.previous', keys: [], words: 'goes to the previous item now' },
]);

export const FIND_KEY: KeyRow<'fire.find'> = { id: 'fire.find', keys: ['/'], words: 'finds a clip' };

export const FIRE_KEYS = section('Fire', [
  {
    id: 'fire.clip',
    keys: [],
    shown: '1 – 9',
    words: 'plays the clip of that number',
    takes: (press) => toDigitKey(press)?.isShifted === false,
  },
  {
    id: 'fire.cue',
    keys: [],
    shown: 'Shift + 1 – 9',
    words: 'cues it',
    takes: (press) => toDigitKey(press)?.isShifted === true,
  },
  { id: 'fire.play', keys: [' '], words: 'plays and pauses' },
  { id: 'fire.stop', keys: ['Escape'], words: 'stops' },
  { id: 'fire.frame-back', keys: ['ArrowLeft', ','], words: 'one frame back', repeats: true },
  { id: 'fire.frame-on', keys: ['ArrowRight', '.'], words: 'one frame forward', repeats: true },
  FIND_KEY,
]);

/** Of the slider of the Fire view. */
export const PROGRESS_KEYS = section('On the position bar', [
  { id: 'position.back', keys: ['ArrowLeft', 'ArrowDown'], words: 'one second back; ten with Shift', repeats: true },
  { id: 'position.on', keys: ['ArrowRight', 'ArrowUp'], words: 'one second forward; ten with Shift', repeats: true },
  { id: 'position.far-back', keys: ['PageDown'], words: 'ten seconds back', repeats: true },
  { id: 'position.far-on', keys: ['PageUp'], words: 'ten seconds forward', repeats: true },
  { id: 'position.start', keys: ['Home'], words: 'to the in point' },
  { id: 'position.end', keys: ['End'], words: 'to the last frame' },
]);

export const TRIM_KEYS = section('Trim', [
  { id: 'trim.in', keys: ['i'], words: 'sets the in point where the preview is' },
  { id: 'trim.out', keys: ['o'], words: 'sets the out point there' },
  { id: 'trim.preview', keys: [' '], words: 'previews the section' },
  { id: 'trim.back', keys: ['ArrowLeft', ','], words: 'one frame back; with Shift, one second', repeats: true },
  { id: 'trim.on', keys: ['ArrowRight', '.'], words: 'one frame forward; with Shift, one second', repeats: true },
]);

/** Of the three sliders of the Trim view. */
export const TIMELINE_KEYS = section('In point, out point and preview position', [
  {
    id: 'point.back',
    keys: ['ArrowLeft', 'ArrowDown', ','],
    words: 'one frame back; with Shift, one second',
    repeats: true,
  },
  {
    id: 'point.on',
    keys: ['ArrowRight', 'ArrowUp', '.'],
    words: 'one frame forward; with Shift, one second',
    repeats: true,
  },
  { id: 'point.far-back', keys: ['PageDown'], words: 'ten seconds back', repeats: true },
  { id: 'point.far-on', keys: ['PageUp'], words: 'ten seconds forward', repeats: true },
  { id: 'point.start', keys: ['Home'], words: 'to the start of the file' },
  { id: 'point.end', keys: ['End'], words: 'to its end' },
]);

export const HANDLE_KEYS = section('On the handle of a row', [
  { id: 'row.up', keys: ['ArrowUp'], words: 'moves the row up', repeats: true },
  { id: 'row.down', keys: ['ArrowDown'], words: 'moves it down', repeats: true },
  { id: 'row.top', keys: ['Home'], words: 'moves it to the top' },
  { id: 'row.bottom', keys: ['End'], words: 'moves it to the bottom' },
  { id: 'row.number', keys: [' '], words: 'asks for its number' },
]);
