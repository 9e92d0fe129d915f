// Lists on the page: made, filled, put in order, changed and deleted, by one or by two at once.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { components } from '../../src/client/api-types.ts';
import type { Daemon } from '../e2e/daemon.ts';
import { findViolations } from './accessibility.ts';
import { createApi, dragRow, isTooWide, launchBrowser, openPage, startWithClips } from './page-under-test.ts';

type List = components['schemas']['List'];

let daemon: Daemon;
let browser: Browser;
let api: ReturnType<typeof createApi>;
/** Ids of the clips a to d. */
let ids: readonly string[];

beforeAll(async () => {
  const clips = ['a', 'b', 'c', 'd'].map((name) => [`${name}.mp4`, 'short-25.mp4'] as const);
  [daemon, browser] = await Promise.all([startWithClips(Object.fromEntries(clips)), launchBrowser()]);
  api = createApi(daemon.url);
  ids = (await api.clips()).slice(1).map(({ id }) => id);
});
afterAll(async () => {
  await browser.close();
  await daemon.dispose();
});

const lists = () => api.ask('GET', '/lists') as Promise<readonly List[]>;

beforeEach(async () => {
  for (const { id } of await lists()) await api.ask('DELETE', `/lists/${id}`);
});

/** A list in use of the clips a to d, whose item ids are the clips' letters. */
const useList = async (): Promise<string> => {
  const items = ['a', 'b', 'c', 'd'].map((id, at) => ({ id, clipId: ids[at] }));
  const { id } = (await api.ask('POST', '/lists', { name: 'Evening', items })) as List;
  await api.ask('POST', '/transport/activate', { listId: id });
  return id;
};

const open = async (options: Parameters<typeof openPage>[2] = {}): Promise<Page> =>
  openPage(browser, daemon.url, { path: '/#show', ...options });
const edit = (page: Page) => page.getByRole('button', { name: 'Edit', exact: true }).click();
const row = (page: Page, id: string) => page.locator(`.item[data-id="${id}"]`);
const shown = (page: Page): Promise<string> =>
  page.locator('.item').evaluateAll((rows) => rows.map((each) => each.getAttribute('data-id')).join(''));
const becomes = (wanted: string): Promise<void> =>
  api.until(async () => (await lists())[0]?.items.map(({ id }) => id).join('') === wanted);
const heard = (page: Page, text: string) =>
  page.locator('[data-spoken]').getByText(text).waitFor({ state: 'attached' });

test('from nothing to a show: a list of all clips is made with one press, is in use, and GO fires its first', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Make a list of all 4 clips' }).click();
  await page.locator('.item').nth(3).waitFor();
  await api.until(async () => (await api.transport()).standby !== null);
  await page.keyboard.press(' ');
  await page.locator('.item').first().and(page.locator('[data-tally]')).waitFor();
  expect((await lists()).map(({ name, items }) => [name, items.map(({ clipId }) => clipId)])).toEqual([['Show', ids]]);
});

test('an empty list says what to do, and clips are found and added', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Make an empty list' }).click();
  await page.getByText('Press clips under “Add clips” to add them.').waitFor();
  await page.getByRole('button', { name: 'Add c.mp4' }).click();
  await page.locator('.item').waitFor();
  await heard(page, '“c.mp4” is number 1 of the list.');
  await page.getByRole('searchbox', { name: 'Search clips to add' }).fill('b');
  await page.getByRole('button', { name: 'Add all 1' }).click();
  await api.until(async () => (await lists())[0]?.items.length === 2);
  expect((await lists())[0]?.items.map(({ clipId }) => clipId)).toEqual([ids[2], ids[1]]);
  expect(await findViolations(page)).toEqual([]);
});

test('a list is renamed, repeats and is shuffled, and is deleted after a question', async () => {
  const id = await useList();
  const page = await open();
  await edit(page);
  await page.getByRole('textbox', { name: 'Name' }).fill('Night');
  await page.keyboard.press('Enter');
  await page.getByLabel('Repeat').click();
  await page.getByLabel('Shuffle').click();
  await api.until(async () => {
    const [list] = await lists();
    return list?.name === 'Night' && list.repeat && list.shuffle;
  });
  await page.getByText('4 items · 0:04 · repeats · shuffled').waitFor();
  await page.locator('.chooser option').getByText('Night (in use)').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Delete the list' }).click();
  await page.locator('dialog[open]').getByText('It is in use').waitFor();
  await page.locator('dialog[open]').getByRole('button', { name: 'Cancel' }).click();
  expect((await lists())[0]?.id).toBe(id);
  await page.getByRole('button', { name: 'Delete the list' }).click();
  await page.locator('dialog[open]').getByRole('button', { name: 'Delete the list “Night”' }).click();
  await page.getByText('There is no list yet.').waitFor();
  expect(await lists()).toEqual([]);
});

