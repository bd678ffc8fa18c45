import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it, test } from 'vitest';
import type { joined } from '../../../tests/kit/agencies.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { askedBy, twoAgencies } from '../../../tests/kit/leads.ts';
import { type Addressee, hasBlanks, templates } from './answers.ts';
import { type LeadStatus, SYSTEM } from './contract.ts';
import { moveLead, receiveLead } from './leads.server.ts';

let site: TestApp;
let own: Awaited<ReturnType<typeof joined>>;
let other: Awaited<ReturnType<typeof joined>>;
let listingId = 0;

beforeAll(async () => {
  site = await testApp({ PUBLIC_URL: 'https://vigie.example' });
  ({ own, other, listingId } = await twoAgencies(site));
});
beforeEach(async () => {
  await sql`truncate lead, mail_outbox cascade`.execute(site.db);
});

async function lead(status: LeadStatus = 'new'): Promise<number> {
  const id = await site.db.transaction().execute(async (tx) => {
    const now = new Date();
    const made = await receiveLead(tx, askedBy(listingId), { now });
    await moveLead(tx, { id: made, to: 'new', by: SYSTEM }, now);
    return made;
  });
  await sql`update lead set status = ${status} where id = ${id}`.execute(site.db);
  return id;
}

const read = async (id: number) =>
  (await site.call('GET', `/api/agence/leads/${id}`, { cookie: own.cookie })).json.data;
const send = (id: number, body: object, cookie = own.cookie) =>
  site.call('POST', `/api/agence/leads/${id}/answers`, { body, cookie });
const answer = async (id: number, text = 'Samedi à 10 heures vous convient-il ?') =>
  send(id, { version: (await read(id)).version, text });
const mails = () =>
  site.db
    .selectFrom('mailOutbox')
    .select(['recipient', 'replyTo', 'subject', 'html', 'text'])
    .orderBy('id')
    .execute();

it('mails the person, who reads it among their requests, and says that they were contacted', async () => {
  const id = await lead();
  const { status, json } = await answer(id, 'Samedi à 10 h ? <b>Ou lundi</b>');
  expect(status).toBe(200);
  expect(json.data).toMatchObject({ status: 'contacted', firstAnswerAt: expect.any(String) });
  expect(json.data.events.slice(-2)).toMatchObject([
    { kind: 'answer', text: 'Samedi à 10 h ? <b>Ou lundi</b>', byWhom: 'Agence du Port', lost: false },
    { kind: 'status', fromStatus: 'new', toStatus: 'contacted' },
  ]);
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({
    recipient: 'adele@exemple.test',
    replyTo: expect.stringMatching(/^reponse\+[a-z2-7]{26}@vigie\.localhost$/),
    subject: 'Agence du Port vous répond, référence P1',
  });
  expect(mail!.html).toContain('&lt;b&gt;Ou lundi&lt;/b&gt;');
  expect(mail!.html).not.toContain('Fontanel');
  const cookie = await site.loginAs('adele@exemple.test');
  const page = await site.call('POST', '/api/profile/export', { body: {}, cookie });
  expect(JSON.stringify(page.json)).toContain('Ou lundi');
});

it('sent twice by one press is one answer and one success; another text of the same version is refused', async () => {
  const id = await lead();
  const { version } = await read(id);
  const body = { version, text: 'Samedi à 10 heures vous convient-il ?' };
  const answers = await Promise.all([send(id, body), send(id, body), send(id, body)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers[2]?.json.data.events).toEqual(answers[0]?.json.data.events);
  expect(await mails()).toHaveLength(1);
  expect((await send(id, body)).status).toBe(200);
  const other = await send(id, { version, text: 'Ou plutôt lundi matin, à la même heure ?' });
  expect([other.status, other.json.code]).toEqual([409, 'LEAD_CHANGED']);
  expect(await mails()).toHaveLength(1);
});

test.each<[LeadStatus, number, LeadStatus]>([
  ['new', 200, 'contacted'],
  ['unreachable', 200, 'contacted'],
  ['contacted', 200, 'contacted'],
  ['qualified', 200, 'qualified'],
  ['disqualified', 409, 'disqualified'],
  ['error', 409, 'error'],
  ['processing', 409, 'processing'],
])('a lead that is %s answers %i and is then %s', async (before, wanted, after) => {
  const id = await lead(before);
  expect((await answer(id)).status).toBe(wanted);
  expect((await read(id)).status).toBe(after);
  expect(await mails()).toHaveLength(wanted === 200 ? 1 : 0);
});

it('is refused when it is too short, has blanks left, or is of another agency’s lead', async () => {
  const id = await lead();
  expect((await answer(id, ' Oui ')).status).toBe(400);
  expect((await answer(id, 'x'.repeat(2001))).status).toBe(400);
  expect((await answer(id, 'Je vous propose [jour et heure].')).json.code).toBe('LEAD_ANSWER_BLANKS');
  const foreign = await send(id, { version: 3, text: 'Je suis une autre agence.' }, other.cookie);
  expect([foreign.status, foreign.json.code]).toEqual([404, 'LEAD_UNKNOWN']);
  expect(await mails()).toEqual([]);
});

it('is no way to flood somebody: ten a day', async () => {
  const id = await lead();
  for (let rank = 0; rank < 10; rank += 1)
    // Each answers the one before.
    expect((await answer(id)).status).toBe(200);
  expect((await answer(id)).status).toBe(429);
  expect(await mails()).toHaveLength(10);
});

test.each(templates.map(({ name, text }) => [name, text] as const))(
  '« %s » is polite, names the listing and invents nothing',
  (_, text) => {
    for (const rental of [true, false])
      for (const civility of ['M.', 'Mme', null] as const) {
        const to: Addressee = {
          civility,
          firstName: 'Adèle',
          lastName: 'Fontanel',
          request: 'visit',
          listingReference: 'V21',
          rental,
        };
        const said = text(to);
        expect(said).toMatch(
          civility === null ? /^Bonjour Adèle,\n/ : /^Bonjour (Monsieur|Madame) Fontanel,\n/,
        );
        expect(said).toContain('V21');
        expect(said).toMatch(/Bien à vous,$/);
        expect(said).not.toMatch(/undefined|null| [?!:;]/);
        expect(hasBlanks(said)).toBe(/\[/.test(said));
      }
  },
);
