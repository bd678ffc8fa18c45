import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { generatePortfolio, nextDay } from '#demonstration/poliris/portfolio.ts';
import { type PolirisValues, writeListings, zipFiles } from '#demonstration/poliris/writer.server.ts';
import { clock, moveClock } from '#platform/clock.server.ts';
import { matchNextHomes } from '#rooms/listings/home-matching.server.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { everyRow, feedDoctor } from '../../../tests/kit/feed-doctor.ts';
import { lawfulSpace } from '../../../tests/kit/portfolio.ts';
import { resumeImports } from './applying.server.ts';
import { undoImports } from './closing/undoing.server.ts';
import { importFeed } from './importing.server.ts';
import { workOnFeeds } from './ordered-imports.server.ts';

let site: TestApp;
let space: Awaited<ReturnType<typeof lawfulSpace>>;
let doctor: ReturnType<typeof feedDoctor>;
let number = 0;
beforeAll(async () => {
  site = await testApp();
});
beforeEach(async () => {
  number += 1;
  space = await lawfulSpace(site, `Agence des Arènes ${number}`, `arenes${number}@essai.test`);
  doctor = feedDoctor(site, space.cookie);
});

const places = [{ postalCode: '34500', city: 'Béziers', lat: 43.34, lng: 3.21, pricePerM2: 1900 }];
const request = (count: number) => ({ seed: 5, agency: space.agency.ownerReference, count, places });
const portfolio = (count = 12) => generatePortfolio(request(count));
const idOf = ({ technicalId }: PolirisValues) => String(technicalId);

const listings = async () =>
  (
    await sql<{ technicalId: string; status: string; price: number; id: number }>`
      select technical_id, status, price, id from listing where agency_id = ${space.agency.id} order by technical_id
    `.execute(site.db)
  ).rows;
const online = async () =>
  (await listings()).filter(({ status }) => status === 'online').map(({ technicalId }) => technicalId);
const told = async () =>
  (
    await sql<{ kind: string }>`
      select kind from change where kind like 'listing.%'
        and ref in (select id from listing where agency_id = ${space.agency.id}) order by seq
    `.execute(site.db)
  ).rows.map(({ kind }) => kind);
const mails = async () =>
  Number((await sql<{ n: number }>`select count(*) as n from mail_outbox`.execute(site.db)).rows[0]?.n);

