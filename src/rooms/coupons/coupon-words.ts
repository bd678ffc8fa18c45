// Words of coupons: what a code gives, from when to when, within which limits, as commands, pages and the audit say it.
import { formatCount, formatDate, formatNumber, formatPercent, formatPrice, NBSP } from '#contract/fmt.ts';
import { type Coupon, type CouponKind, type CouponState, couponKinds } from './contract.ts';

/** « 12,5 %, 50,00 € HT au plus ». */
export function giftOf({ kind, value, ceiling }: Pick<Coupon, 'kind' | 'value' | 'ceiling'>): string {
  const most = ceiling === null ? '' : `, ${formatPrice(ceiling)} HT au plus`;
  return valueWords(kind, value) + most;
}

function valueWords(kind: CouponKind, value: number): string {
  const gifts: Record<CouponKind, string> = {
    percent: formatPercent(value / 100),
    amount: `${formatPrice(value)} HT`,
    free_boost: formatCount(value, 'boost offert', 'boosts offerts'),
    free_days: formatCount(value, 'jour offert', 'jours offerts'),
  };
  return gifts[kind];
}

/** A coupon ends with the midnight after its last day. */
export const lastDay = (end: Date) => new Date(end.getTime() - 1);

/** « jusqu’au 31 décembre 2026 inclus »; null when it neither begins, ends nor was stopped. */
export function periodOf({
  stoppedAt,
  startsAt,
  endsAt,
}: Pick<Coupon, 'stoppedAt' | 'startsAt' | 'endsAt'>): string | null {
  if (stoppedAt) return `arrêté le ${formatDate(stoppedAt)}`;
  if (startsAt && endsAt) return `du ${formatDate(startsAt)} au ${formatDate(lastDay(endsAt))} inclus`;
  if (startsAt) return `à partir du ${formatDate(startsAt)}`;
  return endsAt ? `jusqu’au ${formatDate(lastDay(endsAt))} inclus` : null;
}

export function stateOf(
  { stoppedAt, startsAt, endsAt }: Pick<Coupon, 'stoppedAt' | 'startsAt' | 'endsAt'>,
  now: Date,
): CouponState {
  if (stoppedAt) return 'stopped';
  if (endsAt && endsAt <= now) return 'ended';
  return startsAt && startsAt > now ? 'upcoming' : 'active';
}

type Limits = Pick<
  Coupon,
  'minimumNet' | 'formulas' | 'agencies' | 'firstOrder' | 'usesPerAgency' | 'stackable'
>;

/** One sentence for each limit. `nameOf`: how a formula is called by who reads it. */
export function limitsOf(
  { minimumNet, formulas, agencies, firstOrder, usesPerAgency, stackable }: Limits,
  nameOf: (formula: string) => string = (formula) => formula,
): string[] {
  return [
    minimumNet === null ? null : `À partir de ${formatPrice(minimumNet)} HT.`,
    formulas === null ? null : `Formules${NBSP}: ${formulas.map(nameOf).join(', ')}.`,
    agencies === null
      ? null
      : `Agences${NBSP}: ${agencies.join(', ') || 'parties, personne ne peut s’en servir'}.`,
    firstOrder ? 'Pour une première commande.' : null,
    usesPerAgency === null ? null : `${formatCount(usesPerAgency, 'usage', 'usages')} par agence.`,
    stackable ? 'Se cumule avec d’autres qui se cumulent.' : null,
  ].filter((limit) => limit !== null);
}

/** « 3 usages sur 100 ». */
export function usesWords(uses: number, usesMax: number | null): string {
  return `${formatCount(uses, 'usage', 'usages')}${usesMax === null ? '' : ` sur ${formatNumber(usesMax)}`}`;
}

/** What the agencies that a code is reserved to are told. */
export function announcementOf(
  { code, label, startsAt, endsAt }: Pick<Coupon, 'code' | 'label' | 'startsAt' | 'endsAt'>,
  now: Date,
): string {
  const from = startsAt && startsAt > now ? `, à partir du ${formatDate(startsAt)}` : '';
  const until = endsAt ? `, jusqu’au ${formatDate(lastDay(endsAt))} inclus` : '';
  return `Code promo ${code}${NBSP}: ${label}${from}${until}`;
}

/** A coupon by field, as the audit keeps it; a limit that it has not is left out. */
export function factsOf(coupon: Omit<Coupon, 'code' | 'stoppedAt'>): Record<string, string> {
  const { label, kind, value, ceiling, minimumNet, formulas, agencies, usesMax, usesPerAgency } = coupon;
  const facts: Record<string, string | null> = {
    Libellé: label,
    Nature: couponKinds[kind],
    Valeur: valueWords(kind, value),
    Plafond: ceiling === null ? null : `${formatPrice(ceiling)} HT`,
    Minimum: minimumNet === null ? null : `${formatPrice(minimumNet)} HT`,
    Formules: formulas && formulas.join(', '),
    Agences: agencies && agencies.join(', '),
    'Première commande': coupon.firstOrder ? 'oui' : null,
    'Usages en tout': usesMax === null ? null : formatNumber(usesMax),
    'Usages par agence': usesPerAgency === null ? null : formatNumber(usesPerAgency),
    'Premier jour': coupon.startsAt && formatDate(coupon.startsAt),
    'Dernier jour': coupon.endsAt && formatDate(lastDay(coupon.endsAt)),
    Cumulable: coupon.stackable ? 'oui' : null,
  };
  return Object.fromEntries(
    Object.entries(facts).filter((fact): fact is [string, string] => fact[1] !== null),
  );
}

/** What differs between two lists of facts; what one has not reads « aucun » there. */
export function changedFacts(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): { before: Record<string, string>; after: Record<string, string> } {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => before[field] !== after[field],
  );
  const within = (facts: Readonly<Record<string, string>>) =>
    Object.fromEntries(fields.map((field) => [field, facts[field] ?? 'aucun']));
  return { before: within(before), after: within(after) };
}
