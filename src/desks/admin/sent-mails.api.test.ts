import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { moveClock } from '#platform/clock.server.ts';
import { answerForgotten } from '#rooms/accounts/account-links.server.ts';
import { hashPassword } from '#rooms/accounts/accounts.server.ts';
import { addAgency } from '#rooms/agencies/agencies.server.ts';
import { takeEvents } from '#rooms/mail/bounces.server.ts';
import type { OutgoingMail } from '#rooms/mail/contract.ts';
import { erasePerson } from '#rooms/mail/erasure.server.ts';
import { carryMails, forgetMails, queueMail, suppress } from '#rooms/mail/outbox.server.ts';
import { joined } from '../../../tests/kit/agencies.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { smtpServer } from '../../../tests/kit/smtp-server.ts';
import { type ListedMail, MAILS_PAGE, type ReadMail } from './sent-mails.ts';

const headers = { authorization: `Basic ${Buffer.from('claire:Motdepasse1').toString('base64')}` };
const never = new AbortController().signal;
const DAY_MS = 86_400_000;
let site: TestApp;
beforeAll(async () => {
  site = await testApp({ ADMIN_USERS: `claire:${await hashPassword('Motdepasse1')}` });
});
afterEach(async () => {
  moveClock(0);
  await sql`truncate mail_outbox, mail_address, mail_refusal, mail_event`.execute(site.db);
});

const ask = (method: 'GET' | 'PATCH', url: string, body?: object) =>
  site.call(method, `/api/admin/mails${url}`, { headers, ...(body ? { body } : {}) });
const list = async (words = ''): Promise<ListedMail[]> => (await ask('GET', words)).json.data.mails;
const fates = async (words = '') => (await list(words)).map(({ to, fate }) => `${to} ${fate}`);

let count = 0;
const queue = (said: Partial<OutgoingMail> = {}) => {
  count += 1;
  return site.db.transaction().execute((tx) =>
    queueMail(tx, {
      dedupeKey: `essai:${count}`,
      stream: 'alert:12',
      to: 'claire@essai.test',
      subject: 'Deux annonces à Nîmes',
      html: '<p>Voilà</p>',
      text: 'Voilà',
      ...said,
    }),
  );
};
const carry = (env = site.services.env) => carryMails({ ...site.services, env }, never);
const keyOf = async (to: string) => {
  const { messageKey } = await site.db
    .selectFrom('mailOutbox')
    .select('messageKey')
    .where('recipient', '=', to)
    .executeTakeFirstOrThrow();
  return messageKey;
};
/** What the audit says of mails, the newest first. */
const audited = async () =>
  (await site.call('GET', '/api/admin/audit?subject=mail', { headers })).json.data.entries as {
    action: string;
    subjectId: string;
    label: string;
    reason: string | null;
  }[];

