/**
 * Campaigns: the boosts of an agency as it follows them. Words, groups and figures; pure.
 */
import { formatCount, formatDate, formatPrice, NBSP } from '#contract/fmt.ts';
import { type Boost, type BoostStatus, boostEnds } from '#rooms/boosts/contract.ts';
import { networkBudget } from '#rooms/boosts/unspent.ts';
import type { Order } from '#rooms/payments/contract.ts';

const DAY_MS = 86_400_000;

/** Filters of the list, as its address writes them (`?etat=`). */
export const groups = {
  tous: 'Tous',
  'en-cours': 'En cours',
  'a-venir': 'À venir',
  termines: 'Terminés',
  'en-erreur': 'En erreur',
} as const;
export type Group = keyof typeof groups;

const groupOf: Readonly<Record<BoostStatus, Exclude<Group, 'tous'>>> = {
  pending: 'a-venir',
  new: 'a-venir',
  syncing: 'a-venir',
  synced: 'a-venir',
  active: 'en-cours',
  paused: 'en-cours',
  completed: 'termines',
  inactive: 'termines',
  sync_error: 'en-erreur',
};

/** The filter that an address asks for; another word is none. */
export function readGroup(word: string | null): Group {
  return word !== null && Object.hasOwn(groups, word) ? (word as Group) : 'tous';
}

export function isInGroup(status: BoostStatus, group: Group): boolean {
  return group === 'tous' || groupOf[status] === group;
}

/** Sums of a ledger. Cents. */
export interface Totals {
  readonly impressions: number;
  readonly clicks: number;
  readonly leads: number;
  readonly spend: number;
}

export function totalsOf(ledger: Boost['ledger']): Totals {
  const sum = (field: keyof Totals) => ledger.reduce((total, day) => total + day[field], 0);
  return { impressions: sum('impressions'), clicks: sum('clicks'), leads: sum('leads'), spend: sum('spend') };
}

/** Codes lowered its price, or gave days: once it comes to nothing, they are free again. */
export function hadCodes({ totals, lines }: Pick<Order, 'totals' | 'lines'>): boolean {
  return totals.discount > 0 || lines.some(({ freeDays }) => freeDays > 0);
}

/** When the pause that lasts began; null: it is not paused. */
export function pausedSince({ status, timeline }: Pick<Boost, 'status' | 'timeline'>): string | null {
  return status === 'paused' ? (timeline.findLast((event) => event.status === 'paused')?.at ?? null) : null;
}

/** A boost in the list. */
export interface CampaignLine
  extends Pick<
    Boost,
    | 'reference'
    | 'status'
    | 'formula'
    | 'networks'
    | 'place'
    | 'radiusKm'
    | 'startOn'
    | 'startedAt'
    | 'endsAt'
    | 'endedAt'
    | 'freeDays'
    | 'costPerLead'
  > {
  /** Of its first listing. */
  readonly title: string;
  readonly photo: string | null;
  readonly listings: number;
  readonly totals: Totals;
  /** What the network may spend, in cents. */
  readonly budget: number;
  readonly pausedAt: string | null;
}

export function lineOf(boost: Boost): CampaignLine {
  const { reference, status, formula, networks, place, radiusKm, startOn } = boost;
  const { startedAt, endsAt, endedAt, freeDays, costPerLead } = boost;
  const [first] = boost.listings;
  return {
    reference,
    status,
    formula,
    networks,
    place,
    radiusKm,
    startOn,
    startedAt,
    endsAt,
    endedAt,
    freeDays,
    costPerLead,
    title: first ? first.title || first.reference : boost.title,
    photo: first?.photo ?? null,
    listings: boost.listings.length,
    totals: totalsOf(boost.ledger),
    budget: networkBudget(boost),
    pausedAt: pausedSince(boost),
  };
}

/** What the page of boosts shows. */
export interface Campaigns {
  /** Those of the group, the newest first. */
  readonly lines: readonly CampaignLine[];
  readonly counts: Readonly<Record<Group, number>>;
  /** Its orders with their documents, the newest first; only its own one when a boost is open. */
  readonly orders: readonly Order[];
  /** The boost that was asked for. */
  readonly open: Boost | null;
}

