import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { clock } from '#platform/clock.server.ts';
import { writeBox } from '#rooms/criteria/area.ts';
import type { Criteria } from '#rooms/criteria/contract.ts';
import { boxAround, boxOf, circleAround, toUnits, writeRing } from '#rooms/criteria/rings.ts';
import { judge } from '#rooms/criteria/verdict.ts';
import { searchListings } from '#rooms/search/search.server.ts';
import { flat, makeAgency, makeAlert, workOn } from '../../../../tests/kit/alerts.ts';
import { testServices } from '../../../../tests/kit/app.ts';
import { chanceOf } from '../../../../tests/kit/chance.ts';
import { untilRead } from '../../../../tests/kit/facts.ts';
import { soughtBy } from '../asking/described-search.server.ts';
import { listingsNow } from '../telling/digest.sql.server.ts';
import { explain } from './explanation.server.ts';
import { matchNext } from './matcher.server.ts';
import { READER } from './matcher.ts';

const { db, services } = await testServices();
const chance = chanceOf();
const nimes = { lng: 4.36, lat: 43.837 };
const spot = [toUnits(nimes.lng), toUnits(nimes.lat)] as const;
const places = {
  nimes: { placeCode: '30189', cityCode: '30189', departmentCode: '30', postalCode: '30000' },
  montpellier: { placeCode: '34172', cityCode: '34172', departmentCode: '34', postalCode: '34000' },
  ales: { placeCode: '30007', cityCode: '30007', departmentCode: '30', postalCode: '30100' },
} as const;
const at = (lng: number, lat: number) => ({ exactLng: lng, exactLat: lat });
const here = at(nimes.lng, nimes.lat);
const far = at(nimes.lng + 0.4, nimes.lat);

/** What a search of these criteria finds, and what its matcher found, by listing. */
async function verdictsOf(alertId: number, criteria: Criteria) {
  const found = new Map<number, string>();
  const sought = await soughtBy(db, criteria);
  let after: string | null = null;
  do {
    const results = await searchListings(db, sought, { sort: 'date', page: 1, after });
    for (const { id, verdict } of results.rows) found.set(id, verdict);
    after = results.next;
  } while (after);
  const { rows } = await sql<{ ref: number; sure: boolean }>`
    select c.ref, c.seq = any(h.sure) as sure from alert_hit h
    join change c on c.seq = any(h.sure) or c.seq = any(h.unsure) where h.alert_id = ${alertId}
  `.execute(db);
  const matched = new Map(rows.map(({ ref, sure }) => [ref, sure ? 'yes' : 'maybe']));
  expect(rows).toHaveLength(matched.size);
  return { found, matched };
}

interface Example {
  readonly asked: Pick<Criteria, 'zone' | 'bbox' | 'rayon'>;
  readonly enters: object;
  readonly leaves: object;
  /** Says nothing of where it is; null where that is never in doubt. */
  readonly silent: object | null;
  readonly failed: string;
}
const examples: Readonly<Record<string, Example>> = {
  zone: {
    asked: { zone: writeRing(circleAround(spot, 5)) },
    // Of another commune, inside the zone.
    enters: { ...places.ales, ...here },
    leaves: far,
    silent: { exactLat: null, exactLng: null },
    failed: 'zone',
  },
  bbox: {
    asked: { bbox: writeBox(boxOf(boxAround(spot, 8, 8))) },
    enters: here,
    leaves: far,
    silent: { exactLat: null, exactLng: null },
    failed: 'bbox',
  },
  rayon: {
    asked: { rayon: 10 },
    enters: { ...places.ales, ...at(nimes.lng + 0.05, nimes.lat) },
    leaves: { ...places.ales, ...far },
    silent: null,
    failed: 'rayon',
  },
};

