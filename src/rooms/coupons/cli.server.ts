import { dayBefore, parisMidnight } from '#contract/day.ts';
import { type FieldIssue, Refusal } from '#contract/errors.ts';
import { formatCount, formatDate, formatPrice, NBSP } from '#contract/fmt.ts';
import { parseEuros } from '#contract/money.ts';
import { asAdministratorName } from '#platform/auth.server.ts';
import { type Command, type CommandInput, defineCommand, EXIT, WrongUsage } from '#platform/cli.server.ts';
import { type CouponKind, couponKinds } from './contract.ts';
import { giftOf, limitsOf, periodOf, usesWords } from './coupon-words.ts';
import { addCoupon } from './coupons.server.ts';
import { readValue, valueHints } from './new-coupon.ts';
import { listCoupons, stopCoupons } from './register.server.ts';

type Listed = Awaited<ReturnType<typeof listCoupons>>[number];

function describe(coupon: Listed): string {
  const { code, label, uses, discount, usesMax, createdBy, createdAt } = coupon;
  const period = periodOf(coupon);
  return [
    `${code}  ${label}  (${giftOf(coupon)})${period === null ? '' : `  ${period}`}`,
    `  ${usesWords(uses, usesMax)}, ${formatPrice(discount)} HT de remise. Créé par ${createdBy} le ${formatDate(createdAt)}.`,
    ...limitsOf(coupon).map((limit) => `  ${limit}`),
  ].join('\n');
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
function valueOf(input: CommandInput, kind: CouponKind): number {
  const value = readValue(kind, required(input, 'value'));
  if (value === null) throw new WrongUsage(`--value${NBSP}: ${valueHints[kind]}`);
  return value;
}

/** Who does it, as the audit keeps it. */
const operatorIn = (input: CommandInput) => asAdministratorName(text(input, 'by') ?? 'opérateur');

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
        value: valueOf(input, kind as CouponKind),
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
        const code = await addCoupon(db, given, operatorIn(input));
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
    usage: 'CODE [--reason MOTIF] [--by NOM] [--json]',
    options: { reason: { type: 'string' }, by: { type: 'string' } },
    help: { reason: 'motif, pour le journal', by: 'qui l’arrête\u00a0; opérateur par défaut' },
    minWords: 1,
    run: (input, { db }) =>
      report(input, async () => {
        const decision = { by: operatorIn(input), reason: text(input, 'reason') };
        const [code] = await stopCoupons(db, [input.words[0] ?? ''], decision);
        return { data: { code }, said: `Code arrêté\u00a0: ${code}.` };
      }),
  }),
];
