import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { clock } from '#platform/clock.server.ts';
import type { Criteria } from '#rooms/criteria/contract.ts';
import type { ListingFacts } from '#rooms/criteria/facts.ts';
import { judgedColumns, searchWhere } from '#rooms/criteria/predicate.server.ts';
import { judge } from '#rooms/criteria/verdict.ts';
import type { EnergyClass } from '#rooms/listings/contract.ts';
import { excessiveText } from '#rooms/listings/price-lines.ts';
import { listingsByIds } from '#rooms/listings/reading.server.ts';
import { findAll, flat, makeAgency, makeAlert } from '../../../../tests/kit/alerts.ts';
import { testServices } from '../../../../tests/kit/app.ts';
import { explainedFacts } from './explanation.server.ts';

const { db, services } = await testServices();
const letters: readonly EnergyClass[] = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];
const pairs = letters.flatMap((energyClass) =>
  [...letters, null].map((climateClass) => ({ energyClass, climateClass })),
);
const worse = ({ energyClass, climateClass }: (typeof pairs)[number]) =>
  climateClass === null ? energyClass : [energyClass, climateClass].toSorted()[1]!;

/** What each of these may be asked of a class: the letter itself, or the last year in which it may be let. */
const where = { transaction: 'achat', places: ['30189'] } as const;
const asked: readonly (readonly [criteria: Criteria, holds: (letter: string) => boolean])[] = [
  ...letters.map((letter) => [{ ...where, dpe: [letter] }, (one: string) => one === letter] as const),
  [{ ...where, louable: 2025 }, (one) => one < 'G'],
  [{ ...where, louable: 2028 }, (one) => one < 'F'],
  [{ ...where, louable: 2034 }, (one) => one < 'E'],
];

test('statements, alerts, their explanation, cards and sentences know every pair of letters by the worse of the two', async () => {
  const agency = await makeAgency(services);
  const alerts: number[] = [];
  for (const [rank, [criteria]] of asked.entries())
    alerts.push(await makeAlert(services, { email: `a${rank}@example.test`, criteria }));
  const ids = await agency.publish(...pairs.map((pair, rank) => flat(`paire-${rank}`, pair)));
  await findAll(services);
  const now = clock.now();
  const { rows: stored } = await sql<ListingFacts & { id: number }>`
    select id, ${judgedColumns('listing')} from listing order by id`.execute(db);
  for (const [rank, [criteria, holds]] of asked.entries()) {
    const expected = ids.filter((_, index) => holds(worse(pairs[index]!)));
    const { rows: sought } = await sql<{ id: number }>`
      select id from listing where ${searchWhere(criteria, 'listing', now).yes} order by id`.execute(db);
    const { rows: hits } = await sql<{ id: number }>`
      select distinct change.ref as id from alert_hit, unnest(sure) as hit join change on seq = hit
      where alert_id = ${alerts[rank]!} order by id`.execute(db);
    const explained = await explainedFacts(db, { alertId: alerts[rank]!, listingIds: ids });
    const judged = stored.filter((facts) => judge(criteria, facts, now).verdict === 'yes');
    const said = {
      sought: sought.map(({ id }) => id),
      hits: hits.map(({ id }) => id),
      judged: judged.map(({ id }) => id),
      explained: explained.filter(({ verdict }) => verdict === 'yes').length,
    };
    expect({ criteria, ...said }).toEqual({
      criteria,
      sought: expected,
      hits: expected,
      judged: expected,
      explained: expected.length,
    });
  }
  const cards = await listingsByIds(db, ids);
  expect(cards.map(({ energyClass }) => energyClass)).toEqual(pairs.map(worse));
  const excessive = cards.map((card) => excessiveText(card)?.at(-1) ?? null);
  expect(excessive).toEqual(pairs.map(worse).map((letter) => (letter > 'E' ? letter : null)));
});
