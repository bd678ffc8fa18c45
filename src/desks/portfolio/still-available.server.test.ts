import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { parisDay } from '#contract/day.ts';
import { asAgencyId, signToken } from '#platform/auth.server.ts';
import { clock, moveClock } from '#platform/clock.server.ts';
import { expireListings } from '#rooms/listings/availability.server.ts';
import { recordListingsToConfirm } from '#rooms/listings/availability-requests.server.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { carryMails } from '#rooms/mail/outbox.server.ts';
import { notifyAgencies, sendDigests } from '#rooms/notifications/notifications.server.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { cleared, lawfulSale } from '../../../tests/kit/law.ts';
import { lawfulSpace } from '../../../tests/kit/portfolio.ts';
import { smtpServer } from '../../../tests/kit/smtp-server.ts';
import { removeListing } from './actions.server.ts';
import { askedByLink, confirmByLink } from './still-available.server.ts';

const DAY = 86_400_000;
let site: TestApp;
let own: Awaited<ReturnType<typeof lawfulSpace>>;
let ids: Map<string, number>;

beforeAll(async () => {
  site = await testApp();
  own = await lawfulSpace(site, 'Agence des Quais', 'quais@essai.test');
});

beforeEach(async () => {
  moveClock(0);
  await sql`truncate listing, agency_notification, agency_digest, mail_outbox cascade`.execute(site.db);
  const drafts = ['q1', 'q2', 'q3'].map((id) =>
    cleared(lawfulSale(id, { reference: id.toUpperCase(), title: `Maison ${id}` })),
  );
  const now = clock.now();
  const { outcomes } = await site.db
    .transaction()
    .execute((tx) =>
      applyListings(tx, { agencyId: own.agency.id, source: 'manual', run: null, now, drafts }),
    );
  ids = new Map([...outcomes].map(([id, outcome]) => [id, outcome.id]));
  await sql`
    insert into listing_confirmation (listing_id, at) select id, ${now} from listing
    on conflict (listing_id) do update set at = excluded.at`.execute(site.db);
});
afterEach(() => moveClock(0));

/** Hours of Paris: the digest leaves from eight o’clock. */
function moveToNoon(days: number): void {
  const { day } = parisDay(new Date(Date.now() + days * DAY));
  moveClock(Date.parse(`${day}T11:00:00Z`) - Date.now());
}

