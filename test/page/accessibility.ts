// What axe-core finds wrong with a page as it is now.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Every violation, with the first element that has it. */
export const findViolations = async (page: Page): Promise<readonly (readonly [string, string])[]> => {
  if (!(await page.evaluate("typeof axe === 'object'"))) {
    // The page's own policy lets no foreign script in, so axe comes by another way.
    const session = await page.context().newCDPSession(page);
    await session.send('Runtime.evaluate', { expression: axe });
    await session.detach();
  }
  return (await page.evaluate(
    'axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))',
  )) as readonly (readonly [string, string])[];
};
