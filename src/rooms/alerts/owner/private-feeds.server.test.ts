import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { xmlText } from '#contract/xml.ts';
import { alertCalls } from '../../../../tests/kit/alert-calls.ts';
import { flat, makeAgency, workOn } from '../../../../tests/kit/alerts.ts';
import { testApp } from '../../../../tests/kit/app.ts';
import { feedAt } from './private-feeds.server.ts';
import { calendarText, type Feeds, folded } from './private-feeds.ts';

const site = await testApp();
const { db, services, call, loginAs } = site;
const { create } = alertCalls(site);

beforeEach(async () => {
  await sql`truncate subscriber, alert, alert_confirmation, alert_key, alert_run, alert_hit, alert_verdict, mail_outbox,
    account, account_session, property, property_work, listing, agency cascade`.execute(db);
});

/** Somebody logged in, with an alert whose feeds can be opened, read and closed. */
async function owner(email = 'camille@example.test') {
  const cookie = await loginAs(email);
  const { json } = await create({}, cookie);
  const id: number = json.data.alert.id;
  const set = async (open: boolean): Promise<Feeds> =>
    (await call('PUT', `/api/alerts/${id}/feeds`, { cookie, body: { open } })).json.data.feeds;
  return { cookie, id, set };
}

const at = (address: string) => {
  const { pathname, searchParams } = new URL(address);
  return feedAt(services, {
    kind: pathname.endsWith('.ics') ? 'calendar' : 'rss',
    alertId: Number(/\d+/.exec(pathname)?.[0]),
    key: searchParams.get('cle') ?? '',
  });
};
const body = async (address: string) => (await at(address))?.body.replaceAll('\u00a0', ' ') ?? null;

test('say what the alert found and is on line, in the form of the law; what left or was rejected is not there', async () => {
  const agency = await makeAgency(services);
  const mine = await owner();
  const [a, b] = await agency.publish(
    flat('a', { title: 'Un & <deux>' }),
    flat('b', { price: 12_000_000, surface: 31, energyNumber: null }),
    flat('cher', { price: 99_000_000, energyNumber: null }),
  );
  await workOn(services);
  const { rss, calendar } = (await mine.set(true))!;
  const first = await at(rss);
  expect(first?.type).toContain('application/rss+xml');
  expect((await body(rss))?.match(/<item>/g)).toHaveLength(2);
  expect(await body(rss)).toContain('250 000,00 €');
  expect(await body(rss)).toContain(`${services.env.publicUrl}/annonce/${a}</link>`);
  expect((await body(calendar))?.match(/BEGIN:VEVENT/g)).toHaveLength(2);
  for (const line of (await body(calendar))!.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  }
  // The same answer has the same mark, another one another.
  expect((await at(rss))?.etag).toBe(first?.etag);
  await agency.withdraw('a');
  expect((await at(rss))?.etag).not.toBe(first?.etag);
  expect(await body(rss)).not.toContain(`/annonce/${a}<`);
  await call('POST', `/api/alerts/${mine.id}/verdicts`, {
    cookie: mine.cookie,
    body: { listing: b, verdict: 'reject' },
  });
  expect((await body(rss))?.match(/<item>/g) ?? []).toEqual([]);
});

test('open only by their last key: not by another alert’s, an older one, once closed, stopped or deleted', async () => {
  const [mine, other] = [await owner(), await owner('paul@example.test')];
  const [own, theirs] = [(await mine.set(true))!, (await other.set(true))!];
  expect(await at(own.rss)).not.toBeNull();
  expect(await at(own.rss.replace(/cle=.*/, new URL(theirs.rss).search.slice(1)))).toBeNull();
  expect(await at(`${own.rss}x`)).toBeNull();
  expect(await at(own.rss.replace(/cle=.*/, 'cle='))).toBeNull();
  const denied = await call('PUT', `/api/alerts/${other.id}/feeds`, {
    cookie: mine.cookie,
    body: { open: true },
  });
  expect(denied.status).toBe(404);
  const newer = (await mine.set(true))!;
  expect([await at(own.rss), (await at(newer.rss))?.type]).toEqual([
    null,
    'application/rss+xml; charset=utf-8',
  ]);
  expect(await mine.set(false)).toBeNull();
  expect(await at(newer.calendar)).toBeNull();
  // Opened again, it is at yet another address.
  const last = (await mine.set(true))!;
  expect([await at(newer.rss), (await at(last.rss)) === null]).toEqual([null, false]);
  await call('DELETE', `/api/alerts/${mine.id}`, { cookie: mine.cookie });
  expect(await at(last.rss)).toBeNull();
  await sql`update alert set status = 'stopped' where id = ${other.id}`.execute(db);
  expect(await at(theirs.rss)).toBeNull();
});

test('hold any text: markup, controls, lone surrogates, long lines', () => {
  expect(xmlText('a<b>&"\'\u0000\u000b\ud800é')).toBe('a&lt;b&gt;&amp;&quot;&apos;\ufffdé');
  expect(calendarText('a;b,c\\d\r\ne\u0007')).toBe(String.raw`a\;b\,c\\d\ne `);
  const long = `SUMMARY:${'é€🏠'.repeat(60)}`;
  const pieces = folded(long).split('\r\n');
  expect(pieces.every((piece) => Buffer.byteLength(piece) <= 75)).toBe(true);
  expect(pieces.map((piece, index) => (index === 0 ? piece : piece.slice(1))).join('')).toBe(long);
});