describe('a mail', () => {
  it('is read as it was sent, by whoever the audit names, and opens nothing', async () => {
    const before = (await audited()).length;
    const { agency } = await joined(site, 'Agence du Port', 'port@essai.test');
    await carry();
    const { id, ...sent } = await site.db
      .selectFrom('mailOutbox')
      .select(['id', 'html', 'text'])
      .where('recipient', '=', 'port@essai.test')
      .where('text', 'like', '%token=%')
      .executeTakeFirstOrThrow();
    const token = /[?&]token=([\w-]{43})/.exec(sent.html ?? '')?.[1] ?? '';
    expect(token).toHaveLength(43);
    const answer = await ask('GET', `/${id}`);
    const { mail } = answer.json.data;
    expect(JSON.stringify(answer.json)).not.toContain(token.slice(0, 12));
    expect(mail.html).toContain('token=•••');
    expect([mail.to, mail.fate, mail.words, mail.attempts]).toEqual([agency.email, 'accepte', 'here', 1]);
    // Besides its keys, not a letter is another.
    expect(mail.text.replaceAll('•••', token)).toBe(sent.text);
    const entries = await audited();
    expect(entries).toHaveLength(before + 1);
    expect(entries[0]).toMatchObject({ action: 'mail.read', subjectId: String(id), label: String(id) });
    expect(JSON.stringify(entries)).not.toContain('port@');
  });

  it('keeps the keys of its headers and of the address that answers it', async () => {
    const key = 'abcdefghijklmnopqrstuvwxyz';
    await queue({
      replyTo: `reponse+${key}@vigie.localhost`,
      headers: { 'List-Unsubscribe': `<https://vigie.example/api/unsubscribe?token=${'Ab1'.repeat(14)}>` },
    });
    const [{ id } = { id: 0 }] = await list();
    const { mail } = (await ask('GET', `/${id}`)).json.data;
    expect(mail.replyTo).toBe('reponse+•••@vigie.localhost');
    expect(mail.headers).toEqual({ 'List-Unsubscribe': '<https://vigie.example/api/unsubscribe?token=•••>' });
  });

  it('that really left is read for thirty days, says until when, and is not audited after', async () => {
    const { url: SMTP_URL, accepted } = await smtpServer();
    const left = { ...site.services.env, SMTP_URL, mailboxPath: null };
    const began = Date.now();
    await queue({ to: 'partie@essai.test' });
    await carry(left);
    expect(accepted).toHaveLength(1);
    const [{ id } = { id: 0 }] = await list();
    const read = async () => (await ask('GET', `/${id}`)).json.data.mail as ReadMail;
    const here = await read();
    expect([here.fate, here.words, here.html, here.text]).toEqual(['accepte', 'here', null, 'Voilà']);
    const until = Date.parse(here.keptUntil ?? '');
    expect(until).toBe(Date.parse(here.createdAt) + 30 * DAY_MS);
    const before = (await audited()).length;
    moveClock(until - began - 60_000);
    await forgetMails(site.db);
    expect((await read()).words).toBe('here');
    expect(await audited()).toHaveLength(before + 1);
    moveClock(until - began + DAY_MS);
    await forgetMails(site.db);
    const gone = await read();
    expect([gone.fate, gone.words, gone.html, gone.text, gone.keptUntil]).toEqual([
      'accepte',
      'gone',
      null,
      null,
      null,
    ]);
    expect(await audited()).toHaveLength(before + 1);
  });

  it('that gives a new password, or proves an address, opens nothing from here nor from the database', async () => {
    const { url: SMTP_URL, accepted } = await smtpServer();
    const email = 'lea@essai.test';
    const account = { email, firstName: 'Léa', lastName: 'Petit', password: 'Unbonmot2passe' };
    expect((await site.call('POST', '/api/auth/register', { body: account })).status).toBe(200);
    expect((await site.call('POST', '/api/auth/forgot-password', { body: { email } })).status).toBe(200);
    while (await answerForgotten(site.services));
    const sent = await site.db
      .selectFrom('mailOutbox')
      .select('text')
      .where('recipient', '=', email)
      .execute();
    const tokens = sent.flatMap(({ text }) => text?.match(/(?<=token=)[\w-]{43}/g) ?? []);
    expect(new Set(tokens).size).toBe(2);
    await carry({ ...site.services.env, SMTP_URL, mailboxPath: null });
    expect(accepted).toHaveLength(2);
    const { rows } = await sql<{ words: string }>`select mail::text as words from mail_outbox mail`.execute(
      site.db,
    );
    const mails = await list(`?personne=${email}`);
    const read = await Promise.all(mails.map(async ({ id }) => (await ask('GET', `/${id}`)).json.data.mail));
    expect(read.map(({ words }: ReadMail) => words)).toEqual(['here', 'here']);
    for (const token of tokens)
      for (const words of [...rows.map((row) => row.words), JSON.stringify(read)])
        expect(words.includes(token.slice(0, 8))).toBe(false);
  });

  it('that nobody has is none', async () => {
    for (const id of ['0', 'un', '999999999']) expect((await ask('GET', `/${id}`)).status).toBe(404);
  });
});

