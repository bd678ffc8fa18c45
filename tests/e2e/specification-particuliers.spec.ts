import { type BrowserContext, chromium, type Page, type Route } from 'playwright-core';
import { describe, expect, it, test } from 'vitest';
import { isBuilt } from '../../src/contract/paths.ts';
import { readEnv } from '../../src/platform/env.server.ts';
import { answerForgotten } from '../../src/rooms/accounts/links/rules.server.ts';
import { flat, makeAgency, makeAlert } from '../kit/alerts.ts';
import { postFrom } from '../kit/elsewhere.ts';
import { freePort } from '../kit/free-port.ts';
import { startIssuer } from '../kit/issuer.ts';
import { lawfulRental } from '../kit/law.ts';
import { later } from '../kit/leftovers.ts';
import { eventually, startSite, visitor } from '../kit/site.ts';
import { rowsOf } from '../kit/specification-individuals.ts';

const nbsp = '\u00a0';
const password = 'Unbonmot2passe';
const port = await freePort();
const issuer = await startIssuer(`http://localhost:${port}/auth/google`);
const site = await startSite({ role: 'web', settings: issuer.settings, port });
const agency = await makeAgency(site);
const [sold = 0, rented = 0] = await agency.publish(
  flat('vente', { price: 25_000_000, surface: 62.4, carrezSurface: 62.4 }),
  lawfulRental('location', { price: 84_200, surface: 22 }),
);

/** A page as a reader without JavaScript gets it; spaces and apostrophes as they are in the specification. */
async function read(address: string, cookie = '') {
  const response = await fetch(site.origin + address, { redirect: 'manual', headers: { cookie } });
  const html = (await response.text())
    .replaceAll('<!-- -->', '')
    .replaceAll(nbsp, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    location: response.headers.get('location'),
    html,
    h1: (/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? '').replaceAll(/<[^>]+>/g, ''),
    header: /<header[\s\S]*?<\/header>/.exec(html)?.[0] ?? '',
    footer: /<footer[\s\S]*?<\/footer>/.exec(html)?.[0] ?? '',
  };
}
/** `[words, address]` of every link, in order. */
const linksOf = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)].map(([, href = '', words = '']) => [
    words.replaceAll(/<[^>]+>/g, '').trim(),
    href,
  ]);
const answers = async (address: string, h1: RegExp | string) => {
  const { status, h1: title } = await read(address);
  expect([address, status, title]).toEqual([
    address,
    200,
    typeof h1 === 'string' ? h1 : expect.stringMatching(h1),
  ]);
};

/** Whether a page says these words; the page itself is too long to be shown. */
const says = async (address: string, words: string) =>
  expect([address, words, (await read(address)).html.replaceAll(/<[^>]+>/g, '').includes(words)]).toEqual([
    address,
    words,
    true,
  ]);

let people = 0;
const somebody = () => {
  people += 1;
  return { firstName: 'Léa', lastName: 'Petit', email: `personne${people}@essai.test`, password };
};

/** A browser whose owner has an account, signed in, and proved the address. */
async function member() {
  const context = await visitor({ viewport: { width: 1280, height: 900 } });
  const person = somebody();
  // One client may register or log in 30 times in a quarter of an hour: the later half comes by the other door.
  const early = people <= 20;
  if (!early) await postFrom('127.0.0.9', `${site.origin}/api/auth/register`, person);
  const answer = await context.request.post(`${site.origin}/api/auth/${early ? 'register' : 'login'}`, {
    data: person,
  });
  expect(answer.status()).toBe(200);
  await site.db
    .updateTable('account')
    .set({ emailVerifiedAt: new Date() })
    .where('email', '=', person.email)
    .execute();
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  return { context, cookie, ...person };
}
const open = async (context: BrowserContext, address: string) => {
  const page = await context.newPage();
  await page.goto(site.origin + address);
  return page;
};
const anonymous = async (address = '/') =>
  open(await visitor({ viewport: { width: 1280, height: 900 } }), address);
const here = (page: Page) => page.url().replace(site.origin, '');
const kept = (page: Page) => page.evaluate(() => Object.keys(localStorage).toSorted());

async function fillLogin(page: Page, email = 'lea@essai.test') {
  await page.getByLabel('Adresse e-mail').fill(email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
}
const send = (page: Page) => page.getByRole('button', { name: 'Se connecter', exact: true }).click();
const signOut = async (page: Page) => {
  await page.locator('header summary').filter({ hasText: 'Léa' }).click();
  await page.getByRole('button', { name: 'Se déconnecter' }).click();
};
const toasts = (page: Page) => page.locator('[aria-label^="Notifications"] li');

type Answer = Parameters<Route['fulfill']>[0] | 'silence';
const giving = (answer: Answer) => (route: Route) =>
  answer === 'silence' ? route.abort() : route.fulfill(answer);

/** One page of login and one of registration, whose calls are answered as a row says. */
const doors = new Map<string, Page>();
async function door(address: '/connexion' | '/inscription') {
  const known = doors.get(address);
  if (known && here(known) === address) return known;
  const page = await anonymous(address);
  if (address === '/inscription') {
    await page.getByLabel('Prénom').fill('Léa');
    await page.getByLabel('Nom', { exact: true }).fill('Petit');
  }
  await fillLogin(page);
  doors.set(address, page);
  return page;
}

/** The toast that a login answered so makes: its lines, and whether it is destructive. */
async function toastOf(answer: Answer) {
  const page = await door('/connexion');
  for (const close of await page.getByRole('button', { name: 'Fermer la notification' }).all())
    await close.click();
  await toasts(page).first().waitFor({ state: 'detached' });
  await page.route('**/api/auth/*', giving(answer), { times: 1 });
  await send(page);
  const toast = toasts(page).first();
  await toast.waitFor();
  // At once: it leaves by itself.
  return toast.evaluate((element) => ({
    lines: (element as HTMLElement).innerText.replaceAll('\u00a0', ' ').split('\n').filter(Boolean),
    destructive: element.className.includes('rouge'),
  }));
}

/** What the toast of a failed login says, below its title. */
async function toastFor(answer: Answer) {
  const [title, ...words] = (await toastOf(answer)).lines;
  expect(title).toBe('Erreur de connexion');
  return words.join('\n');
}
const refused = (message: string, status = 400) => toastFor({ status, json: { message } });

/** On a protected page, a call of the page is answered so: where the reader stands then, and what is kept. */
async function onDashboard(answer: Answer) {
  const { context, email } = await member();
  await makeAlert(site, { email });
  const page = await open(context, '/tableau-de-bord?vu=1');
  await eventually('la session', () => page.evaluate(() => localStorage.getItem('user') !== null));
  await page.evaluate(() => {
    localStorage.setItem('token', 'abc');
    localStorage.setItem('agency_data', '{"id":1}');
    localStorage.setItem('agency_token', 'def');
  });
  const given = page.waitForRequest(/\/api\/alerts\/\d+$/);
  await page.route(/\/api\/alerts\/\d+$/, giving(answer));
  await page.getByRole('switch', { name: /^Alerte active/ }).click();
  await given;
  return page;
}
const LOGIN_AND_BACK = '/connexion?redirect=%2Ftableau-de-bord%3Fvu%3D1';

/** A page whose clock stands still until it is moved: from before it begins, or once it stands. */
async function still(context: BrowserContext, address: string, from: 'start' | 'load' = 'load') {
  const page = await context.newPage();
  const checked = page.waitForResponse('**/api/auth/check');
  await page.clock.install();
  if (from === 'start') await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto(site.origin + address);
  await (await checked).finished();
  if (from === 'load') await page.clock.pauseAt(Date.now() + 60_000);
  return page;
}

/** The checks of the session that this browser asks for, as they come. */
function checksOf(context: BrowserContext) {
  const asked: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/api/auth/check')) asked.push(request.url());
  });
  return asked;
}
const asksFor = (asked: string[], count: number) =>
  eventually(`${count} vérifications`, async () => asked.length >= count);

