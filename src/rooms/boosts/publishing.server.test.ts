import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { asAgencyId } from '#platform/auth.server.ts';
import { clock, moveClock } from '#platform/clock.server.ts';
import { testServices } from '../../../tests/kit/app.ts';
import { boostable, give, movesOf, openSpace, paidBoost } from '../../../tests/kit/boosts.ts';
import { lawfulAgency, lawfulRental, lawfulSale } from '../../../tests/kit/law.ts';
import { metaServer } from '../../../tests/kit/meta.ts';
import { renewChanged } from './ad-versions.server.ts';
import { pauseBoost, resumeBoost, stopBoost, unspentOf } from './boosts.server.ts';
import { type BoostRow, selectBoost } from './boosts.sql.server.ts';
import { followCourse, settleBoosts, stopUnshowable } from './course.server.ts';
import { readFigures } from './figures.server.ts';
import { publishNext, retryBoost } from './publishing.server.ts';

const meta = await metaServer();
const { db, services } = await testServices({ ...meta.settings, PUBLIC_URL: 'https://vigie.example' });
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
let agencyId = 0;
let [sale, rental] = [0, 0];
const actor = () => ({ agencyId: asAgencyId(agencyId), name: 'Agence des Arènes' });

beforeAll(async () => {
  agencyId = (await lawfulAgency(db, 'arenes', { name: 'Agence des Arènes', email: 'a@essai.test' })).id;
  await openSpace(db, agencyId);
  [sale = 0, rental = 0] = await boostable(db, agencyId, [
    lawfulSale('A', { heating: ['gas', 'individual'], quarter: 'Écusson' }),
    lawfulRental('L'),
  ]);
});
beforeEach(() => meta.clear());
afterEach(async () => {
  // Whatever happened, nothing was asked of Meta that a home forbids.
  expect(meta.faults).toEqual([]);
  moveClock(0);
  for (const id of [sale, rental]) await give(db, id, 'online');
  await sql`truncate boost cascade`.execute(db);
  await sql`truncate agency_notification`.execute(db);
});

const read = async ({ id }: Pick<BoostRow, 'id'>) => (await selectBoost(db, id))!;
/** All that is due now, as the worker does it. */
async function publish(): Promise<void> {
  while (await publishNext(services)) {
    // Until nothing is due.
  }
}
const told = async () => {
  const { rows } = await sql<{ event: string; title: string }>`
    select event, title from agency_notification order by id`.execute(db);
  return rows;
};
const only = <Value>(map: ReadonlyMap<string, Value>) => {
  expect(map.size).toBe(1);
  return [...map.values()][0]!;
};

