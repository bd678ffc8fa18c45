import { createHmac } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, it, onTestFinished, test } from 'vitest';
import { clock, moveClock } from '#platform/clock.server.ts';
import { testApp } from '../../../tests/kit/app.ts';
import { takeReports } from './bounces.server.ts';
import { bounceWeight, type MailEvent } from './bounces.ts';
import { allow, carryMails, queueMail, suppress } from './outbox.server.ts';

const SECRET = 'le secret du prestataire qui porte nos courriels';
const { db, call, services } = await testApp({ MAIL_WEBHOOK_SECRET: SECRET });
const never = new AbortController().signal;
const EMAIL = 'claire@example.test';
const DAY_MS = 86_400_000;

afterEach(async () => {
  moveClock(0);
  await sql`truncate mail_outbox, mail_address, mail_refusal, mail_event`.execute(db);
});

const signatureOf = (body: string, at = clock.now(), secret = SECRET) => {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
};
const post = (body: string, signature: string | null = signatureOf(body)) =>
  call('POST', '/api/mail/events', {
    body,
    headers: {
      'content-type': 'application/json',
      ...(signature === null ? {} : { 'vigie-signature': signature }),
    },
  });
let count = 0;
const tell = (...events: Partial<MailEvent>[]) => {
  count += 1;
  const named = events.map((event, index) => ({ id: `e${count}-${index}`, type: 'bounce', ...event }));
  return post(JSON.stringify({ events: named }));
};
/** A mail that was carried; gives its Message-ID's key, and what became of the next one. */
async function written(to = EMAIL) {
  count += 1;
  const key = `essai:${count}`;
  await db.transaction().execute((tx) =>
    queueMail(tx, {
      dedupeKey: key,
      stream: 'essai',
      to,
      subject: 'Bonjour',
      html: '<p>Voilà</p>',
      text: 'Voilà',
    }),
  );
  await carryMails(services, never);
  return db
    .selectFrom('mailOutbox')
    .select(['messageKey', 'status'])
    .where('dedupeKey', '=', key)
    .executeTakeFirstOrThrow();
}
const nextMail = async (to = EMAIL) => (await written(to)).status;

