// The Show view: a show by GO alone, what stands by, the panic, and what it looks like in every state.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Daemon } from '../e2e/daemon.ts';
import { findViolations } from './accessibility.ts';
import { createApi, isTooWide, launchBrowser, openPage, startWithClips } from './page-under-test.ts';

let daemon: Daemon;
let browser: Browser;
let api: ReturnType<typeof createApi>;
let ids: readonly string[];

beforeAll(async () => {
  [daemon, browser] = await Promise.all([
    startWithClips({ 'a.mp4': 'numbered-25-sound.mp4', 'b.mp4': 'numbered-25.mp4', 'c.mp4': 'short-25.mp4' }),
    launchBrowser(),
  ]);
  api = createApi(daemon.url);
  ids = (await api.clips()).slice(1).map(({ id }) => id);
});
afterAll(async () => {
  await browser.close();
  await daemon.dispose();
});

/** A press that follows sooner is taken for a bounce. */
const BOUNCE_MS = 400;

type Item = Readonly<Record<string, unknown>>;

/** A list of so many items, in use, whose ids are `i1`, `i2` and so on. */
const useList = async (count: number, more: (at: number) => Item = () => ({})): Promise<string> => {
  const items = Array.from({ length: count }, (_, index) => ({
    ...{ id: `i${index + 1}`, clipId: ids[index % ids.length] },
    ...more(index + 1),
  }));
  const { id } = (await api.ask('POST', '/lists', { name: 'Evening', items })) as { readonly id: string };
  await api.ask('POST', '/transport/activate', { listId: id });
  return id;
};

beforeEach(async () => {
  await api.ask('POST', '/transport/activate', { listId: null });
  for (const { id } of (await api.ask('GET', '/lists')) as readonly { readonly id: string }[])
    await api.ask('DELETE', `/lists/${id}`);
  await api.ask('POST', '/transport/cue', { clipId: 'splash' });
  await api.ask('POST', '/transport/fade', { to: 'picture', seconds: 0 });
});

const open = (options: Parameters<typeof openPage>[2] = {}): Promise<Page> =>
  openPage(browser, daemon.url, { path: '/#show', ...options });
const row = (page: Page, at: number) => page.locator('.item').nth(at - 1);
const press = (page: Page, at: number) => row(page, at).locator('.item-press');
const chooser = (page: Page) => page.locator('.chooser select');
const go = (page: Page) => page.getByRole('button', { name: 'GO', exact: true });
const standsBy = (itemId: string | null): Promise<void> =>
  api.until(async () => ((await api.transport()).standby?.itemId ?? null) === itemId);
const isOn = (itemId: string): Promise<void> => api.until(async () => (await api.transport()).itemId === itemId);

test('a show of 20 items runs by GO alone, and every page shows what is on air and what stands by', async () => {
  await useList(20);
  const page = await open();
  const other = await open();
  for (let at = 1; at <= 20; at += 1) {
    await page.locator(`.item[data-id="i${at}"][data-standby]`).waitFor();
    await page.waitForTimeout(BOUNCE_MS);
    await page.keyboard.press(' ');
    await page.locator(`.item[data-id="i${at}"][data-tally]`).waitFor();
    await isOn(`i${at}`);
    expect(await page.locator('.deck.on-air .facts').first().textContent()).toBe(`Item ${at}`);
  }
  await standsBy(null);
  await other.locator('.item[data-id="i20"][data-tally]').waitFor();
  await page.getByText('The list is at its end.').waitFor();
  // A further GO is refused in words, and what is on stays.
  await page.waitForTimeout(BOUNCE_MS);
  await page.keyboard.press(' ');
  await page.getByText('Nothing stands by, and there is no next item.').waitFor();
  expect((await api.transport()).itemId).toBe('i20');
});

