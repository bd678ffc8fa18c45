// Criteria: what one looks for. One table of words makes schema, address, statements, alert keys and French chips.
// Owns nothing.
// Announces nothing.
import * as z from 'zod/mini';
import { formatCount, formatOrdinal, formatPrice, formatRent, formatSurface } from '../../../contract/fmt.ts';
import { eurosToCents } from '../../../contract/money.ts';
import { propertyTypes } from '../../listings/contract.ts';
import type { Place } from '../../places/contract.ts';

/** `achat` is every purchase, new ones included; `neuf` only the new ones. */
export const transactions = ['achat', 'location', 'neuf'] as const;
export type TransactionWord = (typeof transactions)[number];

interface Bound {
  readonly kind: 'atMost' | 'atLeast';
  readonly unit: 'euros' | 'euros/m²' | 'm²' | 'year' | 'floor' | 'count';
  /** Larger numbers are malformed. */
  readonly max: number;
  /** The chip. */
  readonly say: (value: number, rental: boolean) => string;
}

export interface Choice {
  readonly kind: 'oneOf';
  /** Word of the address to the value in the column and to what people read. */
  readonly values: Readonly<Record<string, { readonly value: string; readonly label: string }>>;
}

interface Flag {
  readonly kind: 'flag';
  /** What the chip says for `non`; for `oui` it says the label. */
  readonly negative: string;
}

export type Criterion = (Bound | Choice | Flag) & {
  /** In addresses, in JSON and in explanations (interface.md, search words). */
  readonly word: string;
  /** Column of `listing`, or one of the two facts made of floors: `groundFloor`, `topFloor`. */
  readonly column: string;
  readonly label: string;
  /** The column is never null, so the answer is never « peut-être ». */
  readonly known?: true;
};

const typeWords = Object.fromEntries(
  Object.entries(propertyTypes).map(([value, { word, label }]) => [word, { value, label }]),
);
const money = (euros: number, rental: boolean) => (rental ? formatRent : formatPrice)(eurosToCents(euros));
const rooms = (count: number) => formatCount(count, 'pièce', 'pièces');
const letters = Object.fromEntries(
  ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((letter) => [letter, { value: letter, label: letter }]),
);