describe('POST /mail/events', () => {
  it('sets an address that does not exist aside at once; nothing is carried to it any more', async () => {
    await written();
    const { status, json } = await tell({ email: ' Claire@Example.TEST ', status: '5.1.1' });
    expect([status, json.data]).toEqual([200, { taken: 1, known: 0, ignored: 0 }]);
    expect(await nextMail()).toBe('suppressed');
    expect(await nextMail('voisin@example.test')).toBe('sent');
  });

  it('sets whoever complains aside, by the Message-ID alone if need be', async () => {
    const { messageKey } = await written();
    const { json } = await tell({ type: 'complaint', messageId: `<${messageKey}@vigie.localhost>` });
    expect(json.data.taken).toBe(1);
    expect(await nextMail()).toBe('suppressed');
  });

  it('counts what may pass later, and forgets it in time', async () => {
    await written();
    for (let each = 0; each < 3; each += 1) await tell({ email: EMAIL, status: '4.2.2' });
    expect(await nextMail()).toBe('sent');
    moveClock(31 * DAY_MS);
    await tell({ email: EMAIL, status: '4.2.2' });
    expect(await nextMail()).toBe('sent');
    for (let each = 0; each < 3; each += 1) await tell({ email: EMAIL, status: '4.2.2' });
    expect(await nextMail()).toBe('suppressed');
  });

  it('takes an event once, however often it is told', async () => {
    await written();
    for (const known of [0, 1, 1, 1, 1]) {
      const { json } = await tell({ id: 'même', email: EMAIL, status: '5.2.2' });
      expect(json.data.known).toBe(known);
    }
    expect(await nextMail()).toBe('sent');
  });

  it('ignores what says nothing of a bounce, and what is older than a release', async () => {
    await written();
    const before = clock.now();
    await tell({ email: EMAIL, status: '5.1.1' });
    moveClock(60_000);
    expect(await allow(services, EMAIL)).toBe(true);
    const { json } = await tell(
      { email: EMAIL, status: '5.1.1', at: before.toISOString() },
      { type: 'delivered', email: EMAIL },
      { type: 'complaint' },
      { type: 'complaint', email: 'personne' },
      { type: 'complaint', messageId: `<${'0'.repeat(32)}@vigie.localhost>` },
    );
    expect(json.data).toEqual({ taken: 0, known: 0, ignored: 5 });
    expect(await nextMail()).toBe('sent');
    moveClock(120_000);
    await tell({ email: EMAIL, status: '5.1.1' });
    expect(await nextMail()).toBe('suppressed');
  });

  it('keeps nothing that names somebody nobody wrote to, and writes to them no more', async () => {
    await tell({ type: 'complaint', email: 'partie@example.test' });
    expect(await db.selectFrom('mailAddress').selectAll().execute()).toEqual([]);
    expect(await nextMail('partie@example.test')).toBe('suppressed');
    expect(await allow(services, 'partie@example.test')).toBe(true);
    expect(await nextMail('partie@example.test')).toBe('sent');
  });

  const body = JSON.stringify({ events: [{ id: 'faux', type: 'complaint', email: EMAIL }] });
  it.each([
    ['without a signature', () => post(body, null)],
    ['signed with another secret', () => post(body, signatureOf(body, undefined, 'un autre secret'))],
    ['changed after it was signed', () => post(body.replace('claire', 'sophie'), signatureOf(body))],
    ['signed six minutes ago', () => post(body, signatureOf(body, new Date(Date.now() - 360_000)))],
    ['signed in six minutes', () => post(body, signatureOf(body, new Date(Date.now() + 360_000)))],
    ['with half a signature', () => post(body, signatureOf(body).slice(0, -2))],
    ['with a signature of nothing', () => post(body, 't=,v1=')],
  ])('answers 400 to what comes %s, and retains nothing', async (_, send) => {
    await written();
    const { status, json } = await send();
    expect([status, json.code]).toEqual([400, 'MAIL_SIGNATURE']);
    expect(await db.selectFrom('mailEvent').selectAll().execute()).toEqual([]);
    expect(await nextMail()).toBe('sent');
  });

  it('takes one of two signatures while the secret is being changed', async () => {
    const now = clock.now();
    const [second, old] = signatureOf(body, now, 'un ancien secret').split(',');
    const { status } = await post(body, `${second},${old},${signatureOf(body, now).split(',')[1]}`);
    expect(status).toBe(200);
  });

  it('takes nothing where there is no secret', async () => {
    const closed = await testApp();
    const { status, json } = await closed.call('POST', '/api/mail/events', {
      body: JSON.parse(body),
      headers: { 'vigie-signature': signatureOf(body, undefined, '') },
    });
    expect([status, json.code]).toEqual([400, 'MAIL_SIGNATURE']);
  });
});

/** A report as mail servers write it, about the mail of this key. */
const report = (
  messageKey: string,
  {
    action = 'failed',
    status = '5.1.1',
    diagnostic = 'smtp; 550 5.1.1 <claire@example.test>: unknown user',
  } = {},
) =>
  [
    'From: MAILER-DAEMON@mx.example.test (Mail Delivery System)',
    'To: alertes@vigie.localhost',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="4F2B.1763/mx.example.test"',
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--4F2B.1763/mx.example.test',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I am sorry to have to inform you that your message could not be delivered.',
    `Message-ID: <${'f'.repeat(32)}@vigie.localhost>`,
    '',
    '--4F2B.1763/mx.example.test',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.test',
    'Arrival-Date: Sun, 22 Nov 2026 01:00:00 +0000',
    '',
    'Final-Recipient: rfc822; claire@example.test',
    `Action: ${action}`,
    `Status: ${status}`,
    'Diagnostic-Code:',
    `    ${diagnostic}`,
    '',
    '--4F2B.1763/mx.example.test',
    'Content-Type: message/rfc822',
    '',
    'From: Vigie <alertes@vigie.localhost>',
    'To: claire@example.test',
    `Message-ID: <${messageKey}@vigie.localhost>`,
    'Subject: Bonjour',
    '',
    `Message-ID: <${'e'.repeat(32)}@vigie.localhost>`,
    '',
    '--4F2B.1763/mx.example.test--',
    '',
  ].join('\r\n');

