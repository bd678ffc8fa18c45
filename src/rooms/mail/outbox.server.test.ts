import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import PostalMime from 'postal-mime';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { email } from '#contract/fields.ts';
import { moveClock } from '#platform/clock.server.ts';
import { testServices } from '../../../tests/kit/app.ts';
import { chanceOf } from '../../../tests/kit/chance.ts';
import { smtpServer } from '../../../tests/kit/smtp-server.ts';
import { mailboxFolder } from './carrier.server.ts';
import type { OutgoingMail } from './contract.ts';
import { emptyMails } from './erasure.server.ts';
import { allow, carryMails, forgetMails, queueMail, suppress, withdrawMail } from './outbox.server.ts';

const { db, url, services } = await testServices();
const never = new AbortController().signal;
const carry = (env = services.env) => carryMails({ ...services, env }, never);

const mail = (said: Partial<OutgoingMail> = {}): OutgoingMail => ({
  dedupeKey: `essai:${Math.random()}`,
  stream: 'essai',
  to: 'claire@example.test',
  subject: 'Deux annonces à Nîmes – 250 000,00 €',
  html: '<p>Voilà</p>',
  text: 'Voilà',
  ...said,
});
/** Bytes that no encoding of text keeps. */
const paper = {
  name: 'F-2026-000001.pdf',
  type: 'application/pdf',
  bytes: Buffer.from([0, 13, 10, 255, 46]),
};
const queue = (said: Partial<OutgoingMail> = {}) =>
  db.transaction().execute((tx) => queueMail(tx, mail(said)));
const row = (dedupeKey: string) =>
  db.selectFrom('mailOutbox').selectAll().where('dedupeKey', '=', dedupeKey).executeTakeFirstOrThrow();
const folder = mailboxFolder(services.env);
const files = async () =>
  (await readdir(folder).catch(() => []))
    .filter((name) => name !== '.drafts')
    .toSorted((a, b) => a.localeCompare(b));

afterEach(async () => {
  moveClock(0);
  await db.deleteFrom('mailOutbox').execute();
  await db.deleteFrom('mailAddress').execute();
  await rm(folder, { recursive: true, force: true });
});

async function smtp(...given: Parameters<typeof smtpServer>) {
  const { url: SMTP_URL, accepted } = await smtpServer(...given);
  return { env: { ...services.env, SMTP_URL }, accepted };
}
const refuse = (code: number, message: string) => Object.assign(new Error(message), { responseCode: code });

it('carries to every address that a form takes, and a form takes none that it would refuse', async () => {
  const chance = chanceOf();
  const letters = [
    'a',
    'é',
    '😀',
    '.',
    '-',
    '_',
    '+',
    "'",
    'İ',
    'ß',
    '\u200b',
    '\u202e',
    '\u00a0',
    '\u0000',
    '"',
    '\ud83d',
    'ǅ',
    '字',
  ];
  const some = (most: number, of: readonly string[]) =>
    Array.from({ length: chance.int(1, most) }, () => chance.pick(of)).join('');
  for (let each = 0; each < 300; each += 1) {
    const labels = Array.from({ length: chance.int(1, 6) }, () => some(60, ['a', 'b', '1', '-']));
    const typed = `${some(chance.pick([3, 70]), chance.pick([letters, letters.slice(0, 8)]))}@${labels.join('.')}.fr`;
    const read = email.safeParse(typed);
    if (read.success)
      await expect(queue({ to: read.data, replyTo: read.data }), `${chance.seed} ${typed}`).resolves.toBe(
        true,
      );
  }
});

