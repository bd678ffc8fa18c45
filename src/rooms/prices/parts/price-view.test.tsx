import { sql } from 'kysely';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { beforeAll, expect, test } from 'vitest';
import { testDb } from '../../../../tests/kit/db.ts';
import { loadEmbeddedPrices } from '../embedded.server.ts';
import type { Estimate } from '../estimate.ts';
import { priceHome, pricePage } from '../price-page.server.ts';
import type { PricePage } from '../price-page.ts';
import { PriceHomeView } from './price-home.tsx';
import { PriceView } from './price-view.tsx';

const nbsp = '\u00a0';
const { db } = await testDb();

beforeAll(async () => {
  await loadEmbeddedPrices(db);
});

const render = (element: React.ReactNode) => {
  const Stub = createRoutesStub([{ path: '/', Component: () => element }]);
  const html = renderToStaticMarkup(<Stub />);
  return { html, text: html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/[ \n]+/g, ' ') };
};

async function pageOf(citySlug: string, propertyType?: string): Promise<PricePage> {
  const answer = await pricePage(db, { citySlug, propertyType, params: new URLSearchParams() });
  if (answer.kind !== 'page') throw new Error(`Pas de page pour ${citySlug}`);
  return answer.page;
}

const view = async (slug: string, type?: string) => render(<PriceView page={await pageOf(slug, type)} />);

test('a department whose sales are not loaded says which method its prices are of, and why its biggest city has none', async () => {
  const { html, text } = await view('rhone-69', 'appartement');
  expect(html).toContain(`<title>Lyon${nbsp}: par arrondissement</title>`);
  expect(text).toContain('Lyon Par arrondissement');
  expect(text).toContain('Sans prix ici');
  expect(text).toContain(`Médianes publiées, 2021 à 2025${nbsp}: de `);
  expect(text).toMatch(/Prix au m² des appartements, les \d+ communes \(médianes publiées, 2021 à 2025\)/);
  expect(text).toContain('du plus cher au moins cher (médianes publiées, 2021 à 2025)');
  expect(text).toContain('de cinq ans, telles que publiées sur data.gouv.fr (Statistiques DVF)');
  expect(text).not.toContain('Prix médian au m²');
});

test('a department of ours where some communes have a published median alone says both methods and both sources', async () => {
  const { text } = await view('herault-34', 'appartement');
  expect(text).toMatch(/Prix au m² des appartements, les 341 communes \(deux méthodes\)/);
  expect(text).toContain(`Deux méthodes${nbsp}: de `);
  expect(text).toContain(`2021 à 2025${nbsp}: médianes de cinq ans, telles que publiées`);
  expect(text).toContain(`Médianes de cinq ans${nbsp}: Statistiques DVF (data.gouv.fr), d’après la DGFiP`);
});

test('a city of districts is not among the places around it as one with few sales', async () => {
  const { html, text } = await view('lyon-69000', 'appartement');
  expect(text).toContain('Autour de Lyon');
  expect(text).not.toContain('Trop peu de ventes');
  expect(html).not.toContain('class="here"');
  // Nor on the map of a commune beside it.
  expect((await view('villeurbanne-69100', 'appartement')).html).toContain(
    `<title>Lyon${nbsp}: par arrondissement</title>`,
  );
});

test('our own medians keep their name, and stand beside published ones as of another method', async () => {
  const { text } = await view('paris-75000', 'appartement');
  expect(text).toContain('Prix médian au m² des appartements à Paris, du plus cher au moins cher');
  const [own = '', around] = text.split('Autour de Paris');
  expect(own).not.toMatch(/médianes publiées, 2021|[dD]eux méthodes/);
  expect(around).toContain('Prix au m² des appartements, du plus cher au moins cher (deux méthodes)');
});

test('a place with a published median alone has the interval of the sales around it, where these are loaded', async () => {
  const page = await pageOf('limoges-87000', 'appartement');
  const home = { surface: 60, rooms: null, price: null };
  const estimate: Estimate = {
    kind: 'interval',
    n: 40,
    low: 7_000_000,
    median: 9_000_000,
    high: 12_000_000,
    from: '2022-07-01',
    to: '2025-06-30',
    km: 3,
  };
  expect(render(<PriceView page={page} />).text).not.toContain('Situez votre bien');
  const estimable: PricePage = { ...page, estimable: true };
  expect(render(<PriceView page={estimable} />).text).toContain('Dites sa surface');
  const errors = { surfaceError: null, roomsError: null, priceError: null };
  const located = { surface: '60', rooms: '', price: '', ...errors, home };
  const { text } = render(<PriceView page={{ ...estimable, located, estimate }} />);
  expect(text).toContain('Situez votre bien');
  expect(text).toContain(`40${nbsp}ventes comparables d’appartements`);
  expect(text).not.toContain('La moitié des ventes');
});

test('the method says when a published median stands, and what it leaves unsaid', async () => {
  const { text } = await view('limoges-87000');
  expect(text).toContain(
    'deux ans, puis cinq, puis la médiane publiée de la commune, puis un territoire plus large',
  );
  expect(text).toContain('Où nos ventes manquent ou sont moins de 11, la page donne la médiane publiée');
  expect(text).toContain(
    `Là où nous n’avons que des agrégats, c’est la moitié centrale des prix du lieu${nbsp}; là où il n’y a qu’une médiane publiée, rien n’est situé.`,
  );
});

test('the list of cities says of how long a time a figure is, and mixes no names of methods', async () => {
  await sql`
    insert into price_figure (area_code, department_code, kind, slice, months, first_on, last_on, n, median, q1, q3, mean)
    values ('31555', '31', 'apartment', 'all', 24, '2024-01-01', '2025-12-31', 21, 400000, 300000, 500000, 400000)
  `.execute(db);
  const answer = await priceHome(db, new URLSearchParams());
  if (answer.kind !== 'home') throw new Error('Une liste de villes est attendue.');
  const { text } = render(<PriceHomeView home={answer.home} />);
  expect(text).toContain(`4${nbsp}000,00${nbsp}€/m² 21${nbsp}ventes en 2${nbsp}ans`);
  expect(text).toContain(
    `Prix au m², ville par ville${nbsp}: médianes de nos ventes ou médianes publiées de 2021 à 2025`,
  );
  expect(text).toContain('Sans leurs ventes, Lyon, Marseille et les départements n’ont pas de médiane');
});
