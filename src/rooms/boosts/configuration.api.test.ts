import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { dayBefore } from '#contract/day.ts';
import { moveClock } from '#platform/clock.server.ts';
import { hashPassword } from '#rooms/accounts/accounts.server.ts';
import { quoteCart } from '#rooms/payments/quote.server.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { wantedFor } from '../../../tests/kit/boosts.ts';
import { buyerOf } from '../../../tests/kit/buyers.ts';
import type { Version } from './configuration-versions.ts';
import type { BoostConfiguration } from './contract.ts';

const DAY_MS = 86_400_000;
const headersOf = (name: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:Motdepasse1`).toString('base64')}`,
});
const note = 'Les prix de l’année prochaine.';

let site: TestApp;
beforeAll(async () => {
  const hash = await hashPassword('Motdepasse1');
  site = await testApp({ ADMIN_USERS: `claire:${hash};paul:${hash}` });
});
afterEach(() => moveClock(0));

interface Page {
  today: string;
  current: Version;
  base: Version;
  usual: BoostConfiguration;
  newest: number;
  future: Version[];
  past: Version[];
  next: number | null;
}
const read = async (words = ''): Promise<Page> =>
  (await site.call('GET', `/api/admin/boost-configuration${words}`, { headers: headersOf('claire') })).json
    .data;
const load = (body: object, name = 'claire') =>
  site.call('PUT', '/api/admin/boost-configuration', { headers: headersOf(name), body });
/** With another price of « Essentiel », in cents without VAT. */
const priced = (settings: BoostConfiguration, fee: number): BoostConfiguration => ({
  ...settings,
  formulas: settings.formulas.map((formula) => (formula.key === 'essentiel' ? { ...formula, fee } : formula)),
});
const auditOf = async (id: number) => {
  const address = `/api/admin/audit?subject=configuration&id=${id}`;
  return (await site.call('GET', address, { headers: headersOf('claire') })).json.data.entries;
};

describe('what is sold', () => {
  test('is read with the values of the first day', async () => {
    const page = await read();
    expect(page.current).toMatchObject({ state: 'current', author: 'Vigie', settings: page.usual });
    expect(page.base).toEqual(page.current);
    expect([page.future, page.newest]).toEqual([[], page.current.id]);
  });

  test('changes on its day: the price of today stays, that of the day after is the new one', async () => {
    const buyer = await buyerOf(site, 'acheteuse');
    const net = async () => {
      const boosts = [wantedFor([buyer.listingId], { formula: 'essentiel' })];
      return (await quoteCart(site.services, { ...buyer, boosts, coupons: [] })).totals.net;
    };
    const { current, newest, today } = await read();
    // Ten days ahead: the day that ends while this runs changes nothing.
    const effectiveOn = dayBefore(today, -10);
    const settings = priced(current.settings, 4_500);
    const loaded = await load({ settings, effectiveOn, note, newest });
    const version = loaded.json.data.version as Version;
    expect([loaded.status, version]).toMatchObject([
      200,
      { state: 'future', author: 'claire', note, settings },
    ]);
    expect(await net()).toBe(14_500);
    expect((await read()).future.map(({ id }) => id)).toContain(version.id);
    moveClock(12 * DAY_MS);
    expect(await net()).toBe(15_500);
    expect((await read()).current.id).toBe(version.id);
    expect(await auditOf(version.id)).toMatchObject([
      {
        administrator: 'claire',
        action: 'boost.configuration',
        reason: note,
        before: {
          'Formule Essentiel (essentiel), frais de service HT': '35,00\u00a0€',
          'Formule Essentiel (essentiel), prix HT': '145,00\u00a0€',
        },
        after: { 'Formule Essentiel (essentiel), prix HT': '155,00\u00a0€' },
      },
    ]);
  });

  test('goes back by loading an old version again', async () => {
    const { current, newest } = await read();
    const changed = await load({
      settings: { ...current.settings, runningMax: 7 },
      effectiveOn: null,
      note,
      newest,
    });
    const old = await read(`?version=${current.id}`);
    expect(old.base.settings).toEqual(current.settings);
    expect(old.current.id).toBe(changed.json.data.version.id);
    const back = await load({ settings: old.base.settings, effectiveOn: null, note, newest: old.newest });
    expect(back.json.data.version).toMatchObject({ state: 'current', settings: current.settings });
    const { past } = await read();
    expect(past.slice(0, 3).map(({ id }) => id)).toEqual([
      back.json.data.version.id,
      changed.json.data.version.id,
      current.id,
    ]);
  });

  test('is called off before its day by another version of the same day', async () => {
    const { current, newest } = await read();
    const first = await load({
      settings: priced(current.settings, 9_900),
      effectiveOn: '2099-06-01',
      note,
      newest,
    });
    const { id } = first.json.data.version;
    const second = await load({ settings: current.settings, effectiveOn: '2099-06-01', note, newest: id });
    const states = new Map((await read()).future.map((version) => [version.id, version.state]));
    expect([states.get(id), states.get(second.json.data.version.id)]).toEqual(['replaced', 'future']);
    expect(await auditOf(second.json.data.version.id)).toMatchObject([
      { before: { 'Formule Essentiel (essentiel), frais de service HT': '99,00\u00a0€' } },
    ]);
  });
});

