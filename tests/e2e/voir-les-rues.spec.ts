import type { Browser, Page, Request } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { faultsAtBothWidths } from '../kit/accessible.ts';
import { flat, makeAgency } from '../kit/alerts.ts';
import { openBrowser, visitorOf } from '../kit/browser.ts';
import { eventually, type Site, startSite } from '../kit/site.ts';
import { tileServer } from '../kit/tile-server.ts';

const plan = await tileServer();
/** Another plan: of its tiles none is kept. */
const silent = await tileServer();
let site: Site;
/** The same listings, without streets. */
let streetless: Site;
/** The same, with streets that never come. */
let unanswered: Site;
let browser: Browser;

beforeAll(async () => {
  site = await startSite({ role: 'web', settings: plan.settings });
  unanswered = await startSite({
    role: 'web',
    beside: site,
    settings: { ...silent.settings, MAP_TILES_SECONDS: '5' },
  });
  streetless = await startSite({ role: 'web', beside: site, settings: { MAP_TILES: 'builtin' } });
  const agency = await makeAgency(site);
  await agency.publish(
    ...Array.from({ length: 5 }, (_, index) =>
      flat(`n${index}`, { exactLat: 43.83, exactLng: 4.3 + index * 0.02 }),
    ),
  );
  browser = await openBrowser({
    args: ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
    gpu: true,
  });
});

afterEach(() => plan.trouble(null));

interface Fetched {
  readonly url: URL;
  readonly status: number;
  readonly bytes: number;
}

/** A fresh visitor whose browser draws maps, what it fetched so far, whole, and what it waits for. */
async function mapReader(
  width = 1280,
): Promise<{ page: Page; fetched: Fetched[]; awaited: ReadonlySet<Request> }> {
  const context = await visitorOf(browser, { viewport: { width, height: 900 } });
  const page = await context.newPage();
  const fetched: Fetched[] = [];
  const awaited = new Set<Request>();
  page.on('request', (request) => awaited.add(request));
  page.on('requestfailed', (request) => awaited.delete(request));
  page.on('requestfinished', (request) => {
    void Promise.all([request.sizes(), request.response()])
      .then(
        ([{ responseBodySize: bytes }, response]) =>
          fetched.push({ url: new URL(request.url()), status: response?.status() ?? 0, bytes }),
        () => {},
      )
      .then(() => awaited.delete(request));
  });
  return { page, fetched, awaited };
}

/** Answers requests in the place of the site, or leaves them without an answer; gives the addresses that were asked for. */
async function intercept(page: Page, pattern: string, status: number | 'never'): Promise<string[]> {
  const asked: string[] = [];
  await page.route(pattern, async (route) => {
    asked.push(route.request().url());
    if (status !== 'never') await route.fulfill({ status });
  });
  return asked;
}

/** The plan that did not answer may be asked again. */
const restIsOver = (page: Page) =>
  page.evaluate(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + 31_000;
  });

const strangers = (fetched: readonly Fetched[], { origin }: Site) =>
  fetched.filter(({ url }) => /^https?:$/.test(url.protocol) && url.origin !== origin);
const under = (fetched: readonly Fetched[], folder: string) =>
  fetched.filter(({ url }) => url.pathname.startsWith(folder));
