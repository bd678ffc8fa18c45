import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { moveClock } from '#platform/clock.server.ts';
import { testServices } from '../../../tests/kit/app.ts';
import { smtpServer } from '../../../tests/kit/smtp-server.ts';
import { mailboxFolder } from './carrier.server.ts';
import { erasePerson, personalDataOf } from './erasure.server.ts';
import { carryMails, mailsToRead, suppress, withdrawMail } from './outbox.server.ts';
import { defineMailWriter, queueToWrite, writeDueMails } from './writing.server.ts';
import type { WrittenMail } from './writing.ts';

const { db, services } = await testServices();
const never = new AbortController().signal;
const carry = () => carryMails(services, never);
const folder = mailboxFolder(services.env);

interface Said {
  readonly word: string;
}
/** What the writer was asked, in its order, and what it makes of a word. */
let asked: string[] = [];
let answer: (word: string) => WrittenMail | null;
const writer = defineMailWriter<Said>('essai', async (_tx, _env, mails) => {
  asked.push(...mails.map(({ said }) => said.word));
  return new Map(mails.map(({ id, said }) => [id, answer(said.word)]));
});
const written = (word: string, said: Partial<WrittenMail> = {}): WrittenMail => ({
  subject: `Objet ${word}`,
  html: `<p>${word}</p>`,
  text: word,
  headers: { 'List-Unsubscribe': '<https://vigie.test/stop>' },
  ...said,
});

const queue = (...words: string[]) =>
  db.transaction().execute((tx) =>
    queueToWrite(
      tx,
      writer,
      words.map((word) => ({
        dedupeKey: `essai:${word}`,
        stream: `essai:${word}`,
        to: `${word}@example.test`,
        said: { word },
      })),
    ),
  );
const rows = () => db.selectFrom('mailOutbox').selectAll().orderBy('id').execute();
const states = async () =>
  Object.fromEntries((await rows()).map(({ dedupeKey, status }) => [dedupeKey.slice(6), status]));
const carried = async () =>
  Promise.all(
    (await readdir(folder).catch(() => []))
      .filter((name) => name.endsWith('.eml'))
      .map((name) => readFile(path.join(folder, name), 'utf8')),
  );

beforeEach(() => {
  asked = [];
  answer = written;
});
afterEach(async () => {
  moveClock(0);
  await db.deleteFrom('mailOutbox').execute();
  await db.deleteFrom('mailAddress').execute();
  await rm(folder, { recursive: true, force: true });
});

it('is written once, as it leaves, under the Message-ID it was queued with; queued twice, it is one', async () => {
  await queue('un', 'deux');
  await queue('deux');
  const waiting = await rows();
  expect(waiting.map(({ subject, html, text, list }) => [subject, html, text, list])).toEqual([
    [null, null, null, true],
    [null, null, null, true],
  ]);
  expect(asked).toEqual([]);
  expect(await carry()).toBe(2);
  expect(asked).toEqual(['un', 'deux']);
  expect((await carried()).length).toBe(2);
  for (const { messageKey } of waiting) {
    const file = await readFile(path.join(folder, `${messageKey}.eml`), 'utf8');
    expect(file).toContain(`Message-ID: <${messageKey}@`);
    expect(file).toContain('List-Unsubscribe: <https://vigie.test/stop>');
  }
  await carry();
  expect(asked).toHaveLength(2);
});

it('holds no word of the mail until then: not for a reader, nor in what a person takes away', async () => {
  await queue('lea');
  expect(await mailsToRead(db, services.env, {})).toEqual([]);
  const person = { emails: ['lea@example.test'] };
  expect((await personalDataOf(db, person)).mails).toMatchObject([{ subject: null, status: 'pending' }]);
  await db.transaction().execute((tx) => erasePerson(tx, services.env, person));
  expect(await rows()).toEqual([]);
  await carry();
  expect(asked).toEqual([]);
});

it('a mail that cannot be written holds no other back; it is tried again, and given up after three days', async () => {
  answer = (word) => {
    if (word === 'casse') throw new Error('page blanche');
    return written(word);
  };
  await queue('un', 'casse', 'deux');
  await carry();
  expect(await states()).toEqual({ un: 'sent', casse: 'pending', deux: 'sent' });
  const [broken] = (await rows()).filter(({ dedupeKey }) => dedupeKey === 'essai:casse');
  expect(broken).toMatchObject({ attempts: 1, error: 'page blanche', subject: null });
  asked = [];
  await carry();
  expect(asked).toEqual([]);
  moveClock(61_000);
  await carry();
  expect(asked).toEqual(['casse']);
  moveClock(73 * 3_600_000);
  await carry();
  expect(await states()).toEqual({ un: 'sent', casse: 'failed', deux: 'sent' });
  // It says nothing of the address.
  expect(await db.selectFrom('mailAddress').selectAll().execute()).toEqual([]);
});