/** Fills a field as one types, and gives what it shows. */
async function typed(page: Page, text: string) {
  const field = page.getByLabel(/Téléphone/);
  await field.fill('');
  await field.pressSequentially(text);
  return field.inputValue();
}
let signup: Page | undefined;
const signupPage = async () => (signup ??= await anonymous('/inscription'));

const hasField = async (address: string, name: string, { required }: { required: boolean }) => {
  const { html } = await read(address);
  const field = new RegExp(`<(?:input|textarea|select)[^>]* name="${name}"[^>]*>`).exec(html)?.[0] ?? '';
  expect([name, field !== '', / required(=|\s|>)/.test(field)]).toEqual([name, true, required]);
};

const SERVICE = 'http://mesure.vigie-essai.fr/e';
let underPublicName: ReturnType<typeof openPublic> | undefined;

/** The same product under a name of the open Internet, and a browser that finds it here. */
async function openPublic() {
  const itsPort = await freePort();
  const origin = `http://www.vigie-essai.fr:${itsPort}`;
  const settings = { PUBLIC_URL: origin, ANALYTICS_URL: SERVICE };
  const { origin: local } = await startSite({ role: 'web', beside: site, port: itsPort, settings });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP *.vigie-essai.fr 127.0.0.1'],
  });
  later(() => browser.close());
  return { origin, local, browser };
}

/** What leaves for the measurement service when a page is opened under this name, by a reader who agreed. */
async function measured(name: 'origin' | 'local', lastVisit?: string) {
  const there = await (underPublicName ??= openPublic());
  const context = await there.browser.newContext({ locale: 'fr-FR' });
  const told: unknown[] = [];
  await context.route('http://mesure.vigie-essai.fr/**', (route) => {
    told.push(JSON.parse(route.request().postData() ?? 'null'));
    return route.fulfill({ status: 204 });
  });
  await context.addInitScript(
    ([day]) => {
      const at = new Date().toISOString();
      localStorage.setItem('consent', JSON.stringify({ measurement: true, comfort: false, at }));
      if (day && !sessionStorage.getItem('begun')) localStorage.setItem('last_visit', day);
      sessionStorage.setItem('begun', '1');
    },
    [lastVisit ?? ''],
  );
  const page = await context.newPage();
  await page.goto(`${there[name]}/mentions-legales`);
  return { told, page };
}

