import { paths } from '#contract/paths.ts';
import type { Services } from '#platform/context.server.ts';
import type { Tx } from '#platform/db.server.ts';
import { listingsByIds } from '#rooms/listings/reading.server.ts';
import type { ListingCard } from '#rooms/listings/reading.ts';
import { messageSize } from '#rooms/mail/carrier.server.ts';
import { renderMail } from '#rooms/mail/rendering.server.ts';
import { defineMailWriter } from '#rooms/mail/writing.server.ts';
import type { WrittenMail } from '#rooms/mail/writing.ts';
import { lockAlerts } from '../alerts.sql.server.ts';
import {
  type AlertRow,
  criteriaIn,
  type PlaceMap,
  placesOf,
  recapOf,
  resultPages,
} from '../asking/described-search.server.ts';
import { tunableAmong, tuningForMail } from '../asking/tuning.server.ts';
import type { Tuning } from '../asking/tuning.ts';
import { FULL_CARDS, MAIL_BYTES_MAX, type NotifiedListing } from '../digest.ts';
import { stopToken } from '../owner/consent.server.ts';
import { pairedAmong, partnerVerdicts } from '../owner/pair.server.ts';
import type { PartnerVerdict } from '../owner/pair.ts';
import { selectRejected } from './choosing.sql.server.ts';
import { type ChosenListing, chosenListings, type Remark } from './choosing.ts';
import { correctFollowing, lockDepartures } from './departures.server.ts';
import { correctNotified } from './notified-listings.sql.server.ts';
import type { SkipReason } from './notified-listings.ts';
import {
  selectQueuedEarlier,
  selectQueuedListings,
  selectUnnotifiedDepartures,
  selectVisibility,
  type Visibility,
} from './writing.sql.server.ts';

type Env = Services['env'];

/** A mail of an alert, as it waits: what it tells is in the ledger, noted by the transaction that queued it. */
interface Waiting {
  readonly alert: number;
  /** With the alert, what the mail is: its run, or its day. */
  readonly window: string;
  /** How many of the listings told in this window are in this mail: the first ones. */
  readonly count: number;
  readonly remarks: readonly Remark[];
}

/** What the mail of an alert tells, chosen when it was queued. */
interface Said {
  readonly alert: number;
  readonly window: string;
  readonly told: readonly ChosenListing[];
}

interface Given {
  readonly id: number;
  readonly said: Said;
}

/** Listings read at once. */
const SHARE = 2_000;
/** Headers, signature and line breaks of a message, at most. */
const ROOM_BYTES = 10_000;

/**
 * Writes the mails of alerts: what was chosen, as it is now. What is no longer to be shown is left out and set aside in
 * the ledger. None for an alert that no longer watches, nor when nothing is left.
 */
export const matchesWriter = defineMailWriter<Waiting>('alerts.matches', async (tx, env, mails) => {
  const alerts = new Map(
    (
      await lockAlerts(
        tx,
        mails.map(({ said }) => said.alert),
      )
    ).map((alert) => [alert.id, alert]),
  );
  const awake = await read(
    tx,
    mails.filter(({ said }) => {
      const alert = alerts.get(said.alert);
      return alert?.status === 'active' && !alert.deletedAt;
    }),
  );
  const written = new Map<number, WrittenMail | null>();
  const suggested = new Set<number>();
  for (let share = awake; share.length > 0; ) {
    const some = share.slice(0, together(share));
    for (const [id, mail] of await writeSome(tx, env, { mails: some, alerts, suggested }))
      written.set(id, mail);
    share = share.slice(some.length);
  }
  return written;
});

/** What they tell, once their alerts are held: the ledger stays as it is meanwhile. */
async function read(
  tx: Tx,
  mails: readonly { readonly id: number; readonly said: Waiting }[],
): Promise<Given[]> {
  const noted = await selectQueuedListings(
    tx,
    mails.map(({ id, said }) => ({ id, ...said })),
  );
  return mails.map(({ id, said: { alert, window, remarks } }) => ({
    id,
    said: { alert, window, told: chosenListings(noted.get(id) ?? [], remarks) },
  }));
}

