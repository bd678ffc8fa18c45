import { type RawBuilder, sql } from 'kysely';
import { FEES_SELLER, PRICE_DROP_SHOWN_MS, RENTAL } from '#rooms/listings/contract.ts';
import { criteriaTable } from './criteria-table.ts';
import {
  allExposures,
  bareTypes,
  bareValues,
  type Derived,
  derived,
  factColumns,
  heatingKinds,
  lettableYears,
} from './facts.ts';
import type { Criterion } from './kinds.ts';
import { assumptionsOn, paymentShare, quietTypes, wholeTypes } from './monthly-cost.ts';

type Sql = RawBuilder<unknown>;

const list = (values: readonly string[]) => sql`(${sql.join(values.map((value) => sql.lit(value)))})`;
const array = (values: readonly string[]) =>
  sql`array[${sql.join(values.map((value) => sql.lit(value)))}]::text[]`;
const none = sql`'{}'::text[]`;
const double = (value: number) => sql`${sql.lit(value)}::float8`;

/** Each fact of ./facts.ts as an expression on `listing` under the name that `column` gives its columns. */
const makers: Record<Derived, (column: (name: string) => Sql, now: Date) => Sql> = {
  groundFloor: (column) => sql`(${column('floor')} = 0)`,
  onTopFloor: (column) => sql`coalesce(${column('topFloor')}, ${column('floor')} = ${column('floors')})`,
  monthlyCost: (column, now) => costOf(column, now, (term) => term),
  leastMonthlyCost: (column, now) => costOf(column, now, (term) => sql`coalesce(${term}, 0)`),
  buyerFees: (column) => feesOf(column),
  lettableYear: (column) => {
    const yearsIn = (territory: string) => {
      const { years } = lettableYears.find((row) => row.territory === territory)!;
      const whens = years.map(
        ({ energyClass, year }) => sql`when ${sql.lit(energyClass)} then ${sql.lit(year)}`,
      );
      return sql`case ${classOf(column)} ${sql.join(whens, sql` `)} end`;
    };
    return sql`case when ${column('propertyType')} in ${list(bareTypes)} then 0
      when starts_with(${column('departmentCode')}, '97') then ${yearsIn('overseas')} else ${yearsIn('mainland')} end`;
  },
  daysOnLine: (column, now) =>
    sql`ceil(extract(epoch from (${now}::timestamptz - coalesce(${column('publishedAt')}, ${column('firstSeenAt')}))) / 86400)`,
  rentCompliant: (column) => sql`case when ${column('transaction')} = ${sql.lit(RENTAL)} then
      case coalesce(${rentVerdict(column('id'))}, case when not ${column('rentControlled')} then 'compliant'
        when ${column('baseRent')} > ${column('referenceRent')} then 'exceeds'
        when ${column('baseRent')} <= ${column('referenceRent')} and coalesce(${column('rentSupplement')}, 0) = 0
          then 'compliant' end)
      when 'compliant' then true when 'exceeds' then false end
    else false end`,
  priceFell: (column, now) => sql`coalesce(${column('previousPrice')} > ${column('price')}
      and ${column('priceChangedAt')} > ${new Date(now.getTime() - PRICE_DROP_SHOWN_MS)}::timestamptz, false)`,
  virtualVisit: (column) => sql`(${column('visitUrl')} is not null)`,
  state: (column) => sql`coalesce(${column('condition')}, case when ${column('workNeeded')} then 'works'
      when ${column('renovated')} then 'renovated' when ${column('isNew')} then 'new' end)`,
  heatingUnsaid: (column) => {
    const kinds = heatingKinds.map(
      (kind) => sql`case when ${column('heating')} && ${array(kind)} then ${none} else ${array(kind)} end`,
    );
    return sql`case when ${column('propertyType')} in ${list(bareTypes)} then ${none}
      else ${sql.join(kinds, sql` || `)} end`;
  },
  exposuresUnsaid: (column) =>
    sql`case when cardinality(${column('exposures')}) > 0 then ${none} else ${array(allExposures)} end`,
  ownerReference: (column) =>
    sql`(select agency.owner_reference from agency where agency.id = ${column('agencyId')})`,
};

/** `homeClassOf`: greatest leaves out a climate letter that is unknown. */
function classOf(column: (name: string) => Sql): Sql {
  return sql`case when ${column('energyClass')} is not null
    then greatest(${column('energyClass')}, ${column('climateClass')}) end`;
}

