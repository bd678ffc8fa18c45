import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { accountSessions, insertAccount } from '#rooms/accounts/accounts.sql.server.ts';
import { addAgency } from '#rooms/agencies/agencies.server.ts';
import { agencySessions, insertSpace } from '#rooms/agencies/sessions.sql.server.ts';
import { testDb } from '../../tests/kit/db.ts';
import { hashToken } from './auth.server.ts';
import { clock, moveClock } from './clock.server.ts';
import { cookieIn, hostCookieName, type sessionsIn } from './sessions.server.ts';

const { db } = await testDb();

const DAY_MS = 86_400_000;
let count = 0;

/** Makes an account of people; answers its address and its row. */
async function makeAccount(demo: boolean) {
  const email = `personne${++count}@exemple.fr`;
  const account = await insertAccount(db, { email, firstName: 'Ada', lastName: 'Lune', demo });
  return { email, id: account!.id };
}

/** Makes an agency with its account; answers its address and the row of the account. */
async function makeSpace(demo: boolean) {
  const email = `agence${++count}@exemple.fr`;
  const agency = await addAgency(db, { ref: `agence${count}`, name: `Agence ${count}` }, { demo });
  const space = await db
    .transaction()
    .execute((tx) => insertSpace(tx, { agencyId: agency.id, email, demo, createdAt: clock.now() }));
  return { email, id: space!.id };
}

interface Kind {
  readonly kind: string;
  readonly sessions: ReturnType<typeof sessionsIn<{ demo: boolean; seenAt: Date; email: string }>>;
  readonly table: 'accountSession' | 'agencySession';
  readonly make: (demo: boolean) => Promise<{ email: string; id: number }>;
}

const kinds: readonly Kind[] = [
  { kind: 'people', sessions: accountSessions, table: 'accountSession', make: makeAccount },
  { kind: 'agencies', sessions: agencySessions, table: 'agencySession', make: makeSpace },
];

const browser = { userAgent: 'Firefox', oldToken: undefined };

afterEach(() => moveClock(0));

