import type { Page } from 'playwright-core';
import { TOAST_DURATION_MS, UNKNOWN_ACCOUNT_TOAST_MS } from '#contract/constants.ts';

interface Keeping {
  readonly later: typeof setTimeout;
  readonly leaving: (() => void)[];
}
type Kept = Window & { keeping?: Keeping };

/**
 * From now on the toasts of this page stay: what is said is read however slow the machine is, and « once » is counted on a
 * page that forgets nothing. Answers what lets them leave, at once. A load of the page ends it too.
 */
export async function keepToasts(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(
    (durations) => {
      const later = window.setTimeout;
      const leaving: (() => void)[] = [];
      (window as Kept).keeping = { later, leaving };
      const patient = (act: () => void, ms?: number) =>
        durations.includes(ms ?? 0) ? -leaving.push(act) : later(act, ms);
      window.setTimeout = patient as typeof setTimeout;
    },
    [TOAST_DURATION_MS, UNKNOWN_ACCOUNT_TOAST_MS] as number[],
  );
  return () =>
    page.evaluate(() => {
      const { keeping } = window as Kept;
      if (!keeping) return;
      window.setTimeout = keeping.later;
      for (const act of keeping.leaving) act();
    });
}

/** The toast of this title, among those that are shown. */
export const toastOf = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });

/** Does what a toast of this title says, without loading the page anew, and gives its words. */
export async function saying(page: Page, title: string, act: () => Promise<unknown>): Promise<string> {
  const leave = await keepToasts(page);
  await act();
  const words = await toastOf(page, title).first().innerText();
  await leave();
  return words;
}