describe('a paid boost', () => {
  test('is made whole on the network, then runs, for what was paid and nothing that a home forbids', async () => {
    const boost = await paidBoost(db, agencyId, [sale, rental], { freeDays: 7, radiusKm: 40 });
    await publish();
    const after = await read(boost);
    expect(after).toMatchObject({
      status: 'active',
      publisher: 'meta',
      networkState: 'running',
      failure: null,
    });
    expect(await movesOf(db, boost.id)).toEqual([
      'pending',
      'pending new',
      'new syncing',
      'syncing synced',
      'synced active',
    ]);
    const campaign = only(meta.campaigns);
    expect(campaign).toMatchObject({
      id: after.externalId,
      name: `Vigie ${boost.reference}`,
      status: 'ACTIVE',
    });
    expect(campaign.body).toMatchObject({ objective: 'OUTCOME_TRAFFIC', special_ad_categories: ['HOUSING'] });
    const set = only(meta.sets);
    // Seven days at 50 €, and seven given as those.
    expect(set.body).toMatchObject({ lifetime_budget: 10_000, dsa_beneficiary: 'Agence des Arènes' });
    expect(Date.parse(String(set.body.end_time))).toBe(after.endsAt!.getTime());
    expect(after.endsAt!.getTime() - after.startedAt!.getTime()).toBe(14 * DAY_MS);
    expect(set.body.targeting).toEqual({
      geo_locations: {
        custom_locations: [
          {
            latitude: expect.any(Number),
            longitude: expect.any(Number),
            radius: 40,
            distance_unit: 'kilometer',
          },
        ],
        location_types: ['home', 'recent'],
      },
      publisher_platforms: ['facebook'],
      facebook_positions: ['feed', 'story'],
      targeting_automation: { advantage_audience: 0 },
    });
    expect([...meta.ads.values()].map(({ name }) => name)).toEqual([
      expect.stringMatching(`^Vigie ${boost.reference} annonce ${sale} [0-9a-f]{8}$`),
      expect.stringMatching(`^Vigie ${boost.reference} annonce ${rental} [0-9a-f]{8}$`),
    ]);
    expect(meta.images.size).toBe(4);
    expect(await told()).toEqual([expect.objectContaining({ event: 'boostStarted' })]);
  });

  test('goes to the catalogue of homes with its price, its classes and its fees', async () => {
    const { reference } = await paidBoost(db, agencyId, [sale, rental]);
    await publish();
    expect(meta.rows.get(String(sale))).toMatchObject({
      group_id: reference,
      availability: 'for_sale',
      listing_type: 'for_sale_by_agent',
      price: '250000.00 EUR',
      address: {
        city: 'Nîmes',
        region: 'Gard',
        country: 'FR',
        postal_code: '30000',
        neighborhoods: ['Écusson'],
      },
      property_type: 'apartment',
      area_size: 64,
      num_rooms: 3,
      heating_type: 'gas',
      energy_rating_eu: { grade: 'C', value: 150 },
      co_2_emission_rating_eu: { grade: 'C', value: 20 },
      days_on_market: 0,
      agent_company: expect.any(String),
      additional_fees_description: 'Honoraires à la charge du vendeur',
    });
    expect(meta.rows.get(String(rental))).toMatchObject({
      availability: 'for_rent',
      price: '650.00 EUR',
      furnish_type: 'unfurnished',
    });
    expect(JSON.stringify([...meta.rows.values()])).not.toMatch(/exact|@/);
  });

  test.each([
    ['its account there', '17841', { page_id: '7', instagram_user_id: '17841' }, undefined],
    ['the page where it has none', null, { page_id: '7' }, true],
  ] as const)('speaks on Instagram by %s', async (_, account, speaker, asPage) => {
    meta.control.instagram = account;
    const boost = await paidBoost(db, agencyId, [sale], { formula: 'essentiel' });
    await publish();
    expect((await read(boost)).status).toBe('active');
    const { object_story_spec: said, use_page_actor_override: override } = only(meta.ads).body
      .creative as Record<string, unknown>;
    expect([said, override]).toEqual([speaker, asPage]);
  });

  test('that cannot be prepared is tried again, and does not stay there without a word', async () => {
    const boost = await paidBoost(db, agencyId, [sale]);
    // Suspended since, and not taken out of the boost yet: it has no page any more.
    await give(db, sale, 'suspended');
    await publish();
    expect(await read(boost)).toMatchObject({
      status: 'syncing',
      failure: 'La publicité n’a pas pu être préparée.',
      attempts: 1,
    });
    await give(db, sale, 'online');
    moveClock(2 * MINUTE_MS);
    await publish();
    expect((await read(boost)).status).toBe('active');
  });

  test('waits for the reviewers, and begins when they accept it', async () => {
    meta.control.effectiveStatus = 'PENDING_REVIEW';
    const boost = await paidBoost(db, agencyId, [sale]);
    await publish();
    expect(await read(boost)).toMatchObject({ status: 'syncing', startedAt: null });
    meta.control.effectiveStatus = 'ACTIVE';
    await publish();
    expect((await read(boost)).status).toBe('syncing');
    moveClock(11 * MINUTE_MS);
    await publish();
    expect((await read(boost)).status).toBe('active');
  });

  test('begins as soon as one of its advertisements is shown', async () => {
    meta.control.effectiveStatus = 'PENDING_REVIEW';
    const boost = await paidBoost(db, agencyId, [sale, rental]);
    await publish();
    expect((await read(boost)).status).toBe('syncing');
    meta.control.effectiveStatus = 'ACTIVE';
    const [, other] = meta.ads.values();
    other!.status = 'PENDING_REVIEW';
    moveClock(11 * MINUTE_MS);
    await publish();
    expect((await read(boost)).status).toBe('active');
  });

  test.each(['PENDING_BILLING_INFO', 'WITH_ISSUES', 'CAMPAIGN_PAUSED', 'PREAPPROVED', 'TO_BE_INVENTED'])(
    'is not begun by an advertisement that is %s',
    async (state) => {
      meta.control.effectiveStatus = state;
      const boost = await paidBoost(db, agencyId, [sale]);
      await publish();
      expect(await read(boost)).toMatchObject({ status: 'syncing', nextAttemptAt: expect.any(Date) });
    },
  );

  test('of a first day to come is accepted once it is approved for that day', async () => {
    meta.control.effectiveStatus = 'PREAPPROVED';
    const startOn = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(
      clock.now().getTime() + 3 * DAY_MS,
    );
    const boost = await paidBoost(db, agencyId, [sale], { startOn });
    await publish();
    expect(await read(boost)).toMatchObject({ status: 'synced', startedAt: null });
  });

  test('that the reviewers refuse once it is shown is in error, and its agency is told', async () => {
    const boost = await paidBoost(db, agencyId, [sale]);
    await publish();
    meta.control.effectiveStatus = 'DISAPPROVED';
    meta.control.feedback = 'Le texte est trompeur.';
    moveClock(5 * 60 * MINUTE_MS);
    await publish();
    expect((await read(boost)).status).toBe('sync_error');
    expect((await told()).map(({ event }) => event)).toEqual(['boostStarted', 'boostFailed']);
  });

  test('of which one advertisement is refused goes on with the others, and its agency is told once', async () => {
    const boost = await paidBoost(db, agencyId, [sale, rental]);
    await publish();
    const [first] = meta.ads.values();
    first!.status = 'DISAPPROVED';
    for (const look of [1, 2]) {
      moveClock(look * 5 * 60 * MINUTE_MS);
      await publish();
      expect((await read(boost)).status).toBe('active');
    }
    expect(await told()).toEqual([
      expect.objectContaining({ event: 'boostStarted' }),
      { event: 'boostFailed', title: expect.stringContaining('la publicité d’une des annonces') },
    ]);
  });

  test('goes on when looking at it fails', async () => {
    const boost = await paidBoost(db, agencyId, [sale]);
    await publish();
    const failures = [
      { status: 503, code: 2, message: 'Panne.' },
      // A token that is over is no fault of a boost: what is shown goes on.
      { status: 401, code: 190, message: 'Jeton expiré.' },
    ];
    for (const half of [1, 2, 3, 4, 5, 6, 7, 8]) {
      moveClock((half * DAY_MS) / 2);
      meta.control.failures.push(failures[half % 2]!);
      await publish();
      expect(await read(boost)).toMatchObject({ status: 'active', failure: null });
    }
    expect(await told()).not.toContainEqual(expect.objectContaining({ event: 'boostFailed' }));
  });

  test('that the reviewers refuse is in error, with their words, and its agency is told', async () => {
    meta.control.effectiveStatus = 'DISAPPROVED';
    meta.control.feedback = 'Le texte est trompeur.';
    const boost = await paidBoost(db, agencyId, [sale]);
    await publish();
    expect(await read(boost)).toMatchObject({
      status: 'sync_error',
      failure: 'Meta a refusé la publicité\u00a0: Le texte est trompeur.',
      nextAttemptAt: null,
    });
    expect(await told()).toEqual([
      { event: 'boostFailed', title: expect.stringContaining('Le texte est trompeur.') },
    ]);
  });

  test('is published by hand where there are no keys', async () => {
    const bare = await testServices();
    const id = (await lawfulAgency(bare.db, 'arenes')).id;
    const [listing = 0] = await boostable(bare.db, id, [lawfulSale('A')]);
    const boost = await paidBoost(bare.db, id, [listing]);
    while (await publishNext(bare.services)) {
      // Until nothing is due.
    }
    expect((await selectBoost(bare.db, boost.id))!).toMatchObject({
      status: 'new',
      publisher: 'manual',
      nextAttemptAt: null,
    });
    expect(meta.calls).toEqual([]);
  });

  test('waits on the network while the keys are away, and goes on when they are back', async () => {
    meta.control.failures.push({ status: 400, code: 17, message: 'Trop d’appels.' });
    const boost = await paidBoost(db, agencyId, [sale]);
    await publish();
    const without = { ...services, env: { ...services.env, META_ACCESS_TOKEN: undefined } };
    moveClock(2 * MINUTE_MS);
    expect(await publishNext(without)).toBe(true);
    expect(await publishNext(without)).toBe(false);
    expect(await read(boost)).toMatchObject({ status: 'syncing', publisher: 'meta' });
    moveClock(40 * MINUTE_MS);
    await publish();
    expect((await read(boost)).status).toBe('active');
  });
});

