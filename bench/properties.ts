import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#platform/db.server.ts';
import { matchNextHomes } from '#rooms/listings/home-matching.server.ts';
import { representatives } from '#rooms/listings/properties.server.ts';
import {
  type Figures,
  figuresOf,
  homesFound,
  homesKept,
  type LabelledSet,
  labelledSet,
  layListings,
} from '../tests/kit/properties.ts';
import { median, onOwnDatabase } from './kit.ts';

const SEED = Number(process.env.SEED ?? 20_261_121);
const LISTINGS = Number(process.env.LISTINGS ?? 100_000);
/** What a set of scale 1 holds, near enough. */
const LISTINGS_OF_ONE = 1_870;
const LABELLED = 6;
const CHANGED = 2_000;
const ROUNDS = 5;

/**
 * One property, one card: what gluing listings is worth on a labelled set, tuned on one half, told on the other, beside
 * the rule of thumb that it replaces; then what it costs to compare every listing of a market, and to follow a feed.
 */
export async function run(): Promise<{ title: string; lines: string[] }> {
  const set = labelledSet(SEED, LABELLED);
  const homes = homesFound(set);
  const thumb = sameByThumb(set);
  const n = new Intl.NumberFormat('fr-FR');
  const lines = [
    `${n.format(set.truePairs.length)} paires vraies, ${n.format(set.hardNegatives.length)} paires trompeuses (même immeuble, même programme, même résidence, même lotissement, sosies d’une commune) entre ${n.format(set.listings.length)} annonces (graine ${SEED})`,
    `moitié réservée : ${told(figuresOf(set, homes, 1))} ; moitié qui a servi au réglage : ${told(figuresOf(set, homes, 0))}`,
    `témoin, mêmes commune, type, pièces, mètres carrés et prix à 3 % près, moitié réservée : ${told(figuresOf(set, thumb, 1))}`,
    `rappel par genre de voisinage, moitié réservée : ${recallByKind(set, homes)}`,
  ];
  lines.push(...(await onOwnDatabase(4, (db) => measure(db))));
  return { title: 'Un bien, une fiche', lines };
}

function told({ pairs, found, glued, wrong, precision, recall }: Figures): string {
  const percent = (part: number) =>
    `${(100 * part).toLocaleString('fr-FR', { maximumFractionDigits: 2, minimumFractionDigits: 2 })} %`;
  return `précision ${percent(precision)} (${wrong} fausses sur ${glued}), rappel ${percent(recall)} (${found} sur ${pairs})`;
}

function recallByKind(set: LabelledSet, homes: readonly (readonly string[])[]): string {
  const kept = new Map(homes.flatMap((names, index) => names.map((name) => [name, index] as const)));
  const kinds = Map.groupBy(
    set.truePairs.filter(([a]) => a.half === 1),
    ([a]) => a.home.split('-')[1]!,
  );
  return [...kinds]
    .map(([kind, pairs]) => {
      const found = pairs.filter(([a, b]) => kept.get(a.key) === kept.get(b.key)).length;
      return `${WORDS[kind]} ${Math.round((100 * found) / pairs.length)} %`;
    })
    .join(', ');
}

const WORDS: Readonly<Record<string, string>> = {
  building: 'immeubles',
  programme: 'programmes neufs',
  estate: 'lotissements',
  residence: 'résidences de studios',
  street: 'sosies',
};

/** The rule of thumb of who has no other: homes that look the same in a list are the same. */
function sameByThumb(set: LabelledSet): string[][] {
  const groups: { key: string; price: number; names: string[] }[] = [];
  for (const one of set.listings) {
    const key = [one.placeCode, one.market, one.rooms, Math.round(one.size!)].join(' ');
    const group = groups.findLast(
      (other) => other.key === key && Math.abs(other.price - one.price) <= 0.03 * one.price,
    );
    if (group) group.names.push(one.key);
    else groups.push({ key, price: one.price, names: [one.key] });
  }
  return groups.map(({ names }) => names);
}

async function measure(db: Db): Promise<string[]> {
  const market = labelledSet(SEED + 1, LISTINGS / LISTINGS_OF_ONE);
  await layListings(db, market.listings);
  await sql`vacuum analyze listing, listing_photo, property_work`.execute(db);
  const whole = await timed(() => keepAll(db));
  await sql`vacuum analyze property, property_listing, property_link, property_mark`.execute(db);
  const figures = figuresOf(market, await homesKept(db), 1);

  const feeds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await sql`
      update listing set price = price - 100000
      where id in (select id from listing where id % ${ROUNDS} = ${round} and price > 10000000 order by id limit ${CHANGED})
    `.execute(db);
    feeds.push(await timed(() => keepAll(db)));
  }
  const visible = (alias: string): RawBuilder<SqlBool> =>
    sql`${sql.ref(`${alias}.status`)} in ('online', 'under_offer')`;
  const count = (condition: RawBuilder<SqlBool>) =>
    timed(() => sql`select count(*) from listing where ${visible('listing')} and ${condition}`.execute(db));
  const [cards, rows]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    cards.push(await count(representatives(visible)));
    rows.push(await count(sql`true`));
  }
  const { rows: sizes } = await sql<{ size: string; shared: number }>`
    select pg_size_pretty(sum(pg_total_relation_size(name::regclass))) as size,
      (select count(*) from property_listing where rank is not null) as shared
    from unnest(array['property', 'property_listing', 'property_link', 'property_mark']) as name
  `.execute(db);
  const n = new Intl.NumberFormat('fr-FR');
  const each = (milliseconds: number, of: number) => `${(milliseconds / of).toFixed(2)} ms par annonce`;
  return [
    `toutes les annonces d’un marché de ${n.format(market.listings.length)} comparées et rangées en base : ${Math.round(whole / 1000)} s, ${each(whole, market.listings.length)} ; moitié réservée : ${told(figures)}`,
    `un flux qui change le prix de ${n.format(CHANGED)} d’entre elles : médiane ${Math.round(median(feeds))} ms, ${each(median(feeds), CHANGED)}`,
    `tables et index de plus : ${sizes[0]!.size}, pour ${n.format(sizes[0]!.shared)} annonces dont le bien en a plusieurs`,
    `compte national par bien ${Math.round(median(cards))} ms, par annonce ${Math.round(median(rows))} ms ; rapport ${(median(cards) / median(rows)).toFixed(1)}`,
  ];
}

async function keepAll(db: Db): Promise<void> {
  while (await matchNextHomes(db));
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
