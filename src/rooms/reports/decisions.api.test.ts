import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clock, moveClock } from '#platform/clock.server.ts';
import { hashPassword } from '#rooms/accounts/accounts.server.ts';
import type { ListingDraft } from '#rooms/listings/contract.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { judgeDrafts } from '#rooms/listings/publication.server.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { chanceOf } from '../../../tests/kit/chance.ts';
import { lawfulSale } from '../../../tests/kit/law.ts';
import { plain } from '../../../tests/kit/pictures.ts';
import { lawfulSpace } from '../../../tests/kit/portfolio.ts';
import { appealOf } from './appeals.server.ts';
import { sweepAttachments } from './attachments.server.ts';
import type { ReportReason } from './contract.ts';
import { type CaseHeading, QUEUE_PAGE, REPEATED } from './decisions.ts';
import { erasePerson, forgetReports, personalDataOf } from './reports.server.ts';
import { recordRuleCases } from './rule-cases.server.ts';

const DAY_MS = 86_400_000;
const basic = (name: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
});
const claire = basic('claire', 'Motdepasse1');
const paul = basic('paul', 'Motdepasse2');
const MINE = 'lea@essai.test';
const choosy = { description: 'Bel appartement. Pas d’étrangers, famille française uniquement.' };

let site: TestApp;
let space: Awaited<ReturnType<typeof lawfulSpace>>;
let listing = 0;
let number = 0;

beforeAll(async () => {
  site = await testApp({
    ADMIN_USERS: `claire:${await hashPassword('Motdepasse1')};paul:${await hashPassword('Motdepasse2')}`,
    CONTACT_EMAIL: 'equipe@vigie.test',
    PUBLIC_URL: 'https://vigie.test',
  });
});
beforeEach(async () => {
  number += 1;
  space = await lawfulSpace(site, `Agence Signalée ${number}`, `signalee${number}@essai.test`);
  [listing = 0] = await write(lawfulSale('S1', { reference: 'V-S1' }));
  await sql`delete from report`.execute(site.db);
  await sql`delete from mail_outbox`.execute(site.db);
});
afterEach(() => moveClock(0));

/** Writes listings as the feed of the agency does, judged; gives their numbers. */
async function write(...drafts: ListingDraft[]): Promise<number[]> {
  const given = { agencyId: space.agency.id, source: 'poliris' as const, now: clock.now() };
  const { outcomes } = await site.db.transaction().execute(async (tx) => {
    const judged = await judgeDrafts(tx, { ...given, drafts });
    return applyListings(tx, { ...given, run: null, drafts: judged });
  });
  return drafts.map(({ technicalId }) => outcomes.get(technicalId)!.id);
}

let senders = 0;
/** Files a report; each comes from a network of its own. */
async function file(more: { reason?: ReportReason; email?: string; explanation?: string; id?: number } = {}) {
  senders += 1;
  const { id = listing, ...said } = more;
  const response = await site.app.inject({
    method: 'POST',
    url: `/api/listings/${id}/reports`,
    remoteAddress: `10.3.${senders >> 8}.${senders & 255}`,
    payload: {
      reason: 'price',
      explanation: 'Le loyer demandé au téléphone était plus haut de deux cents euros.',
      name: 'Léa Petit',
      email: MINE,
      goodFaith: true,
      ...said,
    },
  });
  expect(response.statusCode).toBe(200);
  const { reference, attachKey } = response.json().data as { reference: string; attachKey: string };
  const row = await site.db
    .selectFrom('report')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
  return { id: row.id, reference, attachKey };
}

const handle = (id: number, body: object, headers = claire) =>
  site.call('PATCH', `/api/admin/reports/${id}`, { body, headers });
const open = async (id: number) =>
  (await site.call('GET', `/api/admin/reports/${id}`, { headers: claire })).json.data;
const queue = async (words = ''): Promise<{ cases: CaseHeading[]; next: string | null }> =>
  (await site.call('GET', `/api/admin/reports${words}`, { headers: claire })).json.data;
