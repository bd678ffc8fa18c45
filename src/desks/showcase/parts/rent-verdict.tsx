import { formatDate, formatPrice, formatSurface, NBSP } from '#contract/fmt.ts';
import {
  type OrderSaid,
  orderWords,
  type RentAnswer,
  type RentVerdictKind,
} from '#rooms/prices/rent-control.ts';

const tones: Readonly<Record<RentVerdictKind, string>> = {
  compliant: 'border-vert-700 bg-vert-100',
  exceeds: 'border-rouge-700 bg-rouge-100',
  supplement: 'border-ambre-700 bg-ambre-100',
  insufficient: 'border-bordure bg-ardoise-100',
};

const headings: Readonly<Record<RentVerdictKind, string>> = {
  compliant: 'Loyer conforme à l’encadrement',
  exceeds: 'Loyer au-dessus du plafond',
  supplement: 'Loyer conforme, avec un complément à justifier',
  insufficient: 'Encadrement des loyers\u00a0: données insuffisantes',
};

/**
 * What Vigie reckons from the order in force, or from the last one once rent control is `over`, with its numbers (domain.md
 * F7). An order that has ended gives no verdict: it is told as a landmark.
 */
export function RentVerdict({ answer, over = false }: { answer: RentAnswer; over?: boolean }) {
  const { verdict, words, baseRent, supplement, surface, ceiling, ceilingPerM2, missing } = answer;
  const { order, past } = answer;
  return (
    <div
      className={`max-w-measure rounded-card border-l-4 p-4 ${tones[verdict]}`}
      data-rent-verdict={verdict}
    >
      <p className="font-bold">{headings[verdict]}</p>
      {verdict === 'exceeds' && <p className="figures mt-1">Le loyer de base {words}.</p>}
      {verdict === 'insufficient' && missing.length > 0 && (
        <p className="mt-1">L’annonce ne dit pas {list(missing)}.</p>
      )}
      {ceiling && (
        <p className="figures mt-1">
          {baseRent !== null && `${formatPrice(baseRent)} de loyer de base, `}
          plafond de {between(ceiling.low, ceiling.high)}
          {ceilingPerM2 &&
            surface !== null &&
            ` (${perM2(ceilingPerM2.low, ceilingPerM2.high)} × ${formatSurface(surface)})`}
          {supplement ? `, complément de ${formatPrice(supplement)}` : ''}.
        </p>
      )}
      {order && (
        <p className="mt-1 text-small text-ardoise-700">
          D’après {citedWords(order, over)}, {whereWords(order, answer.quarters)}.
          {order.outdated && !over && ' Un plus récent devrait exister.'}
        </p>
      )}
      {answer.ceilingFrom === 'listing' && !order && (
        <p className="mt-1 text-small text-ardoise-700">
          D’après le loyer de référence majoré que donne l’agence.
        </p>
      )}
      {past && (
        <p className="figures mt-1 text-small text-ardoise-700" data-past-order>
          {over ? '' : 'Aucun arrêté connu de Vigie n’est en vigueur ici. '}
          Repère{NBSP}: {orderWords(past.order)}, {whereWords(past.order, answer.quarters)}
          {past.compared.ceiling &&
            `, plafond de ${between(past.compared.ceiling.low, past.compared.ceiling.high)}`}
          {past.compared.verdict === 'exceeds' && ` (l’annonce le ${past.compared.words})`}.
        </p>
      )}
    </div>
  );
}

/** « l’arrêté DDTM34-2026-06-17135, en vigueur depuis le 1er juillet 2026 ». */
function citedWords({ title, from, lastDay }: OrderSaid, over: boolean): string {
  const day = (given: string) => formatDate(new Date(`${given}T12:00:00Z`));
  const days = `depuis le ${day(from)}${lastDay === null || over ? '' : ` et jusqu’au ${day(lastDay)}`}`;
  return `l’arrêté ${title ? `${title}, ` : ''}${over ? 'appliqué' : 'en vigueur'} ${days}`;
}

/** « pour Montpellier, quartier Vert Bois »; the quarter only when there is no doubt. */
function whereWords({ area }: OrderSaid, quarters: readonly string[]): string {
  const [only, ...more] = quarters;
  if (only === undefined || more.length > 0) return `pour ${area}`;
  return `pour ${area}, ${/^(?:zone|secteur) /.test(only) ? only : `quartier ${only}`}`;
}

const between = (low: number, high: number) =>
  low === high
    ? formatPrice(low)
    : `${formatPrice(low)} à ${formatPrice(high)} selon ce que l’annonce ne dit pas`;

/** Of euros a square metre, as orders say them. */
const perM2 = (low: number, high: number) => {
  const [from, to] = [low, high].map((euros) => formatPrice(Math.round(euros * 100)));
  return `${low === high ? from : `${from} à ${to}`}/m²`;
};

const list = (items: readonly string[]) => new Intl.ListFormat('fr', { type: 'conjunction' }).format(items);
