import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { clock, moveClock } from '#platform/clock.server.ts';
import { propertyTypes } from '#rooms/listings/contract.ts';
import { makeAgency } from '../../../tests/kit/alerts.ts';
import { chanceOf } from '../../../tests/kit/chance.ts';
import { testDb } from '../../../tests/kit/db.ts';
import { everyWord } from '../../../tests/kit/every-word.ts';
import { randomCriteria, randomDraft, randomQuestion } from '../../../tests/kit/random-market.ts';
import type { Criteria } from './contract.ts';
import { criteriaTable } from './criteria-table.ts';
import type { ListingFacts } from './facts.ts';
import { factOf } from './facts.ts';
import type { Criterion } from './kinds.ts';
import { assumptionsOn, monthlyCost } from './monthly-cost.ts';
import {
  factSql,
  factsSelect,
  isYes,
  judgedColumns,
  listingTransactions,
  listingZones,
  notNo,
  searchWhere,
} from './predicate.server.ts';
import { wordsIn } from './terms.ts';
import { judge, keyColumns, keyColumnsOf, zoneKeysOf } from './verdict.ts';

const DAY_MS = 86_400_000;
const chance = chanceOf();
const { seed } = chance;
const table: readonly Criterion[] = criteriaTable;
const { db } = await testDb();

type Stored = ListingFacts & { readonly id: number };
let facts: Stored[] = [];
// One instant for all: what depends on the time cannot change between two statements.
let now = new Date();

/** Searches of several words, and of each word alone. */
const criterias: Criteria[] = [
  ...Array.from({ length: 60 }, () => randomCriteria(chance)),
  ...table.flatMap(({ word }) =>
    Array.from({ length: 5 }, () => ({
      transaction: chance.pick(['achat', 'location'] as const),
      places: chance.pick([
        ['D69', '30189'],
        ['69387', '69123', 'D30'],
        ['D69', 'D30', 'D2A'],
      ]),
    })).map((where) => ({ ...where, ...randomQuestion(chance, where.transaction, word) })),
  ),
];

beforeAll(async () => {
  console.info(`seed ${seed} (SEED=${seed} runs it again)`);
  const agencies = [await makeAgency({ db }, 'arenes'), await makeAgency({ db }, 'hasard')];
  for (const [round, daysAgo] of [39, 20, 8, 3, 0].entries()) {
    moveClock(-daysAgo * DAY_MS);
    for (const [index, agency] of agencies.entries()) {
      const drafts = Array.from({ length: 50 }, (_, rank) =>
        randomDraft(chance, `${round}-${index}-${rank}`),
      );
      await agency.publish(
        ...drafts.map((draft) => ({
          ...draft,
          status: chance.chance(0.03) ? ('sold' as const) : draft.status,
        })),
      );
      moveClock(Math.min(0, -daysAgo * DAY_MS + DAY_MS));
      await agency.publish(
        ...drafts
          .filter(() => chance.chance(0.2))
          .map((draft) => ({ ...draft, price: draft.price + chance.int(-40, 20) * 100 })),
      );
    }
  }
  moveClock(0);
  // Some rentals are judged by the order that controls their rent, whatever they say themselves.
  await sql`
    insert into rent_verdict (listing_id, verdict, excess, facts, edition, judged_at)
    select id, verdict, case when verdict = 'exceeds' then 5000 end, '', '', now()
    from (select id, (array['compliant', 'exceeds', 'supplement', 'insufficient'])[1 + id % 4] as verdict
      from listing where transaction = 2 and id % 3 = 0) judged
  `.execute(db);
  now = clock.now();
  const { rows } = await sql<Stored>`
    select id, ${judgedColumns('listing')} from listing where status in ('online', 'under_offer') order by id
  `.execute(db);
  facts = rows;
  const columns = keyColumns.map(({ name, type }) => `${name} ${type}`).join(', ');
  await sql.raw(`create table key_row (alert integer, zone text, tx text, ${columns})`).execute(db);
  for (const [alert, criteria] of criterias.entries()) {
    for (const zone of zoneKeysOf(criteria)) {
      const row = { alert, zone, tx: criteria.transaction, ...keyColumnsOf(criteria) };
      await db
        .insertInto('keyRow' as 'listing')
        .values(row as never)
        .execute();
    }
  }
});