const mails = async (to?: string) => {
  let query = site.db.selectFrom('mailOutbox').selectAll().orderBy('id');
  if (to) query = query.where('recipient', '=', to);
  return (await query.execute()).map((mail) => ({
    ...mail,
    text: (mail.text ?? '').replaceAll('\u00a0', ' '),
    subject: (mail.subject ?? '').replaceAll('\u00a0', ' '),
  }));
};
const subjects = async (to: string) => (await mails(to)).map(({ subject }) => subject);
const statusOf = async (id: number) =>
  (await site.db.selectFrom('listing').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status;
const agencyMail = () => space.agency.email;

/** The words of the link by which a mail lets its reader contest. */
async function contestLink(to: string): Promise<{ ref: string; cle: string }> {
  const [address = ''] = (await mails(to)).flatMap(
    ({ text }) => text.match(/https:\/\/vigie\.test\/contact\?\S*motif=contestation[^\s\])]*/g) ?? [],
  );
  const words = new URL(address).searchParams;
  return { ref: words.get('ref') ?? '', cle: words.get('cle') ?? '' };
}
const contest = (
  key: { ref: string; cle: string },
  text = 'L’annonce dit toujours la même chose, voyez la page.',
) => site.call('POST', '/api/reports/appeals', { body: { ...key, text } });

const reason = 'Le prix affiché comprenait mal les honoraires.';
const founded = { act: 'decide', outcome: 'founded', measure: 'correction', reason };
const suspending = { act: 'decide', outcome: 'founded', measure: 'suspension', ground: 'price', reason };
const unfounded = { act: 'decide', outcome: 'unfounded', reason: 'Le prix affiché est celui du barème.' };

describe('the queue', () => {
  it('says what waits first, by priority then age, each once from page to page', async () => {
    const { seed, pick } = chanceOf();
    console.log(`SEED=${seed}`);
    const reasons = Array.from({ length: QUEUE_PAGE + 5 }, () =>
      pick(['scam', 'price', 'duplicate', 'other'] as const),
    );
    const filed = [];
    for (const one of reasons) filed.push(await file({ reason: one, email: `l${filed.length}@essai.test` }));
    for (const { id } of filed.slice(0, 3)) expect((await handle(id, unfounded)).status).toBe(200);
    const first = await queue();
    const rest = await queue(`?apres=${first.next}`);
    expect([first.cases.length, rest.next]).toEqual([QUEUE_PAGE, null]);
    const all = [...first.cases, ...rest.cases];
    expect(new Set(all.map(({ id }) => id)).size).toBe(filed.length);
    const waiting = all.filter(({ status }) => status === 'new');
    expect(all.slice(0, waiting.length)).toEqual(waiting);
    const order = waiting.map(({ priority, createdAt }) => `${priority} ${createdAt}`);
    expect(order).toEqual(order.toSorted());
  });

  it('is filtered, and saved without who reported nor a word of theirs', async () => {
    const scam = await file({ reason: 'scam' });
    await file({ reason: 'other' });
    const ids = async (words: string) => (await queue(words)).cases.map(({ id }) => id);
    expect(await ids('?reason=scam')).toEqual([scam.id]);
    expect(await ids('?priority=1')).toEqual([scam.id]);
    expect(await ids(`?agency=${space.agency.ownerReference}&reason=scam`)).toEqual([scam.id]);
    expect(await ids('?agency=personne')).toEqual([]);
    expect(await ids(`?listing=${listing}`)).toHaveLength(2);
    await handle(scam.id, { act: 'take', tellAgency: false });
    expect(await ids('?state=in_progress')).toEqual([scam.id]);
    await handle(scam.id, unfounded);
    expect(await ids('?state=unfounded')).toEqual([scam.id]);
    expect(await ids('?state=waiting')).toHaveLength(1);
    expect((await site.call('GET', '/api/admin/reports?apres=x', { headers: claire })).status).toBe(400);
    const csv = (await site.call('GET', '/api/admin/reports.csv', { headers: claire })).json.data as string;
    expect(csv).toContain(scam.reference);
    for (const word of ['Petit', MINE, 'téléphone']) expect(csv).not.toContain(word);
  });

  it('shows the listing as it was read beside what it says today', async () => {
    const { id } = await file();
    await write(lawfulSale('S1', { reference: 'V-S1', title: 'Corrigé', price: 24_000_000 }));
    expect(await open(id)).toMatchObject({
      reporter: { name: 'Léa Petit', email: MINE, sent: 1, unfounded: 0 },
      shown: { title: lawfulSale('S1').title, price: 25_000_000 },
      today: { title: 'Corrigé', price: 24_000_000 },
      others: [],
    });
    const other = await file({ email: 'autre@essai.test' });
    expect((await open(id)).others).toMatchObject([{ id: other.id }]);
    expect((await site.call('GET', '/api/admin/reports/999999', { headers: claire })).status).toBe(404);
  });
});

