import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type PageName, pageAt, paths } from '#contract/paths.ts';
import { mailedToken } from '../kit/agencies.ts';
import { flat, makeAgency } from '../kit/alerts.ts';
import { leaveAlone, silent, visit, visitor } from '../kit/browser.ts';
import { lawfulAgency, lawfulRental } from '../kit/law.ts';
import { eventually, startSite } from '../kit/site.ts';

const site = await startSite({ role: 'web' });
const agency = await makeAgency(site);
const newHome = { isNew: true, condition: 'new', delivery: '2028-T2' } as const;
const [sale, rental, life, fresh, programme, withdrawn] = await agency.publish(
  flat('vendu'),
  lawfulRental('loue'),
  flat('viager', { lifeAnnuity: true }),
  flat('neuf', newHome),
  flat('programme', { ...newHome, propertyType: 'programme', units: [] }),
  flat('retire'),
  ...Array.from({ length: 30 }, (_, index) => flat(`p${index}`, { price: (200_000 + index * 1000) * 100 })),
);
await agency.withdraw('retire');

interface Manifest {
  readonly entry: Part;
  readonly routes: Readonly<Record<string, Part & { readonly path?: string }>>;
}
interface Part {
  readonly module: string;
  readonly imports: readonly string[];
  /** What the router cuts off a page, and loads with it. */
  readonly clientActionModule?: string;
  readonly clientLoaderModule?: string;
}

const client = path.resolve('build/client');

const manifestFile = readdirSync(path.join(client, 'assets')).find((name) => /^manifest-.*\.js$/.test(name));

/** What React Router tells the browser to load, page by page. */
function manifest(): Manifest {
  const text = readFileSync(path.join(client, 'assets', manifestFile ?? ''), 'utf8');
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest;
}

const { entry, routes } = manifest();

const sizes = new Map<string, number>();

function brotliSize(file: string): number {
  const size = sizes.get(file) ?? brotliCompressSync(readFileSync(path.join(client, file))).length;
  sizes.set(file, size);
  return size;
}

/** The scripts that a page names, and what these import: all that comes before a gesture of the reader. */
function filesOf(route: string): string[] {
  const page = Object.values(routes).find((one) => one.path === route);
  if (!page) throw new Error(`Aucune page à ${route}`);
  const parts = [entry, routes.root as Part, page];
  return [
    ...new Set(
      parts
        .flatMap((part) => [part.module, ...part.imports, part.clientActionModule, part.clientLoaderModule])
        .filter((file) => file !== undefined),
    ),
  ];
}

const earlyOf = (route: string) => [...filesOf(route), `/assets/${manifestFile}`];

/** In kB of brotli, before a gesture: of pages one comes to from elsewhere, and of all that ask for no login. */
const LIGHT = 116;
const LIMIT = 120;
const light: ReadonlySet<string> = new Set([
  '/',
  '/acheter/:citySlug',
  '/annonce/:propertyId',
  '/prix-immobilier',
  '/prix-immobilier/:citySlug',
  '/connexion',
]);
/** The list that specification 2 gives, and the page of an address that is none: a new page is weighed too. */
const open = (Object.keys(paths) as PageName[])
  .filter((name) => !paths[name].protected)
  .map((name) => paths[name].pattern);

/** Holds every script of a page back, or all but those that come before a gesture, until what comes back is called. */
async function holdScripts(page: Page, but: readonly string[] = []): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    if (!but.includes(new URL(route.request().url()).pathname)) await held;
    await route.continue();
  });
  return release;
}

describe('le poids des pages publiques', () => {
  it.each([...open, '*'].map((route) => [route, light.has(route) ? LIGHT : LIMIT] as const))(
    '%s : au plus %i ko de JavaScript avant un geste, en brotli',
    (route, limit) => {
      const bytes = filesOf(route).reduce((sum, file) => sum + brotliSize(file), 0);
      expect(bytes / 1000, filesOf(route).join('\n')).toBeLessThanOrEqual(limit);
    },
  );

  it('la page d’une ville tient en 25 ko de HTML', async () => {
    const response = await fetch(`${site.origin}/acheter/nimes-30000`, {
      headers: { 'accept-encoding': 'br' },
    });
    const html = await response.text();
    expect(html).toContain('30');
    expect(brotliCompressSync(html).length / 1000).toBeLessThanOrEqual(25);
  });
});

