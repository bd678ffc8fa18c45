import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { moveClock } from '#platform/clock.server.ts';
import { flat, makeAgency } from '../../../tests/kit/alerts.ts';
import { testApp } from '../../../tests/kit/app.ts';
import { reportCommands } from './cli.server.ts';
import { REPORTS_PER_ADDRESS_DAY, REPORTS_PER_CLIENT_HOUR, reportReasons } from './contract.ts';
import { erasePerson, forgetReports, listReports, personalDataOf } from './reports.server.ts';

const DAY_MS = 86_400_000;
const site = await testApp({ CONTACT_EMAIL: 'equipe@vigie.test', PUBLIC_URL: 'https://vigie.test' });
const { db } = site;
let agency: Awaited<ReturnType<typeof makeAgency>>;
let listing = 0;

beforeAll(async () => {
  agency = await makeAgency(site.services);
  [listing = 0] = await agency.publish(flat('S1', { price: 250_000_00 }));
});
afterEach(() => moveClock(0));

const words = {
  reason: 'scam',
  explanation: 'Le même texte et les mêmes photos sont sur un autre site, à Lyon.',
  name: 'Léa Petit',
  email: 'lea@essai.test',
  goodFaith: true,
};
const report = (
  more: object = {},
  { id = listing, ...options }: { id?: number | string; cookie?: string; ip?: string } = {},
) =>
  site.app
    .inject({
      method: 'POST',
      url: `/api/listings/${id}/reports`,
      payload: { ...words, ...more },
      remoteAddress: options.ip ?? '127.0.0.1',
      headers: options.cookie ? { cookie: options.cookie } : {},
    })
    .then((response) => ({ status: response.statusCode, json: response.json() }));
const kept = () => db.selectFrom('report').selectAll().orderBy('id').execute();
const mails = () => db.selectFrom('mailOutbox').selectAll().orderBy('id').execute();
const fresh = async () => {
  await db.deleteFrom('report').execute();
  await db.deleteFrom('mailOutbox').execute();
};

describe('a report', () => {
  it('is kept with the listing as it was read, told to the team, and acknowledged without its words', async () => {
    await fresh();
    const { status, json } = await report({ email: ' Lea@Essai.test ' });
    expect([status, json.data]).toEqual([
      200,
      {
        reference: expect.stringMatching(/^SIG-[2-9A-Z]{4}-[2-9A-Z]{4}$/),
        receipt: true,
        attachKey: expect.any(String),
      },
    ]);
    const [row] = await kept();
    expect(row).toMatchObject({
      ...words,
      reference: json.data.reference,
      listingId: listing,
      url: `https://vigie.test/annonce/${listing}`,
      listingReference: 'S1',
      listingShown: { title: 'Trois pièces', description: 'Près des arènes.', price: 25_000_000 },
      status: 'new',
      priority: 1,
      accountId: null,
      client: '127.0.0.1',
    });
    const [toUs, toThem, ...more] = await mails();
    expect(more).toEqual([]);
    expect(toUs).toMatchObject({ recipient: 'equipe@vigie.test' });
    // What a person wrote stays where it can be erased.
    for (const word of ['Petit', 'lea@essai', 'à Lyon']) expect(toUs?.html).not.toContain(word);
    expect(toThem).toMatchObject({
      recipient: 'lea@essai.test',
      replyTo: 'equipe@vigie.test',
      subject: `Signalement reçu (${json.data.reference})`,
    });
    expect(toThem?.text).toContain('Arnaque suspectée');
    for (const word of ['Petit', 'à Lyon']) expect(toThem?.html).not.toContain(word);

    // The agency changes its listing afterwards: what was read is still there.
    await agency.publish(flat('S1', { price: 240_000_00, title: 'Corrigé' }));
    const [listed] = await listReports(db, { listingId: listing });
    expect(listed).toMatchObject({ changedSince: true, listingShown: { title: 'Trois pièces' } });
  });

  it('says who, what and why in good faith, else what misses, beside its field', async () => {
    const refused = async (more: object) => {
      const { status, json } = await report(more);
      return [
        status,
        json.details.fields.map(({ field, message }: Record<string, string>) => `${field}: ${message}`),
      ];
    };
    expect(await refused({ reason: 'bof', explanation: ' ', goodFaith: false, email: 'lea@' })).toEqual([
      400,
      [
        'reason: Choisissez un motif',
        'explanation: Expliquez ce qui ne va pas',
        'email: Veuillez entrer un email valide',
        'goodFaith: Cochez cette phrase pour envoyer le signalement',
      ],
    ]);
    expect(await refused({ name: ' ', email: '' })).toEqual([
      400,
      ['name: Le nom est requis', "email: L'email est requis"],
    ]);
    expect(await refused({ explanation: 'court' })).toEqual([
      400,
      ['explanation: Expliquez en 20 à 2000 caractères'],
    ]);
  });

  it('of an offence against a child may come from nobody, and comes first', async () => {
    await fresh();
    await report({ reason: 'other' });
    const { status, json } = await report({ reason: 'child_abuse', name: '', email: '' });
    expect([status, json.data.receipt]).toEqual([200, false]);
    const [first] = await listReports(db);
    expect(first).toMatchObject({ reason: 'child_abuse', name: null, email: null, priority: 1 });
  });

  it('is of a listing that people may read', async () => {
    for (const id of [0, 999_999, 'abc'])
      expect([id, (await report({}, { id })).json.code]).toEqual([id, 'REPORT_LISTING_UNKNOWN']);
  });

  it('filled in as by a program, is kept and marked', async () => {
    await fresh();
    const { status, json } = await report({ website: 'https://essai.test' });
    expect([status, json.data.receipt]).toEqual([200, true]);
    expect((await kept()).length).toBe(1);
    const [notice, receipt] = await mails();
    expect(notice?.text).toContain('champ caché rempli');
    expect(receipt?.text).not.toContain('champ caché');
    await report({});
    expect((await mails())[2]?.text).not.toContain('champ caché');
  });

  it('sent again after a silence, is the same report', async () => {
    await fresh();
    const submission = 'a1b2c3d4e5f6a7b8c9d0';
    const all = await Promise.all([1, 2, 3].map(() => report({ submission })));
    expect(new Set(all.map(({ json }) => json.data.reference)).size).toBe(1);
    expect([(await kept()).length, (await mails()).length]).toEqual([1, 2]);
  });

  it('adds no header to its mails, nor tags', async () => {
    await fresh();
    const cookie = await site.loginAs('tags@essai.test');
    await report(
      {
        email: 'tags@essai.test',
        explanation: '<img src=x onerror=alert(1)> bonjour à tous',
        name: 'A\r\nBcc: b',
      },
      { cookie },
    );
    const [, toThem] = await mails();
    expect(toThem?.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(toThem?.headers).toEqual({ 'Auto-Submitted': 'auto-replied' });
  });

  it('is limited by address and by client', async () => {
    await fresh();
    const seen: unknown[] = [];
    for (let times = 0; times <= REPORTS_PER_ADDRESS_DAY; times += 1) {
      const { status, json } = await report({}, { ip: '203.0.113.1' });
      seen.push(status === 200 ? json.data.receipt : status);
    }
    expect(seen).toEqual([true, true, true, ...Array(REPORTS_PER_ADDRESS_DAY - 3).fill(false), 429]);
    // What others write with an address takes nothing from its reader.
    expect((await report({}, { ip: '203.0.113.2' })).status).toBe(200);
    await fresh();
    const many = await Promise.all(
      Array.from({ length: REPORTS_PER_CLIENT_HOUR + 3 }, (_, each) =>
        report({ email: `lea${each}@essai.test` }, { ip: '203.0.113.77' }),
      ),
    );
    expect(many.filter(({ status }) => status === 200)).toHaveLength(REPORTS_PER_CLIENT_HOUR);
    const refused = many.find(({ status }) => status === 429);
    expect(refused?.json).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      details: { endpoint: `/api/listings/${listing}/reports`, retryAfter: '60 minutes' },
    });
    // Those who stay unknown are counted too.
    const unknown = { reason: 'child_abuse', name: '', email: '' };
    expect((await report(unknown, { ip: '203.0.113.77' })).status).toBe(429);
  });
});

