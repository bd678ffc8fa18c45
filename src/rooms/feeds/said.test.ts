import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { generatePortfolio } from '#demonstration/poliris/portfolio.ts';
import type { PolirisValues } from '#demonstration/poliris/writer.server.ts';
import { clock } from '#platform/clock.server.ts';
import { rejudgeListings } from '#rooms/listings/publication.server.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { feedDoctor } from '../../../tests/kit/feed-doctor.ts';
import { lawfulSpace } from '../../../tests/kit/portfolio.ts';
import type { FeedDiagnostic } from './diagnosis.ts';
import { recordOutcomes } from './outcomes.server.ts';

let site: TestApp;
let space: Awaited<ReturnType<typeof lawfulSpace>>;
let doctor: ReturnType<typeof feedDoctor>;
let rows: PolirisValues[];
let number = 0;
beforeAll(async () => {
  site = await testApp();
});
beforeEach(async () => {
  number += 1;
  space = await lawfulSpace(site, `Agence du Rapport ${number}`, `rapport${number}@essai.test`);
  doctor = feedDoctor(site, space.cookie);
  const places = [{ postalCode: '34500', city: 'Béziers', lat: 43.34, lng: 3.21, pricePerM2: 1900 }];
  rows = generatePortfolio({ seed: 5, agency: space.agency.ownerReference, count: 5, places });
});

const online = async () =>
  (
    await sql<{ technicalId: string }>`
      select technical_id from listing where agency_id = ${space.agency.id} and status = 'online' order by technical_id
    `.execute(site.db)
  ).rows.map(({ technicalId }) => technicalId);

describe('a refused row', () => {
  it('says that its listing stays on line as it was, and only of one that is on line', async () => {
    const unlawful = { ...rows[1]!, energyClass: '', climateClass: '', energyValue: '', climateValue: '' };
    await doctor.apply(await doctor.send([rows[0]!, unlawful, rows[2]!, rows[3]!]));
    const before = await online();
    expect(before).toHaveLength(3);

    const refused = { price: 0 };
    const next = [
      { ...rows[0]!, ...refused },
      { ...unlawful, ...refused },
      rows[2]!,
      rows[3]!,
      { ...rows[4]!, ...refused },
    ];
    const id = await doctor.send(next);
    const { diagnostics } = await doctor.report(id);
    const kept = (diagnostics as FeedDiagnostic[])
      .filter(({ severity }) => severity === 'refused')
      .map((each) => [each.technicalId, each.kept === true]);
    expect(kept).toEqual([
      [String(rows[0]!.technicalId), true],
      [String(rows[1]!.technicalId), false],
      [String(rows[4]!.technicalId), false],
    ]);
    const csv = (await doctor.ask('GET', `/${id}/diagnostics.csv`)).json.data as string;
    expect(csv.match(/Refusée, laissée telle quelle en ligne/g)).toHaveLength(1);

    await doctor.apply(id);
    expect(await online()).toEqual(before);
    await recordOutcomes(site.db, clock.now());
    const { rows: notes } = await sql<{ title: string }>`
      select title from agency_notification where agency_id = ${space.agency.id} and event = 'importDone' order by id
    `.execute(site.db);
    expect(notes.map(({ title }) => title)).toEqual([
      'Import terminé : export.zip',
      'Import terminé : export.zip (3 annonces refusées, dont 1 laissée telle quelle en ligne)',
    ]);
  });
});

describe('what the agency itself lacks', () => {
  it('is said once with its count, and frees every listing once it is typed in the profile', async () => {
    await sql`update agency set fee_schedule_url = null where id = ${space.agency.id}`.execute(site.db);
    const without = rows.map((row) => ({ ...row, feeScheduleUrl: '' }));
    const id = await doctor.send(without);
    await doctor.apply(id);
    expect(await online()).toEqual([]);
    const { causes, lines } = await doctor.report(id);
    expect(causes).toEqual([
      {
        field: 'feeScheduleUrl',
        message: expect.stringContaining('barème'),
        remedy: expect.stringContaining('https://'),
        count: 5,
      },
    ]);
    for (const { findings } of lines)
      expect(findings).toContainEqual(
        expect.objectContaining({ field: 'feeScheduleUrl', severity: 'block' }),
      );

    const saved = await site.call('PUT', '/api/agence/profile', {
      cookie: space.cookie,
      body: { feeScheduleUrl: 'https://agence.exemple.test/honoraires.pdf' },
    });
    expect(saved.status).toBe(200);
    await rejudgeListings(site.services, { now: clock.now(), agencyIds: [space.agency.id] });
    expect(await online()).toHaveLength(5);
    // The next file says no more of it: they stay.
    await doctor.apply(
      await doctor.send(without.map((row) => ({ ...row, reference: `N-${row.reference}` }))),
    );
    expect(await online()).toHaveLength(5);
  });
});
