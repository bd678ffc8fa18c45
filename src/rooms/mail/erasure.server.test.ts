import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { testServices } from '../../../tests/kit/app.ts';
import { mailboxFolder } from './carrier.server.ts';
import type { OutgoingMail } from './contract.ts';
import { erasePerson, personalDataOf } from './erasure.server.ts';
import { allow, carryMails, queueMail, suppress } from './outbox.server.ts';

const { db, services } = await testServices();
const emails = ['lea@essai.test'];
const never = new AbortController().signal;

let count = 0;
const queue = (said: Partial<OutgoingMail> = {}) => {
  count += 1;
  return db.transaction().execute((tx) =>
    queueMail(tx, {
      dedupeKey: `essai:${count}`,
      stream: 'essai',
      to: 'lea@essai.test',
      subject: 'Bonjour Léa',
      html: '<p>Léa Petit</p>',
      text: 'Léa Petit',
      ...said,
    }),
  );
};
const erase = () => db.transaction().execute((tx) => erasePerson(tx, services.env, { emails }));
const everything = async () => {
  const { rows } = await sql<{ words: string }>`
    select outbox::text as words from mail_outbox outbox union all select mail_address::text from mail_address
  `.execute(db);
  return rows.map(({ words }) => words).join('\n');
};

afterEach(async () => {
  await db.deleteFrom('mailOutbox').execute();
  await db.deleteFrom('mailAddress').execute();
  await db.deleteFrom('mailRefusal').execute();
});

it('tells a person what they were sent, without the links that open things', async () => {
  await queue({ text: 'Bonjour Léa : https://vigie.test/?token=Secret' });
  await queue({ to: 'autre@essai.test' });
  const { mails } = await personalDataOf(db, { emails });
  expect(mails).toMatchObject([
    {
      subject: 'Bonjour Léa',
      text: 'Bonjour Léa : https://vigie.test/?token=•••',
      status: 'pending',
      recipient: 'lea@essai.test',
    },
  ]);
  expect(JSON.stringify(mails)).not.toContain('Secret');
});

it('erases what a person was sent, and the words of what others were sent for them', async () => {
  await queue();
  await queue({
    to: 'agence@essai.test',
    replyTo: 'lea@essai.test',
    headers: { 'List-Id': 'lea@essai.test' },
  });
  await queue({ to: 'autre@essai.test', subject: 'Rien à voir', html: '<p>x</p>', text: 'x' });
  await erase();
  expect(await everything()).not.toMatch(/lea@|Léa/);
  const left = await db.selectFrom('mailOutbox').select(['recipient', 'status']).orderBy('id').execute();
  expect(left).toEqual([
    { recipient: 'agence@essai.test', status: 'withdrawn' },
    { recipient: 'autre@essai.test', status: 'pending' },
  ]);
});

it('carries the last mail and keeps nothing of it', async () => {
  await erase();
  await queue({ forget: true });
  expect(await carryMails(services, never)).toBe(1);
  expect(
    await readdir(mailboxFolder(services.env)).then((names) => names.filter((name) => name.endsWith('.eml'))),
  ).toHaveLength(1);
  expect(await db.selectFrom('mailOutbox').select('id').execute()).toEqual([]);
});

it('keeps nothing of a last mail that no server takes', async () => {
  await queue({ forget: true });
  await suppress(db, 'lea@essai.test', 'operator');
  await carryMails(services, never);
  expect(await db.selectFrom('mailOutbox').select('id').execute()).toEqual([]);
});

it('goes on refusing for an address that had complained, without knowing it', async () => {
  await suppress(db, 'lea@essai.test', 'complaint');
  await erase();
  expect(await everything()).toBe('');
  await queue();
  await carryMails(services, never);
  const status = () => db.selectFrom('mailOutbox').select('status').executeTakeFirst();
  expect(await status()).toEqual({ status: 'suppressed' });
  expect(await allow(services, ' Lea@essai.test')).toBe(true);
  expect(await allow(services, 'lea@essai.test')).toBe(false);
  await db.deleteFrom('mailOutbox').execute();
  await queue();
  await carryMails(services, never);
  expect(await status()).toEqual({ status: 'sent' });
});
