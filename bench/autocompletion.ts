import { sql } from 'kysely';
import type { Db } from '#platform/db.server.ts';
import { loadPlaces } from '#rooms/places/places.server.ts';
import { suggestPlaces } from '#rooms/places/suggestions.server.ts';
import { onOwnDatabase, quantile } from './kit.ts';

const SEED = Number(process.env.SEED ?? 20_261_121);
const GOAL_MS = 15;
const LOADING_GOAL_S = 15;

interface Typed {
  readonly kind: 'début de nom' | 'nom entier' | 'code postal' | 'arrondissement' | 'faute de frappe';
  readonly q: string;
  /** The place that the person has in mind. */
  readonly code: string;
}

interface Known {
  readonly code: string;
  readonly name: string;
  readonly postalCode: string;
}

/**
 * Loads the places into a fresh database, then types 600 queries, one connection, one after the other, each
 * also put to the peer: the `ilike` that one writes first.
 */
export async function run(): Promise<{ title: string; lines: string[] }> {
  return onOwnDatabase(1, async (db) => {
    const began = performance.now();
    const { places } = await loadPlaces(db);
    const loading = (performance.now() - began) / 1000;
    const lines = await measure(db);
    const goal = `${loading.toFixed(1)} s (objectif : ${LOADING_GOAL_S} s)`;
    return {
      title: 'Autocomplétion des lieux',
      lines: [`Chargement de ${places} lieux : ${goal}`, ...lines],
    };
  });
}

async function measure(db: Db): Promise<string[]> {
  const queries = await typedQueries(db);
  for (const { q } of queries.slice(0, 30)) {
    await suggestPlaces(db, q);
    await naive(db, q);
  }
  const ours = { times: [] as number[], found: 0 };
  const peer = { times: [] as number[], found: 0 };
  const byKind = new Map<string, number[]>();
  for (const { kind, q, code } of queries) {
    for (const [side, ask] of [
      [ours, suggestPlaces],
      [peer, naive],
    ] as const) {
      const began = performance.now();
      const answer = await ask(db, q);
      const took = performance.now() - began;
      side.times.push(took);
      if (answer.some((place) => place.code === code)) side.found += 1;
      if (side === ours) byKind.set(kind, [...(byKind.get(kind) ?? []), took]);
    }
  }
  const share = (found: number) => `${Math.round((100 * found) / queries.length)} %`;
  const ratio = (at: number) => `${(quantile(peer.times, at) / quantile(ours.times, at)).toFixed(1)} fois`;
  return [
    `${queries.length} saisies (SEED=${SEED}) : p50 ${ms(ours.times, 0.5)}, p95 ${ms(ours.times, 0.95)}, p99 ${ms(ours.times, 0.99)} (objectif : p95 < ${GOAL_MS} ms)`,
    ...[...byKind].map(
      ([kind, times]) => `${kind} (${times.length}) : p50 ${ms(times, 0.5)}, p95 ${ms(times, 0.95)}`,
    ),
    `Témoin, « ilike » sur le nom sans accents ni index : p50 ${ms(peer.times, 0.5)}, p95 ${ms(peer.times, 0.95)}, soit ${ratio(0.5)} et ${ratio(0.95)} plus lent`,
    `Lieu voulu parmi les huit proposés : ${share(ours.found)} contre ${share(peer.found)} pour le témoin`,
  ];
}

/** The peer: what one writes first. */
async function naive(db: Db, q: string): Promise<{ code: string }[]> {
  const { rows } = await sql<{ code: string }>`
    select code from place
    where lower(unaccent(name)) ilike '%' || unaccent(${q}) || '%' or ${q} = any(postal_codes)
    order by population desc nulls last limit 8`.execute(db);
  return rows;
}

/** Six hundred ways to type a place: half of the people think of one of the 200 biggest cities, the others of any commune. */
export async function typedQueries(db: Db): Promise<Typed[]> {
  const { rows } = await sql<Known>`
    select code, name, postal_codes[1] as postal_code from place
    where kind = 'commune' and cardinality(postal_codes) > 0 order by population desc nulls last, code`.execute(
    db,
  );
  const random = randomFrom(SEED);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const someone = () => pick(random() < 0.5 ? rows.slice(0, 200) : rows);
  const cut = [
    ['Paris', 75_100, 20],
    ['Lyon', 69_380, 9],
    ['Marseille', 13_200, 16],
  ] as const;
  return Array.from({ length: 600 }, (): Typed => {
    const { code, name, postalCode } = someone();
    const dice = random();
    if (dice < 0.45) {
      const length = Math.min(name.length, 2 + Math.floor(random() * 6));
      return { kind: 'début de nom', q: name.slice(0, length).toLowerCase(), code };
    }
    if (dice < 0.6) return { kind: 'nom entier', q: name.toLowerCase().replaceAll('-', ' '), code };
    if (dice < 0.7)
      return { kind: 'code postal', q: postalCode.slice(0, 3 + Math.floor(random() * 3)), code };
    if (dice < 0.75) {
      const [city, base, count] = pick(cut);
      const rank = 1 + Math.floor(random() * count);
      return {
        kind: 'arrondissement',
        q: `${city.toLowerCase()} ${rank}${pick(['', 'e', 'eme'])}`,
        code: String(base + rank),
      };
    }
    return { kind: 'faute de frappe', q: misspelled(name.toLowerCase(), random), code };
  });
}

/** One letter left out, doubled, changed or swapped with the next; never the first. */
function misspelled(name: string, random: () => number): string {
  const at = 1 + Math.floor(random() * Math.max(1, name.length - 2));
  const [before, letter, after] = [name.slice(0, at), name.charAt(at), name.slice(at + 1)];
  const slip = Math.floor(random() * 4);
  if (slip === 0) return before + after;
  if (slip === 1) return before + letter + letter + after;
  if (slip === 2) return before + 'aeiorstln'.charAt(Math.floor(random() * 9)) + after;
  return before + after.charAt(0) + letter + after.slice(1);
}

function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

function ms(times: readonly number[], at: number): string {
  return `${quantile(times, at).toFixed(1)} ms`;
}