describe('a version is refused', () => {
  test('when somebody else loaded one since; the same again is the one that is there', async () => {
    const { current, newest } = await read();
    const body = {
      settings: { ...current.settings, runningMax: 9 },
      effectiveOn: '2099-01-01',
      note,
      newest,
    };
    const loaded = await load(body);
    const again = await load(body);
    expect([again.status, again.json.data.version.id]).toEqual([200, loaded.json.data.version.id]);
    expect(await auditOf(loaded.json.data.version.id)).toHaveLength(1);
    const late = await load(body, 'paul');
    expect([late.status, late.json.code, late.json.message]).toEqual([
      409,
      'CONFLICT',
      expect.stringContaining(`claire a chargé la version ${loaded.json.data.version.id} entre-temps`),
    ]);
    expect((await read()).newest).toBe(loaded.json.data.version.id);
  });

  test('by one of two that come at once', async () => {
    const { current, newest } = await read();
    const body = (runningMax: number) => ({
      settings: { ...current.settings, runningMax },
      effectiveOn: '2099-02-01',
      note,
      newest,
    });
    const answers = await Promise.all([load(body(11)), load(body(12), 'paul')]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  });

  test.each([
    ['with a radius from more to less', { radiusMinKm: 60, radiusMaxKm: 50 }, 'radiusMinKm'],
    ['without a formula', { formulas: [] }, 'settings.formulas'],
    ['with a rate above the whole', { vatRate: 10_001 }, 'settings.vatRate'],
  ])('%s, with its field', async (_, wrong, field) => {
    const { current, newest } = await read();
    const { status, json } = await load({
      settings: { ...current.settings, ...wrong },
      effectiveOn: '2099-01-01',
      note,
      newest,
    });
    expect([status, json.details.fields[0].field]).toEqual([400, field]);
  });

  test('for a day that is past, and without a reason', async () => {
    const { current, newest } = await read();
    const past = await load({ settings: current.settings, effectiveOn: '2020-01-01', note, newest });
    expect([past.status, past.json.details.fields[0].field]).toEqual([400, 'effectiveOn']);
    const unsaid = await load({ settings: current.settings, effectiveOn: '2099-01-01', note: 'non', newest });
    expect([unsaid.status, unsaid.json.details.fields[0].field]).toEqual([400, 'note']);
  });
});

test('the journal of versions is a file, one line per field', async () => {
  const { current, newest } = await read();
  const { json } = await load({
    settings: { ...current.settings, requiredScore: 90 },
    effectiveOn: '2099-12-01',
    note,
    newest,
  });
  const csv = await site.call('GET', '/api/admin/boost-configuration.csv', { headers: headersOf('claire') });
  const lines = (csv.json.data as string).split('\r\n');
  const own = lines.filter((line) => line.startsWith(`${json.data.version.id};`));
  expect(own).toContainEqual(
    expect.stringContaining(`claire;${note};Conformité requise;80 sur 100;90 sur 100`),
  );
});

test('a version that is none has no page', async () => {
  const { status, json } = await site.call('GET', '/api/admin/boost-configuration?version=999999', {
    headers: headersOf('claire'),
  });
  expect([status, json.code]).toEqual([404, 'NOT_FOUND']);
});
