import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { faultsAtBothWidths } from '../kit/accessible.ts';
import { flat, makeAgency } from '../kit/alerts.ts';
import { hydrated, leaveAlone, openBrowser, visitor, visitorOf } from '../kit/browser.ts';
import { eventually, type Site, startSite } from '../kit/site.ts';

let site: Site;
let browser: Browser;

beforeAll(async () => {
  site = await startSite({ role: 'web' });
  const agency = await makeAgency(site);
  await agency.publish(
    // A line of 30 flats, from west to east, then one that says nothing of where it is.
    ...Array.from({ length: 30 }, (_, index) =>
      flat(`n${index}`, {
        price: (200_000 + index * 1000) * 100,
        exactLat: 43.83,
        exactLng: 4.3 + index * 0.004,
      }),
    ),
    flat('sans-point'),
  );
  browser = await openBrowser({
    args: ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
    gpu: true,
  });
});

/** A fresh visitor whose browser draws maps, without a graphics card. */
async function mapReader(width = 1280): Promise<{ page: Page; strangers: string[] }> {
  const context = await visitorOf(browser, { viewport: { width, height: 900 } });
  const page = await context.newPage();
  const strangers: string[] = [];
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(site.origin))
      strangers.push(request.url());
  });
  return { page, strangers };
}