type Dated = Pick<CampaignLine, 'status' | 'startOn' | 'startedAt' | 'endsAt' | 'endedAt' | 'pausedAt'>;

/** Days that are still to be shown, those of a pause kept; null for one that has not begun or has ended. */
export function daysLeft({ startedAt, endsAt, endedAt, pausedAt }: Dated, now: string): number | null {
  if (!startedAt || !endsAt || endedAt) return null;
  return Math.max(0, Math.ceil((Date.parse(endsAt) - Date.parse(pausedAt ?? now)) / DAY_MS));
}

/** « 6 jours restants », « 6 jours gardés »; null when nothing is left to say. */
export function remainder(line: Dated, now: string): string | null {
  const left = daysLeft(line, now);
  if (left === null) return null;
  return line.pausedAt
    ? formatCount(left, 'jour gardé', 'jours gardés')
    : formatCount(left, 'jour restant', 'jours restants');
}

/** From when to when, as it stands. */
export function period({ status, startOn, startedAt, endsAt, endedAt }: Dated): string {
  const say = (moment: string) => formatDate(new Date(moment));
  if (startedAt) {
    const last = endedAt ?? endsAt;
    if (status === 'paused' || last === null) return `Depuis le ${say(startedAt)}`;
    return `Du ${say(startedAt)} au ${say(last)}`;
  }
  if (endedAt) return 'Jamais diffusé';
  return startOn === null ? 'Dès que le réseau l’accepte' : `À partir du ${say(startOn)}`;
}

/** What happens with a boost now, and what comes next. */
export interface Standing {
  readonly tone: 'info' | 'success' | 'warning' | 'error';
  readonly title: string;
  readonly words: string;
}

const ENDS_ALONE = 'Il s’arrête seul, et plus tôt si aucune de ses annonces ne peut plus être montrée.';
const CREDIT = `Le budget que le réseau n’a pas dépensé vous est remboursé contre un avoir, dès ses derniers chiffres connus${NBSP}: deux jours au plus. Les frais de service restent dus.`;

export function standing(boost: Boost, now: string): Standing {
  const { status, failure, startOn, startedAt, endsAt, endedBecause } = boost;
  const line = { ...boost, pausedAt: pausedSince(boost) };
  switch (status) {
    case 'pending':
      return {
        tone: 'warning',
        title: 'Il attend son paiement',
        words: `Rien n’est envoyé au réseau avant. La commande se paie ou s’annule plus bas, sous «${NBSP}Commande et documents${NBSP}».`,
      };
    case 'new':
      return {
        tone: 'info',
        title: 'Il part au réseau',
        words:
          'Ses publicités sont en préparation. Vous serez prévenu quand la diffusion commence. Arrêté d’ici là, il vous est remboursé en entier.',
      };
    case 'syncing':
      return failure === null
        ? {
            tone: 'info',
            title: 'Le réseau l’examine',
            words:
              'Cela prend d’ordinaire de quelques minutes à un jour. Vous serez prévenu quand la diffusion commence.',
          }
        : {
            tone: 'warning',
            title: 'Le réseau n’a pas encore répondu',
            words: `${failure}${/[.!?]$/.test(failure) ? '' : '.'} Nous essayons de nouveau, à intervalles de plus en plus longs, pendant une demi-journée. Vous n’avez rien à faire.`,
          };
    case 'synced':
      return {
        tone: 'success',
        title: 'Le réseau l’a accepté',
        words:
          startOn === null
            ? 'La diffusion commence dans quelques minutes.'
            : `La diffusion commence le ${formatDate(new Date(startOn))}.`,
      };
    case 'active':
      return {
        tone: 'success',
        title: 'Il est diffusé',
        words: endsAt
          ? `Jusqu’au ${formatDate(new Date(endsAt))}${NBSP}: ${remainder(line, now)}. ${ENDS_ALONE}`
          : ENDS_ALONE,
      };
    case 'paused':
      return {
        tone: 'warning',
        title: 'Il est en pause',
        words: `Rien n’est montré ni dépensé. ${remainder(line, now)}${NBSP}: à la reprise, sa fin recule de la durée de la pause.`,
      };
    case 'sync_error':
      return {
        tone: 'error',
        title: 'Le réseau ne le diffuse pas',
        words: `${failure ?? 'Il n’a pas dit pourquoi'}${/[.!?]$/.test(failure ?? '') ? '' : '.'} Une personne de Vigie regarde ce qui bloque et le renvoie. ${
          startedAt === null
            ? 'S’il ne peut pas commencer, tout vous est remboursé.'
            : 'S’il ne peut pas reprendre, le budget non dépensé vous est remboursé.'
        }`,
      };
    case 'completed':
      return {
        tone: 'info',
        title: 'Il est terminé',
        words: `${boostEnds[endedBecause ?? 'over']} ${
          (endedBecause ?? 'over') === 'over'
            ? 'Un budget que le réseau n’aurait pas dépensé vous est remboursé contre un avoir.'
            : CREDIT
        }`,
      };
    case 'inactive':
      return {
        tone: 'info',
        title: 'Il est annulé',
        words:
          endedBecause === 'unpaid'
            ? boostEnds.unpaid
            : `${boostEnds[endedBecause ?? 'cancelled']} Il n’a pas été diffusé${NBSP}: tout vous est remboursé contre un avoir.`,
      };
  }
}