describe('a network that says no', () => {
  const busy = { status: 400, code: 17, message: 'Trop d’appels.' };
  test('for a while is asked again, later and later, then a person looks', async () => {
    const boost = await paidBoost(db, agencyId, [sale]);
    let minutes = 0;
    for (const wait of [1, 5, 30, 120, 480]) {
      meta.control.failures.push(busy);
      await publish();
      expect(await read(boost)).toMatchObject({
        status: 'syncing',
        failure: expect.stringContaining('Trop d’appels.'),
      });
      const asked = meta.calls.length;
      moveClock((minutes + wait - 0.5) * MINUTE_MS);
      await publish();
      expect(meta.calls).toHaveLength(asked);
      minutes += wait + 0.5;
      moveClock(minutes * MINUTE_MS);
    }
    meta.control.failures.push(busy);
    await publish();
    expect(await read(boost)).toMatchObject({ status: 'sync_error', nextAttemptAt: null });
    expect((await told()).map(({ event }) => event)).toEqual(['boostFailed']);
    moveClock((minutes + 10_000) * MINUTE_MS);
    const asked = meta.calls.length;
    await publish();
    expect(meta.calls).toHaveLength(asked);
    await retryBoost(db, boost.id);
    await publish();
    expect(await read(boost)).toMatchObject({ status: 'active', failure: null, attempts: 0 });
  });

  test.each([
    [
      'the token is over',
      { status: 401, code: 190, message: 'Jeton expiré.' },
      'Meta refuse l’accès de Vigie\u00a0: Jeton expiré.',
    ],
    [
      'the campaign is not accepted',
      { status: 400, code: 100, message: 'Budget trop petit.' },
      'Meta refuse la campagne\u00a0: Budget trop petit.',
    ],
  ])('for good, when %s, is not asked again', async (_, failure, said) => {
    meta.control.failures.push(failure);
    const boost = await paidBoost(db, agencyId, [sale]);
    await publish();
    expect(await read(boost)).toMatchObject({ status: 'sync_error', failure: said, nextAttemptAt: null });
    await expect(retryBoost(db, 999_999)).rejects.toMatchObject({ spec: { code: 'BOOST_UNKNOWN' } });
  });

  test('only what is in error is tried again', async () => {
    const boost = await paidBoost(db, agencyId, [sale]);
    await expect(retryBoost(db, boost.id)).rejects.toMatchObject({ spec: { code: 'BOOST_STATUS' } });
  });
});

