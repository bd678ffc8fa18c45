import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { catalogueOf } from '#desks/catalogue/catalogue.server.ts';
import { readCatalogueWords } from '#desks/catalogue/contract.ts';
import { judgeChanged } from '#desks/pro/agency-profile.server.ts';
import { clock, moveClock } from '#platform/clock.server.ts';
import { hashPassword } from '#rooms/accounts/accounts.server.ts';
import { addAgency, changeAgency } from '#rooms/agencies/agencies.server.ts';
import { OPERATOR, setExclusion } from '#rooms/agencies/exclusion.server.ts';
import { suspensionOf } from '#rooms/agencies/suspension.server.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { judgeDrafts, notifyLegalDepartures } from '#rooms/listings/publication.server.ts';
import { joined } from '../../../tests/kit/agencies.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { chanceOf } from '../../../tests/kit/chance.ts';
import { lawfulAgency, lawfulSale } from '../../../tests/kit/law.ts';
import { AGENCIES_PAGE } from './agencies.ts';

const headers = {
  authorization: `Basic ${Buffer.from('claire:Motdepasse1').toString('base64')}`,
};
let site: TestApp;
beforeAll(async () => {
  site = await testApp({ ADMIN_USERS: `claire:${await hashPassword('Motdepasse1')}` });
});
afterEach(() => moveClock(0));

const ask = (method: 'GET' | 'PATCH' | 'POST', url: string, body?: object) =>
  site.call(method, `/api/admin${url}`, { headers, ...(body ? { body } : {}) });
const act = (id: number, body: object) => ask('PATCH', `/agencies/${id}`, body);
const read = async (id: number) => (await ask('GET', `/agencies/${id}`)).json.data;
const auditOf = async (id: number) =>
  (await read(id)).audit.entries as {
    action: string;
    before: object;
    after: object;
    reason: string | null;
  }[];
const mailsTo = (recipient: string) =>
  site.db
    .selectFrom('mailOutbox')
    .select(['subject', 'html'])
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute();
const listed = async (query: string) =>
  (await ask('GET', `/agencies?${query}`)).json.data.agencies.map(
    ({ ownerReference }: { ownerReference: string }) => ownerReference,
  ) as string[];

/** Its listing comes by a feed, and is judged as it comes. */
async function feed(agencyId: number) {
  const now = clock.now();
  const drafts = await judgeDrafts(site.db, { source: 'poliris', agencyId, drafts: [lawfulSale('a')], now });
  await site.db
    .transaction()
    .execute((tx) => applyListings(tx, { agencyId, source: 'poliris', run: null, now, drafts }));
}
async function statusOf(agencyId: number) {
  const { status } = await site.db
    .selectFrom('listing')
    .select('status')
    .where('agencyId', '=', agencyId)
    .executeTakeFirstOrThrow();
  return status;
}
async function judged() {
  // One after the other, as the worker does.
  while (await judgeChanged(site.services, new AbortController().signal));
}

const reason = 'Trois signalements d’arnaque, vérifiés un par un.';