/** Every criterion, in the canonical order of addresses. Places and transaction stand apart: they are keys. */
export const criteriaTable = [
  {
    word: 'type',
    kind: 'oneOf',
    column: 'propertyType',
    values: typeWords,
    label: 'Type de bien',
    known: true,
  },
  {
    word: 'prixMin',
    kind: 'atLeast',
    column: 'price',
    unit: 'euros',
    max: 1e9,
    say: (euros, rental) => `À partir de ${money(euros, rental)}`,
    label: 'Prix minimum',
    known: true,
  },
  {
    word: 'prixMax',
    kind: 'atMost',
    column: 'price',
    unit: 'euros',
    max: 1e9,
    say: (euros, rental) => `Jusqu'à ${money(euros, rental)}`,
    label: 'Prix maximum',
    known: true,
  },
  {
    word: 'prixM2Max',
    kind: 'atMost',
    column: 'pricePerM2',
    unit: 'euros/m²',
    max: 1e6,
    say: (euros) => `Jusqu'à ${formatPrice(eurosToCents(euros))}/m²`,
    label: 'Prix au m² maximum',
  },
  {
    word: 'surfaceMin',
    kind: 'atLeast',
    column: 'surface',
    unit: 'm²',
    max: 1e5,
    say: (m2) => `À partir de ${formatSurface(m2)}`,
    label: 'Surface minimum',
  },
  {
    word: 'surfaceMax',
    kind: 'atMost',
    column: 'surface',
    unit: 'm²',
    max: 1e5,
    say: (m2) => `Jusqu'à ${formatSurface(m2)}`,
    label: 'Surface maximum',
  },
  {
    word: 'terrainMin',
    kind: 'atLeast',
    column: 'landSurface',
    unit: 'm²',
    max: 1e8,
    say: (m2) => `Terrain à partir de ${formatSurface(m2)}`,
    label: 'Terrain minimum',
  },
  {
    word: 'pieces',
    kind: 'atLeast',
    column: 'rooms',
    unit: 'count',
    max: 99,
    say: (count) => `${rooms(count)} et plus`,
    label: 'Pièces minimum',
  },
  {
    word: 'piecesMax',
    kind: 'atMost',
    column: 'rooms',
    unit: 'count',
    max: 99,
    say: (count) => `Jusqu'à ${rooms(count)}`,
    label: 'Pièces maximum',
  },
  {
    word: 'chambres',
    kind: 'atLeast',
    column: 'bedrooms',
    unit: 'count',
    max: 99,
    say: (count) => `${formatCount(count, 'chambre', 'chambres')} et plus`,
    label: 'Chambres minimum',
  },
  {
    word: 'sdbMin',
    kind: 'atLeast',
    column: 'bathrooms',
    unit: 'count',
    max: 99,
    say: (count) => `${formatCount(count, 'salle de bain', 'salles de bain')} et plus`,
    label: 'Salles de bain minimum',
  },
  {
    word: 'etageMin',
    kind: 'atLeast',
    column: 'floor',
    unit: 'floor',
    max: 99,
    say: (floor) =>
      floor === 0 ? 'À partir du rez-de-chaussée' : `À partir du ${formatOrdinal(floor)} étage`,
    label: 'Étage minimum',
  },
  {
    word: 'etageMax',
    kind: 'atMost',
    column: 'floor',
    unit: 'floor',
    max: 99,
    say: (floor) => (floor === 0 ? 'Au rez-de-chaussée' : `Jusqu’au ${formatOrdinal(floor)} étage`),
    label: 'Étage maximum',
  },
  {
    word: 'anneeMin',
    kind: 'atLeast',
    column: 'builtYear',
    unit: 'year',
    max: 9999,
    say: (year) => `Construit depuis ${year}`,
    label: 'Construit depuis',
  },
  {
    word: 'photos',
    kind: 'atLeast',
    column: 'photoCount',
    unit: 'count',
    max: 99,
    say: (count) => `${formatCount(count, 'photo', 'photos')} et plus`,
    label: 'Photos minimum',
    known: true,
  },
  { word: 'dpe', kind: 'oneOf', column: 'energyClass', values: letters, label: 'Classe énergie' },
  { word: 'ges', kind: 'oneOf', column: 'climateClass', values: letters, label: 'Classe climat' },
  {
    word: 'rdc',
    kind: 'flag',
    column: 'groundFloor',
    label: 'Rez-de-chaussée',
    negative: 'Pas de rez-de-chaussée',
  },
  {
    word: 'dernierEtage',
    kind: 'flag',
    column: 'topFloor',
    label: 'Dernier étage',
    negative: 'Pas au dernier étage',
  },
  { word: 'meuble', kind: 'flag', column: 'furnished', label: 'Meublé', negative: 'Non meublé' },
  { word: 'ascenseur', kind: 'flag', column: 'elevator', label: 'Ascenseur', negative: 'Sans ascenseur' },
  { word: 'balcon', kind: 'flag', column: 'balcony', label: 'Balcon', negative: 'Sans balcon' },
  { word: 'terrasse', kind: 'flag', column: 'terrace', label: 'Terrasse', negative: 'Sans terrasse' },
  { word: 'jardin', kind: 'flag', column: 'garden', label: 'Jardin', negative: 'Sans jardin' },
  {
    word: 'parking',
    kind: 'flag',
    column: 'parking',
    label: 'Stationnement',
    negative: 'Sans stationnement',
  },
  { word: 'cave', kind: 'flag', column: 'cellar', label: 'Cave', negative: 'Sans cave' },
  { word: 'piscine', kind: 'flag', column: 'pool', label: 'Piscine', negative: 'Sans piscine' },
  { word: 'gardien', kind: 'flag', column: 'caretaker', label: 'Gardien', negative: 'Sans gardien' },
  { word: 'vue', kind: 'flag', column: 'openView', label: 'Vue dégagée', negative: 'Sans vue dégagée' },
  { word: 'visAVis', kind: 'flag', column: 'overlooked', label: 'Vis-à-vis', negative: 'Sans vis-à-vis' },
  { word: 'calme', kind: 'flag', column: 'quiet', label: 'Calme', negative: 'Pas au calme' },
  {
    word: 'pmr',
    kind: 'flag',
    column: 'accessible',
    label: 'Accès handicapés',
    negative: 'Sans accès handicapés',
  },
  {
    word: 'animaux',
    kind: 'flag',
    column: 'petsAllowed',
    label: 'Animaux acceptés',
    negative: 'Animaux refusés',
  },
  {
    word: 'exclusivite',
    kind: 'flag',
    column: 'exclusive',
    label: 'Exclusivité',
    negative: 'Sans exclusivité',
  },
] as const satisfies readonly Criterion[];

type Row = (typeof criteriaTable)[number];
export type CriterionWord = Row['word'];
type ValueOf<R> = R extends { kind: 'flag' }
  ? boolean
  : R extends { kind: 'oneOf' }
    ? readonly string[]
    : number;

/** Numbers are whole euros, m², counts; lists hold words of the address (`appartement`, `D`); flags are yes or no. */
export type Filters = { readonly [R in Row as R['word']]?: ValueOf<R> | undefined };

export type Criteria = Filters & {
  readonly transaction: TransactionWord;
  /** INSEE codes of communes and districts, or `D34` for a department. Empty: everywhere. */
  readonly places: readonly string[];
};

export const PLACES_MAX = 50;
const placeCode = z.string().check(z.regex(/^(\d{5}|2[AB]\d{3}|D(\d{2,3}|2[AB]))$/, 'Lieu inconnu'));

