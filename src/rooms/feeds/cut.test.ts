import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { generatePortfolio, nextDay } from '#demonstration/poliris/portfolio.ts';
import { importDesk } from '../../../tests/kit/import-desk.ts';
import { resumeImports } from './applying.server.ts';
import { needsAttention } from './closing/report.server.ts';

const { db, desk, portfolio, feed, online, events, tally } = await importDesk();

let agency = '';
beforeEach(() => {
  agency = desk.agency;
});

describe('imports that are cut', () => {
  class Killed extends Error {}

  const statusOf = async () => {
    const { rows } = await sql<{
      id: number;
      status: string;
      reason: string | null;
    }>`select id, status, reason from feed_import order by id desc limit 1`.execute(db);
    return rows[0]!;
  };

  test('while applying: what was done stays, the rest is done later, and the run is told once', async () => {
    const request = portfolio(agency, 700);
    const rows = generatePortfolio(request);
    let steps = 0;
    const cut = feed(rows, {
      onProgress(phase, done) {
        if (phase === 'apply' && done > 0 && (steps += 1) === 1) throw new Killed();
      },
    });
    await expect(cut).rejects.toThrow(Killed);
    const { id, status } = await statusOf();
    expect(status).toBe('applying');
    const half = (await online(agency)).length;
    expect(half).toBeGreaterThan(0);
    expect(half).toBeLessThan(700);
    expect(await resumeImports(db)).toBe(1);
    expect(await statusOf()).toMatchObject({ id, status: 'done' });
    expect(await online(agency)).toHaveLength(700);
    expect(tally(await events(`import:${id}`))).toEqual({ 'listing.appeared': 700, 'feeds.imported': 1 });
    const { rows: counts } = await sql<{
      counts: unknown;
    }>`select counts from feed_agency where import_id = ${id}`.execute(db);
    expect(counts[0]?.counts).toMatchObject({ created: 700 });
    expect(await resumeImports(db)).toBe(0);
  });

  test('while reading: nothing changed, and nothing stays', async () => {
    const rows = generatePortfolio(portfolio(agency, 20));
    const cut = feed(rows, {
      onProgress(phase, done) {
        if (phase === 'read' && done === 15) throw new Killed();
      },
    });
    await expect(cut).rejects.toThrow(Killed);
    expect(await resumeImports(db)).toBe(1);
    expect(await statusOf()).toMatchObject({ status: 'refused', reason: 'FEED_INTERRUPTED' });
    expect((await sql`select 1 from feed_staged`.execute(db)).rows).toEqual([]);
    expect(await online(agency)).toEqual([]);
    expect(await feed(rows)).toMatchObject({ status: 'done' });
  });

  test('by the database: the import finds it again and ends well', async () => {
    // The connection dies in the middle of the second chunk: a sequence is not rolled back with it.
    await sql`
      create sequence chunks;
      create function die() returns trigger language plpgsql as $$ begin
        if nextval('chunks') = 2 then perform pg_terminate_backend(pg_backend_pid()); end if;
        return null;
      end $$;
      create trigger die after delete on feed_staged for each statement execute function die();
    `.execute(db);
    const report = await feed(generatePortfolio(portfolio(agency, 700)));
    await sql`drop trigger die on feed_staged`.execute(db);
    expect(
      (await sql<{ lastValue: number }>`select last_value from chunks`.execute(db)).rows[0]?.lastValue,
    ).toBeGreaterThan(3);
    expect(report).toMatchObject({ status: 'done', agencies: [{ status: 'done' }] });
    expect(await online(agency)).toHaveLength(700);
    expect(tally(await events(`import:${report.importId}`))).toEqual({
      'listing.appeared': 700,
      'feeds.imported': 1,
    });
  });

  test('a newer file takes over from one that was cut', async () => {
    const rows = generatePortfolio(portfolio(agency, 700));
    let steps = 0;
    await expect(
      feed(rows, {
        onProgress(phase, done) {
          if (phase === 'apply' && done > 0 && (steps += 1) === 1) throw new Killed();
        },
      }),
    ).rejects.toThrow(Killed);
    const { id } = await statusOf();
    const newer = await feed(rows.slice(0, 600));
    expect(newer.status).toBe('done');
    await resumeImports(db);
    expect(await online(agency)).toHaveLength(600);
    expect(tally(await events(`import:${id}`))['feeds.imported']).toBe(1);
    const { rows: states } = await sql`select status from feed_agency where import_id = ${id}`.execute(db);
    expect(states).toEqual([{ status: 'outdated' }]);
  });
});

describe('several at once', () => {
  test('two files of one agency go one after the other; the newer one wins', async () => {
    const request = portfolio(agency, 40);
    const rows = generatePortfolio(request);
    await feed(rows);
    const next = nextDay(request, rows, { seed: 1, cheaper: 3 });
    const reports = await Promise.all([feed(rows.slice(0, 35)), feed(next.rows), feed(rows.slice(0, 38))]);
    const last = reports.toSorted((a, b) => (b.importId ?? 0) - (a.importId ?? 0))[0]!;
    expect(last.status).toBe('done');
    const size = [35, 40, 38][reports.indexOf(last)];
    expect(await online(agency)).toHaveLength(size!);
    for (const report of reports) expect(['done', 'refused', 'identical']).toContain(report.status);
  });

  test('the same file twice at once is applied once', async () => {
    const rows = generatePortfolio(portfolio(agency, 20));
    const reports = await Promise.all([feed(rows), feed(rows)]);
    expect(reports.map(({ status }) => status).filter((status) => status === 'done')).toHaveLength(1);
    expect(await online(agency)).toHaveLength(20);
  });

  test('a file that was received before another that is already on line is ignored', async () => {
    const rows = generatePortfolio(portfolio(agency, 10));
    // As if a newer one had been received and applied while this one was still being opened.
    const { rows: newer } = await sql<{ id: number }>`
      insert into feed_import (id, format, file_name, sha256, received_at, status) overriding system value
      values (1000000, 'poliris', 'plus-recent.zip', '', now(), 'done') returning id
    `.execute(db);
    await sql`
      insert into feed_agency (import_id, agency_id, status)
      select ${newer[0]!.id}, id, 'done' from agency where owner_reference = ${agency}
    `.execute(db);
    const report = await feed(rows);
    expect(report).toMatchObject({
      status: 'refused',
      reason: 'FEED_OUTDATED',
      agencies: [{ status: 'outdated' }],
    });
    expect(needsAttention(report)).toBe(true);
    expect(await online(agency)).toEqual([]);
  });
});
