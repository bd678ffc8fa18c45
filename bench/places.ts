import { sql } from 'kysely';
import type { Db } from '#platform/db.server.ts';
import { loadPlaces } from '#rooms/places/places.server.ts';
import { suggestPlaces } from '#rooms/places/suggestions.server.ts';
import { chanceOf } from '../tests/kit/chance.ts';
import { mistype, type TypingErrorKind, typingErrorKinds } from '../tests/kit/typing-errors.ts';
import { typedQueries } from './autocompletion.ts';
import { onOwnDatabase, quantile } from './kit.ts';
import { suggestAsBefore } from './places-before.ts';

const SEED = Number(process.env.SEED ?? 20_261_126);
const ERRORS_EACH = 200;
const GOAL_FOUND = 95;
const GOAL_TIMES = 1.3;

const french: Readonly<Record<TypingErrorKind, string>> = {
  swapped: 'lettres interverties',
  missing: 'lettre oubliée',
  doubled: 'lettre doublée',
  neighbour: 'touche voisine (AZERTY)',
  phonetic: 'écrit comme on l’entend',
};

interface Asked {
  readonly kind: string;
  readonly q: string;
  /** The place that the person has in mind. */
  readonly code: string;
}

interface Measured {
  readonly time: { readonly ours: number; readonly before: number };
  readonly first3: { readonly ours: boolean; readonly before: boolean };
}

/**
 * Types 1,000 names of towns of over 5,000 inhabitants with one error each, misspelt districts, names with the postal code
 * of another place, and the 600 ordinary queries of `autocompletion`; each is also put to the way of before, turn about.
 */
export async function run(): Promise<{ title: string; lines: string[] }> {
  return onOwnDatabase(1, async (db) => {
    await loadPlaces(db);
    const errors = await withErrors(db);
    const more = [...(await misspeltDistricts(db)), ...(await contradicted(db))];
    const ordinary = await typedQueries(db);
    for (const { q } of [...errors.slice(0, 40), ...ordinary.slice(0, 40)]) {
      await suggestPlaces(db, q);
      await suggestAsBefore(db, q);
    }
    const found = await measure(db, [...errors, ...more]);
    const usual = await measure(db, ordinary);
    const kinds = [...Map.groupBy([...errors, ...more], ({ kind }) => kind)];
    const all = errors.map((asked) => found.get(asked)!);
    return {
      title: 'Lieux mal tapés',
      lines: [
        `${errors.length} fautes de frappe (SEED=${SEED}), communes de plus de 5 000 habitants : ${share(all, 'ours')} dans les trois premiers, ${share(all, 'before')} avec la manière d’avant (objectif : ${GOAL_FOUND} %)`,
        ...kinds.map(([kind, list]) => {
          const results = list.map((asked) => found.get(asked)!);
          return `${kind} (${list.length}) : ${share(results, 'ours')}, contre ${share(results, 'before')}`;
        }),
        timesOf('Fautes de frappe', all),
        timesOf(`${ordinary.length} saisies ordinaires`, [...usual.values()]),
      ],
    };
  });
}

/** Each side answers first every other time: what is warm for the second is so for both alike. */
async function measure<A extends Asked>(db: Db, asked: readonly A[]): Promise<Map<A, Measured>> {
  const results = new Map<A, Measured>();
  for (const [index, one] of asked.entries()) {
    const time = { ours: 0, before: 0 };
    const first3 = { ours: false, before: false };
    const sides = [['ours', suggestPlaces] as const, ['before', suggestAsBefore] as const];
    for (const [side, ask] of index % 2 === 0 ? sides : sides.toReversed()) {
      const began = performance.now();
      const answer: readonly { readonly code: string }[] = await ask(db, one.q);
      time[side] = performance.now() - began;
      first3[side] = answer.slice(0, 3).some(({ code }) => code === one.code);
    }
    results.set(one, { time, first3 });
  }
  return results;
}

async function withErrors(db: Db): Promise<Asked[]> {
  const { rows } = await sql<{ code: string; name: string }>`
    select code, name from place where kind = 'commune' and population > 5000 order by code`.execute(db);
  const chance = chanceOf(SEED);
  return typingErrorKinds.flatMap((kind) => {
    const asked: Asked[] = [];
    while (asked.length < ERRORS_EACH) {
      const { code, name } = chance.pick(rows);
      const q = mistype(name, kind, chance);
      if (q !== null) asked.push({ kind: french[kind], q, code });
    }
    return asked;
  });
}

/** « marsielle 3 », « lyno 3 », « pairs11 »: every district, its city with two letters swapped, glued every other time. */
async function misspeltDistricts(db: Db): Promise<Asked[]> {
  const { rows } = await sql<{ code: string; cityName: string; rank: number }>`
    select code, city_name, rank from place where kind = 'district' order by code`.execute(db);
  const chance = chanceOf(SEED);
  return rows.flatMap(({ code, cityName, rank }, index) => {
    const city = mistype(cityName, 'swapped', chance) ?? cityName;
    return [
      { kind: 'arrondissement mal écrit', q: `${city}${index % 2 === 0 ? ' ' : ''}${rank}`, code },
      { kind: 'arrondissement collé', q: `${cityName}${rank}`, code },
    ];
  });
}

/** A name with the postal code of a commune of another name. */
async function contradicted(db: Db): Promise<Asked[]> {
  const { rows } = await sql<{ code: string; name: string; postalCode: string }>`
    select code, name, postal_codes[1] as postal_code from place as one
    where kind = 'commune' and cardinality(postal_codes) > 0
      and not exists (select from place as other where other.name = one.name and other.code <> one.code)
    order by code`.execute(db);
  const chance = chanceOf(SEED);
  return Array.from({ length: 200 }, () => {
    const [one, other] = [chance.pick(rows), chance.pick(rows)];
    return { kind: 'code postal d’ailleurs', q: `${one.name} ${other.postalCode}`, code: one.code };
  });
}

function share(results: readonly Measured[], side: 'ours' | 'before'): string {
  const found = results.filter(({ first3 }) => first3[side]).length;
  return `${((100 * found) / results.length).toFixed(1).replace('.', ',')} %`;
}

function timesOf(what: string, results: readonly Measured[]): string {
  const at = (side: 'ours' | 'before', part: number) =>
    quantile(
      results.map(({ time }) => time[side]),
      part,
    );
  const side = (name: 'ours' | 'before') =>
    `p50 ${at(name, 0.5).toFixed(1)} ms, p95 ${at(name, 0.95).toFixed(1)} ms`;
  const ratio = (at('ours', 0.95) / at('before', 0.95)).toFixed(2).replace('.', ',');
  return `${what} : ${side('ours')} ; témoin, la manière d’avant : ${side('before')} ; p95 : ${ratio} fois (objectif : ${String(GOAL_TIMES).replace('.', ',')} au plus)`;
}