describe('the order', () => {
  test('is changed by dragging, by keys as fast as they come, and by a number', async () => {
    await useList();
    const page = await open();
    await edit(page);
    await dragRow(page, row(page, 'a'), row(page, 'c'));
    await becomes('bcad');
    await row(page, 'a').locator('.handle').focus();
    for (const key of ['Up', 'Up', 'Down']) await page.keyboard.press(`Arrow${key}`);
    await becomes('bacd');
    await heard(page, '“a.mp4” is number 2 of 4 now.');
    await page.keyboard.press('End');
    await becomes('bcda');
    // A key that is down while its row moves presses nothing.
    await expect.poll(() => shown(page)).toBe('bcda');
    // Space presses the handle that has the focus, and fires nothing.
    await page.keyboard.press(' ');
    await page.getByLabel('Number, 1 to 4').fill('1');
    await page.keyboard.press('Enter');
    await becomes('abcd');
    await expect.poll(() => shown(page)).toBe('abcd');
    expect((await api.transport()).itemId).toBe(null);
  });

  test('is changed on a phone, too', async () => {
    await useList();
    const page = await open({ width: 390, height: 844, touch: true });
    await edit(page);
    await row(page, 'b').locator('.handle').tap();
    await page.getByLabel('Number, 1 to 4').fill('4');
    await page.getByRole('button', { name: 'Move', exact: true }).tap();
    await becomes('acdb');
    expect(await isTooWide(page)).toBe(false);
  });
});

test('what follows, waits, note and countdown of an item are changed in its dialog', async () => {
  await useList();
  const page = await open();
  await edit(page);
  await page.getByRole('button', { name: 'Edit 2 b.mp4' }).click();
  await page.getByLabel('At its end').selectOption({ label: 'Play the next item' });
  await page.getByLabel('Wait before it (s)').fill('2.5');
  await page.getByLabel('Wait after it (s)').fill('1');
  await page.getByLabel('Note').fill('Lights\ndown');
  await page.getByLabel("Count it in the list's remaining time").click();
  expect(await findViolations(page)).toEqual([]);
  // No key of the show means anything while a dialog is open.
  await page.getByRole('button', { name: 'Save' }).focus();
  await page.keyboard.press('PageDown');
  await page.getByRole('button', { name: 'Save' }).click();
  await row(page, 'b').getByText('waits 2.5 s · then the next item after 1 s · not in the countdown').waitFor();
  expect((await lists())[0]?.items[1]).toEqual({
    ...{ id: 'b', clipId: ids[1], follow: 'next', preWaitSeconds: 2.5, postWaitSeconds: 1 },
    ...{ note: 'Lights\ndown', inCountdown: false },
  });
  expect((await api.transport()).itemId).toBe(null);
  await page.getByRole('button', { name: 'Edit 2 b.mp4' }).click();
  await page.getByLabel('At its end').selectOption({ label: 'As the clip: hold the last frame' });
  await page.getByRole('button', { name: 'Save' }).click();
  await api.until(async () => (await lists())[0]?.items[1]?.follow === undefined);
});

