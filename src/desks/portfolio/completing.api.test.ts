import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { generatePortfolio } from '#demonstration/poliris/portfolio.ts';
import type { PolirisValues } from '#demonstration/poliris/writer.server.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { feedDoctor } from '../../../tests/kit/feed-doctor.ts';
import { apimoFile, apimoListing } from '../../../tests/kit/feeds.ts';
import { lawfulSpace } from '../../../tests/kit/portfolio.ts';

let site: TestApp;
let space: Awaited<ReturnType<typeof lawfulSpace>>;
let doctor: ReturnType<typeof feedDoctor>;
let rows: PolirisValues[];
let number = 0;
beforeAll(async () => {
  site = await testApp();
});
beforeEach(async () => {
  number += 1;
  space = await lawfulSpace(site, `Agence du Complément ${number}`, `complement${number}@essai.test`);
  doctor = feedDoctor(site, space.cookie);
  const places = [{ postalCode: '34500', city: 'Béziers', lat: 43.34, lng: 3.21, pricePerM2: 1900 }];
  rows = generatePortfolio({ seed: 5, agency: space.agency.ownerReference, count: 4, places });
});

const unsaid = { energyClass: '', energyValue: '', climateClass: '', climateValue: '' } as const;
const rated = {
  energyStatus: 'rated',
  energyNumber: '2330E1680837R',
  energyDate: '2025-03-12',
  energyClass: 'C',
  energyValue: 150,
  climateClass: 'C',
  climateValue: 20,
  energyFinal: 90,
  energyCostMin: 80_000,
  energyCostMax: 110_000,
  energyCostYear: 2023,
} as const;

const ask = (method: 'GET' | 'PUT' | 'POST', address: string, body?: object, cookie = space.cookie) =>
  site.call(method, `/api/agence/listings${address}`, { cookie, ...(body ? { body } : {}) });

/** Sends and applies the portfolio, the DPE of its first listing left out unless said; gives what it did. */
async function apply(values: PolirisValues = unsaid) {
  const id = await doctor.send([{ ...rows[0]!, ...values }, ...rows.slice(1)]);
  const compared = await doctor.report(id);
  await doctor.apply(id);
  return compared;
}

async function first() {
  const { id } = await site.db
    .selectFrom('listing')
    .select('id')
    .where('technicalId', '=', String(rows[0]!.technicalId))
    .where('agencyId', '=', space.agency.id)
    .executeTakeFirstOrThrow();
  return (await ask('GET', `/${id}`)).json.data;
}

/** Types what is null in the listing among these facts. */
async function complete(said: Readonly<Record<string, unknown>> = rated) {
  const { id, version, completable } = await first();
  const facts = Object.fromEntries(Object.entries(said).filter(([name]) => completable.includes(name)));
  return ask('PUT', `/${id}`, { version, facts });
}

