import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { asAdministratorName } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import { cleared, lawfulAgency, lawfulRental, lawfulSale, receiveListings } from '../../../tests/kit/law.ts';
import { lawDesk } from '../../../tests/kit/law-desk.ts';
import { withdrawListings } from './availability.server.ts';
import type { ListingDraft } from './contract.ts';
import { decideReview } from './decisions.server.ts';
import { applyListings } from './intake.server.ts';
import { restoreListing, suspendListing } from './moderation.server.ts';
import { suspensionGrounds } from './moderation.ts';
import { judgeDrafts } from './publication.server.ts';
import { selectOpenReviews } from './publication.sql.server.ts';
import { publicListing } from './reading.server.ts';

const { services, db, desk, at, apply, row, kinds, mails, rejudge, history, classG, choosy } =
  await lawDesk();

const by = asAdministratorName('Camille');
const suspending = {
  ground: 'scam',
  source: 'report',
  reason: 'Un virement est demandé avant toute visite.',
  by,
} as const;
const restoring = { reason: 'L’agence a corrigé le texte.', by };

const suspend = async (technicalId: string) =>
  suspendListing(services, { ...suspending, listingId: (await row(technicalId)).id });
const restore = async (technicalId: string) =>
  restoreListing(services, { ...restoring, listingId: (await row(technicalId)).id });

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error as { spec: { code: string } }).spec.code,
  );

async function online(): Promise<string[]> {
  const { rows } = await sql<{ technicalId: string }>`
    select technical_id from listing_online where agency_id = ${desk.agencyId} order by technical_id
  `.execute(db);
  return rows.map(({ technicalId }) => technicalId);
}

/** Null: its page is shown, on line or as one that has left. */
const pageRefusal = async (technicalId: string) =>
  refusal(publicListing(db, String((await row(technicalId)).id), clock.now()));

/** What the agency types in its own space. */
async function edit(draft: ListingDraft) {
  const now = clock.now();
  const given = { agencyId: desk.agencyId, source: 'manual' as const, now };
  await db.transaction().execute(async (tx) => {
    const drafts = await judgeDrafts(tx, { ...given, drafts: [draft] });
    await applyListings(tx, { ...given, run: null, drafts });
  });
}

async function audit(technicalId: string) {
  const { id } = await row(technicalId);
  const { rows } = await sql`
    select administrator, action, label, before, after, reason from admin_audit
    where subject = 'listing' and subject_id = ${String(id)} order by id
  `.execute(db);
  return rows;
}