describe('queueing', () => {
  it('writes a mail once per key, in the transaction that makes it true', async () => {
    expect(await queue({ dedupeKey: 'a' })).toBe(true);
    expect(await queue({ dedupeKey: 'a', subject: 'Autre' })).toBe(false);
    const rolledBack = db.transaction().execute(async (tx) => {
      await queueMail(tx, mail({ dedupeKey: 'b' }));
      throw new Error('non');
    });
    await expect(rolledBack).rejects.toThrow('non');
    const rows = await db.selectFrom('mailOutbox').select(['dedupeKey', 'subject']).execute();
    expect(rows).toEqual([{ dedupeKey: 'a', subject: mail().subject }]);
  });

  it('takes out of a subject what no screen shows, and keeps its spaces', async () => {
    await queue({ subject: 'Visite\u00a0: Fon\u202etanel\u200b' });
    const { subject } = await db.selectFrom('mailOutbox').select('subject').executeTakeFirstOrThrow();
    expect(subject).toBe('Visite\u00a0: Fontanel');
  });

  it.each([
    ['a line break in the subject', { subject: 'Bonjour\r\nBcc: tous@example.test' }],
    ['a line break in a header', { headers: { 'List-Id': 'a\nBcc: tous@example.test' } }],
    ['a line break in the address', { to: 'a@example.test\r\nRCPT TO:<b@example.test>' }],
    ['two addresses', { to: 'a@example.test, b@example.test' }],
    ['a From of the caller', { headers: { From: 'moi@example.test' } }],
    ['an answer address with a name', { replyTo: 'Moi <moi@example.test>' }],
    ['an attachment whose name is a path', { attachment: { ...paper, name: '../F-2026-000001.pdf' } }],
    [
      'a line break in the type of an attachment',
      { attachment: { ...paper, type: 'application/pdf\r\nBcc' } },
    ],
  ])('refuses %s', async (_, said) => {
    await expect(queue(said)).rejects.toThrow(TypeError);
    expect(await db.selectFrom('mailOutbox').selectAll().execute()).toEqual([]);
  });
});

