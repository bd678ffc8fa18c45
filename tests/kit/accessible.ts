import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** The axe that @axe-core/playwright brings. Its builder reads a page alike, but takes four times as long at it. */
const { source } = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core') as {
  source: string;
};

interface Axe {
  run(options: object): Promise<{
    violations: { id: string; impact?: string | null; nodes: { target: unknown[] }[] }[];
  }>;
}

/** How long a page may take to come to rest, in milliseconds: a fault is what a reading that begins later still finds. */
const REST_MS = 30_000;

/** The widths that every page is read at, in pixels: a small phone, a desk. */
const WIDTHS = [360, 1280] as const;

/** What axe finds once what moves stands. */
const read = (page: Page) =>
  page.evaluate(async () => {
    // What fades in is pale until it stands.
    const moving = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime ?? 0),
      );
    // Not for ever: what is drawn no more never ends. Not as long as a toast is shown: toasts.ts holds timers of that length.
    const longEnough = new Promise((resolve) => setTimeout(resolve, 6_000));
    await Promise.race([Promise.allSettled(moving.map(({ finished }) => finished)), longEnough]);
    const { axe } = window as unknown as { axe: Axe };
    const found = await axe.run({ resultTypes: ['violations'] });
    return found.violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      targets: nodes.map(({ target }) => target.join(' ')),
    }));
  });

/** Findings of axe on the page as it stands; `grave` keeps the serious and the critical ones only. */
export async function axeFaults(page: Page, { grave = false } = {}): Promise<string[]> {
  // No page of the product has a frame: what is given to the page reads it all. Once for each page: it is large.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const faults = async () =>
    (await read(page))
      .filter(({ impact }) => !grave || impact === 'serious' || impact === 'critical')
      .map(({ id, targets }) => `${id} : ${targets.join(', ')}`);
  const rested = performance.now() + REST_MS;
  for (;;) {
    const begun = performance.now();
    const found = await faults();
    // A toast that comes or goes, or figures asked again after a pause in typing, are pale meanwhile: what is wrong stays.
    if (found.length === 0 || begun >= rested) return found;
  }
}

/** What sticks out and what axe finds at both widths, on the page as it stands. */
export async function faultsAtBothWidths(page: Page, options: { grave?: boolean } = {}): Promise<string[]> {
  const faults: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
    const sticksOut = await page.evaluate(async () => {
      // Once what depends on the width is drawn; not for ever: a page that the browser hides is drawn no more.
      const frame = () => new Promise(requestAnimationFrame);
      await Promise.race([frame().then(frame), new Promise((resolve) => setTimeout(resolve, 5_000))]);
      return document.documentElement.scrollWidth > window.innerWidth;
    });
    if (sticksOut) faults.push(`${width} pixels : la page déborde`);
    for (const fault of await axeFaults(page, options)) faults.push(`${width} pixels : ${fault}`);
  }
  return faults;
}

/** What the browser, the security policy and the hydration complain of from now on; a 404 page may answer 404. */
export function complaintsOf(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 404/.test(message.text())) said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(String(error)));
  return said;
}
