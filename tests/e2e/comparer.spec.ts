import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { clock } from '#platform/clock.server.ts';
import { withdrawListings } from '#rooms/listings/availability.server.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { complaintsOf, faultsAtBothWidths } from '../kit/accessible.ts';
import { visitor } from '../kit/browser.ts';
import { cleared, lawfulAgency, lawfulRental, lawfulSale } from '../kit/law.ts';
import { eventually, type Site, startSite } from '../kit/site.ts';

let site: Site;
let agencyId = 0;
const ids: Record<string, number> = {};

beforeAll(async () => {
  site = await startSite();
  agencyId = (await lawfulAgency(site.db, 'arenes', { name: 'Agence des Arènes' })).id;
  const sale = (name: string, price: number, surface: number, letter: 'B' | 'D', value: number) =>
    lawfulSale(name, {
      price,
      surface,
      rooms: 3,
      energyClass: letter,
      energyNumber: `2330E168092${Object.keys(ids).length + value}R`.slice(0, 13),
      energyValue: value,
      floor: value % 7,
    });
  const drafts = [
    sale('a', 25_000_000, 60, 'B', 100),
    sale('b', 22_000_000, 50, 'D', 241),
    sale('c', 31_000_000, 80, 'D', 212),
    sale('d', 19_000_000, 40, 'D', 233),
    sale('e', 28_000_000, 70, 'D', 224),
    lawfulRental('l'),
  ];
  const { outcomes } = await site.db.transaction().execute((tx) =>
    applyListings(tx, {
      agencyId,
      source: 'poliris',
      run: null,
      now: clock.now(),
      drafts: drafts.map(cleared),
    }),
  );
  for (const { technicalId } of drafts) ids[technicalId] = outcomes.get(technicalId)!.id;
  await eventually('la ville les montre', async () => {
    const html = await (await fetch(`${site.origin}/acheter/nimes-30000`)).text();
    return ['a', 'b', 'c', 'd', 'e'].every((name) => html.includes(`"/annonce/${ids[name]}"`));
  });
});

const at = (...names: string[]) => `/comparer?annonces=${names.map((name) => ids[name] ?? name).join(',')}`;
const card = (page: Page, name: string) =>
  page.locator('article', { has: page.locator(`a[href="/annonce/${ids[name]}"]`) });
const table = 'table[data-print="comparison"]';

