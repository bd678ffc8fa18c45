import { afterEach, describe, expect, it, vi } from 'vitest';
import { clock, moveClock } from '#platform/clock.server.ts';
import { testApp } from '../../../tests/kit/app.ts';
import { forgetMessages } from './contact.server.ts';
import { erasePerson, personalDataOf } from './site.server.ts';

const site = await testApp({ CONTACT_EMAIL: 'equipe@vigie.test' });
const { db } = site;
afterEach(() => moveClock(0));

const words = {
  name: 'Léa Petit',
  email: 'lea@essai.test',
  subject: 'Une question',
  message: 'Bonjour,\ncomment mettre une alerte en pause ?',
};
const write = (more: object = {}, options: { cookie?: string; ip?: string } = {}) =>
  site.app
    .inject({
      method: 'POST',
      url: '/api/contact',
      payload: { ...words, ...more },
      remoteAddress: options.ip ?? '127.0.0.1',
      headers: options.cookie ? { cookie: options.cookie } : {},
    })
    .then((response) => ({ status: response.statusCode, json: response.json() }));
const kept = () => db.selectFrom('contactMessage').selectAll().orderBy('id').execute();
const mails = () => db.selectFrom('mailOutbox').selectAll().orderBy('id').execute();
const fresh = async () => {
  await db.deleteFrom('contactMessage').execute();
  await db.deleteFrom('mailOutbox').execute();
};

describe('a message to the team', () => {
  it('is kept under a reference, mailed with its writer to answer to, and acknowledged without its words', async () => {
    await fresh();
    const { status, json } = await write({ email: ' Lea@Essai.test ' });
    expect([status, json.data]).toEqual([
      200,
      { reference: expect.stringMatching(/^VIG-[2-9A-Z]{4}-[2-9A-Z]{4}$/), receipt: true },
    ]);
    const { reference } = json.data;
    expect(await kept()).toMatchObject([{ ...words, reference, accountId: null, client: '127.0.0.1' }]);
    const [toUs, toThem] = await mails();
    expect(toUs).toMatchObject({
      recipient: 'equipe@vigie.test',
      replyTo: 'lea@essai.test',
      subject: `[${reference}] Une question`,
    });
    expect(toUs?.text).toContain('comment mettre une alerte en pause ?');
    expect(toThem).toMatchObject({ recipient: 'lea@essai.test', replyTo: 'equipe@vigie.test' });
    expect(toThem?.text).toContain(reference);
    // Whoever typed the address may be nobody's friend.
    for (const word of ['Petit', 'Une question', 'pause']) expect(toThem?.html).not.toContain(word);
  });

  it('is refused with the words of the specification, each beside its field', async () => {
    const refused = async (more: object) => {
      const { status, json } = await write(more);
      return [
        status,
        json.details.fields.map(({ field, message }: Record<string, string>) => `${field}: ${message}`),
      ];
    };
    expect(await refused({ name: ' ', email: '', subject: ' ', message: '' })).toEqual([
      400,
      [
        'name: Le nom est requis',
        "email: L'email est requis",
        'subject: Le sujet est requis',
        'message: Le message est requis',
      ],
    ]);
    expect(await refused({ name: 'L', email: 'lea@', message: 'court' })).toEqual([
      400,
      [
        'name: Le nom doit contenir entre 2 et 50 caractères',
        'email: Veuillez entrer un email valide',
        'message: Le message doit contenir entre 10 et 1000 caractères',
      ],
    ]);
    expect(await refused({ name: 'L'.repeat(51), message: 'm'.repeat(1001) })).toEqual([
      400,
      [
        'name: Le nom doit contenir entre 2 et 50 caractères',
        'message: Le message doit contenir entre 10 et 1000 caractères',
      ],
    ]);
  });

  it('adds no header to its mails, nor another recipient', async () => {
    await fresh();
    await write({ name: 'Léa\r\nBcc: tous@essai.test', subject: 'Objet\r\nBcc: tous@essai.test\u2028x' });
    const [toUs, toThem, ...more] = await mails();
    expect(more).toEqual([]);
    expect(toUs?.subject).toMatch(/^\[VIG-\S+\] Objet Bcc: tous@essai\.test x$/);
    expect([toUs?.headers, toThem?.headers]).toEqual([{}, {}]);
    const { status } = await write({ email: 'lea@essai.test, tous@essai.test' });
    expect(status).toBe(400);
  });

  it('shows tags as they were typed', async () => {
    await fresh();
    await write({ subject: '<b>gras</b>', message: '<img src=x onerror=alert(1)> bonjour' });
    const [toUs] = await mails();
    expect(toUs?.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(toUs?.html).not.toMatch(/<img src=x|<b>gras/);
  });

  it('filled in as by a program, is kept and marked', async () => {
    await fresh();
    const { status, json } = await write({ website: 'https://essai.test' });
    expect([status, json.data.receipt]).toEqual([200, true]);
    expect((await kept()).map(({ reference }) => reference)).toEqual([json.data.reference]);
    const [toUs, toThem] = await mails();
    expect(toUs?.text).toContain('champ caché rempli');
    expect(toThem?.text).not.toContain('champ caché');
    await write();
    expect((await mails())[2]?.text).not.toContain('champ caché');
  });

  it('sent again after a silence, is the same message', async () => {
    await fresh();
    const submission = 'a1b2c3d4e5f6a7b8c9d0';
    const all = await Promise.all([1, 2, 3].map(() => write({ submission })));
    expect(new Set(all.map(({ json }) => json.data.reference)).size).toBe(1);
    expect([(await kept()).length, (await mails()).length]).toEqual([1, 2]);
  });

  it('is limited: three receipts and five messages a day for an address, ten an hour for a client', async () => {
    await fresh();
    const seen: unknown[] = [];
    for (let times = 0; times < 6; times += 1) {
      const { status, json } = await write({}, { ip: '203.0.113.1' });
      seen.push(status === 200 ? json.data.receipt : status);
    }
    expect(seen).toEqual([true, true, true, false, false, 429]);
    // What others write with an address takes nothing from its reader.
    expect((await write({}, { ip: '203.0.113.2' })).status).toBe(200);
    moveClock(24 * 3_600_000 + 1000);
    expect((await write({}, { ip: '203.0.113.9' })).json.data.receipt).toBe(true);
    moveClock(0);
    await fresh();
    const frozen = vi.spyOn(clock, 'now').mockReturnValue(clock.now());
    const many = await Promise.all(
      Array.from({ length: 14 }, (_, each) =>
        write({ email: `lea${each}@essai.test` }, { ip: '203.0.113.77' }),
      ),
    );
    frozen.mockRestore();
    expect(many.filter(({ status }) => status === 200).length).toBe(10);
    const refused = many.find(({ status }) => status === 429);
    expect(refused?.json).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      message: 'Limite de requêtes atteinte. Veuillez patienter.',
      details: { title: 'Limite de requêtes atteinte', endpoint: '/api/contact', retryAfter: '60 minutes' },
    });
    expect((await write({}, { ip: '203.0.113.78' })).status).toBe(200);
  });
});

