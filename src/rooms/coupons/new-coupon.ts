// New coupons: what one may be, as commands, calls and forms state it. Amounts are cents without VAT.
import * as z from 'zod/mini';
import { dayBefore, parisDay, parisMidnight } from '#contract/day.ts';
import { shownLine } from '#contract/fields.ts';
import { formatNumber, formatPrice } from '#contract/fmt.ts';
import { parseEuros, typedEuros } from '#contract/money.ts';
import { readNumber } from '#contract/number.ts';
import { type Coupon, type CouponKind, couponKinds } from './contract.ts';
import { lastDay } from './coupon-words.ts';
import { applyCodes, type CodeEffect, normalCode, type PricedBoost } from './coupons.ts';

export const LABEL_MAX = 80;
/** The columns of the table hold no more. */
const MOST = 2_147_483_647;

const natural = (what: string) =>
  z.int({ error: `${what} est un nombre entier.` }).check(
    z.positive({ error: `${what} est plus grand que zéro.` }),
    z.maximum(MOST, {
      error: `${what} va jusqu’à ${formatNumber(MOST)}, soit ${formatPrice(MOST)} pour un montant.`,
    }),
  );

const code = z.pipe(
  z.pipe(z.string({ error: 'Le code manque.' }), z.transform(normalCode)),
  z.string().check(
    z.regex(/^[0-9A-Z-]{3,32}$/, {
      error: 'Un code compte de 3 à 32 lettres sans accent, chiffres ou tirets.',
    }),
  ),
);

/** Whatever is said of a coupon besides its code and its days. */
const fields = {
  label: z
    .string({ error: 'Le libellé manque.' })
    .check(
      shownLine,
      z.minLength(1, { error: 'Le libellé manque.' }),
      z.maxLength(LABEL_MAX, { error: `Le libellé compte ${LABEL_MAX} caractères au plus.` }),
    ),
  kind: z.enum(Object.keys(couponKinds) as [CouponKind, ...CouponKind[]], {
    error: `La nature est ${Object.keys(couponKinds).join(', ')}.`,
  }),
  value: natural('La valeur'),
  ceiling: z.nullable(natural('Le plafond')),
  minimumNet: z.nullable(natural('Le minimum')),
  formulas: z.nullable(z.array(z.string()).check(z.minLength(1, { error: 'Nommez une formule au moins.' }))),
  agencies: z.nullable(z.array(z.string()).check(z.minLength(1, { error: 'Nommez une agence au moins.' }))),
  firstOrder: z.boolean(),
  usesMax: z.nullable(natural('Le nombre d’usages')),
  usesPerAgency: z.nullable(natural('Le nombre d’usages par agence')),
  stackable: z.boolean(),
};

const withinTheWhole = z.refine<{ readonly kind: CouponKind; readonly value: number }>(
  ({ kind, value }) => kind !== 'percent' || value <= 10_000,
  { path: ['value'], error: 'Un pourcentage va jusqu’à 100.' },
);

/** As the rule takes it: between two moments. */
export const newCouponSchema = z
  .object({ code, ...fields, startsAt: z.nullable(z.date()), endsAt: z.nullable(z.date()) })
  .check(
    withinTheWhole,
    z.refine(({ startsAt, endsAt }) => !startsAt || !endsAt || startsAt < endsAt, {
      path: ['endsAt'],
      error: 'La fin vient après le début.',
    }),
  );
export type NewCouponGiven = z.input<typeof newCouponSchema>;

const day = z.nullable(z.iso.date({ error: 'Un jour s’écrit AAAA-MM-JJ.' }));
/** As a person says it: between two days in Paris, both included. */
const days = { startsOn: day, endsOn: day };
const inOrder = z.refine<{ readonly startsOn: string | null; readonly endsOn: string | null }>(
  ({ startsOn, endsOn }) => startsOn === null || endsOn === null || startsOn <= endsOn,
  { path: ['endsOn'], error: 'Le dernier jour vient après le premier.' },
);

