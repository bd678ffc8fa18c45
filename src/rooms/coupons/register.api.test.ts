import { beforeAll, describe, expect, test } from 'vitest';
import { asAdministratorName } from '#platform/auth.server.ts';
import { hashPassword } from '#rooms/accounts/accounts.server.ts';
import { joined } from '../../../tests/kit/agencies.ts';
import { flat } from '../../../tests/kit/alerts.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { boostable, wantedFor } from '../../../tests/kit/boosts.ts';
import { buyerOf, ordered } from '../../../tests/kit/buyers.ts';
import { unlimited } from '../../../tests/kit/coupons.ts';
import { makeLawful } from '../../../tests/kit/portfolio.ts';
import { addCoupon, returnCoupons } from './coupons.server.ts';
import { REGISTER_PAGE, type RegisteredCoupon, USES_PAGE } from './register.ts';

const headers = { authorization: `Basic ${Buffer.from('claire:Motdepasse1').toString('base64')}` };
const reason = 'L’opération est finie plus tôt.';

let site: TestApp;
beforeAll(async () => {
  site = await testApp({ ADMIN_USERS: `claire:${await hashPassword('Motdepasse1')}` });
});

const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
  site.call(method, `/api/admin${url}`, { headers, ...(body ? { body } : {}) });

const usual = {
  label: 'Un code d’essai',
  ...unlimited,
};
let made = 0;
async function create(said: object = {}): Promise<RegisteredCoupon> {
  const { status, json } = await ask('POST', '/coupons', { ...usual, code: `ESSAI${(made += 1)}`, ...said });
  expect([status, json.message]).toEqual([200, undefined]);
  return json.data.coupon;
}
const read = async (code: string) => (await ask('GET', `/coupons/${code}`)).json.data;
/** What may be sent back of a coupon that was read. */
function changes(coupon: RegisteredCoupon, said: object = {}) {
  const { label, kind, value, ceiling, minimumNet, formulas, agencies, firstOrder } = coupon;
  const { usesMax, usesPerAgency, startsOn, endsOn, stackable, version } = coupon;
  const limits = { ceiling, minimumNet, formulas, agencies, firstOrder, usesMax, usesPerAgency };
  return { label, kind, value, ...limits, startsOn, endsOn, stackable, version, ...said };
}
const auditOf = async (code: string) =>
  (await ask('GET', `/audit?subject=coupon&id=${code}`)).json.data.entries as {
    administrator: string;
    action: string;
    before: object | null;
    after: object | null;
    reason: string | null;
  }[];
let buyers = 0;
const newBuyer = () => buyerOf(site, `acheteuse-${(buyers += 1)}`);

describe('a code made here', () => {
  test('is taken at the quote of an agency, within its limits', async () => {
    const agency = await joined(site, 'Agence du Port', 'port@essai.test');
    await makeLawful(site, agency.agency.id);
    const [listing = 0] = await boostable(site.db, agency.agency.id, [flat('port-1')]);
    await create({ code: 'bien venue 26', formulas: ['essentiel'], ceiling: 1_200 });
    const quote = async (formula: string) =>
      (
        await site.call('POST', '/api/agence/boosts/quote', {
          cookie: agency.cookie,
          body: { boosts: [wantedFor([listing], { formula })], coupons: ['bienvenue26'] },
        })
      ).json.data;
    expect(await quote('essentiel')).toMatchObject({
      coupons: [{ code: 'BIENVENUE26', label: 'Un code d’essai', discount: 1_200, error: null }],
      totals: { net: 14_500, discount: 1_200 },
    });
    expect((await quote('decouverte')).coupons).toMatchObject([
      { discount: 0, error: 'Code non valable pour cette formule.' },
    ]);
  });

  test('says its limits in words, and the audit who made it', async () => {
    await buyerOf(site, 'agence-du-phare');
    const coupon = await create({
      code: 'MOTS',
      agencies: ['AGENCE-DU-PHARE'],
      minimumNet: 9_990,
      startsOn: '2099-01-01',
      endsOn: '2099-12-31',
    });
    expect(coupon).toMatchObject({
      state: 'upcoming',
      gift: '10\u00a0%',
      period: 'du 1er janvier 2099 au 31 décembre 2099 inclus',
      limits: ['À partir de 99,90\u00a0€ HT.', 'Agences\u00a0: agence-du-phare.'],
      startsOn: '2099-01-01',
      endsOn: '2099-12-31',
      uses: 0,
      discount: 0,
      everUsed: false,
      createdBy: 'claire',
    });
    expect(await auditOf('MOTS')).toMatchObject([
      {
        administrator: 'claire',
        action: 'coupon.created',
        before: null,
        after: { Libellé: 'Un code d’essai', Valeur: '10\u00a0%', Agences: 'agence-du-phare' },
      },
    ]);
  });

  test.each([
    ['without a readable code', { code: 'é' }, 'VALIDATION_ERROR', 'code'],
    ['above the whole', { code: 'TROP', value: 10_001 }, 'VALIDATION_ERROR', 'value'],
    [
      'that ends before it begins',
      { code: 'FIN', startsOn: '2099-01-02', endsOn: '2099-01-01' },
      'VALIDATION_ERROR',
      'endsOn',
    ],
    ['for an agency that is none', { code: 'QUI', agencies: ['personne'] }, 'AGENCY_UNKNOWN', 'agencies'],
  ])('is refused %s, with its field', async (_, said, code, field) => {
    const { json } = await ask('POST', '/coupons', { ...usual, ...said });
    const issues = json.details.fields ?? json.details;
    expect([json.success, json.code, issues[0].field]).toEqual([false, code, field]);
  });

  test('is made once', async () => {
    await create({ code: 'UNEFOIS' });
    const again = await ask('POST', '/coupons', { ...usual, code: 'unefois' });
    expect([again.status, again.json.code]).toEqual([409, 'COUPON_TAKEN']);
    expect(await auditOf('UNEFOIS')).toHaveLength(1);
  });
});