/** No part of a map is on its way. */
const mapsHaveCome = (awaited: ReadonlySet<Request>) =>
  [...awaited].every((request) => !/^\/(?:carte|geo)\//.test(new URL(request.url()).pathname));
const credits = (page: Page) => page.locator('.maplibregl-ctrl-attrib');
const away = (page: Page) => page.getByText('Le plan des rues ne répond pas');

/** The five flats, one by one or together. */
async function pinned(page: Page): Promise<number> {
  const pins = page.locator('[data-map=ready] button[data-state]');
  await pins.first().waitFor();
  const labels = await pins.evaluateAll((all) => all.map((pin) => pin.getAttribute('aria-label') ?? ''));
  return labels.reduce((sum, label) => sum + Number(/^(\d+)\sannonces/.exec(label)?.[1] ?? 1), 0);
}

describe('voir les rues sur la carte', () => {
  it('le plan de l’IGN vient par notre adresse, et l’IGN est nommé', async () => {
    const { page, fetched } = await mapReader();
    await page.goto(`${site.origin}/acheter/nimes-30000`);
    expect(under(fetched, '/carte/')).toEqual([]);
    await page.getByRole('link', { name: 'Carte', exact: true }).first().click();
    expect(await pinned(page)).toBe(5);
    await credits(page).getByText('© IGN – Géoplateforme').waitFor();
    await eventually('les rues sont là', async () => under(fetched, '/carte/plan/').length >= 6);
    expect(plan.requests.length).toBeGreaterThan(0);
    expect(plan.wrong).toEqual([]);
    expect(strangers(fetched, site)).toEqual([]);
    expect(await away(page).count()).toBe(0);
    const policy = (await fetch(`${site.origin}/acheter/nimes-30000`)).headers.get('content-security-policy');
    expect(policy).toMatch(/connect-src 'self';/);
    expect(policy).not.toMatch(/geopf|127\.0\.0\.1/);
    expect(await faultsAtBothWidths(page)).toEqual([]);
    // What one reader has seen costs IGN nothing for the next.
    const other = await mapReader();
    await other.page.goto(`${site.origin}/acheter/nimes-30000?carte=oui`);
    await credits(other.page).getByText('© IGN – Géoplateforme').waitFor();
    await eventually('les rues sont là', async () => under(other.fetched, '/carte/plan/').length >= 6);
    expect(plan.requests).toHaveLength(new Set(plan.requests).size);
  });

  it('la page des sources le dit, là où il y a des rues', async () => {
    const { page } = await mapReader();
    await page.goto(`${site.origin}/sources`);
    await page.getByText('Rues des cartes').waitFor();
    await page.goto(`${streetless.origin}/sources`);
    await page.getByText('cours d’eau, routes et voies ferrées').waitFor();
    expect(await page.getByText('Rues des cartes').count()).toBe(0);
  });

  it('les rues reviennent quand on déplace la carte, une fois que le plan répond', async () => {
    const { page } = await mapReader();
    const asked = await intercept(page, '**/carte/plan/**', 503);
    await page.goto(`${site.origin}/acheter/nimes-30000?carte=oui`);
    expect(await pinned(page)).toBe(5);
    await away(page).waitFor();
    expect(asked.length).toBeGreaterThanOrEqual(3);
    await page.unroute('**/carte/plan/**');
    // At once, nothing is asked again.
    await page.getByRole('button', { name: 'Zoom arrière' }).click();
    await eventually('la carte s’est posée', async () => (await pinned(page)) === 5);
    expect(await away(page).count()).toBe(1);
    await restIsOver(page);
    await page.getByRole('button', { name: 'Zoom avant' }).click();
    await away(page).waitFor({ state: 'detached' });
    await credits(page).getByText('© IGN – Géoplateforme').waitFor();
  });

  it('elles reviennent aussi là où la carte les avait déjà', async () => {
    const { page, fetched, awaited } = await mapReader();
    await page.goto(`${site.origin}/acheter/nimes-30000?carte=oui`);
    expect(await pinned(page)).toBe(5);
    await eventually(
      'les rues sont là',
      async () => under(fetched, '/carte/plan/').length >= 6 && mapsHaveCome(awaited),
    );
    const asked = await intercept(page, '**/carte/plan/**', 503);
    await page.getByRole('button', { name: 'Zoom avant' }).click();
    await away(page).waitFor();
    expect(asked.length).toBeGreaterThanOrEqual(3);
    await page.unroute('**/carte/plan/**');
    await restIsOver(page);
    await page.getByRole('button', { name: 'Zoom arrière' }).click();
    await away(page).waitFor({ state: 'detached' });
    await credits(page).getByText('© IGN – Géoplateforme').waitFor();
  });

  it('là où le plan n’a rien, la carte garde ses noms et ne dit pas qu’il se tait', async () => {
    // The site knows that the address of the plan is right.
    expect((await fetch(`${site.origin}/carte/plan/12/2103/1461`)).status).toBe(200);
    plan.trouble({ status: 404 });
    // Another zone: nothing of it is kept.
    const zone = '/acheter/nimes-30000?bbox=4.6,43.6,4.9,43.85&carte=oui';
    const [here, builtin] = [await mapReader(), await mapReader()];
    await here.page.goto(`${site.origin}${zone}`);
    await builtin.page.goto(`${streetless.origin}${zone}`);
    const picture = async ({ page }: { page: Page }) => {
      await page.locator('[data-map=ready]').waitFor();
      return page
        .locator('.maplibregl-canvas')
        .screenshot({ style: '.maplibregl-control-container { display: none }' });
    };
    await eventually('le plan a répondu qu’il n’a rien', async () => {
      const tiles = under(here.fetched, '/carte/plan/');
      return tiles.length >= 6 && tiles.every(({ status }) => status === 204);
    });
    await eventually('la carte est la même qu’une carte sans rues', async () =>
      (await picture(here)).equals(await picture(builtin)),
    );
    expect(await away(here.page).count()).toBe(0);
  });

  it('un plan qui se tait ne fait attendre personne : la carte est là, sans rues, et le dit', async () => {
    silent.trouble('silence');
    const { page } = await mapReader();
    await page.goto(`${unanswered.origin}/acheter/nimes-30000?carte=oui`);
    expect(await pinned(page)).toBe(5);
    await away(page).waitFor();
    await credits(page).getByText('Natural Earth').waitFor();
    await credits(page).getByText('© IGN – Géoplateforme').waitFor({ state: 'detached' });
    expect(await faultsAtBothWidths(page)).toEqual([]);
  });

  it('sans rues, la carte d’une ville pèse moins de 400 ko et ne demande rien à personne', async () => {
    const before = plan.requests.length;
    const { page, fetched, awaited } = await mapReader();
    await page.goto(`${streetless.origin}/acheter/nimes-30000?carte=oui`);
    expect(await pinned(page)).toBe(5);
    await eventually(
      'le fond est là, entier',
      async () =>
        under(fetched, '/carte/fond/').length > 0 &&
        under(fetched, '/geo/pays.json').length > 0 &&
        mapsHaveCome(awaited),
    );
    const data = [...under(fetched, '/carte/'), ...under(fetched, '/geo/')];
    expect(data.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(400_000);
    expect(under(fetched, '/carte/plan/')).toEqual([]);
    expect(strangers(fetched, streetless)).toEqual([]);
    expect(plan.requests).toHaveLength(before);
    expect(await credits(page).textContent()).toContain('Natural Earth');
    expect(await away(page).count()).toBe(0);
  });

  it.each([500, 'never'] as const)('un fond qui ne vient pas n’empêche pas la carte (%s)', async (status) => {
    const { page } = await mapReader();
    const asked = await intercept(page, '**/carte/fond/**', status);
    await page.goto(`${streetless.origin}/acheter/nimes-30000?carte=oui`);
    expect(await pinned(page)).toBe(5);
    await eventually('le fond a été demandé', async () => asked.length > 0);
  });
});
