import type { Db } from '#platform/db.server.ts';
import { type Filters, type TransactionWord, writeSearch } from '#rooms/criteria/contract.ts';
import { chipsOf } from '#rooms/criteria/wording.ts';
import { type Place, placeDetail, placeLabel } from '#rooms/places/contract.ts';
import { type Piece, readPieces } from './grammar.ts';
import { misspeltPlaces } from './misspelt-places.server.ts';
import { partDistricts, readPlaces } from './named-places.server.ts';
import type { Sentence } from './sentence.ts';
import { spellingOf } from './spelling.server.ts';
import { type Token, tokenize } from './tokens.ts';
import { fillers } from './vocabulary.ts';

const transactionLabels: Readonly<Record<TransactionWord, string>> = {
  achat: 'Acheter',
  location: 'Louer',
  neuf: 'Neuf',
};
/** From this amount a bare price is that of a purchase, below the other that of a month (euros). */
const PURCHASE_FROM = 20_000;
const RENT_TO = 10_000;

/**
 * Reads one French sentence (« T3 Lyon 7e max 1 100 CC avec balcon, pas de RDC »). Deterministic: phrases of a fixed
 * vocabulary, names of places, one misspelt letter (two in a long word) where only one word is that near. What is
 * left is answered as `unread`, a name borne by several places of like size as `ambiguous`. `today` is `YYYY-MM-DD`
 * in Paris.
 */
export async function readSentence(db: Db, text: string, today: string): Promise<Sentence> {
  const typed = partDistricts(tokenize(text));
  const exact = await readPlaces(db, typed);
  const tokens = typed.map((token, index) => (exact.taken.has(index) ? token : spellingOf(token)));
  const pieces = readPieces(tokens, exact.taken, today);
  const spelled = await misspeltPlaces(db, tokens, exact, pieces);

  const { kept, filters, transaction } = together(tokens, pieces);
  const shown = [
    ...new Map(spelled.found.flatMap(({ places }) => places).map((one) => [one.code, one])).values(),
  ];
  const spanOf = (from: number, to: number) => {
    const start = typed[from]?.start ?? 0;
    const end = typed[to - 1]?.end ?? start;
    return { start, end, text: text.slice(start, end) };
  };
  const read = new Set(kept.flatMap(({ from, to }) => indexes(from, to)));
  return {
    transaction,
    places: shown.map(toChoice),
    search: writeSearch(
      transaction ?? 'achat',
      shown.map(({ slug }) => slug),
      filters,
    ),
    understood: [
      ...kept.map((piece) => ({ from: piece.from, to: piece.to, means: meansOf(piece, transaction) })),
      ...spelled.found.map(({ from, to, places }) => ({ from, to, means: places.map(placeLabel) })),
    ]
      .toSorted((a, b) => a.from - b.from)
      .map(({ from, to, means }) => ({ ...spanOf(from, to), means })),
    ambiguous: spelled.ambiguous.map(({ from, to, places }) => ({
      ...spanOf(from, to),
      places: places.map(toChoice),
    })),
    unread: leftovers(typed, (index) => read.has(index) || spelled.taken.has(index)).map(([from, to]) =>
      spanOf(from, to),
    ),
  };
}

const toChoice = (place: Place) => ({
  code: place.code,
  slug: place.slug,
  label: placeLabel(place),
  detail: placeDetail(place),
});

const indexes = (from: number, to: number) => Array.from({ length: to - from }, (_, rank) => from + rank);

/** The pieces that agree; one that says otherwise than an earlier one is not kept, and so shown as unread. */
function together(tokens: readonly Token[], pieces: readonly Piece[]) {
  const filters: Record<string, unknown> = {};
  const kept: Piece[] = [];
  let said: TransactionWord | null = null;
  const asIs = pieces.map(({ filters: asked }) => asked);
  // « parking » after « 3 pièces » or before, the home is what is looked for.
  const homes = asIs.some(
    ({ type, pieces: rooms, piecesMax, chambres }) => (type ?? rooms ?? piecesMax ?? chambres) !== undefined,
  );
  const land = !homes && pieces.some(({ alone }) => alone === 'terrain');
  for (const piece of pieces) {
    const chosen = tokens[piece.from - 1]?.key === 'ou' || tokens[piece.to]?.key === 'ou';
    const asked = asFilters(piece, { homes: homes && !chosen, land });
    const clash =
      (piece.transaction && said && !agree(piece.transaction, said)) ||
      (Object.keys(asked).length === 0 && piece.transaction === null) ||
      Object.entries(asked).some(([word, value]) => !joins(filters[word], value));
    if (clash) continue;
    for (const [word, value] of Object.entries(asked)) filters[word] = joined(filters[word], value);
    said = piece.transaction ?? said;
    kept.push({ ...piece, filters: asked });
  }
  return { kept, filters: filters as Filters, transaction: said ?? implied(filters) };
}

/** « neuf » is a purchase too. */
const agree = (one: TransactionWord, other: TransactionWord) =>
  one === other || (one !== 'location' && other !== 'location');

/**
 * A parking beside a home is a part of it, alone or after « ou » it is what is looked for; land beside a home is not
 * understood. The surface of land is not that of a home.
 */
function asFilters({ alone, filters }: Piece, { homes, land }: { homes: boolean; land: boolean }): Filters {
  if (alone !== null) return homes ? filters : { type: [alone] };
  const { surfaceMin, ...others } = filters;
  return land && surfaceMin !== undefined ? { ...others, terrainMin: surfaceMin } : filters;
}

const joins = (before: unknown, value: unknown) =>
  before === undefined || Array.isArray(before) || before === value;
const joined = (before: unknown, value: unknown) =>
  Array.isArray(before) && Array.isArray(value) ? [...new Set([...before, ...value])] : value;

function implied({ prixMin, prixMax }: Filters): TransactionWord | null {
  const amount = prixMax ?? prixMin;
  if (amount === undefined) return null;
  return amount >= PURCHASE_FROM ? 'achat' : amount < RENT_TO ? 'location' : null;
}

function meansOf({ filters, transaction: said }: Piece, transaction: TransactionWord | null): string[] {
  const chips = chipsOf(transaction ?? 'achat', filters).map(({ text }) => text);
  // « 1 100 € par mois » shows itself as a rent.
  return chips.length > 0 ? chips : said ? [transactionLabels[said]] : [];
}

/** Runs of tokens that nothing read, from their first word that means something to the last. */
function leftovers(tokens: readonly Token[], isRead: (index: number) => boolean): [number, number][] {
  const runs: [number, number][] = [];
  let from = -1;
  let to = -1;
  const close = () => {
    if (from >= 0) runs.push([from, to]);
    from = -1;
  };
  for (const [index, token] of tokens.entries()) {
    if (isRead(index) || token.key === ',' || token.key === ';') {
      close();
      continue;
    }
    const matters = token.kind !== 'sign' && !(token.kind === 'word' && fillers.has(token.key));
    if (!matters) continue;
    if (from < 0) from = index;
    to = index + 1;
  }
  close();
  return runs;
}