describe('a crash between two calls', () => {
  // Catalogue, campaign, ad set, row, two images, ad: whatever the last answer that came, the next attempt goes on.
  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9])(
    'after the answer of write %i was lost makes nothing twice',
    async (rank) => {
      meta.control.loseAnswer = rank;
      const boost = await paidBoost(db, agencyId, [sale]);
      await publish();
      moveClock(2 * MINUTE_MS);
      await publish();
      moveClock(8 * MINUTE_MS);
      await publish();
      expect((await read(boost)).status).toBe('active');
      expect([meta.campaigns.size, meta.sets.size, meta.ads.size, meta.control.catalogues.length]).toEqual([
        1, 1, 1, 1,
      ]);
      expect(only(meta.campaigns).status).toBe('ACTIVE');
    },
  );
});

describe('what the agency asks', () => {
  test('reaches the network: pause, resume with another end, stop', async () => {
    const boost = await paidBoost(db, agencyId, [sale]);
    await publish();
    const word = String(boost.id);
    moveClock(DAY_MS);
    await pauseBoost(db, actor(), word);
    await publish();
    expect(only(meta.campaigns).status).toBe('PAUSED');
    moveClock(4 * DAY_MS);
    await resumeBoost(db, actor(), word);
    await publish();
    expect(only(meta.campaigns).status).toBe('ACTIVE');
    expect(Date.parse(String(only(meta.sets).body.end_time))).toBe((await read(boost)).endsAt!.getTime());
    await stopBoost(db, actor(), word);
    await publish();
    expect(only(meta.campaigns).status).toBe('ARCHIVED');
    expect(await read(boost)).toMatchObject({
      status: 'completed',
      networkState: 'stopped',
      nextAttemptAt: null,
    });
  });

  test('is insisted on when the network does not answer: what is stopped must not be shown', async () => {
    const boost = await paidBoost(db, agencyId, [sale]);
    await publish();
    await stopBoost(db, actor(), String(boost.id));
    for (const day of [0, 1, 2, 3, 4, 5, 6, 7]) {
      moveClock(day * DAY_MS);
      meta.control.failures.push({ status: 503, code: 2, message: 'Panne.' });
      await publish();
      expect(await read(boost)).toMatchObject({ status: 'completed', networkState: 'running' });
    }
    moveClock(8 * DAY_MS);
    await publish();
    expect(only(meta.campaigns).status).toBe('ARCHIVED');
  });

  test('reaches a campaign that somebody gave another name on the network', async () => {
    const boost = await paidBoost(db, agencyId, [sale]);
    await publish();
    const campaign = only(meta.campaigns);
    meta.campaigns.set(campaign.id, { ...campaign, name: 'Printemps' });
    await pauseBoost(db, actor(), String(boost.id));
    await publish();
    expect(only(meta.campaigns).status).toBe('PAUSED');
    await resumeBoost(db, actor(), String(boost.id));
    await publish();
    await stopBoost(db, actor(), String(boost.id));
    await publish();
    expect(only(meta.campaigns).status).toBe('ARCHIVED');
  });

  test('is done when somebody archived the campaign on the network', async () => {
    const boost = await paidBoost(db, agencyId, [sale]);
    await publish();
    only(meta.campaigns).status = 'ARCHIVED';
    await stopBoost(db, actor(), String(boost.id));
    await publish();
    expect(await read(boost)).toMatchObject({ networkState: 'stopped', failure: null, nextAttemptAt: null });
  });

  test('is asked again while the network does not find the campaign that it had', async () => {
    const boost = await paidBoost(db, agencyId, [sale]);
    await publish();
    meta.campaigns.clear();
    await stopBoost(db, actor(), String(boost.id));
    await publish();
    expect(await read(boost)).toMatchObject({ networkState: 'running', nextAttemptAt: expect.any(Date) });
  });

  test('before anything is there leaves nothing there', async () => {
    const boost = await paidBoost(db, agencyId, [sale]);
    await stopBoost(db, actor(), String(boost.id));
    await publish();
    expect(meta.campaigns.size).toBe(0);
    expect((await read(boost)).status).toBe('inactive');
  });

  test('after a half-made campaign was lost takes it away', async () => {
    meta.control.loseAnswer = 1;
    const boost = await paidBoost(db, agencyId, [sale]);
    await publish();
    await stopBoost(db, actor(), String(boost.id));
    await publish();
    for (const { status } of meta.campaigns.values()) expect(status).toBe('ARCHIVED');
  });
});

