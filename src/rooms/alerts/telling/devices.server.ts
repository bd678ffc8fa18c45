import { parisDay } from '#contract/day.ts';
import { formatCount } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import type { Tx } from '#platform/db.server.ts';
import { priceLines, priceSentence } from '#rooms/listings/price-lines.ts';
import { listingsByIds } from '#rooms/listings/reading.server.ts';
import { type ListingCard, listingName } from '#rooms/listings/reading.ts';
import type { PushMessage } from '#rooms/push/contract.ts';
import { accountsWithDevices, queuePush } from '#rooms/push/push.server.ts';
import {
  criteriaIn,
  type DescribedAlert,
  placesOf,
  recapOf,
  rhythmOf,
} from '../asking/described-search.server.ts';
import type { Rhythm } from '../asking/rhythm.ts';
import { streamOf } from '../owner/activation.server.ts';
import type { ChosenListing } from './choosing.ts';
import { headlineOf, whereOf } from './heading.ts';

const HOUR_MS = 3_600_000;
/** What a device that stayed off so long is not told any more: the mail is there. */
const KEPT_MS = 24 * HOUR_MS;

/** Tells the devices of accounts what their mails tell, in the same transaction: as often, once each. */
export async function notifyDevices(
  tx: Tx,
  mails: readonly {
    readonly alert: DescribedAlert & { readonly push: boolean; readonly accountId: number | null };
    readonly window: string;
    readonly told: readonly ChosenListing[];
  }[],
  now: Date,
): Promise<void> {
  const wished = mails.flatMap(({ alert, window, told }) =>
    alert.push && alert.accountId !== null ? { alert, accountId: alert.accountId, window, told } : [],
  );
  const equipped = await accountsWithDevices(
    tx,
    wished.map(({ accountId }) => accountId),
  );
  const loud = wished.filter(({ accountId }) => equipped.has(accountId));
  if (loud.length === 0) return;
  const firsts = loud.flatMap(({ told: [first] }) => first?.id ?? []);
  const cards = new Map((await listingsByIds(tx, [...new Set(firsts)])).map((card) => [card.id, card]));
  const places = await placesOf(tx, { places: loud.flatMap(({ alert }) => criteriaIn(alert).places) });
  for (const { alert, accountId, window, told } of loud) {
    const occasion = `alert:${alert.id}:${window}`;
    const first = cards.get(told[0]?.id ?? 0) ?? null;
    await queuePush(tx, {
      accountId,
      occasion,
      stream: streamOf(alert.id),
      message: messageOf({ id: alert.id, places: recapOf(alert, places).places, occasion, told, first }),
      expiresAt: pushExpiry(rhythmOf(alert), now),
    });
  }
}

/** The first listing with its price in the form of the law, and how many more there are. */
function messageOf(given: {
  id: number;
  places: readonly string[];
  occasion: string;
  told: Parameters<typeof headlineOf>[0];
  first: ListingCard | null;
}): PushMessage {
  const { id, places, occasion, told, first } = given;
  const more = told.length - 1;
  return {
    title: `${headlineOf(told)} – ${whereOf(places)}`,
    body: first
      ? `${listingName(first)}, ${priceSentence(priceLines(first))}${
          more > 0 ? `, et ${formatCount(more, 'autre', 'autres')}` : ''
        }`
      : '',
    path: paths.alertResults({ alertId: id }),
    tag: occasion,
  };
}

/** A device that is found again in the quiet hours stays silent: nothing is kept for it beyond their beginning. */
export function pushExpiry({ frequency, quiet }: Pick<Rhythm, 'frequency' | 'quiet'>, now: Date): Date {
  const end = new Date(now.getTime() + KEPT_MS);
  if (frequency !== 'immediate' || quiet === null) return end;
  // Hour by hour, as clocks in Paris show them: a day has 23 or 25 of them twice a year.
  const nextHour = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS + HOUR_MS;
  for (let at = nextHour; at < end.getTime(); at += HOUR_MS) {
    if (parisDay(new Date(at)).hour === quiet.from) return new Date(at);
  }
  return end;
}