describe('an alert that asks for an area', () => {
  test.each(Object.entries(examples))(
    '%s: one listing enters, one stays out, a silent one is « peut-être »; search, matcher and explanation agree',
    async (word, { asked, enters, leaves, silent, failed }) => {
      const criteria: Criteria = { transaction: 'achat', places: ['30189'], ...asked };
      const alertId = await makeAlert(services, { email: `${word}@example.test`, criteria });
      const agency = await makeAgency(services, `agence-${word}`);
      const one = async (name: string, said: object) =>
        (await agency.publish(flat(`${word}-${name}`, said)))[0]!;
      const [good, bad] = [await one('entre', enters), await one('sort', leaves)];
      const doubtful = silent ? await one('tait', silent) : null;
      await untilRead(db, READER, () => matchNext(db));
      const { found, matched } = await verdictsOf(alertId, criteria);
      for (const [id, verdict, no, unknown] of [
        [good, 'yes', [], []],
        [bad, 'no', [failed], []],
        ...(doubtful === null ? [] : [[doubtful, 'maybe', [], [failed]] as const]),
      ] as const) {
        expect([found.get(id) ?? 'no', matched.get(id) ?? 'no']).toEqual([verdict, verdict]);
        expect(await explain(db, { alertId, listingId: id })).toMatchObject({ verdict, failed: no, unknown });
      }
      await workOn(services);
      const mail = await db
        .selectFrom('mailOutbox')
        .select('text')
        .where('recipient', '=', `${word}@example.test`)
        .execute();
      const text = mail.map((each) => each.text).join('\n');
      for (const [id, told] of [
        [good, true],
        [bad, false],
      ] as const)
        expect(text.includes(`/annonce/${id}`)).toBe(told);
      expect(text).toContain(
        { zone: 'Dans la zone dessinée', bbox: 'Dans cette partie de la carte', rayon: 'Jusqu’à 10' }[word]!,
      );
      await sql`truncate listing, alert, change, alert_hit cascade`.execute(db);
    },
  );

  test(`finds what its search finds, whatever the area (SEED=${chance.seed})`, async () => {
    const agency = await makeAgency(services, 'hasard');
    const wanted = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const centre = [
          spot[0] + chance.int(-40_000, 40_000),
          spot[1] + chance.int(-40_000, 40_000),
        ] as const;
        const area = {
          ...(chance.chance(0.5)
            ? {
                zone: Array.from({ length: chance.int(1, 3) }, () =>
                  writeRing(
                    circleAround(
                      [centre[0] + chance.int(-9_000, 9_000), centre[1] + chance.int(-9_000, 9_000)],
                      chance.int(1, 40),
                    ),
                  ),
                ).join('.'),
              }
            : {}),
          ...(chance.chance(0.4)
            ? { bbox: writeBox(boxOf(boxAround(centre, chance.int(2, 400), chance.int(2, 300)))) }
            : {}),
          ...(chance.chance(0.4) ? { rayon: chance.int(1, 90) } : {}),
        };
        const criteria: Criteria = {
          transaction: 'achat',
          places: [chance.pick(['30189', '34172', 'D30']), ...chance.some(['30007'], 0.3)],
          ...(chance.chance(0.3) ? { ascenseur: true } : {}),
          ...area,
        };
        return { criteria, id: await makeAlert(services, { email: `h${index}@example.test`, criteria }) };
      }),
    );
    const drafts = Array.from({ length: 240 }, (_, index) =>
      flat(`h${index}`, {
        ...chance.pick(Object.values(places)),
        ...(chance.chance(0.15)
          ? { exactLat: null, exactLng: null }
          : at(nimes.lng + chance.int(-90, 90) / 100, nimes.lat + chance.int(-60, 60) / 100)),
        elevator: chance.chance(0.3) ? null : chance.chance(0.5),
        price: chance.int(100_000, 290_000) * 100,
      }),
    );
    const ids = await agency.publish(...drafts);
    await untilRead(db, READER, () => matchNext(db));
    const facts = await listingsNow(db, ids);
    let [yes, maybe] = [0, 0];
    for (const { id, criteria } of wanted) {
      const sought = await soughtBy(db, criteria);
      const judged = new Map(
        [...facts.values()].flatMap((fact) => {
          const { verdict } = judge(sought, fact, clock.now());
          return verdict === 'no' ? [] : [[fact.id, verdict] as const];
        }),
      );
      const { found, matched } = await verdictsOf(id, criteria);
      const sorted = (verdicts: ReadonlyMap<number, string>) => [...verdicts].toSorted(([a], [b]) => a - b);
      expect({ criteria, found: sorted(found) }).toEqual({ criteria, found: sorted(judged) });
      expect({ criteria, matched: sorted(matched) }).toEqual({ criteria, matched: sorted(judged) });
      const sure = [...judged.values()].filter((verdict) => verdict === 'yes').length;
      yes += sure;
      maybe += judged.size - sure;
    }
    expect(Math.min(yes, maybe)).toBeGreaterThan(100);
    // The grid comes first: few rows for an area, whatever its size.
    const { rows } = await sql<{ most: number }>`
      select max(count)::int as most from (select count(*) from alert_key group by alert_id) counted`.execute(
      db,
    );
    expect(rows[0]!.most).toBeLessThanOrEqual(64 + 3);
  });
});
