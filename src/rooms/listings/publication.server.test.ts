import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { clock } from '#platform/clock.server.ts';
import { cleared, lawfulRental, lawfulSale } from '../../../tests/kit/law.ts';
import { lawDesk } from '../../../tests/kit/law-desk.ts';
import { withdrawListings } from './availability.server.ts';
import { applyListings, listingDraftHash } from './intake.server.ts';
import { listingJobs } from './jobs.server.ts';
import { checkAgency, checkListing } from './legal-engine.ts';
import { judgeDrafts, rejudgeListings } from './publication.server.ts';
import { selectAgencyFacts, selectListingsToJudge } from './publication.sql.server.ts';

const { services, db, at, apply, row, events, kinds, history, mails, rejudge, classF, desk } =
  await lawDesk();

let agencyId = 0;
beforeEach(() => {
  agencyId = desk.agencyId;
});

test('what these tests take for lawful is', async () => {
  const agency = await selectAgencyFacts(db, agencyId);
  expect(agency && checkAgency(agency, '2026-11-21')).toEqual([]);
  for (const draft of [lawfulSale('A'), lawfulRental('B')]) {
    const verdict = checkListing(draft, {
      advertiser: 'professional',
      agency,
      on: '2026-11-21',
      exceptions: new Set(),
      wordingCleared: false,
    });
    expect(verdict).toEqual({ findings: [], hold: null, score: 100 });
  }
});

describe('what is applied', () => {
  test('comes judged: a status that its verdict forbids is refused', async () => {
    const now = clock.now();
    const [judged] = await judgeDrafts(db, {
      agencyId,
      source: 'poliris',
      drafts: [lawfulSale('A', { coOwned: null })],
      now,
    });
    expect(judged).toMatchObject({ status: 'refused', wanted: 'online', verdict: { hold: 'block' } });
    const smuggled = { ...judged!, status: 'online' as const };
    await expect(
      db
        .transaction()
        .execute((tx) =>
          applyListings(tx, { agencyId, source: 'poliris', run: null, now, drafts: [smuggled] }),
        ),
    ).rejects.toThrow(RangeError);
  });

  test('is kept off line with every failing rule at once, and appears the day it is put right', async () => {
    const wrong = { coOwned: null, energyClass: null, feesPayer: null } as const;
    await apply(lawfulSale('A', wrong), lawfulSale('B'));
    expect(await row('A')).toMatchObject({
      status: 'refused',
      publishedAt: null,
      hold: 'block',
      wanted: 'online',
      rules: ['R1', 'R14', 'R20'],
    });
    expect((await row('A')).score).toBeLessThanOrEqual(50);
    expect(await row('B')).toMatchObject({ status: 'online', hold: null, score: 100, rules: [] });
    expect(await kinds()).toEqual(['listing.appeared']);

    at('2026-11-22T09:00:00Z');
    const { updated, returned } = await apply(lawfulSale('A'));
    expect([updated, returned]).toEqual([1, 0]);
    expect(await row('A')).toMatchObject({ status: 'online', hold: null, score: 100, rules: [] });
    expect((await row('A')).publishedAt?.toISOString()).toMatch(/^2026-11-22T09:00/);
    expect((await events()).filter(({ ref }) => ref).map(({ kind }) => kind)).toEqual([
      'listing.appeared',
      'listing.appeared',
    ]);
    await apply(lawfulSale('A'));
    expect(await kinds()).toHaveLength(2);
    expect(await history('A')).toEqual(['refused', 'online']);
  });

  test('on line and changed into what the law forbids leaves; put right, it comes back', async () => {
    await apply(lawfulSale('A'));
    await apply(lawfulSale('A', { coOwned: null }));
    expect(await row('A')).toMatchObject({ status: 'refused', withdrawnAt: expect.any(Date) });
    const back = await apply(lawfulSale('A'));
    expect(back.returned).toBe(1);
    expect(await kinds()).toEqual(['listing.appeared', 'listing.left', 'listing.returned']);
    expect((await events())[1]).toMatchObject({ payload: { status: 'refused' } });
  });

  test('a verdict that changes is kept, even when the listing says what it said', async () => {
    await apply(lawfulRental('A', classF));
    expect(await row('A')).toMatchObject({ status: 'online', hold: null, rules: ['R17'] });
    const before = await sql`select xmin::text from listing`.execute(db);
    await sql`update listing_verdict set findings = '[]', score = 100`.execute(db);
    expect((await apply(lawfulRental('A', classF))).unchanged).toBe(1);
    expect(await row('A')).toMatchObject({ rules: ['R17'] });
    expect((await sql`select xmin::text from listing`.execute(db)).rows).toEqual(before.rows);
  });

  test('suspended, sold and let listings stay so, whatever the law says of them', async () => {
    await apply(lawfulSale('A'), lawfulSale('B', { coOwned: null, status: 'sold' }));
    expect(await row('B')).toMatchObject({ status: 'sold', hold: 'block', wanted: 'sold' });
    await sql`update listing set status = 'suspended' where technical_id = 'A'`.execute(db);
    await apply(lawfulSale('A', { coOwned: null }));
    expect(await row('A')).toMatchObject({ status: 'suspended', hold: 'block' });
    expect(await rejudge()).toEqual({ judged: 0, left: 0, published: 0 });
    expect([(await row('A')).status, (await row('B')).status]).toEqual(['suspended', 'sold']);
  });

  test('kept off line, it goes with its feed like any other', async () => {
    await apply(lawfulSale('A', { coOwned: null }));
    await db
      .transaction()
      .execute((tx) => withdrawListings(tx, { agencyId, technicalIds: ['A'], run: null, now: clock.now() }));
    expect((await row('A')).status).toBe('withdrawn');
    expect(await rejudge()).toMatchObject({ judged: 0 });
    expect(await kinds()).toEqual([]);
  });
});

