import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { parisDay } from '#contract/day.ts';
import { draftOf } from '#demonstration/market/drafts.ts';
import { draftsByHand } from '#demonstration/market/manual-entry.server.ts';
import { isHeld } from '#demonstration/market/portfolios/course.ts';
import { portfoliosOf } from '#demonstration/market/portfolios/portfolios.ts';
import { drawer } from '#demonstration/pictures/drawer.server.ts';
import { clock, moveClock } from '#platform/clock.server.ts';
import { explain } from '#rooms/alerts/matching/explanation.server.ts';
import type { Criteria, Filters, TransactionWord } from '#rooms/criteria/contract.ts';
import { type CriterionWord, criteriaTable } from '#rooms/criteria/criteria-table.ts';
import { searchWhere } from '#rooms/criteria/predicate.sql.server.ts';
import { registerDrawer } from '#rooms/listings/drawn-photos.server.ts';
import { findAll, makeAgency, makeAlert } from './kit/alerts.ts';
import { testServices } from './kit/app.ts';
import { everyWord } from './kit/every-word.ts';

const DAY_MS = 86_400_000;
/** Of the feeds, one listing in so many: what is rare is entered by hand, and all of that is here. */
const STEP = 9;
const { db, services } = await testServices();
const words = criteriaTable.map(({ word }) => word);

/** What the examples of words say of their own listings, said of those of the demonstration. */
const own: Partial<Record<CriterionWord, Filters>> = {
  agence: { agence: 'premiere' },
  mots: { mots: ['parquet'] },
  sans: { sans: ['parquet'] },
  disponibleAvant: {
    disponibleAvant: new Date(clock.now().getTime() + 14 * DAY_MS).toISOString().slice(0, 10),
  },
};

interface Asked {
  readonly word: CriterionWord;
  readonly transaction: TransactionWord;
  readonly criteria: Criteria;
  readonly alertId: number;
}
registerDrawer(drawer);
const asked: Asked[] = [];

beforeAll(async () => {
  const portfolios = portfoliosOf(parisDay(clock.now()).day);
  const agencies = [await makeAgency(services, 'premiere'), await makeAgency(services, 'autre')];
  const day = parisDay(clock.now()).day;
  const fed = portfolios.flatMap(({ agency, listings }) => {
    const rank = agency.deliveries.length - 1;
    return listings.filter((one) => isHeld(one, rank)).map((one) => draftOf(agency, one, { rank, day }));
  });
  const byHand = portfolios.flatMap((one) => draftsByHand(one, one.agency.deliveries.length - 1, day));
  const shown = [
    ...fed.filter((_, index) => index % STEP === 0),
    ...byHand.filter(
      ({ status, propertyType }) => status !== 'sold' && status !== 'rented' && propertyType !== 'programme',
    ),
  ];
  // Everywhere: an alert watches the departments it names.
  const places = [...new Set(shown.map(({ departmentCode }) => `D${departmentCode}`))];
  for (const word of words) {
    for (const transaction of ['achat', 'location'] as const) {
      const criteria = { transaction, places, ...(own[word] ?? everyWord[word].asked) } as Criteria;
      const email = `${word.toLowerCase()}-${transaction}@example.test`;
      asked.push({ word, transaction, criteria, alertId: await makeAlert(services, { email, criteria }) });
    }
  }
  // Some came a month ago, and one in four has become cheaper since.
  for (const [index, agency] of agencies.entries()) {
    const mine = shown.filter((_, rank) => rank % 2 === index);
    moveClock(-30 * DAY_MS);
    await agency.publish(
      ...mine
        .filter((_, rank) => rank % 2 === 0)
        .map((one, rank) => (rank % 4 === 0 ? { ...one, price: one.price + 100_000 } : one)),
    );
    moveClock(0);
    await agency.publish(...mine);
  }
  await findAll(services);
});

test.each(words)(
  '%s: a listing of the demonstration enters and another leaves, wherever one asks',
  async (word) => {
    const ends = { yes: 0, no: 0 };
    for (const { criteria, alertId, transaction } of asked.filter((one) => one.word === word)) {
      const where = searchWhere(criteria);
      const { rows } = await sql<{ id: number; verdict: 'yes' | 'maybe' | 'no' }>`
      select id, case when ${where.yes} then 'yes' when ${where.notNo} then 'maybe' else 'no' end as verdict
      from listing where ${searchWhere({ transaction, places: [] }).scope} order by id
    `.execute(db);
      const hits = await db.selectFrom('alertHit').selectAll().where('alertId', '=', alertId).execute();
      const changes = await db.selectFrom('change').select(['seq', 'ref']).execute();
      const of = (seqs: readonly number[]) =>
        new Set(changes.filter(({ seq }) => seqs.includes(seq)).map(({ ref }) => ref));
      const matched = of(hits.flatMap(({ sure }) => sure));
      for (const verdict of ['yes', 'no'] as const) {
        const found = rows.filter((row) => row.verdict === verdict);
        const [first] = found;
        if (!first) continue;
        ends[verdict] += found.length;
        expect(await explain(db, { alertId, listingId: first.id })).toMatchObject(
          verdict === 'yes' ? { verdict, failed: [] } : { verdict, failed: [word] },
        );
        expect(matched.has(first.id), `${word}, ${verdict}, listing ${first.id}`).toBe(verdict === 'yes');
      }
    }
    expect(ends.yes, 'enter').toBeGreaterThan(0);
    expect(ends.no, 'leave').toBeGreaterThan(0);
  },
);
