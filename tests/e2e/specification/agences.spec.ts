import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it, test } from 'vitest';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { faultsAtBothWidths } from '../../kit/accessible.ts';
import { agencyPassword, cookiesOf, joinedAt, mailedToken } from '../../kit/agencies.ts';
import { hydrated, passerBy, visit } from '../../kit/browser.ts';
import { fieldsOf, messagesOn } from '../../kit/forms.ts';
import { cleared, lawfulAgency, lawfulSale } from '../../kit/law.ts';
import { startSite } from '../../kit/site.ts';
import { agencyRowsOf } from '../../kit/specification-agencies.ts';

const site = await startSite({ role: 'web' });
const settings = { publicUrl: site.origin, contactAddress: 'equipe@essai.test' };
const mailbox = { db: site.db, services: { db: site.db, env: settings } as never };
const email = 'temoin@essai.test';
const post = (address: string, body: object, cookie = '') =>
  fetch(`${site.origin}/api${address}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });

const registered = await post('/agence/register', {
  name: 'Agence Témoin',
  email,
  software: 'Apimo',
  password: agencyPassword,
});
const confirmed = await fetch(
  `${site.origin}/api/agence/confirmation-email?token=${await mailedToken(mailbox, email)}`,
  { headers: { cookie: cookiesOf({ 'set-cookie': registered.headers.getSetCookie() }) } },
);
const cookie = cookiesOf({ 'set-cookie': confirmed.headers.getSetCookie() });
const { id } = ((await confirmed.json()) as { data: { agency: { id: number } } }).data.agency;
const REF = 'agence-temoin';
const DASHBOARD = `/agence/${REF}/tableau-de-bord`;
const NOTIFICATIONS = `/agence/${REF}/notifications`;
const RECORD = { id, ownerReference: REF, name: 'Agence Témoin', email };

async function read(address: string, as = '') {
  const response = await fetch(site.origin + address, { redirect: 'manual', headers: { cookie: as } });
  const html = (await response.text()).replaceAll('<!-- -->', '').replaceAll('\u00a0', ' ');
  return {
    status: response.status,
    location: response.headers.get('location'),
    html,
    h1: (/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? '').replaceAll(/<[^>]+>/g, ''),
    header: /<header[\s\S]*?<\/header>/.exec(html)?.[0] ?? '',
    footer: /<footer[\s\S]*?<\/footer>/.exec(html)?.[0] ?? '',
  };
}
const linksOf = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)].map(([, href = '', words = '']) => [
    words.replaceAll(/<[^>]+>/g, '').trim(),
    href,
  ]);
const answers = async (address: string, as = '') => {
  const { status, h1 } = await read(address, as);
  expect([address, status, h1]).toEqual([address, 200, expect.stringMatching(/\w/)]);
};

/** A browser in which the agency is signed in. */
async function signedIn(): Promise<BrowserContext> {
  const context = await passerBy(site.origin);
  const answer = await context.request.post(`${site.origin}/api/agence/login`, {
    data: { email, password: agencyPassword },
  });
  expect(answer.status()).toBe(200);
  return context;
}
async function open(context: BrowserContext, address: string): Promise<Page> {
  const page = context.pages().find((one) => one.url() === 'about:blank') ?? (await context.newPage());
  await visit(page, site.origin + address);
  return page;
}
const stored = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('agency_data'), localStorage.getItem('agency_token')]);
const known = (page: Page) => page.waitForFunction(() => localStorage.getItem('agency_data') !== null);
const forgotten = (page: Page) =>
  page.waitForFunction(() => !localStorage.getItem('agency_data') && !localStorage.getItem('agency_token'));
async function logIn(page: Page, { password = agencyPassword, as = email } = {}) {
  const secret = page.getByLabel('Mot de passe', { exact: true });
  // The address of a page changes a moment before the page does: the one before may have an « Adresse e-mail » too.
  await secret.waitFor();
  await page.getByLabel('Adresse e-mail').fill(as);
  await secret.fill(password);
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
}
async function signOut(page: Page) {
  await page.locator('header summary').filter({ hasText: 'Agence Témoin' }).click();
  await page.getByRole('button', { name: 'Se déconnecter' }).click();
}
const TYPED = 'Trois pages, tapées pendant une heure.';
/** A message typed on this page when the network went away: its author is at the login, which leads back to it. */
async function cutOff(address: string) {
  const page = await open(await signedIn(), address);
  await known(page);
  const [subject, message] = [page.getByLabel('Sujet'), page.getByLabel('Message', { exact: true })];
  await page.getByLabel('Nom', { exact: true }).fill('Léa Petit');
  await subject.fill('Notre flux');
  await message.fill(TYPED);
  await page.route('**/api/agence/support', (route) => route.abort());
  await page.getByRole('button', { name: 'Envoyer' }).click();
  await page.waitForURL(`${site.origin}/agence/connexion?redirect=${encodeURIComponent(address)}`);
  await forgotten(page);
  return { page, subject, message, kept: () => page.evaluate(() => sessionStorage.getItem('kept_words')) };
}
/** What is no page says so, with the header of whoever asks. */
async function missing(as: string, label: string) {
  for (const address of ['/agence/nulle-part', `/agence/${REF}`, `/agence/${REF}/nulle-part`]) {
    const { status, header, html } = await read(address, as);
    expect([address, status, html.includes('<title>Page introuvable – Vigie</title>')]).toEqual([
      address,
      404,
      true,
    ]);
    expect(linksOf(header).map(([words]) => words)).toContain(label);
  }
}
/** A registration page asks for these; of an agency that is known, and named by the address, not for its software. */
async function asks(address: string, fields: Record<string, boolean>) {
  expect(fieldsOf((await read(address)).html)).toMatchObject(fields);
  const { h1, html } = await read(`${address}?agence=vieux-moulin`);
  expect(h1).toMatch(/Agence du Vieux Moulin$/);
  expect(fieldsOf(html)).toMatchObject({ ...fields, software: false });
  expect((await read(`${address}?agence=${REF}`)).html).toContain('Agence Témoin a déjà un espace');
}
/** Two sheets in the making, one to sell and one to let: what their agency reads of them. */
async function pricesOf() {
  for (const [transaction, price] of [
    [1, 25_000_000],
    [2, 84_200],
  ]) {
    const start = { transaction, propertyType: 'apartment', placeCode: '30189', price };
    expect((await post('/agence/listings', start, cookie)).status).toBe(200);
  }
  return (await read('/agence/annonces', cookie)).html;
}
const AT_LOGIN = new RegExp('/agence/connexion\\?redirect=%2Fagence%2Fagence-temoin%2Ftableau-de-bord$');

/** By the name of their row. */
const checks: Record<string, () => Promise<void>> = {
  'not-found': () => missing('', 'Connexion Agence'),
  landing: async () => {
    const [one, other] = [await read('/agence'), await read('/offre-agence-immobiliere')];
    expect([one.status, other.status, one.h1]).toEqual([200, 200, other.h1]);
  },
  registration: async () => {
    await answers('/agence/creer-compte');
    await answers('/agence/inscription');
  },
  registered: () => answers('/agence/inscription-reussie'),
  login: () => answers('/agence/connexion'),
  forgot: () => answers('/agence/mot-de-passe-oublie'),
  confirmation: async () => {
    await post('/agence/register', { name: 'Lue', email: 'lue@essai.test', software: 'Aucun' });
    const token = await mailedToken(mailbox, 'lue@essai.test');
    // Programs that follow the links of mails confirm nothing.
    for (let times = 0; times < 2; times += 1)
      expect((await read(`/agence/confirmation-email?token=${token}`)).html).toContain(
        'Confirmer mon adresse',
      );
  },
  search: async () => {
    await answers('/agence/recherche');
    // Without a script too; a claim leads to the form of that agency.
    await lawfulAgency(site.db, 'vieux-moulin', { name: 'Agence du Vieux Moulin' });
    const { html } = await read('/agence/recherche?q=moulin');
    expect(linksOf(html)).toContainEqual([
      'C’est mon agence, Agence du Vieux Moulin',
      '/agence/inscription?agence=vieux-moulin',
    ]);
    expect((await read('/agence/inscription?agence=vieux-moulin')).h1).toContain('Vieux Moulin');
  },
  'opt-out': async () => {
    await answers('/agence/confirmation-exclusion');
    await answers(`/agence/confirmation-exclusion?agence=${REF}`);
    // Programs that follow the links of mails take nothing off line, and a made-up one says so.
    const { status, h1 } = await read(`/agence/confirmation-exclusion?token=${'x'.repeat(43)}`);
    expect([status, h1]).toEqual([200, 'Ce lien n’est plus valable']);
  },
  contact: () => answers('/agence/contact'),
  faq: async () => {
    await answers('/agence/faq');
    // Without a script too.
    const { html } = await read('/agence/faq?q=mediateur');
    expect([html.includes('1 question trouvée'), html.split('<dt').length - 1]).toEqual([true, 1]);
  },
  'listing-detail': async () => {
    const { id: agencyId } = await lawfulAgency(site.db, 'des-halles', { name: 'Agence des Halles' });
    const drafts = [cleared(lawfulSale('halles', { reference: 'H-1' })), cleared(lawfulSale('deux'))];
    const { outcomes } = await site.db
      .transaction()
      .execute((tx) =>
        applyListings(tx, { agencyId, source: 'poliris', run: null, now: new Date(), drafts }),
      );
    const listing = outcomes.get('halles')!.id;
    for (const address of [`/agence/des-halles/annonce/${listing}`, `/agence/annonce/${listing}`]) {
      const { status, html } = await read(address);
      expect([status, html.includes('Autres annonces de l’agence')]).toEqual([200, true]);
      expect(html).toContain(`rel="canonical" href="${site.origin}/annonce/${listing}"`);
      expect(linksOf(html)).toContainEqual(['Toutes ses annonces', '/agence/des-halles/catalogue']);
    }
    expect((await read(`/agence/${REF}/annonce/${listing}`)).status).toBe(404);
  },
  catalogue: async () => {
    const { status, h1, html } = await read('/agence/des-halles/catalogue?transaction=achat');
    expect([status, h1]).toEqual([200, 'Agence des Halles']);
    for (const words of ['2 annonces', 'SIREN', 'CCI du Gard', 'Galian', 'Barème des honoraires', 'TVA'])
      expect(html).toContain(words);
    expect((await read('/agence/personne/catalogue')).status).toBe(404);
  },
  prefixed: async () => {
    await answers('/agence/tableau-de-bord', cookie);
    await answers(DASHBOARD, cookie);
    // A foreign reference shows nothing, as if there were no such page.
    const { status, html } = await read('/agence/une-autre/tableau-de-bord', cookie);
    expect([status, html.includes('Annonces en ligne')]).toEqual([404, false]);
  },
  listings: async () => {
    for (const address of ['/agence/annonces', DASHBOARD.replace('tableau-de-bord', 'annonces')])
      expect((await read(address, cookie)).h1).toBe('Annonces');
  },
  'new-listing': async () => {
    await answers('/agence/annonces/creer', cookie);
    await answers(`/agence/${REF}/annonces/creer`, cookie);
    expect((await read('/agence/une-autre/annonces/creer', cookie)).status).toBe(404);
  },
  'edit-listing': async () => {
    const start = { transaction: 1, propertyType: 'apartment', placeCode: '30189', price: 25_000_000 };
    const made = await post('/agence/listings', start, cookie);
    const { data } = (await made.json()) as { data: { id: number } };
    for (const prefix of ['/agence', `/agence/${REF}`])
      await answers(`${prefix}/annonces/${data.id}/modifier`, cookie);
    expect((await read(`/agence/une-autre/annonces/${data.id}/modifier`, cookie)).status).toBe(404);
  },
  dashboard: async () => {
    expect((await read('/agence/tableau-de-bord', cookie)).h1).toBe('Tableau de bord');
  },
  leads: async () => {
    for (const address of ['/agence/leads', `/agence/${REF}/leads`])
      expect((await read(address, cookie)).h1).toBe('Prospects');
    expect((await read('/agence/une-autre/leads', cookie)).status).toBe(404);
  },
  profile: async () => {
    await answers('/agence/profil', cookie);
    expect((await read(`/agence/${REF}/profil`, cookie)).h1).toBe('Profil de l’agence');
    expect((await read('/agence/une-autre/profil', cookie)).status).toBe(404);
  },
  notifications: async () => {
    for (const address of ['/agence/notifications', NOTIFICATIONS])
      expect((await read(address, cookie)).h1).toBe('Mes notifications');
    expect((await read('/agence/une-autre/notifications', cookie)).status).toBe(404);
  },
  support: async () => {
    await answers('/agence/support', cookie);
    await answers(`/agence/${REF}/support`, cookie);
    expect((await read('/agence/une-autre/support', cookie)).status).toBe(404);
  },
  unauthenticated: async () => {
    for (const address of ['/agence/tableau-de-bord', DASHBOARD])
      expect((await read(address)).location).toBe(
        `/agence/connexion?redirect=${encodeURIComponent(address)}`,
      );
  },
  'header-in': async () => {
    const { header } = await read(DASHBOARD, cookie);
    const links = linksOf(header);
    for (const label of [
      'Tableau de bord',
      'Prospects',
      'Annonces',
      'Mes Boosts',
      'Mes notifications',
      'Support',
      'Mon profil',
    ])
      expect(links).toContainEqual([label, expect.stringContaining(`/agence/${REF}/`)]);
    expect(header).toContain('Se déconnecter');
    const menu = header.slice(header.lastIndexOf('<summary', header.indexOf('Mon profil')));
    expect(linksOf(menu).slice(0, 2)).toEqual([
      ['Mon profil', `/agence/${REF}/profil`],
      ['Support', `/agence/${REF}/support`],
    ]);
    expect(links.map(([words]) => words)).not.toContain('Connexion Agence');
  },
  'header-out': async () => {
    const labels = new Set(linksOf((await read('/agence')).header).map(([words]) => words));
    for (const label of ['Connexion Agence', 'Contact Commercial']) expect(labels).toContain(label);
    expect(labels).not.toContain('Tableau de bord');
  },
  'footer-services': async () => {
    const labels = linksOf((await read('/agence')).footer).map(([words]) => words);
    expect(labels).toEqual(
      expect.arrayContaining([
        'Diffusion gratuite',
        'Boost Réseaux Sociaux',
        'Rechercher mon agence',
        'Créer mon compte',
      ]),
    );
  },
  'footer-support': async () => {
    const labels = linksOf((await read('/agence')).footer).map(([words]) => words);
    expect(labels).toEqual(
      expect.arrayContaining(['Questions fréquentes', 'Nous contacter', 'Se connecter', 'Mentions légales']),
    );
  },
  'cross-link': async () => {
    expect(linksOf((await read('/agence')).footer)).toContainEqual(['Espace particulier', '/']);
  },
  logo: async () => {
    for (const as of ['', cookie])
      expect(linksOf((await read('/agence/connexion', as)).header)[0]?.[1]).toBe('/agence');
  },
  'logout-lands': async () => {
    const page = await open(await passerBy(site.origin), '/agence/connexion');
    await logIn(page);
    await page.waitForURL(site.origin + DASHBOARD);
    await signOut(page);
    await page.waitForURL(`${site.origin}/agence/connexion`);
    await page.getByText('Vous avez été déconnecté.').first().waitFor();
    expect((await read(DASHBOARD, cookie)).status).toBe(200);
  },
  'contact-fields': async () => {
    for (const [address, as] of [
      ['/agence/contact', ''],
      ['/agence/support', cookie],
    ] as const)
      expect(fieldsOf((await read(address, as)).html)).toMatchObject({
        name: true,
        email: true,
        company: true,
        phone: false,
        subject: true,
        message: true,
      });
  },
  'registration-fields': () =>
    asks('/agence/creer-compte', {
      name: true,
      email: true,
      phone: false,
      software: true,
      password: false,
      ownerReference: false,
    }),
  'signup-fields': () =>
    asks('/agence/inscription', {
      name: true,
      email: true,
      phone: true,
      software: true,
      agreedToTerms: false,
      ownerReference: false,
    }),
  'stored-keys': async () => {
    const page = await open(await signedIn(), DASHBOARD);
    await known(page);
    expect(JSON.parse((await stored(page))[0] ?? '')).toEqual(RECORD);
    expect((await stored(page))[1]).toBeTruthy();
  },
  'other-tab': async () => {
    const context = await signedIn();
    const tabs = [await open(context, '/agence/faq'), await open(context, '/agence/contact')] as const;
    const [leaving, reader] = tabs;
    const protectedPage = await open(context, DASHBOARD);
    await known(protectedPage);
    const shownTo = (page: Page) => page.locator('header summary').filter({ hasText: 'Agence Témoin' });
    await shownTo(reader).waitFor();
    await protectedPage.getByRole('heading', { name: 'Tableau de bord' }).waitFor();
    await signOut(leaving);
    await protectedPage.waitForURL(AT_LOGIN);
    await protectedPage.getByRole('heading', { name: 'Connexion' }).waitFor();
    // A page for everybody stays where it is, and no longer for that agency; and nothing comes back by going back.
    await reader.locator('header').getByRole('link', { name: 'Connexion Agence' }).waitFor();
    expect(new URL(reader.url()).pathname).toBe('/agence/contact');
    await protectedPage.goBack();
    await protectedPage.waitForURL(AT_LOGIN);
    for (const page of [reader, protectedPage]) {
      expect(await page.locator('body').innerText()).not.toContain('Agence Témoin');
      expect(await stored(page)).toEqual([null, null]);
    }
  },
  'login-stores': async () => {
    const page = await open(await passerBy(site.origin), `/agence/connexion?redirect=${DASHBOARD}`);
    let asked = 0;
    page.on('request', (request) => (asked += request.url().endsWith('/api/agence/dashboard') ? 1 : 0));
    await logIn(page);
    await page.waitForURL(site.origin + DASHBOARD);
    expect(JSON.parse((await stored(page))[0] ?? '')).toEqual(RECORD);
    await expect.poll(() => asked).toBe(1);
    await signOut(page);
    await page.waitForURL(`${site.origin}/agence/connexion`);
    await logIn(page);
    await page.waitForURL(site.origin + DASHBOARD);
    await page.getByRole('heading', { name: 'Tableau de bord' }).waitFor();
    await expect.poll(() => asked).toBe(2);
  },
  'confirm-logs-in': async () => {
    await post('/agence/register', { name: 'Toute Neuve', email: 'neuve@essai.test', software: 'Aucun' });
    const token = await mailedToken(mailbox, 'neuve@essai.test');
    const page = await open(await passerBy(site.origin), `/agence/confirmation-email?token=${token}`);
    await page.getByRole('button', { name: 'Confirmer mon adresse' }).click();
    await page.waitForURL(`${site.origin}/agence/toute-neuve/tableau-de-bord`);
    expect(JSON.parse((await stored(page))[0] ?? '')).toMatchObject({ ownerReference: 'toute-neuve' });
  },
  unauthorized: async () => {
    const page = await open(await signedIn(), '/agence');
    await page.evaluate(() => {
      localStorage.setItem('agency_data', '{"id":1}');
      localStorage.setItem('agency_token', 'cookie');
    });
    const json = { success: false, code: 'login_required', message: 'Connectez-vous pour continuer.' };
    await page.route('**/api/agence/dashboard', (route) => route.fulfill({ status: 401, json }));
    await page.locator('header').getByRole('link', { name: 'Tableau de bord' }).click();
    await page.waitForURL(AT_LOGIN);
    await forgotten(page);

    const settings = await open(await signedIn(), NOTIFICATIONS);
    await known(settings);
    await settings.route('**/api/agence/notification-settings', (route) =>
      route.fulfill({ status: 401, json }),
    );
    await settings.getByRole('button', { name: 'Enregistrer' }).click();
    await settings.waitForURL(/\/agence\/connexion\?redirect=%2Fagence%2Fagence-temoin%2Fnotifications$/);
    await forgotten(settings);

    // Died while no page was open: the server sends to the login, which finds what is left.
    const context = await signedIn();
    const dead = await open(context, DASHBOARD);
    await known(dead);
    await dead.goto('about:blank');
    await context.clearCookies();
    await dead.goto(site.origin + DASHBOARD);
    await dead.waitForURL(AT_LOGIN);
    await forgotten(dead);
  },
  'logout-anyway': async () => {
    const page = await open(await signedIn(), DASHBOARD);
    await known(page);
    await page.route('**/api/agence/logout', (route) => route.abort());
    await signOut(page);
    await page.waitForURL(`${site.origin}/agence/connexion`);
    await forgotten(page);
    await page.getByText('Vous avez été déconnecté localement.').first().waitFor();
    await page.unroute('**/api/agence/logout');
    await page.goto(site.origin + DASHBOARD);
    await page.waitForURL(/\/agence\/connexion\?redirect=/);
    await forgotten(page);
  },
  placeholder: async () => {
    const page = await open(await signedIn(), DASHBOARD);
    await known(page);
    expect((await stored(page))[1]).toBe('cookie');
  },
  'reset-equal': async () => {
    await post('/agence/forgot-password', { email });
    const token = await mailedToken(mailbox, email);
    const page = await open(await passerBy(site.origin), `/agence/mot-de-passe-oublie?token=${token}`);
    await page.locator('input[name="password1"]').fill('Toutnouveau1');
    await page.locator('input[name="password2"]').fill('Toutnouveau2');
    await page.getByRole('button', { name: 'Changer le mot de passe' }).click();
    expect(await messagesOn(page)).toEqual({ password2: 'Les mots de passe ne correspondent pas' });
  },
  'change-equal': async () => {
    const page = await open(await signedIn(), `/agence/${REF}/profil`);
    await page.locator('input[name="currentPassword"]').fill(agencyPassword);
    await page.locator('input[name="newPassword"]').fill('Toutnouveau1');
    await page.locator('input[name="confirmPassword"]').fill('Toutnouveau2');
    await page.getByRole('button', { name: 'Changer le mot de passe' }).click();
    expect(await messagesOn(page)).toEqual({ confirmPassword: 'Les mots de passe ne correspondent pas' });
  },
  'software-shown': async () => {
    const software = 'Le logiciel est requis';
    for (const [address, button, phone] of [
      ['/agence/creer-compte', 'Créer le compte', {}],
      ['/agence/inscription', 'Inscrire mon agence', { phone: 'Le téléphone est requis' }],
    ] as const) {
      const page = await open(await passerBy(site.origin), address);
      await page.getByRole('button', { name: button }).click();
      expect(await messagesOn(page)).toEqual({
        name: "Le nom de l'agence est requis",
        email: "L'email est requis",
        ...phone,
        software,
      });
    }
  },
  verified: async () => {
    const context = await signedIn();
    const page = context.pages()[0]!;
    const [check] = await Promise.all([
      page.waitForResponse('**/api/agence/check'),
      page.goto(site.origin + DASHBOARD),
    ]);
    expect(((await check.json()) as { data: object }).data).toEqual({
      isAuthenticated: true,
      agency: RECORD,
    });
  },
  scoped: async () => {
    expect(linksOf((await read('/agence/tableau-de-bord', cookie)).header)).toContainEqual([
      'Tableau de bord',
      DASHBOARD,
    ]);
  },
  separate: async () => {
    const context = await passerBy(site.origin);
    const person = {
      firstName: 'Léa',
      lastName: 'Petit',
      email: 'lea@essai.test',
      password: agencyPassword,
    };
    await context.request.post(`${site.origin}/api/auth/register`, { data: person });
    const page = await open(context, '/');
    await page.waitForFunction(() => localStorage.getItem('user') !== null);
    await page.goto(`${site.origin}/agence/connexion`);
    await hydrated(page);
    await logIn(page);
    await page.waitForURL(site.origin + DASHBOARD);
    await signOut(page);
    await page.waitForURL(`${site.origin}/agence/connexion`);
    await forgotten(page);
    expect(await page.evaluate(() => localStorage.getItem('user') !== null)).toBe(true);
    // The space of individuals greets its own, at once.
    await page.locator('footer').getByRole('link', { name: 'Espace particulier' }).click();
    await page.waitForURL(`${site.origin}/`);
    await page.locator('header summary').filter({ hasText: 'Léa' }).waitFor();
  },
  bearer: async () => {
    const page = await open(await signedIn(), DASHBOARD);
    await known(page);
    const asked = page.waitForRequest('**/api/agence/check');
    await page.reload();
    expect((await asked).headers().authorization).toBe('Bearer cookie');
  },
  'dashboard-cached': async () => {
    const context = await signedIn();
    const page = context.pages()[0]!;
    let asked = 0;
    page.on('request', (request) => (asked += request.url().endsWith('/api/agence/dashboard') ? 1 : 0));
    await page.clock.install();
    await visit(page, `${site.origin}/agence`);
    const toDashboard = async () => {
      await page.locator('header').getByRole('link', { name: 'Tableau de bord' }).click();
      await page.waitForURL(site.origin + DASHBOARD);
    };
    const away = async () => {
      await page.locator('header a').first().click();
      await page.waitForURL(`${site.origin}/agence`);
    };
    await toDashboard();
    await away();
    await toDashboard();
    expect(asked).toBe(1);
    await away();
    await page.clock.fastForward(300_001);
    await toDashboard();
    await expect.poll(() => asked).toBe(2);
    await page.close();
  },
  settings: async () => {
    const page = await open(await signedIn(), NOTIFICATIONS);
    const asked: string[] = [];
    page.on('request', (request) => {
      const address = new URL(request.url()).pathname;
      if (['/api/agence/notification-settings', '/api/agence/dashboard'].includes(address))
        asked.push(`${request.method()} ${address}`);
    });
    const heard = page.evaluate(
      () => new Promise((resolve) => addEventListener('agencySettingsUpdated', () => resolve(true))),
    );
    await page.getByLabel('Import terminé').selectOption('Résumé du jour');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('Enregistré. Les prochains courriels suivent ces choix.').waitFor();
    expect(await heard).toBe(true);
    expect(asked).toEqual(['PUT /api/agence/notification-settings', 'GET /api/agence/dashboard']);
    await visit(page, site.origin + NOTIFICATIONS);
    expect(await page.getByLabel('Import terminé').inputValue()).toBe('digest');

    // Saved although the dashboard could not be read after it.
    await page.route('**/api/agence/dashboard', (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('Enregistré. Les prochains courriels suivent ces choix.').waitFor();

    // What is refused says which choice, and keeps the others. A press while the page is read again would do nothing.
    await expect
      .poll(() => page.getByRole('button', { name: 'Enregistrer' }).getAttribute('aria-busy'))
      .toBeNull();
    for (const day of await page.locator('input[name=day]').all()) await day.uncheck();
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('Gardez au moins un jour.').waitFor();
    expect(await page.getByLabel('Import terminé').inputValue()).toBe('digest');
  },
  silence: async () => {
    const context = await signedIn();
    const page = context.pages()[0]!;
    await page.goto(`${site.origin}/agence`);
    await page.evaluate((record) => localStorage.setItem('agency_data', JSON.stringify(record)), RECORD);
    await page.route('**/api/agence/check', (route) => route.abort());
    await page.goto(site.origin + DASHBOARD);
    await page.waitForURL(AT_LOGIN);
    await forgotten(page);
  },
  'error-toast': async () => {
    const page = await open(await passerBy(site.origin), '/agence/connexion');
    await logIn(page, { password: 'Faux12345' });
    await page.getByText('Erreur de connexion').first().waitFor();
    await page.getByText('Email ou mot de passe incorrect.').first().waitFor();
  },
  'prices-decimals': async () => {
    expect(await pricesOf()).toContain('250 000,00 €');
  },
  'prices-month': async () => {
    expect(await pricesOf()).toContain('842,00 €/mois');
  },
  missing: async () => {
    await missing('', 'Connexion Agence');
    await missing(cookie, 'Tableau de bord');
  },
  'bearers-apart': async () => {
    const context = await signedIn();
    const page = await open(context, DASHBOARD);
    await known(page);
    await page.evaluate(() => localStorage.setItem('token', 'abc'));
    const [ofAgency, ofUser] = ['**/api/agence/check', '**/api/auth/check'].map((call) =>
      page.waitForRequest(call),
    );
    await page.reload();
    expect((await ofAgency)?.headers().authorization).toBe('Bearer cookie');
    await page.goto(`${site.origin}/mentions-legales`);
    expect((await ofUser)?.headers().authorization).toBe('Bearer abc');
  },
  'kept-words': async () => {
    const { page, subject, message, kept } = await cutOff(`/agence/${REF}/support`);
    await logIn(page);
    await page.waitForURL(`${site.origin}/agence/${REF}/support`);
    await expect.poll(() => message.inputValue()).toBe(TYPED);
    expect([await subject.inputValue(), await kept()]).toEqual(['Notre flux', null]);
  },
  'same-account': async () => {
    const other = { name: 'Agence Voisine', email: 'voisine@essai.test' };
    await joinedAt(site, other);
    // An address without a reference is a page of both.
    const { page, subject, message, kept } = await cutOff('/agence/support');
    expect(await kept()).toContain(TYPED);
    await logIn(page, { as: other.email });
    await page.waitForURL(`${site.origin}/agence/support`);
    // Once it is known who is there, it is nowhere any more, not even for its author.
    await expect.poll(kept).toBeNull();
    expect([await subject.inputValue(), await message.inputValue()]).toEqual(['', '']);
  },
};

describe('les agences, comme la spécification les décrit', () => {
  test.for(agencyRowsOf('page'))('$section : $quote', async ({ id: name }) => {
    await checks[name]?.();
  });

  it('est vérifié ligne par ligne, sans en passer une', () => {
    expect(Object.keys(checks)).toEqual(agencyRowsOf('page').map(({ id: name }) => name));
  });
});

/** Words parted from the sign after them where a line may break (look.md 2.1). */
const looseSigns = (page: Page) =>
  page.evaluate(() => document.body.innerText.match(/\S+ [:;?!»](?=\s|$)|« \S+/g) ?? []);

it('ne déborde nulle part et se lit sans voir, sur un téléphone comme sur un écran', async () => {
  const context = await signedIn();
  const page = context.pages()[0]!;
  for (const address of [
    '/agence',
    '/agence/creer-compte',
    '/agence/inscription',
    '/agence/inscription-reussie?email=a%40essai.test',
    '/agence/recherche?q=moulin',
    '/agence/mot-de-passe-oublie',
    '/agence/confirmation-email?token=x',
    DASHBOARD,
    `/agence/${REF}/leads`,
    NOTIFICATIONS,
    `/agence/${REF}/profil`,
    '/agence/annonces/import',
    '/agence/faq',
  ]) {
    await visit(page, site.origin + address);
    expect([address, await looseSigns(page)]).toEqual([address, []]);
    expect([address, await faultsAtBothWidths(page, { grave: true })]).toEqual([address, []]);
  }
});