describe('a code that an order took', () => {
  test('keeps its kind and its value; its label and its limits change, and are audited', async () => {
    const coupon = await create();
    await ordered(site, await newBuyer(), { coupons: [coupon.code] });
    const used = (await read(coupon.code)).coupon as RegisteredCoupon;
    expect(used).toMatchObject({ uses: 1, discount: 1_450, everUsed: true });
    const dearer = await ask('PUT', `/coupons/${coupon.code}`, changes(used, { value: 2_000 }));
    expect([dearer.status, dearer.json.code, dearer.json.details]).toEqual([
      409,
      'COUPON_IN_USE',
      [{ field: 'value', message: expect.stringContaining('a déjà servi') }],
    ]);
    const other = await ask('PUT', `/coupons/${coupon.code}`, changes(used, { label: 'Autre', usesMax: 5 }));
    expect(other.json.data.coupon).toMatchObject({ label: 'Autre', usesMax: 5, version: used.version + 1 });
    // The same again is the same, whatever was read before.
    const again = await ask('PUT', `/coupons/${coupon.code}`, changes(used, { label: 'Autre', usesMax: 5 }));
    expect([again.status, again.json.data.coupon.version]).toEqual([200, used.version + 1]);
    expect(await auditOf(coupon.code)).toMatchObject([
      {
        action: 'coupon.changed',
        before: { Libellé: 'Un code d’essai', 'Usages en tout': 'aucun' },
        after: { Libellé: 'Autre', 'Usages en tout': '5' },
      },
      { action: 'coupon.created' },
    ]);
  });

  test('is not changed over the change of somebody else', async () => {
    const coupon = await create();
    expect((await ask('PUT', `/coupons/${coupon.code}`, changes(coupon, { label: 'Premier' }))).status).toBe(
      200,
    );
    const late = await ask('PUT', `/coupons/${coupon.code}`, changes(coupon, { label: 'Second' }));
    expect([late.status, late.json.code]).toEqual([409, 'CONFLICT']);
    expect((await read(coupon.code)).coupon.label).toBe('Premier');
  });

  test('lists its uses by order, a page at a time, and in a file; one that was given back counts no more', async () => {
    const coupon = await create();
    const buyer = await newBuyer();
    const orders: string[] = [];
    for (let rank = 0; rank < 2; rank += 1)
      orders.push((await ordered(site, buyer, { coupons: [coupon.code] })).order);
    const { id: couponId } = await site.db
      .selectFrom('coupon')
      .select('id')
      .where('code', '=', coupon.code)
      .executeTakeFirstOrThrow();
    // As many as fill the page besides, all of one moment long ago.
    const old = Array.from({ length: USES_PAGE - 1 }, (_, rank) => `CMD-${String(rank).padStart(8, '0')}`);
    await site.db
      .insertInto('couponUse')
      .values(
        old.map((orderReference) => ({
          couponId,
          orderReference,
          agencyId: buyer.agencyId,
          discount: 100,
          takenAt: new Date('2026-01-05T10:00:00Z'),
        })),
      )
      .execute();
    await site.db
      .transaction()
      .execute((tx) => returnCoupons(tx, orders[0]!, new Date('2026-01-06T10:00:00Z')));
    const first = await read(coupon.code);
    expect(first.coupon).toMatchObject({ uses: USES_PAGE, discount: 1_450 + 100 * (USES_PAGE - 1) });
    const shown = first.uses as { order: string; discount: number; returnedAt: string | null }[];
    expect(shown).toHaveLength(USES_PAGE);
    expect(shown.find(({ order }) => order === orders[0])?.returnedAt).toBe('2026-01-06T10:00:00.000Z');
    expect(shown[0]).toMatchObject({ ownerReference: buyer.ownerReference });
    const second = (await ask('GET', `/coupons/${coupon.code}?apres=${first.next}`)).json.data;
    expect(second.next).toBeNull();
    const all = [...shown, ...second.uses].map(({ order }: { order: string }) => order);
    expect(all.toSorted()).toEqual([...orders, ...old].toSorted());
    const csv = (await ask('GET', `/coupons/${coupon.code}/uses.csv`)).json.data.split('\r\n') as string[];
    expect(csv).toHaveLength(USES_PAGE + 3);
    expect(csv.find((line) => line.includes(orders[1]!))).toContain(';14,5;');
  });
});