test('a listing that is sold leaves the advertisement and the catalogue; the last one stops it', async () => {
  const boost = await paidBoost(db, agencyId, [sale, rental]);
  await publish();
  await give(db, sale, 'sold');
  await stopUnshowable(db, clock.now());
  await publish();
  expect([...meta.ads.values()].map(({ status }) => status)).toEqual(['ARCHIVED', 'ACTIVE']);
  expect([...meta.rows.keys()]).toEqual([String(rental)]);
  await give(db, rental, 'rented');
  await stopUnshowable(db, clock.now());
  await publish();
  expect(only(meta.campaigns).status).toBe('ARCHIVED');
  expect(await read(boost)).toMatchObject({ status: 'completed', endedBecause: 'sold' });
});

describe('what may no longer be shown', () => {
  const refusal = { status: 400, code: 100, message: 'Compte suspendu.' };
  test('is asked out without end, and its agency is told once', async () => {
    const boost = await paidBoost(db, agencyId, [sale, rental]);
    await publish();
    await give(db, sale, 'sold');
    await stopUnshowable(db, clock.now());
    for (const half of [0, 1, 2]) {
      moveClock(half * 31 * MINUTE_MS);
      meta.control.failures.push(refusal);
      await publish();
      expect(await read(boost)).toMatchObject({ status: 'sync_error', nextAttemptAt: expect.any(Date) });
    }
    expect((await told()).map(({ event }) => event)).toEqual(['boostStarted', 'boostFailed']);
    moveClock(3 * 31 * MINUTE_MS);
    await publish();
    expect([...meta.ads.values()].map(({ status }) => status)).toEqual(['ARCHIVED', 'ACTIVE']);
    expect(await read(boost)).toMatchObject({ status: 'active', failure: null });
  });

  test('of a boost in error that never began mails its agency no more', async () => {
    meta.control.failures.push(refusal);
    const boost = await paidBoost(db, agencyId, [sale, rental]);
    await publish();
    await give(db, sale, 'sold');
    await stopUnshowable(db, clock.now());
    meta.control.failures.push(refusal);
    await publish();
    expect(await read(boost)).toMatchObject({ status: 'sync_error', startedAt: null });
    expect((await told()).map(({ event }) => event)).toEqual(['boostFailed']);
    moveClock(31 * MINUTE_MS);
    await publish();
    expect(await read(boost)).toMatchObject({ status: 'active', failure: null });
    expect(only(meta.ads).name).toContain(`annonce ${rental} `);
  });

  test('is asked out every half hour when the network does not answer', async () => {
    await paidBoost(db, agencyId, [sale, rental]);
    await publish();
    await give(db, sale, 'sold');
    await stopUnshowable(db, clock.now());
    let minutes = 0;
    for (const _ of [1, 2, 3, 4, 5, 6, 7, 8]) {
      meta.control.failures.push({ status: 503, code: 2, message: 'Panne.' });
      const asked = meta.calls.length;
      await publish();
      expect(meta.calls.length).toBeGreaterThan(asked);
      moveClock((minutes += 31) * MINUTE_MS);
    }
    await publish();
    expect([...meta.ads.values()].map(({ status }) => status)).toEqual(['ARCHIVED', 'ACTIVE']);
  });

  test('leaves first, whatever is refused of the rest', async () => {
    await paidBoost(db, agencyId, [sale, rental]);
    await publish();
    meta.control.endRefused = true;
    await give(db, sale, 'sold');
    await stopUnshowable(db, clock.now());
    await publish();
    expect([...meta.ads.values()].map(({ status }) => status)).toEqual(['ARCHIVED', 'ACTIVE']);
    expect([...meta.rows.keys()]).toEqual([String(rental)]);
  });

  test('during a pause is not there when the boost resumes', async () => {
    const boost = await paidBoost(db, agencyId, [sale, rental]);
    await publish();
    await pauseBoost(db, actor(), String(boost.id));
    await publish();
    await give(db, sale, 'sold');
    await stopUnshowable(db, clock.now());
    await publish();
    await resumeBoost(db, actor(), String(boost.id));
    await publish();
    expect([...meta.ads.values()].map(({ status }) => status)).toEqual(['ARCHIVED', 'ACTIVE']);
    expect(only(meta.campaigns).status).toBe('ACTIVE');
  });
});

