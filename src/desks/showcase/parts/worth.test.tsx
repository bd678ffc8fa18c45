import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import type { LocalSales } from '#rooms/prices/contract.ts';
import type { RentAnswer } from '#rooms/prices/rent-control.ts';
import { RentVerdict } from './rent-verdict.tsx';
import { RentedPrices } from './rented-here.tsx';
import { SoldPrices } from './sold-here.tsx';

const nbsp = '\u00a0';
const render = (element: React.ReactNode) => {
  const Stub = createRoutesStub([{ path: '/', Component: () => element }]);
  const html = renderToStaticMarkup(<Stub />);
  return { html, text: html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/[ \n]+/g, ' ') };
};

const sold: LocalSales = {
  figure: { median: 332_600, q1: 280_000, q3: 390_000, n: 3_494, from: '2024-07-01', to: '2025-06-30' },
  area: { level: 'commune', code: '34172', name: 'Montpellier', slug: 'montpellier-34000' },
  widened: false,
  low: 200_000,
  high: 550_000,
} as unknown as LocalSales;
const asked = {
  price: 17_000_000,
  priceWithoutFees: 16_297_100,
  surface: 50,
  propertyType: 'apartment',
} as const;

test('a price is told beside the sales signed, without fees, with the sample and its period', () => {
  // 162 971 € without fees for 50 m²: 3 259 €/m², 2 % under the median of 3 326 €/m².
  const { text, html } = render(<SoldPrices listing={asked} sold={sold} where="à Montpellier" />);
  expect(text).toContain('Au niveau de la médiane des ventes à Montpellier');
  expect(text).toContain(`3${nbsp}259,00${nbsp}€/m² demandés, 3${nbsp}326,00${nbsp}€/m² signés.`);
  expect(text).toContain(`3${nbsp}494${nbsp}ventes d’appartements du 1er juillet 2024 au 30 juin 2025`);
  expect(html).toContain('href="/prix-immobilier/montpellier-34000/appartement"');
});

test('sales of a wider area are told as such', () => {
  const wider = {
    ...sold,
    widened: true,
    area: { level: 'epci', name: 'Le Pays', slug: null },
  } as unknown as LocalSales;
  const { text } = render(<SoldPrices listing={asked} sold={wider} where="à Agde" />);
  expect(text).toContain('médiane des ventes dans l’intercommunalité (Le Pays)');
  expect(text).toContain('à Agde en comptant trop peu');
});

test('a rent is told beside what is asked around it, with its year, its spread and its source', () => {
  const rent = {
    rent: 1_650,
    low: 1_300,
    high: 2_090,
    year: 2025,
    basis: 'commune',
    observations: 2_154,
    indicative: false,
  } as const;
  const rented = { kind: 'apartment-small', rent, asked: 2_000 } as const;
  const { text } = render(<RentedPrices rented={rented} where="à Montpellier" />);
  expect(text).toContain(
    `21${nbsp}% au-dessus du loyer d’annonce estimé à Montpellier${nbsp}: 20,00${nbsp}€/m² demandés, 16,50${nbsp}€/m² estimés, charges comprises.`,
  );
  expect(text).toContain(
    `Appartement type de 37${nbsp}m², non meublé, 2025. De 13,00${nbsp}€ à 20,90${nbsp}€/m² (intervalle à 95${nbsp}%). 2${nbsp}154${nbsp}annonces observées. Estimations ANIL`,
  );
  const level = render(<RentedPrices rented={{ ...rented, asked: 1_620 }} where="à Montpellier" />);
  expect(level.text).toContain('Au niveau du loyer d’annonce estimé');
});

test('a rent over its ceiling says by how much', () => {
  const answer = {
    verdict: 'exceeds',
    words: `dépasse de 50,00${nbsp}€/mois`,
    baseRent: 60_000,
    supplement: null,
    surface: 20,
    ceiling: { low: 55_000, high: 55_000 },
    ceilingPerM2: null,
    order: null,
    missing: [],
    quarters: [],
  } as unknown as RentAnswer;
  const { text, html } = render(<RentVerdict answer={answer} />);
  expect(html).toContain('data-rent-verdict="exceeds"');
  expect(text).toContain(`Le loyer de base dépasse de 50,00${nbsp}€/mois.`);
  expect(text).toContain(`plafond de 550,00${nbsp}€`);
  const order = { territory: 'Paris', from: '2026-07-01', outdated: false };
  const said = (over: boolean) => render(<RentVerdict answer={{ ...answer, order }} over={over} />).text;
  expect(said(false)).toContain('l’arrêté en vigueur depuis le 1er juillet 2026');
  expect(said(true)).toContain('l’arrêté appliqué depuis le 1er juillet 2026');
});
