// Debian's Chromium without what only people at its window need.
import { type Browser, chromium } from 'playwright-core';

const CHROMIUM = process.env.CUEDECK_TEST_CHROMIUM ?? '/usr/bin/chromium';

/** Playwright's own list: Chromium takes the last one that it is given, and no other. */
const OFF_BY_PLAYWRIGHT = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** Renderers of the address bar and one in reserve, anew for each window: they take more time than the page under test. */
const OFF_FOR_THE_WINDOW = [
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
];

/** @param args further ones of Chromium's */
export const launchBrowser = (...args: readonly string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      `--disable-features=${[...OFF_BY_PLAYWRIGHT, ...OFF_FOR_THE_WINDOW].join()}`,
      ...args,
    ],
  });