test('what the network spent before Vigie knew that it had begun is counted', async () => {
  meta.control.effectiveStatus = 'PENDING_REVIEW';
  const boost = await paidBoost(db, agencyId, [sale]);
  await publish();
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(clock.now());
  await stopBoost(db, actor(), String(boost.id));
  await publish();
  expect(await read(boost)).toMatchObject({ status: 'inactive', settledAt: null });
  meta.insights.push({
    date_start: day,
    impressions: '90',
    reach: '80',
    inline_link_clicks: '2',
    spend: '3.00',
  });
  await readFigures(services);
  moveClock(49 * 60 * MINUTE_MS);
  await settleBoosts(db, clock.now());
  expect((await read(boost)).settledAt).not.toBeNull();
  expect(await db.transaction().execute((tx) => unspentOf(tx, boost.id))).toEqual({
    unspent: 4_700,
    began: true,
  });
});

describe('a listing that changes while it is shown', () => {
  const change = (price: number) =>
    sql`update listing set price = ${price}, updated_at = ${clock.now()} where id = ${sale}`.execute(db);
  afterEach(() => change(25_000_000));

  test('has another advertisement, and its price in the catalogue', async () => {
    const boost = await paidBoost(db, agencyId, [sale, rental]);
    await publish();
    moveClock(MINUTE_MS);
    await change(23_900_000);
    await renewChanged(db, clock.now());
    await publish();
    expect([...meta.ads.values()].map(({ status }) => status)).toEqual(['ARCHIVED', 'ACTIVE', 'ACTIVE']);
    expect(meta.rows.get(String(sale))).toMatchObject({ price: '239000.00 EUR' });
    expect((await read(boost)).status).toBe('active');
    // And back: the first advertisement was put away for good.
    moveClock(2 * MINUTE_MS);
    await change(25_000_000);
    await renewChanged(db, clock.now());
    await publish();
    expect([...meta.ads.values()].map(({ status }) => status)).toEqual([
      'ARCHIVED',
      'ACTIVE',
      'ARCHIVED',
      'ACTIVE',
    ]);
  });

  test('in nothing that is shown keeps the one it has', async () => {
    await paidBoost(db, agencyId, [sale]);
    await publish();
    moveClock(MINUTE_MS);
    await change(25_000_000);
    await renewChanged(db, clock.now());
    const asked = meta.calls.length;
    await publish();
    expect(meta.calls.length).toBeGreaterThan(asked);
    expect(only(meta.ads).status).toBe('ACTIVE');
    const after = meta.calls.length;
    await renewChanged(db, clock.now());
    await publish();
    expect(meta.calls).toHaveLength(after);
  });
});

