/**
 * Fields of facts: how the editor asks for each, and where.
 */
import { PURCHASE, RENTAL, wordsOf } from '#rooms/listings/contract.ts';
import { type FactCondition, type FactKind, type FactRow, factRows } from '#rooms/listings/facts.ts';
import { isHome } from '#rooms/listings/homes-by-nature.ts';
import type { Facts, TypedFactName } from '../facts.ts';
import { capitalListOf, type FieldGroup, type FieldSpec } from './steps.ts';

/** What is said of a programme is said of each of its lots. */
const programme = ({ propertyType }: Facts) => propertyType === 'programme';

const conditions: Readonly<Record<FactCondition, (facts: Facts) => boolean>> = {
  sale: ({ transaction }) => transaction === PURCHASE,
  rental: ({ transaction }) => transaction === RENTAL,
  programme,
  oneHome: (facts) => !programme(facts),
  dwelling: (facts) => !programme(facts) && (facts.propertyType === 'other' || isHome(facts)),
  built: ({ propertyType }) => propertyType !== 'land' && propertyType !== 'parking',
  otherType: ({ propertyType }) => propertyType === 'other',
  annuity: ({ lifeAnnuity }) => lifeAnnuity,
  buyerFees: ({ feesPayer }) => feesPayer !== 2,
  mobilityLease: ({ lease }) => lease === 'mobility',
  rentControl: ({ rentControlled }) => rentControlled !== false,
  supplement: ({ rentSupplement }) => (rentSupplement ?? 0) > 0,
  exempt: ({ energyStatus }) => energyStatus === 'exempt',
  notExempt: ({ energyStatus }) => energyStatus !== 'exempt',
  coOwnership: ({ coOwned }) => coOwned !== false,
  procedure: ({ procedure }) => procedure === true,
  commercialAgent: ({ contactStatus }) => contactStatus === 'commercial_agent',
};

const kinds: Readonly<Record<Exclude<FactKind, 'degree' | 'translations'>, FieldSpec['kind']>> = {
  text: 'text',
  long: 'long',
  url: 'url',
  yesNo: 'said',
  money: 'money',
  surface: 'surface',
  count: 'number',
  level: 'number',
  year: 'number',
  share: 'percent',
  day: 'day',
  quarter: 'quarter',
  propertyType: 'one',
  one: 'one',
  several: 'some',
  ages: 'ages',
  units: 'units',
};

/** What the editor says otherwise than the table of facts. */
interface Wording {
  readonly label?: string;
  readonly hint?: string;
  readonly words?: Readonly<Record<string, string>>;
  readonly when?: FieldSpec['when'];
}

function meaningOf({ when }: FactRow): FieldSpec['when'] {
  if (when === undefined) return undefined;
  const needed = [when].flat();
  return (facts) => needed.every((condition) => conditions[condition](facts));
}

/** The field of a fact, as its row says it. */
function fieldOf(name: TypedFactName, wording: Wording = {}): FieldSpec {
  const row = factRows[name];
  const { hint, words = wordsOf(row), when = meaningOf(row) } = wording;
  return {
    name,
    label: wording.label ?? (row.unit ? `${row.label}, ${row.unit}` : row.label),
    kind: kinds[row.kind as keyof typeof kinds],
    ...(words ? { options: capitalListOf(words) } : {}),
    ...(hint ? { hint } : {}),
    ...(when ? { when } : {}),
  };
}

/** Fields in their order, each the name of its fact, and what is said otherwise where it is. */
export function groupOf(
  title: string,
  ...fields: readonly (TypedFactName | readonly [name: TypedFactName, wording: Wording])[]
): FieldGroup {
  return {
    title,
    fields: fields.map((field) => (typeof field === 'string' ? fieldOf(field) : fieldOf(...field))),
  };
}