describe('the mailbox folder', () => {
  it('gets a real message with both parts, our From and the headers asked for', async () => {
    await queue({
      dedupeKey: 'a',
      to: ' Claire@Example.TEST ',
      replyTo: 'agence@example.test',
      headers: { 'List-Unsubscribe': '<https://vigie.example/api/unsubscribe?token=abc>' },
    });
    expect(await carry()).toBe(1);
    const [name, ...others] = await files();
    expect(others).toEqual([]);
    const raw = await readFile(path.join(folder, name ?? ''));
    const read = await PostalMime.parse(raw);
    expect(read).toMatchObject({
      subject: 'Deux annonces à Nîmes – 250 000,00 €',
      from: { name: 'Vigie', address: 'alertes@vigie.localhost' },
      to: [{ address: 'claire@example.test' }],
      replyTo: [{ address: 'agence@example.test' }],
    });
    expect(read.messageId).toBe(`<${name?.replace('.eml', '')}@vigie.localhost>`);
    expect(read.html).toContain('<p>Voilà</p>');
    expect(read.text).toContain('Voilà');
    expect(raw.toString()).toMatch(/^Content-Type: multipart\/alternative/m);
    expect(read.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toBe(
      '<https://vigie.example/api/unsubscribe?token=abc>',
    );
    expect(await row('a')).toMatchObject({ status: 'sent', attempts: 1, error: null });
  });

  it('gets the file that goes with a mail, byte for byte, beside both parts', async () => {
    await queue({ dedupeKey: 'a', attachment: paper });
    expect(await carry()).toBe(1);
    const [name = ''] = await files();
    const { attachments, html, text } = await PostalMime.parse(await readFile(path.join(folder, name)));
    expect(
      attachments.map(({ filename, mimeType, disposition }) => [filename, mimeType, disposition]),
    ).toEqual([[paper.name, paper.type, 'attachment']]);
    expect(Buffer.from(attachments[0]?.content as ArrayBuffer)).toEqual(paper.bytes);
    expect([html?.trim(), text?.trim()]).toEqual(['<p>Voilà</p>', 'Voilà']);
  });

  it('holds a mail once, byte for byte, when a process died after writing it', async () => {
    await queue({ dedupeKey: 'a' });
    await carry();
    const [name = ''] = await files();
    const first = await readFile(path.join(folder, name));
    const dead = { status: 'sending', carrier: 99, claimedAt: new Date() } as const;
    await db.updateTable('mailOutbox').set(dead).execute();
    await carry();
    expect(await files()).toEqual([name]);
    // Written anew where the first copy was lost, it is the same message.
    await rm(path.join(folder, name));
    await db.updateTable('mailOutbox').set(dead).execute();
    await carry();
    expect(await readFile(path.join(folder, name))).toEqual(first);
    expect(await row('a')).toMatchObject({ status: 'sent' });
  });

  it('leaves no half file when it cannot be written, and takes the mail up later', async () => {
    await mkdir(services.env.dataDir, { recursive: true });
    await writeFile(folder, 'pas un dossier');
    await queue({ dedupeKey: 'a' });
    await carry();
    expect(await row('a')).toMatchObject({ status: 'pending', attempts: 1 });
    await rm(folder);
    moveClock(61_000);
    await carry();
    expect(await row('a')).toMatchObject({ status: 'sent' });
    expect((await files()).every((name) => /^[0-9a-f]{32}\.eml$/.test(name))).toBe(true);
  });
});

it('clears the drafts that dead processes left, not those being written', async () => {
  const drafts = path.join(folder, '.drafts');
  await mkdir(drafts, { recursive: true });
  for (const [name, age] of [
    ['vieux.1', 600],
    ['neuf.2', 1],
  ] as const) {
    await writeFile(path.join(drafts, name), 'une moitié');
    await utimes(path.join(drafts, name), new Date(), new Date(Date.now() - age * 1000));
  }
  await queue();
  await carry();
  expect(await readdir(drafts)).toEqual(['neuf.2']);
});

describe('a mail that really left', () => {
  const secret = 'https://vigie.example/reinitialiser-mot-de-passe?token=SECRET';
  const letter = {
    html: `<a href="${secret}">`,
    text: secret,
    headers: { 'List-Unsubscribe': `<${secret}>` },
  };
  const secrets = () => sql`select 1 from mail_outbox as mail where mail::text like '%SECRET%'`.execute(db);

  const masked = 'https://vigie.example/reinitialiser-mot-de-passe?token=•••';
  const kept = {
    html: null,
    text: masked,
    headers: { 'List-Unsubscribe': `<${masked}>` },
    attachment: null,
  };

  it('keeps its text and nothing that opens anything, whether it went alone or with others', async () => {
    const { env, accepted } = await smtp();
    const [name] = (services.env.replyBox ?? '').split('@');
    await queue({ ...letter, dedupeKey: 'un', replyTo: `${name}+SECRET@vigie.localhost`, attachment: paper });
    await queue({ ...letter, dedupeKey: 'deux', replyTo: 'lea+maison@exemple.fr' });
    await carry({ ...env, mailboxPath: null });
    expect(accepted.map(({ raw }) => raw.includes('SECRET'))).toEqual([true, true]);
    expect((await secrets()).rows).toEqual([]);
    expect(await row('un')).toMatchObject({
      ...kept,
      status: 'sent',
      replyTo: `${name}+•••@vigie.localhost`,
      attachmentName: paper.name,
    });
    expect(await row('deux')).toMatchObject({ ...kept, status: 'sent', replyTo: 'lea+maison@exemple.fr' });
    const [{ attachments } = { attachments: [] }] = await Promise.all(
      accepted.map(({ raw }) => PostalMime.parse(raw)),
    );
    expect(attachments.map(({ content }) => Buffer.from(content as ArrayBuffer))).toEqual([paper.bytes]);
  });

  it('keeps no more of one that no server takes, or that is never sent', async () => {
    const { env } = await smtp(() => refuse(550, '5.1.1 inconnu'));
    await suppress(db, 'ecartee@essai.test', 'operator');
    await queue({ ...letter, dedupeKey: 'refuse' });
    await queue({ ...letter, dedupeKey: 'ecarte', to: 'ecartee@essai.test' });
    await carry({ ...env, mailboxPath: null });
    expect(await row('refuse')).toMatchObject({ ...kept, status: 'failed' });
    expect(await row('ecarte')).toMatchObject({ ...kept, status: 'suppressed' });
    expect((await secrets()).rows).toEqual([]);
  });

  it('gets none of its words back when they were erased while it was being sent', async () => {
    const { env, accepted } = await smtp(() => null, {
      onMailFrom: (_address, _session, done) => {
        const erase = async () => {
          await db.transaction().execute((tx) => emptyMails(tx, ['un']));
          done();
        };
        void erase();
      },
    });
    await queue({ ...letter, dedupeKey: 'un', replyTo: 'lea@exemple.fr' });
    await carry({ ...env, mailboxPath: null });
    expect(accepted).toHaveLength(1);
    expect(await row('un')).toMatchObject({
      status: 'sent',
      html: null,
      text: null,
      headers: {},
      replyTo: null,
    });
  });

  it('keeps its words as long as it has not left', async () => {
    await queue({ ...letter, dedupeKey: 'attend' });
    await carry({ ...services.env, SMTP_URL: 'smtp://127.0.0.1:1', mailboxPath: null });
    expect((await row('attend')).text).toBe(secret);
  });
});

describe('an SMTP server that wants a password', () => {
  it('is told none on a line without TLS, and the mail waits', async () => {
    const told: unknown[] = [];
    const { env, accepted } = await smtp(() => null, {
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      authOptional: true,
      onAuth: (auth, _session, done) => {
        told.push(auth);
        done(null, { user: auth.username });
      },
    });
    await queue({ dedupeKey: 'clair' });
    await carry({ ...env, SMTP_URL: env.SMTP_URL.replace('smtp://', 'smtp://vigie:secret@') });
    expect([told, accepted]).toEqual([[], []]);
    expect(await row('clair')).toMatchObject({ status: 'pending', attempts: 1 });
  });
});

describe('what a dead carrier left', () => {
  it('is taken again at once when its lock is gone, and not before', async () => {
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query('select pg_advisory_lock(7204, 41)');
    await queue({ dedupeKey: 'held' });
    await db
      .updateTable('mailOutbox')
      .set({ status: 'sending', carrier: 41, claimedAt: new Date() })
      .execute();
    expect(await carry()).toBe(0);
    expect(await row('held')).toMatchObject({ status: 'sending' });
    await other.end();
    // Its lock dies with its connection, a moment later.
    const held = async () =>
      (
        await sql`
          select from pg_locks where locktype = 'advisory' and classid = 7204 and objid = 41
            and database = (select oid from pg_database where datname = current_database())
        `.execute(db)
      ).rows.length;
    await expect.poll(held).toBe(0);
    expect(await carry()).toBe(1);
    expect(await row('held')).toMatchObject({ status: 'sent' });
  });

  it('is taken again within two minutes when its process hangs, lock and all', async () => {
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    onTestFinished(() => other.end());
    await other.query('select pg_advisory_lock(7204, 42)');
    await queue({ dedupeKey: 'hung' });
    await db
      .updateTable('mailOutbox')
      .set({ status: 'sending', carrier: 42, claimedAt: new Date() })
      .execute();
    moveClock(120_000);
    expect(await carry()).toBe(1);
  });

  it('is never given to two carriers at once', async () => {
    for (let index = 0; index < 40; index += 1) await queue({ dedupeKey: `m${index}` });
    const settled = await Promise.all([carry(), carry(), carry()]);
    expect(settled.reduce((sum, one) => sum + one)).toBe(40);
    expect(await files()).toHaveLength(40);
  });
});

describe('an SMTP server', () => {
  it('gets the message, and the mail is marked as being sent before that', async () => {
    let during: string | undefined;
    const { env, accepted } = await smtp(() => null, {
      onMailFrom: (_address, _session, done) => {
        const note = async () => {
          during = (await row('a')).status;
          done();
        };
        void note();
      },
    });
    await queue({ dedupeKey: 'a' });
    await carry(env);
    expect(during).toBe('sending');
    expect(accepted).toHaveLength(1);
    expect(accepted[0]?.to).toEqual(['claire@example.test']);
    expect((await PostalMime.parse(accepted[0]?.raw ?? '')).subject).toBe(mail().subject);
    expect(await files()).toEqual([]);
  });

  it('has one mail in hand at a time: those before it are noted as sent by then', async () => {
    const during: Record<string, number>[] = [];
    const { env, accepted } = await smtp(() => null, {
      onMailFrom: (_address, _session, done) => {
        const note = async () => {
          const { rows } = await sql<{ status: string; count: number }>`
            select status, count(*) as count from mail_outbox group by status
          `.execute(db);
          during.push(Object.fromEntries(rows.map(({ status, count }) => [status, count])));
          done();
        };
        void note();
      },
    });
    for (let index = 0; index < 4; index += 1) await queue({ dedupeKey: `m${index}` });
    await queue({ dedupeKey: 'gone', forget: true, headers: { 'List-Id': 'x', 'List-Unsubscribe': 'x' } });
    await carry(env);
    expect(accepted).toHaveLength(5);
    expect(during).toEqual([
      { sending: 1, pending: 4 },
      { sent: 1, sending: 1, pending: 3 },
      { sent: 2, sending: 1, pending: 2 },
      { sent: 3, sending: 1, pending: 1 },
      { sent: 4, sending: 1 },
    ]);
    const left = await db.selectFrom('mailOutbox').select(['dedupeKey', 'status', 'carrier']).execute();
    expect(left).toHaveLength(4);
    for (const one of left) expect(one).toMatchObject({ status: 'sent', carrier: null });
  });

  it('that refuses one address holds no other back; after two refusals the address is left alone', async () => {
    const { env, accepted } = await smtp((to) =>
      to.startsWith('morte') ? refuse(550, 'no such user') : null,
    );
    await queue({ dedupeKey: 'bad', to: 'morte@example.test' });
    for (let index = 0; index < 6; index += 1)
      await queue({ dedupeKey: `good${index}`, to: `u${index}@example.test` });
    await carry(env);
    expect(accepted).toHaveLength(6);
    expect(await row('bad')).toMatchObject({ status: 'failed', attempts: 1 });
    expect((await row('bad')).error).toContain('550');
    await queue({ dedupeKey: 'bad2', to: 'morte@example.test' });
    await carry(env);
    await queue({ dedupeKey: 'bad3', to: 'morte@example.test' });
    await carry(env);
    expect(await row('bad3')).toMatchObject({ status: 'suppressed', attempts: 0 });
  });

  it('that is busy is asked again for more than a day, then no more', async () => {
    const { env } = await smtp(() => refuse(451, 'greylisted'));
    await queue({ dedupeKey: 'a' });
    const tries: number[] = [];
    for (let hour = 0; hour <= 80; hour += 1) {
      moveClock(hour * 3_600_000);
      const before = (await row('a')).attempts;
      await carry(env);
      if ((await row('a')).attempts > before) tries.push(hour);
    }
    expect(tries[0]).toBe(0);
    expect(tries.filter((hour) => hour <= 24).length).toBeGreaterThan(5);
    expect(Math.max(...tries)).toBeGreaterThan(24);
    expect(await row('a')).toMatchObject({ status: 'failed' });
  });

  it('that is away keeps everything; back, it gets each mail once', async () => {
    for (let index = 0; index < 12; index += 1)
      await queue({ dedupeKey: `m${index}`, to: `u${index}@example.test` });
    await carry({ ...services.env, SMTP_URL: 'smtp://127.0.0.1:1' });
    const waiting = await db.selectFrom('mailOutbox').select('status').execute();
    expect(waiting.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 'pending'));
    const { env, accepted } = await smtp();
    moveClock(61_000);
    await carry(env);
    expect(accepted).toHaveLength(12);
    expect(new Set(accepted.map(({ to }) => to[0]))).toEqual(
      new Set(Array.from({ length: 12 }, (_, index) => `u${index}@example.test`)),
    );
  });

  it('that drops the line under one mail lets the others pass', async () => {
    const { env, accepted } = await smtp(() => null, {
      onRcptTo: ({ address }, session, done) => {
        if (!address.startsWith('coupe')) return done();
        const socket = (session as unknown as { _socket?: { destroy(): void } })._socket;
        if (socket) socket.destroy();
        else done(refuse(421, 'closing'));
      },
    });
    await queue({ dedupeKey: 'cut', to: 'coupe@example.test' });
    for (let index = 0; index < 6; index += 1)
      await queue({ dedupeKey: `g${index}`, to: `u${index}@example.test` });
    for (let round = 0; round < 4; round += 1) {
      moveClock(round * 61_000);
      await carry(env);
    }
    expect(accepted).toHaveLength(6);
    expect(await row('cut')).toMatchObject({ status: 'pending' });
  });
});