/** By the name of their row. */
const checks: Record<string, () => Promise<void>> = {
  'three-sets': async () => {
    for (const [address, space] of [
      ['/nulle-part', /aria-label="Annonces"/],
      ['/agence/nulle-part', />Pro</],
      ['/boost/nulle-part', />Pro</],
      ['/admin/nulle-part', />Administration</],
    ] as const)
      expect((await read(address)).header, address).toMatch(space);
  },
  'not-found': async () => {
    const { status, h1 } = await read('/nulle-part');
    expect([status, h1]).toEqual([404, expect.stringMatching(/\w/)]);
  },
  'on-demand': async () => {
    const page = await anonymous('/mentions-legales');
    const scripts = () =>
      page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    await page.waitForLoadState('load');
    expect((await scripts()).filter((name) => /\/signup-/.test(name))).toEqual([]);
    await page.getByRole('link', { name: 'Inscription', exact: true }).click();
    await page.waitForURL('**/inscription');
    expect((await scripts()).filter((name) => /\/signup-/.test(name))).not.toEqual([]);
  },
  scroll: async () => {
    const page = await anonymous('/');
    await page.evaluate(() => window.scrollTo(0, 600));
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
    await page.locator('footer').getByRole('link', { name: 'Mentions légales' }).first().click();
    await page.waitForURL('**/mentions-legales');
    await eventually('le haut de la page', () => page.evaluate(() => window.scrollY === 0));
  },
  home: () => answers('/', /\w/),
  login: () => answers('/connexion', 'Connexion'),
  signup: () => answers('/inscription', 'Créer un compte'),
  forgot: () => answers('/mot-de-passe-oublie', 'Mot de passe oublié'),
  reset: () => answers('/reinitialiser-mot-de-passe', /\w/),
  'legal-notice': () => answers('/mentions-legales', 'Mentions légales'),
  terms: () => answers('/conditions-utilisation', /^Conditions (générales )?d['’]utilisation$/),
  'sales-terms': () => answers('/conditions-generales-vente', /^Conditions générales de vente$/),
  contact: () => answers('/contact', /ontact/),
  unsubscribe: () => answers('/desinscription', /\w/),
  'new-alert': () => answers('/alertes/nouvelle', /alerte/),
  listing: () => answers(`/annonce/${sold}`, /Nîmes/),
  city: async () => {
    await answers('/acheter/nimes-30000', /Nîmes/);
    await answers('/louer/nimes-30000', /Nîmes/);
    await answers('/neuf/nimes-30000', /Nîmes/);
  },
  'city-type': async () => {
    for (const way of ['acheter', 'louer', 'neuf']) {
      await answers(`/${way}/nimes-30000/appartement`, /Nîmes/);
      await answers(`/${way}/nimes-30000/maison`, /Nîmes/);
    }
  },
  'city-district': async () => {
    for (const way of ['acheter', 'louer', 'neuf'])
      await answers(`/${way}/lyon-69000/7e-arrondissement`, /Lyon 7/);
  },
  prices: async () => {
    await answers('/prix-immobilier/montpellier-34000', /Montpellier/);
    await answers('/prix-immobilier/montpellier-34000/appartement', /Montpellier/);
  },
  'other-reading': async () => {
    for (const address of [
      '/acheter/neuf/lyon-69000',
      '/acheter/neuf/lyon-69000/7e-arrondissement',
      '/acheter/neuf/lyon-69000/maison',
      '/acheter/lyon-69000',
      '/acheter/lyon-69000/7e-arrondissement',
      '/louer/lyon-69000',
      '/louer/lyon-69000/appartement',
    ])
      await answers(address, /Lyon/);
  },
  sitemaps: async () => {
    const map = await read('/sitemap.xml');
    expect([map.status, map.type, map.html]).toEqual([
      200,
      expect.stringContaining('xml'),
      expect.stringContaining('<sitemapindex'),
    ]);
    const robots = await read('/robots.txt');
    expect([robots.status, robots.html]).toEqual([200, expect.stringMatching(/^Sitemap: http/m)]);
  },
  dashboard: async () => {
    const { cookie } = await member();
    const { status, h1 } = await read('/tableau-de-bord', cookie);
    expect([status, h1]).toEqual([200, 'Mes alertes']);
  },
  'edit-alert': async () => {
    const { cookie, email } = await member();
    const id = await makeAlert(site, { email });
    const { status, html } = await read(`/alertes/${id}/modifier`, cookie);
    expect([status, html]).toEqual([200, expect.stringContaining('Un logement à Nîmes')]);
    const other = await member();
    expect((await read(`/alertes/${id}/modifier`, other.cookie)).status).toBe(404);
  },
  'alert-results': async () => {
    const { cookie, email } = await member();
    const id = await makeAlert(site, { email });
    const { status, html } = await read(`/alertes/${id}/resultats`, cookie);
    expect([status, html]).toEqual([200, expect.stringContaining('Un logement à Nîmes')]);
    const other = await member();
    expect((await read(`/alertes/${id}/resultats`, other.cookie)).status).toBe(404);
  },
  profile: async () => {
    const { cookie, email } = await member();
    const { status, h1, html } = await read('/profil', cookie);
    expect([status, h1, html]).toEqual([200, 'Mon profil', expect.stringContaining(email)]);
  },
  protected: async () => {
    for (const address of ['/tableau-de-bord', '/alertes/12/modifier', '/alertes/12/resultats', '/profil'])
      expect([address, (await read(address)).status]).toEqual([address, 302]);
    // What is no page is not protected (interface.md, fine points 1).
    expect((await read('/nulle-part')).status).toBe(404);
  },
  'login-redirect': async () => {
    for (const address of [
      '/tableau-de-bord',
      '/alertes/12/modifier',
      '/alertes/12/resultats?page=2',
      '/profil?a=b',
    ])
      expect((await read(address)).location).toBe(`/connexion?redirect=${encodeURIComponent(address)}`);
  },
  'no-redirect': async () => {
    for (const address of ['/', '/contact', `/annonce/${sold}`])
      expect(linksOf((await read(address)).header)).toContainEqual(['Connexion', '/connexion']);
  },
  unauthenticated: async () => {
    const page = await anonymous('/profil');
    expect(here(page)).toBe('/connexion?redirect=%2Fprofil');
  },
  'header-login': async () => {
    expect(linksOf((await read('/')).header)).toContainEqual(['Connexion', '/connexion']);
  },
  'header-signup': async () => {
    expect(linksOf((await read('/')).header)).toContainEqual(['Inscription', '/inscription']);
  },
  'header-alert': async () => {
    const links = linksOf((await read('/')).header);
    expect(links).toContainEqual(['Nouvelle alerte', '/alertes/nouvelle']);
    expect(links.map(([words]) => words)).not.toContain('Mes alertes');
  },
  'header-alerts': async () => {
    const { cookie } = await member();
    expect(linksOf((await read('/', cookie)).header)).toContainEqual(['Mes alertes', '/tableau-de-bord']);
  },
  'header-alert-in': async () => {
    const { cookie } = await member();
    const links = linksOf((await read('/', cookie)).header);
    expect(links).toContainEqual(['Nouvelle alerte', '/alertes/nouvelle']);
    for (const gone of ['Connexion', 'Inscription'])
      expect(links.map(([words]) => words)).not.toContain(gone);
  },
  'header-profile': async () => {
    const { context } = await member();
    const page = await open(context, '/');
    await page.locator('header summary').filter({ hasText: 'Léa' }).click();
    await page.locator('header').getByRole('link', { name: 'Mon profil' }).click();
    await page.waitForURL(`${site.origin}/profil`);
  },
  'header-sign-out': async () => {
    const { context } = await member();
    const page = await open(context, '/');
    await page.locator('header summary').filter({ hasText: 'Léa' }).click();
    expect(await page.locator('header').getByRole('button', { name: 'Se déconnecter' }).isVisible()).toBe(
      true,
    );
  },
  ...Object.fromEntries(
    (
      [
        ['footer-home', 'Navigation', 0, 'Accueil', '/'],
        ['footer-alert', 'Navigation', 1, 'Créer une alerte', '/alertes/nouvelle'],
        ['footer-login', 'Navigation', 2, 'Se connecter', '/connexion'],
        ['footer-signup', 'Navigation', 3, 'Créer un compte', '/inscription'],
        ['footer-contact', 'Support', 0, 'Nous contacter', '/contact'],
        ['footer-terms', 'Support', 1, "Conditions d'utilisation", '/conditions-utilisation'],
        ['footer-sales-terms', 'Support', 2, 'CGV', '/conditions-generales-vente'],
        ['footer-legal-notice', 'Support', 3, 'Mentions légales', '/mentions-legales'],
      ] as const
    ).map(([id, group, rank, words, address]) => [
      id,
      async () => {
        const { footer } = await read('/');
        const list = new RegExp(`>${group}</h2>([\\s\\S]*?)</nav>`).exec(footer)?.[1] ?? '';
        expect(linksOf(list)).toHaveLength(4);
        expect(linksOf(list)[rank]).toEqual([words, address]);
      },
    ]),
  ),
  'footer-pro': async () => {
    const links = linksOf((await read('/')).footer).filter(([, href]) => href === '/agence');
    // No link leads to a page that is not there yet.
    expect(links.map(([words]) => words)).toEqual(
      isBuilt('agencyHome') ? [expect.stringMatching(/Pro/)] : [],
    );
  },
  'footer-social': async () => {
    const social = linksOf((await read('/')).footer).filter(([, href]) =>
      /^https:\/\/[^/]*facebook/.test(href ?? ''),
    );
    expect(social).toHaveLength(1);
  },
  'footer-legal': async () => {
    const { footer } = await read('/');
    const legal = linksOf(footer.slice(footer.lastIndexOf('</nav>')));
    for (const entry of [
      ['Mentions légales', '/mentions-legales'],
      ["Conditions d'utilisation", '/conditions-utilisation'],
      ['CGV', '/conditions-generales-vente'],
    ])
      expect(legal).toContainEqual(entry);
  },
  logo: async () => {
    const { cookie } = await member();
    const logoOf = async (address: string, as = '') => linksOf((await read(address, as)).header)[0]?.[1];
    expect(await logoOf('/agence/connexion', cookie)).toBe('/agence');
    expect(await logoOf('/contact', cookie)).toBe('/tableau-de-bord');
    expect(await logoOf('/contact')).toBe('/');
  },
  'logout-home': async () => {
    const { context } = await member();
    const page = await open(context, '/tableau-de-bord');
    await signOut(page);
    await page.waitForURL(`${site.origin}/`);
  },

  'user-kept': async () => {
    const { context, email } = await member();
    const page = await open(context, '/');
    await eventually('ce qui est gardé', () => page.evaluate(() => localStorage.getItem('user')));
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? 'null'))).toMatchObject({
      id: expect.any(Number),
      email,
      firstName: 'Léa',
    });
  },
  'signup-first-name': () => hasField('/inscription', 'firstName', { required: true }),
  'signup-last-name': () => hasField('/inscription', 'lastName', { required: true }),
  'signup-email': () => hasField('/inscription', 'email', { required: true }),
  'signup-password': () => hasField('/inscription', 'password', { required: true }),
  'signup-phone': () => hasField('/inscription', 'phone', { required: false }),
  'login-email': () => hasField('/connexion', 'email', { required: true }),
  'login-password': () => hasField('/connexion', 'password', { required: true }),
  'login-remember': () => hasField('/connexion', 'remember', { required: false }),
  'lead-first-name': () => hasLeadField('firstName', true),
  'lead-last-name': () => hasLeadField('lastName', true),
  'lead-email': () => hasLeadField('email', true),
  'lead-phone': () => hasLeadField('phone', true),
  'lead-message': () => hasLeadField('message', false),
  'lead-civility': () => hasLeadField('civility', false),
  'lead-opt-in-alerts': () => hasLeadField('optInVigieAlerts', false),
  'lead-opt-in-partners': () => hasLeadField('optInPartnerOffers', false),
  'contact-name': () => hasField('/contact', 'name', { required: true }),
  'contact-email': () => hasField('/contact', 'email', { required: true }),
  'contact-subject': () => hasField('/contact', 'subject', { required: true }),
  'contact-message': () => hasField('/contact', 'message', { required: true }),
  'toast-shape': async () => {
    expect(await toastOf({ status: 400, json: { message: 'Un refus à montrer.' } })).toEqual({
      lines: ['Erreur de connexion', 'Un refus à montrer.'],
      destructive: true,
    });
    const { context } = await member();
    const page = await open(context, '/');
    await signOut(page);
    await toasts(page).first().waitFor();
    const shown = await toasts(page)
      .first()
      .evaluate((element) => [(element as HTMLElement).innerText, element.className]);
    expect(shown).toEqual([expect.stringContaining('Déconnexion'), expect.not.stringContaining('rouge')]);
  },
  'cart-timestamp': async () => {
    const page = await anonymous('/mentions-legales');
    const after = async (cart: object) => {
      await page.evaluate((text) => localStorage.setItem('boost_cart', text), JSON.stringify(cart));
      await page.reload();
      await page.locator('html').waitFor();
      await page.waitForLoadState('load');
      return kept(page);
    };
    expect(await after({ timestamp: Date.now(), items: [] })).toEqual(['boost_cart']);
    expect(await after({ items: [] })).toEqual([]);
  },
  statuses: async () => {
    const { html } = await read('/dev/ui');
    for (const words of [
      'Active',
      'Inactive',
      'En attente',
      'En pause',
      'Terminée',
      'Nouvelle',
      'Synchronisée',
      'Synchronisation',
      'Échec de synchronisation',
    ])
      expect(html).toMatch(new RegExp(`</svg>${words}</span>`));
  },
  rental: async () => {
    const { transaction } = await transactionOf(rented);
    expect(transaction).toBe(2);
    await says(`/annonce/${rented}`, '842,00 €/mois');
  },
  purchase: async () => {
    const { transaction } = await transactionOf(sold);
    expect(transaction).not.toBe(2);
    const { html } = await read(`/annonce/${sold}`);
    expect(html).toContain('250 000,00 €');
    expect(html).not.toContain('250 000,00 €/mois');
  },

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
    await eventually('connecté', () => page.evaluate(() => localStorage.getItem('user') !== null));
    expect(await page.evaluate(() => localStorage.getItem('user'))).toContain(email);
    const nobody = await anonymous('/');
    await nobody.waitForLoadState('networkidle');
    expect(await nobody.evaluate(() => localStorage.getItem('user'))).toBeNull();
  },
  'welcome-login': async () => {
    const { email } = await member();
    const page = await anonymous('/connexion');
    await fillLogin(page, email);
    await send(page);
    await page.waitForURL(`${site.origin}/tableau-de-bord`);
    await toasts(page).filter({ hasText: 'Bienvenue' }).waitFor();
    expect(await kept(page)).toContain('user');
  },
  'welcome-registration': async () => {
    const page = await anonymous('/inscription');
    await page.getByLabel('Prénom').fill('Léa');
    await page.getByLabel('Nom', { exact: true }).fill('Petit');
    await fillLogin(page, somebody().email);
    await page.getByRole('button', { name: 'Créer mon compte' }).click();
    await page.waitForURL(`${site.origin}/tableau-de-bord`);
    await toasts(page).filter({ hasText: 'Bienvenue' }).waitFor();
    expect(await kept(page)).toContain('user');
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
      await page.getByRole('button', { name: button }).click();
      await page.waitForURL(`${site.origin}/tableau-de-bord`);
      await toasts(page).filter({ hasText: 'Bienvenue' }).waitFor();
      expect(await kept(page)).toContain('user');
    }
  },
  'anonymous-logout': async () => {
    const { context } = await member();
    const page = await open(context, '/');
    await eventually('connecté', () => page.evaluate(() => localStorage.getItem('user') !== null));
    await signOut(page);
    await page.locator('header').getByRole('link', { name: 'Connexion', exact: true }).waitFor();
    expect(await kept(page)).toEqual([]);
  },
  'anonymous-failed': async () => {
    const { context } = await member();
    const page = await open(context, '/');
    await eventually('connecté', () => page.evaluate(() => localStorage.getItem('user') !== null));
    await context.clearCookies();
    await page.reload();
    await eventually('plus personne', () => page.evaluate(() => localStorage.getItem('user') === null));
    await page.locator('header').getByRole('link', { name: 'Connexion', exact: true }).waitFor();
  },
  'anonymous-other-tab': async () => {
    const { context } = await member();
    const one = await open(context, '/');
    const two = await open(context, '/contact');
    await eventually('connecté', () => two.evaluate(() => localStorage.getItem('user') !== null));
    await signOut(one);
    await two.locator('header').getByRole('link', { name: 'Connexion', exact: true }).waitFor();
    expect(here(two)).toBe('/contact');
  },
  'anonymous-protected': async () => {
    const { context } = await member();
    const page = await open(context, '/tableau-de-bord?vu=2');
    await eventually('connecté', () => page.evaluate(() => localStorage.getItem('user') !== null));
    const other = await open(context, '/');
    await signOut(other);
    await page.waitForURL(`${site.origin}/connexion?redirect=%2Ftableau-de-bord%3Fvu%3D2`);
  },
  'check-cached': () => believed(4_900, 5_100),
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
  'check-retried': () => retried(900, 1_100),
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
    for (const address of addresses) {
      const page = await context.newPage();
      // What would ask is there, and has looked at where it is.
      const ready = page.waitForResponse(/\/live-session-[^/]+\.js$/);
      await page.goto(site.origin + address, { waitUntil: 'load' });
      await (await ready).finished();
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
      await page.close();
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
  'toast-removed': () => removedAfter(3_600, 4_100),
  'cart-purged': async () => {
    const page = await anonymous('/mentions-legales');
    const after = async (age: number) => {
      await page.evaluate(
        (since) => localStorage.setItem('boost_cart', JSON.stringify({ timestamp: Date.now() - since })),
        age,
      );
      await page.reload({ waitUntil: 'load' });
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

  'in-french': async () => {
    expect(await refused('firstName is required')).toBe('Le prénom est requis');
    expect((await read('/connexion')).html).toContain('<html lang="fr">');
  },
  'password-mismatch': async () => {
    expect(await refused('Passwords do not match')).toBe('Les mots de passe ne correspondent pas');
  },
  'password-upper': () => ticks('A', 'au moins une lettre majuscule'),
  'password-lower': () => ticks('a', 'au moins une lettre minuscule'),
  'password-digit': () => ticks('7', 'au moins un chiffre'),
  'reset-equal': async () => {
    const page = await anonymous(`/reinitialiser-mot-de-passe?token=${await resetToken()}`);
    const second = page.locator('input[name="password2"]');
    await page.locator('input[name="password1"]').fill('Toutnouveau1');
    await second.fill('Toutnouveau2');
    await page.getByRole('button', { name: 'Changer le mot de passe' }).click();
    expect(await errorOf(page, second)).toBe('Les mots de passe ne correspondent pas');
  },
  'change-equal': async () => {
    const { context } = await member();
    const page = await open(context, '/profil');
    const confirm = page.locator('input[name="confirmPassword"]');
    await page.locator('input[name="currentPassword"]').fill(password);
    await page.locator('input[name="newPassword"]').fill('Toutnouveau1');
    await confirm.fill('Toutnouveau2');
    await confirm.press('Enter');
    expect(await errorOf(page, confirm)).toBe('Les mots de passe ne correspondent pas');
  },
  'phone-formatted': async () => {
    const page = await signupPage();
    expect(await typed(page, '0612345678')).toBe('06 12 34 56 78');
    expect(await typed(page, '+33612345678')).toBe('+33 6 12 34 56 78');
    expect(await typed(page, '+447911123456')).toMatch(/^\+44 [\d ]+$/);
  },
  'phone-capped': () => capped(),
  'phone-national': async () => {
    const page = await signupPage();
    expect(await typed(page, '612345678999')).toBe('06 12 34 56 78');
    expect(await typed(page, '01234567890123')).toBe('01 23 45 67 89');
  },
  'phone-placeholders': async () => {
    const page = await signupPage();
    const shown = async (text: string) => {
      await typed(page, text);
      return page.getByLabel(/Téléphone/).getAttribute('placeholder');
    };
    expect(await shown('')).toBe('06 12 34 56 78');
    expect(await shown('+33')).toBe('+33 6 12 34 56 78');
    for (const country of ['+44', '+34', '+39', '+49', '+32', '+41'])
      expect(await shown(country)).toMatch(new RegExp(`^\\${country} \\d[\\d ]+\\d$`));
  },
  'phone-required': async () => {
    expect(await refused('phone is required')).toBe('Le téléphone est requis');
  },
  numbers: async () => {
    const criterion = async (words: string) =>
      /Retirer le critère (Jusqu.à [\d ,]+€)/.exec(
        (await read(`/acheter/nimes-30000?prixMax=${encodeURIComponent(words)}`)).html,
      )?.[1];
    for (const typed of ['240 000', `240${nbsp}000`, '240000'])
      expect([typed, await criterion(typed)]).toEqual([typed, expect.stringContaining('240 000,00 €')]);
    expect(await criterion('0')).toContain('0,00 €');
    for (const wrong of ['abc', '-5', '12x'])
      expect([wrong, await criterion(wrong)]).toEqual([wrong, undefined]);
  },

  'admin-401': async () => {
    for (const address of ['/admin', '/admin/coupons'])
      expect([address, (await read(address)).location ?? '']).toEqual([
        address,
        expect.not.stringContaining('/connexion'),
      ]);
    const page = await anonymous('/admin/nulle-part');
    const given = page.waitForResponse('**/api/auth/check');
    await page.route('**/api/auth/check', giving({ status: 401, json: { code: 'login_required' } }));
    await page.reload();
    await given;
    await page.waitForLoadState('load');
    expect(here(page)).toBe('/admin/nulle-part');
  },
  'separate-data': async () => {
    const { context } = await member();
    const page = await open(context, '/');
    await page.evaluate(() => {
      localStorage.setItem('agency_data', '{"id":1}');
      localStorage.setItem('agency_token', 'def');
    });
    await signOut(page);
    await toasts(page).first().waitFor();
    expect(await kept(page)).toEqual(['agency_data', 'agency_token']);
  },

  'json-credentials': async () => {
    const { context } = await member();
    const page = await context.newPage();
    const asked = page.waitForRequest('**/api/auth/check');
    await page.goto(`${site.origin}/`);
    const check = await asked;
    expect(new URL(check.url()).origin).toBe(site.origin);
    expect((await check.allHeaders()).cookie).toContain('session=');
    const login = await door('/connexion');
    const sent = login.waitForRequest('**/api/auth/login');
    await toastFor({ status: 400, json: { message: 'Un envoi en JSON.' } });
    const request = await sent;
    expect(await request.headerValue('content-type')).toBe('application/json');
    expect(request.postDataJSON()).toMatchObject({ email: 'lea@essai.test', password });
  },
  bearer: async () => {
    const page = await anonymous('/agence/connexion');
    const bearer = async (tokens: Record<string, string>) => {
      await page.goto(`${site.origin}/agence/connexion`, { waitUntil: 'load' });
      await page.evaluate((given) => {
        for (const [key, token] of Object.entries(given)) localStorage.setItem(key, token);
      }, tokens);
      const asked = page.waitForRequest('**/api/auth/check');
      await page.goto(`${site.origin}/mentions-legales`);
      return (await asked).headers().authorization;
    };
    expect(await bearer({})).toBeUndefined();
    expect(await bearer({ token: 'abc', agency_token: 'def' })).toBe('Bearer abc');
  },
  'no-timeout': async () => {
    const page = await still(await visitor(), '/connexion');
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/auth/login', async (route) => {
      await held;
      await route.fulfill({ status: 400, json: { message: 'Après dix minutes.' } });
    });
    const asked = page.waitForRequest('**/api/auth/login');
    await fillLogin(page);
    await send(page);
    await asked;
    await page.clock.fastForward(600_000);
    expect(await toasts(page).count()).toBe(0);
    answer();
    await shown(page, 'Après dix minutes.');
  },
  analytics: async () => {
    const { told } = await measured('origin');
    await eventually('l’événement', async () => told.length >= 1);
    expect(told).toContainEqual({ event: 'page_view', path: '/mentions-legales' });
  },

  'error-as-it-is': async () => {
    expect(await toastFor('silence')).toBe('No response received from server');
  },
  'error-message': async () => {
    expect(await toastFor({ status: 418, json: { message: 'Un message.', error: 'Une erreur.' } })).toBe(
      'Un message.',
    );
  },
  'error-string': async () => {
    expect(await toastFor({ status: 418, json: { error: 'Une erreur en toutes lettres.' } })).toBe(
      'Une erreur en toutes lettres.',
    );
  },
  'error-error-message': async () => {
    expect(await toastFor({ status: 418, json: { error: { message: 'Un message plus bas.', a: 1 } } })).toBe(
      'Un message plus bas.',
    );
  },
  'error-object': async () => {
    expect(await toastFor({ status: 418, json: { error: { raison: 12 } } })).toBe('{"raison":12}');
  },
  'error-body': async () => {
    expect(await toastFor({ status: 418, body: 'Un corps de texte.', contentType: 'text/plain' })).toBe(
      'Un corps de texte.',
    );
  },
  'error-status': async () => {
    expect(await toastFor({ status: 418, json: {} })).toBe('Request failed with status code 418');
  },
  'error-code': async () => {
    // The status and the code decide: the same words, with the code of a missing session or without any.
    const wanted = await onDashboard({ status: 401, json: { message: 'Non.', code: 'login_required' } });
    await wanted.waitForURL(site.origin + LOGIN_AND_BACK);
    const unknown = await onDashboard({ status: 401, json: { message: 'Non.' } });
    await toasts(unknown).filter({ hasText: 'Non.' }).waitFor();
    expect(here(unknown)).toBe('/tableau-de-bord?vu=1');
  },
  'error-silence': async () => {
    const page = await door('/connexion');
    expect(await toastFor('silence')).toBe('No response received from server');
    expect(await page.getByLabel('Adresse e-mail').inputValue()).toBe('lea@essai.test');
  },
  '401-cache': async () => {
    const context = await visitor();
    const asked = checksOf(context);
    const page = await open(context, '/connexion');
    await asksFor(asked, 1);
    await page.route('**/api/auth/login', giving({ status: 401, json: { message: 'Non.' } }));
    await fillLogin(page);
    await send(page);
    await toasts(page).first().waitFor();
    // Within the five seconds of the first answer: it is asked again all the same.
    await page.locator('footer').getByRole('link', { name: 'Accueil', exact: true }).click();
    await page.waitForURL(`${site.origin}/`);
    await asksFor(asked, 2);
  },
  '401-public': async () => {
    const page = await (await visitor()).newPage();
    const checked = page.waitForResponse('**/api/auth/check');
    await page.goto(`${site.origin}/connexion`);
    await (await checked).finished();
    await fillLogin(page);
    await page.evaluate(() => localStorage.setItem('token', 'abc'));
    await page.route(
      '**/api/auth/login',
      giving({ status: 401, json: { message: 'Non.', code: 'login_required' } }),
    );
    await send(page);
    await toasts(page).filter({ hasText: 'Non.' }).waitFor();
    expect([here(page), await kept(page)]).toEqual(['/connexion', ['token']]);
  },
  '401-user': async () => {
    const page = await onDashboard({ status: 401, json: { message: 'Non.', code: 'login_required' } });
    await page.waitForURL(site.origin + LOGIN_AND_BACK);
    expect(await kept(page)).toEqual(['agency_data', 'agency_token']);
  },
  '401-login-required': async () => {
    const { context, email } = await member();
    await makeAlert(site, { email });
    const page = await open(context, '/tableau-de-bord?vu=1');
    await eventually('connecté', () => page.evaluate(() => localStorage.getItem('user') !== null));
    await site.db.deleteFrom('accountSession').execute();
    await page.getByRole('switch', { name: /^Alerte active/ }).click();
    await page.waitForURL(site.origin + LOGIN_AND_BACK);
  },
  '401-other': async () => {
    const page = await onDashboard({ status: 401, json: { message: 'Refusé.', code: 'AUTRE' } });
    await toasts(page).filter({ hasText: 'Refusé.' }).waitFor();
    expect([here(page), await kept(page)]).toEqual([
      '/tableau-de-bord?vu=1',
      ['agency_data', 'agency_token'],
    ]);
  },
  'network-public': async () => {
    const { context } = await member();
    const page = await open(context, '/alertes/nouvelle');
    await eventually('connecté', () => page.evaluate(() => localStorage.getItem('user') !== null));
    const cut = page.waitForEvent('requestfailed');
    await page.route('**/api/**', (route) => route.abort());
    await page.getByRole('combobox').first().fill('nimes');
    await cut;
    expect([here(page).split('?')[0], await kept(page)]).toEqual([
      '/alertes/nouvelle',
      expect.arrayContaining(['user']),
    ]);
  },
  'network-protected': async () => {
    const page = await onDashboard('silence');
    await page.waitForURL(site.origin + LOGIN_AND_BACK);
    expect(await kept(page)).toEqual(['agency_data', 'agency_token']);
  },
  'network-cancelled': async () => {
    const { context, email } = await member();
    const id = await makeAlert(site, { email });
    const page = await open(context, `/alertes/${id}/modifier`);
    await eventually('connecté', () => page.evaluate(() => localStorage.getItem('user') !== null));
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/places**', async (route) => {
      await held;
      await route.continue().catch(() => {});
    });
    const given = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/places'));
    const field = page.getByRole('combobox').first();
    const asked = page.waitForRequest('**/api/places**');
    await field.fill('mont');
    await asked;
    await field.fill('montpellier');
    await given;
    answer();
    await page
      .getByRole('option', { name: /Montpellier/ })
      .first()
      .waitFor();
    expect([here(page), await toasts(page).count()]).toEqual([`/alertes/${id}/modifier`, 0]);
    expect(await kept(page)).toContain('user');
  },
  '429-message': async () => {
    expect(await toastFor({ status: 429, json: { message: 'Doucement.' } })).toBe('Doucement.');
    expect(await toastFor({ status: 429, json: {} })).toBe(
      'Limite de requêtes atteinte. Veuillez patienter.',
    );
  },
  '429-details': async () => {
    const page = await door('/connexion');
    const inline = page.getByRole('alert').filter({ hasText: 'Réessayez' });
    await toastFor({ status: 429, json: {} });
    await inline.filter({ hasText: 'Réessayez dans 15 minutes.' }).waitFor();
    await toastFor({ status: 429, json: { details: { retryAfter: '3 minutes' } } });
    await inline.filter({ hasText: 'Réessayez dans 3 minutes.' }).waitFor();
    // The server's own: asked by another client than the rest of these rows.
    let last = await fromElsewhere();
    for (let tries = 0; tries < 40 && last.status !== 429; tries += 1) last = await fromElsewhere();
    expect(last.json).toEqual({
      success: false,
      code: 'RATE_LIMIT_EXCEEDED',
      message: 'Limite de requêtes atteinte. Veuillez patienter.',
      details: {
        title: 'Limite de requêtes atteinte',
        retryAfter: '15 minutes',
        endpoint: '/api/auth/verify-email',
      },
    });
  },
  translated: async () => {
    for (const status of [400, 422, 500])
      expect([status, await refused('email is required', status)]).toEqual([status, "L'email est requis"]);
  },
  'translated-short': async () => {
    expect(await refused('Password must be at least 8 characters')).toBe(
      'Le mot de passe doit contenir au moins 8 caractères',
    );
  },
  'translated-password': async () => {
    expect(await refused('Password is required')).toBe('Le mot de passe est requis');
    expect(await refused('Password is too weak')).toBe(
      'Le mot de passe est trop faible. Il doit contenir au moins 8 caractères',
    );
    expect(await refused('Passwords must match')).toBe('Les mots de passe ne correspondent pas');
  },
  'translated-email': async () => {
    expect(await refused('Email is required')).toBe("L'email est requis");
    expect(await refused('Invalid email')).toBe('Veuillez entrer un email valide');
  },
  'translated-phone': async () => {
    expect(await refused('Phone is required')).toBe('Le téléphone est requis');
    expect(await refused('Invalid phone number')).toBe('Format de téléphone invalide');
  },
  'translated-names': async () => {
    expect(await refused('First name is required')).toBe('Le prénom est requis');
    expect(await refused('lastName is required')).toBe('Le nom est requis');
    expect(await refused('firstName must be at least 2 characters')).toBe(
      'Le prénom doit contenir entre 2 et 50 caractères',
    );
    expect(await refused('lastName must be at most 50 characters')).toBe(
      'Le nom doit contenir entre 2 et 50 caractères',
    );
  },
  'translated-credentials': async () => {
    expect(await refused('Invalid credentials')).toBe('Email ou mot de passe incorrect.');
  },
  'translated-account': async () => {
    expect(await refused('Account not found')).toBe('Aucun compte associé à cette adresse email.');
    expect(await refused('User not found', 422)).toBe('Aucun compte associé à cette adresse email.');
  },
  'translated-required': async () => {
    expect(await refused('Value is required')).toBe('Ce champ est requis.');
  },
  'translated-lengths': async () => {
    expect(await refused('Value is too short')).toBe('La valeur saisie est trop courte.');
    expect(await refused('Value is too long')).toBe('La valeur saisie est trop longue.');
  },
  'unknown-account': async () => {
    const page = await anonymous('/connexion');
    const { email } = somebody();
    await fillLogin(page, email);
    await send(page);
    const toast = toasts(page).filter({ hasText: 'Compte inexistant' });
    await toast.waitFor();
    expect(await toast.innerText()).toContain(
      "Aucun compte n'est associé à cette adresse. Veuillez vous inscrire.",
    );
    await page.waitForURL(`${site.origin}/inscription?email=${encodeURIComponent(email)}`);
    expect(await page.getByLabel('Adresse e-mail').inputValue()).toBe(email);
  },
  'login-error': async () => {
    expect(await toastOf({ status: 401, json: { message: 'Un message du serveur.' } })).toEqual({
      lines: ['Erreur de connexion', 'Un message du serveur.'],
      destructive: true,
    });
  },
  'login-error-default': async () => {
    expect(await toastFor({ status: 401, json: { message: ' ' } })).toBe(
      'Vérifiez vos identifiants et réessayez.',
    );
  },
  'known-account': async () => {
    const { email } = await member();
    const page = await anonymous('/inscription');
    await page.getByLabel('Prénom').fill('Léa');
    await page.getByLabel('Nom', { exact: true }).fill('Petit');
    await fillLogin(page, email);
    await page.getByRole('button', { name: 'Créer mon compte' }).click();
    await toasts(page).filter({ hasText: 'Compte existant' }).waitFor();
    await page.waitForURL(/\/connexion(\?|$)/);
  },
  'registration-error': async () => {
    const page = await anonymous('/inscription');
    await page.route('**/api/auth/register', giving({ status: 500, json: { message: 'Panne.' } }));
    await page.getByLabel('Prénom').fill('Léa');
    await page.getByLabel('Nom', { exact: true }).fill('Petit');
    await fillLogin(page);
    await page.getByRole('button', { name: 'Créer mon compte' }).click();
    const toast = toasts(page).filter({ hasText: "Erreur d'inscription" });
    await toast.waitFor();
    expect(await toast.innerText()).toContain('Impossible de créer votre compte. Veuillez réessayer.');
  },
  'google-login-error': () =>
    googleFails('/connexion', 'Se connecter avec Google', [
      'Erreur de connexion Google',
      'Échec de la connexion avec Google. Veuillez réessayer.',
    ]),
  'google-register-error': () =>
    googleFails('/inscription', 'S’inscrire avec Google', [
      "Erreur d'inscription Google",
      "Échec de l'inscription avec Google. Veuillez réessayer.",
    ]),
  'logout-toast': () => loggedOut('passes', 'Vous avez été déconnecté.'),
  'logout-toast-local': () => loggedOut('fails', 'Vous avez été déconnecté localement.'),
  'invalid-shape': async () => {
    expect(await toastFor({ status: 200, json: { user: 1 } })).toBe(
      'POST /auth/login failed: Invalid response format',
    );
  },

  'constant-cache': () => believed(4_999, 5_000),
  'constant-retry': () => retried(999, 1_001),
  'constant-phones': () => capped(),
  'constant-toasts': async () => {
    expect(await toasts(await fourToasts()).count()).toBe(3);
  },
  'constant-removal': () => removedAfter(3_600, 4_100),
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
      await page.reload({ waitUntil: 'load' });
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
    const page = await anonymous('/agence/connexion');
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
    const page = await still(await visitor(), '/mentions-legales');
    const asked: string[] = [];
    await page.route(/\/api\/(listings|alerts\/preview)/, (route) => {
      asked.push(route.request().url());
      return route.fulfill({ status: 500, json: {} });
    });
    await page.goto(`${site.origin}/alertes/nouvelle?transaction=achat&lieux=nimes-30000`);
    await page.getByLabel('Maximum').first().fill('300000');
    await page.getByLabel('Minimum').first().fill('100000');
    for (let seconds = 0; asked.length === 0 && seconds < 20; seconds += 1) await page.clock.runFor(500);
    await page.clock.runFor(5_000);
    const before = asked.length;
    expect(before).toBeGreaterThan(0);
    await page.clock.runFor(60_000);
    await page.evaluate(() => {
      document.dispatchEvent(new Event('visibilitychange'));
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

const transactionOf = (id: number) =>
  site.db.selectFrom('listing').select('transaction').where('id', '=', id).executeTakeFirstOrThrow();

let listing: Page | undefined;
async function hasLeadField(name: string, required: boolean) {
  listing ??= await anonymous(`/annonce/${sold}`);
  const field = listing.locator(`form [name="${name}"]`).first();
  await field.waitFor({ state: 'attached' });
  expect([name, await field.evaluate((element) => (element as HTMLInputElement).required)]).toEqual([
    name,
    required,
  ]);
}

/** A parts list ticks this one when this is typed. */
async function ticks(text: string, words: string) {
  const page = await signupPage();
  await page.locator('input[name="password"]').fill('');
  const part = page.getByRole('listitem').filter({ hasText: words });
  expect((await part.innerText()).trim()).toBe(words);
  await page.locator('input[name="password"]').fill(text);
  await part.getByText('c’est bon').waitFor({ state: 'attached' });
}

async function capped() {
  const page = await signupPage();
  for (const [country, most] of [
    ['+33', 13],
    ['+44', 13],
    ['+34', 12],
    ['+32', 12],
    ['+41', 12],
    ['+39', 14],
    ['+49', 15],
  ] as const) {
    // The plus sign and the digits count, the spaces do not (interface.md, fine points 11).
    const shown = (await typed(page, `${country}67891234567891`)).replaceAll(' ', '');
    expect([country, shown.length]).toEqual([country, most]);
  }
  expect((await typed(page, '06123456789012')).replaceAll(' ', '')).toHaveLength(10);
}

/** The message tied to a control. */
async function errorOf(page: Page, control: ReturnType<Page['locator']>) {
  await page.locator('[aria-invalid="true"]').first().waitFor();
  const ids = ((await control.getAttribute('aria-describedby')) ?? '').split(' ');
  const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).innerText()));
  return texts.at(-1)?.trim();
}