describe('a suspended listing', () => {
  test('leaves the line at once, its page says nothing of it, and others stay', async () => {
    await apply(lawfulSale('A'), lawfulSale('B'));
    expect(await pageRefusal('A')).toBeNull();
    expect(await suspend('A')).toEqual({ status: 'suspended', suspended: true, changed: true });
    expect(await online()).toEqual(['B']);
    expect(await pageRefusal('A')).toBe('GONE');
    expect(await pageRefusal('B')).toBeNull();
    expect(await kinds()).toEqual(['listing.appeared', 'listing.appeared', 'listing.left']);
    expect(await history('A')).toEqual(['online', 'suspended']);
  });

  test('its agency is mailed the reasons, and notified', async () => {
    await apply(lawfulSale('A'));
    await suspend('A');
    const { rows } = await sql<{ reference: string }>`select reference from listing_suspension`.execute(db);
    const [{ reference }] = rows as [{ reference: string }];
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      to: 'agence@arenes.test',
      subject: `Votre annonce V-A est suspendue (${reference})`,
    });
    const lines = mail!.text.replaceAll(/\s+/g, ' ');
    for (const words of [
      suspending.reason,
      suspensionGrounds.scam.label,
      '313-1 du code pénal',
      'à la suite d’un signalement',
      'sans moyen automatisé',
      'contester cette décision gratuitement jusqu’au',
      'organe de règlement extrajudiciaire',
      'le juge',
    ])
      expect(lines).toContain(words);
    const notified = await sql`
      select event, key, title, path from agency_notification where agency_id = ${desk.agencyId}
    `.execute(db);
    expect(notified.rows).toEqual([
      {
        event: 'listingSuspended',
        key: `suspension:${reference}`,
        title: expect.stringContaining('V-A'),
        path: `/agence/${desk.owner}/annonces?vue=retenues`,
      },
    ]);
  });

  test('suspended twice, it is suspended once, with its first reasons', async () => {
    await apply(lawfulSale('A'));
    await suspend('A');
    const { id } = await row('A');
    const again = { ...suspending, ground: 'photos', reason: 'Autre motif, plus tard.' } as const;
    expect(await suspendListing(services, { ...again, listingId: id })).toEqual({
      status: 'suspended',
      suspended: true,
      changed: false,
    });
    expect(await mails()).toHaveLength(1);
    expect(await audit('A')).toEqual([
      {
        administrator: 'Camille',
        action: 'listing.suspended',
        label: `V-A (${desk.owner})`,
        before: { status: 'online' },
        after: {
          status: 'suspended',
          decision: expect.stringMatching(/^SUS-/),
          ground: 'scam',
          source: 'report',
        },
        reason: suspending.reason,
      },
    ]);
  });

  test('neither its feed, nor its agency, nor the work of the day brings it back', async () => {
    await apply(lawfulSale('A'));
    await suspend('A');
    await apply(lawfulSale('A', { price: 24_000_000 }));
    expect((await row('A')).status).toBe('suspended');
    await edit(lawfulSale('A', { price: 23_000_000 }));
    expect((await row('A')).status).toBe('suspended');
    await rejudge();
    expect(await online()).toEqual([]);
    expect(await kinds()).toEqual(['listing.appeared', 'listing.left']);
    expect(await pageRefusal('A')).toBe('GONE');
  });

  test('sold by its agency, its page still says nothing, and its feed does not bring it back', async () => {
    await apply(lawfulSale('A'));
    await edit(lawfulSale('A', { status: 'sold' }));
    expect(await suspend('A')).toMatchObject({ status: 'sold', suspended: true });
    expect(await pageRefusal('A')).toBe('GONE');
    await apply(lawfulSale('A'));
    expect((await row('A')).status).toBe('suspended');
  });

  test('withheld by the law, it does not appear once it is lawful', async () => {
    await apply(lawfulRental('G', classG));
    expect(await suspend('G')).toMatchObject({ status: 'suspended' });
    await apply(lawfulRental('G'));
    await rejudge();
    expect(await online()).toEqual([]);
    expect(await restore('G')).toMatchObject({ status: 'online' });
  });

  test('an agency without an address is notified, not mailed', async () => {
    await apply(lawfulSale('A'));
    await sql`update agency set email = null where id = ${desk.agencyId}`.execute(db);
    await suspend('A');
    expect(await mails()).toEqual([]);
    const { rows } =
      await sql`select event from agency_notification where agency_id = ${desk.agencyId}`.execute(db);
    expect(rows).toEqual([{ event: 'listingSuspended' }]);
  });

  test('nothing changes for another agency', async () => {
    const other = await lawfulAgency(db, 'une-autre', { email: 'autre@agence.test' });
    await receiveListings(db, other.id, [cleared(lawfulSale('A'))]);
    await apply(lawfulSale('A'));
    const before = await sql`select * from listing where agency_id = ${other.id}`.execute(db);
    await suspend('A');
    await restore('A');
    expect((await sql`select * from listing where agency_id = ${other.id}`.execute(db)).rows).toEqual(
      before.rows,
    );
    expect((await mails()).map(({ to }) => to)).toEqual(['agence@arenes.test', 'agence@arenes.test']);
  });

  test('only of a listing that exists, with a reason', async () => {
    await apply(lawfulSale('A'));
    const { id } = await row('A');
    const given = { ...suspending, listingId: id };
    expect(await refusal(suspendListing(services, { ...given, reason: 'non' }))).toBe('REASON_MISSING');
    expect(await refusal(suspendListing(services, { ...given, listingId: 999_999_999 }))).toBe(
      'LISTING_UNKNOWN',
    );
    expect(await online()).toEqual(['A']);
    expect(await mails()).toEqual([]);
  });
});

