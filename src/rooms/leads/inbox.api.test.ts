import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parisDay } from '#contract/day.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { joined } from '../../../tests/kit/agencies.ts';
import { flat } from '../../../tests/kit/alerts.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { cleared } from '../../../tests/kit/law.ts';
import { askedBy } from '../../../tests/kit/leads.ts';
import { type LeadStatus, leadStatuses, leadTransitions, type NewLead, SYSTEM } from './contract.ts';
import { recordLeadsToFollow } from './follow-up.server.ts';
import { movesFrom } from './inbox.ts';
import { erasePerson, moveLead, receiveLead } from './leads.server.ts';

let site: TestApp;
let own: Awaited<ReturnType<typeof joined>>;
let other: Awaited<ReturnType<typeof joined>>;
const listings: Record<string, number> = {};
const HOUR_MS = 3_600_000;

beforeAll(async () => {
  site = await testApp();
  own = await joined(site, 'Agence du Port', 'port@essai.test');
  other = await joined(site, 'Agence du Parc', 'parc@essai.test');
  for (const [agencyId, references] of [
    [own.agency.id, ['P1', 'P2']],
    [other.agency.id, ['Q1']],
  ] as const) {
    const { outcomes } = await site.db.transaction().execute((tx) =>
      applyListings(tx, {
        agencyId,
        source: 'poliris',
        run: null,
        now: new Date(),
        drafts: references.map((reference) => cleared(flat(reference))),
      }),
    );
    for (const reference of references) listings[reference] = outcomes.get(reference)!.id;
  }
});
beforeEach(async () => {
  await sql`truncate lead cascade`.execute(site.db);
});

const signs = 'même message à de nombreuses agences';

interface Made extends Partial<NewLead> {
  readonly about?: string;
  readonly hoursAgo?: number;
  readonly sent?: boolean;
}

/** A lead that the agency has, unless it is said to be on its way. */
async function lead({ about = 'P1', hoursAgo = 0, sent = true, ...said }: Made = {}): Promise<number> {
  const now = new Date(Date.now() - hoursAgo * HOUR_MS);
  return site.db.transaction().execute(async (tx) => {
    const id = await receiveLead(tx, askedBy(listings[about]!, said), { now });
    if (sent) await moveLead(tx, { id, to: 'new', by: SYSTEM }, now);
    return id;
  });
}

const get = (address = '', cookie = own.cookie) =>
  site.call('GET', `/api/agence/leads${address}`, { cookie });
const read = async (id: number) => (await get(`/${id}`)).json.data;
const patch = (id: number, body: object, cookie = own.cookie) =>
  site.call('PATCH', `/api/agence/leads/${id}`, { body, cookie });
/** With the version that was just read. */
const change = async (id: number, body: object) => patch(id, { version: (await read(id)).version, ...body });
const ids = async (words: string) =>
  ((await get(`?${words}`)).json.data.leads as { id: number }[]).map(({ id }) => id);
const give = (id: number, status: LeadStatus) =>
  sql`update lead set status = ${status} where id = ${id}`.execute(site.db);

describe('what is held as it comes', () => {
  const held = (createdAt = new Date()) =>
    site.db
      .transaction()
      .execute((tx) =>
        receiveLead(tx, askedBy(listings.P1!), { now: createdAt, suspicion: signs, held: true }),
      );

  it('is counted in the inbox and on the dashboard until it is opened', async () => {
    const first = await held();
    await held();
    await lead();
    const counts = async () => {
      const { spam, aside } = (await get()).json.data;
      const { json } = await site.call('GET', '/api/agence/dashboard', { cookie: own.cookie });
      return [spam, aside, json.data.leads.aside];
    };
    expect(await counts()).toEqual([2, 2, 2]);
    expect(await ids('indesirable=oui')).toHaveLength(2);
    expect(await read(first)).toMatchObject({ suspicion: signs, disqualifiedBecause: 'spam', readAt: null });
    await patch(first, { read: true });
    expect(await counts()).toEqual([2, 1, 1]);
  });

  it('is told of the day after, in the digest, with how many wait', async () => {
    const now = new Date();
    await held(new Date(now.getTime() - 26 * HOUR_MS));
    await held(new Date(now.getTime() - 26 * HOUR_MS));
    for (const times of [1, 2]) await recordLeadsToFollow(site.db, new Date(now.getTime() + times));
    const { rows } = await sql<object>`
      select title, path, mail from agency_notification where key like 'aside:%'`.execute(site.db);
    expect(rows).toEqual([
      {
        title: '2 demandes attendent sous «\u00a0Indésirable\u00a0»',
        path: `/agence/${own.agency.ownerReference}/leads?indesirable=oui`,
        mail: 'digest',
      },
    ]);
  });
});