describe('a suspended agency', () => {
  it('leaves the line, is told why, and comes back', async () => {
    const { id, ownerReference } = await lawfulAgency(site.db, 'suspendue-un', {
      email: 'un@suspendue.test',
    });
    await feed(id);
    expect(await statusOf(id)).toBe('online');
    const suspended = { act: 'status', status: 'suspended', reason };
    // Twice is once.
    expect((await act(id, suspended)).status).toBe(200);
    expect((await act(id, suspended)).status).toBe(200);
    await judged();
    expect(await statusOf(id)).toBe('refused');
    const mails = await mailsTo('un@suspendue.test');
    expect(mails.map(({ subject }) => subject)).toEqual(['Votre agence est suspendue sur Vigie']);
    expect(mails[0]?.html).toContain('Trois signalements');
    // What the law takes off line is told by that one mail.
    expect(await notifyLegalDepartures(site.services, clock.now())).toBe(0);
    expect(await suspensionOf(site.db, id)).toMatchObject({ reason });
    const words = readCatalogueWords(new URLSearchParams());
    await expect(catalogueOf(site.db, ownerReference, words)).rejects.toMatchObject({
      spec: { code: 'GONE' },
    });
    // Its feeds go on, and bring nothing back.
    await feed(id);
    expect(await statusOf(id)).toBe('refused');
    const page = await read(id);
    expect(page).toMatchObject({
      status: 'suspended',
      suspension: { reason },
      figures: { online: 0, refused: 1 },
    });
    expect(page.lacks).toContainEqual(expect.objectContaining({ rule: 'R23', severity: 'block' }));

    const lifted = 'Les annonces en cause ont été retirées.';
    expect((await act(id, { act: 'status', status: 'active', reason: lifted })).status).toBe(200);
    await judged();
    expect(await statusOf(id)).toBe('online');
    expect((await mailsTo('un@suspendue.test')).map(({ subject }) => subject)).toEqual([
      'Votre agence est suspendue sur Vigie',
      'La suspension de votre agence est levée',
    ]);
    expect(await auditOf(id)).toMatchObject([
      {
        action: 'agency.status',
        before: { status: 'suspended' },
        after: { status: 'active' },
        reason: lifted,
      },
      { action: 'agency.status', before: { status: 'active' }, after: { status: 'suspended' }, reason },
    ]);
  });

  it('is suspended for a reason, that says enough', async () => {
    const { id } = await lawfulAgency(site.db, 'suspendue-deux');
    for (const wrong of [{}, { reason: 'non' }, { reason: '   \u200b      \u00a0  ' }]) {
      const { status, json } = await act(id, { act: 'status', status: 'suspended', ...wrong });
      expect([status, json.code]).toEqual([400, 'VALIDATION_ERROR']);
    }
    expect((await read(id)).status).toBe('active');
    expect((await act(999_999, { act: 'status', status: 'suspended', reason })).status).toBe(404);
  });
});

describe('the identity of an agency', () => {
  const verify = (id: number, kind: string) => act(id, { act: 'verify', kind });

  it('is verified once a person has found its SIREN and its card right, until it changes', async () => {
    const { id, ownerReference } = await lawfulAgency(site.db, 'identite-un');
    expect((await read(id)).identity).toBe('unverified');
    expect((await verify(id, 'siren')).status).toBe(200);
    expect((await read(id)).identity).toBe('unverified');
    expect((await verify(id, 'card')).status).toBe(200);
    expect((await verify(id, 'card')).status).toBe(200);
    const page = await read(id);
    expect(page.identity).toBe('verified');
    expect(page.checks[0]).toMatchObject({
      kind: 'siren',
      stated: '732829320',
      form: { state: 'sound' },
      decision: { outcome: 'verified', by: 'claire', current: true },
    });
    expect(page.audit.entries).toHaveLength(2);
    await changeAgency(site.db, ownerReference, { siren: '552100554' });
    const later = await read(id);
    expect([later.identity, later.checks[0].decision.current]).toEqual(['unverified', false]);
  });

  it('is refused with a reason that the agency is mailed', async () => {
    const { id } = await lawfulAgency(site.db, 'identite-deux', { email: 'deux@identite.test' });
    const refused = {
      act: 'refuse',
      kind: 'card',
      reason: 'Cette carte a été délivrée à une autre société.',
    };
    expect((await act(id, refused)).status).toBe(200);
    expect((await act(id, refused)).status).toBe(200);
    expect((await read(id)).identity).toBe('refused');
    const mails = await mailsTo('deux@identite.test');
    expect(mails).toHaveLength(1);
    expect(mails[0]?.html).toContain('une autre société');
    // The listings stay where they are.
    await feed(id);
    expect(await statusOf(id)).toBe('online');
    expect(await listed('identity=refused')).toEqual(['identite-deux']);
  });

  it('is not verified where nothing is stated, nor where it is wrong on its face', async () => {
    const bare = await addAgency(site.db, { ref: 'identite-nue', name: 'Agence nue' });
    const nothing = await verify(bare.id, 'siren');
    expect([nothing.status, nothing.json.code]).toEqual([409, 'CHECK_NOTHING_STATED']);
    expect((await read(bare.id)).identity).toBe('missing');
    const over = await lawfulAgency(site.db, 'identite-finie', { identity: { cardUntil: '2001-01-01' } });
    const wrong = await verify(over.id, 'card');
    expect([wrong.status, wrong.json.code]).toEqual([409, 'CHECK_MALFORMED']);
  });

  it('of several agencies is verified at once, and what cannot be is named', async () => {
    const [one, two] = [await lawfulAgency(site.db, 'lot-un'), await lawfulAgency(site.db, 'lot-deux')];
    const bare = await addAgency(site.db, { ref: 'lot-nu', name: 'Agence sans rien' });
    const ids = [one.id, two.id, bare.id];
    for (let times = 0; times < 2; times += 1) {
      const { status, json } = await ask('POST', '/agencies/checks', { ids });
      expect([status, json.data]).toEqual([
        200,
        {
          verified: 2,
          left: [{ id: bare.id, name: 'Agence sans rien', why: expect.stringContaining('SIREN') }],
        },
      ]);
    }
    for (const { id } of [one, two]) {
      expect((await read(id)).identity).toBe('verified');
      expect(await auditOf(id)).toMatchObject([
        { action: 'agency.identity', after: { siren: 'verified', card: 'verified' } },
      ]);
    }
    expect((await ask('POST', '/agencies/checks', { ids: [] })).status).toBe(400);
  });
});