/** The tokens of the mail that asks, of each listing by its reference, and of all. */
async function askedTokens(): Promise<{ one: Map<string, string>; all: string }> {
  moveToNoon(7);
  await recordListingsToConfirm(site.db, clock.now());
  await notifyAgencies(site.services);
  await sendDigests(site.services);
  const { text } = await site.db
    .selectFrom('mailOutbox')
    .select('text')
    .where('dedupeKey', 'like', 'notification:%')
    .executeTakeFirstOrThrow();
  const links = [...(text ?? '').matchAll(/\/agence\/toujours-disponible\?token=([\w-]+\.[\w-]+)/g)].map(
    ([, token = '']) => token,
  );
  expect(links).toHaveLength(4);
  return {
    one: new Map(['Q1', 'Q2', 'Q3'].map((reference, rank) => [reference, links[rank]!])),
    all: links[3]!,
  };
}
const asked = (token: string) => askedByLink(site.services, token);
const confirm = (token: string) => confirmByLink(site.services, token);
async function confirmedToday(): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select reference from listing join listing_confirmation on listing_id = listing.id
    where at >= ${new Date(clock.now().getTime() - DAY)} order by reference`.execute(site.db);
  return rows.map(({ reference }) => reference);
}

test('the mail that asks has one link for each listing, and one for all, and leaves by SMTP', async () => {
  const smtp = await smtpServer();
  await askedTokens();
  const env = { ...site.services.env, SMTP_URL: smtp.url };
  await carryMails({ ...site.services, env }, new AbortController().signal);
  const [mail] = smtp.accepted.filter(({ raw }) => raw.includes('toujours-disponible'));
  expect(mail?.to).toEqual(['quais@essai.test']);
});

test('a link confirms its own listing, once, after a press and not when it is looked at', async () => {
  const { one } = await askedTokens();
  const token = one.get('Q2')!;
  for (const _ of [1, 2])
    expect(await asked(token)).toMatchObject({
      state: 'waiting',
      all: false,
      agency: 'Agence des Quais',
      listings: [{ reference: 'Q2', title: 'Maison q2' }],
    });
  expect(await confirmedToday()).toEqual([]);
  expect(await Promise.all([confirm(token), confirm(token)])).toContainEqual({ confirmed: 1, refused: [] });
  expect(await confirmedToday()).toEqual(['Q2']);
  expect(await asked(token)).toMatchObject({ state: 'already', one: { reference: 'Q2' } });
  const { rows } = await sql<{ at: Date }>`select at from listing_confirmation
    where listing_id = ${ids.get('q2')}`.execute(site.db);
  moveToNoon(9);
  expect(await confirm(token)).toEqual({ confirmed: 0, refused: [] });
  const again = await sql<{ at: Date }>`select at from listing_confirmation
    where listing_id = ${ids.get('q2')}`.execute(site.db);
  expect(again.rows).toEqual(rows);
});

test('the link for all confirms what is left to confirm, and no listing that was not asked about', async () => {
  const { one, all } = await askedTokens();
  await confirm(one.get('Q1')!);
  await sql`update listing_confirmation set at = ${new Date(clock.now().getTime() - 2 * DAY)}
    where listing_id = ${ids.get('q3')}`.execute(site.db);
  expect(await asked(all)).toMatchObject({ state: 'waiting', all: true, listings: [{ reference: 'Q2' }] });
  expect(await confirm(all)).toEqual({ confirmed: 1, refused: [] });
  expect(await confirmedToday()).toEqual(['Q1', 'Q2']);
  expect(await asked(all)).toMatchObject({ state: 'already', listings: [] });
});

test('what left for want of this word comes back; after fourteen days the link says that it has expired', async () => {
  const { one } = await askedTokens();
  moveToNoon(15);
  await expireListings(site.db, clock.now());
  expect(await confirm(one.get('Q1')!)).toEqual({ confirmed: 1, refused: [] });
  const statuses = await site.db
    .selectFrom('listing')
    .select(['reference', 'status'])
    .orderBy('reference')
    .execute();
  expect(statuses.map(({ reference, status }) => `${reference} ${status}`)).toEqual([
    'Q1 online',
    'Q2 expired',
    'Q3 expired',
  ]);
  moveToNoon(22);
  expect((await asked(one.get('Q2')!))?.state).toBe('expired');
  await expect(confirm(one.get('Q2')!)).rejects.toThrow(/expiré/);
  expect((await asked(one.get('Q1')!))?.state).toBe('already');
});

test('a listing that was sold since is not brought back', async () => {
  const { one } = await askedTokens();
  await removeListing(site.db, asAgencyId(own.agency.id), String(ids.get('q1')), 'vendue');
  expect(await asked(one.get('Q1')!)).toMatchObject({ state: 'gone', one: { reference: 'Q1' } });
  expect(await confirm(one.get('Q1')!)).toEqual({ confirmed: 0, refused: [] });
  expect(await confirmedToday()).toEqual([]);
});

test('nobody makes up a link, and one signed for something else is none', async () => {
  const { one } = await askedTokens();
  const token = one.get('Q1')!;
  const { secret } = site.services.env;
  const { day } = parisDay(clock.now());
  for (const made of [
    '',
    'x',
    `${token}x`,
    token.replace(/^[^.]+/, Buffer.from(`${own.agency.id}.${day}.tout`).toString('base64url')),
    signToken(secret, 'weekly-report-stop', `${own.agency.id}.${day}.tout`),
  ]) {
    expect(await asked(made)).toBeNull();
    await expect(confirm(made)).rejects.toThrow(/pas valable/);
  }
  expect(await confirmedToday()).toEqual([]);
});