it('mended in between, it leaves', async () => {
  answer = () => written('x', { subject: 'deux\nlignes' });
  await queue('un');
  await carry();
  expect(await states()).toEqual({ un: 'pending' });
  answer = written;
  moveClock(61_000);
  await carry();
  expect(await states()).toEqual({ un: 'sent' });
});

it('one that its writer no longer wants sent is withdrawn, as one withdrawn before its turn is never written', async () => {
  answer = () => null;
  await queue('un', 'deux');
  await db.transaction().execute((tx) => withdrawMail(tx, 'essai:deux'));
  await carry();
  expect(asked).toEqual(['un']);
  expect(await states()).toEqual({ un: 'withdrawn', deux: 'withdrawn' });
  expect(await carried()).toEqual([]);
});

it('written and withdrawn before it leaves, it does not leave', async () => {
  await queue('un');
  expect(await writeDueMails(services, 1)).toBe(1);
  await db.transaction().execute((tx) => withdrawMail(tx, 'essai:un'));
  await carry();
  expect(await states()).toEqual({ un: 'withdrawn' });
});

it('a process that dies while it writes leaves nothing half written: another writes it, once', async () => {
  await queue('un');
  // As a dead process leaves it: claimed, under a lock that nobody holds.
  await db.updateTable('mailOutbox').set({ status: 'sending', carrier: 42, claimedAt: new Date() }).execute();
  await carry();
  expect(await states()).toEqual({ un: 'sent' });
  expect(asked).toEqual(['un']);
  expect(await carried()).toHaveLength(1);
});

it('once written it is not written again, whatever happens to it on its way', async () => {
  await queue('un');
  await writeDueMails(services, 1);
  answer = () => written('autre');
  await db.updateTable('mailOutbox').set({ status: 'sending', carrier: 42, claimedAt: new Date() }).execute();
  await carry();
  expect((await carried())[0]).toContain('Subject: Objet un');
});

it('several processes that carry at once write and carry each mail once', async () => {
  const words = Array.from({ length: 80 }, (_, index) => `u${index}`);
  await queue(...words);
  await Promise.all([carry(), carry(), carry()]);
  expect(asked.toSorted((a, b) => a.localeCompare(b))).toEqual(words.toSorted((a, b) => a.localeCompare(b)));
  expect(await carried()).toHaveLength(80);
});

it('while mails leave the next ones are written, two batches ahead at most', async () => {
  const words = Array.from({ length: 100 }, (_, index) => `u${index}`);
  let handed = 0;
  const ahead: number[] = [];
  /** The second waits for what is to be written meanwhile. */
  const lookAgain = (done: () => void) =>
    void setTimeout(() => (asked.length > 25 ? done() : lookAgain(done)), 5);
  const { url, accepted } = await smtpServer(() => null, {
    onMailFrom: (_address, _session, done) => {
      handed += 1;
      ahead.push(asked.length - handed);
      if (handed === 2) lookAgain(done);
      else done();
    },
  });
  await queue(...words);
  await carryMails({ ...services, env: { ...services.env, SMTP_URL: url } }, never);
  expect(accepted).toHaveLength(100);
  expect(asked).toEqual(words);
  // The hand-over of the last of a batch begins with the next one there.
  expect(ahead[24]).toBeGreaterThan(0);
  expect(Math.max(...ahead)).toBeLessThan(50);
});

it('for a server that is away nothing more is written, however often it is looked for', async () => {
  await queue(...Array.from({ length: 60 }, (_, index) => `u${index}`));
  const away = { ...services, env: { ...services.env, SMTP_URL: 'smtp://127.0.0.1:1' } };
  for (let time = 0; time < 3; time += 1) await carryMails(away, never);
  expect(asked).toHaveLength(25);
});

it('nothing is sent to an address that refuses mail', async () => {
  await suppress(db, 'un@example.test', 'complaint');
  await queue('un');
  await carry();
  expect(await states()).toEqual({ un: 'suppressed' });
  expect(await carried()).toEqual([]);
});

it('waits for a program that knows how to write it, and refuses what is no address', async () => {
  const unknown = { ...writer, name: 'inconnu' };
  const mail = (to: string) => ({ dedupeKey: `essai:${to}`, stream: 'x', to, said: { word: 'x' } });
  await db.transaction().execute((tx) => queueToWrite(tx, unknown, [mail('a@example.test')]));
  await carry();
  expect(await rows()).toMatchObject([{ status: 'pending', error: 'aucun programme n’écrit « inconnu »' }]);
  await expect(
    db
      .transaction()
      .execute((tx) => queueToWrite(tx, writer, [mail('b@example.test'), mail('deux adresses')])),
  ).rejects.toThrow('adresse de courriel refusée');
  expect(await rows()).toHaveLength(1);
});
