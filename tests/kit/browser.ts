import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { afterEach, beforeEach } from 'vitest';
import { later } from './leftovers.ts';
import { PATIENCE_MS } from './patience.ts';

/**
 * Chromium reads the last `--disable-features` only: what Playwright turns off, then the popups of the address bar, two
 * pages of Chromium's own that each window would load in a process of theirs (half of what a new visitor costs).
 */
const TURNED_OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

/** Of this test file, still open. */
const browsers = new Set<Browser>();

/**
 * A real Chromium, closed after the test file; `gpu` leaves it what draws maps. CHROMIUM names the program when it is
 * not at the usual place.
 */
export async function openBrowser({
  args = [],
  gpu = false,
}: {
  args?: string[];
  gpu?: boolean;
} = {}): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      ...(gpu ? [] : ['--disable-gpu']),
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${TURNED_OFF.join(',')}`,
      ...args,
    ],
  });
  browsers.add(browser);
  later(() => {
    browsers.delete(browser);
    return browser.close();
  });
  return browser;
}

/** Enough to know what a page shows. */
const SAID_MAX = 600;

/** Says what every open page shows, and keeps its picture beside the results. */
async function tellPages(name: string): Promise<void> {
  const pages = [...browsers].flatMap((one) => one.contexts()).flatMap((context) => context.pages());
  const shown = pages.filter((page) => page.url() !== 'about:blank');
  await Promise.all(
    shown.map(async (page, index) => {
      const kept = path.resolve(
        `.cache/results/${name.replaceAll(/[^\p{L}\d]+/gu, '-').slice(0, 80)}-${index}.png`,
      );
      const [said] = await Promise.all([
        page.locator('body').innerText({ timeout: 5_000 }),
        page.screenshot({ path: kept, timeout: 5_000 }),
      ]).catch((error: unknown) => [String(error)]);
      process.stderr.write(`${name}\n${page.url()} (${kept})\n${said?.slice(0, SAID_MAX)}\n`);
    }),
  );
}

/**
 * What every answer takes longer, in ms, as at the end of a slow line, and how many times slower the processor of the
 * browser is: LATENCY=400 or SLOWNESS=4 shows the journeys that win a race here and lose it on a busy machine. (Not those
 * that cut the network: the first keeps it up.)
 */
const LATENCY = Number(process.env.LATENCY ?? 0);
const SLOWNESS = Number(process.env.SLOWNESS ?? 1);

async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  if (SLOWNESS > 1) await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWNESS });
  if (LATENCY === 0) return;
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
}

// What a test opened is closed when it ends: a page that nobody looks at any more goes on drawing and asking.
let ofThisTest: BrowserContext[] | null = null;
beforeEach(() => {
  ofThisTest = [];
  seatTaken = false;
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await tellPages(task.name);
  const opened = ofThisTest ?? [];
  ofThisTest = null;
  await Promise.all(opened.map((context) => context.close().catch(() => {})));
});

type ContextOptions = Parameters<Browser['newContext']>[0];

/** A visitor nobody has seen before, in this browser: until the test ends, or the file. */
export async function visitorOf(
  browser: Browser,
  options: ContextOptions = {},
  stays: 'for the test' | 'for the file' = 'for the test',
): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'fr-FR', ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  context.on('page', countRequests);
  if (LATENCY > 0 || SLOWNESS > 1) context.on('page', (page) => void slowDown(page));
  if (ofThisTest && stays === 'for the test') ofThisTest.push(context);
  else later(() => context.close().catch(() => {}));
  return context;
}

/** Requests of each page that have no answer yet. */
const asking = new WeakMap<Page, number>();

function countRequests(page: Page): void {
  const count = (more: number) => () => void asking.set(page, (asking.get(page) ?? 0) + more);
  page.on('request', count(1));
  page.on('requestfinished', count(-1));
  page.on('requestfailed', count(-1));
}

/** How long a page that asks nothing more is listened to. */
const SILENCE_MS = 500;

/**
 * Waits until a page of `visitor` that React has taken over asks nothing more. Unlike « networkidle », which a document
 * reaches once: between two requests of a slow page too, and before its scripts are asked for.
 */
export async function silent(page: Page): Promise<void> {
  await hydrated(page);
  for (let looks = 0; looks < 2; ) {
    looks = (asking.get(page) ?? 0) === 0 ? looks + 1 : 0;
    await wait(SILENCE_MS);
  }
}

/** What comes by itself to whoever does nothing for eight seconds (src/browser/gestures.ts) never comes, however slow the page. */
export async function leaveAlone(visited: Page | BrowserContext): Promise<void> {
  await visited.addInitScript(() => {
    const later = globalThis.setTimeout;
    const patient = (act: () => void, ms?: number) => (ms === 8_000 ? 0 : later(act, ms));
    globalThis.setTimeout = patient as typeof setTimeout;
  });
}

let browser: Promise<Browser> | undefined;

/** A fresh visitor in the Chromium of this file: until the test ends, or the file when opened outside one. */
export async function visitor(
  options: ContextOptions = {},
  stays: 'for the test' | 'for the file' = 'for the test',
): Promise<BrowserContext> {
  browser ??= openBrowser();
  return visitorOf(await browser, options, stays);
}

let seat: Promise<BrowserContext> | undefined;
let seatTaken = false;

/**
 * A visitor nobody has seen before, at the same desk as the one of the test before: a window of its own costs more than
 * most of the pages shown in it. Nothing is kept but what a cache may keep; for tests that leave neither a clock nor a
 * script of theirs behind. A second one in the same test is a `visitor`. Its first page stands at about:blank.
 */
export async function passerBy(origin: string, options: ContextOptions = {}): Promise<BrowserContext> {
  if (seatTaken) return visitor(options);
  seatTaken = true;
  seat ??= visitor(options, 'for the file');
  const context = await seat;
  const [page = await context.newPage(), ...others] = context.pages();
  await Promise.all(others.map((other) => other.close()));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  // Only a page of the site reaches what it keeps; this one runs nothing, and no answer to the page before comes after it.
  await page.goto(`${origin}/robots.txt`);
  await context.clearCookies();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.goto('about:blank');
  return context;
}

/**
 * Waits until React has taken the page over: what was typed before may not be heard, above all when the clock of the
 * page stands still. React marks an element once all that it holds is its own; the root comes last, but for what stands in
 * a boundary that waits for its script, as the pages of administrators do: `main` says that it is there.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [document.documentElement, document.querySelector('main')].every(
      (node) => node === null || Object.keys(node).some((key) => key.startsWith('__reactFiber$')),
    ),
  );
}

/** Opens an address of the site as a reader does who waits until the page is there before touching it. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await hydrated(page);
}

/** Each field by its label, as a person fills it, whatever stands in it: typed, or chosen in a list. */
export async function fillIn(within: Page | Locator, said: Readonly<Record<string, string>>) {
  for (const [label, value] of Object.entries(said)) {
    const control = within.getByLabel(label).and(within.locator('input, select, textarea')).first();
    // One field after the other, as hands do.
    if (await control.evaluate((node) => node.tagName === 'SELECT'))
      await control.selectOption({ label: value });
    else await control.fill(value);
  }
}
