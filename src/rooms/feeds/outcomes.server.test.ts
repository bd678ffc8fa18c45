import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { joined } from '../../../tests/kit/agencies.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { recordOutcomes } from './outcomes.server.ts';

let site: TestApp;
let own: Awaited<ReturnType<typeof joined>>;
const now = new Date('2026-12-08T10:00:00Z');

beforeAll(async () => {
  site = await testApp();
  own = await joined(site, 'Agence des Quais', 'quais@essai.test');
});

interface Given {
  readonly status: string;
  readonly receivedAt?: string;
  readonly refused?: number;
  readonly kept?: number;
}

async function receive({ status, receivedAt = '2026-12-08T09:00:00Z', refused = 0, kept = 0 }: Given) {
  const report = {
    agencies: [
      { agency: 'une-autre', diff: { refused: ['x', 'y'], kept: [] } },
      {
        agency: own.agency.ownerReference,
        diff: {
          refused: Array.from({ length: refused }, String),
          kept: Array.from({ length: kept }, String),
        },
      },
    ],
  };
  const { rows } = await sql<{ id: number }>`
    with received as (
      insert into feed_import (format, file_name, sha256, received_at, status, report)
      values ('poliris', ${`${'é'.repeat(79)}.zip`}, '', ${receivedAt}, 'done', ${JSON.stringify(report)}::jsonb)
      returning id)
    insert into feed_agency (import_id, agency_id, status) select id, ${own.agency.id}, ${status} from received
    returning import_id as id`.execute(site.db);
  return rows[0]!.id;
}

it('imports that ended are recorded once, each in the words of its outcome', async () => {
  const file = `${'é'.repeat(79)}.`;
  const cases: [Given, string | null][] = [
    [{ status: 'held' }, `Import retenu : ${file}`],
    [{ status: 'refused', refused: 3 }, `Import refusé : ${file}`],
    [{ status: 'done' }, `Import terminé : ${file}`],
    [{ status: 'done', refused: 1 }, `Import terminé : ${file} (1 annonce refusée)`],
    [
      { status: 'done', refused: 1, kept: 1 },
      `Import terminé : ${file} (1 annonce refusée, laissée telle quelle en ligne)`,
    ],
    [
      { status: 'done', refused: 2, kept: 2 },
      `Import terminé : ${file} (2 annonces refusées, laissées telles quelles en ligne)`,
    ],
    [
      { status: 'done', refused: 3, kept: 1 },
      `Import terminé : ${file} (3 annonces refusées, dont 1 laissée telle quelle en ligne)`,
    ],
    [
      { status: 'done', refused: 4, kept: 2 },
      `Import terminé : ${file} (4 annonces refusées, dont 2 laissées telles quelles en ligne)`,
    ],
    [{ status: 'applying' }, null],
    [{ status: 'identical' }, null],
    [{ status: 'done', receivedAt: '2026-12-06T09:00:00Z' }, null],
  ];
  const expected = [];
  for (const [given, title] of cases) {
    const id = await receive(given);
    const event = given.status === 'done' ? 'importDone' : 'importTrouble';
    const path = `/agence/${own.agency.ownerReference}/annonces/import?envoi=${id}`;
    if (title !== null) expected.push({ event, key: `import:${id}`, title, path });
  }
  await Promise.all([recordOutcomes(site.db, now), recordOutcomes(site.db, now)]);
  await recordOutcomes(site.db, now);
  const { rows } = await sql<{ key: string }>`
    select event, key, title, path from agency_notification`.execute(site.db);
  const number = ({ key }: { key: string }) => Number(key.slice('import:'.length));
  expect(rows.toSorted((a, b) => number(a) - number(b))).toEqual(expected);
});