describe('GET /agence/leads', () => {
  it('has the newest first, page after page, each once', async () => {
    const made: number[] = [];
    for (let rank = 0; rank < 33; rank += 1)
      // One after the other: their order is what is asked.
      made.push(await lead({ hoursAgo: 40 - rank, email: `p${rank}@exemple.test` }));
    await lead({ about: 'Q1' });
    const { data } = (await get()).json;
    expect(data.leads).toHaveLength(30);
    expect(data.counts.new).toBe(33);
    expect(data.late).toBeGreaterThan(0);
    const rest = (await get(`?apres=${data.next}`)).json.data;
    expect(rest.next).toBeNull();
    expect([...data.leads, ...rest.leads].map(({ id }) => id)).toEqual(made.toReversed());
  });

  it('has as many late as the dashboard says', async () => {
    const [refused] = [
      await lead({ hoursAgo: 30 }),
      await lead({ hoursAgo: 26 }),
      await lead({ hoursAgo: 2 }),
    ];
    await give(refused, 'error');
    const desk = await site.call('GET', '/api/agence/dashboard', { cookie: own.cookie });
    expect([(await get()).json.data.late, desk.json.data.leads.late]).toEqual([2, 2]);
  });

  it('says what a line of an inbox shows', async () => {
    const id = await lead({ message: 'Bonjour,\nje passe jeudi.' });
    const [row] = (await get()).json.data.leads;
    expect(row).toMatchObject({
      id,
      name: 'Adèle Fontanel',
      erased: false,
      request: 'visit',
      status: 'new',
      listingId: listings.P1,
      listingReference: 'P1',
      listingName: expect.stringContaining('Appartement'),
      excerpt: 'Bonjour,\nje passe jeudi.',
      readAt: null,
      firstAnswerAt: null,
      awaited: false,
    });
  });

  it('is filtered by the words of its address, and takes any for what they are', async () => {
    const today = await lead();
    const qualified = await lead({ about: 'P2', firstName: 'Ines', email: 'ines@exemple.test', hoursAgo: 3 });
    await change(qualified, { status: 'qualified', assignedTo: 'Karim' });
    const reminded = await lead({ phone: '06 12 34 56 78', message: 'À 100 % sûre', hoursAgo: 5 });
    await change(reminded, { remindOn: parisDay(new Date()).day });
    const all = [today, qualified, reminded];
    expect(await ids('')).toEqual(all);
    expect(await ids('statut=qualified')).toEqual([qualified]);
    expect(await ids('statut=qualified,new')).toEqual(all);
    expect(await ids('statut=inconnu')).toEqual(all);
    expect(await ids(`annonce=${listings.P2}`)).toEqual([qualified]);
    expect(await ids('annonce=1;drop')).toEqual(all);
    expect(await ids('assigne=Karim')).toEqual([qualified]);
    expect(await ids('assigne=personne')).toEqual([today, reminded]);
    expect(await ids('sansReponse=oui')).toEqual([today, reminded]);
    expect(await ids('rappel=oui')).toEqual([reminded]);
    expect(await ids('q=INES')).toEqual([qualified]);
    expect(await ids('q=06.12.34')).toEqual([reminded]);
    expect(await ids('q=100+%25')).toEqual([reminded]);
    expect(await ids('q=%25%25')).toEqual([]);
    expect(await ids('q=p2')).toEqual([qualified]);
    expect((await get('?statut=a&statut=b')).status).toBeLessThan(500);
  });
});

