import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { asAdministratorName } from '#platform/auth.server.ts';
import { lawfulRental, lawfulSale } from '../../../tests/kit/law.ts';
import { lawDesk } from '../../../tests/kit/law-desk.ts';
import { decideReview, setRuleException } from './decisions.server.ts';
import { wordingHash } from './publication.server.ts';
import { selectOpenReviews } from './publication.sql.server.ts';

const { services, db, apply, row, kinds, mails, rejudge, classG, choosy } = await lawDesk();

describe('wording to be read (R26)', () => {
  const by = asAdministratorName('Camille');
  const decide = async (decision: 'cleared' | 'refused', reason = 'Lu, rien contre la loi.') => {
    const [review] = await selectOpenReviews(db);
    return decideReview(services, { id: review!.id, decision, reason, by });
  };

  test('waits for a person, who sees what it says; cleared, it is published at once', async () => {
    await apply(lawfulSale('A', choosy));
    expect(await row('A')).toMatchObject({ status: 'pending', hold: 'review', rules: ['R26'] });
    await apply(lawfulSale('A', choosy));
    const open = await selectOpenReviews(db);
    expect(open).toMatchObject([{ reference: 'V-A', rule: 'R26' }]);
    expect(open[0]?.excerpts.length).toBeGreaterThan(0);
    expect(await kinds()).toEqual([]);
    expect(await decide('cleared')).toMatchObject({ status: 'online' });
    expect(await kinds()).toEqual(['listing.appeared']);
    expect(await selectOpenReviews(db)).toEqual([]);
    await apply(lawfulSale('A', choosy));
    expect((await row('A')).status).toBe('online');
    await rejudge();
    expect((await row('A')).status).toBe('online');
  });

  test('another wording is asked about again', async () => {
    await apply(lawfulSale('A', choosy));
    await decide('cleared');
    await apply(lawfulSale('A', { description: `${choosy.description} Libre de suite.` }));
    expect((await row('A')).status).toBe('pending');
    expect(await kinds()).toEqual(['listing.appeared', 'listing.left']);
    expect(await selectOpenReviews(db)).toHaveLength(1);
    await apply(lawfulSale('A', choosy));
    expect((await row('A')).status).toBe('online');
    expect(await selectOpenReviews(db)).toEqual([]);
  });

  test('refused, it stays off line until it is changed', async () => {
    await apply(lawfulSale('A', choosy));
    const refused = await decide('refused', 'Choisit l’occupant selon son origine.');
    expect(refused.status).toBe('refused');
    expect(await row('A')).toMatchObject({ status: 'refused', hold: 'block', rules: ['R26'] });
    await apply(lawfulSale('A', choosy));
    expect((await row('A')).status).toBe('refused');
    expect(await selectOpenReviews(db)).toEqual([]);
    await apply(lawfulSale('A'));
    expect((await row('A')).status).toBe('online');
  });

  test('a decision is taken once, on the text that stands, with a reason', async () => {
    await apply(lawfulSale('A', choosy));
    const [review] = await selectOpenReviews(db);
    const given = { id: review!.id, decision: 'cleared' as const, reason: 'Rien contre la loi.', by };
    const code = (error: unknown) => (error as { spec: { code: string } }).spec.code;
    const refusal = (promise: Promise<unknown>) => promise.then(() => null, code);
    expect(await refusal(decideReview(services, { ...given, reason: 'ok' }))).toBe('REASON_MISSING');
    expect(await refusal(decideReview(services, { ...given, id: 999_999 }))).toBe('REVIEW_UNKNOWN');
    await apply(lawfulSale('A', { description: `${choosy.description} Autre.` }));
    expect(await refusal(decideReview(services, given))).toBe('REVIEW_OUTDATED');
    const [next] = await selectOpenReviews(db);
    const once = await decideReview(services, { ...given, id: next!.id });
    expect(await decideReview(services, { ...given, id: next!.id })).toEqual(once);
    const other = { ...given, id: next!.id, decision: 'refused' as const };
    expect(await refusal(decideReview(services, other))).toBe('REVIEW_DECIDED');
    const { rows } = await sql`
      select administrator, action, subject, subject_id, before, after, reason from admin_audit
      where subject_id = ${String(once.listingId)} order by id
    `.execute(db);
    expect(rows).toEqual([
      {
        administrator: 'Camille',
        action: 'listing.wording',
        subject: 'listing',
        subjectId: String(once.listingId),
        before: { status: 'pending' },
        after: { status: 'online', decision: 'cleared' },
        reason: given.reason,
      },
    ]);
  });

  test('the wording is known by the same hash here and in the database', async () => {
    const draft = lawfulSale('A', { ...choosy, title: 'Été « là » 🏠\\n' });
    await apply(draft);
    const { rows } = await sql<{ hash: string }>`
      select encode(text_hash, 'hex') as hash from listing_review
    `.execute(db);
    expect(rows).toEqual([{ hash: wordingHash(draft) }]);
  });
});

describe('a rule set aside in writing (R17)', () => {
  const given = {
    rule: 'R17',
    reason: 'Interdiction suspendue par le juge.',
    by: asAdministratorName('Camille'),
  } as const;
  const refusal = (promise: Promise<unknown>) =>
    promise.then(
      () => null,
      (error: unknown) => (error as { spec: { code: string } }).spec.code,
    );

  test('publishes the listing at once, survives its feed, and can be taken back', async () => {
    await apply(lawfulRental('G', classG));
    const { id } = await row('G');
    expect(await row('G')).toMatchObject({ status: 'refused', rules: ['R17'] });
    expect(await setRuleException(services, { ...given, listingId: id, granted: true })).toEqual({
      status: 'online',
    });
    await apply(lawfulRental('G', classG));
    await rejudge();
    expect((await row('G')).status).toBe('online');
    for (const granted of [true, false, false])
      expect(await setRuleException(services, { ...given, listingId: id, granted })).toEqual({
        status: granted ? 'online' : 'refused',
      });
    expect(await kinds()).toEqual(['listing.appeared', 'listing.left']);
    expect(await mails()).toHaveLength(1);
    const { rows } = await sql`
      select rule, granted, reason, by_whom from listing_exception order by id
    `.execute(db);
    expect(rows).toEqual(
      [true, false].map((granted) => ({
        rule: 'R17',
        granted,
        reason: given.reason,
        byWhom: 'Camille',
      })),
    );
  });

  test('only where the engine lets it, for a listing that exists, with a reason', async () => {
    await apply(lawfulRental('G', { ...classG, deposit: null }));
    const { id: listingId } = await row('G');
    const ask = { ...given, listingId, granted: true };
    expect(await refusal(setRuleException(services, { ...ask, rule: 'R10' }))).toBe('RULE_STANDS');
    expect(await refusal(setRuleException(services, { ...ask, listingId: 999_999 }))).toBe('LISTING_UNKNOWN');
    expect(await refusal(setRuleException(services, { ...ask, reason: 'non' }))).toBe('REASON_MISSING');
    expect(await refusal(setRuleException(services, { ...ask, granted: false }))).toBe('EXCEPTION_ABSENT');
    // The others still stand.
    expect(await setRuleException(services, ask)).toEqual({ status: 'refused' });
    expect(await row('G')).toMatchObject({ hold: 'block', rules: ['R10', 'R17'] });
  });
});
