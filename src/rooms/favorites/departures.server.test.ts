import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { moveClock } from '#platform/clock.server.ts';
import { receiveLead } from '#rooms/leads/leads.server.ts';
import type { ListingStatus } from '#rooms/listings/contract.ts';
import { carryMails } from '#rooms/mail/outbox.server.ts';
import { flat, makeAgency } from '../../../tests/kit/alerts.ts';
import { testApp } from '../../../tests/kit/app.ts';
import { askedBy } from '../../../tests/kit/leads.ts';
import { smtpServer } from '../../../tests/kit/smtp-server.ts';
import { notifyFavoriteOwners } from './departures.server.ts';

const HOUR = 3_600_000;
const { services, db, call, loginAs } = await testApp();
const agency = await makeAgency(services);
const names = ['F-1', 'F-2', 'F-3', 'F-4'] as const;
type Name = (typeof names)[number];
const ids = new Map<string, number>();
for (const [rank, id] of (
  await agency.publish(
    ...names.map((name, rank) => flat(name, { price: 250_000_00 + rank * 1_000_00, surface: 60 + rank })),
  )
).entries())
  ids.set(names[rank]!, id);
const idOf = (name: Name) => ids.get(name)!;
const email = 'camille@essai.test';
const cookie = await loginAs(email);

const keep = (name: Name) => call('PUT', `/api/favorites/${idOf(name)}`, { cookie });
/** As its feed says it, at this moment of the clock. */
const becomes = (status: ListingStatus, ...some: Name[]) =>
  agency.publish(
    ...some.map((name) => {
      const rank = names.indexOf(name);
      return flat(name, { status, price: 250_000_00 + rank * 1_000_00, surface: 60 + rank });
    }),
  );
const mails = () =>
  db
    .selectFrom('mailOutbox')
    .select(['recipient', 'subject', 'html', 'text', 'headers', 'status'])
    .where('dedupeKey', 'like', 'favorites:%')
    .orderBy('id')
    .execute();
const subjects = async () => (await mails()).map(({ subject }) => subject);
const listingsIn = (html: string | null) =>
  new Set([...(html ?? '').matchAll(/\/annonce\/(\d+)/g)].map(([, id]) => Number(id)));

beforeEach(async () => {
  moveClock(0);
  await sql`update listing set status = 'online', withdrawn_at = null`.execute(db);
  await sql`truncate listing_availability, favorite, favorite_mail_stop, lead, mail_outbox cascade`.execute(
    db,
  );
});
afterEach(() => moveClock(0));

test('whoever keeps a home that is sold gets one mail, with homes like it, and the way to stop', async () => {
  const smtp = await smtpServer();
  await keep('F-1');
  await becomes('sold', 'F-1');
  moveClock(2 * HOUR);
  // Twice over, and at once.
  await Promise.all([notifyFavoriteOwners(services), notifyFavoriteOwners(services)]);
  await notifyFavoriteOwners(services);
  const sent = await mails();
  expect(sent.map(({ recipient, subject }) => [recipient, subject])).toEqual([
    [email, 'Un de vos favoris est vendu'],
  ]);
  expect(listingsIn(sent[0]!.html)).toEqual(new Set(names.map(idOf)));
  const env = { ...services.env, SMTP_URL: smtp.url };
  await carryMails({ ...services, env }, new AbortController().signal);
  expect(smtp.accepted.map(({ to }) => to)).toEqual([[email]]);
  const raw = smtp.accepted[0]!.raw.replaceAll(/\r\n[ \t]/g, ' ');
  expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  expect(raw).toMatch(/^List-Unsubscribe: <\S+\/api\/favorites\/mails\/unsubscribe\?favoris=\S+>\r$/m);
});

test('favourites that leave together are one mail, though their import takes a while', async () => {
  for (const name of names) await keep(name);
  await becomes('withdrawn', 'F-1', 'F-2');
  moveClock(5 * 60_000);
  await becomes('withdrawn', 'F-3');
  for (const minutes of [24 * 60, 24 * 60 + 4, 24 * 60 + 16, 24 * 60 + 30, 48 * 60]) {
    moveClock(minutes * 60_000);
    await notifyFavoriteOwners(services);
  }
  expect(await subjects()).toEqual(['3 de vos favoris ne sont plus en ligne']);
  expect(listingsIn((await mails())[0]!.html)).toContain(idOf('F-4'));
});

test.each<[ListingStatus, number]>([
  ['sold', 0.5],
  ['under_offer', 0.5],
  ['withdrawn', 23],
  ['expired', 23],
  ['suspended', 72],
  ['refused', 72],
  ['online', 72],
])('nobody is told of a listing that is %s for %d hours', async (status, hours) => {
  await keep('F-1');
  await becomes(status, 'F-1');
  moveClock(hours * HOUR);
  await notifyFavoriteOwners(services);
  expect(await mails()).toEqual([]);
});