describe('GO', () => {
  test('is a tap, Space, Enter, Page down; each fires once, however it bounces', async () => {
    await useList(9);
    const page = await open({ touch: true });
    const ways = [
      () => go(page).tap(),
      () => page.keyboard.press(' '),
      () => page.keyboard.press('Enter'),
      () => page.keyboard.press('PageDown'),
      // A finger that presses twice skips no item; at once, however busy the machine is.
      () => page.evaluate("document.querySelector('.go').click(); document.querySelector('.go').click()"),
      async () => {
        await page.keyboard.down(' ');
        await page.keyboard.down(' ');
        await page.keyboard.up(' ');
      },
    ];
    for (const [index, way] of ways.entries()) {
      await row(page, index + 1)
        .and(page.locator('[data-standby]'))
        .waitFor();
      await way();
      await isOn(`i${index + 1}`);
      await standsBy(`i${index + 2}`);
      await page.waitForTimeout(BOUNCE_MS);
    }
    expect((await api.transport()).itemId).toBe('i6');
  });

  test('asks nothing with Safe on, where Stop, Next and Pause ask', async () => {
    await useList(5, () => ({ follow: 'loop' }));
    const page = await open({ safe: true });
    const question = page.locator('dialog[open]');
    await row(page, 1).waitFor();
    await page.keyboard.press(' ');
    await isOn('i1');
    for (const name of ['Stop', 'Next', 'Previous', 'Pause', 'Black']) {
      await page.getByRole('button', { name, exact: true }).click();
      await question.waitFor();
      // No key fires through a question.
      await page.keyboard.press('PageDown');
      await question.getByRole('button', { name: 'Cancel' }).click();
    }
    expect(await api.transport()).toMatchObject({ itemId: 'i1', standby: { itemId: 'i2' } });
  });

  test('is Space again after a press on any control, and with the focus on one it presses that', async () => {
    await useList(6);
    const page = await open();
    await press(page, 3).click();
    await standsBy('i3');
    await page.keyboard.press(' ');
    await isOn('i3');
    await page.getByRole('slider', { name: 'Master volume' }).click();
    await page.waitForTimeout(BOUNCE_MS);
    await page.keyboard.press(' ');
    await isOn('i4');
    // The first key after a click shows where the focus is, and would press what has it.
    await page.getByRole('button', { name: 'From the top' }).click();
    await row(page, 1).and(page.locator('[data-standby]')).waitFor();
    await page.keyboard.press('ArrowDown');
    await standsBy('i2');
    await page.waitForTimeout(BOUNCE_MS);
    await page.keyboard.press(' ');
    await isOn('i2');
    await chooser(page).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await standsBy('i1');
    expect((await api.transport()).itemId).toBe('i2');
  });
});

test('a tap on an item makes it stand by, and takes nothing off air', async () => {
  await useList(4, (at) => (at === 3 ? { note: 'Lights down' } : {}));
  const page = await open({ touch: true, safe: true });
  await go(page).tap();
  await isOn('i1');
  await press(page, 3).tap();
  await standsBy('i3');
  await page.locator('.deck.standby .note').getByText('Lights down').waitFor();
  expect(await page.locator('.deck.standby [role=status]').textContent()).toBe('“c.mp4” stands by. Note: Lights down');
  expect(await press(page, 3).getAttribute('aria-pressed')).toBe('true');
  await press(page, 1).tap();
  await standsBy('i1');
  expect(await api.transport()).toMatchObject({ itemId: 'i1', state: 'playing' });
});

test('presses are carried out in their order, however long one is on its way', async () => {
  await useList(4);
  const page = await open();
  await page.route('**/transport/standby', async (route) => {
    await page.waitForTimeout(500);
    await route.continue();
  });
  const answers = ['standby', 'activate'].map((verb) => page.waitForResponse(`**/transport/${verb}`));
  await press(page, 3).click();
  await page.getByRole('button', { name: 'From the top' }).click();
  await Promise.all(answers);
  await standsBy('i1');
});

test('the arrow keys choose what stands by, as fast as they come; the output stays', async () => {
  await useList(8);
  const page = await open();
  await row(page, 1).and(page.locator('[data-standby]')).waitFor();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'PageUp']) await page.keyboard.press(key);
  await standsBy('i3');
  expect((await api.transport()).clipId).toBe('splash');
});

test('the panic fades to black without a question, a second press cuts, and Black brings the picture back', async () => {
  await useList(2);
  const page = await open({ safe: true });
  await row(page, 1).waitFor();
  await page.keyboard.press(' ');
  await isOn('i1');
  await page.keyboard.press('Escape');
  await page.locator('.deck.on-air').getByText('The output is black.').waitFor();
  expect(await api.transport()).toMatchObject({ itemId: 'i1', state: 'playing', fade: { to: 'black', level: 0 } });
  await page.keyboard.press('Escape');
  await page.getByText('The button Black brings the picture back.').waitFor();
  await page.keyboard.press('b');
  await api.until(async () => (await api.transport()).fade.level === 1);
  await page.getByRole('button', { name: 'Black', exact: true, pressed: false }).waitFor();
  await page.getByRole('button', { name: 'Panic' }).dblclick();
  await api.until(async () => (await api.transport()).fade.level === 0);
});

