import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asAdministratorName } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import { DEMO_ADMINISTRATOR } from '#rooms/administrators/credentials.server.ts';
import type { ListingDraft, ListingSource } from '#rooms/listings/contract.ts';
import { setRuleException } from '#rooms/listings/decisions.server.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { judgeDrafts } from '#rooms/listings/publication.server.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { lawfulRental, lawfulSale } from '../../../tests/kit/law.ts';
import { lawfulSpace } from '../../../tests/kit/portfolio.ts';
import { ADS_PAGE, type Ad } from './ads.ts';

let site: TestApp;
let space: Awaited<ReturnType<typeof lawfulSpace>>;
let number = 0;
beforeAll(async () => {
  site = await testApp();
});
beforeEach(async () => {
  number += 1;
  space = await lawfulSpace(site, `Agence Surveillée ${number}`, `surveillee${number}@essai.test`);
  await sql`delete from mail_outbox`.execute(site.db);
});

const { name, password } = DEMO_ADMINISTRATOR;
const headers = { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` };
const admin = (method: 'GET' | 'PATCH' | 'POST', address: string, body?: object) =>
  site.call(method, `/api/admin${address}`, { headers, ...(body ? { body } : {}) });
const own = (method: 'GET' | 'POST' | 'PUT', address: string, body?: object) =>
  site.call(method, `/api/agence/listings${address}`, { cookie: space.cookie, ...(body ? { body } : {}) });

const classG = { energyClass: 'G', energyValue: 450, climateClass: 'F', climateValue: 90 } as const;
const choosy = { description: 'Bel appartement. Pas d’étrangers, famille française uniquement.' };

/** Writes listings as their feed or their agency does; gives their numbers, in their order. */
async function write(drafts: readonly ListingDraft[], source: ListingSource = 'poliris'): Promise<number[]> {
  const given = { agencyId: space.agency.id, source, now: clock.now() };
  const { outcomes } = await site.db.transaction().execute(async (tx) => {
    const judged = await judgeDrafts(tx, { ...given, drafts });
    return applyListings(tx, { ...given, run: null, drafts: judged });
  });
  return drafts.map(({ technicalId }) => outcomes.get(technicalId)!.id);
}

const ads = async (words = ''): Promise<Ad[]> =>
  (await admin('GET', `/agencies/${space.agency.id}/ads${words}`)).json.data.ads;
const found = async (vue: string) => (await ads(`?vue=${vue}`)).map(({ card }) => card.reference);

const suspending = {
  act: 'suspend',
  ground: 'scam',
  source: 'own',
  reason: 'Un virement est demandé avant toute visite.',
};
const restoring = { act: 'restore', reason: 'L’agence a corrigé son annonce.' };

describe('the listings of an agency', () => {
  it('come a page at a time, the newest first, each once', async () => {
    const drafts = Array.from({ length: ADS_PAGE + 3 }, (_, rank) => lawfulSale(`P${rank}`));
    const ids = await write(drafts);
    const first = (await admin('GET', `/agencies/${space.agency.id}/ads`)).json.data;
    expect(first.agency).toEqual({
      id: space.agency.id,
      name: space.agency.name,
      ownerReference: space.agency.ownerReference,
    });
    const rest = (await admin('GET', `/agencies/${space.agency.id}/ads?apres=${first.next}`)).json.data;
    expect([first.ads.length, rest.ads.length, rest.next]).toEqual([ADS_PAGE, 3, null]);
    const told = [...first.ads, ...rest.ads].map(({ card }: Ad) => card.id);
    expect(told).toEqual(ids.toSorted((one, other) => other - one));
  });

  it('say what the law holds against them, and are found by what concerns them', async () => {
    await write([lawfulSale('A'), lawfulRental('G', classG), lawfulSale('R', choosy), lawfulSale('S')]);
    const all = new Map((await ads()).map((ad) => [ad.card.reference, ad]));
    expect(all.get('V-A')).toMatchObject({ hold: null, suspension: null, reports: 0, dispensable: [] });
    expect(all.get('L-G')).toMatchObject({
      hold: 'block',
      dispensable: ['R17'],
      findings: expect.arrayContaining([
        expect.objectContaining({ rule: 'R17', severity: 'block', remedy: expect.any(String) }),
      ]),
    });
    expect(all.get('V-R')).toMatchObject({ hold: 'review', review: { rule: 'R26' } });
    await admin('PATCH', `/ads/${all.get('V-S')!.card.id}`, suspending);
    await site.call('POST', `/api/listings/${all.get('V-A')!.card.id}/reports`, {
      body: {
        reason: 'scam',
        explanation: 'On me demande un virement avant la visite du bien.',
        name: 'Camille Essai',
        email: 'camille@essai.test',
        goodFaith: true,
      },
    });
    expect(await found('retenues')).toEqual(['V-R', 'L-G']);
    expect(await found('refusees')).toEqual(['L-G']);
    expect(await found('a-lire')).toEqual(['V-R']);
    expect(await found('suspendues')).toEqual(['V-S']);
    expect(await found('signalees')).toEqual(['V-A']);
    expect((await ads('?statut=online')).map(({ card }) => card.reference)).toEqual(['V-A']);
    expect((await ads('?q=L-')).map(({ card }) => card.reference)).toEqual(['L-G']);
    expect((await ads('?q=%25')).length).toBe(0);
    const [suspended] = await ads('?vue=suspendues');
    expect(suspended!.suspension).toMatchObject({
      ground: 'scam',
      source: 'own',
      reason: suspending.reason,
      by: name,
    });
  });

  it('are those of that agency alone, in the file too', async () => {
    const [id] = await write([lawfulSale('A')]);
    await admin('PATCH', `/ads/${id}`, suspending);
    const other = await lawfulSpace(site, `Voisine ${number}`, `voisine${number}@essai.test`);
    expect((await admin('GET', `/agencies/${other.agency.id}/ads`)).json.data.ads).toEqual([]);
    const file = await admin('GET', `/agencies/${space.agency.id}/ads.csv`);
    expect(String(file.json.data)).toContain('V-A');
    expect(String(file.json.data)).toContain(suspending.reason);
    expect(String((await admin('GET', `/agencies/${other.agency.id}/ads.csv`)).json.data)).not.toContain(
      'V-A',
    );
    for (const word of ['0', 'abc', '999999999'])
      expect((await admin('GET', `/agencies/${word}/ads`)).status).toBe(404);
  });
});

describe('the signals of the scam shield', () => {
  it('are decided from here as from their queue, on what was read', async () => {
    const description = 'Les clés vous seront envoyées par la poste.';
    const [id] = await write([lawfulSale('A', { description }), lawfulSale('B')]);
    const [ad, ...others] = await ads('?vue=signaux');
    expect(others).toEqual([]);
    expect(ad).toMatchObject({ card: { id, status: 'pending' }, signals: { waits: true, decided: null } });
    const decide = (decision: string, judged: string) =>
      admin('PATCH', `/signals/${id}`, { decision, judged, reason: 'Lu avec l’agence, au téléphone.' });
    expect((await decide('clear', '00')).json.code).toBe('SIGNALS_OUTDATED');
    const { judged } = ad!.signals!;
    expect((await decide('scam', judged)).json.data).toEqual({ status: 'suspended' });
    expect((await ads('?vue=signaux'))[0]).toMatchObject({
      signals: { decided: 'scam' },
      suspension: { ground: 'scam' },
    });
    expect((await decide('clear', judged)).json.data).toEqual({ status: 'online' });
    expect((await ads('?q=V-A'))[0]).toMatchObject({ suspension: null, signals: { decided: 'clear' } });
  });
});

describe('a suspension', () => {
  it('takes the page and the agency’s hands off the listing, until it is given back', async () => {
    const [id] = await write([lawfulSale('A')], 'manual');
    expect((await site.call('GET', `/api/listings/${id}`)).status).toBe(200);
    for (let press = 0; press < 2; press += 1) {
      const { status, json } = await admin('PATCH', `/ads/${id}`, suspending);
      expect([status, json.data]).toEqual([200, { id, status: 'suspended' }]);
    }
    const page = await site.call('GET', `/api/listings/${id}`);
    expect([page.status, page.json.data]).toEqual([410, undefined]);
    const { rows: mails } = await sql<{ to: string }>`
      select recipient as to from mail_outbox where stream = ${`moderation:${space.agency.id}`}
    `.execute(site.db);
    expect(mails).toHaveLength(1);

    const [row] = (await own('GET', '?vue=retenues')).json.data.rows;
    expect(row).toMatchObject({ card: { id }, suspension: { ground: 'scam', reason: suspending.reason } });
    expect((await own('GET', '?vue=en-pause')).json.data.rows).toEqual([]);
    for (const verb of ['publish', 'pause', 'confirm'])
      expect((await own('POST', `/${id}/${verb}`)).json.code).toBe('LISTING_SUSPENDED');
    const { version, suspension } = (await own('GET', `/${id}`)).json.data;
    expect(suspension).toMatchObject({ ground: 'scam' });
    const edited = await own('PUT', `/${id}`, { version, facts: { title: 'Appartement au calme' } });
    expect([edited.status, edited.json.data.status]).toEqual([200, 'suspended']);
    expect((await site.call('GET', `/api/listings/${id}`)).status).toBe(410);

    const restored = await admin('PATCH', `/ads/${id}`, restoring);
    expect(restored.json.data).toEqual({ id, status: 'online' });
    const back = await site.call('GET', `/api/listings/${id}`);
    expect([back.status, back.json.data.listing.title]).toEqual([200, 'Appartement au calme']);
  });

  it('of several says what became of each, and undoes none for another', async () => {
    const [one, two] = await write([lawfulSale('A'), lawfulSale('B')]);
    const answer = await admin('POST', '/ads/actions', { ...suspending, ids: [one, 999_999_999, two] });
    expect(answer.json.data.results).toMatchObject([
      { id: one, done: true, status: 'suspended' },
      { id: 999_999_999, done: false, status: null, message: expect.any(String) },
      { id: two, done: true, status: 'suspended' },
    ]);
    const given = await admin('POST', '/ads/actions', { ...restoring, ids: [one, two] });
    expect(given.json.data.results).toMatchObject([{ status: 'online' }, { status: 'online' }]);
  });

  it('is refused without a reason or a ground, with the field and a sentence', async () => {
    const [id] = await write([lawfulSale('A')]);
    const short = await admin('PATCH', `/ads/${id}`, { ...suspending, reason: 'non' });
    expect([short.status, short.json.details.fields]).toEqual([
      400,
      [{ field: 'reason', message: expect.stringContaining('pourquoi') }],
    ]);
    expect((await admin('PATCH', `/ads/${id}`, { ...suspending, ground: 'humeur' })).status).toBe(400);
    expect((await admin('PATCH', '/ads/999999999', suspending)).json.code).toBe('LISTING_UNKNOWN');
    expect((await site.call('GET', `/api/listings/${id}`)).status).toBe(200);
  });

  it('is for administrators', async () => {
    const [id] = await write([lawfulSale('A')]);
    const cookie = await site.loginAs(`particulier${number}@essai.test`);
    for (const caller of [{}, { cookie: space.cookie }, { cookie }]) {
      expect((await site.call('PATCH', `/api/admin/ads/${id}`, { ...caller, body: suspending })).status).toBe(
        401,
      );
      expect((await site.call('GET', `/api/admin/agencies/${space.agency.id}/ads`, caller)).status).toBe(401);
    }
    expect((await site.call('GET', `/api/listings/${id}`)).status).toBe(200);
  });
});

describe('what commands decide too', () => {
  const reason = 'Interdiction suspendue par le juge.';

  it('is decided alike: a rule set aside in writing (R17), and put back', async () => {
    const [byCall, byCommand] = await write([lawfulRental('G', classG), lawfulRental('H', classG)]);
    const ask = (act: string) => admin('PATCH', `/ads/${byCall}`, { act, rule: 'R17', reason });
    const commanded = (granted: boolean) =>
      setRuleException(site.services, {
        listingId: byCommand!,
        rule: 'R17',
        granted,
        reason,
        by: asAdministratorName(name),
      });
    for (const granted of [true, false]) {
      const { status } = await commanded(granted);
      for (let press = 0; press < 2; press += 1)
        expect((await ask(granted ? 'setAside' : 'putBack')).json.data).toEqual({ id: byCall, status });
    }
    const written = async (listingId: number) => {
      const exceptions = await sql`
        select rule, granted, reason, by_whom from listing_exception where listing_id = ${listingId} order by id
      `.execute(site.db);
      const audited = await sql`
        select administrator, action, before, after, reason from admin_audit
        where subject = 'listing' and subject_id = ${String(listingId)} order by id
      `.execute(site.db);
      return [exceptions.rows, audited.rows];
    };
    expect(await written(byCall!)).toEqual(await written(byCommand!));
    expect((await written(byCall!)).map((rows) => rows.length)).toEqual([2, 2]);
    expect((await admin('PATCH', `/ads/${byCall}`, { act: 'setAside', rule: 'R10', reason })).json.code).toBe(
      'RULE_STANDS',
    );
  });

  it('is decided alike: a wording that waits (R26)', async () => {
    const [id, other] = await write([lawfulSale('A', choosy), lawfulSale('B', choosy)]);
    const reviews = new Map((await ads()).map((ad) => [ad.card.id, ad.review!.id]));
    const decide = (listing: number, review: number, decision: string) =>
      admin('PATCH', `/ads/${listing}`, { act: 'wording', review, decision, reason });
    // Read of another listing, it decides nothing.
    expect((await decide(id!, reviews.get(other!)!, 'cleared')).json.code).toBe('REVIEW_UNKNOWN');
    for (let press = 0; press < 2; press += 1)
      expect((await decide(id!, reviews.get(id!)!, 'cleared')).json.data).toEqual({ id, status: 'online' });
    expect((await decide(id!, reviews.get(id!)!, 'refused')).json.code).toBe('REVIEW_DECIDED');
    expect((await decide(other!, reviews.get(other!)!, 'refused')).json.data).toEqual({
      id: other,
      status: 'refused',
    });
    const { rows } = await sql`
      select decision, reason, decided_by from listing_review where listing_id = any(${[id, other]}::bigint[])
      order by listing_id
    `.execute(site.db);
    expect(rows).toEqual(['cleared', 'refused'].map((decision) => ({ decision, reason, decidedBy: name })));
    expect((await ads()).map(({ review }) => review)).toEqual([null, null]);
  });
});