test('what comes back within the delay is not told; what is back and leaves again is', async () => {
  await keep('F-1');
  await agency.withdraw('F-1');
  moveClock(23 * HOUR);
  await becomes('online', 'F-1');
  moveClock(60 * HOUR);
  await notifyFavoriteOwners(services);
  expect(await mails()).toEqual([]);
  await agency.withdraw('F-1');
  moveClock(90 * HOUR);
  await notifyFavoriteOwners(services);
  await becomes('online', 'F-1');
  await notifyFavoriteOwners(services);
  await becomes('rented', 'F-1');
  moveClock(100 * HOUR);
  await notifyFavoriteOwners(services);
  await notifyFavoriteOwners(services);
  expect(await subjects()).toEqual(['Un de vos favoris n’est plus à vendre', 'Un de vos favoris est loué']);
});

test('under offer, then sold, is two things; sold once withdrawn is one', async () => {
  await keep('F-1');
  await keep('F-2');
  await becomes('under_offer', 'F-1');
  moveClock(2 * HOUR);
  await notifyFavoriteOwners(services);
  await becomes('sold', 'F-1');
  await agency.withdraw('F-2');
  moveClock(40 * HOUR);
  await notifyFavoriteOwners(services);
  await becomes('sold', 'F-2');
  moveClock(80 * HOUR);
  await notifyFavoriteOwners(services);
  expect(await subjects()).toEqual([
    'Un de vos favoris est sous offre',
    '2 de vos favoris ne sont plus en ligne',
  ]);
});

test('what was so when it was kept is no news, and what is kept no more neither', async () => {
  await becomes('under_offer', 'F-1');
  await keep('F-1');
  await keep('F-2');
  await keep('F-3');
  await becomes('sold', 'F-2', 'F-3');
  await call('DELETE', `/api/favorites/${idOf('F-2')}`, { cookie });
  // Kept again by who sees that it is sold.
  await call('DELETE', `/api/favorites/${idOf('F-3')}`, { cookie });
  await keep('F-3');
  moveClock(3 * HOUR);
  await notifyFavoriteOwners(services);
  expect(await mails()).toEqual([]);
});

test('an address that nobody proved is written nothing', async () => {
  await keep('F-1');
  await becomes('sold', 'F-1');
  moveClock(2 * HOUR);
  await sql`update account set email_verified_at = null where email = ${email}`.execute(db);
  await notifyFavoriteOwners(services);
  expect(await mails()).toEqual([]);
  await sql`update account set email_verified_at = now() where email = ${email}`.execute(db);
  await notifyFavoriteOwners(services);
  expect(await subjects()).toHaveLength(1);
});

test('who asked its agency about it is told by the answer to the request, not twice', async () => {
  await keep('F-1');
  await keep('F-2');
  await db
    .transaction()
    .execute((tx) => receiveLead(tx, askedBy(idOf('F-1'), { email, phone: null }), { now: new Date() }));
  await sql`update lead set status = 'new'`.execute(db);
  await becomes('sold', 'F-1', 'F-2');
  moveClock(2 * HOUR);
  await notifyFavoriteOwners(services);
  await notifyFavoriteOwners(services);
  expect(await subjects()).toEqual(['Un de vos favoris est vendu']);
  expect((await mails())[0]!.text).toContain('F-2');
});

describe('these mails are stopped', () => {
  async function sold(name: Name): Promise<string> {
    await keep(name);
    await becomes('sold', name);
    moveClock(2 * HOUR);
    await notifyFavoriteOwners(services);
    const link = /https?:\S+?desinscription\?favoris=([\w-]+\.[\w-]+)/.exec((await mails()).at(-1)!.text!);
    return link![1]!;
  }

  test('in one click from the mail, without a session, whatever is pressed again; what waits does not leave', async () => {
    const token = await sold('F-1');
    const stop = () =>
      call('POST', `/api/favorites/mails/unsubscribe?favoris=${token}`, {
        body: { 'List-Unsubscribe': 'One-Click' },
      });
    for (const _ of [1, 2])
      expect((await stop()).json).toMatchObject({ success: true, data: { stopped: true } });
    expect((await mails()).map(({ status }) => status)).toEqual(['withdrawn']);
    await keep('F-2');
    await becomes('sold', 'F-2');
    moveClock(5 * HOUR);
    await notifyFavoriteOwners(services);
    expect(await mails()).toHaveLength(1);
    // Taken back on the profile: what happened meanwhile is no news, what happens next is.
    const profile = await call('GET', '/api/profile', { cookie });
    expect(profile.json.data.notices.favorites).toBe(false);
    await call('PUT', '/api/favorites/mails', { cookie, body: { wanted: true } });
    await notifyFavoriteOwners(services);
    expect(await mails()).toHaveLength(1);
    await keep('F-3');
    await becomes('sold', 'F-3');
    moveClock(10 * HOUR);
    await notifyFavoriteOwners(services);
    expect(await mails()).toHaveLength(2);
  });

  test.each(['x', 'MQ.c2lnbmF0dXJl', 'a'.repeat(300)])('by nobody who made up a link: %s', async (token) => {
    const { status, json } = await call('POST', `/api/favorites/mails/unsubscribe?favoris=${token}`, {
      body: {},
    });
    expect([status, json.code]).toEqual([404, 'FAVORITE_MAIL_TOKEN_UNKNOWN']);
  });
});