export const couponBody = z.object({ code, ...fields, ...days }).check(withinTheWhole, inOrder);
export type CouponBody = z.output<typeof couponBody>;

/** Everything but the code, which never changes. */
export const couponChanges = z
  .object({
    ...fields,
    ...days,
    /** Of the coupon that was read: another change made since refuses this one. */
    version: z.int(),
  })
  .check(withinTheWhole, inOrder);
export type CouponChanges = z.output<typeof couponChanges>;

/** The moments between which a coupon counts; it ends with the midnight after its last day. */
export function momentsOf({ startsOn, endsOn }: Pick<CouponBody, 'startsOn' | 'endsOn'>) {
  return {
    startsAt: startsOn === null ? null : parisMidnight(startsOn),
    endsAt: endsOn === null ? null : parisMidnight(dayBefore(endsOn, -1)),
  };
}

/** The days of a coupon in Paris, both included. */
export function daysOf({ startsAt, endsAt }: Pick<Coupon, 'startsAt' | 'endsAt'>) {
  return {
    startsOn: startsAt && parisDay(startsAt).day,
    endsOn: endsAt && parisDay(lastDay(endsAt)).day,
  };
}

/**
 * A value as it is typed: a percentage to hundredths, euros to cents, else a count. Null when it is none of its kind.
 */
export function readValue(kind: CouponKind, typed: string): number | null {
  if (kind === 'amount') return parseEuros(typed);
  if (kind === 'percent') {
    const points = readNumber(typed.replace('%', ''), 'decimals');
    return points === null ? null : Math.round(points * 100);
  }
  return /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : null;
}

export const valueHints: Readonly<Record<CouponKind, string>> = {
  percent: 'Un pourcentage, par exemple 15 ou 12,5.',
  amount: 'Un montant en euros hors taxes, par exemple 49,90.',
  free_boost: 'Un nombre de boosts\u00a0: les moins chers du panier sont offerts.',
  free_days: 'Un nombre de jours ajoutés à chaque boost.',
};

/** A coupon as the fields of a form hold it. */
export interface TypedCoupon {
  readonly code: string;
  readonly label: string;
  readonly kind: CouponKind;
  readonly value: string;
  readonly ceiling: string;
  readonly minimumNet: string;
  /** Keys; none ticked: all. */
  readonly formulas: readonly string[];
  /** References, separated by commas or spaces. */
  readonly agencies: string;
  readonly firstOrder: boolean;
  readonly usesMax: string;
  readonly usesPerAgency: string;
  readonly startsOn: string;
  readonly endsOn: string;
  readonly stackable: boolean;
}

export const emptyCoupon: TypedCoupon = {
  code: '',
  label: '',
  kind: 'percent',
  value: '',
  ceiling: '',
  minimumNet: '',
  formulas: [],
  agencies: '',
  firstOrder: false,
  usesMax: '',
  usesPerAgency: '',
  startsOn: '',
  endsOn: '',
  stackable: false,
};

/** The fields of a form for a coupon that is there. */
export function typedCoupon({
  kind,
  value,
  ceiling,
  minimumNet,
  formulas,
  agencies,
  usesMax,
  usesPerAgency,
  startsOn,
  endsOn,
  ...same
}: CouponBody): TypedCoupon {
  const percent = String(value / 100).replace('.', ',');
  const typedValue = kind === 'percent' ? percent : kind === 'amount' ? typedEuros(value) : String(value);
  return {
    code: same.code,
    label: same.label,
    kind,
    value: typedValue,
    ceiling: ceiling === null ? '' : typedEuros(ceiling),
    minimumNet: minimumNet === null ? '' : typedEuros(minimumNet),
    formulas: formulas ?? [],
    agencies: agencies?.join(', ') ?? '',
    firstOrder: same.firstOrder,
    usesMax: usesMax === null ? '' : String(usesMax),
    usesPerAgency: usesPerAgency === null ? '' : String(usesPerAgency),
    startsOn: startsOn ?? '',
    endsOn: endsOn ?? '',
    stackable: same.stackable,
  };
}