/** The token of a link to choose a new password. */
async function resetToken() {
  const { email, context } = await member();
  await context.request.post(`${site.origin}/api/auth/forgot-password`, { data: { email } });
  const env = readEnv({
    NODE_ENV: 'test',
    VIGIE_DATA: site.dataDir,
    DATABASE_URL: site.url,
    PORT: String(port),
  });
  while (await answerForgotten({ db: site.db, env }));
  const { html } = await site.db
    .selectFrom('mailOutbox')
    .select('html')
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return /[?&]token=([\w-]{43})/.exec(html ?? '')?.[1] ?? '';
}

/** Follows a link of the footer, within the page. */
async function follow(page: Page, words: string, address: string) {
  await page.locator('footer').getByRole('link', { name: words, exact: true }).click();
  await page.waitForURL(site.origin + address);
  await page.waitForFunction((path) => document.querySelector(`nav a[href="${path}"]`) !== null, address);
}

/** After so many milliseconds a check that passed is believed; after so many, no longer. */
async function believed(stays: number, noLonger: number) {
  const context = await visitor();
  const asked = checksOf(context);
  const page = await context.newPage();
  const now = Date.now();
  await page.clock.setFixedTime(now);
  const first = page.waitForResponse('**/api/auth/check');
  await page.goto(`${site.origin}/mentions-legales`);
  await (await first).finished();
  await page.clock.setFixedTime(now + stays);
  await follow(page, 'Accueil', '/');
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(asked).toHaveLength(1);
  await page.clock.setFixedTime(now + noLonger);
  await follow(page, 'Se connecter', '/connexion');
  await asksFor(asked, 2);
}

