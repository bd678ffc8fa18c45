import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { generatePortfolio } from '#demonstration/poliris/portfolio.ts';
import type { PolirisValues } from '#demonstration/poliris/writer.server.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { feedDoctor } from '../../../tests/kit/feed-doctor.ts';
import { lawfulSpace } from '../../../tests/kit/portfolio.ts';
import { feedJobs } from './jobs.server.ts';

let site: TestApp;
let doctor: ReturnType<typeof feedDoctor>;
let rows: PolirisValues[];
let number = 0;
beforeAll(async () => {
  site = await testApp();
});
beforeEach(async () => {
  number += 1;
  const { agency, cookie } = await lawfulSpace(site, `Agence du Soir ${number}`, `soir${number}@essai.test`);
  doctor = feedDoctor(site, cookie);
  const places = [{ postalCode: '34500', city: 'Béziers', lat: 43.34, lng: 3.21, pricePerM2: 1900 }];
  rows = generatePortfolio({ seed: 5, agency: agency.ownerReference, count: 4, places });
});

const night = () =>
  feedJobs.find(({ name }) => name === 'feeds.sweep')!.handler(site.services, new AbortController().signal);

/** Applies the portfolio, different each time; gives the number of the import. */
async function applied(rank: number): Promise<number> {
  const id = await doctor.send(rows.map((row, at) => (at === 0 ? { ...row, reference: `R${rank}` } : row)));
  await doctor.apply(id);
  return id;
}

const age = (id: number, days: number) =>
  sql`update feed_import set received_at = received_at - ${days} * interval '1 day' where id = ${id}`.execute(
    site.db,
  );

/** What is kept of an import: how listings stood, its file, its lines. */
async function kept(id: number) {
  const { rows: found } = await sql<{ formers: number; lines: number; archiveKey: string | null }>`
    select archive_key, (select count(*)::int from feed_former where import_id = id) as formers,
      (select count(*)::int from feed_line where import_id = id) as lines
    from feed_import where id = ${id}
  `.execute(site.db);
  const { archiveKey, ...counts } = found[0]!;
  return { ...counts, file: archiveKey };
}
const isStored = async (key: string | null) =>
  key !== null && (await site.services.storage.get(key)) !== null;

describe('the nightly sweep', () => {
  it('keeps two months of what undoes an import, tells it and applies it again, and not a day more', async () => {
    const old = await applied(1);
    const recent = await applied(2);
    const before = await kept(old);
    expect(before).toMatchObject({ formers: 4, lines: 4 });
    await age(old, 59);
    await night();
    expect(await kept(old)).toEqual(before);
    await age(old, 2);
    await night();
    expect(await kept(old)).toEqual({ formers: 0, lines: 0, file: null });
    expect(await isStored(before.file)).toBe(false);
    // It stays in the history, with its counts, and says that it can no longer be undone.
    const { import: shown, lines } = await doctor.report(old);
    expect([shown.state, shown.undoable, shown.applicable, shown.counts.created, lines]).toEqual([
      'done',
      false,
      false,
      4,
      [],
    ]);
    expect((await doctor.ask('POST', `/${old}/rollback`)).json.code).toBe('FEED_NOT_UNDOABLE');
    // The recent one is as it was.
    const { file, formers } = await kept(recent);
    expect([await isStored(file), formers > 0, (await doctor.report(recent)).import.undoable]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('keeps what undoes the last ten imports of an agency, and the files of the last twelve', async () => {
    const ids: number[] = [];
    // One after the other, as they come.
    for (let rank = 1; rank <= 13; rank += 1) ids.push(await applied(rank));
    await night();
    const standing = await Promise.all(ids.map(kept));
    expect(standing.map(({ formers }) => formers > 0)).toEqual([
      ...Array<boolean>(3).fill(false),
      ...Array<boolean>(10).fill(true),
    ]);
    expect(await Promise.all(standing.map(({ file }) => isStored(file)))).toEqual([
      false,
      ...Array<boolean>(12).fill(true),
    ]);
  });

  it('takes nothing from what is still to be done', async () => {
    const undoing = await applied(1);
    await doctor.ask('POST', `/${undoing}/rollback`);
    await age(undoing, 100);
    const { formers } = await kept(undoing);
    await night();
    expect((await kept(undoing)).formers).toBe(formers);
    await doctor.work();
    expect((await doctor.report(undoing)).import.state).toBe('undone');
    const ordered = await doctor.send(rows);
    await doctor.ask('POST', `/${ordered}/apply`);
    await age(ordered, 100);
    await night();
    expect(await isStored((await kept(ordered)).file)).toBe(true);
    await doctor.work();
    expect((await doctor.report(ordered)).import.state).toBe('done');
  });
});