describe('what a feed leaves unsaid', () => {
  it('is typed by its agency, puts the listing on line, and stays from one file to the next', async () => {
    await apply();
    const held = await first();
    expect(held).toMatchObject({ status: 'refused', fromFeed: true, legal: { hold: 'block' } });
    expect(held.completable).toContain('energyClass');
    const { status, json } = await complete();
    expect([status, json.data.status, json.data.facts.energyClass]).toEqual([200, 'online', 'C']);

    // The same listing in another file: nothing changes, and the comparison says so.
    const compared = await apply({ ...unsaid, reference: 'NOUVELLE' });
    expect(compared.import.counts).toMatchObject({ updated: 1, unchanged: 3, withheld: 0 });
    const [{ changes }] = compared.lines;
    expect(changes.map(({ field }: { field: string }) => field)).toEqual(['Référence']);
    expect(await first()).toMatchObject({
      status: 'online',
      reference: 'NOUVELLE',
      facts: { energyClass: 'C', energyValue: 150 },
    });

    // What was typed may be typed again, as long as the feed does not say it.
    const again = await complete({ energyClass: 'D', energyValue: 200 });
    expect([again.status, again.json.data.facts.energyClass]).toEqual([200, 'D']);
  });

  it('is the feed’s again once the feed says it', async () => {
    await apply();
    await complete();
    await apply({ energyClass: 'B', energyValue: 90, climateClass: 'B', climateValue: 8 });
    const now = await first();
    expect(now).toMatchObject({
      status: 'online',
      facts: { energyClass: 'B', energyNumber: '2330E1680837R' },
    });
    expect(now.completable).toContain('energyNumber');
    expect(now.completable).not.toContain('energyClass');
    const refused = await ask('PUT', `/${now.id}`, { version: now.version, facts: { energyClass: 'C' } });
    expect([refused.status, refused.json.code]).toEqual([409, 'LISTING_FROM_FEED']);
  });

  it('is typed while a file is being applied: neither is lost', async () => {
    await apply();
    const id = await doctor.send([
      { ...rows[0]!, ...unsaid, price: Number(rows[0]!.price) - 1_000 },
      ...rows.slice(1),
    ]);
    await complete();
    await doctor.apply(id);
    expect(await first()).toMatchObject({
      status: 'online',
      facts: { energyClass: 'C', price: (Number(rows[0]!.price) - 1_000) * 100 },
    });
  });

  it('is taken back by leaving it empty, unless the law needs it on line', async () => {
    await apply();
    await complete();
    const { id, version } = await first();
    const needed = await ask('PUT', `/${id}`, { version, facts: { energyClass: null } });
    expect([needed.status, needed.json.code]).toEqual([422, 'LISTING_UNLAWFUL']);
    const { status, json } = await ask('PUT', `/${id}`, { version, facts: { energyNumber: null } });
    expect([status, json.data?.facts.energyNumber]).toEqual([200, null]);
    await apply({ ...unsaid, reference: 'AUTRE' });
    expect((await first()).facts).toMatchObject({ energyNumber: null, energyClass: 'C' });
  });

  it('is neither the price, the place, the reference nor the photos, and nobody else’s to type', async () => {
    await apply();
    const { id, version, facts } = await first();
    for (const change of [
      { facts: { price: facts.price + 100 } },
      { facts: { exactLat: 43.3, exactLng: 3.2 } },
      { facts: { energyClass: 'C', rooms: (facts.rooms ?? 0) + 1 } },
      { reference: 'AUTRE' },
      { photos: [] },
    ]) {
      const { status, json } = await ask('PUT', `/${id}`, { version, ...change });
      expect([JSON.stringify(change), status, json.code]).toEqual([
        JSON.stringify(change),
        409,
        'LISTING_FROM_FEED',
      ]);
    }
    const other = await lawfulSpace(site, `Agence Voisine ${number}`, `voisine${number}@essai.test`);
    expect((await ask('PUT', `/${id}`, { version, facts: rated }, other.cookie)).status).toBe(404);
    expect((await first()).version).toBe(version);
  });

  it('lets a format that has no word for it be published: who pays the fees, for Apimo', async () => {
    const { json } = await doctor.upload(Buffer.from(apimoFile([apimoListing(1)])), 'export.json');
    await doctor.work();
    await doctor.apply(json.data.import.id);
    const { id } = await site.db
      .selectFrom('listing')
      .select('id')
      .where('agencyId', '=', space.agency.id)
      .executeTakeFirstOrThrow();
    const held = (await ask('GET', `/${id}`)).json.data;
    const blocks = held.legal.findings.filter(({ severity }: { severity: string }) => severity === 'block');
    expect(blocks.map(({ field }: { field: string }) => field)).toContain('feesPayer');
    for (const { field } of blocks) expect(held.completable).toContain(field);
    const facts = {
      feesPayer: 2,
      coOwned: true,
      lots: 24,
      yearlyCharges: 120_000,
      procedure: false,
      carrezSurface: 62,
      risksConcerned: false,
      mandateNumber: '1204',
      energyNumber: '2330E1680837R',
      energyCostMin: 80_000,
      energyCostMax: 110_000,
      energyCostYear: 2023,
      energyFinal: 90,
      floor: 2,
    };
    const done = await ask('PUT', `/${id}`, { version: held.version, facts });
    expect([done.status, done.json.data?.status, done.json.data?.legal.hold]).toEqual([200, 'online', null]);
  });
});
