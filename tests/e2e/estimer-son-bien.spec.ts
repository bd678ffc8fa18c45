import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatPrice } from '#contract/fmt.ts';
import { placeByCode } from '#rooms/places/places.server.ts';
import { estimateHome } from '#rooms/prices/estimate.server.ts';
import { computePrices } from '#rooms/prices/figures.server.ts';
import { importSales } from '#rooms/prices/sales.server.ts';
import { complaintsOf, faultsAtBothWidths } from '../kit/accessible.ts';
import { visit, visitor } from '../kit/browser.ts';
import { salesFile } from '../kit/open-data.ts';
import { saleRow } from '../kit/sales.ts';
import { startSite } from '../kit/site.ts';

const nbsp = '\u00a0';
const NIMES = '30189';
const VILLAGE = '30001';
/** Beside the village: no sale of its own is loaded, and a median of its houses is published. */
const BESIDE = '30030';
const site = await startSite({ role: 'web' });
let village = '';

/** Flats of 40 to 79 m² in Nîmes at 1 500 to 3 480 €/m², and twelve houses of one village. */
beforeAll(async () => {
  const file = await salesFile([
    ...Array.from({ length: 100 }, (_, rank) => {
      const surface = 40 + (rank % 40);
      return saleRow({
        commune: NIMES,
        on: `2024-${String(1 + (rank % 12)).padStart(2, '0')}-17`,
        type: 2,
        surface,
        rooms: surface < 60 ? 2 : 3,
        value: surface * (1_500 + rank * 20) + 37,
      });
    }),
    ...Array.from({ length: 12 }, (_, rank) =>
      saleRow({
        commune: VILLAGE,
        on: '2024-10-04',
        type: 1,
        surface: 95 + rank,
        rooms: 4,
        value: 150_023 + rank * 10_000,
      }),
    ),
    saleRow({ commune: NIMES, on: '2024-12-31', nature: 'Echange' }),
  ]);
  expect(await importSales(site.db, { file })).toMatchObject({ status: 'done', sales: 112 });
  await computePrices(site.db);
  village = `/prix-immobilier/${(await placeByCode(site.db, VILLAGE))!.slug}/maison`;
});

const flats = '/prix-immobilier/nimes-30000/appartement';

async function read(address: string): Promise<{ html: string; text: string }> {
  const response = await fetch(site.origin + address);
  expect(response.status, address).toBe(200);
  const html = (await response.text()).replaceAll('&#x27;', "'");
  const text = html
    .replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/[ \n]+/g, ' ');
  return { html, text };
}