describe('a listing given back', () => {
  test('is on line again, once, and its agency is told why', async () => {
    await apply(lawfulSale('A'));
    await suspend('A');
    expect(await restore('A')).toEqual({ status: 'online', suspended: false, changed: true });
    expect(await restore('A')).toEqual({ status: 'online', suspended: false, changed: false });
    expect(await online()).toEqual(['A']);
    expect(await pageRefusal('A')).toBeNull();
    expect(await kinds()).toEqual(['listing.appeared', 'listing.left', 'listing.returned']);
    const told = await mails();
    expect(told).toHaveLength(2);
    expect(told[1]!.subject).toContain('rétablie');
    expect(told[1]!.text).toContain(restoring.reason);
    expect(told[1]!.text).toContain('de nouveau en ligne');
    expect(await audit('A')).toMatchObject([
      { action: 'listing.suspended' },
      {
        action: 'listing.restored',
        before: { status: 'suspended', ground: 'scam' },
        after: { status: 'online' },
        reason: restoring.reason,
      },
    ]);
  });

  test('is judged by the law as it stands, with what its agency said meanwhile', async () => {
    await apply(lawfulRental('G'));
    await suspend('G');
    await apply(lawfulRental('G', classG));
    expect(await restore('G')).toMatchObject({ status: 'refused' });
    expect(await row('G')).toMatchObject({ status: 'refused', hold: 'block', rules: ['R17'] });
    expect((await mails()).at(-1)!.text).toContain('La loi la retient encore');
    await apply(lawfulRental('G'));
    expect(await online()).toEqual(['G']);
  });

  test('waits for a person where its wording does (R26)', async () => {
    await apply(lawfulSale('A', choosy));
    await suspend('A');
    const [review] = await selectOpenReviews(db);
    const clearing = { id: review!.id, decision: 'cleared', reason: 'Lu, rien contre la loi.', by } as const;
    expect(await decideReview(services, clearing)).toMatchObject({ status: 'suspended' });
    expect(await online()).toEqual([]);
    expect(await restore('A')).toMatchObject({ status: 'online' });
  });

  test('stays paused when its agency had paused it, whatever its feed says', async () => {
    await apply(lawfulSale('A'));
    await edit(lawfulSale('A', { status: 'suspended' }));
    await suspend('A');
    await apply(lawfulSale('A'));
    expect(await restore('A')).toMatchObject({ status: 'suspended', suspended: false });
    expect(await online()).toEqual([]);
    expect((await mails()).at(-1)!.text).toContain('Elle reste en pause');
  });

  test('does not come back when its feed no longer holds it', async () => {
    await apply(lawfulSale('A'));
    await suspend('A');
    const gone = await db.transaction().execute((tx) =>
      withdrawListings(tx, {
        agencyId: desk.agencyId,
        technicalIds: ['A'],
        run: null,
        now: clock.now(),
      }),
    );
    expect(gone).toEqual(['A']);
    expect(await pageRefusal('A')).toBe('GONE');
    await apply(lawfulSale('A'));
    expect((await row('A')).status).toBe('suspended');
    await db.transaction().execute((tx) =>
      withdrawListings(tx, {
        agencyId: desk.agencyId,
        technicalIds: ['A'],
        run: null,
        now: clock.now(),
      }),
    );
    expect(await restore('A')).toMatchObject({ status: 'withdrawn' });
    expect(await kinds()).toEqual(['listing.appeared', 'listing.left']);
  });

  test('that nobody confirmed for two weeks is to be confirmed first', async () => {
    await apply(lawfulSale('A'));
    await suspend('A');
    at('2026-12-20T09:00:00Z');
    expect(await restore('A')).toMatchObject({ status: 'expired' });
    expect(await online()).toEqual([]);
  });
});