describe('the fate of mails', () => {
  it('is the one that a server gave each, and what came back of it later', async () => {
    const { url: SMTP_URL } = await smtpServer((recipient) =>
      recipient.startsWith('refuse')
        ? Object.assign(new Error('5.7.1 refusé'), { responseCode: 550 })
        : recipient.startsWith('attend')
          ? Object.assign(new Error('4.2.2 plus tard'), { responseCode: 452 })
          : null,
    );
    await suppress(site.db, 'ecartee@essai.test', 'operator');
    for (const who of ['prise', 'revenue', 'plainte', 'refuse', 'attend', 'ecartee'])
      await queue({ to: `${who}@essai.test` });
    await carry({ ...site.services.env, SMTP_URL });
    await takeEvents(site.services, [
      {
        id: 'e1',
        type: 'bounce',
        messageId: `<${await keyOf('revenue@essai.test')}@vigie>`,
        status: '5.2.2',
      },
      { id: 'e2', type: 'complaint', messageId: `<${await keyOf('plainte@essai.test')}@vigie>` },
    ]);
    expect(await fates()).toEqual([
      'ecartee@essai.test ecarte',
      'attend@essai.test attente',
      'refuse@essai.test rejete',
      'plainte@essai.test rejete',
      'revenue@essai.test rejete',
      'prise@essai.test accepte',
    ]);
    expect(await fates('?etat=rejete')).toHaveLength(3);
    expect(await fates('?etat=accepte')).toEqual(['prise@essai.test accepte']);
    expect(await fates('?etat=ecarte')).toEqual(['ecartee@essai.test ecarte']);
    expect(await fates('?etat=attente')).toEqual(['attend@essai.test attente']);
    const [returned] = await list('?personne=revenue@essai.test');
    const { mail } = (await ask('GET', `/${returned!.id}`)).json.data;
    expect(mail.returned).toMatchObject({ as: 'bounce', status: '5.2.2' });
    expect(mail.address).toMatchObject({ bounces: 2, asideSince: null });
    const [refused] = await list('?personne=refuse@essai.test');
    expect((await ask('GET', `/${refused!.id}`)).json.data.mail.error).toContain('5.7.1');
  });

  it('is searched by person, by agency and by kind, page after page, and in a file without words', async () => {
    const agency = await addAgency(site.db, {
      ref: 'agence-des-courriels',
      name: 'Agence des Courriels',
      email: 'Contact@essai.test',
    });
    await queue({ to: 'contact@essai.test', stream: 'notification:1', subject: 'À l’agence' });
    for (let each = 0; each < MAILS_PAGE + 2; each += 1)
      await queue({ text: 'Mot secret', html: 'Mot secret' });
    const found = (await ask('GET', '?agence=agence-des-courriels')).json.data;
    expect(found.agency).toMatchObject({ id: agency.id, addresses: ['contact@essai.test'] });
    expect(found.mails.map(({ subject }: ListedMail) => subject)).toEqual(['À l’agence']);
    expect((await ask('GET', '?agence=aucune')).json.data).toMatchObject({ agency: null, mails: [] });
    expect(await list('?agence=agence-des-courriels&personne=claire@essai.test')).toEqual([]);
    expect(await list('?genre=notification')).toHaveLength(1);
    expect(await list('?genre=alert&etat=accepte')).toEqual([]);
    const first = (await ask('GET', '?personne=CLAIRE@essai.test')).json.data;
    const second = (await ask('GET', `?personne=claire@essai.test&apres=${first.next}`)).json.data;
    expect([first.mails.length, second.mails.length, second.next]).toEqual([MAILS_PAGE, 2, null]);
    const ids = [...first.mails, ...second.mails].map(({ id }: ListedMail) => id);
    expect(new Set(ids).size).toBe(MAILS_PAGE + 2);
    const csv = (await site.call('GET', '/api/admin/mails.csv', { headers })).json.data as string;
    expect(csv.trimEnd().split('\r\n')).toHaveLength(MAILS_PAGE + 4);
    expect(csv).not.toContain('secret');
  });

  it('leaves nothing of an erased person to be read', async () => {
    await queue({ to: 'lea@essai.test', subject: 'Bonjour Léa', html: 'Léa Petit', text: 'Léa Petit' });
    await queue({
      to: 'agence@essai.test',
      replyTo: 'lea@essai.test',
      subject: 'Léa écrit',
      text: 'Léa',
      html: 'Léa',
    });
    await carry();
    await suppress(site.db, 'lea@essai.test', 'complaint');
    await site.db
      .transaction()
      .execute((tx) => erasePerson(tx, site.services.env, { emails: ['lea@essai.test'] }));
    const mails = await list();
    const read = await Promise.all(mails.map(async ({ id }) => (await ask('GET', `/${id}`)).json.data));
    const aside = (await ask('GET', '/set-aside')).json.data;
    const csv = (await site.call('GET', '/api/admin/mails.csv', { headers })).json.data;
    expect(JSON.stringify([mails, read, aside, csv])).not.toMatch(/léa|lea@/i);
    expect(mails.map(({ to }) => to)).toEqual(['agence@essai.test']);
  });
});

