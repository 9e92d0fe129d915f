import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createServer } from '../server-under-test.ts';

const BROWSER = {
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

test.each(['/delete?id=1', '/update_host?hostname=other', '/play', '/stop', '/showinfo', '/select_clip?id=1'])(
  'a bare link to %s asks first',
  async (path) => {
    const { ask, deck, machine } = await createServer();
    const before = deck.state();
    const { status, headers, text } = await ask(path, { headers: BROWSER });
    expect([status, headers['content-type'], headers['x-frame-options']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'DENY',
    ]);
    expect(text).toMatch(
      /<button type="button" disabled( data-clip="(a|splash)")?>(Delete|Rename|Play or pause|Stop|Switch|Cue)<\/button>/,
    );
    expect([deck.state(), machine.hostName()]).toEqual([before, 'cuedeck']);
  },
);

test('the page may run nothing but its own script, and shows nothing of what was sent', async () => {
  const { ask } = await createServer();
  const { headers, text } = await ask('/delete?id=1&token=hush&<script>', { headers: BROWSER });
  const hash = (tag: string): string => {
    const [, content = ''] = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(text) ?? [];
    return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
  };
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; script-src ${hash('script')}; style-src ${hash('style')}; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  expect(text.match(/<script/g)).toHaveLength(1);
  expect(text).not.toMatch(/hush|id=1/);
});

test.each([
  ['what the button sends', { ...BROWSER, Accept: 'application/json', 'X-CueDeck': 'page' }],
  ['curl', { Accept: '*/*' }],
  ['a program that names no wish', {}],
  ['a program that takes JSON or HTML', { Accept: 'application/json, text/html' }],
])('%s is done at once', async (_who, headers) => {
  const { ask, deck } = await createServer();
  expect((await ask('/delete?id=1', { headers })).status).toBe(200);
  expect(deck.state().document.clips.map(({ id }) => id)).toEqual(['splash', 'b', 'c']);
});

test.each([
  ['/delete?id=1', 'Delete clip 1, “a.mp4”, and its file? This cannot be undone.'],
  ['/select_clip?id=2', 'Cue clip 2, “b.mp4”? It takes off what is on the output.'],
  ['/select_clip?id=0', 'Cue the splash screen? It takes off what is on the output.'],
  ['/delete?id=77', 'Delete clip 77, which is not in the list, and its file? This cannot be undone.'],
  ['/update_host?hostname=other', 'Rename this device from “cuedeck” to “other”?'],
  [
    '/update_clip?id=1&name=%3Cb%3E&startat=1&endat=2&loop=true',
    'Its name becomes “&lt;b&gt;”, its start 1 s, its end 2 s, and it loops.',
  ],
  ['/delete?id=one', 'A link wants this: Deletes a clip and its file.'],
])('the question of %s says what is meant', async (path, words) => {
  const { ask } = await createServer();
  const { text } = await ask(path, { headers: BROWSER });
  expect(text).toContain(`<p>${words}</p>`.replace('<p>Its', 'Its'));
});

test('a yes to one clip does nothing to another that has its number by now', async () => {
  const { ask, deck } = await createServer();
  const yes = { ...BROWSER, Accept: 'application/json', 'X-CueDeck': 'page', 'X-CueDeck-Clip': 'a' };
  await deck.clips.delete(1);
  expect((await ask('/delete?id=1', { headers: yes })).status).toBe(404);
  expect(deck.state().document.clips.map(({ id }) => id)).toEqual(['splash', 'b', 'c']);
  expect((await ask('/delete?id=1', { headers: { ...yes, 'X-CueDeck-Clip': 'b' } })).status).toBe(200);
});

test.each(['/play', '/stop', '/goto_secs?secs=1'])(
  'a yes to %s of one clip does nothing when another is selected by now',
  async (path) => {
    const { ask, deck } = await createServer();
    await deck.select(1);
    const { text } = await ask(path, { headers: BROWSER });
    expect(text).toContain('clip 1, “a.mp4”');
    const [, clip = ''] = / data-clip="([^"]*)"/.exec(text) ?? [];
    const yes = { ...BROWSER, Accept: 'application/json', 'X-CueDeck': 'page', 'X-CueDeck-Clip': clip };
    await deck.select(2);
    const before = deck.state();
    const late = await ask(path, { headers: yes });
    expect([late.status, JSON.parse(late.text).error]).toEqual([
      404,
      'Another clip is selected by now; allowed: the clip that was asked about.',
    ]);
    expect(deck.state()).toEqual(before);
    await deck.select(1);
    expect((await ask(path, { headers: yes })).status).toBe(200);
  },
);

test('a link on a page of this device is followed at once', async () => {
  const { ask, url, deck } = await createServer();
  expect((await ask('/delete?id=1', { headers: { ...BROWSER, Referer: `${url}/` } })).status).toBe(200);
  expect(deck.state().document.clips.map(({ id }) => id)).toEqual(['splash', 'b', 'c']);
});

test('a link on a page of another site is refused, not asked about', async () => {
  const { ask } = await createServer();
  const { status } = await ask('/delete?id=1', { headers: { ...BROWSER, Referer: 'http://evil.example/' } });
  expect(status).toBe(403);
});
