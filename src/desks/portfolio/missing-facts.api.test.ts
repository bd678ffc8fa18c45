import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { generatePortfolio } from '#demonstration/poliris/portfolio.ts';
import type { PolirisValues } from '#demonstration/poliris/writer.server.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { feedDoctor } from '../../../tests/kit/feed-doctor.ts';
import { lawfulSpace } from '../../../tests/kit/portfolio.ts';
import type { MissingFacts } from './missing-facts.ts';

let site: TestApp;
let space: Awaited<ReturnType<typeof lawfulSpace>>;
let doctor: ReturnType<typeof feedDoctor>;
let rows: PolirisValues[];
let number = 0;
beforeAll(async () => {
  site = await testApp();
});

const dpe = {
  energyStatus: 'rated',
  energyClass: 'C',
  energyValue: 150,
  climateClass: 'B',
  climateValue: 10,
  energyDate: '2025-03-12',
  energyVersion: 'DPE_v07-2021',
} as const;
/** What real exports of several software leave empty in every row. */
const silent = {
  ...dpe,
  energyCostMin: '',
  energyCostMax: '',
  energyCostYear: '',
  coOwned: '',
  lots: '',
  yearlyCharges: '',
  procedure: '',
};

beforeEach(async () => {
  number += 1;
  space = await lawfulSpace(site, `Agence du Silence ${number}`, `silence${number}@essai.test`);
  doctor = feedDoctor(site, space.cookie);
  const places = [{ postalCode: '34500', city: 'Béziers', lat: 43.34, lng: 3.21, pricePerM2: 1900 }];
  rows = generatePortfolio({ seed: 5, agency: space.agency.ownerReference, count: 60, places })
    .filter(({ transaction, propertyType }) => transaction === 'vente' && propertyType === 'appartement')
    .slice(0, 3)
    .map((row) => ({ ...row, ...silent }));
  await doctor.apply(await doctor.send(rows));
});

const unsaid = async (subject = '', cookie = space.cookie): Promise<MissingFacts> =>
  (await site.call('GET', `/api/agence/listings/unsaid?sujet=${subject}`, { cookie })).json.data;
const complete = (body: object, cookie = space.cookie) =>
  site.call('POST', '/api/agence/listings/unsaid', { cookie, body });
const statuses = async () =>
  (
    await sql<{
      status: string;
    }>`select status from listing where agency_id = ${space.agency.id} order by id`.execute(site.db)
  ).rows.map(({ status }) => status);
/** All that such an act could write. */
const footprint = async () =>
  (
    await sql`
      select (select max(seq) from change) as changes,
        (select jsonb_agg(to_jsonb(listing) order by id) from listing) as listings,
        (select jsonb_agg(to_jsonb(said) order by said) from feed_completion said) as said
    `.execute(site.db)
  ).rows[0];

const none = { depenses: 0, copropriete: 0, honoraires: 0, location: 0, loyer: 0, dpe: 0 };
const shared = { ids: 'toutes', facts: { coOwned: true, lots: 24, procedure: false } } as const;
const charges = (list: MissingFacts) =>
  list.rows.map(({ id }, rank) => ({ id, facts: { yearlyCharges: 100_000 + rank } }));
const costs = (list: MissingFacts) =>
  list.rows.map(({ id }, rank) => ({
    id,
    facts: { energyCostMin: 80_000 + rank, energyCostMax: 110_000 + rank },
  }));

async function completeAll() {
  const owned = await unsaid('copropriete');
  const one = await complete({ subject: 'copropriete', shared, each: charges(owned) });
  const other = await complete({
    subject: 'depenses',
    shared: { ids: 'toutes', facts: { energyCostYear: 2023 } },
    each: costs(owned),
  });
  return [one, other].map(({ status, json }) => ({ status, ...json.data }));
}