describe('from filing to appeal', () => {
  it('both sides are told, and the agency never learns who', async () => {
    const { id, reference } = await file();
    expect((await handle(id, { act: 'take', tellAgency: true })).json.data.status).toBe('in_progress');
    expect(await subjects(agencyMail())).toEqual([`Votre annonce V-S1 a été signalée (${reference})`]);
    expect((await handle(id, suspending)).json.data).toMatchObject({
      status: 'founded',
      measure: 'suspension',
    });
    expect(await statusOf(listing)).toBe('suspended');
    // The statement of reasons of the suspension, and what became of the report with the way to contest it.
    expect(await subjects(agencyMail())).toEqual([
      expect.stringContaining('signalée'),
      expect.stringContaining('suspendue'),
      expect.stringContaining('ce que nous avons décidé'),
    ]);
    expect(await subjects(MINE)).toEqual([
      expect.stringContaining('Signalement reçu'),
      `Votre signalement ${reference} : il est fondé`,
    ]);
    const outcome = (await mails(MINE)).at(-1);
    expect(outcome?.text).toContain(reason);
    expect(outcome?.replyTo).toBe('equipe@vigie.test');
    for (const { html, subject, text } of await mails(agencyMail()))
      for (const word of ['Petit', 'Léa', MINE, 'au téléphone'])
        expect([subject, word, `${html}${text}`.includes(word)]).toEqual([subject, word, false]);
    const { rows: told } = await sql<{ title: string }>`select title from agency_notification`.execute(
      site.db,
    );
    expect(told.some(({ title }) => title.includes('Petit'))).toBe(false);

    // The agency contests, another administrator answers.
    const key = await contestLink(agencyMail());
    expect(await appealOf(site.services, key)).toMatchObject({
      state: 'open',
      decided: { outcome: 'Fondé' },
    });
    expect((await contest(key)).json.data).toEqual({ reference });
    expect(await appealOf(site.services, key)).toMatchObject({ state: 'sent' });
    expect((await mails('equipe@vigie.test')).at(-1)?.subject).toBe(`[${reference}] Décision contestée`);
    const [appeal] = (await open(id)).appeals;
    expect((await queue('?state=contested')).cases).toMatchObject([{ id, contested: true }]);
    const answer = {
      act: 'appeal',
      appeal: appeal.id,
      appealOutcome: 'changed',
      outcome: 'unfounded',
      reason: 'Le barème fourni montre que le prix était juste.',
    };
    expect((await handle(id, answer)).json.code).toBe('APPEAL_SAME_PERSON');
    expect((await handle(id, answer, paul)).json.data).toMatchObject({
      status: 'unfounded',
      contested: false,
    });
    expect(await statusOf(listing)).toBe('online');
    expect((await subjects(agencyMail())).at(-1)).toBe(`Votre contestation (${reference})`);
    expect((await subjects(MINE)).at(-1)).toBe(`Une décision change (${reference})`);
    const { rows: audit } = await sql<{ action: string; administrator: string }>`
      select action, administrator from admin_audit where subject = 'report' and subject_id = ${String(id)} order by id
    `.execute(site.db);
    expect(audit).toEqual([
      { action: 'report.status', administrator: 'claire' },
      { action: 'report.decided', administrator: 'claire' },
      { action: 'report.appeal', administrator: 'paul' },
    ]);
  });

  it('the person who reported contests what is not founded, alone to read why it stays so', async () => {
    const { id } = await file();
    await handle(id, unfounded);
    expect(await mails(agencyMail())).toEqual([]);
    await contest(await contestLink(MINE));
    const [appeal] = (await open(id)).appeals;
    const answer = {
      act: 'appeal',
      appeal: appeal.id,
      appealOutcome: 'kept',
      reason: 'Le prix est bien celui du barème, relu ce jour.',
      alone: true,
    };
    expect((await handle(id, answer)).status).toBe(200);
    expect((await subjects(MINE)).at(-1)).toContain('Votre contestation');
    expect(await mails(agencyMail())).toEqual([]);
    expect(await queue('?state=waiting')).toMatchObject({ cases: [] });
  });

  it('is contested by the key of its side, within six months, once', async () => {
    const { id, reference } = await file();
    await handle(id, unfounded);
    const key = await contestLink(MINE);
    expect((await contest({ ...key, cle: `${key.cle.slice(0, -2)}xx` })).json.code).toBe('APPEAL_UNKNOWN');
    expect((await contest({ ...key, ref: 'SIG-2222-2222' })).json.code).toBe('APPEAL_UNKNOWN');
    expect((await contest(key, 'court')).status).toBe(400);
    moveClock(190 * DAY_MS);
    expect((await contest(key)).json.code).toBe('APPEAL_LATE');
    expect(await appealOf(site.services, key)).toMatchObject({ state: 'late' });
    moveClock(100 * DAY_MS);
    const both = await Promise.all([contest(key), contest(key)]);
    expect(both.map(({ json }) => json.data)).toEqual([{ reference }, { reference }]);
    expect((await open(id)).appeals).toHaveLength(1);
    expect((await contest(key, 'Autre chose que la première fois, bien différente.')).json.code).toBe(
      'APPEAL_SENT',
    );
  });
});

