import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '#platform/db.server.ts';
import { soughtIn } from '#rooms/alerts/asking/described-search.server.ts';
import { keysOf } from '#rooms/alerts/matching/matcher.server.ts';
import { type Criteria, placeCodeOf } from '#rooms/criteria/contract.ts';
import { circleAround, toUnits, writeRing } from '#rooms/criteria/rings.ts';
import type { Place } from '#rooms/places/contract.ts';
import type { Chance } from '../tests/kit/chance.ts';
import { Copy } from './kit.ts';
import { criteriaOf, type Market, WORDS } from './market.ts';

/** Those of `market`, 14 % within an area and 5 % with a word. */
function wideCriteriaOf(dice: Chance, places: readonly Place[]): Criteria {
  const { int, chance, pick } = dice;
  const [first] = places as [Place];
  const around = () => {
    if (chance(0.5)) return { rayon: int(1, 15) };
    const centre = [toUnits(first.lng ?? 0), toUnits(first.lat ?? 0)] as const;
    return { zone: writeRing(circleAround(centre, int(1, 5)).filter((_, corner) => corner % 4 === 0)) };
  };
  return {
    ...criteriaOf(dice, places),
    ...(chance(0.05) ? { mots: [pick(WORDS)] } : {}),
    ...(chance(0.14) ? around() : {}),
  };
}

const CHUNK = 20_000;
const COLUMNS = [
  'zone',
  'transaction',
  'since',
  'inPropertyType',
  'minPrice',
  'maxPrice',
  'minSurface',
  'minRooms',
  'minPhotoCount',
  'inEnergyClass',
  'flagsOn',
  'flagsOff',
  'others',
] as const;

/**
 * So many alerts, their keys made as when somebody makes them, copied in: a million would take hours otherwise. One in
 * `immediateIn` is told at once, the others once a day, already told for a long time.
 */
export async function fillAlerts(
  db: Db,
  url: string,
  { chance, place }: Market,
  { count, immediateIn = 1 }: { count: number; immediateIn?: number },
): Promise<void> {
  const { id: subscriberId } = await db
    .insertInto('subscriber')
    .values({ email: 'mesure@example.test' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`alter table alert_key drop constraint alert_key_pkey`.execute(db);
  const { rows } = await sql<{ text: string }>`
    select pg_get_indexdef('alert_key_match'::regclass) as text
  `.execute(db);
  await sql`drop index alert_key_match`.execute(db);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const names = COLUMNS.map((column) => column.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  for (let from = 0; from < count; from += CHUNK) {
    const alerts: string[] = [];
    const keys: string[] = [];
    for (let id = from + 1; id <= Math.min(count, from + CHUNK); id += 1) {
      const around = Array.from({ length: chance.int(1, 5) }, place);
      const criteria = wideCriteriaOf(chance, around);
      const map = new Map(around.map((one) => [placeCodeOf(one), one]));
      const rhythm = id % immediateIn === 0 ? ['immediate', '\\N'] : ['daily', '2999-01-01'];
      alerts.push(
        [id, subscriberId, 'Alerte', cell(JSON.stringify(criteria)), ...rhythm, 'active', 1].join('\t'),
      );
      for (const key of keysOf(soughtIn(criteria, map), '1')) {
        keys.push([id, ...COLUMNS.map((column) => cell(key[column]))].join('\t'));
      }
    }
    await new Copy(
      'copy alert (id, subscriber_id, name, criteria, frequency, told_on, status, since) from stdin',
      [Buffer.from(`${alerts.join('\n')}\n`)],
    ).on(client);
    await new Copy(`copy alert_key (alert_id, ${names.join(', ')}) from stdin`, [
      Buffer.from(`${keys.join('\n')}\n`),
    ]).on(client);
  }
  await client.end();
  await sql`alter table alert_key add primary key (alert_id, zone)`.execute(db);
  await sql.raw(rows[0]!.text).execute(db);
  await sql`cluster alert_key using alert_key_match`.execute(db);
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  if (Array.isArray(value)) return `{${value.join(',')}}`;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replaceAll('\\', '\\\\').replaceAll('\t', ' ').replaceAll('\n', ' ');
}