test('days too old to be read again keep their figures', async () => {
  const boost = await paidBoost(db, agencyId, [sale]);
  await publish();
  const first = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(clock.now());
  meta.insights.push({
    date_start: first,
    impressions: '1200',
    reach: '900',
    inline_link_clicks: '31',
    spend: '7.24',
  });
  await readFigures(services);
  moveClock(100 * DAY_MS);
  await readFigures(services);
  const { rows } = await sql<{ spend: number }>`
    select spend from boost_day where boost_id = ${boost.id} and day = ${first}`.execute(db);
  expect(rows).toEqual([{ spend: 724 }]);
});

test('figures stay as they were while the network does not find the campaign', async () => {
  const boost = await paidBoost(db, agencyId, [sale]);
  await publish();
  const first = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(clock.now());
  meta.insights.push({
    date_start: first,
    impressions: '9',
    reach: '9',
    inline_link_clicks: '1',
    spend: '7.24',
  });
  await readFigures(services);
  meta.campaigns.clear();
  moveClock(2 * 60 * MINUTE_MS);
  await readFigures(services);
  const { rows } = await sql<{ spend: number }>`
    select spend from boost_day where boost_id = ${boost.id} and day = ${first}`.execute(db);
  expect(rows).toEqual([{ spend: 724 }]);
});

test('figures are read each hour, in cents, and a day of which nothing is said is a day without any', async () => {
  const boost = await paidBoost(db, agencyId, [sale]);
  await publish();
  const day = (moment: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(moment);
  const first = day(clock.now());
  meta.insights.push({
    date_start: first,
    impressions: '1200',
    reach: '900',
    inline_link_clicks: '31',
    spend: '7.24',
  });
  moveClock(DAY_MS);
  await readFigures(services);
  const ledger = async () => {
    const { rows } = await sql<object>`
      select day, impressions, reach, clicks, spend from boost_day where boost_id = ${boost.id} order by day
    `.execute(db);
    return rows;
  };
  expect(await ledger()).toEqual([
    { day: first, impressions: 1_200, reach: 900, clicks: 31, spend: 724 },
    { day: day(clock.now()), impressions: 0, reach: 0, clicks: 0, spend: 0 },
  ]);
  const asked = meta.calls.length;
  await readFigures(services);
  expect(meta.calls).toHaveLength(asked);
  moveClock(DAY_MS + 61 * MINUTE_MS);
  meta.control.failures.push({ status: 500, code: 2, message: 'Panne.' });
  await readFigures(services);
  expect(await ledger()).toHaveLength(2);
  await followCourse(db, clock.now());
  expect((await read(boost)).status).toBe('active');
});