describe('a decision', () => {
  it('twice is once, and nobody is told twice', async () => {
    const { id } = await file();
    const take = { act: 'take', tellAgency: true };
    for (let times = 0; times < 2; times += 1) expect((await handle(id, take)).status).toBe(200);
    const all = await Promise.all([1, 2, 3].map(() => handle(id, suspending)));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await subjects(agencyMail())).toHaveLength(3);
    expect(await subjects(MINE)).toHaveLength(2);
    const { rows } =
      await sql`select from admin_audit where subject = 'report' and subject_id = ${String(id)}`.execute(
        site.db,
      );
    expect(rows).toHaveLength(2);
  });

  it('of two administrators at once is one’s, and the other is told whose', async () => {
    const { id } = await file();
    const taken = await Promise.all([
      handle(id, { act: 'take', tellAgency: false }),
      handle(id, { act: 'take', tellAgency: false }, paul),
    ]);
    expect(taken.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(taken.find(({ status }) => status === 409)?.json.code).toBe('REPORT_TAKEN');
    const decided = await Promise.all([handle(id, founded), handle(id, unfounded, paul)]);
    expect(decided.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const lost = decided.find(({ status }) => status === 409)!.json;
    expect(lost.code).toBe('REPORT_DECIDED');
    expect(lost.message).toMatch(/^(claire|paul) a déjà tranché/);
    expect(await subjects(MINE)).toHaveLength(2);
  });

  it('says what misses beside its field', async () => {
    const { id } = await file();
    const refused = async (change: object) => {
      const { status, json } = await handle(id, { ...suspending, ...change });
      return [status, json.details?.fields?.map(({ field }: { field: string }) => field)];
    };
    expect(await refused({ reason: 'court' })).toEqual([400, ['reason']]);
    expect(await refused({ measure: undefined })).toEqual([400, ['measure']]);
    expect(await refused({ ground: undefined })).toEqual([400, ['ground']]);
    expect(await refused({ reason: 'Léa Petit nous dit que le prix est faux.' })).toEqual([400, ['reason']]);
    expect(await refused({ reason: 'Le prix affiché est faux : […].' })).toEqual([400, ['reason']]);
    expect(await statusOf(listing)).toBe('online');
    expect((await handle(id, { act: 'appeal', appeal: 1, appealOutcome: 'kept', reason })).json.code).toBe(
      'REPORT_OPEN',
    );
    expect((await handle(999_999, founded)).status).toBe(404);
  });

  it('of an offence against a child warns no agency before it is taken', async () => {
    const { id } = await file({ reason: 'child_abuse' });
    await handle(id, { act: 'take', tellAgency: true });
    expect(await mails(agencyMail())).toEqual([]);
  });
});

describe('repeat abuse', () => {
  it('flags who is often wrong and the agency that is often at fault, and closes the door to nobody', async () => {
    for (let times = 0; times < REPEATED; times += 1) await handle((await file()).id, unfounded);
    const again = await file();
    expect((await open(again.id)).repeatReporter).toBe(true);
    expect((await queue('?state=waiting')).cases).toMatchObject([
      { id: again.id, repeatReporter: true, repeatAgency: false },
    ]);
    await sql`delete from report`.execute(site.db);
    for (let times = 0; times < REPEATED; times += 1)
      await handle((await file({ email: `l${times}@essai.test` })).id, founded);
    const last = await file({ email: 'l9@essai.test' });
    expect(await open(last.id)).toMatchObject({
      repeatReporter: false,
      repeatAgency: true,
      agencyFounded: 3,
    });
  });
});

describe('a wording that a rule found', () => {
  const cases = async () => (await queue('?kind=rule')).cases;

  it('waits in the same queue, once, and is decided there or elsewhere alike', async () => {
    const [id = 0] = await write(lawfulSale('R1', { ...choosy, reference: 'V-R1' }));
    for (let times = 0; times < 2; times += 1) await recordRuleCases(site.services);
    const [one, ...more] = await cases();
    expect(more).toEqual([]);
    expect(one).toMatchObject({ kind: 'rule', reason: 'discrimination', priority: 1, listing: { id } });
    expect(await open(one!.id)).toMatchObject({
      reporter: null,
      explanation: expect.stringContaining('trangers'),
    });
    const refusing = { act: 'decide', outcome: 'founded', reason: 'Choisit l’occupant selon son origine.' };
    for (let times = 0; times < 2; times += 1)
      expect((await handle(one!.id, refusing)).json.data).toMatchObject({
        status: 'founded',
        measure: 'correction',
      });
    expect(await statusOf(id)).toBe('refused');
    expect((await subjects(agencyMail())).filter((subject) => subject.includes('V-R1'))).toHaveLength(1);
    expect((await handle(one!.id, { ...refusing, outcome: 'unfounded' }, paul)).json.code).toBe(
      'REPORT_DECIDED',
    );
  });

  describe('refused, then contested by its agency', () => {
    const refusing = { act: 'decide', outcome: 'founded', reason: 'Choisit l’occupant selon son origine.' };
    const accepting = {
      act: 'appeal',
      appealOutcome: 'changed',
      outcome: 'unfounded',
      reason: 'La phrase cite un ouvrage, elle ne choisit personne.',
    };
    /** A listing whose wording was refused and contested; with its case and its appeal. */
    const contested = async (technicalId: string) => {
      const [id = 0] = await write(lawfulSale(technicalId, choosy));
      await recordRuleCases(site.services);
      const one = (await cases()).find(({ listing: { id: of } }) => of === id)!;
      await handle(one.id, refusing);
      expect(await statusOf(id)).toBe('refused');
      await contest(await contestLink(agencyMail()));
      const [appeal] = (await open(one.id)).appeals;
      return { id, case: one.id, reference: one.reference, appeal: appeal.id };
    };

    it('is accepted and published, and its agency reads why', async () => {
      const { id, case: of, reference, appeal } = await contested('R4');
      for (const outcome of ['founded', 'duplicate', undefined])
        expect((await handle(of, { ...accepting, appeal, outcome }, paul)).json.code).toBe(
          'VALIDATION_ERROR',
        );
      for (let times = 0; times < 2; times += 1)
        expect((await handle(of, { ...accepting, appeal }, paul)).json.data).toMatchObject({
          status: 'unfounded',
          contested: false,
          measure: 'none',
        });
      expect(await statusOf(id)).toBe('online');
      const told = (await mails(agencyMail())).filter(
        ({ subject }) => subject === `Votre contestation (${reference})`,
      );
      expect(told).toHaveLength(1);
      expect(told[0]?.text).toContain('La tournure est acceptée');
      expect(told[0]?.text).toContain(accepting.reason);
      // A feed that says the same words again asks nobody anything.
      await write(lawfulSale('R4', choosy));
      await recordRuleCases(site.services);
      expect(await statusOf(id)).toBe('online');
      expect((await cases()).map(({ status }) => status)).toEqual(['unfounded']);
    });

    it('stays off line when the decision is kept', async () => {
      const { id, case: of, appeal } = await contested('R5');
      const { reason: why } = accepting;
      expect(
        (await handle(of, { act: 'appeal', appeal, appealOutcome: 'kept', reason: why }, paul)).status,
      ).toBe(200);
      expect(await statusOf(id)).toBe('refused');
    });

    it('is accepted for the day it is written again, when its agency changed it meanwhile', async () => {
      const { id, case: of, appeal } = await contested('R6');
      await write(lawfulSale('R6'));
      expect(await statusOf(id)).toBe('online');
      expect((await handle(of, { ...accepting, appeal }, paul)).json.data).toMatchObject({
        status: 'unfounded',
      });
      expect(await statusOf(id)).toBe('online');
      await write(lawfulSale('R6', choosy));
      expect(await statusOf(id)).toBe('online');
    });
  });

  it('accepted, is published; changed by its agency, leaves the queue', async () => {
    const [first = 0] = await write(lawfulSale('R2', choosy), lawfulSale('R3', choosy));
    await recordRuleCases(site.services);
    const one = (await cases()).find(({ listing: { id } }) => id === first)!;
    await handle(one.id, {
      act: 'decide',
      outcome: 'unfounded',
      reason: 'Rien contre la loi, tout bien lu.',
    });
    expect(await statusOf(first)).toBe('online');
    await write(lawfulSale('R3'));
    await recordRuleCases(site.services);
    expect((await cases()).map(({ id, status }) => [id, status])).toEqual([[one.id, 'unfounded']]);
  });
});

describe('what is attached', () => {
  const attach = async (
    { reference, attachKey }: { reference: string; attachKey: string },
    bytes: Uint8Array,
  ) => {
    const form = new FormData();
    form.append('file', new File([new Uint8Array(bytes)], 'preuve.jpg'));
    const request = new Request('http://localhost', { method: 'POST', body: form });
    const response = await site.app.inject({
      method: 'POST',
      url: `/api/reports/${reference}/attachments?cle=${encodeURIComponent(attachKey)}`,
      headers: { 'content-type': request.headers.get('content-type')! },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    return { status: response.statusCode, code: response.json().code, data: response.json().data };
  };
  const pdf = (word: string) => Buffer.from(`%PDF-1.4\n${word}\n%%EOF`);

  it('is read by administrators alone, thrice at most, and leaves with its report', async () => {
    const filed = await file();
    const picture = await plain(600, 400).jpeg().toBuffer();
    expect(await attach(filed, picture)).toMatchObject({ status: 200, data: { attachments: 1 } });
    // Sent again after a silence, it is one.
    expect(await attach(filed, picture)).toMatchObject({ data: { attachments: 1 } });
    expect(await attach(filed, pdf('un'))).toMatchObject({ data: { attachments: 2 } });
    expect(await attach(filed, Buffer.from('<svg/>'))).toMatchObject({ code: 'ATTACHMENT_REFUSED' });
    await attach(filed, pdf('deux'));
    expect(await attach(filed, pdf('trois'))).toMatchObject({ code: 'ATTACHMENT_TOO_MANY' });
    expect(await attach({ ...filed, attachKey: 'x.y' }, pdf('x'))).toMatchObject({ code: 'ATTACHMENT_KEY' });
    const { files } = await open(filed.id);
    expect(files.map(({ kind }: { kind: string }) => kind)).toEqual(['picture', 'pdf', 'pdf']);
    const address = `/api/admin/reports/${filed.id}/attachments/${files[1].id}`;
    expect((await site.call('GET', address)).status).toBe(401);
    const read = await site.app.inject({ method: 'GET', url: address, headers: claire });
    expect([read.statusCode, read.body]).toEqual([200, pdf('un').toString()]);
    expect(read.headers['content-disposition']).toContain('attachment');

    await forgetReports(site.db);
    expect((await open(filed.id)).files).toHaveLength(3);
    moveClock(3 * 366 * DAY_MS);
    await forgetReports(site.db);
    // Those of the report, and those that were refused once written.
    expect(await sweepAttachments(site.services)).toBeGreaterThanOrEqual(3);
    expect(await site.db.selectFrom('reportAttachment').selectAll().execute()).toEqual([]);
  });

  it('is taken for an hour', async () => {
    const filed = await file();
    moveClock(2 * 3_600_000);
    expect(await attach(filed, pdf('tard'))).toMatchObject({ status: 403, code: 'ATTACHMENT_KEY' });
  });
});

it('what a person said against a decision is theirs, and leaves with them', async () => {
  await site.loginAs(MINE);
  const account = await site.db
    .selectFrom('account')
    .select('id')
    .where('email', '=', MINE)
    .executeTakeFirstOrThrow();
  const { id } = await file();
  await handle(id, unfounded);
  await contest(await contestLink(MINE), 'Je tiens à ce que cela soit relu par quelqu’un d’autre.');
  const person = { accountId: account.id, emails: [MINE], phone: null };
  expect(await personalDataOf(site.db, person)).toMatchObject({
    reports: [{ statement: unfounded.reason, appeal: expect.stringContaining('relu'), attachments: 0 }],
  });
  await site.db.transaction().execute((tx) => erasePerson(tx, person));
  expect(await personalDataOf(site.db, person)).toEqual({ reports: [] });
  const left = await open(id);
  expect(left).toMatchObject({ reporter: null, erased: true, explanation: '', contested: true });
  expect(left.appeals).toMatchObject([{ body: '' }]);
  // A person still answers it; nobody is mailed.
  await sql`delete from mail_outbox`.execute(site.db);
  await handle(id, { act: 'appeal', appeal: left.appeals[0].id, appealOutcome: 'kept', reason }, paul);
  expect(await mails()).toEqual([]);
});