describe('a report of somebody signed in', () => {
  it('is theirs, is told to them, and loses them when they leave', async () => {
    await fresh();
    const cookie = await site.loginAs('camille@essai.test');
    const { id } = await db
      .selectFrom('account')
      .select('id')
      .where('email', '=', 'camille@essai.test')
      .executeTakeFirstOrThrow();
    await report({ email: 'camille@essai.test' }, { cookie });
    await report({ email: 'autre@essai.test' }, { cookie });
    expect((await kept()).map(({ accountId }) => accountId)).toEqual([id, null]);
    const receipts = (await mails()).filter(({ dedupeKey }) => dedupeKey.startsWith('report-receipt'));
    expect(receipts.map(({ text }) => text?.includes('à Lyon'))).toEqual([true, false]);
    const person = { accountId: id, emails: ['camille@essai.test'], phone: null };
    expect(await personalDataOf(db, person)).toMatchObject({
      reports: [{ reason: reportReasons.scam, email: 'camille@essai.test', at: expect.any(String) }],
    });
    await db.transaction().execute((tx) => erasePerson(tx, person));
    expect(await personalDataOf(db, person)).toEqual({ reports: [] });
    expect(await kept()).toMatchObject([
      { reason: 'scam', name: null, email: null, explanation: '', accountId: null },
      { email: 'autre@essai.test' },
    ]);
  });
});

it('is forgotten after three years, and where it came from after a day', async () => {
  await fresh();
  await report();
  moveClock(DAY_MS + 3_600_000);
  await forgetReports(db);
  expect((await kept()).map(({ client }) => client)).toEqual([null]);
  moveClock(3 * 366 * DAY_MS);
  await forgetReports(db);
  expect(await kept()).toEqual([]);
});

describe('vigie -- reports list', () => {
  const said: string[] = [];
  const run = async (values: Record<string, string>, json = false) => {
    said.length = 0;
    const { log } = console;
    console.log = (line: string) => void said.push(line.replaceAll('\u00a0', ' '));
    try {
      return await reportCommands[0]!.run({ values, words: [], json }, site.services);
    } finally {
      console.log = log;
    }
  };

  it('tells people and machines what waits, the most pressing first', async () => {
    await fresh();
    await report({ reason: 'duplicate' });
    await report({ reason: 'discrimination' });
    expect(await run({}, true)).toBe(0);
    const { data } = JSON.parse(said[0] ?? '') as { data: { reports: Record<string, unknown>[] } };
    expect(data.reports.map(({ reason }) => reason)).toEqual(['discrimination', 'duplicate']);
    expect(data.reports[0]).toMatchObject({ agency: 'arenes', listingVersion: expect.any(String) });
    expect(await run({ status: 'new' })).toBe(0);
    expect(said.join('\n')).toContain('2 signalements, dont 2 à traiter.');
    expect(said.join('\n')).toContain('De : Léa Petit, lea@essai.test');
    await run({ listing: '424242' });
    expect(said).toEqual(['0 signalement, dont 0 à traiter.']);
  });

  it('refuses a state or a number that is none', async () => {
    await expect(run({ status: 'fini' })).rejects.toThrow('État inconnu');
    await expect(run({ listing: 'x' })).rejects.toThrow('numéro');
  });
});