const complaint = (messageKey: string, type = 'abuse') =>
  [
    'From: <fbl@provider.example.test>',
    'To: alertes@vigie.localhost',
    'Subject: FW: Bonjour',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary=part',
    '',
    '--part',
    'Content-Type: text/plain',
    '',
    'This is an email abuse report.',
    '--part',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'User-Agent: SomeGenerator/1.0',
    'Version: 1',
    '',
    '--part',
    'Content-Type: text/rfc822-headers; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(`To: claire@example.test\r\nMessage-Id: <${messageKey}@vigie.localhost>\r\n`).toString(
      'base64',
    ),
    '--part--',
    '',
  ].join('\r\n');

describe('a report of a mail server', () => {
  const read = async (message: string) => (await tell({ type: 'message', message })).json.data;

  it('that a mail was refused for good sets its address aside', async () => {
    const { messageKey } = await written();
    expect(await read(report(messageKey))).toEqual({ taken: 1, known: 0, ignored: 0 });
    expect(await nextMail()).toBe('suppressed');
  });

  it('believes what the server said in its own words over « 5.0.0 »', async () => {
    const { messageKey } = await written();
    await read(report(messageKey, { status: '5.0.0', diagnostic: 'smtp; 552 5.2.2 mailbox full' }));
    const { bounces } = await db.selectFrom('mailAddress').select('bounces').executeTakeFirstOrThrow();
    expect(bounces).toBe(2);
  });

  it('of a complaint, headers alone and encoded, sets its address aside', async () => {
    const { messageKey } = await written();
    expect((await read(complaint(messageKey))).taken).toBe(1);
    expect(await nextMail()).toBe('suppressed');
  });

  it.each([
    ['is only late', (key: string) => report(key, { action: 'delayed', status: '4.4.1' })],
    ['is about no mail of ours', () => report('d'.repeat(32))],
    ['takes a complaint back', (key: string) => complaint(key, 'not-spam')],
    ['is no report', (key: string) => `Subject: Re\r\nIn-Reply-To: <${key}@vigie.localhost>\r\n\r\nMerci`],
    ['is cut short', (key: string) => report(key).slice(0, 700)],
    ['is made of noise', () => '\u0001--\r\nContent-Type: multipart/report; boundary=\r\n\r\n--\r\n--'],
  ])('that %s is ignored', async (_, make) => {
    const { messageKey } = await written();
    expect(await read(make(messageKey))).toEqual({ taken: 0, known: 0, ignored: 1 });
    expect(await nextMail()).toBe('sent');
  });

  test('in files, alone or as a Maildir, is read once', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'vigie-test-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const { messageKey } = await written();
    await mkdir(path.join(folder, 'new'));
    await writeFile(path.join(folder, 'new', '1'), report(messageKey));
    await writeFile(path.join(folder, 'autre.eml'), 'Subject: Bonjour\r\n\r\nBonjour');
    const first = await takeReports(services, [folder, path.join(folder, 'absent')]);
    expect(first).toEqual({ taken: 1, known: 0, ignored: 1, unreadable: [path.join(folder, 'absent')] });
    expect(await takeReports(services, [path.join(folder, 'new', '1')])).toMatchObject({
      known: 1,
      taken: 0,
    });
    expect(await nextMail()).toBe('suppressed');
  });
});

test.each([
  ['5.1.1', true, 4],
  ['5.1.10', null, 4],
  ['5.2.1', null, 4],
  ['5.2.2', null, 2],
  ['5.4.1', null, 2],
  ['4.4.1', null, 1],
  // Refused of ourselves: the address has nothing to do with it.
  ['5.7.1', true, 0],
  ['4.7.28', null, 0],
  ['5.1.8', true, 0],
  ['5.6.0', true, 0],
  ['2.0.0', null, 0],
  [null, true, 4],
  [null, null, 4],
  [null, false, 1],
])('a bounce %s (for good: %s) weighs %i', (status, permanent, weight) => {
  expect(bounceWeight({ status, permanent })).toBe(weight);
});

test('an address set aside by hand stays so until it is released', async () => {
  await written();
  await suppress(db, EMAIL, 'operator');
  await tell({ email: EMAIL, status: '5.1.1' });
  const { reason } = await db.selectFrom('mailAddress').select('reason').executeTakeFirstOrThrow();
  expect(reason).toBe('operator');
  expect(await nextMail()).toBe('suppressed');
});