/** In kB of brotli, when nobody has touched the page: what comes by itself included. */
const WHOLE = 117;

/** Of each public page of the list one that exists, and those that say that there is none. */
const looked = [
  '/',
  '/?lieu=saint-denis',
  '/acheter/nimes-30000',
  '/acheter/nimes-30000/appartement',
  '/acheter/nimes-30000?prixMax=210000&tri=prix',
  '/acheter/nimes-30000?prixMax=1',
  '/acheter/lyon-69000/7e-arrondissement',
  '/acheter/neuf/nimes-30000',
  '/acheter/neuf/nimes-30000/maison',
  '/louer/nimes-30000',
  '/louer/nimes-30000/appartement',
  '/neuf/nimes-30000',
  '/neuf/nimes-30000/appartement',
  '/acheter/nulle-part',
  `/annonce/${sale}`,
  `/annonce/${rental}`,
  `/annonce/${life}`,
  `/annonce/${fresh}`,
  `/annonce/${programme}`,
  `/annonce/${withdrawn}`,
  '/annonce/999999',
  `/agence/annonce/${sale}`,
  `/agence/arenes/annonce/${sale}`,
  '/agence/arenes/catalogue',
  '/agence/personne/catalogue',
  '/comparer',
  `/comparer?annonces=${sale},${rental}`,
  '/prix-immobilier',
  '/prix-immobilier/paris-75000',
  '/prix-immobilier/montpellier-34000/maison',
  '/prix-immobilier/nulle-part',
  '/alertes/nouvelle',
  '/alertes/nouvelle?transaction=achat&lieux=nimes-30000&prixMax=300000',
  '/rien',
  '/agence/arenes/rien',
];

/** How long a page that says nothing more is listened to. */
const SILENCE_MS = 500;

/** What a browser has loaded of scripts by the time a page falls silent, those that come by themselves included: kB of brotli. */
async function loadedBy(page: Page, address: string): Promise<number> {
  await page.goto(`${site.origin}${address}`);
  const scripts = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.js') ? [name] : [])),
    );
  // Scripts wait for the first picture: on a busy machine a page is silent before them too.
  await page.waitForFunction(() => '__reactRouterDataRouter' in globalThis);
  let files = await scripts();
  for (let before = -1; before !== files.length; ) {
    before = files.length;
    await wait(SILENCE_MS);
    files = await scripts();
  }
  return files.reduce((sum, name) => sum + brotliSize(new URL(name).pathname), 0) / 1000;
}

describe('une page qu’on ne fait que regarder', () => {
  it(`a chargé au plus ${WHOLE} ko de JavaScript, ce qui vient de soi-même compris, quelle qu’elle soit`, async () => {
    // Of those without a parameter the address is the pattern; those that end by a dot and three letters are no pages.
    const plain = open.filter((pattern) => !/[:.]/.test(pattern));
    const left = [...new Set([...looked, ...plain])];
    const named = new Set(
      left.map((address) => pageAt(new URL(address, site.origin).pathname)?.page.pattern),
    );
    expect(open.filter((pattern) => !pattern.includes('.') && !named.has(pattern))).toEqual([]);
    const context = await visitor();
    await leaveAlone(context);
    const weights = new Map<string, number>();
    const look = async () => {
      const page = await context.newPage();
      for (let address = left.shift(); address !== undefined; address = left.shift()) {
        // One page after the other, in each of the tabs.
        weights.set(address, await loadedBy(page, address));
      }
    };
    await Promise.all([look(), look(), look(), look()]);
    expect(Math.min(...weights.values())).toBeGreaterThan(100);
    expect([...weights].filter(([, weight]) => weight > WHOLE)).toEqual([]);
  });

  it('ne demande qui est là, à qui ne s’est jamais connecté ici, qu’à son premier geste', async () => {
    const context = await visitor();
    const page = await context.newPage();
    await leaveAlone(page);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/check')) asked.push(request.url());
    });
    await page.goto(site.origin);
    await silent(page);
    expect(asked).toEqual([]);
    await page.mouse.move(200, 200);
    await eventually('la session est demandée', async () => asked.length === 1);
  });
});