describe('stopping', () => {
  test('leaves the uses their discount, is said to agencies, and done once', async () => {
    const coupon = await create();
    const buyer = await newBuyer();
    const { order } = await ordered(site, buyer, { coupons: [coupon.code] });
    const short = await ask('DELETE', `/coupons/${coupon.code}`, { reason: 'non' });
    expect([short.status, short.json.details.fields[0].field]).toEqual([400, 'reason']);
    for (let press = 0; press < 2; press += 1) {
      const stopped = await ask('DELETE', `/coupons/${coupon.code.toLowerCase()}`, { reason });
      expect(stopped.json.data.coupon).toMatchObject({ state: 'stopped', uses: 1, discount: 1_450 });
    }
    expect((await read(coupon.code)).uses).toMatchObject([{ order, discount: 1_450, returnedAt: null }]);
    expect(await auditOf(coupon.code)).toMatchObject([
      { action: 'coupon.stopped', after: { État: 'Arrêté' }, reason },
      { action: 'coupon.created' },
    ]);
    await expect(ordered(site, buyer, { coupons: [coupon.code] })).rejects.toMatchObject({
      spec: { code: 'COUPON_EXPIRED' },
    });
    const { coupon: now } = await read(coupon.code);
    const change = await ask('PUT', `/coupons/${coupon.code}`, changes(now, { label: 'Reparti' }));
    expect([change.status, change.json.code]).toEqual([409, 'COUPON_STOPPED']);
  });

  test('several is all or none', async () => {
    const [one, other] = [await create(), await create()];
    const unknown = await ask('POST', '/coupons/stop', { codes: [one.code, 'RIENDETEL'], reason });
    expect([unknown.status, unknown.json.code]).toEqual([404, 'COUPON_UNKNOWN']);
    expect((await read(one.code)).coupon.state).toBe('active');
    const both = await ask('POST', '/coupons/stop', { codes: [one.code, other.code], reason });
    expect(both.json.data.codes.toSorted()).toEqual([one.code, other.code].toSorted());
    expect((await read(other.code)).coupon.state).toBe('stopped');
  });
});

describe('the register', () => {
  test('is filtered, read a page at a time, and whole in a file', async () => {
    const by = asAdministratorName('claire');
    const moments = { startsAt: null, endsAt: null };
    const { startsOn: _from, endsOn: _until, ...said } = usual;
    for (let rank = 0; rank < REGISTER_PAGE + 2; rank += 1)
      await addCoupon(site.db, { ...said, ...moments, code: `LOT-${rank}`, kind: 'free_days', value: 3 }, by);
    const codesOf = (json: { data?: { coupons: RegisteredCoupon[] } }) =>
      json.data!.coupons.map(({ code }) => code);
    const first = (await ask('GET', '/coupons?code=lot-&kind=free_days&state=active')).json;
    expect(codesOf(first as never)).toHaveLength(REGISTER_PAGE);
    const rest = (await ask('GET', `/coupons?code=lot-&apres=${first.data.next}`)).json;
    expect(codesOf(rest as never)).toEqual(['LOT-1', 'LOT-0']);
    expect(rest.data.next).toBeNull();
    expect((await ask('GET', '/coupons?code=lot-&kind=amount')).json.data.coupons).toEqual([]);
    expect(first.data.formulas).toContainEqual({ key: 'essentiel', name: 'Essentiel', net: 14_500 });
    const csv = (await ask('GET', '/coupons.csv?code=lot-')).json.data.split('\r\n') as string[];
    expect(csv).toHaveLength(REGISTER_PAGE + 4);
    expect(csv[1]).toContain('LOT-51;Un code d’essai;Actif;Jours offerts;');
  });

  test('knows what is to come, over and stopped', async () => {
    await create({ code: 'VIE-DEMAIN', startsOn: '2099-01-01' });
    await create({ code: 'VIE-HIER', endsOn: '2020-01-01' });
    await create({ code: 'VIE-MAINTENANT' });
    await create({ code: 'VIE-ARRETE' });
    await ask('DELETE', '/coupons/VIE-ARRETE', { reason });
    const inState = async (state: string) =>
      (await ask('GET', `/coupons?code=VIE-&state=${state}`)).json.data.coupons.map(
        ({ code }: RegisteredCoupon) => code,
      );
    expect(await inState('upcoming')).toEqual(['VIE-DEMAIN']);
    expect(await inState('ended')).toEqual(['VIE-HIER']);
    expect(await inState('active')).toEqual(['VIE-MAINTENANT']);
    expect(await inState('stopped')).toEqual(['VIE-ARRETE']);
  });

  test('has no page for a code that is none', async () => {
    const { status, json } = await ask('GET', '/coupons/RIENDETEL');
    expect([status, json.code]).toEqual([404, 'COUPON_UNKNOWN']);
  });
});