/** What a form says, or a sentence for each field that is wrong. */
export function readCoupon(typed: TypedCoupon): { body: CouponBody | null; errors: Record<string, string> } {
  const errors: Record<string, string> = {};
  const read = (
    name: 'ceiling' | 'minimumNet' | 'usesMax' | 'usesPerAgency',
    reading: (text: string) => number | null,
    error: string,
  ) => {
    if (typed[name].trim() === '') return null;
    const value = reading(typed[name]);
    if (value === null) errors[name] = error;
    return value;
  };
  const euros = 'Un montant en euros est attendu, par exemple 49,90.';
  const count = 'Un nombre entier est attendu.';
  const whole = (text: string) => readValue('free_boost', text);
  const value = readValue(typed.kind, typed.value);
  if (value === null) errors.value = valueHints[typed.kind];
  const agencies = typed.agencies.split(/[\s,;]+/).filter(Boolean);
  const parsed = couponBody.safeParse({
    code: typed.code,
    label: typed.label,
    kind: typed.kind,
    value,
    ceiling: read('ceiling', parseEuros, euros),
    minimumNet: read('minimumNet', parseEuros, euros),
    formulas: typed.formulas.length === 0 ? null : typed.formulas,
    agencies: agencies.length === 0 ? null : agencies,
    firstOrder: typed.firstOrder,
    usesMax: read('usesMax', whole, count),
    usesPerAgency: read('usesPerAgency', whole, count),
    startsOn: typed.startsOn || null,
    endsOn: typed.endsOn || null,
    stackable: typed.stackable,
  });
  for (const { path, message } of parsed.error?.issues ?? []) errors[String(path[0])] ??= message;
  return { body: parsed.success && Object.keys(errors).length === 0 ? parsed.data : null, errors };
}

/**
 * What a code would take off one boost bought alone by an agency that it is for. What is too little to be charged is left as
 * it is: payments alone know how little that is.
 */
export function exampleOf(body: CouponBody, boost: PricedBoost): CodeEffect {
  const { startsOn: _from, endsOn: _until, ...coupon } = body;
  const open = { agencies: null, startsAt: null, endsAt: null, stoppedAt: null, uses: 0, usesOfAgency: 0 };
  const { codes } = applyCodes([{ code: body.code, coupon: { ...coupon, ...open } }], [boost], {
    now: new Date(0),
    ownerReference: '',
    orderedBefore: false,
    leastDue: 0,
  });
  return codes[0]!;
}

const WORDS = [
  'AMARRE',
  'ANCRE',
  'BALCON',
  'BALISE',
  'CAP',
  'COUR',
  'DIGUE',
  'ETAGE',
  'FANAL',
  'JARDIN',
  'JETEE',
  'LARGE',
  'LUCARNE',
  'PALIER',
  'PARQUET',
  'PHARE',
  'PIGNON',
  'PORTAIL',
  'QUAI',
  'RIVAGE',
  'SEUIL',
  'TERRASSE',
  'VERANDA',
  'VIGIE',
] as const;
/** Without those that are taken for another when they are read aloud or copied. */
const SIGNS = '23456789ACDEFGHJKMNPQRTUVWXY';
const SIGNS_IN_CODE = 5;

/** A code that is easily read and hardly guessed, « PHARE-7K3MQ ». `pick(count)`: a whole number below `count`. */
export function readableCode(pick: (count: number) => number): string {
  const signs = Array.from({ length: SIGNS_IN_CODE }, () => SIGNS[pick(SIGNS.length)]);
  return `${WORDS[pick(WORDS.length)]}-${signs.join('')}`;
}
