import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { axeFaults } from '../kit/accessible.ts';
import { flat, makeAgency } from '../kit/alerts.ts';
import { openBrowser, visitor, visitorOf } from '../kit/browser.ts';
import { freePort } from '../kit/free-port.ts';
import { later } from '../kit/leftovers.ts';
import { eventually, type Site, startSite } from '../kit/site.ts';

/** A name of the open Internet: measurement never runs on a private one. Chromium is told that it is here. */
const NAME = 'www.vigie-essai.fr';
const SERVICE = 'mesure.vigie-essai.fr';

/** What the measurement service was sent, and how it answers. */
const received: { body: Record<string, unknown>; headers: Record<string, unknown>; url: string }[] = [];
let answer: 'well' | 'badly' | 'never' = 'well';
const service = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk: Buffer) => (text += chunk.toString()));
  request.on('end', () => {
    received.push({ body: JSON.parse(text), headers: request.headers, url: request.url ?? '' });
    if (answer === 'never') response.destroy();
    else response.writeHead(answer === 'well' ? 204 : 500).end();
  });
});

let site: Site;
let origin: string;
let listing: string;
let browser: Browser;
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  later(async () => void service.close());
  const port = await freePort();
  origin = `http://${NAME}:${port}`;
  site = await startSite({
    role: 'web',
    port,
    settings: {
      PUBLIC_URL: origin,
      ANALYTICS_URL: `http://${SERVICE}:${(service.address() as AddressInfo).port}/e`,
    },
  });
  const [id] = await (await makeAgency(site)).publish(flat('a'));
  listing = `/annonce/${id}`;
  browser = await openBrowser({ args: ['--host-resolver-rules=MAP *.vigie-essai.fr 127.0.0.1'] });
});
beforeEach(() => {
  received.length = 0;
  answer = 'well';
});

async function visit(options: Parameters<typeof visitor>[0] = {}) {
  const context = await visitorOf(browser, options);
  const page = await context.newPage();
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(new URL(request.url()).hostname));
  return { context, page, asked };
}

const banner = (page: Page) => page.getByRole('region', { name: 'Vous choisissez ce que nous retenons' });

async function keptBy(context: BrowserContext, page: Page) {
  const stores = await page.evaluate(() => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
  }));
  return { cookies: (await context.cookies()).map(({ name }) => name), ...stores };
}

/** Events of the service, less those of the pages. */
const told = () => received.map(({ body }) => body);
const until = (count: number) =>
  eventually(`${count} événements (${JSON.stringify(told())})`, async () => received.length >= count);

