import { dayBefore, parisMidnight } from '#contract/day.ts';
import { type FieldIssue, Refusal } from '#contract/errors.ts';
import { formatCount, formatDate, formatPercent, formatPrice } from '#contract/fmt.ts';
import { parseEuros } from '#contract/money.ts';
import { readNumber } from '#contract/number.ts';
import { type Command, type CommandInput, defineCommand, EXIT, WrongUsage } from '#platform/cli.server.ts';
import { type Coupon, type CouponKind, couponKinds } from './contract.ts';
import { addCoupon, listCoupons, stopCoupon } from './coupons.server.ts';

type Listed = Awaited<ReturnType<typeof listCoupons>>[number];

function describe(coupon: Listed): string {
  const { code, label, uses, discount, usesMax, createdBy, createdAt } = coupon;
  const used = `${formatCount(uses, 'usage', 'usages')}${usesMax === null ? '' : ` sur ${usesMax}`}`;
  return [
    `${code}  ${label}  (${giftOf(coupon)})${stateOf(coupon)}`,
    `  ${used}, ${formatPrice(discount)} HT de remise. Créé par ${createdBy} le ${formatDate(createdAt)}.`,
    ...limitsOf(coupon).map((limit) => `  ${limit}`),
  ].join('\n');
}

function giftOf({ kind, value, ceiling }: Coupon): string {
  const most = ceiling === null ? '' : `, ${formatPrice(ceiling)} HT au plus`;
  const gifts: Record<CouponKind, string> = {
    percent: formatPercent(value / 100),
    amount: `${formatPrice(value)} HT`,
    free_boost: formatCount(value, 'boost offert', 'boosts offerts'),
    free_days: formatCount(value, 'jour offert', 'jours offerts'),
  };
  return gifts[kind] + most;
}

function stateOf({ stoppedAt, startsAt, endsAt }: Coupon): string {
  if (stoppedAt) return `  arrêté le ${formatDate(stoppedAt)}`;
  if (startsAt && endsAt) return `  du ${formatDate(startsAt)} au ${formatDate(lastDay(endsAt))} inclus`;
  if (startsAt) return `  à partir du ${formatDate(startsAt)}`;
  return endsAt ? `  jusqu’au ${formatDate(lastDay(endsAt))} inclus` : '';
}

/** A coupon ends with the midnight after its last day. */
const lastDay = (end: Date) => new Date(end.getTime() - 1);

function limitsOf({ minimumNet, formulas, agencies, firstOrder, usesPerAgency, stackable }: Coupon) {
  return [
    minimumNet === null ? null : `À partir de ${formatPrice(minimumNet)} HT.`,
    formulas === null ? null : `Formules\u00a0: ${formulas.join(', ')}.`,
    agencies === null
      ? null
      : `Agences\u00a0: ${agencies.join(', ') || 'parties, personne ne peut s’en servir'}.`,
    firstOrder ? 'Pour une première commande.' : null,
    usesPerAgency === null ? null : `${formatCount(usesPerAgency, 'usage', 'usages')} par agence.`,
    stackable ? 'Se cumule avec d’autres qui se cumulent.' : null,
  ].filter((limit) => limit !== null);
}