describe('GET /agence/leads/{id}', () => {
  it('has its history, its consents and what else the person asked', async () => {
    const before = await lead({ about: 'P2', hoursAgo: 30 });
    const id = await lead();
    await site.db
      .insertInto('leadConsent')
      .values({
        leadId: id,
        purpose: 'vigie_alerts',
        sentence: 'Je veux.',
        source: 'listing_form',
        at: new Date(),
      })
      .execute();
    const data = await read(id);
    expect(data).toMatchObject({
      email: 'adele@exemple.test',
      phone: '+33639980001',
      online: true,
      card: { reference: 'P1' },
      consents: [{ sentence: 'Je veux.' }],
      moves: movesFrom('new'),
      others: [{ id: before, listingReference: 'P2', status: 'new' }],
    });
    expect(data.events.map(({ toStatus }: { toStatus: string }) => toStatus)).toEqual(['processing', 'new']);
  });

  it('does not exist for another agency, nor does what is no number', async () => {
    const id = await lead();
    for (const answer of [
      await get(`/${id}`, other.cookie),
      await patch(id, { read: true }, other.cookie),
      await patch(id, { version: 1, status: 'contacted' }, other.cookie),
      await site.call('POST', `/api/agence/leads/${id}/take`, { body: {}, cookie: other.cookie }),
      await get('/999999'),
      await get('/abc'),
      await get('/0'),
    ])
      expect([answer.status, answer.json.code]).toEqual([404, 'LEAD_UNKNOWN']);
    expect(await read(id)).toMatchObject({ status: 'new', readAt: null });
    expect((await get('', other.cookie)).json.data).toMatchObject({ leads: [], assignees: [], listings: [] });
    expect((await get(`?apres=${id}`, other.cookie)).json.data.leads).toEqual([]);
  });
});