describe('avant tout choix', () => {
  it('rien n’est gardé, rien n’est chargé d’ailleurs, rien n’est envoyé, d’une page à l’autre', async () => {
    const { context, page, asked } = await visit();
    await page.goto(`${origin}/`, { waitUntil: 'networkidle' });
    await banner(page).waitFor();
    expect(await keptBy(context, page)).toEqual({ cookies: [], local: [], session: [] });
    await page.getByRole('link', { name: 'Mentions légales' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Mentions légales' }).waitFor();
    await page.goto(origin + listing, { waitUntil: 'networkidle' });
    // Where the reader was in the page they left: what « Retour » asks for, in this tab only.
    expect(await keptBy(context, page)).toEqual({
      cookies: [],
      local: [],
      session: ['react-router-scroll-positions'],
    });
    expect([...asked]).toEqual([NAME]);
    expect(received).toEqual([]);
    await context.close();
  });

  it('la politique de sécurité n’ouvre que l’adresse du service', async () => {
    const policy = (await fetch(`${site.origin}/`)).headers.get('content-security-policy');
    const { port } = service.address() as AddressInfo;
    expect(policy).toContain(`connect-src 'self' http://${SERVICE}:${port};`);
  });

  it.each([1280, 360])('le bandeau ne prend ni la page ni le focus, à %i pixels', async (width) => {
    const { context, page } = await visit({ viewport: { width, height: 740 } });
    await page.goto(`${origin}/`, { waitUntil: 'networkidle' });
    await banner(page).waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
    const sizes = await Promise.all(
      ['Tout refuser', 'Tout accepter'].map(async (name) => {
        const button = banner(page).getByRole('button', { name });
        const box = await button.boundingBox();
        return { width: box?.width, height: box?.height, look: await button.getAttribute('class') };
      }),
    );
    expect(sizes[0]).toEqual(sizes[1]);
    await banner(page).getByRole('button', { name: 'Choisir' }).click();
    for (const box of await banner(page).getByRole('checkbox').all())
      expect(await box.isChecked()).toBe(false);
    expect(await axeFaults(page)).toEqual([]);
    await context.close();
  });
});

describe('le choix', () => {
  it('« Tout refuser » : un clic, retenu, et rien ne part', async () => {
    const { context, page } = await visit();
    await page.goto(`${origin}/`, { waitUntil: 'networkidle' });
    await banner(page).getByRole('button', { name: 'Tout refuser' }).click();
    await banner(page).waitFor({ state: 'detached' });
    await page.goto(origin + listing, { waitUntil: 'networkidle' });
    expect(await banner(page).count()).toBe(0);
    expect((await keptBy(context, page)).local).toEqual(['consent']);
    expect(JSON.parse((await page.evaluate(() => localStorage.getItem('consent'))) ?? '')).toEqual({
      measurement: false,
      comfort: false,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect(received).toEqual([]);
    await context.close();
  });

  it('« Choisir » : seulement ce qui est coché', async () => {
    const { context, page } = await visit();
    await page.goto(`${origin}/`, { waitUntil: 'networkidle' });
    await banner(page).getByRole('button', { name: 'Choisir' }).click();
    await banner(page)
      .getByRole('checkbox', { name: /Retenir les annonces vues/ })
      .check();
    await banner(page).getByRole('button', { name: 'Enregistrer mes choix' }).click();
    expect(await page.evaluate(() => localStorage.getItem('consent'))).toMatch(
      /^\{"measurement":false,"comfort":true,/,
    );
    await page.goto(origin + listing, { waitUntil: 'networkidle' });
    await page.waitForFunction(() => localStorage.getItem('viewed') !== null);
    await page.goto(`${origin}/`, { waitUntil: 'networkidle' });
    const seen = page.getByRole('region', { name: 'Vues récemment' });
    await seen.waitFor();
    expect(await seen.getByRole('article').count()).toBe(1);
    await seen.getByRole('button', { name: 'Effacer' }).click();
    await seen.waitFor({ state: 'detached' });
    expect((await keptBy(context, page)).local).toEqual(['consent']);
    expect(received).toEqual([]);
    await context.close();
  });

  it('est redemandé après six mois', async () => {
    const { context, page } = await visit();
    await page.goto(`${origin}/cookies`);
    await page.evaluate(() =>
      localStorage.setItem(
        'consent',
        JSON.stringify({
          measurement: true,
          comfort: true,
          at: new Date(Date.now() - 183 * 86_400_000).toISOString(),
        }),
      ),
    );
    await page.goto(`${origin}/`, { waitUntil: 'networkidle' });
    await banner(page).waitFor();
    expect(received).toEqual([]);
    await context.close();
  });

  it('se reprend à « Gérer mes cookies », d’où tout ce qu’il permettait disparaît', async () => {
    const { context, page } = await visit();
    await page.goto(`${origin}/`, { waitUntil: 'networkidle' });
    await banner(page).getByRole('button', { name: 'Tout accepter' }).click();
    await until(1);
    expect((await keptBy(context, page)).local.toSorted()).toEqual(['consent', 'last_visit']);
    await page.getByRole('link', { name: 'Gérer mes cookies' }).click();
    await page.getByRole('heading', { level: 1, name: 'Gérer mes cookies' }).waitFor();
    expect(await page.getByRole('checkbox', { name: /Mesurer/ }).isChecked()).toBe(true);
    await until(2);
    await page.getByRole('button', { name: 'Tout refuser' }).click();
    await page.getByText('Votre choix est enregistré').waitFor();
    expect((await keptBy(context, page)).local).toEqual(['consent']);
    const before = received.length;
    await page.goto(origin + listing, { waitUntil: 'networkidle' });
    expect(received.length).toBe(before);
    await context.close();
  });
});

describe('avec l’accord', () => {
  it('la mesure dit quelles pages, et rien de qui : ni mots, ni jetons, ni cookies, ni provenance', async () => {
    const { context, page } = await visit();
    // One day, even at midnight.
    await page.clock.setFixedTime(new Date());
    await page.goto(`${origin}/desinscription?token=secret-de-lea`, { waitUntil: 'networkidle' });
    await banner(page).getByRole('button', { name: 'Tout accepter' }).click();
    await until(1);
    await page.goto(`${origin}/acheter/nimes-30000?prixMax=200000&mots=lea@exemple.fr`, {
      waitUntil: 'networkidle',
    });
    await until(2);
    await page.goto(`${origin}/lea@exemple.fr`, { waitUntil: 'networkidle' });
    await until(3);
    expect(told()).toEqual([
      { event: 'page_view', path: '/desinscription' },
      { event: 'page_view', path: '/acheter/nimes-30000' },
      { event: 'page_view', path: 'introuvable' },
    ]);
    for (const { headers, url } of received) {
      expect(url).toBe('/e');
      expect([headers.cookie, headers.referer]).toEqual([undefined, undefined]);
    }
    await context.close();
  });

  it('un retour un autre jour est noté, une fois, avec le nombre de jours', async () => {
    const { context, page } = await visit();
    await page.clock.setFixedTime(new Date());
    await page.goto(`${origin}/`, { waitUntil: 'networkidle' });
    await banner(page).getByRole('button', { name: 'Tout accepter' }).click();
    await until(1);
    await page.evaluate(() => {
      const before = new Date(Date.now() - 3 * 86_400_000);
      localStorage.setItem('last_visit', before.toLocaleDateString('sv-SE', { timeZone: 'Europe/Paris' }));
    });
    await page.reload({ waitUntil: 'networkidle' });
    await until(3);
    await page.reload({ waitUntil: 'networkidle' });
    await until(4);
    expect(told().filter(({ event }) => event === 'return_visit')).toEqual([
      { event: 'return_visit', days: 3 },
    ]);
    await context.close();
  });

  it('une alerte créée est notée, sans rien d’elle', async () => {
    const { context, page } = await visit();
    await page.goto(`${origin}/alertes/nouvelle?transaction=achat&lieux=nimes-30000`, {
      waitUntil: 'networkidle',
    });
    await banner(page).getByRole('button', { name: 'Tout accepter' }).click();
    await until(1);
    await page.getByLabel('Adresse e-mail').fill('lea@exemple.fr');
    await page.getByRole('button', { name: 'Créer cette alerte' }).click();
    await page.getByRole('heading', { name: 'Vérifiez votre boîte aux lettres' }).waitFor();
    await eventually('l’événement', async () => told().some(({ event }) => event === 'alert_created'));
    expect(told().find(({ event }) => event === 'alert_created')).toEqual({ event: 'alert_created' });
    expect(JSON.stringify(received)).not.toContain('exemple.fr');
    await context.close();
  });

  it.each(['badly', 'never'] as const)(
    'un service qui répond mal (%s) ne dérange pas la page',
    async (how) => {
      answer = how;
      const { context, page } = await visit();
      const broken: string[] = [];
      page.on('pageerror', (error) => broken.push(String(error)));
      await page.goto(`${origin}/`, { waitUntil: 'networkidle' });
      await banner(page).getByRole('button', { name: 'Tout accepter' }).click();
      await until(1);
      await page.getByRole('link', { name: 'Nous contacter' }).click();
      await page.getByRole('heading', { level: 1, name: 'Nous contacter' }).waitFor();
      // It goes on being told, and nothing of this visit reaches the next test.
      await until(2);
      expect(broken).toEqual([]);
      await context.close();
    },
  );
});

it('sur cette machine rien n’est demandé ni envoyé, même avec l’accord et l’adresse du service', async () => {
  const context = await visitor();
  const page = await context.newPage();
  // The same site by its local name: its setting says otherwise, the browser knows better.
  await page.goto(`${site.origin}/`, { waitUntil: 'networkidle' });
  expect(await banner(page).count()).toBe(0);
  await page.evaluate(() =>
    localStorage.setItem(
      'consent',
      JSON.stringify({ measurement: true, comfort: true, at: new Date().toISOString() }),
    ),
  );
  await page.goto(site.origin + listing, { waitUntil: 'networkidle' });
  await page.goto(`${site.origin}/contact`, { waitUntil: 'networkidle' });
  expect(received).toEqual([]);
  await context.close();
});

it('tout ce que le navigateur garde d’un parcours est nommé sur la page des cookies', async () => {
  const { context, page } = await visit();
  await page.goto(`${origin}/inscription`, { waitUntil: 'networkidle' });
  await banner(page).getByRole('button', { name: 'Tout accepter' }).click();
  await page.goto(origin + listing, { waitUntil: 'networkidle' });
  await page.goto(`${origin}/inscription`, { waitUntil: 'networkidle' });
  for (const [label, words] of [
    ['Prénom', 'Léa'],
    ['Nom', 'Petit'],
    ['Adresse e-mail', 'lea@exemple.fr'],
    ['Mot de passe', 'Unbonmot2passe'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(words);
  await page.getByRole('button', { name: 'Créer mon compte' }).click();
  await page.waitForURL(/tableau-de-bord/);
  const { cookies, local, session } = await keptBy(context, page);
  await page.goto(`${origin}/cookies`);
  const said = (await page.locator('main dt code').allTextContents()).flatMap((names) => names.split(', '));
  expect(local).toContain('user');
  expect(cookies).toContain('auth_status');
  expect([...cookies, ...local, ...session].filter((name) => !said.includes(name))).toEqual([]);
  await context.close();
});