describe('one predicate', () => {
  test('judge, search and the alert keys say the same of every word and of several together', async () => {
    const keyed = await sql<{ alert: number; id: number; yes: boolean }>`
      select key_row.alert, f.id, ${isYes('f', 'keyRow')} as yes
      from (select listing.id, ${listingZones('listing')} as zones, ${listingTransactions('listing')} as words,
        ${factsSelect('listing', now)} from listing where listing.status in ('online', 'under_offer')) f
      join key_row on key_row.zone = any(f.zones) and key_row.tx = any(f.words)
      where ${notNo('f', 'keyRow')}
    `.execute(db);
    const byKeys = new Map<string, string>();
    for (const { alert, id, yes } of keyed.rows) {
      const pair = `${alert}/${id}`;
      expect(byKeys.has(pair), `listing ${id} twice for search ${alert} (seed ${seed})`).toBe(false);
      byKeys.set(pair, yes ? 'yes' : 'maybe');
    }
    const counts = { yes: 0, maybe: 0, no: 0 };
    const said = new Map<string, Set<string>>();
    for (const [alert, criteria] of criterias.entries()) {
      const where = searchWhere(criteria, 'listing', now);
      const words = table.map(({ word }) => word).filter((word) => word in criteria);
      const found = await sql<{ id: number; yes: boolean }>`
        select id, ${where.yes} is true as yes from listing where ${where.notNo}
      `.execute(db);
      const strict = await sql<{ id: number }>`select id from listing where ${where.yes}`.execute(db);
      const bySearch = new Map(found.rows.map(({ id, yes }) => [id, yes ? 'yes' : 'maybe']));
      const sorted = (rows: readonly { id: number }[]) => rows.map(({ id }) => id).toSorted((a, b) => a - b);
      expect(sorted(strict.rows)).toEqual(sorted(found.rows.filter(({ yes }) => yes)));
      for (const listing of facts) {
        const { verdict, failed, unknown } = judge(criteria, listing, now);
        const search = bySearch.get(listing.id) ?? 'no';
        const key = byKeys.get(`${alert}/${listing.id}`) ?? 'no';
        // Said only when they differ: there are a hundred thousand pairs.
        if (search !== verdict || key !== verdict) {
          expect({ id: listing.id, criteria, failed, unknown, seed, search, key }).toMatchObject({
            search: verdict,
            key: verdict,
          });
        }
        counts[verdict] += 1;
        for (const word of words) {
          const known = said.get(word) ?? new Set();
          said.set(
            word,
            known.add(
              failed.includes(word as never) ? 'no' : unknown.includes(word as never) ? 'maybe' : 'yes',
            ),
          );
        }
      }
      expect(bySearch.size).toBeLessThanOrEqual(facts.length);
    }
    // The comparison means nothing unless each verdict is common, and each word says each of its answers.
    expect(counts.yes).toBeGreaterThan(500);
    expect(counts.maybe).toBeGreaterThan(500);
    expect(counts.no).toBeGreaterThan(10_000);
    for (const { word, known } of table) {
      expect(
        [...(said.get(word) ?? [])].toSorted((a, b) => a.localeCompare(b)),
        `${word}, seed ${seed}`,
      ).toEqual(known ? ['no', 'yes'] : ['maybe', 'no', 'yes']);
    }
  });

  test('statements make each fact as the code does, to the cent', async () => {
    for (const name of [
      'energyClass',
      'monthlyCost',
      'leastMonthlyCost',
      'buyerFees',
      'lettableYear',
      'daysOnLine',
      'rentCompliant',
      'state',
      'heatingUnsaid',
    ]) {
      const { rows } = await sql<{ id: number; fact: unknown }>`
        select id, ${factSql('listing', name, now)} as fact from listing
        where status in ('online', 'under_offer') order by id
      `.execute(db);
      const byCode = facts.map((listing) => ({ id: listing.id, fact: factOf(listing, name, now) }));
      // Zero has two signs in JavaScript.
      expect(
        rows.map(({ id, fact }) => ({ id, fact })),
        `${name}, seed ${seed}`,
      ).toEqual(byCode.map(({ id, fact }) => ({ id, fact: fact === 0 ? 0 : fact })));
    }
  });

  test('every word has its example', () => {
    expect(new Set(Object.keys(everyWord))).toEqual(new Set(table.map(({ word }) => word)));
    expect(table.length).toBeGreaterThan(45);
  });
});