/** What the terms of sale give back when the agency stops a boost now. */
export function stopWords(boost: Boost): string {
  const { startedAt, mediaBudget, days, freeDays, fee, ledger } = boost;
  if (startedAt === null)
    return `Il n’a pas commencé${NBSP}: tout vous est remboursé, contre un avoir. Un boost arrêté ne reprend pas.`;
  // What was spent on the days that were given away is not taken from those that were bought.
  const unspent = Math.max(0, networkBudget(boost) - totalsOf(ledger).spend);
  const left = Math.floor((unspent * days) / (days + freeDays));
  return `Le budget que le réseau n’a pas dépensé vous est remboursé, contre un avoir${NBSP}: d’après ses derniers chiffres, environ ${formatPrice(left)} HT sur ${formatPrice(mediaBudget)}, au prorata de ce que vous avez payé. Les frais de service (${formatPrice(fee)} HT) restent dus. Un boost arrêté ne reprend pas${NBSP}: pour l’interrompre seulement, mettez-le en pause.`;
}

/** The timeline of a boost, its moves named as they happened. */
export function happenings({
  timeline,
}: Pick<Boost, 'timeline'>): { name: string; at: string; reason: string | null }[] {
  let shown = false;
  return timeline.map(({ status, at, reason }) => {
    const again = status === 'active' && shown;
    shown ||= status === 'active';
    return { name: again ? 'Diffusion reprise' : moves[status as BoostStatus], at, reason };
  });
}

const moves: Readonly<Record<BoostStatus, string>> = {
  pending: 'Commandé',
  new: 'Payé',
  syncing: 'Envoyé au réseau',
  synced: 'Accepté par le réseau',
  active: 'Diffusion commencée',
  paused: 'Mis en pause',
  completed: 'Terminé',
  inactive: 'Annulé',
  sync_error: 'Erreur de diffusion',
};

/** Every day from the first with figures to the last, the oldest first: one without figures counts zero. */
export function daysOf(ledger: Boost['ledger']): Boost['ledger'] {
  const [first, last] = [ledger[0]?.day, ledger.at(-1)?.day];
  if (first === undefined || last === undefined) return [];
  const known = new Map(ledger.map((one) => [one.day, one]));
  const count = Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, rank) => {
    const day = new Date(Date.parse(first) + rank * DAY_MS).toISOString().slice(0, 10);
    return known.get(day) ?? { day, impressions: 0, reach: 0, clicks: 0, leads: 0, spend: 0 };
  });
}
