import { beforeAll, describe, expect, it } from 'vitest';
import { clock } from '#platform/clock.server.ts';
import { billingOf } from '#rooms/agencies/billing.server.ts';
import { changeIdentity } from '#rooms/agencies/identity.server.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { judgeDrafts } from '#rooms/listings/publication.server.ts';
import { joined } from '../../../tests/kit/agencies.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { lawfulSale } from '../../../tests/kit/law.ts';
import { judgeChanged } from './agency-profile.server.ts';

let site: TestApp;
let space: Awaited<ReturnType<typeof joined>>;
beforeAll(async () => {
  site = await testApp();
  space = await joined(site, 'Agence du Profil', 'profil@essai.test');
});

const change = (body: object, cookie = space.cookie) =>
  site.call('PUT', '/api/agence/profile', { body, cookie });
const known = (columns: string[]) =>
  site.db
    .selectFrom('agency')
    .select(columns as never)
    .where('id', '=', space.agency.id)
    .executeTakeFirstOrThrow();
const issuesOf = async (body: object) =>
  ((await change(body)).json.details?.fields ?? []).map((issue: { field: string }) => issue.field);

describe('the profile of an agency', () => {
  it('writes what is said, under the form that is kept, and leaves the rest', async () => {
    const { status, json } = await change({
      name: ' Agence du Profil ',
      phone: '04 66 00 00 00',
      siret: '732 829 320 00074',
      capital: '10 000,50',
      vatNumber: 'fr 44 732 829 320',
      openingHours: 'Du lundi au vendredi\n9 h – 12 h',
      languages: ' français, anglais ',
    });
    expect([status, json.data.agency.name, json.data.completeness]).toEqual([
      200,
      'Agence du Profil',
      { done: 2, owed: 14 },
    ]);
    expect(await known(['phone', 'siret', 'capital', 'vatNumber', 'openingHours', 'email'])).toEqual({
      phone: '+33466000000',
      siret: '73282932000074',
      capital: 1_000_050,
      vatNumber: 'FR44732829320',
      openingHours: 'Du lundi au vendredi\n9 h – 12 h',
      email: 'profil@essai.test',
    });
    await change({ vatNumber: '' });
    expect(await known(['vatNumber', 'siret'])).toEqual({ vatNumber: null, siret: '73282932000074' });
  });

  it('refuses what is not well formed, beside its field', async () => {
    expect(await issuesOf({ siren: '732829321', cardNumber: '7501', postalCode: '3000' })).toEqual(
      expect.arrayContaining(['siren', 'cardNumber', 'postalCode']),
    );
    expect(await issuesOf({ name: ' ', capital: 'beaucoup', feeScheduleUrl: 'javascript:alert(1)' })).toEqual(
      expect.arrayContaining(['name', 'capital', 'feeScheduleUrl']),
    );
  });

  it('takes nothing that is not the agency’s to say', async () => {
    const { status } = await change({
      ownerReference: 'autre',
      demo: true,
      id: 1,
      website: 'https://a.test/',
    });
    expect(status).toBe(200);
    expect(await known(['ownerReference', 'demo', 'website'])).toEqual({
      ownerReference: space.agency.ownerReference,
      demo: false,
      website: 'https://a.test/',
    });
  });

  it('has its invoices made out to the agency, or to another address once that is given', async () => {
    const { id } = space.agency;
    const lacking = await billingOf(site.db, id);
    expect(lacking.lacks.map(({ field }) => field)).toEqual([
      'siren',
      'billingAddress',
      'billingPostalCode',
      'billingCity',
    ]);
    await change({ siren: '732 829 320', address: '1 rue du Port', postalCode: '34000', city: 'Sète' });
    const own = await billingOf(site.db, id);
    expect(own).toMatchObject({
      identity: {
        name: 'Agence du Profil',
        address: '1 rue du Port',
        postalCode: '34000',
        city: 'Sète',
        siren: '732829320',
        vatNumber: null,
        email: 'profil@essai.test',
      },
      lacks: [],
    });
    await change({
      companyName: 'Profil SARL',
      billingAddress: '2 quai Neuf',
      billingEmail: ' Compta@Essai.test ',
    });
    const half = await billingOf(site.db, id);
    // Never the street of one and the city of the other.
    expect(half.identity).toMatchObject({
      name: 'Profil SARL',
      address: '2 quai Neuf',
      postalCode: null,
      city: null,
      email: 'compta@essai.test',
    });
    expect(half.lacks.map(({ field }) => field)).toEqual(['billingPostalCode', 'billingCity']);
    expect(await issuesOf({ billingPostalCode: '3400', billingEmail: 'compta' })).toEqual([
      'billingPostalCode',
      'billingEmail',
    ]);
    await change({ siren: '', companyName: '', billingAddress: '', billingEmail: '' });
    expect((await billingOf(site.db, id)).identity).toMatchObject({ address: '1 rue du Port', siren: null });
  });

  it('puts on line the listings that only its identity withheld, and takes them off again without it', async () => {
    const { id: agencyId } = space.agency;
    const now = clock.now();
    const drafts = await judgeDrafts(site.db, {
      source: 'poliris',
      agencyId,
      drafts: [lawfulSale('profil')],
      now,
    });
    await site.db
      .transaction()
      .execute((tx) => applyListings(tx, { agencyId, source: 'poliris', run: null, now, drafts }));
    const status = async () =>
      (
        await site.db
          .selectFrom('listing')
          .select('status')
          .where('agencyId', '=', agencyId)
          .executeTakeFirstOrThrow()
      ).status;
    expect(await status()).toBe('refused');
    const { json } = await change({ siren: '732 829 320', cardNumber: 'cpi 3002 2024 000 000 123' });
    expect([await status(), json.data.listings]).toEqual(['online', { published: 1, left: 0 }]);
    const without = await change({ cardNumber: '' });
    expect([await status(), without.json.data.listings]).toEqual(['refused', { published: 0, left: 1 }]);
    // Cut before it has judged, a request leaves the rest to the worker.
    const cardNumber = 'CPI 3002 2024 000 000 123';
    await changeIdentity(site.services, agencyId as never, { cardNumber });
    expect(await status()).toBe('refused');
    const { signal } = new AbortController();
    expect(await judgeChanged(site.services, signal)).toBe(true);
    expect([await status(), await judgeChanged(site.services, signal)]).toEqual(['online', false]);
  });
});