function rentVerdict(id: Sql): Sql {
  return sql`(select verdict from rent_verdict where rent_verdict.listing_id = ${id})`;
}

function feesOf(column: (name: string) => Sql): Sql {
  return sql`case when ${column('transaction')} = ${sql.lit(RENTAL)} then ${column('tenantFees')}
    when ${column('feesPayer')} = ${sql.lit(FEES_SELLER)} then 0
    when ${column('priceWithoutFees')} <= ${column('price')} then ${column('price')} - ${column('priceWithoutFees')} end`;
}

/** The sum of the terms of `monthlyCost`, each unknown one made what `term` says. The same doubles in the same order. */
function costOf(column: (name: string) => Sql, now: Date, term: (one: Sql) => Sql): Sql {
  const said = assumptionsOn(now.toISOString().slice(0, 10));
  const rounded = (amount: Sql) => sql`floor(${amount} + 0.5::float8)::bigint`;
  const price = column('price');
  const reduced = sql`(${column('isNew')} or ${column('reducedNotaryFees')} is true)`;
  const share = sql`case when ${reduced} then ${double(said.notaryNew)} else ${double(said.notaryOld)} end`;
  const notary = rounded(sql`(${price} - coalesce(${feesOf(column)}, 0))::float8 * ${share}`);
  const deposit = rounded(sql`${price}::float8 * ${double(said.depositShare)}`);
  const borrowed = sql`case when not ${column('lifeAnnuity')} then ${price} + ${notary} - ${deposit} end`;
  const monthly = (yearly: Sql) => rounded(sql`(${yearly})::float8 / 12::float8`);
  const coOwnedByNature = list([...new Set<string>([...wholeTypes, ...quietTypes])]);
  const charges = sql`coalesce(${column('yearlyCharges')}, case when not ${column('coOwned')}
    or (${column('coOwned')} is null and ${column('propertyType')} in ${coOwnedByNature}) then 0 end)`;
  const energy = sql`coalesce(
    ${rounded(sql`(${column('energyCostMin')} + ${column('energyCostMax')})::float8 / 24::float8`)},
    case when ${column('propertyType')} in ${list(quietTypes)} then 0 end)`;
  const bought = [
    rounded(sql`(${borrowed})::float8 * ${double(paymentShare(said))}`),
    rounded(sql`(${borrowed})::float8 * ${double(said.loanInsuranceRate)} / 12::float8`),
    monthly(charges),
    monthly(column('propertyTax')),
  ];
  return sql`(case when ${column('transaction')} = ${sql.lit(RENTAL)} then ${price}
      else ${sql.join(bought.map(term), sql` + `)} end + ${term(energy)} + ${sql.lit(said.homeInsurance)})`;
}

/** A fact of the listing called `alias`, as `factOf` says it. */
export function factSql(alias: string, name: string, now: Date): Sql {
  const column = (one: string): Sql => sql`${sql.ref(`${alias}.${one}`)}`;
  if ((derived as readonly string[]).includes(name)) return makers[name as Derived](column, now);
  const said = name === 'energyClass' ? classOf(column) : column(name);
  const bare = bareValues[name];
  if (bare === undefined) return said;
  return sql`coalesce(${said}, case when ${column('propertyType')} in ${list(bareTypes)} then ${sql.lit(bare)} end)`;
}

/** The facts that criteria compare, each under its own name: what alert keys are matched with. */
export function factsSelect(alias: string, now: Date): Sql {
  const names = new Set<string>(
    (criteriaTable as readonly Criterion[]).flatMap((criterion) => [
      criterion.column,
      ...('least' in criterion && criterion.least ? [criterion.least] : []),
      ...('unsaid' in criterion ? [criterion.unsaid] : []),
    ]),
  );
  return sql.join([...names].map((name) => sql`${factSql(alias, name, now)} as ${sql.ref(name)}`));
}

/** What `judge` reads of the listing called `alias`. */
export function judgedColumns(alias: string): Sql {
  return sql.join([
    ...factColumns.map((name) => sql.ref(`${alias}.${name}`)),
    sql`${makers.ownerReference((name) => sql`${sql.ref(`${alias}.${name}`)}`, new Date(0))} as owner_reference`,
    sql`${rentVerdict(sql.ref(`${alias}.id`))} as rent_verdict`,
  ]);
}
