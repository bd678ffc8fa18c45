import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Refusal } from '#contract/errors.ts';
import { lawfulRental } from '../../../tests/kit/law.ts';
import { lawDesk } from '../../../tests/kit/law-desk.ts';
import { auditListings } from './audit.server.ts';
import { listingJobs } from './jobs.server.ts';
import { lawsOn, prolongLaw, revokeProlongation } from './prolongations.server.ts';

const { services, db, desk, at, apply, row, kinds, history, mails, rejudge } = await lawDesk();
beforeEach(() => sql`truncate law_prolongation`.execute(db));

/** A flat in Montpellier whose base rent passes the ceiling that it states by 20 euros. */
const tooDear = (id: string) =>
  lawfulRental(id, {
    placeCode: '34172',
    cityCode: '34172',
    departmentCode: '34',
    postalCode: '34000',
    rentControlled: true,
    referenceRent: 58_000,
    tenantFeeZone: 'tense',
  });

const lastDay = '2026-11-24T22:59:00Z';
const dayAfter = '2026-11-24T23:01:00Z';
const law = 'rent-control';
const text = 'Loi 2026-1200 du 20 novembre 2026, article 1er';
const prolong = (until: string, said = text) =>
  prolongLaw(services, { law, until, text: said, by: 'Camille' });
const revoke = () => revokeProlongation(services, { law, text: null, by: 'Dominique' });
const standing = async (on = '2026-11-26') => (await lawsOn(db, on)).find(({ name }) => name === law)!;
const refused = async (act: Promise<unknown>) => {
  const error = (await act.then(
    () => null,
    (thrown: unknown) => thrown,
  )) as Refusal | null;
  return [error?.spec.code, error?.message.replaceAll('\u00a0', ' ')];
};
const words = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from law_prolongation`.execute(db);
  return rows[0]!.n;
};

describe('the night a law ends', () => {
  test('what it kept off line appears by the daily work alone, with a warning; the day before it did not', async () => {
    const job = listingJobs.find(({ name }) => name === 'listings.legal')!;
    const { signal } = new AbortController();
    await apply(tooDear('A'));
    expect(await row('A')).toMatchObject({ status: 'refused', hold: 'block', rules: ['R9'] });
    at(lastDay);
    await job.handler(services, signal);
    expect((await row('A')).status).toBe('refused');
    // Past midnight in Paris.
    at(dayAfter);
    await job.handler(services, signal);
    expect(await row('A')).toMatchObject({ status: 'online', hold: null, rules: ['R9'] });
    expect(await kinds()).toEqual(['listing.appeared']);
    expect(await mails()).toEqual([]);
  });
});

describe('a prolongation', () => {
  test('holds the listings again, tells their agency, and gives them back when it is revoked; twice', async () => {
    at('2026-11-26T09:00:00Z');
    await apply(tooDear('A'), lawfulRental('B'));
    expect((await row('A')).status).toBe('online');
    for (const [round, until] of ['2027-11-24', '2028-11-24'].entries()) {
      expect(await prolong(until)).toBe(true);
      expect(await rejudge()).toEqual({ judged: 2, left: 1, published: 0 });
      expect(await row('A')).toMatchObject({ status: 'refused', hold: 'block', rules: ['R9'] });
      expect(await mails()).toHaveLength(round + 1);
      expect(await prolong(until)).toBe(false);
      expect(await rejudge()).toEqual({ judged: 2, left: 0, published: 0 });
      expect(await revoke()).toBe(true);
      expect(await rejudge()).toEqual({ judged: 2, left: 0, published: 1 });
      expect(await revoke()).toBe(false);
      expect(await row('A')).toMatchObject({ status: 'online', hold: null, rules: ['R9'] });
    }
    expect(await history('A')).toEqual(['online', 'refused', 'online', 'refused', 'online']);
    expect(await words()).toBe(4);
    expect(await mails()).toHaveLength(2);
  });

  test('recorded before the end, nothing moves that night; it has its own', async () => {
    await apply(tooDear('A'));
    await prolong('2027-01-31');
    at(dayAfter);
    expect(await rejudge()).toEqual({ judged: 1, left: 0, published: 0 });
    at('2027-01-31T12:00:00Z');
    await rejudge();
    expect((await row('A')).status).toBe('refused');
    at('2027-02-01T00:01:00Z');
    await sql`update listing_confirmation set at = '2027-01-30'`.execute(db);
    expect(await rejudge()).toMatchObject({ published: 1 });
  });

  test('counts for the day of an audit, whenever it was recorded', async () => {
    at('2026-11-26T09:00:00Z');
    await apply(tooDear('A'));
    const held = async (on: string) => {
      const rules: string[] = [];
      for await (const listing of auditListings(db, {
        on,
        now: new Date(),
        agencyId: desk.agencyId,
        all: true,
      }))
        rules.push(...listing.rules);
      return rules;
    };
    expect([await held('2026-11-24'), await held('2026-11-26')]).toEqual([['R9'], []]);
    await prolong('2026-12-31');
    expect([await held('2026-11-26'), await held('2027-01-01')]).toEqual([['R9'], []]);
  });

  test('is told with its text, its last day, who and when, and so is what was taken back', async () => {
    expect(await standing()).toMatchObject({
      ownEnd: '2026-11-24',
      end: '2026-11-24',
      over: true,
      prolongations: [],
    });
    expect(await standing('2026-11-24')).toMatchObject({ over: false });
    at('2026-11-26T09:00:00Z');
    await prolong('2027-11-24');
    expect(await standing()).toMatchObject({ end: '2027-11-24', over: false });
    at('2026-11-27T09:00:00Z');
    await revoke();
    const { end, over, prolongations } = await standing();
    expect([end, over]).toEqual(['2026-11-24', true]);
    expect(prolongations).toMatchObject([
      { until: '2027-11-24', text, by: 'Camille' },
      { until: null, text: null, by: 'Dominique' },
    ]);
    expect(prolongations.map((said) => said.at.toISOString().slice(0, 10))).toEqual([
      '2026-11-26',
      '2026-11-27',
    ]);
  });

  test('is refused, and changes nothing, when it does not come after the end, or says no text', async () => {
    expect(await refused(prolong('2026-11-24'))).toEqual([
      'LAW_END_EARLY',
      '« rent-control » va déjà jusqu’au 24/11/2026 : la nouvelle fin doit venir après.',
    ]);
    await prolong('2027-11-24');
    for (const until of ['2027-11-24', '2027-01-01'])
      expect((await refused(prolong(until, 'Un autre texte, de la même année')))[0]).toBe('LAW_END_EARLY');
    for (const said of ['', '  une loi  ', 'x'.repeat(501)])
      expect((await refused(prolong('2028-11-24', said)))[0]).toBe('LAW_TEXT_MISSING');
    expect(
      (await refused(prolongLaw(services, { law: 'deposits', until: '2030-01-01', text, by: 'C' })))[0],
    ).toBe('LAW_ENDLESS');
    expect((await refused(revokeProlongation(services, { law: 'deposits', text: null, by: 'C' })))[0]).toBe(
      'LAW_ENDLESS',
    );
    expect([await words(), (await standing()).end]).toEqual([1, '2027-11-24']);
  });

  test('said twice at once is kept once', async () => {
    const both = await Promise.all([prolong('2027-11-24'), prolong('2027-11-24')]);
    expect(both.toSorted((one, other) => Number(one) - Number(other))).toEqual([false, true]);
    expect(await words()).toBe(1);
  });
});