/** Whatever is asked of the session is refused, while a cookie says that somebody is there. */
async function refuseChecks(context: BrowserContext) {
  await context.addCookies([{ name: 'auth_status', value: '1', url: site.origin }]);
  await context.addInitScript(() => {
    if (sessionStorage.getItem('begun')) return;
    sessionStorage.setItem('begun', '1');
    localStorage.setItem('user', '{"id":1,"email":"a@b.fr","firstName":"A"}');
  });
  await context.route('**/api/auth/check', giving({ status: 401, json: { code: 'login_required' } }));
}

/** After so many milliseconds a check that failed was not tried again; after so many it was, once. */
async function retried(notYet: number, then: number) {
  const context = await visitor();
  const asked = checksOf(context);
  await refuseChecks(context);
  const page = await still(context, '/mentions-legales', 'start');
  // Once the answer was read, the wait begins.
  await page.waitForLoadState('networkidle');
  await page.clock.runFor(notYet);
  expect(asked).toHaveLength(1);
  await page.clock.runFor(then - notYet);
  await asksFor(asked, 2);
  await page.clock.runFor(10_000);
  expect(asked).toHaveLength(2);
}

/** A page where so many logins were refused, one after another: « Refus 1. », « Refus 2. »… */
async function refuse(page: Page, ...words: string[]) {
  for (const message of words) {
    await page.route('**/api/auth/login', giving({ status: 400, json: { message } }), { times: 1 });
    await send(page);
    await shown(page, message);
  }
}