/** How many of them are written with the first: an alert once, so that each mail knows what the one before it says. */
function together(mails: readonly Given[]): number {
  const alerts = new Set<number>();
  let listings = 0;
  const end = mails.findIndex(({ said }) => {
    listings += said.told.length;
    const again = alerts.has(said.alert);
    alerts.add(said.alert);
    return again || listings > SHARE;
  });
  return end < 0 ? mails.length : Math.max(1, end);
}

async function writeSome(
  tx: Tx,
  env: Env,
  given: {
    mails: readonly Given[];
    alerts: ReadonlyMap<number, AlertRow>;
    /** Alerts that a mail of this very transaction suggests something to. */
    suggested: Set<number>;
  },
): Promise<Map<number, WrittenMail | null>> {
  const { mails, alerts, suggested } = given;
  const alertIds = [...new Set(mails.map(({ said }) => said.alert))];
  const ids = [...new Set(mails.flatMap(({ said }) => said.told.map(({ id }) => id)))];
  const rows = mails.flatMap(({ said }) => alerts.get(said.alert) ?? []);
  const departures = mails.flatMap(({ said: { alert, window, told } }) =>
    told.flatMap(({ id, occasion }) => (occasion === 'gone' ? { alert, window, id } : [])),
  );
  // Before anything is read: what came back is followed again, whatever leaves meanwhile.
  if (departures.length > 0) await lockDepartures(tx, rows);
  const { cards, standing } = await listingsAt(tx, ids);
  const earlier = await selectQueuedEarlier(
    tx,
    mails.map(({ said }) => said),
  );
  const untold = await selectUnnotifiedDepartures(tx, departures);
  const rejected = await selectRejected(tx, alertIds, ids);
  const places = await placesOf(tx, { places: rows.flatMap((row) => criteriaIn(row).places) });
  const paired = await pairedAmong(tx, alertIds);
  const tunable = await tunableAmong(tx, alertIds);
  const written = new Map<number, WrittenMail | null>();
  for (const { id, said } of mails) {
    const alert = alerts.get(said.alert);
    if (!alert) continue;
    const told = await readAgain(tx, said, {
      cards,
      standing,
      rejected: rejected.get(alert.id) ?? new Set(),
      earlier: earlier.get(alert.id) ?? new Map(),
      untold: untold.get(alert.id) ?? new Set(),
    });
    if (told.length === 0) {
      written.set(id, null);
      continue;
    }
    const others = paired.has(alert.id)
      ? await partnerVerdicts(
          tx,
          alert.id,
          told.map(({ card }) => card.id),
        )
      : new Map<number, PartnerVerdict>();
    const mayTune = tunable.has(alert.id) && !suggested.has(alert.id);
    const tuning = mayTune ? await tuningForMail(tx, alert) : null;
    if (tuning) suggested.add(alert.id);
    written.set(id, await writeMail(env, alert, { told, places, others, tuning }));
  }
  return written;
}

/** Listings as they are shown, and how they stand, of one moment: no fact of theirs came in between. */
async function listingsAt(tx: Tx, ids: readonly number[]) {
  for (let before = await selectVisibility(tx, ids); ; ) {
    const cards = new Map((await listingsByIds(tx, ids)).map((card) => [card.id, card]));
    const standing = await selectVisibility(tx, ids);
    if (ids.every((id) => standing.get(id)?.upto === before.get(id)?.upto)) return { cards, standing };
    before = standing;
  }
}

