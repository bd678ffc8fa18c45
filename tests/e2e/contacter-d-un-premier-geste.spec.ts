import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { clock } from '#platform/clock.server.ts';
import { addDemoAccount } from '#rooms/accounts/accounts.server.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { visit, visitor } from '../kit/browser.ts';
import { cleared, lawfulAgency, lawfulSale } from '../kit/law.ts';
import { type Site, startSite } from '../kit/site.ts';

let site: Site;
let listing = '';
const agency = '/agence/arenes/catalogue';
const reader = { email: 'nadia@exemple.test', password: 'Premiergeste1' };

beforeAll(async () => {
  site = await startSite();
  const { id: agencyId } = await lawfulAgency(site.db, 'arenes', {
    name: 'Agence des Arènes',
    email: 'contact@arenes.exemple-agence.test',
  });
  const { outcomes } = await site.db.transaction().execute((tx) =>
    applyListings(tx, {
      agencyId,
      source: 'poliris',
      run: null,
      now: clock.now(),
      // Enough of them for a page as long as people have.
      drafts: ['A1', 'A2', 'A3', 'A4', 'A5'].map((reference) => cleared(lawfulSale(reference))),
    }),
  );
  listing = `/annonce/${outcomes.get('A1')!.id}`;
  await addDemoAccount(site.db, { ...reader, firstName: 'Nadia', lastName: 'Petit' });
});

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const laptop = { viewport: { width: 1280, height: 800 } };

/** Where the title of the form is in the window, and whether the keyboard is in the form. */
const seen = (page: Page) =>
  page.evaluate(() => {
    const section = document.getElementById('ecrire');
    const top = section?.querySelector('h2')?.getBoundingClientRect().top ?? -1;
    return {
      inView: top >= 0 && top < window.innerHeight,
      focus: section?.contains(document.activeElement) ?? false,
    };
  });

/** The part of the page that holds the form listens. */
const awake = (page: Page) =>
  page.waitForFunction(() => document.getElementById('ecrire')?.closest('[data-later]') === null);

async function leads(page: Page, name: string, touch: boolean) {
  const link = page.getByRole('link', { name, exact: true }).first();
  await (touch ? link.tap() : link.click());
  await expect.poll(() => seen(page)).toEqual({ inView: true, focus: true });
}

it.each<[string, Parameters<typeof visitor>[0], boolean, string, () => string, boolean]>([
  ['au téléphone', phone, true, 'Contacter', () => listing, false],
  ['au téléphone, connectée', phone, true, 'Contacter', () => listing, true],
  ['sur un ordinateur', laptop, false, 'Écrire à l’agence', () => listing, false],
  ['sur un ordinateur, connectée', laptop, false, 'Écrire à l’agence', () => listing, true],
  ['depuis la page d’une agence, au téléphone', phone, true, 'Écrire à l’agence', () => agency, false],
  ['depuis la page d’une agence', laptop, false, 'Écrire à l’agence', () => agency, false],
])(
  'le premier geste mène au formulaire, et le second aussi : %s',
  async (_, options, touch, name, path, signedIn) => {
    const context = await visitor(options);
    if (signedIn) {
      const answer = await context.request.post(`${site.origin}/api/auth/login`, { data: reader });
      expect(answer.status()).toBe(200);
    }
    for (const waitUntil of ['commit', 'networkidle'] as const) {
      const page = await context.newPage();
      await page.goto(`${site.origin}${path()}`, { waitUntil });
      await leads(page, name, touch);
      // What the page does as it wakes moves neither the reader nor the keyboard.
      await awake(page);
      await page.waitForLoadState('networkidle');
      expect(await seen(page)).toEqual({ inView: true, focus: true });
      expect(await page.locator('main').innerText()).toContain('Agence des Arènes');
      // The keyboard goes on from there, into the form.
      await page.keyboard.press('Tab');
      expect((await seen(page)).focus).toBe(true);
      await page.evaluate(() => window.scrollTo(0, 0));
      await leads(page, name, touch);
      await page.close();
    }
  },
);

/** Where React is stopped as it takes the field of the message over, as if the machine had something else to do. */
type Stop = 'as it writes the field' | 'once it drew the page';

/** From there on React waits for `goOn`: it goes on in tasks of their own, which come to it by message. */
function stopReact(stop: Stop): void {
  const send = MessagePort.prototype.postMessage;
  const now = performance.now.bind(performance);
  let late = 0;
  let held: (() => void)[] | null = null;
  performance.now = () => now() + late;
  MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
    if (held) held.push(() => send.call(this, message));
    else send.call(this, message);
  };
  const halt = () => {
    if (late > 0) return;
    // More than React gives itself before it lets others work.
    late = 100;
    held = [];
    document.documentElement.dataset.stopped = '';
  };
  globalThis.goOn = () => {
    const waiting = held ?? [];
    held = null;
    for (const act of waiting) act();
  };
  if (stop === 'as it writes the field') {
    const value = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!;
    Object.defineProperty(HTMLTextAreaElement.prototype, 'value', {
      ...value,
      set(text: string) {
        value.set!.call(this, text);
        halt();
      },
    });
    return;
  }
  const owned = () =>
    Object.keys(document.querySelector('[name="message"]') ?? {}).some((key) =>
      key.startsWith('__reactFiber$'),
    );
  // What React tells its developer tools.
  Object.assign(globalThis, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: () => owned() && halt(),
    },
  });
}

declare global {
  var goOn: () => void;
}

it.each<[string, Stop, (page: Page, text: string) => Promise<void>]>([
  ['touche après touche', 'once it drew the page', (page, text) => page.keyboard.type(text)],
  // As a telephone writes, or who dictates.
  ['mot après mot', 'as it writes the field', (page, text) => page.keyboard.insertText(text)],
])('un message écrit pendant que le formulaire s’éveille reste entier : %s', async (_, stop, write) => {
  const page = await (await visitor(laptop)).newPage();
  await page.addInitScript(stopReact, stop);
  const script = Promise.withResolvers<void>();
  await page.route('**/assets/listing-view-*.js', async (route) => {
    await script.promise;
    await route.continue();
  });
  await visit(page, site.origin + listing);
  const message = page.getByLabel(/Votre message/);
  await message.fill('');
  await write(page, 'Bonjour,  cave ?');
  // A word was forgotten: the next letters come in the middle.
  for (let letters = 0; letters < ' cave ?'.length; letters += 1) await page.keyboard.press('ArrowLeft');
  script.resolve();
  await page.locator('html[data-stopped]').waitFor();
  await write(page, 'avez-');
  await write(page, 'vous une');
  await page.evaluate(() => globalThis.goOn());
  await awake(page);
  expect(await message.inputValue()).toBe('Bonjour, avez-vous une cave ?');
  await write(page, ' grande');
  expect(await message.inputValue()).toBe('Bonjour, avez-vous une grande cave ?');
});
