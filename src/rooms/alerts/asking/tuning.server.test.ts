import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { alertCalls } from '../../../../tests/kit/alert-calls.ts';
import { alertMails, flat, makeAgency, workOn } from '../../../../tests/kit/alerts.ts';
import { testApp } from '../../../../tests/kit/app.ts';
import { stopToken } from '../owner/consent.server.ts';
import { tighten, untighten } from './tuning.server.ts';

const site = await testApp();
const { db, services, call, loginAs } = site;
const { create } = alertCalls(site);

beforeEach(async () => {
  await sql`truncate subscriber, alert, alert_run, alert_hit, alert_told, alert_verdict, mail_outbox, account, property,
    property_work, listing, agency cascade`.execute(db);
});

/** Somebody whose alert found three homes, all too dear for them. */
async function afterThreeRejections() {
  const agency = await makeAgency(services);
  const cookie = await loginAs('camille@example.test');
  const { json } = await create({}, cookie);
  const id: number = json.data.alert.id;
  const reject = (listing: number | undefined, reason = 'price') =>
    call('POST', `/api/alerts/${id}/verdicts`, { cookie, body: { listing, verdict: 'reject', reason } });
  let homes = 0;
  /** Each is another home. */
  const publish = async (...prices: number[]) => {
    const drafts = prices.map((price) => {
      homes += 1;
      return flat(`home${homes}`, { price: price * 100, surface: 40 + 7 * homes, energyNumber: null });
    });
    const ids = await agency.publish(...drafts);
    await workOn(services);
    return ids;
  };
  for (const listing of await publish(290_000, 270_500, 280_000)) await reject(listing);
  const row = () => db.selectFrom('alert').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { tokenVersion } = await row();
  return {
    id,
    cookie,
    publish,
    reject,
    row,
    token: stopToken(services.env, { id, tokenVersion }),
    criteria: async () => (await row()).criteria as Record<string, unknown>,
    tuning: async () => (await call('GET', `/api/alerts/${id}/results`, { cookie })).json.data.tuning,
  };
}

const suggestions = async () =>
  (await alertMails(services)).map(({ text }) => /Passer à 2\d\d 000,00 € maximum/.exec(text)?.[0] ?? null);

test('is said by one mail, stays on the results, and asks for nothing by itself', async () => {
  const { publish, tuning, criteria, id } = await afterThreeRejections();
  await publish(200_000);
  await publish(201_000);
  // Each of the first three homes had its own mail.
  expect(await suggestions()).toEqual([null, null, null, 'Passer à 270 000,00 € maximum', null]);
  expect((await alertMails(services))[3]?.text).toMatch(
    /3 annonces écartées : trop chères[^]*desinscription\?token=[\w.-]+&resserrer=prixMax/,
  );
  expect(await tuning()).toMatchObject({ word: 'prixMax', value: 270_000, count: 3 });
  expect(await tuning()).toMatchObject({
    path: expect.stringMatching(`^/alertes/${id}/modifier\\?.*prixMax=270000`),
  });
  expect((await criteria()).prixMax).toBe(300_000);
});

test('is done by the link of the mail, once, and undone by it; the name follows', async () => {
  const { token, criteria, tuning, row, publish } = await afterThreeRejections();
  const wished = { word: 'prixMax', value: 270_000 } as const;
  const name = (await row()).name;
  expect(await tighten(services, token, { ...wished, value: 100_000 })).toBeNull();
  expect(await tighten(services, token, { word: 'surfaceMin', value: 100 })).toBeNull();
  expect((await criteria()).prixMax).toBe(300_000);
  expect(await tighten(services, token, wished)).toEqual({ before: 300_000 });
  expect(await tighten(services, token, wished)).toBeNull();
  expect([(await criteria()).prixMax, await tuning()]).toEqual([270_000, null]);
  expect((await row()).name.replaceAll('\u00a0', ' ')).toContain('270 000,00 €');
  const mails = (await alertMails(services)).length;
  await publish(275_000);
  expect(await alertMails(services)).toHaveLength(mails);
  // Only what was done is undone.
  expect(await untighten(services, token, { ...wished, before: 200_000 })).toBe(false);
  expect(await untighten(services, token, { ...wished, before: 300_000 })).toBe(true);
  expect([(await criteria()).prixMax, (await row()).name]).toEqual([300_000, name]);
  await expect(tighten(services, `${token}x`, wished)).rejects.toMatchObject({
    spec: { code: 'ALERT_TOKEN_UNKNOWN' },
  });
});

test('counts anew once the criterion has changed, and heeds what was kept', async () => {
  const { id, cookie, publish, reject, tuning } = await afterThreeRejections();
  const [kept] = await publish(269_900);
  await call('PUT', `/api/alerts/${id}`, {
    cookie,
    body: { criteria: { transaction: 'achat', places: ['30189'], prixMax: 270_000, pieces: 3 } },
  });
  expect(await tuning()).toBeNull();
  const again = await publish(260_000, 261_000, 262_000);
  await reject(again[0]);
  await reject(again[1]);
  expect(await tuning()).toBeNull();
  await reject(again[2]);
  expect(await tuning()).toMatchObject({ value: 259_000, count: 3 });
  await publish(190_000);
  expect((await suggestions()).filter(Boolean)).toEqual([
    'Passer à 270 000,00 € maximum',
    'Passer à 259 000,00 € maximum',
  ]);
  await call('POST', `/api/alerts/${id}/verdicts`, { cookie, body: { listing: kept, verdict: 'keep' } });
  expect(await tuning()).toBeNull();
});