function fieldOf(criterion: Criterion): z.ZodMiniType {
  if (criterion.kind === 'flag') return z.boolean();
  if (criterion.kind === 'oneOf') return z.array(z.enum(Object.keys(criterion.values))).check(z.minLength(1));
  return z.int().check(z.minimum(0), z.maximum(criterion.max));
}

/** What an alert keeps and what the API takes as JSON. At least one place. */
export const criteriaSchema = z.strictObject({
  transaction: z.enum(transactions),
  places: z.array(placeCode).check(z.minLength(1, 'Choisissez au moins un lieu'), z.maxLength(PLACES_MAX)),
  ...Object.fromEntries(criteriaTable.map((criterion) => [criterion.word, z.optional(fieldOf(criterion))])),
}) as unknown as z.ZodMiniType<Criteria>;

/**
 * Filters said by an address. Unknown words are ignored and malformed values dropped: never throws. A repeated
 * list adds up (what a form without JavaScript sends); of a repeated number or flag the first good one counts.
 */
export function readFilters(params: URLSearchParams): Filters {
  const found: Record<string, unknown> = {};
  for (const criterion of criteriaTable as readonly Criterion[]) {
    const values = params.getAll(criterion.word);
    const value =
      criterion.kind === 'oneOf'
        ? readList(criterion, values)
        : values.map((text) => readOne(criterion, text)).find((one) => one !== undefined);
    if (value !== undefined) found[criterion.word] = value;
  }
  return found;
}

function readList(criterion: Choice, values: readonly string[]): string[] | undefined {
  const said = new Set(values.flatMap((text) => text.split(',')).map((text) => text.trim()));
  const known = Object.keys(criterion.values).filter(
    (word) => said.has(word) || said.has(word.toLowerCase()),
  );
  return known.length > 0 ? known : undefined;
}

function readOne(criterion: Bound | Flag, text: string): number | boolean | undefined {
  if (criterion.kind === 'flag') return text === 'oui' ? true : text === 'non' ? false : undefined;
  // People type « 300 000 » in a field without JavaScript (specification 5, number parsing).
  const digits = text.replaceAll(/[\s\u00a0\u202f]/g, '');
  if (!/^\d{1,10}$/.test(digits) || Number(digits) > criterion.max) return undefined;
  return Number(digits);
}

/** The words of an address, in canonical order: equal filters write equal addresses. */
export function writeFilters(filters: Filters): URLSearchParams {
  const params = new URLSearchParams();
  for (const criterion of criteriaTable as readonly Criterion[]) {
    const value: number | boolean | readonly string[] | undefined = filters[criterion.word as CriterionWord];
    if (value === undefined) continue;
    if (typeof value === 'object') {
      const inOrder = Object.keys((criterion as Choice).values).filter((word) => value.includes(word));
      if (inOrder.length > 0) params.set(criterion.word, inOrder.join(','));
    } else if (typeof value === 'boolean') params.set(criterion.word, value ? 'oui' : 'non');
    else params.set(criterion.word, String(value));
  }
  return params;
}

/** How criteria write a place: its INSEE code, `D34` for a department. */
export function placeCodeOf(place: Pick<Place, 'kind' | 'code'>): string {
  return place.kind === 'department' ? `D${place.code}` : place.code;
}

/** The transaction said by an address; null when it says none or a wrong one. */
export function readTransaction(params: URLSearchParams): TransactionWord | null {
  const said = params.get('transaction');
  return transactions.find((word) => word === said) ?? null;
}

/** The place slugs said by an address (`lieux=lyon-69000,herault-34`), at most `PLACES_MAX`, not resolved. */
export function readPlaceSlugs(params: URLSearchParams): string[] {
  const slugs = params.getAll('lieux').flatMap((text) => text.split(','));
  return [
    ...new Set(
      slugs.map((slug) => slug.trim().toLowerCase()).filter((slug) => /^[a-z0-9-]{1,120}$/.test(slug)),
    ),
  ].slice(0, PLACES_MAX);
}

/** The words of an alert or of the API: `transaction`, `lieux`, then the filters. Commas stay readable. */
export function writeSearch(
  transaction: TransactionWord,
  placeSlugs: readonly string[],
  filters: Filters,
): string {
  const words = [
    ['transaction', transaction],
    ...(placeSlugs.length > 0 ? [['lieux', placeSlugs.join(',')]] : []),
  ];
  return readableQuery(new URLSearchParams([...words, ...writeFilters(filters)] as [string, string][]));
}

/** `a=1&b=x,y`: the encoding of URLSearchParams, with commas left as they are read. */
export function readableQuery(params: URLSearchParams): string {
  return params.toString().replaceAll('%2C', ',');
}

/** Equal filters, equal text. */
export function filtersKey(filters: Filters): string {
  return readableQuery(writeFilters(filters));
}