describe('a message of somebody signed in', () => {
  it('is theirs, comes back with its words, is told to them, and leaves with them', async () => {
    await fresh();
    const cookie = await site.loginAs('camille@essai.test');
    const { id } = await db
      .selectFrom('account')
      .select('id')
      .where('email', '=', 'camille@essai.test')
      .executeTakeFirstOrThrow();
    await write({ email: 'camille@essai.test' }, { cookie });
    await write({ email: 'autre@essai.test' }, { cookie });
    expect((await kept()).map(({ accountId }) => accountId)).toEqual([id, null]);
    const receipts = (await mails()).filter(({ dedupeKey }) => dedupeKey.startsWith('contact-receipt'));
    expect(receipts.map(({ text }) => text?.includes('en pause'))).toEqual([true, false]);
    const person = { accountId: id, emails: ['camille@essai.test'], phone: null };
    expect(await personalDataOf(db, person)).toEqual({
      messages: [
        { ...words, email: 'camille@essai.test', reference: expect.any(String), at: expect.any(String) },
      ],
    });
    await db.transaction().execute((tx) => erasePerson(tx, person));
    expect((await kept()).map(({ email }) => email)).toEqual(['autre@essai.test']);
    expect(await personalDataOf(db, person)).toEqual({ messages: [] });
  });
});

it('is forgotten after three years, and where it came from after a day', async () => {
  await fresh();
  await write();
  moveClock(25 * 3_600_000);
  await forgetMessages(db);
  expect((await kept()).map(({ client }) => client)).toEqual([null]);
  moveClock(3 * 366 * 86_400_000);
  await forgetMessages(db);
  expect(await kept()).toEqual([]);
});
