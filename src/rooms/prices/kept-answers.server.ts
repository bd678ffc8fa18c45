import type { Queryable } from '#platform/db.server.ts';
import type { Place } from '#rooms/places/contract.ts';
import { communesOf } from '#rooms/places/places.server.ts';
import type { Nearby, Prices } from './contract.ts';
import { priceMap } from './price-map.server.ts';
import type { PriceMap } from './price-map.ts';
import { answerOf, isPublishedAmong, nearby } from './prices.server.ts';
import { selectAnswersEdition, selectFigures } from './prices.sql.server.ts';
import { selectPublished } from './published.sql.server.ts';
import { type OrderHere, orderHere } from './rent-control-here.server.ts';
import { sourcesOf } from './wording.server.ts';

/** The prices of a place, the communes of a department, where the places around or within lie, and its rent control. */
interface KeptAnswer {
  readonly prices: Prices;
  readonly communes: readonly Nearby[];
  readonly map: PriceMap | null;
  /** The last order of rent control that has begun there; null where there is none. */
  readonly order: OrderHere | null;
}

/** What `edition` names changes with every import and every day. */
interface Kept {
  edition: string;
  readonly answers: Map<string, Promise<KeptAnswer>>;
}

const keptOf = new WeakMap<Queryable, Kept>();
const ANSWERS_KEPT = 100;

/**
 * The answer on a place and a day (YYYY-MM-DD), kept in memory until an import changes the figures, the rents, the orders of rent
 * control, the asking prices, the places or their outlines: the database itself says so in the transaction that changes them
 * (0025_prices.sql, 0125_prices.sql), and it is asked every time. The last hundred places asked for are kept.
 */
export async function cachedAnswer(db: Queryable, place: Place, day: string): Promise<KeptAnswer> {
  const edition = `${await selectAnswersEdition(db)} ${day}`;
  let kept = keptOf.get(db);
  if (kept?.edition !== edition) {
    kept = { edition, answers: new Map() };
    keptOf.set(db, kept);
  }
  const { answers } = kept;
  const answer = answers.get(place.code) ?? readAnswer(db, place, day);
  // Asked for last, forgotten last; an answer that failed is not one.
  answers.delete(place.code);
  answers.set(place.code, answer);
  answer.catch(() => answers.delete(place.code));
  const oldest = answers.keys().next().value;
  if (answers.size > ANSWERS_KEPT && oldest !== undefined) answers.delete(oldest);
  return answer;
}

async function readAnswer(db: Queryable, place: Place, day: string): Promise<KeptAnswer> {
  const [{ prices, around, source, rents }, order, places] = await Promise.all([
    answerOf(db, place),
    orderHere(db, place, day),
    place.kind === 'department' ? communesOf(db, place.code) : [],
  ]);
  const codes = places.map(({ code }) => code);
  const [map, figures, lines] = await Promise.all([
    priceMap(db, places.length > 0 ? places : around),
    selectFigures(db, [], codes),
    codes.length > 0 ? selectPublished(db, codes) : [],
  ]);
  const figuresOf = Map.groupBy(figures, ({ areaCode }) => areaCode);
  const linesOf = Map.groupBy(lines, ({ code }) => code);
  const communes = places.map((one) =>
    nearby(one, figuresOf.get(one.code) ?? [], linesOf.get(one.code) ?? []),
  );
  return {
    prices: isPublishedAmong(communes) ? { ...prices, sources: sourcesOf(source, rents, true) } : prices,
    communes,
    map,
    order,
  };
}
