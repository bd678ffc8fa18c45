import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Filters,
  readableQuery,
  readFilters,
  readPlaceSlugs,
  readTransaction,
  writeFilters,
  writeSearch,
} from './contract.ts';
import { criteriaTable } from './criteria-table.ts';
import type { Criterion } from './kinds.ts';
import { criteriaSchema } from './schema.ts';
import { chipsOf, describe as describeCriteria } from './wording.ts';

const table: readonly Criterion[] = criteriaTable;
const read = (query: string) => readFilters(new URLSearchParams(query));

/** Any filters at all. */
const filters: fc.Arbitrary<Filters> = fc.record(
  Object.fromEntries(
    table.map((criterion) => {
      if (criterion.kind === 'flag') return [criterion.word, fc.boolean()];
      if (criterion.kind === 'allOf' || criterion.kind === 'noneOf') {
        const term = fc.constantFrom('balcon', 'vue mer', 'Vue dégagée', 'lumin*', "l'été", '65 m²');
        return [criterion.word, fc.uniqueArray(term, { minLength: 1 })];
      }
      if (criterion.kind === 'named') return [criterion.word, fc.stringMatching(/^[a-z0-9-]{3,32}$/)];
      if (criterion.kind === 'byDay') {
        const days = fc.date({
          min: new Date('2000-01-01'),
          max: new Date('2099-12-31'),
          noInvalidDate: true,
        });
        return [criterion.word, days.map((date) => date.toISOString().slice(0, 10))];
      }
      if (criterion.kind === 'oneOf' || criterion.kind === 'anyOf') {
        return [criterion.word, fc.subarray(Object.keys(criterion.values), { minLength: 1 })];
      }
      if (!('max' in criterion)) throw new Error(`${criterion.word}: which values?`);
      if (criterion.only) return [criterion.word, fc.constantFrom(...criterion.only)];
      return [criterion.word, fc.integer({ min: 0, max: criterion.max })];
    }),
  ),
  { requiredKeys: [] },
);

test('filters go through an address unchanged, and the schema takes them', () => {
  fc.assert(
    fc.property(filters, (given) => {
      const address = readableQuery(writeFilters(given));
      expect(read(address)).toEqual(given);
      expect(readableQuery(writeFilters(read(address)))).toBe(address);
      expect(criteriaSchema.safeParse({ transaction: 'achat', places: ['D34'], ...given }).success).toBe(
        true,
      );
    }),
  );
});

test('any address at all is read without a throw, and what is read is valid', () => {
  const words = fc.constantFrom(...table.map(({ word }) => word), 'lieux', 'transaction', 'x', '__proto__');
  const values = fc.oneof(
    fc.string(),
    fc.constantFrom('', '-1', '1e9', '0x10', '99999999999', 'NaN', 'A,,z', 'oui,non'),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(words, values)), (pairs) => {
      const found = readFilters(new URLSearchParams(pairs));
      expect(criteriaSchema.safeParse({ transaction: 'neuf', places: ['2A004'], ...found }).success).toBe(
        true,
      );
    }),
  );
});

test('malformed values are dropped one by one, the rest is kept', () => {
  expect(
    read('prixMax=cher&surfaceMin=-3&pieces=2.5&rdc=peut-etre&type=yourte&dpe=Z&prixMin=100000'),
  ).toEqual({
    prixMin: 100_000,
  });
  expect(read('prixMax=&type=&meuble=')).toEqual({});
});

test('what a form without JavaScript sends is understood', () => {
  expect(read('type=maison&type=appartement&prixMax=300+000&dpe=b&dpe=A')).toEqual({
    type: ['appartement', 'maison'],
    prixMax: 300_000,
    dpe: ['A', 'B'],
  });
  expect(read('prixMin=1.250&prixMax=1.250.000&surfaceMin=1,250')).toEqual({
    prixMin: 1_250,
    prixMax: 1_250_000,
  });
});