describe('comparer des annonces', () => {
  it('se choisissent une à une, et l’adresse montre la même chose dans un autre navigateur', async () => {
    const context = await visitor({ viewport: { width: 360, height: 740 } });
    const page = await context.newPage();
    // On a card of a list, then on the page of a listing: the first press wakes the page and is not lost.
    await page.goto(`${site.origin}/acheter/nimes-30000`);
    await card(page, 'a').getByRole('button', { name: 'Comparer', exact: true }).click();
    const tray = page.getByRole('complementary', { name: 'Biens à comparer' });
    await tray.getByText('Un bien choisi, encore un').waitFor();
    await page.goto(`${site.origin}/annonce/${ids.b}`);
    await page.getByRole('button', { name: 'Comparer', exact: true }).first().click();
    await page.getByRole('button', { name: 'À comparer', exact: true }).first().waitFor();
    await tray.getByText('2\u00a0biens à comparer').waitFor();
    await tray.getByRole('link', { name: 'Comparer' }).click();
    await page.getByRole('heading', { level: 1, name: 'Comparer 2\u00a0annonces' }).waitFor();
    expect(page.url()).toBe(`${site.origin}${at('a', 'b')}`);
    const rows = await page.locator(`${table} tbody tr`).allTextContents();
    const row = (start: string) => rows.find((text) => text.startsWith(start)) ?? '';
    // The best is said in words; a class is the worse of its two letters.
    expect(row('Prix (')).toMatch(/250\u00a0000,00\u00a0€220\u00a0000,00\u00a0€La moins chère$/);
    expect(row('Surface (')).toMatch(/60\u00a0m²La plus grande50\u00a0m²$/);
    expect(row('Classe énergie (')).toMatch(/CLa meilleureD$/);
    expect(row('Pièces')).toBe('Pièces33');

    const other = await (await visitor()).newPage();
    await other.goto(page.url(), { waitUntil: 'networkidle' });
    expect(await other.locator(`${table} tbody tr`).allTextContents()).toEqual(rows);

    // Only what differs; then one leaves.
    await page.getByRole('link', { name: 'Ce qui change' }).click();
    await page.waitForURL(/differences=oui/);
    await expect.poll(() => page.locator(`${table} tr[data-differs="false"]`).count()).toBe(0);
    await page
      .getByRole('link', { name: /^Retirer/ })
      .first()
      .click();
    await page.getByText('Il en faut au moins deux').waitFor();
    await page.goto(`${site.origin}/annonce/${ids.c}`);
    await page.mouse.move(100, 300);
    await page.getByText('Un bien choisi, encore un').waitFor();
    await page.getByRole('button', { name: 'Vider la comparaison' }).click();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('compare'))).toBeNull();
    for (const one of [context, other.context()]) await one.close();
  });

  it('quatre au plus : la cinquième est refusée avec ses mots', async () => {
    const context = await visitor();
    const page = await context.newPage();
    await page.goto(`${site.origin}/acheter/nimes-30000`);
    for (const name of ['a', 'b', 'c', 'd']) {
      await card(page, name).getByRole('button', { name: 'Comparer', exact: true }).click();
      const pressed = card(page, name).getByRole('button', { name: 'À comparer', exact: true });
      await expect.poll(() => pressed.count()).toBe(1);
    }
    await page.getByText('4\u00a0biens à comparer, au plus').waitFor();
    await card(page, 'e').getByRole('button', { name: 'Comparer', exact: true }).click();
    await page.getByText('4 biens au plus').first().waitFor();
    expect(await page.evaluate(() => localStorage.getItem('compare'))).not.toContain(String(ids.e));
    await page.goto(`${site.origin}${at('a', 'b', 'c', 'd', 'e')}`);
    await page.getByText('On compare 4 annonces au plus').waitFor();
    expect(await page.locator(`${table} thead th`).count()).toBe(4);
    await context.close();
  });

  it('la première colonne reste en vue sur un téléphone, la page ne déborde pas', async () => {
    const page = await (await visitor({ viewport: { width: 360, height: 740 } })).newPage();
    const said = complaintsOf(page);
    await page.goto(`${site.origin}${at('a', 'b', 'c', 'd')}`, { waitUntil: 'networkidle' });
    const region = page.getByRole('region', { name: 'Tableau de comparaison' });
    await region.evaluate((box) => box.scrollTo({ left: 300 }));
    const head = await page.locator(`${table} tbody th[scope=row]`).first().boundingBox();
    expect(head?.x).toBeLessThan(40);
    expect(await faultsAtBothWidths(page)).toEqual([]);
    expect(said).toEqual([]);
    const pdf = (await page.pdf({ format: 'A4', printBackground: true })).toString('latin1');
    expect([1, 2]).toContain(pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length);
    await page.context().close();
  });

  it('sans JavaScript : la page d’une annonce y mène, et l’on ajoute la suivante par son adresse', async () => {
    const page = await (await visitor({ javaScriptEnabled: false })).newPage();
    await page.goto(`${site.origin}/annonce/${ids.a}`);
    await page.getByRole('button', { name: 'Comparer', exact: true }).first().click();
    await page.getByText('Il en faut au moins deux').waitFor();
    await page.getByLabel('Ajouter une annonce').fill(`${site.origin}/annonce/${ids.b}?lots=prix`);
    await page.getByRole('button', { name: 'Ajouter', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Comparer 2\u00a0annonces' }).waitFor();
    expect(page.url()).toBe(`${site.origin}${at('a', 'b')}`);
    // What only JavaScript does is not drawn where it is not.
    await page.goto(`${site.origin}/acheter/nimes-30000`);
    expect(await page.getByRole('button', { name: /Garder|Comparer/ }).count()).toBe(0);
    await page.context().close();
  });

  it('une annonce partie reste et le dit, une qui n’existe pas est nommée, une vente n’est pas pesée contre un loyer', async () => {
    await site.db
      .transaction()
      .execute((tx) => withdrawListings(tx, { agencyId, technicalIds: ['e'], run: null, now: clock.now() }));
    const page = await (await visitor({ javaScriptEnabled: false })).newPage();
    await page.goto(`${site.origin}${at('a', 'e', '99999')}`);
    await page.getByText('L’annonce nº 99999 n’existe plus').waitFor();
    expect(await page.locator(`${table} thead`).textContent()).toContain('Retirée');
    await page.goto(`${site.origin}${at('a', 'l')}`);
    await page.getByText('leurs prix ne se comparent pas').waitFor();
    expect(await page.locator(table).textContent()).not.toContain('La moins chère');
    await page.context().close();
  });

  it.each([
    '/comparer',
    '/comparer?annonces=',
    '/comparer?annonces=abc,-1,0,1e9,%00',
    '/comparer?annonces=999999999999999999999',
    '/comparer?annonces=1,1,1,1,1,1,1,1',
    '/comparer?annonces[]=1&annonces=x&differences=%F0',
  ])('%s est une page en ordre, que les moteurs ne gardent pas', async (address) => {
    const answer = await fetch(site.origin + address);
    expect([answer.status, answer.headers.get('x-robots-tag')]).toEqual([200, 'noindex']);
    expect(await answer.text()).toMatch(/Rien à comparer pour l’instant|Il en faut au moins deux/);
  });
});
