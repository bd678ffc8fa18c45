import { parisDay } from '../../../../contract/day.ts';
import { formatCount } from '../../../../contract/fmt.ts';
import { paths } from '../../../../contract/paths.ts';
import type { Tx } from '../../../../platform/db.server.ts';
import { priceLines, priceSentence } from '../../../listings/legal/contract.ts';
import { listingName } from '../../../listings/reading/contract.ts';
import type { PushMessage } from '../../../push/contract.ts';
import { queuePush } from '../../../push/rules.server.ts';
import type { Rhythm } from '../../rhythm/contract.ts';
import { streamOf } from '../../watching/rules.server.ts';
import { type AlertRow, rhythmOf } from '../../wording/rules.server.ts';
import type { ToldListing } from '../contract.ts';
import { headlineOf, whereOf } from '../heading/contract.ts';

const HOUR_MS = 3_600_000;
/** What a device that stayed off so long is not told any more: the mail is there. */
const KEPT_MS = 24 * HOUR_MS;

/** Tells the devices of an account what a mail tells, in the same transaction: as often, once each. */
export async function tellDevices(
  tx: Tx,
  given: {
    alert: AlertRow;
    accountId: number;
    occasion: string;
    told: readonly ToldListing[];
    places: readonly string[];
    now: Date;
  },
): Promise<void> {
  const { alert, accountId, occasion, told, places, now } = given;
  await queuePush(tx, {
    accountId,
    occasion,
    stream: streamOf(alert.id),
    message: messageOf({ id: alert.id, places, occasion, told }),
    expiresAt: silentFrom(rhythmOf(alert), now),
  });
}

/** The first listing with its price in the form of the law, and how many more there are. */
export function messageOf(given: {
  id: number;
  places: readonly string[];
  occasion: string;
  told: readonly ToldListing[];
}): PushMessage {
  const { id, places, occasion, told } = given;
  const [first] = told;
  const more = told.length - 1;
  return {
    title: `${headlineOf(told)} – ${whereOf(places)}`,
    body: first
      ? `${listingName(first.card)}, ${priceSentence(priceLines(first.card))}${
          more > 0 ? `, et ${formatCount(more, 'autre', 'autres')}` : ''
        }`
      : '',
    path: paths.alertResults({ alertId: id }),
    tag: occasion,
  };
}

/** A device that is found again in the quiet hours stays silent: nothing is kept for it beyond their beginning. */
export function silentFrom({ frequency, quiet }: Pick<Rhythm, 'frequency' | 'quiet'>, now: Date): Date {
  const end = new Date(now.getTime() + KEPT_MS);
  if (frequency !== 'immediate' || quiet === null) return end;
  // Hour by hour, as clocks in Paris show them: a day has 23 or 25 of them twice a year.
  const nextHour = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS + HOUR_MS;
  for (let at = nextHour; at < end.getTime(); at += HOUR_MS) {
    if (parisDay(new Date(at)).hour === quiet.from) return new Date(at);
  }
  return end;
}