/** What was chosen, as it is now and unless a mail before says it; the rest, and what changed, are put right in the ledger. */
async function readAgain(
  tx: Tx,
  { alert: alertId, window, told: chosen }: Said,
  now: {
    cards: ReadonlyMap<number, ListingCard>;
    standing: ReadonlyMap<number, Visibility>;
    rejected: ReadonlySet<number>;
    earlier: ReadonlyMap<number, number>;
    untold: ReadonlySet<number>;
  },
): Promise<NotifiedListing[]> {
  const told: NotifiedListing[] = [];
  const aside: { id: number; why: SkipReason }[] = [];
  for (const { id, occasion, previousPrice, unknown, upto } of chosen) {
    const card = now.cards.get(id);
    const why = now.rejected.has(id) ? 'rejected' : reasonToLeave(now.standing.get(id), { occasion });
    const fell = card !== undefined && previousPrice !== null && previousPrice > card.price;
    const isUntold = occasion === 'gone' && now.untold.has(id);
    if (!card || why || isUntold) aside.push({ id, why: why ?? 'gone' });
    else if ((now.earlier.get(id) ?? -1) >= upto) aside.push({ id, why: 'known' });
    else if (occasion === 'priceFell' && !fell) aside.push({ id, why: 'undone' });
    else told.push({ card, occasion, previousPrice: fell ? previousPrice : null, unknown });
  }
  const queued = new Map(chosen.map((one) => [one.id, one]));
  const shown = told.map(({ card: { id, price } }) => ({ id, price, upto: now.standing.get(id)?.upto ?? 0 }));
  const isOther = ({ id, price, upto }: (typeof shown)[number]) =>
    price !== queued.get(id)?.price || upto !== queued.get(id)?.upto;
  if (aside.length > 0 || shown.some(isOther)) {
    await correctNotified(tx, { alertId, occasion: window, told: shown, aside });
    await correctFollowing(tx, alertId, aside);
  }
  return told;
}

function reasonToLeave(
  standing: Visibility | undefined,
  { occasion }: Pick<ChosenListing, 'occasion'>,
): SkipReason | null {
  if (occasion !== 'gone') return standing?.visible ? null : 'gone';
  if (standing?.visible) return 'back';
  return standing?.shown ? null : 'withheld';
}

/** The mail of an alert: complete, or saying how many more are behind the link, within what mail programs show. */
async function writeMail(
  env: Env,
  alert: AlertRow,
  said: {
    told: readonly NotifiedListing[];
    places: PlaceMap;
    others: ReadonlyMap<number, PartnerVerdict>;
    tuning: Tuning | null;
  },
): Promise<WrittenMail> {
  const { told, places, others, tuning } = said;
  const { matchesMail } = await import('./digest.mails.server.tsx');
  const token = stopToken(env, alert);
  const common = {
    origin: env.publicUrl,
    alert: recapOf(alert, places),
    told,
    results: resultPages(criteriaIn(alert), places).map(({ label, path }) => ({
      label,
      url: `${env.publicUrl}${path}`,
    })),
    others,
    tuning,
    alertsUrl: `${env.publicUrl}${paths.dashboard()}`,
    stopUrl: `${env.publicUrl}${paths.unsubscribe()}?token=${token}`,
    sender: env.publisher[0] ?? 'Vigie',
    contact: env.contactAddress,
  };
  const headers = {
    // https and both headers: providers show their own button (RFC 8058).
    'List-Unsubscribe': `<${env.publicUrl}/api/unsubscribe?token=${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'List-Id': `<alerte-${alert.id}.${new URL(env.publicUrl).hostname}>`,
  };
  let shown = told.length;
  for (;;) {
    const { subject, element } = matchesMail({ ...common, shown, full: Math.min(FULL_CARDS, shown) });
    const parts = await renderMail(element);
    // Most are far below: no byte takes more than three as it travels, and composing takes as long as rendering.
    const bytes = Buffer.byteLength(parts.html) + Buffer.byteLength(parts.text);
    if (bytes * 3 + ROOM_BYTES < MAIL_BYTES_MAX || shown === 0) return { subject, ...parts, headers };
    const size = await messageSize({ subject, ...parts, headers });
    if (size <= MAIL_BYTES_MAX) return { subject, ...parts, headers };
    shown = Math.min(shown - 1, Math.floor((shown * MAIL_BYTES_MAX) / size));
  }
}