describe.each(kinds)('sessions of $kind', ({ sessions, table, make }) => {
  const storedOf = (accountId: number) =>
    db.selectFrom(table).selectAll().where('accountId', '=', accountId).orderBy('createdAt').execute();
  const emailOf = async (token: string, demo = false) =>
    (await sessions.holder(db, token, { demo }))?.email ?? null;

  it('open their account, and only the hash of the token is stored', async () => {
    const { email, id } = await make(false);
    const { token } = await sessions.open(db, id, browser, false);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await emailOf(token)).toBe(email);
    const [stored, ...others] = await storedOf(id);
    expect(others).toEqual([]);
    expect(stored).toMatchObject({ tokenHash: hashToken(token), userAgent: 'Firefox', remembered: false });
    expect(JSON.stringify(stored)).not.toContain(token);
    expect(await emailOf(`${token.slice(1)}A`)).toBeNull();
    expect(await emailOf(hashToken(token).toString('base64url'))).toBeNull();
  });

  it.each([
    { remembered: false, days: 1, maxAgeSeconds: undefined },
    { remembered: true, days: 90, maxAgeSeconds: 7_776_000 },
  ])('last $days days where remembered is $remembered', async ({ remembered, days, maxAgeSeconds }) => {
    const { email, id } = await make(false);
    const opened = await sessions.open(db, id, browser, remembered);
    expect(opened.maxAgeSeconds).toBe(maxAgeSeconds);
    const [stored] = await storedOf(id);
    expect(stored!.expiresAt.getTime() - stored!.createdAt.getTime()).toBe(days * DAY_MS);
    moveClock(days * DAY_MS - 3_600_000);
    await sessions.deleteExpired(db);
    expect(await emailOf(opened.token)).toBe(email);
    moveClock(days * DAY_MS);
    expect(await emailOf(opened.token)).toBeNull();
    expect(await storedOf(id)).toHaveLength(1);
    await sessions.deleteExpired(db);
    expect(await storedOf(id)).toEqual([]);
  });

  it('end the one that was open in that browser, whosever it was', async () => {
    const [first, second] = [await make(false), await make(false)];
    const before = await sessions.open(db, first.id, browser, true);
    const elsewhere = await sessions.open(db, first.id, browser, true);
    const after = await sessions.open(db, second.id, { ...browser, oldToken: before.token }, false);
    expect(await Promise.all([before, elsewhere, after].map(({ token }) => emailOf(token)))).toEqual([
      null,
      first.email,
      second.email,
    ]);
  });

  it.each([false, true])(
    'go on under a new token until the same end (remembered: %s)',
    async (remembered) => {
      const { email, id } = await make(false);
      const before = await sessions.open(db, id, browser, remembered);
      const [stored] = await storedOf(id);
      moveClock(3_600_000);
      const after = await sessions.renew(db, before.token);
      expect(await emailOf(before.token)).toBeNull();
      expect(await emailOf(after!.token)).toBe(email);
      const [renewed, ...others] = await storedOf(id);
      expect(others).toEqual([]);
      expect(renewed).toMatchObject({
        remembered,
        expiresAt: stored!.expiresAt,
        createdAt: stored!.createdAt,
      });
      // What is left of it: an hour less than it was opened for, at most.
      if (remembered) expect(after!.maxAgeSeconds).toBeLessThanOrEqual(before.maxAgeSeconds! - 3600);
      else expect(after!.maxAgeSeconds).toBeUndefined();
      expect(await sessions.renew(db, before.token)).toBeNull();
    },
  );

  it('end one by one, and all but the one that asks', async () => {
    const { email, id } = await make(false);
    const stranger = await make(false);
    const open = async (accountId: number) => (await sessions.open(db, accountId, browser, false)).token;
    const [first, second, third] = [await open(id), await open(id), await open(id)];
    const other = await open(stranger.id);
    await sessions.end(db, second);
    expect(await Promise.all([first, second, third].map((token) => emailOf(token)))).toEqual([
      email,
      null,
      email,
    ]);
    await sessions.endAll(db, id, third);
    expect([await emailOf(first), await emailOf(third)]).toEqual([null, email]);
    await sessions.endAll(db, id);
    expect(await storedOf(id)).toEqual([]);
    expect(await emailOf(other)).toBe(stranger.email);
  });

  it('of the demonstration open nothing where it is not let in', async () => {
    const { email, id } = await make(true);
    const { token } = await sessions.open(db, id, browser, false);
    expect([await emailOf(token), await emailOf(token, true)]).toEqual([null, email]);
  });

  it('note when they were last seen, once in five minutes', async () => {
    const { id } = await make(false);
    const { token } = await sessions.open(db, id, browser, true);
    const seen = async () => (await storedOf(id))[0]!.seenAt.getTime();
    const opened = await seen();
    moveClock(6 * 60_000);
    await emailOf(token);
    const noted = await seen();
    expect(noted - opened).toBeGreaterThan(5 * 60_000);
    await emailOf(token);
    expect(await seen()).toBe(noted);
  });

  it('are read where nothing can be written', async () => {
    const { email, id } = await make(false);
    const { token } = await sessions.open(db, id, browser, true);
    moveClock(6 * 60_000);
    const seen = await db.connection().execute(async (one) => {
      await sql`set default_transaction_read_only = on`.execute(one);
      try {
        await expect(sessions.end(one, token)).rejects.toThrow(/read-only/);
        return (await sessions.holder(one, token, { demo: false }))?.email;
      } finally {
        await sql`reset default_transaction_read_only`.execute(one);
      }
    });
    expect(seen).toBe(email);
  });
});

it('sessions of people and of agencies are kept apart', async () => {
  const [person, agency] = [await makeAccount(false), await makeSpace(false)];
  const ofPerson = await accountSessions.open(db, person.id, browser, false);
  const ofAgency = await agencySessions.open(db, agency.id, browser, false);
  expect(await accountSessions.holder(db, ofAgency.token, { demo: true })).toBeNull();
  expect(await agencySessions.holder(db, ofPerson.token, { demo: true })).toBeNull();
});

it.each([
  ['https://vigie.example', '__Host-agency'],
  ['http://localhost:3000', '__Host-agency'],
  ['http://127.0.0.1:3000', '__Host-agency'],
  ['http://vigie.example', 'agency'],
])('at %s the cookie of an agency is %s', (publicUrl, name) => {
  expect(hostCookieName({ publicUrl }, 'agency')).toBe(name);
});

it('a cookie is read by its whole name', () => {
  expect(cookieIn('xa=1; a=2==; b=3', 'a')).toBe('2==');
  expect([cookieIn('xa=1', 'a'), cookieIn('a=', 'a'), cookieIn(null, 'a')]).toEqual([
    undefined,
    '',
    undefined,
  ]);
});