it('carries nothing to an address that complained, until an operator allows it again', async () => {
  await suppress(db, 'Claire@example.test', 'complaint');
  await queue({ dedupeKey: 'a' });
  await carry();
  expect(await row('a')).toMatchObject({ status: 'suppressed' });
  expect(await allow(services, 'claire@example.test')).toBe(true);
  await queue({ dedupeKey: 'b' });
  await carry();
  expect(await row('b')).toMatchObject({ status: 'sent' });
});

it('withdraws what waits of one stream', async () => {
  await queue({ dedupeKey: 'a', stream: 'alert:1' });
  await queue({ dedupeKey: 'b', stream: 'alert:2' });
  await db.transaction().execute((tx) => withdrawMail(tx, 'alert:1'));
  await carry();
  expect(await row('a')).toMatchObject({ status: 'withdrawn' });
  expect(await row('b')).toMatchObject({ status: 'sent' });
});

it('forgets bodies after a month and keys after a year, of finished mails only', async () => {
  await queue({ dedupeKey: 'sent', attachment: paper });
  await carry();
  await queue({ dedupeKey: 'waiting', attachment: paper });
  moveClock(31 * 86_400_000);
  await forgetMails(db);
  expect(await row('sent')).toMatchObject({ html: null, text: null, attachment: null });
  expect(await row('waiting')).toMatchObject({ html: '<p>Voilà</p>', attachment: paper.bytes });
  moveClock(366 * 86_400_000);
  await forgetMails(db);
  const left = await db.selectFrom('mailOutbox').select('dedupeKey').execute();
  expect(left).toEqual([{ dedupeKey: 'waiting' }]);
});