describe('PATCH /agence/leads/{id}', () => {
  const statuses = Object.keys(leadStatuses) as LeadStatus[];

  it.each(statuses.flatMap((from) => statuses.map((to) => [from, to] as const)))(
    'from %s to %s is for people, or is not',
    async (from, to) => {
      const id = await lead();
      await give(id, from);
      const { status, json } = await change(id, {
        status: to,
        because: 'off_criteria',
        reason: 'Elle a rappelé.',
      });
      const system = ['processing', 'error'].some((one) => one === from || one === to);
      if (!system && leadTransitions[from].includes(to)) {
        expect([status, json.data.status]).toEqual([200, to]);
        expect(json.data.events.at(-1)).toMatchObject({
          kind: 'status',
          fromStatus: from,
          toStatus: to,
          byWhom: 'Agence du Port',
        });
      } else {
        expect([status, json.code]).toEqual([409, 'LEAD_TRANSITION']);
        expect((await read(id)).status).toBe(from);
      }
    },
  );

  it('notes each change, with who made it', async () => {
    const id = await lead();
    const { day } = parisDay(new Date(Date.now() + 30 * HOUR_MS));
    const { json } = await change(id, {
      status: 'disqualified',
      because: 'off_criteria',
      assignedTo: ' Karim ',
      remindOn: day,
      note: '  Budget trop bas.  ',
    });
    expect(json.data).toMatchObject({
      status: 'disqualified',
      disqualifiedBecause: 'off_criteria',
      assignedTo: 'Karim',
      remindOn: day,
    });
    const events = json.data.events as { kind: string; text: string; byWhom: string }[];
    expect(events.slice(2).map(({ kind, text }) => [kind, text])).toEqual([
      ['status', 'off_criteria'],
      ['assignment', 'Karim'],
      ['reminder', day],
      ['note', 'Budget trop bas.'],
    ]);
    expect(new Set(events.slice(2).map(({ byWhom }) => byWhom))).toEqual(new Set(['Agence du Port']));
    const undone = (await change(id, { assignedTo: null, remindOn: null })).json.data;
    expect(undone).toMatchObject({ assignedTo: null, remindOn: null });
    // The same again is no change.
    const again = (await change(id, { assignedTo: null, remindOn: null })).json.data;
    expect([again.version, again.events.length]).toEqual([undone.version, undone.events.length]);
  });

  it('is refused to whoever read it before somebody else changed it', async () => {
    const id = await lead();
    const { version } = await read(id);
    expect((await patch(id, { version, status: 'contacted' })).status).toBe(200);
    for (const late of [{ status: 'unreachable' }, { note: 'Moi aussi.' }, { assignedTo: 'Karim' }]) {
      const { status, json } = await patch(id, { version, ...late });
      expect([status, json.code]).toEqual([409, 'LEAD_CHANGED']);
      expect((await patch(id, late)).json.code).toBe('LEAD_CHANGED');
    }
    expect((await read(id)).events.at(-1)).toMatchObject({ toStatus: 'contacted' });
  });

  it('made by two people at once is made once', async () => {
    const id = await lead();
    const { version } = await read(id);
    const answers = await Promise.all(
      ['contacted', 'qualified', 'unreachable'].map((status) => patch(id, { version, status })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });

  it('tells the person that it was read, without being in the way of anybody', async () => {
    const id = await lead();
    const { version } = await read(id);
    const first = (await patch(id, { read: true })).json.data;
    expect(first).toMatchObject({ readAt: expect.any(String), version });
    expect((await patch(id, { read: true })).json.data.readAt).toBe(first.readAt);
  });

  it.each([
    [{ remindOn: '2026-01-01' }, 400],
    [{ remindOn: '2026-02-31' }, 400],
    [{ assignedTo: '   ' }, 400],
    [{ note: '  ' }, 422],
    [{ note: 'x'.repeat(2001) }, 422],
    [{ status: 'disqualified' }, 422],
    [{ status: 'perdu' }, 400],
    [{ status: ['contacted'] }, 400],
  ])('%o is refused, and nothing changes', async (body, wanted) => {
    const id = await lead();
    const before = await read(id);
    const { status } = await change(id, { assignedTo: 'Karim', ...body });
    expect(status).toBe(wanted);
    expect(await read(id)).toEqual(before);
  });

  it('is refused for somebody who was erased', async () => {
    const id = await lead();
    await change(id, { note: 'Adèle rappelle lundi.' });
    await site.db
      .transaction()
      .execute((tx) => erasePerson(tx, { accountId: 0, emails: ['adele@exemple.test'] }));
    const { json } = await change(id, { note: 'Elle est revenue.' });
    expect(json.code).toBe('LEAD_ERASED');
    const [row] = (await get()).json.data.leads;
    expect(row).toMatchObject({ id, name: '', erased: true, excerpt: '' });
    expect(JSON.stringify(await read(id))).not.toMatch(/Ad[eè]le/i);
  });
});

it('a lead whose mail never arrived is taken up in the inbox, once', async () => {
  const id = await lead({ sent: false });
  await site.db.transaction().execute((tx) => moveLead(tx, { id, to: 'error', by: SYSTEM }, new Date()));
  const take = () => site.call('POST', `/api/agence/leads/${id}/take`, { body: {}, cookie: own.cookie });
  expect((await change(id, { status: 'contacted' })).json.code).toBe('LEAD_TRANSITION');
  const { json } = await take();
  expect(json.data).toMatchObject({ status: 'new', readAt: expect.any(String), moves: movesFrom('new') });
  expect((await take()).json.code).toBe('LEAD_TRANSITION');
});

describe('GET /agence/leads/export.csv', () => {
  const rows = (text: string) =>
    parse<Record<string, string>>(text, { columns: true, bom: true, delimiter: ';' });

  it('is a file of the agency’s own leads that no spreadsheet runs', async () => {
    await lead({ about: 'Q1' });
    await lead({
      firstName: '=cmd|1',
      lastName: '@SUM(A1)',
      message: '-1+1 "et", puis\nla suite',
      phone: '+447700900123',
      hoursAgo: 1,
    });
    await lead({ message: '+33 dit-elle', hoursAgo: 2 });
    await sql`update lead set remind_on = '2026-12-24' where first_name = '=cmd|1'`.execute(site.db);
    const { status, json, headers } = await get('/export.csv');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="prospects-[a-z0-9-]+-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(headers['cache-control']).toBe('no-store');
    const [evil, plain, ...more] = rows(json.data);
    expect(more).toEqual([]);
    expect(evil).toMatchObject({
      Prénom: "'=cmd|1",
      Nom: "'@SUM(A1)",
      Message: '\'-1+1 "et", puis\nla suite',
      Téléphone: "'+447700900123",
      Annonce: 'P1',
      Statut: 'Nouveau',
      'Suivi par': '',
      'Reçu le': expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/),
      'À rappeler le': '24/12/2026',
      'Conservé jusqu’au': expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
    });
    expect(plain).toMatchObject({ Téléphone: '06 39 98 00 01', Message: "'+33 dit-elle" });
  });

  it('is filtered as the inbox, and goes on past what is read at once', async () => {
    await sql`
      insert into lead (listing_id, agency_id, listing_reference, source, status, request, first_name, last_name, email,
        created_at, keep_until)
      select ${listings.P1}, ${own.agency.id}, 'P1', 'call', 'new', 'visit', 'Prénom', 'Nom ' || n, n || '@exemple.test',
        now() - n * interval '1 minute', '2029-01-01'
      from generate_series(1, 1203) n
    `.execute(site.db);
    const all = rows((await get('/export.csv')).json.data);
    expect(all.map((row) => row['E-mail'])).toEqual(
      Array.from({ length: 1203 }, (_, rank) => `${rank + 1}@exemple.test`),
    );
    expect(rows((await get('/export.csv?statut=qualified')).json.data)).toEqual([]);
  });
});