describe('notes', () => {
  it('are added, kept inside, and named by the audit without their words', async () => {
    const { agency, cookie } = await joined(site, 'Agence Annotée', 'annotee@essai.test');
    const text = 'Rappelée le 3\u00a0: la gérante part en décembre.';
    for (let times = 0; times < 2; times += 1)
      expect((await act(agency.id, { act: 'note', text })).status).toBe(200);
    await act(agency.id, { act: 'note', text: 'Une autre.' });
    const page = await read(agency.id);
    expect(page.notes.map((note: { text: string }) => note.text)).toEqual(['Une autre.', text]);
    expect(page.notes[0].by).toBe('claire');
    expect(JSON.stringify(page.audit)).not.toContain('gérante');
    const own = await site.call('GET', '/api/agence/dashboard', { cookie });
    expect(JSON.stringify(own.json)).not.toContain('gérante');
    expect((await act(agency.id, { act: 'note', text: ' \u200b ' })).status).toBe(400);
    expect(page.space).toMatchObject({ email: 'annotee@essai.test' });
  });
});

describe('the list of agencies', () => {
  it('finds one by its name, its numbers, its town and its addresses', async () => {
    const known = await addAgency(
      site.db,
      {
        ref: 'chercher-moi',
        name: 'Élan & Fils Immobilier',
        siren: '404833048',
        email: 'Contact@elan-fils.test',
        feedId: 'e-4711',
      },
      { identity: { postalCode: '29480', city: 'Le Relecq-Kerhuon' } },
    );
    const { agency: joinedOne } = await joined(site, 'Cabinet Sextant', 'patron@sextant.test');
    for (const q of [
      'elan',
      'Élan fils',
      'fils éla',
      'relecq',
      '29480',
      '294',
      '404 833 048',
      '40483304800012',
      'chercher-m',
      'contact@elan',
      'E-4711',
    ])
      expect([q, await listed(`q=${encodeURIComponent(q)}`)]).toEqual([q, [known.ownerReference]]);
    expect(await listed('q=patron@sextant.test')).toEqual([joinedOne.ownerReference]);
    for (const q of ['%', '_', 'elan marine', '40483304', "'"])
      expect([q, await listed(`q=${encodeURIComponent(q)}`)]).toEqual([q, []]);
  });

  it('is filtered by what an administrator looks for', async () => {
    const left = await lawfulAgency(site.db, 'filtre-retiree');
    await setExclusion(site.db, left.ownerReference, true, OPERATOR);
    const held = await lawfulAgency(site.db, 'filtre-suspendue');
    await act(held.id, { act: 'status', status: 'suspended', reason });
    const failing = await lawfulAgency(site.db, 'filtre-import');
    const mended = await lawfulAgency(site.db, 'filtre-repare');
    await importOf(failing.id, 'done');
    await importOf(failing.id, 'refused');
    await importOf(mended.id, 'refused');
    await importOf(mended.id, 'done');
    const within = async (query: string) =>
      (await listed(`q=filtre-&${query}`)).toSorted((a, b) => (a < b ? -1 : 1));
    expect(await within('status=excluded')).toEqual(['filtre-retiree']);
    expect(await within('status=suspended')).toEqual(['filtre-suspendue']);
    expect(await within('status=active')).toEqual(['filtre-import', 'filtre-repare']);
    expect(await within('blocked=yes')).toEqual(['filtre-retiree', 'filtre-suspendue']);
    expect(await within('imports=error')).toEqual(['filtre-import']);
    expect(await within('space=with')).toEqual([]);
    expect(await within('space=without&imports=error')).toEqual(['filtre-import']);
    expect((await ask('GET', '/agencies?status=autre')).status).toBe(400);
  });

  it('is read whole by pages, in either order, and in a file', async () => {
    const { seed, pick, int } = chanceOf();
    console.log(`SEED=${seed}`);
    const names = ['Azur', 'azur', 'Éole', 'Zénith', 'Brise', '2 Mers'];
    for (let rank = 0; rank < AGENCIES_PAGE + int(1, 10); rank += 1)
      await addAgency(site.db, { ref: `page-${rank}`, name: `${pick(names)} ${int(1, 5)}` });
    const { rows } = await sql<{ id: number }>`select id from agency order by lower(name), id`.execute(
      site.db,
    );
    const byName = rows.map(({ id }) => id);
    const walk = async (sort: string) => {
      const ids: number[] = [];
      for (let apres: number | null = null; ; ) {
        const { json } = await ask('GET', `/agencies?sort=${sort}${apres === null ? '' : `&apres=${apres}`}`);
        const { agencies, next } = json.data as { agencies: { id: number }[]; next: number | null };
        ids.push(...agencies.map(({ id }) => id));
        if (next === null) return ids;
        expect(agencies).toHaveLength(AGENCIES_PAGE);
        apres = next;
      }
    };
    expect(await walk('name')).toEqual(byName);
    expect(await walk('newest')).toEqual(byName.toSorted((a, b) => b - a));
    const csv = (await ask('GET', '/agencies.csv')).json.data as string;
    // Its titles, and the end of its last line.
    expect(csv.split('\r\n')).toHaveLength(byName.length + 2);
  });
});

