import { beforeAll, describe, expect, test } from 'vitest';
import { moveClock } from '#platform/clock.server.ts';
import type { Criteria } from '#rooms/criteria/contract.ts';
import { type CriterionWord, criteriaTable } from '#rooms/criteria/criteria-table.ts';
import type { ListingDraft } from '#rooms/listings/contract.ts';
import { searchListings } from '#rooms/search/search.server.ts';
import { flat, makeAgency, makeAlert } from '../../../../tests/kit/alerts.ts';
import { testServices } from '../../../../tests/kit/app.ts';
import { everyWord } from '../../../../tests/kit/every-word.ts';
import { untilRead } from '../../../../tests/kit/facts.ts';
import { lawfulRental } from '../../../../tests/kit/law.ts';
import { explain } from './explanation.server.ts';
import { matchNext } from './matcher.server.ts';
import { READER } from './matcher.ts';

const { db, services } = await testServices();
const words = criteriaTable.map(({ word }) => word);
const known = new Set<string>(criteriaTable.flatMap((row) => ('known' in row ? [row.word] : [])));
const DAY_MS = 86_400_000;

interface Seen {
  readonly alertId: number;
  readonly criteria: Criteria;
  readonly enters: number;
  readonly leaves: number;
  readonly silent: number | null;
}
const seen = new Map<CriterionWord, Seen>();

describe('every word of a search, as an alert asks it', () => {
  beforeAll(async () => {
    const arenes = await makeAgency(services);
    const autre = await makeAgency(services, 'autre-agence');
    const draft = (word: CriterionWord, name: string, said: Partial<ListingDraft>) =>
      everyWord[word].rental ? lawfulRental(`${word}-${name}`, said) : flat(`${word}-${name}`, said);
    moveClock(-40 * DAY_MS);
    for (const word of words) {
      const { entered, left } = everyWord[word];
      if (entered) await arenes.publish(draft(word, 'entre', entered));
      if (left) await arenes.publish(draft(word, 'sort', left));
    }
    moveClock(0);
    await untilRead(db, READER, () => matchNext(db));
    for (const word of words) {
      const { asked, rental, elsewhere, enters, leaves, silent } = everyWord[word];
      const criteria: Criteria = {
        transaction: rental ? 'location' : 'achat',
        places: ['30189'],
        ...asked,
      };
      const alertId = await makeAlert(services, { email: `${word.toLowerCase()}@example.test`, criteria });
      const [good = 0] = await arenes.publish(draft(word, 'entre', enters));
      const [bad = 0] = await (elsewhere ? autre : arenes).publish(draft(word, 'sort', leaves));
      const [doubtful = null] = silent ? await arenes.publish(draft(word, 'tait', silent)) : [];
      seen.set(word, { alertId, criteria, enters: good, leaves: bad, silent: doubtful });
    }
    await untilRead(db, READER, () => matchNext(db));
  });

  test.each(words)('%s: one listing enters, one stays out, a silent one is « peut-être »', async (word) => {
    const { alertId, criteria, enters, leaves, silent } = seen.get(word)!;
    expect(silent === null).toBe(known.has(word));

    const found = new Map<number, string>();
    let after: string | null = null;
    do {
      const results = await searchListings(db, criteria, { sort: 'date', page: 1, after });
      for (const { id, verdict } of results.rows) found.set(id, verdict);
      after = results.next;
    } while (after);

    const hits = await db.selectFrom('alertHit').selectAll().where('alertId', '=', alertId).execute();
    const changes = await db.selectFrom('change').select(['seq', 'ref']).execute();
    const of = (seqs: readonly number[]) =>
      new Set(changes.filter(({ seq }) => seqs.includes(seq)).map(({ ref }) => ref));
    const [sure, unsure] = [of(hits.flatMap((hit) => hit.sure)), of(hits.flatMap((hit) => hit.unsure))];
    const matched = (id: number) => (sure.has(id) ? 'yes' : unsure.has(id) ? 'maybe' : 'no');

    for (const [id, verdict, failed, unknown] of [
      [enters, 'yes', [], []],
      [leaves, 'no', [word], []],
      ...(silent === null ? [] : [[silent, 'maybe', [], [word]] as const]),
    ] as const) {
      expect({ verdict, found: found.get(id) ?? 'no', matched: matched(id) }).toEqual({
        verdict,
        found: verdict,
        matched: verdict,
      });
      expect(await explain(db, { alertId, listingId: id })).toMatchObject({ verdict, failed, unknown });
    }
  });
});