describe('a feed that an agency sends', () => {
  it('is compared, said, and on line only once it is applied', async () => {
    const rows = portfolio();
    const sent = await doctor.upload(await doctor.zip(rows), 'C:\\exports\\mon flux.zip');
    expect(sent.status).toBe(200);
    expect(sent.json.data.import).toMatchObject({
      fileName: 'mon flux.zip',
      origin: 'agency',
      state: 'received',
      counts: null,
      undoable: false,
    });
    const { id } = sent.json.data.import;
    await doctor.work();
    expect(await listings()).toEqual([]);
    const report = await doctor.report(id);
    expect(report).toMatchObject({
      import: {
        state: 'compared',
        applicable: true,
        counts: { rows: 12, created: 12, withdrawn: 0, refused: 0 },
      },
      kind: 'created',
      said: 0,
      next: null,
    });
    expect(report.lines).toHaveLength(12);
    expect(report.lines[0]).toMatchObject({
      technicalId: idOf(rows[0]!),
      row: 1,
      status: 'online',
      score: expect.any(Number),
      hold: null,
    });
    expect((await doctor.apply(id)).json.data.import.state).toBe('ordered');
    expect((await doctor.report(id)).import).toMatchObject({ state: 'done', undoable: true });
    expect(await online()).toHaveLength(12);
    expect(await told()).toEqual(Array(12).fill('listing.appeared'));
  });

  it('says what changed of each listing, and nothing of what is the same; the same file again tells nobody', async () => {
    const rows = portfolio();
    await doctor.apply(await doctor.send(rows));
    const before = (await told()).length;
    const { rows: next, ...moves } = nextDay(request(12), rows, { seed: 2, gone: 1, fresh: 1, cheaper: 1 });
    const id = await doctor.send(next);
    const changed = await doctor.report(id, '?vue=updated');
    expect(changed.import.counts).toMatchObject({ created: 1, updated: 1, withdrawn: 1, unchanged: 10 });
    expect(changed.lines).toMatchObject([
      {
        technicalId: moves.cheaper[0],
        changes: expect.arrayContaining([
          { field: 'Prix', from: expect.stringMatching(/€$/), to: expect.stringMatching(/€$/) },
        ]),
      },
    ]);
    expect((await doctor.report(id, '?vue=withdrawn')).lines).toMatchObject([
      { technicalId: moves.gone[0], row: null, score: null },
    ]);
    expect((await doctor.report(id, '?vue=unchanged')).lines).toHaveLength(10);
    expect(await told()).toHaveLength(before);
    await doctor.apply(id);
    expect((await told()).slice(before).toSorted()).toEqual([
      'listing.appeared',
      'listing.left',
      'listing.priceFell',
    ]);
    const again = await doctor.send(next);
    await doctor.apply(again);
    expect((await doctor.report(again)).import.state).toBe('identical');
    expect(await told()).toHaveLength(before + 3);
  });

  it('says the law of each listing, with its rules and their remedies', async () => {
    const rows = portfolio();
    const id = await doctor.send([
      { ...rows[0]!, energyClass: '', energyValue: '', climateClass: '', climateValue: '' },
      ...rows.slice(1),
    ]);
    const { import: kept, lines } = await doctor.report(id);
    expect(kept.counts.withheld).toBe(1);
    expect(lines[0]).toMatchObject({ status: 'refused', hold: 'block' });
    expect(lines[0].findings).toContainEqual({
      rule: expect.stringMatching(/^R\d+$/),
      severity: 'block',
      field: expect.any(String),
      message: expect.any(String),
      remedy: expect.any(String),
    });
  });

  it('is told of line by line, and downloaded without a formula', async () => {
    const rows = portfolio();
    const id = await doctor.send([
      { ...rows[0]!, reference: '=1+1', price: 0 },
      { ...rows[1]!, postalCode: '99999' },
      ...rows.slice(2),
    ]);
    const { import: kept, diagnostics, said } = await doctor.report(id);
    expect(kept.counts.refused).toBeGreaterThan(0);
    expect(said).toBe(diagnostics.length);
    expect(diagnostics[0]).toMatchObject({
      severity: 'refused',
      line: 1,
      field: expect.any(String),
      value: expect.any(String),
      message: expect.any(String),
    });
    const csv = await doctor.ask('GET', `/${id}/diagnostics.csv`);
    expect(csv.headers['content-type']).toMatch(/^text\/csv/);
    const [first] = parse<Record<string, string>>(csv.json.data, {
      columns: true,
      bom: true,
      delimiter: ';',
    });
    expect(first).toMatchObject({ Ligne: '1', Gravité: 'Refusée', Référence: "'=1+1" });
    expect(Object.keys(first!)).toEqual([
      'Ligne',
      'Gravité',
      'Référence',
      'Identifiant',
      'Colonne',
      'Champ',
      'Valeur',
      'Remarque',
    ]);
    expect(csv.json.data).not.toMatch(/(^|[;,])"?=/m);
  });

  it('gives way to the next one while nothing is decided of it', async () => {
    const rows = portfolio();
    const first = await doctor.send(rows);
    await doctor.send(rows.slice(1));
    expect((await doctor.report(first)).import).toMatchObject({ state: 'outdated', applicable: false });
    expect((await doctor.apply(first)).status).toBe(409);
    expect(await listings()).toEqual([]);
  });
});

describe('a mass removal', () => {
  it('waits for an explicit word, and is done with it', async () => {
    const rows = portfolio();
    await doctor.apply(await doctor.send(rows));
    const id = await doctor.send(rows.slice(0, 4));
    const held = await doctor.report(id);
    expect(held.import).toMatchObject({ state: 'held', reason: 'FEED_HELD', counts: { withdrawn: 8 } });
    const refused = await doctor.apply(id);
    expect([refused.status, refused.json.code]).toEqual([409, 'FEED_HELD']);
    expect(await online()).toHaveLength(12);
    expect((await doctor.apply(id, { confirmed: true })).status).toBe(200);
    expect((await doctor.report(id)).import.state).toBe('done');
    expect(await online()).toHaveLength(4);
  });

  it('that came by the drop folder is confirmed by its agency', async () => {
    const rows = portfolio();
    const drop = async (some: readonly PolirisValues[]) => {
      const { writeFile } = await import('node:fs/promises');
      const file = `${site.services.env.dataDir}/depot-${some.length}.zip`;
      await writeFile(file, await doctor.zip(some));
      return importFeed(site.services, { file });
    };
    await drop(rows);
    const held = await drop(rows.slice(0, 3));
    expect(held.status).toBe('held');
    const { imports } = (await doctor.ask('GET')).json.data;
    expect(imports).toMatchObject([
      { id: held.importId, origin: 'file', state: 'held', applicable: true },
      { state: 'done', undoable: true },
    ]);
    expect((await doctor.apply(held.importId!, { confirmed: true })).status).toBe(200);
    expect(await online()).toHaveLength(3);
  });
});

describe('undoing', () => {
  /** Three imports: all, then changes of every kind, then others. */
  async function three() {
    const first = portfolio(20);
    const second = nextDay(request(20), first, { seed: 3, gone: 2, fresh: 2, cheaper: 2, newPicture: 1 });
    const third = nextDay(request(20), second.rows, {
      seed: 4,
      gone: 3,
      fresh: 2,
      cheaper: 3,
      newPicture: 2,
      newReference: 1,
    });
    const ids: number[] = [];
    const states: unknown[] = [];
    for (const rows of [
      first,
      second.rows,
      [...third.rows, first.find((row) => second.gone.includes(idOf(row)))!],
    ]) {
      const id = await doctor.send(rows);
      await doctor.apply(id);
      ids.push(id);
      states.push(await everyRow(site, space.agency.id));
      moveClock(clock.now().getTime() - Date.now() + 3_600_000);
    }
    return { ids, states };
  }
  const undo = async (id: number) => {
    const answer = await doctor.ask('POST', `/${id}/rollback`);
    await doctor.work();
    return answer;
  };
  /** The rows of those that were there then; the others are all off line. */
  async function compareWith(state: unknown) {
    const now = (await everyRow(site, space.agency.id)) as {
      listing: { technical_id: string; status: string };
    }[];
    const then = state as typeof now;
    const known = new Set(then.map(({ listing }) => listing.technical_id));
    expect(now.filter(({ listing }) => known.has(listing.technical_id))).toEqual(then);
    const strangers = now.filter(({ listing }) => !known.has(listing.technical_id));
    for (const { listing } of strangers) expect(listing.status).toBe('withdrawn');
    return strangers.length;
  }

  it('the third import gives back the second, row by row, and tells nobody', async () => {
    const { ids, states } = await three();
    const before = { told: await told(), mails: await mails() };
    expect(await compareWith(states[2])).toBe(0);
    const { status, json } = await undo(ids[2]!);
    expect([status, json.data.import.state]).toEqual([200, 'undoing']);
    expect(await compareWith(states[1])).toBe(2);
    expect({ told: await told(), mails: await mails() }).toEqual(before);
    expect((await doctor.report(ids[2]!)).import).toMatchObject({ state: 'undone', undoable: false });
    expect((await undo(ids[2]!)).json.code).toBe('FEED_NOT_UNDOABLE');
    // Nothing of it is left to undo, nor a work to do.
    expect((await sql`select 1 from feed_former where import_id = ${ids[2]}`.execute(site.db)).rows).toEqual(
      [],
    );
    while (await matchNextHomes(site.db));
    expect(await compareWith(states[1])).toBe(2);
    moveClock(0);
  });

  it('the second one undoes the third as well, and the first may come again', async () => {
    const { ids, states } = await three();
    const before = await told();
    await undo(ids[1]!);
    expect(await compareWith(states[0])).toBeGreaterThan(0);
    expect(await told()).toEqual(before);
    for (const id of ids.slice(1)) expect((await doctor.report(id)).import.state).toBe('undone');
    // Its archive is kept: compared again under another number, then applied.
    const again = await doctor.ask('POST', `/${ids[2]}/apply`);
    const next = again.json.data.import.id;
    expect(next).toBeGreaterThan(ids[2]!);
    await doctor.work();
    expect((await doctor.report(next)).import).toMatchObject({ state: 'compared' });
    expect((await doctor.apply(next)).status).toBe(200);
    expect(await online()).toHaveLength(20 - 2 + 2 - 3 + 2 + 1);
    moveClock(0);
  });

  it('is cut at any chunk and done all the same', async () => {
    const { ids, states } = await three();
    await sql`
      create sequence if not exists undone_chunks;
      create or replace function cut_undoing() returns trigger language plpgsql as $$ begin
        if nextval('undone_chunks') = 1 then raise exception 'coupé'; end if;
        return null;
      end $$;
      create trigger cut after delete on feed_former for each statement execute function cut_undoing();
    `.execute(site.db);
    await doctor.ask('POST', `/${ids[2]}/rollback`);
    await expect(undoImports(site.db)).rejects.toThrow('coupé');
    await compareWith(states[2]);
    expect((await doctor.apply(ids[0]!)).json.code).toBeUndefined();
    await sql`drop trigger cut on feed_former`.execute(site.db);
    await doctor.work();
    await compareWith(states[1]);
    moveClock(0);
  });

  it('keeps what a person decided meanwhile, and never goes around the law', async () => {
    const rows = portfolio();
    await doctor.apply(await doctor.send(rows));
    const { rows: next, cheaper } = nextDay(request(12), rows, { seed: 2, cheaper: 2 });
    const id = await doctor.send(next);
    await doctor.apply(id);
    const [paused, unlawful] = cheaper;
    const pausedId = (await listings()).find(({ technicalId }) => technicalId === paused)!.id;
    await site.call('POST', `/api/agence/listings/${pausedId}/pause`, { cookie: space.cookie });
    // As if the law had changed: the former state of this one is no longer publishable.
    await sql`
      update feed_former set listing = listing || '{"energy_class": null, "energy_status": null}'
      where technical_id = ${unlawful!} and import_id = ${id}
    `.execute(site.db);
    const before = await told();
    await undo(id);
    const now = new Map((await listings()).map((listing) => [listing.technicalId, listing.status]));
    expect([now.get(paused!), now.get(unlawful!)]).toEqual(['suspended', 'refused']);
    expect(await told()).toEqual(before);
  });

  it('does not make a listing expire that it gives back: whoever asks for it says that it is there', async () => {
    const rows = portfolio();
    await doctor.apply(await doctor.send(rows));
    const id = await doctor.send(rows.slice(0, 10));
    await doctor.apply(id);
    await sql`update feed_former set confirmed_at = confirmed_at - interval '20 days' where import_id = ${id}`.execute(
      site.db,
    );
    await undo(id);
    const { rows: stale } = await sql`
      select 1 from listing join listing_confirmation on listing_id = listing.id
      where agency_id = ${space.agency.id} and status = 'online' and at < ${new Date(clock.now().getTime() - 14 * 86_400_000)}
    `.execute(site.db);
    expect(stale).toEqual([]);
    expect(await online()).toHaveLength(12);
  });
});

describe('a worker that dies', () => {
  const statusOf = async (id: number) =>
    (await sql<{ status: string }>`select status from feed_import where id = ${id}`.execute(site.db)).rows[0]
      ?.status;

  it('while it reads what is ordered: it is read again and applied, once', async () => {
    const id = await doctor.send(portfolio());
    await doctor.ask('POST', `/${id}/apply`);
    // As a process leaves it that was killed before it had staged everything.
    await sql`
      with cut as (update feed_import set status = 'staging' where id = ${id})
      update feed_agency set status = 'staging' where import_id = ${id}
    `.execute(site.db);
    expect(await workOnFeeds(site.services)).toBe(false);
    expect(await resumeImports(site.db)).toBe(1);
    expect(await statusOf(id)).toBe('ordered');
    await doctor.work();
    expect(await statusOf(id)).toBe('done');
    expect(await told()).toEqual(Array(12).fill('listing.appeared'));
  });

  it('in the middle of applying: the rest is done by whoever comes next', async () => {
    const id = await doctor.send(portfolio(600));
    await doctor.ask('POST', `/${id}/apply`);
    await sql`
      create sequence if not exists applied_chunks;
      create or replace function cut_applying() returns trigger language plpgsql as $$ begin
        if nextval('applied_chunks') = 2 then raise exception 'coupé'; end if;
        return null;
      end $$;
      create trigger cut after delete on feed_staged for each statement execute function cut_applying();
    `.execute(site.db);
    await expect(workOnFeeds(site.services)).rejects.toThrow('coupé');
    await sql`drop trigger cut on feed_staged`.execute(site.db);
    expect([await statusOf(id), (await online()).length]).toEqual(['applying', 500]);
    await resumeImports(site.db);
    expect([await statusOf(id), (await online()).length]).toEqual(['done', 600]);
    await doctor.ask('POST', `/${id}/rollback`);
    await doctor.work();
    expect(await online()).toEqual([]);
  });

  it('two workers at once do it once', async () => {
    const id = await doctor.send(portfolio());
    await doctor.ask('POST', `/${id}/apply`);
    await Promise.all([workOnFeeds(site.services), workOnFeeds(site.services)]);
    expect(await statusOf(id)).toBe('done');
    expect(await told()).toHaveLength(12);
  });
});

describe('what is not the agency’s', () => {
  it('does not exist for another agency, a person or a stranger', async () => {
    const other = feedDoctor(
      site,
      (await lawfulSpace(site, 'Agence du Port', `port${number}@essai.test`)).cookie,
    );
    const id = await doctor.send(portfolio());
    for (const [method, address] of [
      ['GET', `/${id}`],
      ['GET', `/${id}/diagnostics.csv`],
      ['POST', `/${id}/apply`],
      ['POST', `/${id}/rollback`],
    ] as const) {
      const foreign = await other.ask(method, address, method === 'POST' ? { confirmed: true } : undefined);
      expect([address, foreign.status]).toEqual([address, 404]);
      for (const cookie of ['', await site.loginAs(`camille${number}-${address.length}@essai.test`)])
        expect(
          (await feedDoctor(site, cookie).ask(method, address, method === 'POST' ? {} : undefined)).status,
        ).toBe(401);
    }
    for (const word of ['0', '-1', 'x', '99999999999999999999', '1e3'])
      expect([word, (await doctor.ask('GET', `/${word}`)).status]).toEqual([word, 404]);
    expect((await other.ask('GET')).json.data.imports).toEqual([]);
    expect((await feedDoctor(site, '').upload(Buffer.from('PK'))).status).toBe(401);
    expect((await doctor.report(id)).import.state).toBe('compared');
  });

  it('is refused when the file names another agency', async () => {
    const rows = portfolio().map((row) => ({ ...row, agency: 'agence-du-port' }));
    const id = await doctor.send(rows);
    const { import: refused } = await doctor.report(id);
    expect(refused).toMatchObject({ state: 'refused', reason: 'FEED_OTHER_AGENCY' });
    expect(refused.message).toContain('agence-du-port');
    expect((await doctor.apply(id)).json.code).toBe('FEED_NOT_APPLICABLE');
  });

  it('of a file of several agencies each reads its own part, and undoes it alone', async () => {
    const port = await lawfulSpace(site, 'Agence du Quai', `quai${number}@essai.test`);
    const theirs = generatePortfolio({ ...request(5), agency: port.agency.ownerReference, seed: 9 });
    const { writeFile } = await import('node:fs/promises');
    const file = `${site.services.env.dataDir}/groupe-${number}.zip`;
    await writeFile(
      file,
      await doctor.zip([...portfolio(), { ...theirs[0]!, price: 0 }, ...theirs.slice(1)]),
    );
    const { importId } = await importFeed(site.services, { file });
    const own = await doctor.report(importId!);
    expect(own.import).toMatchObject({
      counts: { created: 12, refused: 0 },
      applicable: false,
      undoable: true,
    });
    expect(own.diagnostics).toEqual([]);
    expect(JSON.stringify(own)).not.toContain(port.agency.ownerReference);
    const others = await feedDoctor(site, port.cookie).report(importId!);
    expect(others.import.counts).toMatchObject({ created: 4, refused: 1 });
    expect(others.diagnostics).toHaveLength(1);
    await doctor.ask('POST', `/${importId}/rollback`);
    await doctor.work();
    expect(await online()).toEqual([]);
    const left =
      await sql`select 1 from listing where agency_id = ${port.agency.id} and status = 'online'`.execute(
        site.db,
      );
    expect(left.rows).toHaveLength(4);
  });
});

describe('hostile files', () => {
  it.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['noise', () => Buffer.from('ceci n’est pas une archive'), 'FEED_UNREADABLE'],
    ['a cut archive', async () => (await doctor.zip(portfolio())).subarray(0, 900), 'FEED_TRUNCATED'],
    [
      'no listings',
      () => zipFiles([{ name: 'lisez-moi.txt', bytes: Buffer.from('bonjour') }]),
      'FEED_NO_LISTINGS_FILE',
    ],
    [
      'a bomb',
      () => zipFiles([{ name: 'Annonces.csv', bytes: Buffer.alloc(30_000_000, '"a"!#') }]),
      'FEED_TOO_BIG',
    ],
    [
      'not Poliris',
      () => zipFiles([{ name: 'Annonces.csv', bytes: Buffer.from('a;b;c\n1;2;3\n') }]),
      'FEED_NOT_POLIRIS',
    ],
  ])('%s is refused with a report, and nothing moves', async (_, make, code) => {
    await doctor.apply(await doctor.send(portfolio()));
    const before = await everyRow(site, space.agency.id);
    const { status, json } = await doctor.upload(await make());
    expect(status).toBe(200);
    await doctor.work();
    const { import: refused } = await doctor.report(json.data.import.id);
    expect(refused).toMatchObject({
      state: 'refused',
      reason: code,
      message: expect.any(String),
      applicable: false,
    });
    expect(await everyRow(site, space.agency.id)).toEqual(before);
  });

  it('an empty feed is held, and a form without file is refused', async () => {
    await doctor.apply(await doctor.send(portfolio()));
    const { json } = await doctor.upload(
      await zipFiles([{ name: 'Annonces.csv', bytes: writeListings([]) }]),
    );
    await doctor.work();
    expect((await doctor.report(json.data.import.id)).import).toMatchObject({ state: 'held' });
    expect((await doctor.upload(Buffer.alloc(0))).json.code).toBe('FEED_MISSING');
    const plain = await doctor.ask('POST', '', {});
    expect(plain.status).toBe(415);
  });
});

describe('the history', () => {
  it('is read from the last import on, page by page', async () => {
    const rows = portfolio(4);
    for (let day = 0; day < 22; day += 1)
      await doctor.send(rows.map((row, rank) => (rank === 0 ? { ...row, reference: `R${day}` } : row)));
    const first = (await doctor.ask('GET')).json.data;
    expect(first.imports).toHaveLength(20);
    const rest = (await doctor.ask('GET', `?avant=${first.next}`)).json.data;
    expect([rest.imports.length, rest.next]).toEqual([2, null]);
    expect(rest.imports[0].id).toBeLessThan(first.imports.at(-1).id);
    // Given up ones leave no file behind.
    const { rows: kept } = await sql`
      select 1 from feed_import where asked_by = ${space.agency.id} and archive_key is not null
    `.execute(site.db);
    expect(kept).toHaveLength(1);
  });
});