test('texts are cut into the same words by statements and by code', async () => {
  const letters = [
    ...'a b é É œ Œ æ Ç ß İ ı Ω 0 1 2 7 ² ½ ﬁ - _ . / @ : , ’ \' " « » \u00a0 \n < > & + %'.split(' '),
    ' ',
    'e\u0301',
    '3e',
    '10e5',
    'a.fr',
    '1.5',
    '😀',
  ];
  const texts = Array.from({ length: 300 }, () =>
    Array.from({ length: chance.int(0, 40) }, () => chance.pick(letters)).join(''),
  );
  for (const text of texts) {
    const { rows } = await sql<{ words: string[]; places: number }>`
      select coalesce(array_agg(word.lexeme || ' ' || place order by place), '{}') as words
      from unnest(search_words(${text}, '')) as word, unnest(word.positions) as place where word.lexeme <> 'w'
    `.execute(db);
    expect(rows[0]?.words, `${JSON.stringify(text)}, seed ${seed}`).toEqual(
      wordsIn(text).map((word, index) => `w${word} ${index + 1}`),
    );
  }
});

test('what a home costs a month: every term, by hand', () => {
  const sale = {
    transaction: 1,
    propertyType: 'apartment',
    isNew: false,
    lifeAnnuity: false,
    price: 21_000_000,
    priceWithoutFees: 20_000_000,
    feesPayer: 1,
    reducedNotaryFees: null,
    tenantFees: null,
    coOwned: true,
    yearlyCharges: 120_000,
    propertyTax: 90_000,
    energyCostMin: 80_000,
    energyCostMax: 112_000,
  };
  const assumptions = {
    ...assumptionsOn('2026-11-21'),
    yearlyRate: 0,
    months: 200,
    loanInsuranceRate: 0.0012,
  };
  // 210 000 + 7,5 % of 200 000 − 10 % of 210 000 = 204 000 borrowed over 200 months without interest.
  expect(monthlyCost(sale, assumptions)).toEqual({
    rent: 0,
    loan: 102_000,
    loanInsurance: 2_040,
    charges: 10_000,
    propertyTax: 7_500,
    energy: 8_000,
    homeInsurance: 2_000,
    total: 131_540,
    least: 131_540,
    agencyFees: 1_000_000,
    notaryFees: 1_500_000,
    deposit: 2_100_000,
    borrowed: 20_400_000,
  });
  // At 3.4 % over 20 years, 1 000 euros cost 5.75 a month.
  expect(monthlyCost(sale, { ...assumptions, yearlyRate: 0.034, months: 240 }).loan).toBe(117_266);
  expect(monthlyCost({ ...sale, isNew: true }, assumptions).notaryFees).toBe(500_000);
  expect(monthlyCost({ ...sale, propertyTax: null }, assumptions)).toMatchObject({
    total: null,
    least: 124_040,
  });
  expect(monthlyCost({ ...sale, coOwned: false, yearlyCharges: null }, assumptions).charges).toBe(0);
  expect(monthlyCost({ ...sale, lifeAnnuity: true }, assumptions)).toMatchObject({ loan: null, total: null });
  const rental = {
    ...sale,
    transaction: 2,
    price: 90_000,
    tenantFees: 50_000,
    feesPayer: null,
    propertyTax: null,
  };
  expect(monthlyCost(rental, assumptions)).toMatchObject({
    rent: 90_000,
    loan: 0,
    charges: 0,
    propertyTax: 0,
    total: 100_000,
    agencyFees: 50_000,
    notaryFees: 0,
    borrowed: 0,
  });
});