/** Waits for a toast of a page that stands still: a few instants of its clock, for what React puts off. */
async function shown(page: Page, words: string) {
  const toast = toasts(page).filter({ hasText: words });
  await eventually(`« ${words} »`, async () => {
    if (await toast.isVisible()) return true;
    await page.clock.runFor(20);
    return false;
  });
}
let four: Promise<Page> | undefined;
const fourToasts = () =>
  (four ??= (async () => {
    const page = await still(await visitor(), '/connexion');
    await fillLogin(page);
    await refuse(page, 'Refus 1.', 'Refus 2.', 'Refus 3.', 'Refus 4.');
    return page;
  })());

/** A dismissed toast takes its place among three until it is removed: not before, and then no longer. */
async function removedAfter(notYet: number, gone: number) {
  for (const [after, left] of [
    [notYet, ['Refus C.', 'Refus D.']],
    [gone, ['Refus A.', 'Refus C.', 'Refus D.']],
  ] as const) {
    const page = await still(await visitor(), '/connexion');
    await fillLogin(page);
    await refuse(page, 'Refus A.', 'Refus B.');
    const dismissed = toasts(page).filter({ hasText: 'Refus B.' });
    await dismissed.getByRole('button', { name: 'Fermer la notification' }).click();
    await dismissed.waitFor({ state: 'detached' });
    await page.clock.runFor(after);
    await refuse(page, 'Refus C.', 'Refus D.');
    const words = await toasts(page).allInnerTexts();
    expect(new Set(words.map((text) => text.split('\n').filter(Boolean)[1]))).toEqual(new Set(left));
  }
}