const plain = (text: string | null) => (text ?? '').replaceAll('\u00a0', ' ');
const counted = async (page: Page) => plain(await page.locator('h1 + p').textContent());
const hrefs = (page: Page) =>
  page
    .locator('#resultats article h2 a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));

/** What the pins add up to: one each, or what a cluster counts. */
async function pinned(page: Page): Promise<number> {
  await page.locator('[data-map=ready] button[data-state]').first().waitFor();
  return page
    .locator('[data-map=ready] button[data-state]')
    .evaluateAll((pins) =>
      pins.reduce(
        (sum, pin) => sum + Number(/^(\d+)\sannonces/.exec(pin.getAttribute('aria-label') ?? '')?.[1] ?? 1),
        0,
      ),
    );
}

describe('chercher sur la carte', () => {
  it('ouvre la carte : les épingles sont les annonces de la liste, rien ne sort du site', async () => {
    const { page, strangers } = await mapReader();
    const programs: string[] = [];
    page.on('request', (request) => programs.push(request.url()));
    await page.goto(`${site.origin}/acheter/nimes-30000`);
    expect(await counted(page)).toBe('31 annonces');
    expect(programs.filter((url) => /map-panel|maplibre|terra-draw/.test(url))).toEqual([]);
    await page.getByRole('link', { name: 'Carte', exact: true }).first().click();
    await page.waitForURL('**/acheter/nimes-30000?carte=oui');
    expect(await pinned(page)).toBe(30);
    await page.getByText('1 annonce sans emplacement précis').waitFor();
    expect(
      await page
        .getByRole('button', { name: '200 000,00 €' })
        .or(page.getByRole('button', { name: /annonces, à partir de/ }))
        .count(),
    ).toBeGreaterThan(0);
    // Where pins would overlap, how many and from how much.
    const groups = page.locator('[data-map=ready] button[aria-label*="annonces, à partir de"]');
    expect(plain(await groups.first().getAttribute('data-from'))).toMatch(/^dès \d+ k€$/);
    expect(await faultsAtBothWidths(page)).toEqual([]);
    // The card under the pointer lights its pin, a pin its card.
    const card = page.locator('#resultats article').filter({ hasText: '229\u00a0000,00' });
    const lit = page.locator('[data-map=ready] button[data-state=active]');
    await card.hover();
    await lit.waitFor();
    await page.locator('h1').hover();
    await lit.waitFor({ state: 'detached' });
    await page.locator('[data-map=ready] button[data-state]').first().focus();
    await lit.waitFor();
    await page.locator('#resultats article[data-active]').waitFor({ state: 'attached' });
    expect(strangers).toEqual([]);
    await page.getByRole('button', { name: 'Fermer la carte' }).click();
    await page.waitForURL('**/acheter/nimes-30000');
  });

  it('cherche dans la zone montrée ; l’adresse donne la même liste dans un navigateur neuf', async () => {
    const { page } = await mapReader();
    await page.goto(`${site.origin}/acheter/nimes-30000?carte=oui`);
    await pinned(page);
    await page.getByRole('button', { name: 'Zoom avant' }).click();
    await page.getByRole('button', { name: 'Zoom avant' }).click();
    await page.getByRole('button', { name: 'Rechercher dans cette zone' }).click();
    await page.waitForURL(/bbox=/);
    await page.getByRole('heading', { level: 1, name: /dans la zone choisie/ }).waitFor();
    const said = await counted(page);
    expect(said).toMatch(/^\d+ annonces \+ 1 peut-être$/);
    expect(said).not.toMatch(/^30 /);
    const other = await mapReader();
    await other.page.goto(page.url());
    expect(await counted(other.page)).toBe(said);
    expect(await hrefs(other.page)).toEqual(await hrefs(page));
    expect(await pinned(other.page)).toBe(Number.parseInt(said, 10));
    // What an option would leave is counted there too, not in the whole city.
    await page.getByText('Tous les filtres').first().click();
    await page
      .getByLabel(/^Ascenseur\s+\d+$/)
      .last()
      .waitFor();
    const options = await page.locator('label', { hasText: /^Appartement/ }).allTextContents();
    expect(Number(/\d+$/.exec(options.at(-1) ?? '')?.[0])).toBe(Number.parseInt(said, 10));
  });

  it('case cochée, la liste suit la carte ; Retour revient d’un coup à la ville', async () => {
    const { page } = await mapReader();
    await page.goto(`${site.origin}/acheter/nimes-30000?carte=oui`);
    await pinned(page);
    // A window of another size moves the map: nobody asked to search there.
    await page.setViewportSize({ width: 1200, height: 800 });
    await page.getByRole('button', { name: 'Zoom avant' }).click();
    const follows = page.getByLabel('Chercher en déplaçant la carte');
    await follows.check();
    await page.waitForURL(/bbox=/);
    const first = page.url();
    await page.getByRole('heading', { level: 1, name: /dans la zone choisie/ }).waitFor();
    await page.getByRole('button', { name: 'Zoom avant' }).click();
    await page.waitForURL((url) => url.href !== first);
    expect(await follows.isChecked()).toBe(true);
    expect(await page.getByRole('button', { name: 'Rechercher dans cette zone' }).count()).toBe(0);
    await page.goBack();
    await page.waitForURL((url) => !url.search.includes('bbox='));
    await page.getByRole('heading', { level: 1, name: 'Immobilier à vendre à Nîmes' }).waitFor();
  });

  it('une carte partagée ouverte vient sans qu’on y touche', async () => {
    const { page } = await mapReader();
    await leaveAlone(page);
    const came = await page.goto(`${site.origin}/acheter/nimes-30000?carte=oui`);
    expect(await came?.text()).toContain('La carte arrive…');
    expect(await pinned(page)).toBe(30);
  });

  it('à côté de la liste, une image de la carte ; réduite, elle l’est encore à la page suivante', async () => {
    const { page } = await mapReader();
    const pictures: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/carte.svg')) pictures.push(request.url());
    });
    await page.goto(`${site.origin}/acheter/nimes-30000`);
    const picture = page.locator('img[src^="/carte.svg"]');
    await eventually('l’image est là', () =>
      picture.evaluate(
        (img) => (img as HTMLImageElement).complete && (img as HTMLImageElement).naturalWidth > 0,
      ),
    );
    const widths = () =>
      page
        .locator('#resultats')
        .evaluate((list) => list.parentElement?.parentElement?.getBoundingClientRect().width);
    expect(await widths()).toBeCloseTo(1280 * 0.6, -1);
    expect((await picture.boundingBox())?.width).toBeCloseTo(1280 * 0.4, -1);

    await page.getByRole('button', { name: 'Réduire la carte' }).click();
    await picture.waitFor({ state: 'detached' });
    const door = page.getByRole('link', { name: 'Carte', exact: true });
    await eventually('le clavier est sur la porte', () =>
      door.evaluate((link) => link === document.activeElement),
    );
    // The server knows: nothing moves at arrival, and no cache gives this page to another reader.
    const asked = pictures.length;
    const response = await page.goto(`${site.origin}/louer/nimes-30000`);
    expect(response?.headers().vary).toMatch(/cookie/i);
    expect(await response?.text()).not.toContain('carte.svg');
    expect(pictures).toHaveLength(asked);

    // Opened again, it stays: closing it comes back to the picture.
    await page.goto(`${site.origin}/acheter/nimes-30000`);
    await door.click();
    await page.getByRole('button', { name: 'Fermer la carte' }).click();
    await picture.waitFor();
    await page.reload();
    await picture.waitFor();
  });

  it('un écran étroit ne demande pas l’image ; sans JavaScript elle est un lien', async () => {
    const { page } = await mapReader(360);
    const pictures: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/carte.svg')) pictures.push(request.url());
    });
    await page.goto(`${site.origin}/acheter/nimes-30000`);
    await hydrated(page);
    await page.mouse.wheel(0, 900);
    await page.waitForLoadState('networkidle');
    expect(pictures).toEqual([]);
    const still = await (
      await visitor({ javaScriptEnabled: false, viewport: { width: 1280, height: 900 } })
    ).newPage();
    await still.goto(`${site.origin}/acheter/nimes-30000?prixMax=210000`);
    expect(await still.getByRole('button', { name: 'Réduire la carte' }).isVisible()).toBe(false);
    await still.getByRole('link', { name: 'Carte', exact: true }).click();
    await still.waitForURL('**/acheter/nimes-30000?prixMax=210000&carte=oui');
  });

  it('une zone vide le dit, et mène à toute la ville', async () => {
    const { page } = await mapReader();
    await page.goto(`${site.origin}/acheter/nimes-30000?bbox=4,43.5,4.01,43.51&prixMax=300000&pieces=9`);
    const reason = plain(await page.locator('#resultats h2').first().textContent());
    expect(reason).toMatch(/^Aucune annonce (sous 300 000,00 €|dans la zone choisie)/);
    await page.getByRole('link', { name: 'Chercher partout à Nîmes' }).click();
    await page.waitForURL('**/acheter/nimes-30000?prixMax=300000&pieces=9');
  });

  it('choisit des zones au clavier, les annule une à une, puis en dessine une et la ferme par Entrée', async () => {
    const { page } = await mapReader();
    await page.goto(`${site.origin}/acheter/nimes-30000?carte=oui`);
    await pinned(page);
    const around = async (place: string) => {
      await page.getByText('Zone', { exact: true }).focus();
      await page.keyboard.press('Enter');
      await page.getByLabel('Autour de').last().fill(place);
      await page.getByLabel('Rayon, en km').fill('2');
      await page.keyboard.press('Enter');
    };
    await around('Nîmes');
    await page.getByRole('link', { name: /Retirer le critère Dans la zone dessinée/ }).waitFor();
    const inZone = Number.parseInt(await counted(page), 10);
    expect(inZone).toBeGreaterThan(0);
    expect(inZone).toBeLessThan(30);
    await around('Caissargues');
    await page.getByRole('link', { name: /Retirer le critère Dans les 2 zones dessinées/ }).waitFor();
    expect(Number.parseInt(await counted(page), 10)).toBeGreaterThanOrEqual(inZone);
    const undo = page.getByRole('button', { name: 'Annuler le dernier changement de zone' });
    await undo.click();
    await page.getByRole('link', { name: /Retirer le critère Dans la zone dessinée/ }).waitFor();
    expect(Number.parseInt(await counted(page), 10)).toBe(inZone);
    await undo.click();
    await page.waitForURL((url) => !url.search.includes('zone='));
    await page.getByRole('heading', { level: 1, name: 'Immobilier à vendre à Nîmes' }).waitFor();
    expect(await counted(page)).toBe('31 annonces');
    // A zone that another hand took away is none of the map's steps.
    await around('Nîmes');
    await page.getByRole('link', { name: /Retirer le critère Dans la zone dessinée/ }).click();
    await page.waitForURL((url) => !url.search.includes('zone='));
    await undo.waitFor({ state: 'detached' });
    // The map goes back to them all too.
    await eventually('toutes les épingles', async () => (await pinned(page)) === 30);

    await page.getByRole('button', { name: 'Dessiner' }).click();
    await page.getByText('Posez les coins de la zone').waitFor();
    const frame = await page.locator('[data-map=ready]').boundingBox();
    if (!frame) throw new Error('pas de carte');
    for (const [x, y] of [
      [0.2, 0.3],
      [0.6, 0.3],
      [0.6, 0.8],
      [0.2, 0.8],
    ] as const) {
      await page.mouse.move(frame.x + frame.width * x - 4, frame.y + frame.height * y);
      await page.mouse.move(frame.x + frame.width * x, frame.y + frame.height * y);
      await page.mouse.click(frame.x + frame.width * x, frame.y + frame.height * y);
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(/zone=/);
    await page.getByRole('heading', { level: 1, name: /dans la zone choisie/ }).waitFor();
    expect(Number.parseInt(await counted(page), 10)).toBeLessThan(30);
  });

  it('sur un téléphone la carte couvre la page : Échap la ferme, et la liste est là, au même endroit', async () => {
    const { page } = await mapReader(360);
    await page.goto(`${site.origin}/acheter/nimes-30000`);
    await hydrated(page);
    await page.mouse.wheel(0, 900);
    const before = await counted(page);
    // One door only: the card beside the list is for wide screens.
    await page.getByRole('link', { name: 'Carte', exact: true }).click();
    await page.locator('.maplibregl-canvas').waitFor();
    await eventually('la carte a le clavier', () =>
      page.evaluate(() => document.activeElement?.closest('[data-close-map]') != null),
    );
    expect(await page.evaluate(() => document.body.style.overflow)).toBe('hidden');
    // To draw one needs the map: what is said stands above it in few lines, and the cards step aside.
    await pinned(page);
    await page.getByRole('list', { name: 'Annonces de la carte' }).waitFor();
    await page.getByRole('button', { name: 'Dessiner' }).click();
    await page.getByText('Posez les coins de la zone').waitFor();
    const bar = await page.locator('header', { hasText: 'Posez les coins' }).boundingBox();
    expect(bar?.height).toBeLessThan(120);
    expect(await page.getByRole('list', { name: 'Annonces de la carte' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Abandonner' }).click();
    await page.getByRole('list', { name: 'Annonces de la carte' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.maplibregl-canvas').waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.has('carte')).toBe(false);
    expect(await counted(page)).toBe(before);
    expect(await page.evaluate(() => document.body.style.overflow)).not.toBe('hidden');
  });

  it('sur un téléphone « Carte » suit la liste, et ne couvre aucun lien au pied de la page', async () => {
    const { page } = await mapReader(360);
    await page.goto(`${site.origin}/acheter/nimes-30000`);
    await hydrated(page);
    const door = page.getByRole('link', { name: 'Carte', exact: true });
    const beneath = async () => ((await door.boundingBox())?.y ?? 0) + 44;
    expect(await beneath()).toBeLessThan(900);
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    const footer = await page.locator('footer').last().boundingBox();
    expect(await beneath()).toBeLessThan(footer?.y ?? 0);
  });

  it('sans WebGL ni JavaScript, la liste est complète', async () => {
    const page = await (await visitor({ viewport: { width: 1280, height: 900 } })).newPage();
    await page.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = () => null;
    });
    await page.goto(`${site.origin}/acheter/nimes-30000?carte=oui`);
    await page.getByText('La carte ne peut pas s’afficher dans ce navigateur').waitFor();
    expect(await counted(page)).toBe('31 annonces');
    const still = await (await visitor({ javaScriptEnabled: false })).newPage();
    await still.goto(`${site.origin}/acheter/nimes-30000?carte=oui&rayon=5`);
    expect(await counted(still)).toBe('31 annonces');
    expect(await hrefs(still)).toHaveLength(24);
  });

  it.for([
    'zone=TROP_LONGUE',
    'lieux=%00,,lyon-69000&lieux=%27&lieuChoisi=%00&page=9999999',
    'lieu=%00%ff&lieux=nulle-part-00000',
    'zone=%00&bbox=1e999,-1,0,0&rayon=-4&carte=oui',
    'rayon=99999999999&bbox=,,,&zone=....&page=9999999',
  ])('« %s » donne une page en ordre', async (query) => {
    const response = await fetch(
      `${site.origin}/acheter/nimes-30000?${query.replace('TROP_LONGUE', 'AB_9'.repeat(3000))}`,
    );
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('Immobilier à vendre');
  });
});