test('a home already too dear is refused, whatever it does not say; overseas, classes have their own years', () => {
  const listing = (said: object) =>
    ({
      ...facts.find(({ transaction }) => transaction === 1)!,
      lifeAnnuity: false,
      climateClass: null,
      price: 90_000_000,
      propertyTax: null,
      propertyType: 'apartment',
      ...said,
    }) as Stored;
  const asked = (filters: object) =>
    ({ transaction: 'achat', places: [], ...filters }) as unknown as Criteria;
  expect(judge(asked({ budgetMax: 1500 }), listing({}), now)).toMatchObject({
    verdict: 'no',
    failed: ['budgetMax'],
  });
  expect(judge(asked({ budgetMax: 90_000 }), listing({}), now).verdict).toBe('maybe');
  const lets = (louable: number, energyClass: string | null, departmentCode = '69') =>
    judge(asked({ louable }), listing({ energyClass, departmentCode }), now).verdict;
  expect([
    lets(2025, 'G'),
    lets(2025, 'F'),
    lets(2028, 'F'),
    lets(2028, 'E'),
    lets(2034, 'E'),
    lets(2034, 'D'),
  ]).toEqual(['no', 'yes', 'no', 'yes', 'no', 'yes']);
  expect([
    lets(2025, 'G', '974'),
    lets(2028, 'G', '974'),
    lets(2028, 'F', '974'),
    lets(2034, 'F', '974'),
    lets(2034, 'E', '974'),
  ]).toEqual(['yes', 'no', 'yes', 'no', 'yes']);
  expect(lets(2034, null)).toBe('maybe');
});

test('land and parkings have no rooms and no energy class: they are refused, not doubted', () => {
  const listing = (propertyType: string) =>
    ({
      ...facts.find(({ transaction }) => transaction === 1)!,
      placeCode: '69387',
      cityCode: '69123',
      departmentCode: '69',
      rooms: null,
      energyClass: null,
      surface: null,
      propertyType,
    }) as Stored;
  const asked = { transaction: 'achat', places: ['D69'], pieces: 1, dpe: ['A'], surfaceMin: 10 } as const;
  expect(judge(asked, listing('parking'), now)).toEqual({
    verdict: 'no',
    failed: ['pieces', 'dpe'],
    unknown: ['surfaceMin'],
  });
  expect(judge(asked, listing('land'), now).verdict).toBe('no');
  expect(judge(asked, listing('house'), now)).toEqual({
    verdict: 'maybe',
    failed: [],
    unknown: ['surfaceMin', 'pieces', 'dpe'],
  });
});

test('a district inside a chosen city, or a city inside a chosen department, makes no second key', () => {
  expect(zoneKeysOf({ places: ['69387', '69123', '34172'] })).toEqual(['69123', '34172']);
  expect(zoneKeysOf({ places: ['D69', '69387', '69266', '2A004', 'D2A', '97411', 'D974'] })).toEqual([
    'D69',
    'D2A',
    'D974',
  ]);
  expect(zoneKeysOf({ places: ['75101', '75120', '75101'] })).toEqual(['75101', '75120']);
});

test('every property type of the listings room can be asked for', () => {
  const type = table.find(({ word }) => word === 'type');
  expect(type?.kind === 'oneOf' && Object.values(type.values).map(({ value }) => value)).toEqual(
    Object.keys(propertyTypes),
  );
});
