import { type EnergyClass, PURCHASE, type Transaction } from '#rooms/listings/contract.ts';
import type { EnergyExemption } from '#rooms/listings/words.ts';
import type { RowFields } from './fields.server.ts';
import { plainWords, readDate } from './values.server.ts';

/** The day when the method of the certificate changed. */
const NEW_METHOD = '2021-07-01';

interface Sold {
  readonly transaction: Transaction;
  readonly isNew: boolean;
  readonly description: string;
}

/** Classes, values and costs of the certificate; of a home that owes none, the reason as far as it is said. */
export function energyOf(row: RowFields, sold: Sold) {
  const energy = row.raw('energyClass').toUpperCase();
  const energyClass = letterOf(row, 'energyClass');
  const version = row.orNull('energyVersion');
  const date = row.date('energyDate');
  const whole = { min: 0, max: 99_999, zeroUnknown: true };
  // Final energy means something only under the new method, from 2023 on (section 8, column 334).
  const final =
    (date !== null && date < '2023-01-01') || version !== 'DPE_v07-2021'
      ? null
      : row.integer('energyFinal', whole);
  const status = energyClass ? 'rated' : energy === 'VI' ? 'blank' : energy === 'NS' ? 'exempt' : null;
  if (date !== null && version !== null && /v01/i.test(version) === date >= NEW_METHOD)
    row.warn('energy_date', 'energyDate', 'La date du DPE ne s’accorde pas avec sa version.');
  return {
    energyStatus: status,
    energyExemption: status === 'exempt' ? exemptionOf(sold) : null,
    energyClass,
    energyValue: row.integer('energyValue', whole),
    climateClass: letterOf(row, 'climateClass'),
    climateValue: row.integer('climateValue', { ...whole, zeroUnknown: false }),
    energyFinal: final,
    energyDate: date,
    energyVersion: version,
    energyCostMin: row.cents('energyCostMin', { zeroUnknown: true }),
    energyCostMax: row.cents('energyCostMax', { zeroUnknown: true }),
    energyCostYear: costYearOf(row),
    energyAuditOn: auditOf(sold),
  } as const;
}

function letterOf(row: RowFields, key: 'energyClass' | 'climateClass'): EnergyClass | null {
  const letter = row.raw(key).toUpperCase();
  if (/^[A-G]$/.test(letter)) return letter as EnergyClass;
  if (letter !== '' && letter !== 'NS' && letter !== 'VI')
    row.warn('energy_letter', key, 'Lettre inconnue : A à G, VI ou NS sont admis.');
  return null;
}

/** A year until version 4.09, a date since 4.10; both are met. */
function costYearOf(row: RowFields): number | null {
  const given = row.raw('energyCostYear');
  if (/^\d{4}$/.test(given))
    return row.integer('energyCostYear', { min: 1990, max: 2100, zeroUnknown: true });
  const date = given === '0' ? null : row.date('energyCostYear');
  return date === null ? null : Number(date.slice(0, 4));
}

/** Explicit words of a description that say why no certificate is due: the format has no column for it. */
const EXEMPTIONS: readonly (readonly [words: RegExp, reason: EnergyExemption])[] = [
  [
    /\b(?:sans|aucun|absence de|pas de)(?: (?:systeme|mode|moyen|installation) de)? chauffage\b/,
    'no_heating',
  ],
  [/\bindependante? de moins de 50 ?m/, 'small_building'],
  [/\bmoins de (?:4|quatre) mois par an\b/, 'seasonal_use'],
  [/\bconstruction provisoire\b/, 'temporary'],
  [/\b(?:classee?|inscrite?)s? (?:au titre des |aux |comme )?monuments? historiques?\b/, 'monument'],
  [/\bhors d eau,?(?: et)? hors d air\b/, 'unfinished'],
];
const OFF_PLAN = /\bvefa\b|\betat futur d achevement\b/;

/** Null when nothing says it: the listing then waits for its reason (R14). */
function exemptionOf({ transaction, isNew, description }: Sold): EnergyExemption | null {
  const words = plainWords(description);
  if (transaction === PURCHASE && (isNew || OFF_PLAN.test(words))) return 'off_plan';
  return EXEMPTIONS.find(([pattern]) => pattern.test(words))?.[1] ?? null;
}

const AUDIT =
  /\baudit energetique (?:realise|effectue|etabli|fait) le (\d{1,2})(?:er)?(?:\/| )(\d{2}|[a-z]+)(?:\/| )(\d{4})\b/;
const MONTHS = [
  'janvier',
  'fevrier',
  'mars',
  'avril',
  'mai',
  'juin',
  'juillet',
  'aout',
  'septembre',
  'octobre',
  'novembre',
  'decembre',
];

/** « Audit énergétique réalisé le 16/12/2025 » (R18): the format has no column for it. Null when no real day is said. */
function auditOf({ description }: Sold): string | null {
  const [, day, month, year] = AUDIT.exec(plainWords(description)) ?? [];
  if (!day || !month || !year) return null;
  const number = /^\d/.test(month) ? month : String(MONTHS.indexOf(month) + 1);
  const read = readDate(`${day.padStart(2, '0')}/${number.padStart(2, '0')}/${year}`);
  return read.kind === 'value' ? read.value : null;
}