test('Next and Previous go through the list, and the list begins again from the top', async () => {
  const id = await useList(3);
  const page = await open();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await isOn('i1');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await isOn('i2');
  await page.getByRole('button', { name: 'Previous', exact: true }).click();
  await isOn('i1');
  await press(page, 3).click();
  await page.getByRole('button', { name: 'From the top' }).click();
  await standsBy('i1');
  expect((await api.transport()).listId).toBe(id);
});

test('another list is looked at without going through it, until it is used', async () => {
  await api.ask('POST', '/lists', { name: 'Matinee', items: [{ id: 'm1', clipId: ids[0] }] });
  await useList(2);
  const page = await open();
  await row(page, 2).waitFor();
  await chooser(page).selectOption({ label: 'Matinee' });
  await page.locator('.item[data-id="m1"] .item-press').click();
  await page.getByText('“Matinee” is not in use.').waitFor();
  expect((await api.transport()).standby).toMatchObject({ itemId: 'i1' });
  await page.getByRole('button', { name: 'Use it' }).click();
  await standsBy('m1');
  await chooser(page).getByText('Matinee (in use)').waitFor({ state: 'attached' });
});

test('what runs on by itself is said, with the rest of the list', async () => {
  await useList(3, (at) => ({ follow: at === 1 ? 'next' : 'hold', clipId: ids[0] }));
  const page = await open();
  await row(page, 1).waitFor();
  await page.keyboard.press(' ');
  await page.locator('.deck.on-air').getByText('Then automatically: a.mp4').waitFor();
  await page
    .locator('.deck.on-air')
    .getByText(/Ends at .* · List 0:1\d/)
    .waitFor();
});

test('a wait is shown with what it is for and its time, which runs down; GO starts it at once, Stop ends it', async () => {
  await useList(3, (at) => (at > 1 ? { preWaitSeconds: 3000 } : {}));
  const page = await open();
  const wait = page.locator('.deck.on-air .waiting');
  const secondsLeft = async (): Promise<number> => {
    const [, minutes, seconds] = /^(\d+):([\d.]+)$/.exec((await wait.locator('.time').textContent()) ?? '') ?? [];
    return Number(minutes) * 60 + Number(seconds);
  };
  await api.ask('POST', '/transport/go');
  await isOn('i1');
  await row(page, 2).and(page.locator('[data-standby]')).waitFor();
  expect(await wait.count()).toBe(0);
  await api.ask('POST', '/transport/go');
  await wait.filter({ hasText: 'Starts “b.mp4” in' }).waitFor();
  await wait.filter({ hasText: 'GO starts it at once. Stop ends the wait' }).waitFor();
  expect(await page.locator('.deck.on-air .sr[role=status]').textContent()).toBe('Starts “b.mp4” in');
  const first = await secondsLeft();
  await api.until(async () => (await secondsLeft()) < first);
  // It also runs down while the clip stands, and a page that comes later has the same time.
  await api.ask('POST', '/transport/standby', { itemId: 'i3' });
  await wait.filter({ hasText: /^(?!.*GO starts).*Stop ends the wait/s }).waitFor();
  await api.ask('POST', '/transport/standby', { itemId: 'i2' });
  const late = await open();
  await late.locator('.deck.on-air .waiting').waitFor();
  expect(await isTooWide(late)).toBe(false);
  await page.keyboard.press(' ');
  await isOn('i2');
  await wait.waitFor({ state: 'detached' });
  await page.waitForTimeout(BOUNCE_MS);
  await page.keyboard.press(' ');
  await wait.filter({ hasText: 'Starts “c.mp4” in' }).waitFor();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await wait.waitFor({ state: 'detached' });
  expect(await api.transport()).toMatchObject({ waiting: null, itemId: 'i2', state: 'stopped' });
});

test('a clip that is renamed is called that at once, on air and where it stands by', async () => {
  await useList(2);
  const page = await open();
  await api.ask('POST', '/transport/go');
  await page.locator('.deck.on-air .name').getByText('a.mp4').waitFor();
  await standsBy('i2');
  const rename = (names: readonly string[]) =>
    Promise.all(names.map((name, index) => api.ask('PATCH', `/clips/${ids[index]}`, { name })));
  await rename(['Opening', 'Film']);
  await page.locator('.deck.on-air .name').getByText('Opening').waitFor();
  await page.locator('.deck.standby .name').getByText('Film').waitFor();
  await rename(['a.mp4', 'b.mp4']);
});