describe('une page avant qu’on y touche', () => {
  it('est entière, ne charge que ce qui la porte, puis fait ce qui fut demandé entre-temps', async () => {
    const context = await visitor();
    const page = await context.newPage();
    await leaveAlone(page);
    const errors: string[] = [];
    const loaded: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await page.goto(`${site.origin}/acheter/nimes-30000`);
    const allowed = filesOf('/acheter/:citySlug');
    await expect.poll(() => loaded.filter((file) => allowed.includes(file)).length).toBeGreaterThan(2);
    expect(await page.locator('article').count()).toBeGreaterThan(10);
    // Once the session was asked for, and whatever else comes by itself: still whole, still asleep.
    await silent(page);
    expect(await page.locator('[data-later] article').count()).toBeGreaterThan(10);
    await page.getByText('Tous les filtres').first().click();
    await page.getByRole('button', { name: 'Fermer les filtres' }).click();
    await eventually('la page écoute', async () => (await page.locator('[data-later]').count()) === 0);
    await eventually(
      'les filtres sont fermés',
      async () => (await page.locator('details[open]').count()) === 0,
    );
    expect(errors).toEqual([]);
  });

  it('garde et transmet ce qui fut tapé avant que son script soit là', async () => {
    const context = await visitor();
    const page = await context.newPage();
    const release = await holdScripts(page, earlyOf('/'));
    await visit(page, site.origin);
    const field = page
      .getByRole('textbox', { name: /budget|ville|où/i })
      .or(page.getByRole('combobox'))
      .first();
    await field.fill('Montp');
    expect(await page.locator('[data-later]').count()).toBe(1);
    release();
    await eventually('la page écoute', async () => (await page.locator('[data-later]').count()) === 0);
    expect(
      await page
        .locator('main input')
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
    ).toContain('Montp');
  });

  it('fait ce qui fut demandé dès que son script est là, sans attendre une horloge', async () => {
    const page = await (await visitor()).newPage();
    const release = await holdScripts(page, earlyOf('/connexion'));
    await page.clock.install();
    await visit(page, `${site.origin}/connexion`);
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByLabel('Adresse e-mail').fill('jamais@essai.test');
    await page.getByLabel('Mot de passe', { exact: true }).fill('Unbonmot2passe');
    await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
    expect(await page.locator('[data-later]').count()).toBe(1);
    const asked = page.waitForRequest('**/api/auth/login');
    release();
    expect((await asked).postDataJSON()).toMatchObject({ email: 'jamais@essai.test' });
  });

  it('ne bouge pas sous le pointeur quand elle s’éveille sur un grand écran', async () => {
    const page = await (await visitor({ viewport: { width: 1280, height: 900 } })).newPage();
    await leaveAlone(page);
    await visit(page, `${site.origin}/acheter/nimes-30000`);
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    const asleep = await height();
    expect(await page.locator('[data-later] article').count()).toBeGreaterThan(10);
    await page.mouse.move(600, 400);
    await eventually('la page écoute', async () => (await page.locator('[data-later]').count()) === 0);
    expect(await height()).toBe(asleep);
  });

  it('n’envoie rien avant d’avoir son premier script, puis envoie ce qui fut tapé', async () => {
    const context = await visitor();
    const page = await context.newPage();
    const release = await holdScripts(page);
    await page.goto(`${site.origin}/connexion`, { waitUntil: 'commit' });
    await page.getByLabel('Adresse e-mail').fill('tot@essai.test');
    await page.getByLabel('Mot de passe', { exact: true }).fill('Unbonmot2passe');
    await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
    expect(await page.getByLabel('Adresse e-mail').inputValue()).toBe('tot@essai.test');
    // Nobody has this address: the server was asked, with what was typed. Looked for before it can be said.
    const said = page.getByText('Compte inexistant').first().waitFor();
    release();
    await page.waitForURL(/\/inscription/);
    await said;
    await expect.poll(() => page.getByLabel('Adresse e-mail').inputValue()).toBe('tot@essai.test');
  });

  it('demande à l’administration d’entrer avec ce qui fut tapé avant tout script', async () => {
    const page = await (await visitor()).newPage();
    const release = await holdScripts(page);
    await page.goto(`${site.origin}/admin/login`, { waitUntil: 'commit' });
    await page.getByLabel('Identifiant').fill('personne');
    await page.getByLabel('Mot de passe', { exact: true }).fill('Unbonmot2passe');
    await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
    const asked = page.waitForRequest('**/api/admin/dashboard/registrations**');
    release();
    expect((await asked).headers().authorization).toBe(`Basic ${btoa('personne:Unbonmot2passe')}`);
    await page.getByText('Identifiant ou mot de passe incorrect.').waitFor();
    expect(await page.getByLabel('Identifiant').inputValue()).toBe('personne');
    expect(new URL(page.url()).search).toBe('');
  });

  it('presse le bouton qui fut pressé avant tout script, et non le premier de son formulaire', async () => {
    const mailbox = { db: site.db, services: { db: site.db, env: { publicUrl: site.origin } } as never };
    await lawfulAgency(site.db, 'mefiante', { email: 'directrice@essai.test' });
    await fetch(`${site.origin}/api/agence/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Un nom', email: 'autre@essai.test', ownerReference: 'mefiante' }),
    });
    const token = await mailedToken(mailbox, 'autre@essai.test');
    await fetch(`${site.origin}/api/agence/confirmation-email?token=${token}`);
    const asked = await mailedToken(mailbox, 'directrice@essai.test');
    const page = await (await visitor()).newPage();
    const release = await holdScripts(page);
    await page.clock.install();
    await page.goto(`${site.origin}/agence/confirmation-email?token=${asked}`, { waitUntil: 'commit' });
    // Nothing is left to a time after which the scripts come all the same.
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole('button', { name: 'Refuser' }).click();
    release();
    await page.getByRole('heading', { name: 'La demande est refusée' }).waitFor();
  });

  it('dit à qui n’a pas de script ce qu’il manque au formulaire', async () => {
    const response = await fetch(`${site.origin}/connexion`, { method: 'POST', body: new URLSearchParams() });
    expect(response.status).toBe(405);
    expect(await response.text()).toContain('Ce formulaire a besoin de JavaScript.');
  });

  it('laisse à un filtre ouvert avant tout script ce qui y fut saisi, et le dessine s’il est encore fermé', async () => {
    const context = await visitor({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    const release = await holdScripts(page);
    await page.goto(`${site.origin}/acheter/nimes-30000`, { waitUntil: 'domcontentloaded' });
    const bar = page.locator('form').filter({ has: page.locator('summary', { hasText: 'Budget' }) });
    await bar.locator('summary', { hasText: 'Budget' }).click();
    await bar.getByLabel('Maximum').first().fill('300000');
    release();
    await eventually('la page écoute', async () => {
      // A gesture that the scripts are there to notice.
      await page.mouse.wheel(0, 1);
      return (await page.locator('[data-later]').count()) === 0;
    });
    expect(await bar.getByLabel('Maximum').first().inputValue()).toBe('300000');
    await bar.locator('summary', { hasText: 'Surface' }).click();
    const surface = bar.getByLabel('Maximum').nth(1);
    await surface.fill('1200');
    await surface.blur();
    // Drawn here: thousands are set apart.
    await expect.poll(() => surface.inputValue()).toBe('1\u00a0200');
    await bar.getByRole('button', { name: /^Voir/ }).locator('visible=true').click();
    await page.waitForURL(/prixMax=300000&surfaceMax=1200$/);
  });
});
