// Form of the configuration: what is sold as its fields hold it, and what is wrong with it. Amounts are typed in euros.
import type { FieldIssue } from '#contract/errors.ts';
import { formatPrice } from '#contract/fmt.ts';
import { parseEuros, typedEuros } from '#contract/money.ts';
import { readNumber } from '#contract/number.ts';
import {
  type BoostConfiguration,
  type CallToAction,
  configurationSchema,
  type Formula,
  type Network,
} from './contract.ts';

/** Cents: a formula that costs more is a slip of the keyboard, and the tables of boosts hold little more. */
const AMOUNT_MOST = 100_000_000;

/** What the schema does not say, because a version that was loaded before it was said stays readable. */
export function faultsOf(settings: BoostConfiguration): FieldIssue[] {
  const faults: FieldIssue[] = [];
  const say = (field: string, message: string) => faults.push({ field, message });
  if (settings.radiusMinKm > settings.radiusMaxKm)
    say('radiusMinKm', 'Le rayon le plus petit dépasse le plus grand.');
  for (const [rank, formula] of settings.formulas.entries()) {
    const { name, mediaBudget, fee, validFrom, validUntil } = formula;
    if (name === '') say(`formulas.${rank}.name`, 'Donnez un nom à la formule.');
    for (const [field, amount] of Object.entries({ mediaBudget, fee }))
      if (amount > AMOUNT_MOST)
        say(`formulas.${rank}.${field}`, `Un montant va jusqu’à ${formatPrice(AMOUNT_MOST)}.`);
    if (validFrom !== null && validUntil !== null && validFrom > validUntil)
      say(`formulas.${rank}.validUntil`, 'Le dernier jour vient après le premier.');
  }
  return faults;
}

export interface TypedFormula {
  /** Of its fields on the page: a fresh formula changes its key while one types. */
  readonly id: string;
  readonly key: string;
  /** It is in no version yet: it may still be taken out, and its key follows its name. */
  readonly fresh: boolean;
  readonly name: string;
  readonly description: string;
  readonly days: string;
  readonly mediaBudget: string;
  readonly fee: string;
  readonly networks: readonly Network[];
  readonly active: boolean;
  readonly validFrom: string;
  readonly validUntil: string;
}

export interface TypedConfiguration {
  readonly open: boolean;
  readonly formulas: readonly TypedFormula[];
  readonly vatRate: string;
  readonly radiusMinKm: string;
  readonly radiusMaxKm: string;
  readonly runningMax: string;
  readonly requiredScore: string;
  readonly requiredPhotos: string;
  readonly title: string;
  readonly text: string;
  readonly callToAction: CallToAction;
}

const typedPercent = (hundredths: number) => String(hundredths / 100).replace('.', ',');

function typedFormula(formula: Formula): TypedFormula {
  return {
    id: formula.key,
    key: formula.key,
    fresh: false,
    name: formula.name,
    description: formula.description,
    days: String(formula.days),
    mediaBudget: typedEuros(formula.mediaBudget),
    fee: typedEuros(formula.fee),
    networks: formula.networks,
    active: formula.active,
    validFrom: formula.validFrom ?? '',
    validUntil: formula.validUntil ?? '',
  };
}

export function typedConfiguration(settings: BoostConfiguration): TypedConfiguration {
  return {
    open: settings.open,
    formulas: settings.formulas.map(typedFormula),
    vatRate: typedPercent(settings.vatRate),
    radiusMinKm: String(settings.radiusMinKm),
    radiusMaxKm: String(settings.radiusMaxKm),
    runningMax: String(settings.runningMax),
    requiredScore: String(settings.requiredScore),
    requiredPhotos: String(settings.requiredPhotos),
    title: settings.defaults.title,
    text: settings.defaults.text,
    callToAction: settings.defaults.callToAction,
  };
}

/** A formula that is added, under a key that no other one has. */
export function freshFormula(others: readonly Pick<TypedFormula, 'id' | 'key'>[]): TypedFormula {
  const taken = new Set(others.map(({ id }) => id));
  let rank = 1;
  // No key of a formula holds a point.
  while (taken.has(`nouvelle.${rank}`)) rank += 1;
  return {
    id: `nouvelle.${rank}`,
    key: freeKey('formule', others),
    fresh: true,
    name: '',
    description: '',
    days: '',
    mediaBudget: '',
    fee: '',
    networks: ['facebook', 'instagram'],
    active: true,
    validFrom: '',
    validUntil: '',
  };
}

/** A key from the name of a formula, « Coup d’envoi » to « coup-d-envoi », that no other one has. */
export function freeKey(name: string, others: readonly Pick<TypedFormula, 'key'>[]): string {
  const stem = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 28)
    .padEnd(2, 'x');
  const taken = new Set(others.map(({ key }) => key));
  if (!taken.has(stem)) return stem;
  let rank = 2;
  while (taken.has(`${stem}-${rank}`)) rank += 1;
  return `${stem}-${rank}`;
}

const whole = (typed: string) => (/^\d{1,9}$/.test(typed.trim()) ? Number(typed) : null);

function percent(typed: string): number | null {
  const points = readNumber(typed.replace('%', ''), 'decimals');
  return points === null ? null : Math.round(points * 100);
}

/** What a form says, or a sentence for each field that is wrong: `vatRate`, `formulas.0.fee`, `defaults.title`. */
export function readConfiguration(typed: TypedConfiguration): {
  settings: BoostConfiguration | null;
  errors: Record<string, string>;
} {
  const { title, text, callToAction } = typed;
  const parsed = configurationSchema.safeParse({
    open: typed.open,
    formulas: typed.formulas.map((formula) => ({
      ...formula,
      days: whole(formula.days),
      mediaBudget: parseEuros(formula.mediaBudget),
      fee: parseEuros(formula.fee),
      validFrom: formula.validFrom || null,
      validUntil: formula.validUntil || null,
    })),
    vatRate: percent(typed.vatRate),
    radiusMinKm: whole(typed.radiusMinKm),
    radiusMaxKm: whole(typed.radiusMaxKm),
    runningMax: whole(typed.runningMax),
    requiredScore: whole(typed.requiredScore),
    requiredPhotos: whole(typed.requiredPhotos),
    defaults: { title, text, callToAction },
  });
  const issues = parsed.success
    ? faultsOf(parsed.data)
    : parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
  const errors: Record<string, string> = {};
  for (const { field, message } of issues) errors[field] ??= message;
  return { settings: parsed.success && issues.length === 0 ? parsed.data : null, errors };
}