function text({ values }: CommandInput, name: string): string | null {
  const value = values[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

function required(input: CommandInput, name: string): string {
  const value = text(input, name);
  if (value === null) throw new WrongUsage(`--${name} est obligatoire.`);
  return value;
}

function euros(input: CommandInput, name: string): number | null {
  const value = text(input, name);
  if (value === null) return null;
  const cents = parseEuros(value);
  if (cents === null) throw new WrongUsage(`--${name} est un montant en euros, par exemple 49,90.`);
  return cents;
}

function whole(input: CommandInput, name: string): number | null {
  const value = text(input, name);
  if (value === null) return null;
  if (!/^\d{1,9}$/.test(value)) throw new WrongUsage(`--${name} est un nombre entier.`);
  return Number(value);
}

function words(input: CommandInput, name: string): string[] | null {
  const value = text(input, name);
  return value === null
    ? null
    : value
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean);
}

/** The midnight at which a day begins in Paris. */
function midnight(input: CommandInput, name: string, daysAfter = 0): Date | null {
  const value = text(input, name);
  if (value === null) return null;
  const day = new Date(`${value}T00:00:00Z`);
  if (
    !/^\d{4}-\d{2}-\d{2}$/.test(value) ||
    Number.isNaN(day.getTime()) ||
    !day.toISOString().startsWith(value)
  )
    throw new WrongUsage(`--${name} est un jour, par exemple 2026-12-31.`);
  return parisMidnight(dayBefore(value, -daysAfter));
}

/** Euros for an amount, a percentage for a percentage, else a count. */
function valueOf(input: CommandInput, kind: string): number {
  const value = required(input, 'value');
  if (kind === 'amount') return euros(input, 'value') ?? 0;
  if (kind !== 'percent') return whole(input, 'value') ?? 0;
  const points = readNumber(value.replace('%', ''), 'decimals');
  if (points === null) throw new WrongUsage('--value est un pourcentage, par exemple 15 ou 12,5.');
  return Math.round(points * 100);
}

/** Prints what was done, or why it was refused. */
async function report(input: CommandInput, act: () => Promise<{ data: object; said: string }>) {
  try {
    const { data, said } = await act();
    console.log(input.json ? JSON.stringify({ success: true, data }) : said);
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const issues = (Array.isArray(error.details) ? error.details : []) as FieldIssue[];
    console.log(
      input.json
        ? JSON.stringify(error.toEnvelope())
        : [error.message, ...issues.map(({ field, message }) => `  ${field}\u00a0: ${message}`)].join('\n'),
    );
    return EXIT.refused;
  }
}

export const couponCommands: readonly Command[] = [
  defineCommand({
    room: 'coupons',
    verb: 'add',
    summary: 'Crée un code promo',
    usage:
      '--code CODE --label TEXTE --kind percent|amount|free_boost|free_days --value VALEUR [--ceiling EUROS] [--minimum EUROS] [--formulas CLÉ,…] [--agencies RÉF,…] [--first-order] [--uses N] [--uses-per-agency N] [--from AAAA-MM-JJ] [--until AAAA-MM-JJ] [--stackable] [--by NOM] [--json]',
    options: {
      code: { type: 'string' },
      label: { type: 'string' },
      kind: { type: 'string' },
      value: { type: 'string' },
      ceiling: { type: 'string' },
      minimum: { type: 'string' },
      formulas: { type: 'string' },
      agencies: { type: 'string' },
      'first-order': { type: 'boolean' },
      uses: { type: 'string' },
      'uses-per-agency': { type: 'string' },
      from: { type: 'string' },
      until: { type: 'string' },
      stackable: { type: 'boolean' },
      by: { type: 'string' },
    },
    help: {
      code: 'ce que l’agence écrit\u00a0: lettres, chiffres, tirets',
      label: 'ce que le récapitulatif en dit',
      kind: Object.entries(couponKinds)
        .map(([kind, name]) => `${kind} (${name})`)
        .join(', '),
      value: 'pourcentage, euros HT, nombre de boosts ou de jours',
      ceiling: 'remise la plus grande, en euros HT',
      minimum: 'plus petit total d’une commande, en euros HT',
      formulas: 'formules pour lesquelles il vaut\u00a0; toutes par défaut',
      agencies: 'agences pour lesquelles il vaut\u00a0; toutes par défaut',
      'first-order': 'seulement pour une première commande',
      uses: 'nombre d’usages en tout',
      'uses-per-agency': 'nombre d’usages de chaque agence',
      from: 'premier jour',
      until: 'dernier jour, inclus',
      stackable: 'se cumule avec d’autres codes qui se cumulent',
      by: 'qui le crée\u00a0; opérateur par défaut',
    },
    run: (input, { db }) => {
      const kind = required(input, 'kind');
      if (!Object.hasOwn(couponKinds, kind)) throw new WrongUsage(`Nature inconnue\u00a0: ${kind}.`);
      const given = {
        code: required(input, 'code'),
        label: required(input, 'label'),
        kind: kind as CouponKind,
        value: valueOf(input, kind),
        ceiling: euros(input, 'ceiling'),
        minimumNet: euros(input, 'minimum'),
        formulas: words(input, 'formulas'),
        agencies: words(input, 'agencies'),
        firstOrder: input.values['first-order'] === true,
        usesMax: whole(input, 'uses'),
        usesPerAgency: whole(input, 'uses-per-agency'),
        startsAt: midnight(input, 'from'),
        endsAt: midnight(input, 'until', 1),
        stackable: input.values.stackable === true,
      };
      return report(input, async () => {
        const code = await addCoupon(db, given, text(input, 'by') ?? 'opérateur');
        return { data: { code }, said: `Code créé\u00a0: ${code}.` };
      });
    },
  }),
  defineCommand({
    room: 'coupons',
    verb: 'list',
    summary: 'Liste les codes promo et leurs usages, le plus récent d’abord',
    usage: '[--json]',
    run: (input, { db }) =>
      report(input, async () => {
        const coupons = await listCoupons(db);
        const said = [
          ...coupons.map((coupon) => `${describe(coupon)}\n`),
          `${formatCount(coupons.length, 'code promo', 'codes promo')}.`,
        ].join('\n');
        return { data: { coupons }, said };
      }),
  }),
  defineCommand({
    room: 'coupons',
    verb: 'stop',
    summary: 'Arrête un code promo pour de bon\u00a0; les commandes qui l’ont pris gardent leur remise',
    usage: 'CODE [--json]',
    minWords: 1,
    run: (input, { db }) =>
      report(input, async () => {
        const code = await stopCoupon(db, input.words[0] ?? '');
        return { data: { code }, said: `Code arrêté\u00a0: ${code}.` };
      }),
  }),
];
