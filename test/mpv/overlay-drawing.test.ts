// What the operator lays over the picture, as mpv is given it.
import { expect, test } from 'vitest';
import { toOverlayCommand } from '../../src/mpv/overlay-drawing.ts';

const WINDOW = { width: 1920, height: 1080, rotationDegrees: 0 } as const;
const toData = (
  lines: Parameters<typeof toOverlayCommand>[0],
  window: Parameters<typeof toOverlayCommand>[1] = WINDOW,
) => String(toOverlayCommand(lines, window).data);

test('a text and a time stand in the middle, and nothing is no overlay', () => {
  expect(toOverlayCommand({ text: 'Starts in', time: '5:00' }, WINDOW)).toEqual({
    ...{ name: 'osd-overlay', id: 4, z: 2, format: 'ass-events', res_x: 0, res_y: 720 },
    data: String.raw`{\an5\pos(640,360)\q2\bord4\shad0\1c&HFFFFFF&\3c&H000000&}{\fs79}Starts in\N{\fs180}5:00`,
  });
  expect(toOverlayCommand({ text: '', time: '' }, WINDOW)).toEqual({
    ...{ name: 'osd-overlay', id: 4, format: 'none', data: '' },
  });
});

test('it is turned as the picture is', () => {
  expect(toData({ text: '', time: '1' }, { ...WINDOW, rotationDegrees: 90 })).toContain('\\pos(640,360)\\frz-90');
  expect(toData({ text: '', time: '1' }, { ...WINDOW, rotationDegrees: 180 })).toContain('\\frz-180');
});

test.each([
  ['{\\an7\\p1}m 0 0 l 9 9', '(∖an7∖p1)m 0 0 l 9 9'],
  ['a\\Nb\\h', 'a∖Nb∖h'],
])('%s is no command of the drawing', (text, drawn) => {
  const data = toData({ text, time: '' });
  expect(data.replace(/^\{[^}]*\}\{[^}]*\}/, '')).toBe(drawn);
});

test('a long text is broken into lines that fit, between words where there are any', () => {
  const text = 'The service begins at half past seven in the large hall; the small hall is closed today';
  const lines = toData({ text, time: '' }, { ...WINDOW, width: 600, height: 1600 })
    .split('\\N')
    .map((line) => line.replace(/\{[^}]*\}/g, ''));
  expect(lines.length).toBeGreaterThan(3);
  expect(lines.join(' ')).toBe(text);
  const word = toData({ text: 'W'.repeat(200), time: '' }).replace(/\{[^}]*\}|\\N/g, '');
  expect(word).toBe('W'.repeat(200));
});