test('words and phrases are read as people write them; what is no word is dropped', () => {
  expect(read('mots=balcon+terrasse,"vue  mer"+«+lumin*+»&sans=,,"",*,!!')).toEqual({
    mots: ['balcon', 'terrasse', 'vue mer', 'lumin*'],
  });
  // Twice the same word, ten words, a word too long.
  expect(read('mots=Été+ete&mots=ÉTÉ').mots).toEqual(['Été']);
  expect(read(`sans=a b c d e f g h i j ${'x'.repeat(41)}`).sans).toHaveLength(8);
  expect(readableQuery(writeFilters({ mots: ['balcon', 'vue mer'] }))).toBe('mots=balcon,%22vue+mer%22');
  expect(read('louable=2027&disponibleAvant=2026-02-30&agence=A!&depuis=-1&encadrement=1')).toEqual({});
  expect(read('louable=2028&disponibleAvant=2027-02-28&agence=Arenes&depuis=7')).toEqual({
    louable: 2028,
    disponibleAvant: '2027-02-28',
    agence: 'arenes',
    depuis: 7,
  });
});

test('an alert needs a place, and unknown words of JSON are refused', () => {
  const parse = (given: unknown) => criteriaSchema.safeParse(given).success;
  expect(parse({ transaction: 'achat', places: [] })).toBe(false);
  expect(parse({ transaction: 'achat', places: ['69387', '2A004', 'D974', 'D2A'] })).toBe(true);
  expect(parse({ transaction: 'achat', places: ["'; drop"] })).toBe(false);
  expect(parse({ transaction: 'viager', places: ['69387'] })).toBe(false);
  expect(parse({ transaction: 'achat', places: ['69387'], prixMaxi: 3 })).toBe(false);
  expect(parse({ transaction: 'achat', places: ['69387'], type: [] })).toBe(false);
});

test('transaction and places of an address', () => {
  const params = new URLSearchParams('transaction=location&lieux=lyon-69000,Herault-34,lyon-69000,../x');
  expect(readTransaction(params)).toBe('location');
  expect(readTransaction(new URLSearchParams('transaction=troc'))).toBeNull();
  expect(readPlaceSlugs(params)).toEqual(['lyon-69000', 'herault-34']);
  expect(writeSearch('location', ['lyon-69000'], { type: ['maison'], prixMax: 900 })).toBe(
    'transaction=location&lieux=lyon-69000&type=maison&prixMax=900',
  );
});

test('chips say each filter in French and carry what remains without it', () => {
  const given = read('type=maison,appartement&prixMax=1100&pieces=3&piecesMax=3&rdc=non&dpe=A,B,C');
  const chips = chipsOf('location', given);
  expect(chips.map(({ text }) => text)).toEqual([
    'Appartement',
    'Maison',
    "Jusqu'à 1\u00a0100,00\u00a0€/mois",
    '3\u00a0pièces',
    'DPE A, B ou C',
    'Pas de rez-de-chaussée',
  ]);
  expect(readableQuery(writeFilters(chips[0]!.rest))).toBe(
    'type=maison&prixMax=1100&pieces=3&piecesMax=3&dpe=A,B,C&rdc=non',
  );
  expect(readableQuery(writeFilters(chips[3]!.rest))).toBe(
    'type=appartement,maison&prixMax=1100&dpe=A,B,C&rdc=non',
  );
});

test('every criterion has a chip, and removing every chip leaves nothing', () => {
  fc.assert(
    fc.property(filters, (given) => {
      let left = given;
      for (let turn = 0; turn <= table.length + 40; turn += 1) {
        const [chip] = chipsOf('achat', left);
        if (!chip) break;
        expect(chip.text).not.toBe('');
        left = chip.rest;
      }
      expect(left).toEqual({});
    }),
    { numRuns: 25 },
  );
});

test('an alert is named after its type, its place and its main limits', () => {
  const name = (transaction: 'achat' | 'location' | 'neuf', query: string, places = ['69387']) =>
    describeCriteria(
      { transaction, places, ...read(query) },
      { '69387': 'Lyon 7e', '69266': 'Villeurbanne', D34: 'Hérault' },
    ).name;
  expect(name('location', 'type=appartement&pieces=3&prixMax=1100&balcon=oui')).toBe(
    "Appartement à louer – Lyon 7e · 3\u00a0pièces et plus · jusqu'à 1\u00a0100,00\u00a0€/mois",
  );
  expect(name('achat', 'type=appartement,maison', ['69387', '69266'])).toBe(
    'Appartement ou maison à vendre – Lyon 7e et Villeurbanne',
  );
  expect(name('neuf', '', ['69387', '69266', 'D34'])).toBe('Dans le neuf – Lyon 7e et 2 autres lieux');
});