describe('one agency', () => {
  it('shows its imports with what the last one says, and its file of an invoice is its own', async () => {
    const { id } = await lawfulAgency(site.db, 'une-agence');
    const importId = await importOf(id, 'refused');
    const page = await read(id);
    expect(page.imports).toMatchObject([{ id: importId, state: 'refused' }]);
    expect(page.report).toMatchObject({ importId, causes: [], diagnostics: [] });
    expect(page.agency).toMatchObject({
      ownerReference: 'une-agence',
      siren: '732829320',
      legalForm: 'SARL',
    });
    expect(page.invoices).toEqual([]);
    const none = await ask('GET', `/agencies/${id}/invoices/F-2026-000001.pdf`);
    expect([none.status, none.json.code]).toEqual([404, 'INVOICE_UNKNOWN']);
    for (const nobody of ['999999', 'x', '0', '1e3'])
      expect([nobody, (await ask('GET', `/agencies/${nobody}`)).status]).toEqual([nobody, 404]);
  });
});

/** An import of this agency, as it ended. */
async function importOf(agencyId: number, status: 'done' | 'refused'): Promise<number> {
  const { id } = await site.db
    .insertInto('feedImport')
    .values({
      format: 'poliris',
      fileName: 'essai.zip',
      sha256: Buffer.from('essai'),
      receivedAt: clock.now(),
      status,
      report: JSON.stringify({}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await site.db.insertInto('feedAgency').values({ importId: id, agencyId, status }).execute();
  return id;
}