test('an item is removed and brought back, and the focus stays in the list', async () => {
  await useList();
  const page = await open();
  await edit(page);
  await page.getByRole('button', { name: 'Remove 2 b.mp4' }).focus();
  await page.keyboard.press('Enter');
  await becomes('acd');
  await expect.poll(() => page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe('Remove 2 c.mp4');
  await page.getByRole('button', { name: 'Undo' }).click();
  await becomes('abcd');
});

test('a file that is gone makes its items missing, in the list and where it stands by', async () => {
  const own = await startWithClips({ 'a.mp4': 'short-25.mp4', 'b.mp4': 'short-25.mp4' });
  try {
    const there = createApi(own.url);
    const [, clip] = await there.clips();
    const items = [{ id: 'a', clipId: clip?.id }];
    const { id } = (await there.ask('POST', '/lists', { name: 'Evening', items })) as List;
    await there.ask('POST', '/transport/activate', { listId: id });
    const page = await openPage(browser, own.url, { path: '/#show' });
    await row(page, 'a').waitFor();
    const { rmSync } = await import('node:fs');
    rmSync(`${own.clipsDir}/a.mp4`);
    await page.getByRole('button', { name: 'GO', exact: true }).click();
    await row(page, 'a').getByText('Missing. The file of a.mp4 (a.mp4) is gone from the disk.').waitFor();
    await page
      .locator('.deck.standby')
      .getByText('Missing. The file of a.mp4 (a.mp4) is gone from the disk.')
      .waitFor();
    expect((await there.transport()).clipId).toBe('splash');
    expect(await findViolations(page)).toEqual([]);
  } finally {
    await own.dispose();
  }
});

describe('two at once', () => {
  test('see the same list, whoever edits it, and a deleted clip and its undo', async () => {
    const id = await useList();
    const [one, other] = [await open(), await open()];
    for (const page of [one, other]) await row(page, 'd').waitFor();
    await edit(one);
    await row(one, 'a').locator('.handle').focus();
    await one.keyboard.press('End');
    await expect.poll(() => shown(other)).toBe('bcda');
    await edit(other);
    await other.getByRole('button', { name: 'Remove 1 b.mp4' }).click();
    await expect.poll(() => shown(one)).toBe('cda');
    await api.ask('DELETE', `/clips/${ids[3]}`);
    await expect.poll(() => shown(one)).toBe('ca');
    await api.ask('POST', `/clips/${ids[3]}/restore`);
    await expect.poll(() => shown(other)).toBe('cda');
    await api.ask('DELETE', `/lists/${id}`);
    for (const page of [one, other]) await page.getByText('There is no list yet.').waitFor();
  });

  test('who both edit at the same moment lose nothing: one item moves, another is removed', async () => {
    await useList();
    const [one, other] = [await open(), await open()];
    for (const page of [one, other]) {
      await row(page, 'd').waitFor();
      await edit(page);
    }
    await row(one, 'a').locator('.handle').focus();
    await Promise.all([one.keyboard.press('ArrowDown'), other.getByRole('button', { name: 'Remove 4 d.mp4' }).click()]);
    await becomes('bac');
    await expect.poll(() => shown(one)).toBe('bac');
    await expect.poll(() => shown(other)).toBe('bac');
  });

  test('what one types stays, and so does what the other has set meanwhile', async () => {
    const id = await useList();
    const page = await open();
    await edit(page);
    await page.getByRole('textbox', { name: 'Name' }).fill('Mine');
    await api.ask('PATCH', `/lists/${id}`, { name: 'Theirs' });
    await page.getByText('Somebody else saved “Theirs” first').waitFor();
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Mine');
    await page.getByRole('button', { name: 'Keep “Theirs”' }).click();
    await page.getByRole('button', { name: 'Edit 1 a.mp4' }).click();
    await page.getByLabel('Note').fill('Mine');
    const items = (await lists())[0]?.items.map((item) => (item.id === 'a' ? { ...item, preWaitSeconds: 5 } : item));
    await api.ask('PUT', `/lists/${id}/items`, items);
    await page.getByText('Somebody else has changed this item.').waitFor();
    expect(await page.getByLabel('Note').inputValue()).toBe('Mine');
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await api.until(async () => (await lists())[0]?.items[0]?.note === 'Mine');
    expect((await lists())[0]?.items[0]).toMatchObject({ note: 'Mine', preWaitSeconds: 5 });
    // Both have changed the same field: neither is overwritten unseen.
    const set = async (note: string, more = {}): Promise<void> => {
      const now = (await lists())[0]?.items.map((item) => (item.id === 'a' ? { ...item, note, ...more } : item));
      await api.ask('PUT', `/lists/${id}/items`, now);
    };
    const saved = async () => (await lists())[0]?.items[0];
    const save = page.getByRole('button', { name: 'Save' });
    for (const [choice, note, follow] of [
      ['Keep “Theirs”', 'Theirs', 'next'],
      ['Use “Mine too”', 'Mine too', 'loop'],
    ] as const) {
      await set('Mine');
      await page.getByRole('button', { name: 'Edit 1 a.mp4' }).click();
      await page.getByLabel('Note').fill('Mine too');
      await page.getByLabel('Wait after it (s)').fill('3');
      await set('Theirs', { follow });
      await page.getByText('Note: somebody else saved “Theirs” first; yours, “Mine too”, is not saved.').waitFor();
      expect(await save.isDisabled()).toBe(true);
      expect((await saved())?.note).toBe('Theirs');
      expect(await findViolations(page)).toEqual([]);
      await page.getByRole('button', { name: choice }).click();
      expect(await page.getByLabel('Note').inputValue()).toBe(note);
      await save.click();
      await page.locator('dialog.item-form[open]').waitFor({ state: 'detached' });
      expect(await saved()).toMatchObject({ note, follow, postWaitSeconds: 3, preWaitSeconds: 5 });
      await set('Mine', { postWaitSeconds: 0 });
    }
    await page.getByRole('button', { name: 'Edit 1 a.mp4' }).click();
    await api.ask('PUT', `/lists/${id}/items`, items?.slice(1));
    await page.getByText('Somebody else has taken this item out of the list.').waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  });
});

test.each([
  [1366, 768],
  [820, 1180],
  [390, 844],
  [320, 568],
  [280, 653],
])('at %i × %i no control of the edited list covers another, and none is too wide', async (width, height) => {
  await useList();
  const page = await open({ width, height, touch: true });
  await edit(page);
  if (width < 1100) await page.getByText('Add clips', { exact: true }).click();
  await page.getByRole('button', { name: 'Add d.mp4' }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  expect(await isTooWide(page)).toBe(false);
  const controls = page.locator('.cues').locator('.item button');
  const boxes = await Promise.all((await controls.all()).map((control) => control.boundingBox()));
  const areCrossed = (one: (typeof boxes)[number] = null, other: (typeof boxes)[number] = null): boolean =>
    one !== null &&
    other !== null &&
    one.x + 1 < other.x + other.width &&
    other.x + 1 < one.x + one.width &&
    one.y + 1 < other.y + other.height &&
    other.y + 1 < one.y + one.height;
  expect(boxes.filter((box, at) => boxes.some((other, to) => to > at && areCrossed(box, other)))).toEqual([]);
});
