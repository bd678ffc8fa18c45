import { describe, expect, test } from 'vitest';
import {
  legalContext,
  exampleRental as rental,
  exampleSale as sale,
} from '../../../tests/kit/legal-examples.ts';
import { testRules } from '../../../tests/kit/legal-rows.ts';
import { type ListingDraft, type PropertyType, propertyTypes } from './contract.ts';
import { homeSigns } from './homes-by-nature.ts';
import { natureRules } from './legal/coherence/nature.ts';
import { checkListing } from './legal-engine.ts';

/** Nothing that tells a home from a cellar. */
const bare = {
  rooms: null,
  bedrooms: null,
  bathrooms: null,
  showerRooms: null,
  energyStatus: null,
  energyClass: null,
  climateClass: null,
} as const satisfies Partial<ListingDraft>;

testRules(natureRules, [
  { rule: 'C13', that: 'a flat that says it is one', draft: sale() },
  {
    rule: 'C13',
    that: 'a flat that says it is something else',
    draft: sale({ propertyType: 'other' }),
    finds: [['home_untold', 'warning']],
  },
  {
    rule: 'C13',
    that: 'a houseboat, which no type names',
    draft: sale({ propertyType: 'other', subType: 'Péniche' }),
  },
  { rule: 'C13', that: 'a cellar', draft: rental({ propertyType: 'other', subType: 'Cave', ...bare }) },
  {
    rule: 'C13',
    that: 'a garage with two bedrooms',
    draft: sale({ propertyType: 'parking', ...bare, bedrooms: 2 }),
    finds: [['home_untold', 'warning']],
  },
]);

describe('what a listing says of a home', () => {
  test.each<[string, Partial<ListingDraft>, readonly string[]]>([
    ['nothing', {}, []],
    ['rooms', { rooms: 3 }, ['3 pièces']],
    ['a bedroom', { bedrooms: 1 }, ['1 chambre']],
    ['a bathroom', { bathrooms: 1 }, ['salle de bain ou d’eau']],
    ['a shower room', { showerRooms: 1 }, ['salle de bain ou d’eau']],
    ['an energy class', { energyClass: 'G' }, ['classe énergie G']],
    ['a climate class', { climateClass: 'F' }, ['classe climat F']],
    ['a certificate', { energyStatus: 'rated' }, ['diagnostic établi']],
    ['a rent a month', { transaction: 2 }, ['loyer mensuel']],
    ['no room at all', { rooms: 0, bedrooms: 0 }, []],
  ])('%s', (_, said, signs) => {
    expect(homeSigns(sale({ propertyType: 'other', ...bare, ...said }))).toEqual(
      signs.map((sign) => sign.replace(/^(\d) /, '$1\u00a0')),
    );
  });

  test.each(Object.keys(propertyTypes) as PropertyType[])(
    'a class G home with bedrooms is never let as %s',
    (type) => {
      const draft = rental({ propertyType: type, energyClass: 'G', bedrooms: 1 });
      expect(checkListing(draft, legalContext())).toMatchObject({
        hold: 'block',
        findings: expect.arrayContaining([expect.objectContaining({ rule: 'R17' })]),
      });
    },
  );

  test('offices, shops and warehouses have rooms and a certificate of their own', () => {
    const said = { rooms: 4, energyClass: 'G' } as const;
    for (const place of [
      { propertyType: 'office' },
      { propertyType: 'shop' },
      { propertyType: 'other', subType: 'Entrepôt' },
      { propertyType: 'building' },
    ] as const)
      expect(homeSigns(rental({ ...bare, ...place, ...said }))).toEqual([]);
  });

  test('land and premises that are due no certificate stay what they are, whatever rooms their software left', () => {
    const left = { rooms: 4, bedrooms: 3, showerRooms: 1, energyStatus: 'exempt' } as const;
    for (const propertyType of ['land', 'shop', 'parking'] as const)
      expect(homeSigns(sale({ ...bare, ...left, propertyType }))).toEqual([]);
    expect(homeSigns(sale({ ...bare, ...left, propertyType: 'other' }))).not.toEqual([]);
    expect(homeSigns(sale({ ...bare, ...left, propertyType: 'land', energyClass: 'G' }))).not.toEqual([]);
  });

  test('a home of no type owes what a flat owes', () => {
    const draft = sale({ propertyType: 'other', coOwned: null, energyCostMin: null });
    const rules = checkListing(draft, legalContext()).findings.map(({ code }) => code);
    expect(rules).toEqual(expect.arrayContaining(['cost_missing', 'co_ownership_unknown', 'home_untold']));
  });
});