/** The toast shown by a page that stands still stays so long, and no longer. */
async function lasts(page: Page, words: string, milliseconds: number) {
  await shown(page, words);
  await page.clock.runFor(milliseconds - 100);
  expect(await toasts(page).count()).toBe(1);
  await page.clock.runFor(200);
  await toasts(page).first().waitFor({ state: 'detached' });
}

async function googleFails(address: string, button: string, words: string[]) {
  issuer.next(null);
  const page = await anonymous(address);
  await page.getByRole('button', { name: button }).click();
  const toast = toasts(page).first();
  await toast.waitFor();
  expect((await toast.innerText()).split('\n').filter(Boolean)).toEqual(words);
}

async function loggedOut(call: 'passes' | 'fails', words: string) {
  const { context } = await member();
  const page = await open(context, '/');
  if (call === 'fails') await page.route('**/api/auth/logout', (route) => route.abort());
  await signOut(page);
  const toast = toasts(page).first();
  await toast.waitFor();
  expect((await toast.innerText()).split('\n').filter(Boolean)).toEqual(['Déconnexion', words]);
}

async function tidied(entries: Record<string, string>, left: string[]) {
  const page = await anonymous('/agence/connexion');
  await page.evaluate((given) => {
    for (const [key, value] of Object.entries(given)) localStorage.setItem(key, value);
  }, entries);
  await page.reload({ waitUntil: 'load' });
  await eventually('le ménage', async () => JSON.stringify(await kept(page)) === JSON.stringify(left));
}

/** A sensitive call of another client. */
const fromElsewhere = () => postFrom('127.0.0.3', `${site.origin}/api/auth/verify-email`, { token: 'x' });

describe('ce que la spécification dit aux particuliers, sur le produit', () => {
  test.for(rowsOf('page'))('$section : $quote', async ({ id }) => {
    await checks[id]?.();
  });

  it('est vérifié ligne par ligne, sans en passer une', () => {
    expect(Object.keys(checks)).toEqual(rowsOf('page').map(({ id }) => id));
  });
});
