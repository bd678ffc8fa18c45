import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '#platform/db.server.ts';
import { testDb } from '../../../../tests/kit/db.ts';
import { placeByCode, placesByCode } from '../places.server.ts';
import { loadPlaces } from './loading.server.ts';

let db: Db;
let url: string;
beforeAll(async () => {
  ({ db, url } = await testDb());
});

/** Whether it loaded. A process, since one that computes all places lets no other loader of its own connect meanwhile. */
async function processThatLoads(): Promise<string> {
  const script = `
    const { openDb } = await import('#platform/db.server.ts');
    const { loadPlaces } = await import('#rooms/places/places.server.ts');
    const db = openDb(process.argv[1], { max: 2, name: 'vigie test' });
    process.stdout.write(String((await loadPlaces(db)).loaded));
    await db.destroy();
  `;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    script,
    url,
  ]);
  return stdout;
}

async function count(condition: string): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from place where ${sql.raw(condition)}`.execute(db);
  return rows[0]?.n ?? -1;
}

async function fingerprint(): Promise<unknown> {
  const { rows } = await sql`
    select (select md5(string_agg(place::text, '' order by code)) from place) as places,
      (select md5(string_agg(place_alias::text, '' order by code, name)) from place_alias) as aliases,
      (select md5(string_agg(place_term::text, '' order by term, place_code, kind)) from place_term) as terms
  `.execute(db);
  return rows[0];
}

describe('loadPlaces', () => {
  it('loads exactly the communes and municipal arrondissements of today', async () => {
    expect(await count("kind = 'commune'")).toBe(34_969);
    expect(await count("kind = 'district'")).toBe(45);
    expect(await count("kind = 'department'")).toBeGreaterThan(100);
    for (const [city, districts] of [
      ['75056', 20],
      ['69123', 9],
      ['13055', 16],
    ] as const) {
      expect(await count(`kind = 'district' and city_code = '${city}'`)).toBe(districts);
    }
  });

  it('gives every place an address of its own, readable and never a reserved word', async () => {
    expect(await count("slug !~ '^[a-z0-9]+(-[a-z0-9]+)*-(\\d{2,5}|2[ab])$'")).toBe(0);
    const { rows } = await sql<{ n: number }>`select count(distinct slug) as n from place`.execute(db);
    expect(rows[0]?.n).toBe(await count('true'));
  });

  it('knows centre, box and neighbours, except in some overseas collectivities', async () => {
    expect(await count("lng is null and left(department_code, 3) < '975'")).toBe(0);
    expect(await count("lng is null and kind = 'commune'")).toBeLessThan(95);
    expect(await count('lng not between bbox[1] and bbox[3] or lat not between bbox[2] and bbox[4]')).toBe(0);
    expect(
      await count("kind <> 'department' and length(department_code) = 2 and cardinality(neighbours) < 12"),
    ).toBe(0);
    const montpellier = await placeByCode(db, '34172');
    expect(montpellier).toMatchObject({
      name: 'Montpellier',
      slug: 'montpellier-34000',
      departmentName: 'Hérault',
      cityCode: '34172',
      kind: 'commune',
    });
    expect(montpellier?.lng).toBeCloseTo(3.8741, 3);
    expect(montpellier?.lat).toBeCloseTo(43.6102, 3);
    expect(montpellier?.postalCodes).toEqual(['34000', '34070', '34080', '34090']);
  });

  it('gives a merged commune the land of its members and a restored one that of the merger', async () => {
    const places = await placesByCode(db, ['74010', '85165', '85084']);
    // Annecy and Seynod, Cran-Gevrier, Annecy-le-Vieux, Meythet, Pringy.
    expect(places.get('74010')!.bbox![2] - places.get('74010')!.bbox![0]).toBeGreaterThan(0.1);
    expect(places.get('85165')?.bbox).toEqual(places.get('85084')?.bbox);
  });

  it('changes nothing when run again, even when it believes that it must', async () => {
    const before = await fingerprint();
    expect(await loadPlaces(db)).toMatchObject({ loaded: false });
    expect(await fingerprint()).toEqual(before);
    await sql`update place_edition set version = 'older'`.execute(db);
    await sql`update place set slug = 'zz-00000', population = 1 where code = '34172'`.execute(db);
    await sql`insert into place (code, kind, name, liaison, slug, department_code, department_name, city_code, postal_codes)
      values ('34999', 'commune', 'Gone', 0, 'montpellier-34000', '34', 'Hérault', '34999', '{}')`.execute(
      db,
    );
    expect(await loadPlaces(db)).toMatchObject({ loaded: true });
    expect(await fingerprint()).toEqual(before);
  });

  it('loads once when two processes start together', async () => {
    await sql`update place_edition set version = 'older'`.execute(db);
    const answers = await Promise.all([processThatLoads(), processThatLoads()]);
    expect(answers.toSorted()).toEqual(['false', 'true']);
  });
});
