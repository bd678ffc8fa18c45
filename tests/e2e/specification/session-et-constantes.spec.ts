import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { hydrated, visitor } from '../../kit/browser.ts';
import { measured } from '../../kit/individuals/measured.ts';
import { capped } from '../../kit/individuals/phones.ts';
import { type Checks, checkRows } from '../../kit/individuals/rows.ts';
import {
  asksFor,
  believedInTime,
  checksOf,
  follow,
  refuseChecks,
  retriedInTime,
} from '../../kit/individuals/session.ts';
import {
  anonymous,
  fillLogin,
  fillSignup,
  giving,
  here,
  issuer,
  kept,
  known,
  member,
  open,
  read,
  rented,
  says,
  send,
  signOut,
  site,
  sold,
  somebody,
  still,
} from '../../kit/individuals/site.ts';
import { door, fourToasts, lasts, removedInTime, toastFor, toasts } from '../../kit/individuals/toasts.ts';
import { eventually } from '../../kit/site.ts';

/** By the name of their row. */
const checks: Checks = {
  'session-states': async () => {
    const { context, email } = await member();
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await context.route('**/api/auth/check', async (route) => {
      await held;
      await route.continue();
    });
    const page = await context.newPage();
    const asked = page.waitForRequest('**/api/auth/check');
    await page.goto(`${site.origin}/`);
    await asked;
    // Unknown as yet: nothing is said of anybody.
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
    answer();
    await known(page);
    expect(await page.evaluate(() => localStorage.getItem('user'))).toContain(email);
    const nobody = await anonymous('/');
    await nobody.waitForLoadState('networkidle');
    expect(await nobody.evaluate(() => localStorage.getItem('user'))).toBeNull();
  },
  'welcome-login': async () => {
    const { email } = await member();
    const page = await anonymous('/connexion');
    await fillLogin(page, email);
    await welcomed(page, () => send(page));
  },
  'welcome-registration': async () => {
    const page = await anonymous('/inscription');
    await fillSignup(page, somebody().email);
    await welcomed(page, () => page.getByRole('button', { name: 'Créer mon compte' }).click());
  },
  'welcome-google': async () => {
    for (const [address, button] of [
      ['/inscription', 'S’inscrire avec Google'],
      ['/connexion', 'Se connecter avec Google'],
    ] as const) {
      issuer.next({
        sub: 'g-1',
        email: 'google@essai.test',
        email_verified: true,
        given_name: 'Zoé',
        family_name: 'M',
      });
      const page = await anonymous(address);
      await welcomed(page, () => page.getByRole('button', { name: button }).click());
    }
  },
  'anonymous-logout': async () => {
    const { context } = await member();
    const page = await open(context, '/');
    await known(page);
    await signOut(page);
    await page.locator('header').getByRole('link', { name: 'Connexion', exact: true }).waitFor();
    expect(await kept(page)).toEqual([]);
  },
  'anonymous-failed': async () => {
    const { context } = await member();
    const page = await open(context, '/');
    await known(page);
    await context.clearCookies();
    await page.reload();
    await eventually('plus personne', () => page.evaluate(() => localStorage.getItem('user') === null));
    await page.locator('header').getByRole('link', { name: 'Connexion', exact: true }).waitFor();
  },
  'anonymous-other-tab': async () => {
    const { context } = await member();
    const one = await open(context, '/');
    const two = await open(context, '/contact');
    await known(two);
    await signOut(one);
    await two.locator('header').getByRole('link', { name: 'Connexion', exact: true }).waitFor();
    expect(here(two)).toBe('/contact');
  },
  'anonymous-protected': async () => {
    const { context } = await member();
    const page = await open(context, '/tableau-de-bord?vu=2');
    await known(page);
    const other = await open(context, '/');
    await signOut(other);
    await page.waitForURL(`${site.origin}/connexion?redirect=%2Ftableau-de-bord%3Fvu%3D2`);
  },
  'check-cached': believedInTime,
  'check-shared': async () => {
    const context = await visitor();
    const asked = checksOf(context);
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await context.route('**/api/auth/check', async (route) => {
      await held;
      await route.continue();
    });
    const page = await open(context, '/mentions-legales');
    await asksFor(asked, 1);
    for (const [words, address] of [
      ['Accueil', '/'],
      ['Se connecter', '/connexion'],
      ['Créer un compte', '/inscription'],
    ] as const) {
      await page.locator('footer').getByRole('link', { name: words, exact: true }).click();
      await page.waitForURL(site.origin + address);
    }
    expect(asked).toHaveLength(1);
    answer();
  },
  'check-retried': retriedInTime,
  'check-cleared': async () => {
    const context = await visitor();
    const asked = checksOf(context);
    await refuseChecks(context);
    const page = await context.newPage();
    const now = Date.now();
    await page.clock.setFixedTime(now);
    await page.goto(`${site.origin}/mentions-legales`);
    await asksFor(asked, 2);
    await eventually('plus personne', () => page.evaluate(() => localStorage.getItem('user') === null));
    // Believed briefly: the next page does not ask, the one after a moment does.
    await follow(page, 'Accueil', '/');
    expect(asked).toHaveLength(2);
    await page.clock.setFixedTime(now + 1_500);
    await follow(page, 'Se connecter', '/connexion');
    await asksFor(asked, 3);
  },
  'check-skipped': async () => {
    const { context } = await member();
    const asked = checksOf(context);
    const addresses = [
      '/agence/connexion',
      '/agence/inscription',
      '/agence/recherche',
      '/agence/mot-de-passe-oublie',
      '/agence/confirmation-email',
      '/agence/inscription-reussie',
      '/agence/dupont/annonces',
      '/boost',
    ];
    const page = await context.newPage();
    for (const address of addresses) {
      // What would ask is there, and has looked at where it is.
      const ready = page.waitForResponse(/\/open-sessions-[^/]+\.js$/);
      await page.goto(site.origin + address, { waitUntil: 'load' });
      await (await ready).finished();
      await hydrated(page);
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    }
    expect(asked).toEqual([]);
    await open(context, '/');
    await asksFor(asked, 1);
  },
  'toasts-three': async () => {
    const page = await fourToasts();
    expect(await toasts(page).count()).toBe(3);
  },
  'toasts-newest': async () => {
    const page = await fourToasts();
    const places = await Promise.all(
      (await toasts(page).all()).map(async (toast) => ({
        words: (await toast.innerText()).split('\n').filter(Boolean)[1],
        top: (await toast.boundingBox())?.y ?? 0,
      })),
    );
    expect(places.toSorted((a, b) => a.top - b.top).map(({ words }) => words)).toEqual([
      'Refus 4.',
      'Refus 3.',
      'Refus 2.',
    ]);
  },
  'toast-removed': removedInTime,
  'cart-purged': async () => {
    const page = await anonymous('/mentions-legales');
    const after = async (age: number) => {
      await page.evaluate(
        (since) => localStorage.setItem('boost_cart', JSON.stringify({ timestamp: Date.now() - since })),
        age,
      );
      await page.reload();
      await hydrated(page);
      return kept(page);
    };
    expect(await after(23 * 3_600_000)).toEqual(['boost_cart']);
    expect(await after(25 * 3_600_000)).toEqual([]);
  },
  'return-visit': async () => {
    const day = (back: number) => {
      const paris = new Intl.DateTimeFormat('fr-CA', { timeZone: 'Europe/Paris' });
      return paris.format(new Date(Date.now() - back * 86_400_000));
    };
    const { told, page } = await measured('origin', day(3));
    await eventually('l’événement', async () => told.length >= 2);
    expect(told).toContainEqual({ event: 'return_visit', days: 3 });
    expect(await page.evaluate(() => localStorage.getItem('last_visit'))).toBe(day(0));
    // Once a day: the same page again is no return.
    told.length = 0;
    await page.reload();
    await eventually('la page', async () => told.length >= 1);
    expect(told).toEqual([{ event: 'page_view', path: '/mentions-legales' }]);
  },

  'constant-cache': believedInTime,
  'constant-retry': retriedInTime,
  'constant-phones': capped,
  'constant-toasts': async () => {
    expect(await toasts(await fourToasts()).count()).toBe(3);
  },
  'constant-removal': removedInTime,
  'constant-toast': async () => {
    const page = await still(await visitor(), '/connexion');
    await page.route('**/api/auth/login', giving({ status: 400, json: { message: 'Un refus.' } }));
    await fillLogin(page);
    await send(page);
    await lasts(page, 'Un refus.', 5_000);
  },
  'constant-swipe': async () => {
    const page = await door('/connexion');
    const drag = async (pixels: number) => {
      const box = (await toasts(page).first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      const [x, y] = [box.x + 20, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + pixels / 2, y);
      await page.mouse.move(x + pixels, y);
      await page.mouse.up();
    };
    await toastFor({ status: 400, json: { message: 'À faire glisser.' } });
    await drag(45);
    expect(await toasts(page).count()).toBe(1);
    await drag(60);
    await toasts(page).first().waitFor({ state: 'detached' });
  },
  'constant-hotkey': async () => {
    const page = await door('/connexion');
    await toastFor({ status: 400, json: { message: 'À rejoindre au clavier.' } });
    await page.keyboard.press('F8');
    expect(
      await page.evaluate(() => document.activeElement?.closest('[aria-label^="Notifications"]') !== null),
    ).toBe(true);
  },
  'constant-unknown': async () => {
    const page = await still(await visitor(), '/connexion');
    await fillLogin(page, somebody().email);
    await send(page);
    await lasts(page, 'Compte inexistant', 2_500);
  },
  'constant-cart': async () => {
    const page = await anonymous('/mentions-legales');
    const after = async (age: number) => {
      await page.evaluate(
        (since) => localStorage.setItem('boost_cart', JSON.stringify({ timestamp: Date.now() - since })),
        age,
      );
      await page.reload();
      await hydrated(page);
      return kept(page);
    };
    expect(await after(86_400_000 - 60_000)).toEqual(['boost_cart']);
    expect(await after(86_400_000 + 1)).toEqual([]);
  },
  'constant-badges': async () => {
    const { html } = await read('/dev/ui');
    for (const badge of ['99+', '9+']) expect(html).toContain(`>${badge}<`);
  },
  'constant-locale': async () => {
    const { html } = await read(`/annonce/${sold}`);
    expect(html).toContain('<html lang="fr">');
    expect(html).toContain('"priceCurrency":"EUR"');
    expect(html).toContain('250 000,00 €');
  },
  'prices-decimals': async () => {
    for (const address of ['/acheter/nimes-30000', `/annonce/${sold}`]) await says(address, '250 000,00 €');
  },
  'prices-month': async () => {
    const { slug } = await site.db
      .selectFrom('listing')
      .innerJoin('place', 'place.code', 'listing.cityCode')
      .select('place.slug')
      .where('listing.id', '=', rented)
      .executeTakeFirstOrThrow();
    for (const address of [`/annonce/${rented}`, `/louer/${slug}`]) await says(address, '842,00 €/mois');
  },
  surface: () => says(`/annonce/${sold}`, '62,40 m²'),
  ranges: async () => {
    await says('/acheter/nimes-30000?prixMin=100000&prixMax=300000', 'À partir de 100 000,00 €');
    await says('/acheter/nimes-30000?prixMin=100000&prixMax=300000', "Jusqu'à 300 000,00 €");
  },
  'storage-keys': async () => {
    // On a page of agencies nobody asks who the individual is: start-up alone looks at them, and leaves them.
    const page = await anonymous('/agence/recherche');
    await page.evaluate(() => {
      localStorage.setItem('user', '{"id":1}');
      localStorage.setItem('token', 'abc');
      localStorage.setItem('agency_data', '{"id":1}');
      localStorage.setItem('agency_token', 'def');
      localStorage.setItem('userdata', 'à ranger');
    });
    await page.reload();
    await eventually('le ménage', async () => !(await kept(page)).includes('userdata'));
    expect(await kept(page)).toEqual(['agency_data', 'agency_token', 'token', 'user']);
  },
  'legacy-purged': () =>
    tidied(
      { userdata: '{}', remembermeu: 'a', remembermep: 'b', authToken: 'x', boostCart: '{}', autre: 'c' },
      ['autre'],
    ),
  'corrupt-removed': () => tidied({ user: 'undefined', agency_data: '[1]', boost_cart: '{"x' }, []),
  queries: async () => {
    const context = await visitor();
    const asked: string[] = [];
    let answered = 0;
    await context.route(/\/api\/(listings|alerts\/preview)/, async (route) => {
      asked.push(route.request().url());
      await route.fulfill({ status: 500, json: {} });
      answered += 1;
    });
    const page = await still(context, '/alertes/nouvelle?transaction=achat&lieux=nimes-30000');
    await page.getByLabel('Maximum').first().fill('300000');
    await page.getByLabel('Minimum').first().fill('100000');
    await eventually('une requête refusée', async () => {
      await page.clock.runFor(500);
      return asked.length > 0 && answered === asked.length;
    });
    await page.clock.runFor(5_000);
    const before = asked.length;
    await page.clock.runFor(60_000);
    await page.evaluate(() => {
      // As a browser does: from the document, up to the window.
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      window.dispatchEvent(new Event('focus'));
    });
    await page.clock.runFor(5_000);
    expect(asked).toHaveLength(before);
    expect(new Set(asked).size).toBe(before);
  },
  'analytics-local': async () => {
    const { told, page } = await measured('local');
    await page.waitForLoadState('networkidle');
    await page.locator('footer').getByRole('link', { name: 'Accueil', exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.waitForLoadState('networkidle');
    expect(told).toEqual([]);
  },
};

/** What this does signs its reader in: the dashboard, a toast that is looked for from the start, the user kept. */
async function welcomed(page: Page, act: () => Promise<void>) {
  await Promise.all([
    toasts(page).filter({ hasText: 'Bienvenue' }).waitFor(),
    act().then(() => page.waitForURL(`${site.origin}/tableau-de-bord`)),
  ]);
  await known(page);
}

async function tidied(entries: Record<string, string>, left: string[]) {
  const page = await anonymous('/agence/connexion');
  await page.evaluate((given) => {
    for (const [key, value] of Object.entries(given)) localStorage.setItem(key, value);
  }, entries);
  await page.reload({ waitUntil: 'load' });
  await eventually('le ménage', async () => JSON.stringify(await kept(page)) === JSON.stringify(left));
}

describe('la session et les constantes de la spécification', () => {
  checkRows(import.meta.filename, checks);
});
