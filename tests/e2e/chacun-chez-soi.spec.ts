import { sql } from 'kysely';
import { describe, expect, it, test } from 'vitest';
import { type PageName, paths } from '#contract/paths.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { agencyPassword, cookiesOf, joinedAt } from '../kit/agencies.ts';
import { paidOrder } from '../kit/invoices.ts';
import { cleared, lawfulSale } from '../kit/law.ts';
import { startSite } from '../kit/site.ts';

// Pages of agencies, asked by another agency, an individual and nobody (security.md, threat 10); calls are in tests/tenants.test.ts.

const MARK = 'zorbec';
const site = await startSite();
type Agency = Awaited<ReturnType<typeof joinedAt>>;
let own: Agency;
let other: Agency;
let propertyId = 0;
let lead = 0;
let order = '';
let cookies: Record<'own' | 'other' | 'individual' | 'nobody', string>;

const post = (address: string, body: object) =>
  fetch(`${site.origin}/api${address}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
async function cookieOf(address: string, body: object) {
  const answer = await post(address, body);
  expect(answer.status).toBe(200);
  return cookiesOf({ 'set-cookie': answer.headers.getSetCookie() });
}
const login = (email: string) => cookieOf('/agence/login', { email, password: agencyPassword });
async function prepare(): Promise<void> {
  own = await joinedAt(site, { name: 'Agence Zorbec', email: `${MARK}@essai.test` });
  other = await joinedAt(site, { name: 'Agence Seconde', email: 'seconde@essai.test' });
  const { outcomes } = await site.db.transaction().execute((tx) =>
    applyListings(tx, {
      agencyId: own.id,
      source: 'manual',
      run: null,
      now: new Date(),
      drafts: [cleared(lawfulSale('brouillon', { status: 'draft', title: `Le bien ${MARK}` }))],
    }),
  );
  propertyId = outcomes.get('brouillon')!.id;
  await sql`
    insert into lead (listing_id, agency_id, listing_reference, source, status, request, first_name, last_name, email, phone,
      message, created_at, keep_until)
    values (${propertyId}, ${own.id}, ${MARK}, 'listing_form', 'new', 'visit', ${MARK}, ${MARK}, ${`${MARK}@lead.test`},
      '+33639987654', ${MARK}, now(), current_date + 100)
  `.execute(site.db);
  await sql`update agency set presentation = ${MARK}, software = ${MARK}, insurance = ${MARK} where id = ${own.id}`.execute(
    site.db,
  );
  ({ id: lead } = await site.db.selectFrom('lead').select('id').executeTakeFirstOrThrow());
  const { id } = await paidOrder(site.db, { agencyId: own.id });
  await sql`update payment_line set label = ${`Boost ${MARK}`} where order_id = ${id}`.execute(site.db);
  ({ reference: order } = await site.db
    .selectFrom('paymentOrder')
    .select('reference')
    .where('id', '=', id)
    .executeTakeFirstOrThrow());
  cookies = {
    own: await login(`${MARK}@essai.test`),
    other: await login('seconde@essai.test'),
    individual: await cookieOf('/auth/register', {
      firstName: 'Camille',
      lastName: 'Essai',
      email: 'camille@essai.test',
      password: agencyPassword,
    }),
    nobody: '',
  };
}

async function read(address: string, cookie: string) {
  const answer = await fetch(site.origin + address, { redirect: 'manual', headers: { cookie } });
  const { status, headers } = answer;
  return {
    status,
    cache: headers.get('cache-control') ?? '',
    location: headers.get('location') ?? '',
    said: `${JSON.stringify([...headers])}\n${await answer.text()}`.toLowerCase(),
  };
}

const pages = (Object.keys(paths) as PageName[]).filter(
  (name) => paths[name].audience === 'agency' && paths[name].protected,
);
const addressOf = (name: PageName) =>
  paths[name].pattern
    .replace(':ownerReference', own.ownerReference)
    .replace(':propertyId', String(propertyId))
    .replaceAll(/:\w+/g, '1') + `?prospect=${lead}&import=1&commande=${order}&q=`;

describe('chacun chez soi', () => {
  it('lit ses pages, où se trouve ce que les autres ne doivent pas lire', async () => {
    await prepare();
    const found = await Promise.all(pages.map((name) => read(addressOf(name), cookies.own)));
    expect(found.map(({ status }) => status)).toEqual(pages.map(() => 200));
    expect(found.every(({ cache }) => cache.includes('no-store'))).toBe(true);
    expect(found.filter(({ said }) => said.includes(`le bien ${MARK}`)).length).toBeGreaterThan(1);
    const paid = found[pages.indexOf('agencyBoostPayment')];
    expect(paid?.said).toContain(`boost ${MARK}`);
  });

  test.for(pages)('%s ne montre rien d’une autre agence', async (name) => {
    const address = addressOf(name);
    const named =
      address.includes(own.ownerReference) ||
      address.includes(`/${propertyId}/`) ||
      ['agencyLeads', 'agencyBoostPayment', 'agencyBoostCancel'].includes(name);
    for (const way of [address, address.replace('?', '.data?')]) {
      const { status, said } = await read(way, cookies.other);
      if (way === address) expect([way, status]).toEqual([way, named ? 404 : 200]);
      // Its own reference stands in the address, and only there.
      const rest = said.replaceAll(own.ownerReference, '');
      expect([way, rest.includes(MARK)]).toEqual([way, false]);
    }
  });

  test.for(pages)('%s demande à qui n’est pas une agence de se connecter', async (name) => {
    const address = addressOf(name);
    for (const cookie of [cookies.individual, cookies.nobody]) {
      const { status, location } = await read(address, cookie);
      expect([status, location]).toEqual([302, `/agence/connexion?redirect=${encodeURIComponent(address)}`]);
      const { said } = await read(address.replace('?', '.data?'), cookie);
      expect(said.replaceAll(own.ownerReference, '').includes(MARK)).toBe(false);
    }
  });

  it('ne montre pas le brouillon d’une agence sous son nom public', async () => {
    for (const cookie of [cookies.other, cookies.individual, cookies.nobody])
      for (const address of [
        `/annonce/${propertyId}`,
        `/agence/annonce/${propertyId}`,
        `/agence/${own.ownerReference}/annonce/${propertyId}`,
        `/agence/${other.ownerReference}/annonce/${propertyId}`,
      ]) {
        const { status, said } = await read(address, cookie);
        expect([address, status, said.includes(`le bien ${MARK}`)]).toEqual([address, 404, false]);
      }
  });
});
