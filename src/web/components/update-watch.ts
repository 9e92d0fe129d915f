// Detects a new page version after a restart.
import { link } from '../client/event-stream.ts';
import { notify } from './toasts.tsx';

/** The scripts and styles of the page; the build puts a digest into their names. */
const partsOf = (html: Document): string =>
  [...html.querySelectorAll('script[src], link[rel="stylesheet"]')]
    .map((part) => part.getAttribute('src') ?? part.getAttribute('href'))
    .sort()
    .join();

const check = async (own: string): Promise<boolean> => {
  const response = await fetch('/', { cache: 'no-store' });
  const parts = partsOf(new DOMParser().parseFromString(await response.text(), 'text/html'));
  return response.ok && parts !== '' && parts !== own;
};

/** Checks after each reconnect; asks once. */
export const watchForUpdates = (): void => {
  const own = partsOf(document);
  let wasLost = false;
  let isNotified = false;
  const look = async (): Promise<void> => {
    if (link.get() === 'lost') wasLost = true;
    if (link.get() !== 'open' || !wasLost || isNotified) return;
    wasLost = false;
    if (!(await check(own).catch(() => false)) || isNotified) return;
    isNotified = true;
    notify('The player was updated. Reload this page, so that the two fit together.', {
      action: { label: 'Reload', run: () => location.reload() },
      milliseconds: Number.POSITIVE_INFINITY,
    });
  };
  link.subscribe(() => void look());
};