describe('what feeds leave unsaid of many listings', () => {
  it('is told by subject, typed once, puts them on line, and stays from one file to the next', async () => {
    const before = await unsaid();
    expect(before).toMatchObject({
      counts: { ...none, depenses: 3, copropriete: 3 },
      ofAgency: 0,
      others: 0,
      subject: 'depenses',
    });
    expect(before.rows).toHaveLength(3);
    expect(before.rows[0]?.open).toEqual(['energyCostMin', 'energyCostMax', 'energyCostYear']);
    expect(await statuses()).toEqual(['refused', 'refused', 'refused']);

    // Something else is still missing: nothing appears yet, and the answer says so.
    const [owned, spent] = await completeAll();
    expect(owned).toMatchObject({ status: 200, completed: 3, online: 0, skipped: [] });
    expect(spent).toMatchObject({ status: 200, completed: 3, online: 3, skipped: [] });
    expect(await statuses()).toEqual(['online', 'online', 'online']);
    expect((await unsaid()).counts).toEqual(none);

    const id = await doctor.send(rows.map((row) => ({ ...row, reference: `N-${row.reference}` })));
    await doctor.apply(id);
    expect(await statuses()).toEqual(['online', 'online', 'online']);
    const kept = await sql<{ lots: number; energyCostMin: number; yearlyCharges: number }>`
      select lots, energy_cost_min, yearly_charges from listing
      where agency_id = ${space.agency.id} order by reference, id
    `.execute(site.db);
    expect(kept.rows).toEqual(
      [0, 1, 2].map((rank) => ({
        lots: 24,
        energyCostMin: 80_000 + rank,
        yearlyCharges: 100_000 + rank,
      })),
    );
  });

  it('is one act when it is sent twice', async () => {
    const owned = await unsaid('copropriete');
    const body = { subject: 'copropriete', shared, each: charges(owned) };
    await complete(body);
    const once = await footprint();
    const again = await complete(body);
    expect(again.json.data).toEqual({ completed: 0, online: 0, skipped: [] });
    expect(await footprint()).toEqual(once);
  });

  it('is never the same for all where each home has its own', async () => {
    const before = await footprint();
    for (const facts of [{ energyCostMin: 80_000 }, { yearlyCharges: 90_000 }, { energyClass: 'C' }]) {
      const { status, json } = await complete({ subject: 'depenses', shared: { ids: 'toutes', facts } });
      expect([status, json.code]).toEqual([400, 'VALIDATION_ERROR']);
    }
    expect(await footprint()).toEqual(before);
  });

  it('goes only where nothing is known: neither the feed nor what was typed of one is undone', async () => {
    await doctor.apply(await doctor.send([{ ...rows[0]!, lots: 7, coOwned: true }, ...rows.slice(1)]));
    const list = await unsaid('copropriete');
    const [first, second] = list.rows;
    const feeds = list.rows.find(({ facts }) => facts.lots === 7)!;
    const mine = list.rows.find(({ id }) => id !== feeds.id)!;
    expect([first, second]).toBeDefined();
    await complete({ subject: 'copropriete', shared, each: [{ id: mine.id, facts: { lots: 9 } }] });
    const lotsOf = async () =>
      Object.fromEntries((await unsaid('copropriete')).rows.map(({ id, facts }) => [id, facts.lots]));
    const lots = await lotsOf();
    expect([lots[feeds.id], lots[mine.id]]).toEqual([7, 9]);
    expect(Object.values(lots)).toContain(24);
    const { status, json } = await complete({
      subject: 'copropriete',
      each: [{ id: feeds.id, facts: { lots: 8 } }],
    });
    expect([status, json.data.completed, json.data.skipped]).toEqual([
      200,
      0,
      [{ id: feeds.id, reference: feeds.reference, message: expect.stringContaining('logiciel') }],
    ]);
    expect(await lotsOf()).toEqual(lots);
  });

  it('says beside its field what contradicts itself, and changes nothing then', async () => {
    const [first, second] = (await unsaid()).rows;
    const before = await footprint();
    const { status, json } = await complete({
      subject: 'depenses',
      each: [
        { id: first!.id, facts: { energyCostMin: 80_000, energyCostMax: 110_000 } },
        { id: second!.id, facts: { energyCostMin: 80_000, energyCostMax: 8_000 } },
      ],
    });
    expect([status, json.details.fields[0].field]).toEqual([400, 'each.1.facts.energyCostMax']);
    expect(await footprint()).toEqual(before);
  });

  it('is nobody else’s to see or to type', async () => {
    const { rows: mine } = await unsaid();
    const other = await lawfulSpace(site, `Agence d’à côté ${number}`, `acote${number}@essai.test`);
    expect((await unsaid('', other.cookie)).rows).toEqual([]);
    const before = await footprint();
    const ids = mine.map(({ id }) => id);
    const { json } = await complete(
      {
        subject: 'depenses',
        shared: { ids, facts: { energyCostYear: 2023 } },
        each: mine.map(({ id }) => ({ id, facts: { energyCostMin: 80_000, energyCostMax: 110_000 } })),
      },
      other.cookie,
    );
    expect(json.data).toMatchObject({ completed: 0, online: 0 });
    expect(json.data.skipped).toEqual(
      ids.map((id) => ({ id, reference: null, message: expect.any(String) })),
    );
    expect(await footprint()).toEqual(before);
    await complete({ subject: 'copropriete', shared }, other.cookie);
    expect(await footprint()).toEqual(before);
  });

  it('is asked of rentals too: the deposit, then the rent and its charges, which must add up', async () => {
    space = await lawfulSpace(site, `Agence des Loyers ${number}`, `loyers${number}@essai.test`);
    doctor = feedDoctor(site, space.cookie);
    const places = [{ postalCode: '34000', city: 'Montpellier', lat: 43.61, lng: 3.88, pricePerM2: 3300 }];
    const rentals = generatePortfolio({ seed: 5, agency: space.agency.ownerReference, count: 60, places })
      .filter(({ transaction, propertyType }) => transaction === 'location' && propertyType === 'appartement')
      .slice(0, 3)
      .map((row) => ({ ...row, ...dpe, deposit: '', baseRent: '', referenceRent: '', chargesMode: '' }));
    await doctor.apply(await doctor.send(rentals));
    const list = await unsaid('location');
    expect(list).toMatchObject({
      counts: { ...none, location: 3, loyer: 3 },
      others: 0,
      subject: 'location',
    });
    expect(list.rows.map(({ open }) => open)).toEqual([['deposit'], ['deposit'], ['deposit']]);
    const typed = await complete({
      subject: 'location',
      each: list.rows.map(({ id }) => ({ id, facts: { deposit: 0 } })),
    });
    expect(typed.json.data).toEqual({ completed: 3, online: 0, skipped: [] });

    const rents = await unsaid('loyer');
    expect(rents.counts).toEqual({ ...none, loyer: 3 });
    expect(rents.rows[0]?.open).toEqual(['baseRent', 'rentSupplement', 'referenceRent', 'chargesMode']);
    const each = rents.rows.map(({ id, price, facts }) => {
      const baseRent = price - facts.charges!;
      return { id, facts: { baseRent, referenceRent: baseRent + 5_000, chargesMode: 2 as const } };
    });
    const before = await footprint();
    const slip = each.map(({ id, facts }, rank) => ({
      id,
      facts: rank === 1 ? { ...facts, baseRent: facts.baseRent + 10_000 } : facts,
    }));
    const refused = await complete({ subject: 'loyer', each: slip });
    expect([refused.status, refused.json.details.fields]).toEqual([
      400,
      [{ field: 'each.1.facts.baseRent', message: expect.stringContaining('loyer charges comprises') }],
    ]);
    expect(await footprint()).toEqual(before);
    const done = await complete({
      subject: 'loyer',
      shared: { ids: 'toutes', facts: { chargesMode: 2 } },
      each: each.map(({ id, facts: { baseRent, referenceRent } }) => ({
        id,
        facts: { baseRent, referenceRent },
      })),
    });
    expect(done.json.data).toEqual({ completed: 3, online: 3, skipped: [] });
  });
});