describe('the daily work', () => {
  test('takes off line the class G home that came as « Autre bien » before it was judged as a home', async () => {
    const draft = lawfulRental('A', { propertyType: 'other', energyClass: 'G' });
    await db.transaction().execute((tx) =>
      applyListings(tx, {
        agencyId,
        source: 'poliris',
        run: null,
        now: clock.now(),
        drafts: [cleared(draft)],
      }),
    );
    expect(await row('A')).toMatchObject({ status: 'online', rules: [] });
    expect(await rejudge()).toEqual({ judged: 1, left: 1, published: 0 });
    expect(await row('A')).toMatchObject({ status: 'refused', rules: ['C13', 'R17'] });
    expect(await mails()).toHaveLength(1);
  });

  test('reads a listing back as it was written', async () => {
    const whole = lawfulRental('A', {
      furnished: true,
      lease: 'furnished',
      exposures: ['S', 'O'],
      heating: ['gas', 'individual'],
      availableOn: '2026-12-01',
      exactLat: 43.83,
      exactLng: 4.36,
      translations: { en: { title: 'Flat', description: 'Two rooms' } },
      units: [
        {
          reference: 'B204',
          propertyType: 'apartment',
          rooms: 2,
          surface: 44.5,
          floor: 2,
          price: 1,
          vat: 5.5,
          status: 'sold',
        },
      ],
      annuityAges: [81, 79],
      photos: [{ source: 'https://photos.example/1.jpg', kind: 'url', caption: 'Séjour' }],
    });
    await apply(whole);
    const [standing] = await selectListingsToJudge(db, { agencyId, after: 0, limit: 10, now: clock.now() });
    // The radius of the public point is stored as it was applied.
    const draft = { ...standing!.draft, pointRadius: whole.pointRadius };
    expect(draft).toEqual(whole);
    expect(listingDraftHash(draft)).toEqual(listingDraftHash(whole));
  });

  test('takes off line what became unlawful, the same day, and tells the agency once', async () => {
    await apply(lawfulRental('F', classF), lawfulRental('C'), lawfulSale('V', classF));
    expect((await row('F')).status).toBe('online');
    at('2027-12-31T22:30:00Z');
    expect(await rejudge()).toEqual({ judged: 3, left: 0, published: 0 });
    // Past midnight in Paris, not in Greenwich.
    at('2027-12-31T23:00:30Z');
    expect(await rejudge()).toEqual({ judged: 3, left: 1, published: 0 });
    expect(await row('F')).toMatchObject({ status: 'refused', hold: 'block', wanted: 'online' });
    expect([(await row('C')).status, (await row('V')).status]).toEqual(['online', 'online']);
    expect((await events()).at(-1)).toMatchObject({ kind: 'listing.left', payload: { status: 'refused' } });
    const told = await mails();
    expect(told).toMatchObject([{ to: 'agence@arenes.test' }]);
    expect(told[0]?.text).toContain('L-F');
    expect(told[0]?.text).toContain('R17');
    expect(told[0]?.text).toContain('classe F ne peut plus être loué depuis le 01/01/2028');
    expect(told[0]?.text).toContain('faites établir un nouveau diagnostic');
    expect(told[0]?.text).not.toContain('L-C');

    const said = (await events()).length;
    expect(await rejudge()).toEqual({ judged: 3, left: 0, published: 0 });
    expect(await events()).toHaveLength(said);
    expect(await mails()).toHaveLength(1);
  });

  test.each([
    ['the same day', '2028-01-01T09:00:00Z'],
    ['two days later', '2028-01-03T09:00:00Z'],
  ])('killed after the listings left and before the mail: the next run tells, %s', async (_, back) => {
    await apply(lawfulRental('F', classF));
    at('2028-01-01T08:00:00Z');
    const { db: real } = services;
    // The second transaction of the run is the one of the mails.
    let transactions = 0;
    const dying = new Proxy(real, {
      get(target, name) {
        if (name === 'transaction' && (transactions += 1) > 1) throw new Error('killed');
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? (value as () => unknown).bind(target) : value;
      },
    });
    await expect(rejudgeListings({ ...services, db: dying }, { now: clock.now() })).rejects.toThrow('killed');
    expect((await row('F')).status).toBe('refused');
    expect(await mails()).toEqual([]);
    at(back);
    await rejudge();
    expect(await mails()).toHaveLength(1);
    at(back.replace('T09', 'T15'));
    await rejudge();
    expect(await mails()).toHaveLength(1);
  });

  test('what leaves later the same day is told by itself', async () => {
    await apply(lawfulRental('F', classF), lawfulSale('S'));
    at('2028-01-01T08:00:00Z');
    await rejudge();
    await sql`update listing set co_owned = null where technical_id = 'S'`.execute(db);
    expect(await rejudge()).toMatchObject({ left: 1 });
    const [first, second] = await mails();
    expect([first?.text.includes('V-S'), second?.text.includes('L-F')]).toEqual([false, false]);
    expect(second?.text).toContain('V-S');
  });

  test('gives back what the law allows again, unless nobody confirmed it for two weeks', async () => {
    await apply(lawfulSale('A'), lawfulSale('B'));
    await sql`update agency set card_number = null`.execute(db);
    expect(await rejudge()).toMatchObject({ left: 2 });
    await sql`update agency set card_number = 'CPI 3002 2024 000 000 123'`.execute(db);
    await sql`
      update listing_confirmation set at = at - interval '15 days'
      from listing where id = listing_id and technical_id = 'B'
    `.execute(db);
    expect(await rejudge()).toMatchObject({ left: 0, published: 1 });
    expect([(await row('A')).status, (await row('B')).status]).toEqual(['online', 'refused']);
    expect((await kinds()).filter((kind) => kind === 'listing.returned')).toHaveLength(1);
    expect(await history('A')).toEqual(['online', 'refused', 'online']);
  });

  test('what fails alike is said once, whatever the number of listings', async () => {
    await apply(...Array.from({ length: 60 }, (_, n) => lawfulSale(`S${n}`)));
    await sql`update agency set siren = null`.execute(db);
    expect(await rejudge()).toMatchObject({ judged: 60, left: 60 });
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.text.match(/R23/g)).toHaveLength(1);
    for (let n = 0; n < 60; n += 1) expect(mail?.text).toContain(`V-S${n}`);
  });

  test('an agency without address is not a reason to stop, and finds it noted once', async () => {
    await sql`update agency set email = null`.execute(db);
    await apply(lawfulRental('F', classF), lawfulSale('S'));
    const noted = async () => {
      const { rows } = await sql<{
        title: string;
      }>`select title from agency_notification order by id`.execute(db);
      return rows.map(({ title }) => title.replaceAll('\u00a0', ' '));
    };
    at('2028-01-01T08:00:00Z');
    expect(await rejudge()).toMatchObject({ left: 1 });
    at('2028-01-02T08:00:00Z');
    await rejudge();
    expect(await noted()).toEqual(['1 annonce retirée par la loi : L-F']);
    await sql`update listing set co_owned = null where technical_id = 'S'`.execute(db);
    await rejudge();
    expect((await noted()).slice(1)).toEqual(['1 annonce retirée par la loi : V-S']);
    expect(await mails()).toEqual([]);
  });

  test('leaves alone what something else than the law refused', async () => {
    await apply(lawfulSale('A'));
    await sql`update listing set status = 'refused'`.execute(db);
    expect(await rejudge()).toMatchObject({ judged: 0, published: 0 });
    expect((await row('A')).status).toBe('refused');
  });

  test('runs when its process starts, and once a day', async () => {
    const job = listingJobs.find(({ name }) => name === 'listings.legal');
    const { signal } = new AbortController();
    await apply(lawfulRental('F', classF));
    at('2027-06-01T08:00:00Z');
    await job?.handler(services, signal);
    expect((await row('F')).status).toBe('online');
    await sql`update agency set siren = null`.execute(db);
    await job?.handler(services, signal);
    expect((await row('F')).status).toBe('online');
    at('2027-06-02T08:00:00Z');
    await job?.handler(services, signal);
    expect((await row('F')).status).toBe('refused');
  });
});