describe('l’intervalle d’un bien, sans JavaScript', () => {
  it('est celui des ventes comparables, avec leur nombre, leur période et la place du prix', async () => {
    const estimate = await estimateHome(site.db, {
      placeCode: NIMES,
      kind: 'apartment',
      home: { surface: 60, rooms: 3 },
      until: '2024-12-31',
    });
    if (estimate.kind === 'insufficient') throw new Error('Les ventes de Nîmes ne sont pas comparables.');
    const { html, text } = await read(`${flats}?surface=60&pieces=3&prix=900000`);
    expect(text).toContain(
      `De ${formatPrice(estimate.low)} à ${formatPrice(estimate.high)} pour un appartement de 60${nbsp}m² et 3${nbsp}pièces`,
    );
    expect(text).toContain(`${estimate.n}${nbsp}ventes comparables d’appartements, signées entre `);
    expect(text).toContain(`Intervalle à 80${nbsp}%`);
    expect(text).toContain(`Votre prix, ${formatPrice(90_000_000)}, est au-dessus de l’intervalle`);
    expect(text).toContain('pas une expertise');
    expect(html).toMatch(/href="#methode"[^>]*>Comment les ventes sont choisies/);
    expect(html).toContain('content="noindex, follow"');
  });

  it('ne dit le prix d’aucune vente', async () => {
    const { rows } = await sql<{ total: number }>`
      select round(price_per_m2 * surface)::integer as total
      from price_sale where place_code = ${VILLAGE}`.execute(site.db);
    expect(rows).toHaveLength(12);
    const { html } = await read(`${village}?surface=100&pieces=4`);
    const plain = html.replaceAll(nbsp, '');
    for (const { total } of rows) expect(plain).not.toContain(String(total));
  });

  it('n’est pas donné quand trop peu de ventes sont comparables', async () => {
    const { text } = await read(`${flats}?surface=300`);
    expect(text).toContain(`Données insuffisantes${nbsp}: moins de 11 ventes comparables`);
    expect(text).not.toContain(`Intervalle à 80${nbsp}%`);
  });

  it('un nombre de pièces illisible est dit, et rien n’est estimé', async () => {
    const { html, text } = await read(`${flats}?surface=60&pieces=trois`);
    expect(text).toContain('Un nombre entier est attendu');
    expect(html).not.toContain('data-located');
    expect(html).toContain('value="trois"');
  });

  it('un village dont les ventes sont trop rares pour un graphique a son intervalle', async () => {
    const { text } = await read(village);
    expect(text).toContain('Situez votre bien');
    expect(text).toContain('Dites sa surface');
    expect((await read(`${village}?surface=100`)).text).toContain(
      `12${nbsp}ventes comparables de maisons, signées entre octobre 2024 et décembre 2024`,
    );
  });

  it('une commune qui n’a qu’une médiane publiée a l’intervalle des ventes d’alentour', async () => {
    const { slug } = (await placeByCode(site.db, BESIDE))!;
    const { html, text } = await read(`/prix-immobilier/${slug}/maison?surface=100`);
    expect(html).toContain('data-published="median"');
    expect(text).toContain('Situez votre bien');
    expect(text).toContain(
      `12${nbsp}ventes comparables de maisons, signées entre octobre 2024 et décembre 2024`,
    );
    expect(text).not.toContain('La moitié des ventes se sont signées');
  });

  it('un département entier, et un lieu sans ventes chargées, gardent la moitié centrale des prix', async () => {
    for (const address of ['/prix-immobilier/gard-30/appartement', '/prix-immobilier/montpellier-34000']) {
      const { html, text } = await read(`${address}?surface=60&pieces=trois`);
      expect(text, address).toContain(`Pour 60${nbsp}m², la moitié des ventes donne de`);
      expect(text, address).not.toContain(`Intervalle à 80${nbsp}%`);
      expect(html, address).not.toContain('name="pieces"');
    }
  });
});

describe('avec un navigateur', () => {
  it('on décrit son bien, puis un autre', async () => {
    const context = await visitor({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    await visit(page, site.origin + flats);
    await page.getByLabel('Surface').fill('60');
    await page.getByRole('button', { name: 'Situer ce bien' }).click();
    await page.waitForURL('**surface=60**');
    const answer = page.locator('[data-located]');
    await answer.filter({ hasText: `pour un appartement de 60${nbsp}m²${nbsp};` }).waitFor();
    await page.getByLabel('Pièces', { exact: true }).fill('2');
    await page.getByLabel('Prix', { exact: true }).fill('100 000');
    await page.getByRole('button', { name: 'Situer ce bien' }).click();
    await page.waitForURL('**pieces=2**');
    await answer.filter({ hasText: `de 60${nbsp}m² et 2${nbsp}pièces` }).waitFor();
    await answer.filter({ hasText: `Votre prix, 100${nbsp}000,00${nbsp}€, est` }).waitFor();
    await context.close();
  });

  it.each([
    ['un intervalle', () => `${flats}?surface=60&pieces=3&prix=150000`],
    ['trop peu de ventes', () => `${flats}?surface=300`],
    ['des réponses de travers', () => `${flats}?surface=x&pieces=y&prix=z`],
    ['un village', () => village],
  ])('%s, sans faute d’accessibilité', async (_, address) => {
    const context = await visitor({ viewport: { width: 360, height: 740 } });
    const page = await context.newPage();
    const said = complaintsOf(page);
    await page.goto(site.origin + address(), { waitUntil: 'load' });
    expect(await faultsAtBothWidths(page, { grave: true })).toEqual([]);
    expect(said).toEqual([]);
    await context.close();
  });
});