test('the wait after an item is shown, and its item', async () => {
  await useList(2, (at) => (at === 1 ? { follow: 'next', postWaitSeconds: 3000 } : {}));
  const page = await open();
  await api.ask('POST', '/transport/go');
  await isOn('i1');
  await api.ask('POST', '/transport/last', { seconds: 0.1 });
  const wait = page.locator('.deck.on-air .waiting');
  await wait.filter({ hasText: 'Wait after “a.mp4” ends in' }).waitFor();
  await wait.filter({ hasText: 'GO starts it at once. Stop ends the wait.' }).waitFor();
  await page.locator('.deck.on-air').getByText('Then automatically: b.mp4').waitFor();
  await page.keyboard.press(' ');
  await isOn('i2');
  await wait.waitFor({ state: 'detached' });
});

test('the picture of the output is shown, and asked for only while somebody can see it', async () => {
  await useList(1);
  const page = await open();
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/output/picture')) asked += 1;
  });
  await page.getByRole('img', { name: 'What is on the output now' }).waitFor();
  await api.until(() => asked >= 2);
  const startMs = performance.now();
  const before = asked;
  await api.until(() => asked >= before + 3);
  expect(performance.now() - startMs).toBeGreaterThan(1500);
  await page.getByRole('link', { name: 'Device' }).click();
  await page.getByRole('heading', { name: 'Device' }).waitFor();
  const left = asked;
  await page.waitForTimeout(3000);
  expect(asked).toBe(left);
});

describe('without a violation, and not too wide', () => {
  const states: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
    ['without a list', async (page) => page.getByText('There is no list yet.').waitFor()],
    [
      'with an empty list',
      async (page) => {
        await useList(0);
        await page.getByText('The list is empty.').first().waitFor();
      },
    ],
    [
      'with something on air, and something that stands by',
      async (page) => {
        await useList(12, (at) => ({ note: at % 2 ? 'A note' : '', preWaitSeconds: at > 6 ? 2 : 0 }));
        await go(page).click();
        await row(page, 1).and(page.locator('[data-tally=running]')).waitFor();
      },
    ],
    [
      'black, at the end of the list',
      async (page) => {
        await useList(1);
        await go(page).click();
        await isOn('i1');
        await page.getByRole('button', { name: 'Panic' }).click();
        await page.getByText('The output is black.').waitFor();
        await page.getByText('The list is at its end.').waitFor();
      },
    ],
  ];
  test.each(states)('%s', async (_name, reach) => {
    const page = await open();
    await reach(page);
    for (const [width, height] of [
      [1366, 768],
      [820, 1180],
      [390, 844],
      [320, 568],
      [844, 390],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect([width, await findViolations(page)]).toEqual([width, []]);
      expect([width, await isTooWide(page)]).toEqual([width, false]);
      expect([width, await go(page).isVisible()]).toEqual([width, true]);
    }
  });
});

test('in forced colours, lines tell what is on air and what stands by', async () => {
  await useList(3);
  const page = await open();
  await page.emulateMedia({ forcedColors: 'active' });
  await go(page).click();
  await row(page, 1).and(page.locator('[data-tally]')).waitFor();
  const lineOf = async (selector: string): Promise<string> =>
    String(await page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).borderTopColor`));
  const plain = await lineOf('.item[data-id="i3"]');
  for (const marked of ['.item[data-id="i1"]', '.item[data-id="i2"]', '.deck.on-air', '.deck.standby', '.go'])
    expect([marked, (await lineOf(marked)) === plain]).toEqual([marked, false]);
});

test('on a phone GO is the largest control, in reach, and covers no other while the list scrolls', async () => {
  await useList(20);
  const page = await open({ width: 390, height: 844, touch: true });
  await row(page, 20).waitFor();
  await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
  const boxes = await page.getByRole('button').evaluateAll((all) =>
    all.map((one) => {
      const { width, height } = one.getBoundingClientRect();
      return { name: one.textContent ?? '', isRow: one.matches('.item-press'), area: width * height };
    }),
  );
  const largest = boxes.filter(({ isRow }) => !isRow).toSorted((one, other) => other.area - one.area)[0];
  expect(largest?.name).toMatch(/^GO/);
  const box = await go(page).boundingBox();
  const last = await row(page, 20).boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(844 - 48);
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0);
});