describe('an address set aside', () => {
  const reason = 'La boîte était pleine, elle ne l’est plus.';
  const aside = async (words = '') =>
    ((await ask('GET', `/set-aside${words}`)).json.data.addresses as { email: string; reason: string }[]).map(
      (one) => `${one.email} ${one.reason}`,
    );

  it('is written to again with a reason, once, and the next mail goes', async () => {
    await suppress(site.db, 'claire@essai.test', 'complaint');
    await queue();
    await carry();
    expect(await fates()).toEqual(['claire@essai.test ecarte']);
    expect(await aside()).toEqual(['claire@essai.test complaint']);
    expect(
      (await ask('PATCH', '/set-aside', { emails: ['claire@essai.test'], reason: 'non' })).json.code,
    ).toBe('VALIDATION_ERROR');
    const before = (await audited()).length;
    for (const known of [true, false]) {
      const { data } = (await ask('PATCH', '/set-aside', { emails: [' Claire@essai.test'], reason })).json;
      expect(data).toEqual(
        known
          ? { restored: ['claire@essai.test'], others: [] }
          : { restored: [], others: ['claire@essai.test'] },
      );
    }
    expect(await aside()).toEqual([]);
    await queue();
    await carry();
    expect((await fates())[0]).toBe('claire@essai.test accepte');
    const entries = await audited();
    expect(entries).toHaveLength(before + 1);
    expect(entries[0]).toMatchObject({ action: 'mail.restored', reason });
    expect(JSON.stringify(entries)).not.toContain('claire@');
  });

  it('of an erased person is written to again too, by who knows it', async () => {
    await suppress(site.db, 'lea@essai.test', 'complaint');
    await site.db
      .transaction()
      .execute((tx) => erasePerson(tx, site.services.env, { emails: ['lea@essai.test'] }));
    await queue({ to: 'lea@essai.test' });
    await carry();
    expect(await fates()).toEqual(['lea@essai.test ecarte']);
    expect(
      (await ask('PATCH', '/set-aside', { emails: ['lea@essai.test'], reason })).json.data.restored,
    ).toEqual(['lea@essai.test']);
    await queue({ to: 'lea@essai.test' });
    await carry();
    expect((await fates())[0]).toBe('lea@essai.test accepte');
  });

  it('is listed by pages, by address and by reason, and in a file', async () => {
    for (let each = 0; each < MAILS_PAGE + 3; each += 1)
      await suppress(site.db, `a${each}@essai.test`, each === 0 ? 'complaint' : 'operator');
    const first = (await ask('GET', '/set-aside')).json.data;
    const second = (await ask('GET', `/set-aside?apres=${encodeURIComponent(first.next)}`)).json.data;
    const all = [...first.addresses, ...second.addresses].map(({ email }: { email: string }) => email);
    expect([first.addresses.length, second.addresses.length, second.next]).toEqual([MAILS_PAGE, 3, null]);
    expect(new Set(all).size).toBe(MAILS_PAGE + 3);
    expect(await aside('?motif=complaint')).toEqual(['a0@essai.test complaint']);
    expect(await aside('?personne=A1@essai.test')).toEqual(['a1@essai.test operator']);
    expect(await aside('?apres=nimporte')).toHaveLength(MAILS_PAGE);
    const csv = (await site.call('GET', '/api/admin/mails/set-aside.csv', { headers })).json.data as string;
    expect(csv.trimEnd().split('\r\n')).toHaveLength(MAILS_PAGE + 4);
  });
});
