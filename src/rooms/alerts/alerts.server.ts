import { parisDay } from '#contract/day.ts';
import { fail, sharedErrors } from '#contract/errors.ts';
import type { UserId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Db, Queryable } from '#platform/db.server.ts';
import type { Criteria } from '#rooms/criteria/contract.ts';
import { describe } from '#rooms/criteria/wording.ts';
import { askMail } from '#rooms/mail/requested-mail.server.ts';
import {
  alertById,
  alertsOfAccount,
  attachSubscriber,
  countAlerts,
  deletedBefore,
  deleteAlert as deleteRow,
  forgetUnconfirmed,
  insertAlert,
  isOwnedBy,
  lockAccount,
  lockAlert,
  lockSubscriber,
  provenAddress,
  reopenRuns,
  selectEndedPauses,
  unconfirmedTwin,
  updateAlert,
  updateSubscriber,
} from './alerts.sql.server.ts';
import {
  criteriaIn,
  labelsOf,
  type PlaceMap,
  placesOf,
  rhythmOf,
  viewOf,
} from './asking/described-search.server.ts';
import { lastDue, type Rhythm, usualRhythm } from './asking/rhythm.ts';
import { stillSuggested } from './asking/tuning.server.ts';
import {
  ALERTS_PER_ACCOUNT,
  ALERTS_PER_ADDRESS,
  type AlertEdit,
  type AlertView,
  alertErrors,
  CONFIRMATION_DAYS,
  type NewAlert,
  UNDELETE_MS,
} from './contract.ts';
import {
  activate,
  deactivate,
  later,
  refreshKeys,
  withdrawNotifications,
} from './owner/activation.server.ts';
import { askAtMost, sendConfirmation, sendLimit } from './owner/consent.server.ts';
import { changeFollowing } from './telling/departures.server.ts';

export { erasePerson, followAddress, personalDataOf } from './owner/person.server.ts';

type Open = Pick<Services, 'db' | 'env'>;

const DAY_MS = 86_400_000;

/**
 * Creates an alert. Without a proven address it waits for the mailed link, and the answer is the same whatever is
 * known of the address (security.md D7). Throws VALIDATION_ERROR with fields, ALERT_LIMIT to an account only, and
 * RATE_LIMIT_EXCEEDED to a client (`clientOf`) that had too many addresses written to that it did not prove.
 */
export async function createAlert(
  { db, env }: Open,
  who: { userId: UserId; email: string } | null,
  given: NewAlert,
  client: string,
): Promise<{ status: 'unconfirmed' | 'active'; alert: AlertView | null }> {
  const { criteria } = given;
  const places = await checkedPlaces(db, criteria);
  const proven = who ? await provenAddress(db, who.userId) : null;
  const address = who ? (proven ?? who.email) : given.email;
  if (!address) throw invalid('email', "L'email est requis");
  const { name } = describe(criteria, labelsOf(places));
  const wanted = {
    name: given.name ?? name.slice(0, 200),
    criteria: JSON.stringify(criteria),
    ...rhythmRow({ ...usualRhythm, ...said(given) }),
    ...(given.push === undefined ? {} : { push: given.push }),
  };
  const created = await db.transaction().execute(async (tx) => {
    const now = clock.now();
    if (who && !(await lockAccount(tx, who.userId))) throw fail(sharedErrors.LOGIN_REQUIRED);
    const subscriber = await lockSubscriber(tx, address, now);
    const count = await countAlerts(tx, subscriber.id);
    if (proven && who) {
      if (count >= ALERTS_PER_ACCOUNT) throw fail(alertErrors.ALERT_LIMIT);
      if (subscriber.accountId === null) await updateSubscriber(tx, subscriber.id, { accountId: who.userId });
      const row = await insertAlert(tx, {
        ...wanted,
        subscriberId: subscriber.id,
        status: 'unconfirmed',
        createdAt: now,
        updatedAt: now,
      });
      return activate(tx, row, now);
    }
    await askMail(tx, env, client);
    const twin = await unconfirmedTwin(tx, subscriber.id, criteria);
    if (!twin && count >= ALERTS_PER_ADDRESS) {
      await askAtMost(tx, subscriber, now, () =>
        sendLimit(tx, env, { address, subscriberId: subscriber.id, now }),
      );
      return null;
    }
    const change = { ...wanted, updatedAt: now };
    const row = twin
      ? await updateAlert(tx, twin.id, change)
      : await insertAlert(tx, {
          ...change,
          subscriberId: subscriber.id,
          status: 'unconfirmed',
          createdAt: now,
        });
    await askAtMost(tx, subscriber, now, () => sendConfirmation(tx, env, { row, address, places, now }));
    return null;
  });
  return created === null
    ? { status: 'unconfirmed', alert: null }
    : { status: 'active', alert: viewOf(created, places) };
}

/** Alerts of a person, those made before with the same proven address included; the newest first. */
export async function alertsOf(db: Db, userId: UserId): Promise<AlertView[]> {
  await attachOwn(db, userId);
  const rows = await alertsOfAccount(db, userId);
  const places = await placesOf(db, { places: rows.flatMap((row) => criteriaIn(row).places) });
  return rows.map((row) => viewOf(row, places));
}

async function attachOwn(db: Db, userId: UserId): Promise<void> {
  const proven = await provenAddress(db, userId);
  if (proven) await attachSubscriber(db, proven, userId);
}

/** Throws ALERT_NOT_FOUND, whether it does not exist or is somebody else's. */
export async function ownAlert(db: Db, userId: UserId, id: number): Promise<AlertView> {
  const row = await ownRow(db, userId, id);
  return viewOf(row, await placesOf(db, criteriaIn(row)));
}

async function ownRow(db: Db, userId: UserId, id: number) {
  await attachOwn(db, userId);
  const row = await alertById(db, id);
  if (!row || !(await isOwnedBy(db, id, userId))) throw fail(alertErrors.ALERT_NOT_FOUND);
  return row;
}

/**
 * Changes what is said and leaves the rest. A paused alert forgets what it had not told. Throws ALERT_NOT_FOUND, and
 * CONFLICT when the alert is not any more what `updatedAt` says was read.
 */
export async function editAlert(db: Db, userId: UserId, id: number, edit: AlertEdit): Promise<AlertView> {
  const before = await ownRow(db, userId, id);
  const criteria = edit.criteria ?? criteriaIn(before);
  const places = edit.criteria ? await checkedPlaces(db, edit.criteria) : await placesOf(db, criteria);
  const row = await db.transaction().execute(async (tx) => {
    const now = clock.now();
    const held = await lockAlert(tx, id);
    if (!held || held.deletedAt) throw fail(alertErrors.ALERT_NOT_FOUND);
    if (edit.updatedAt !== undefined && edit.updatedAt !== held.updatedAt.toISOString()) {
      throw fail(
        sharedErrors.CONFLICT,
        undefined,
        'Cette alerte a été modifiée entre-temps, dans un autre onglet ou sur un autre appareil.',
      );
    }
    const ownName =
      held.name !== describe(criteriaIn(held), labelsOf(await placesOf(tx, criteriaIn(held)))).name;
    const name = edit.name ?? (ownName ? held.name : describe(criteria, labelsOf(places)).name.slice(0, 200));
    const before = rhythmOf(held);
    const rhythm: Rhythm = { ...before, ...said(edit) };
    const sameRhythm =
      rhythm.frequency === before.frequency &&
      (rhythm.frequency === 'daily' || rhythm.weekday === before.weekday);
    let row = await updateAlert(tx, id, {
      name,
      criteria: JSON.stringify(criteria),
      suggested: stillSuggested(held, criteria),
      ...rhythmRow(rhythm),
      ...(edit.push === undefined ? {} : { push: edit.push }),
      // What waits for its hour does not leave before the next one: a day has one mail at most.
      ...(sameRhythm ? {} : { toldOn: later(held.toldOn, lastDue(rhythm, parisDay(now))) }),
      updatedAt: now,
    });
    await changeFollowing(tx, id, { before: before.events, after: rhythm.events });
    if (edit.status === 'paused' && (row.status === 'active' || row.status === 'paused')) {
      const until = edit.pauseDays ? new Date(now.getTime() + edit.pauseDays * DAY_MS) : null;
      return deactivate(tx, row, 'paused', now, until);
    }
    if (edit.status === 'active' && row.status !== 'active') row = await activate(tx, row, now);
    else if (row.status === 'active') await refreshKeys(tx, row);
    if (row.frequency === 'immediate' && held.frequency !== 'immediate') await reopenRuns(tx, id);
    return row;
  });
  return viewOf(row, places);
}

/**
 * Hides an alert at once: nothing of it is sent any more, not even what waits. It goes on finding for `UNDELETE_MS`,
 * so that `restoreAlert` brings it back whole. Throws ALERT_NOT_FOUND.
 */
export async function deleteAlert(db: Db, userId: UserId, id: number): Promise<void> {
  await ownRow(db, userId, id);
  await db.transaction().execute(async (tx) => {
    const row = await lockAlert(tx, id);
    if (!row || row.deletedAt) return;
    await updateAlert(tx, id, { deletedAt: clock.now() });
    await withdrawNotifications(tx, id);
  });
}

/** Undoes `deleteAlert`: same number, same finds, same rhythm. Throws ALERT_NOT_FOUND once it is swept. */
export async function restoreAlert(db: Db, userId: UserId, id: number): Promise<AlertView> {
  if (!(await isOwnedBy(db, id, userId))) throw fail(alertErrors.ALERT_NOT_FOUND);
  const row = await db.transaction().execute(async (tx) => {
    const held = await lockAlert(tx, id);
    if (!held) throw fail(alertErrors.ALERT_NOT_FOUND);
    if (!held.deletedAt) return held;
    return updateAlert(tx, id, { deletedAt: null });
  });
  return viewOf(row, await placesOf(db, criteriaIn(row)));
}

/** Ends deletions that nobody undid. Links of mails already sent go on answering that the alert is no more. */
export async function sweepDeleted(db: Db): Promise<void> {
  const now = clock.now();
  for (const id of await deletedBefore(db, new Date(now.getTime() - UNDELETE_MS))) {
    await db.transaction().execute(async (tx) => {
      const row = await lockAlert(tx, id);
      if (!row?.deletedAt) return;
      await deactivate(tx, row, 'stopped', now);
      await deleteRow(tx, id);
    });
  }
}

/** Wakes the alerts whose pause is over: they watch from now on. */
export async function endPauses(db: Db): Promise<void> {
  const now = clock.now();
  for (const id of await selectEndedPauses(db, now)) {
    await db.transaction().execute(async (tx) => {
      const row = await lockAlert(tx, id);
      if (row?.status !== 'paused' || row.deletedAt || !row.pausedUntil || row.pausedUntil > now) return;
      await activate(tx, row, now);
    });
  }
}

/** Forgets alerts that nobody confirmed, once their links are long dead. */
export async function forgetUnconfirmedAlerts(db: Db): Promise<void> {
  await forgetUnconfirmed(db, new Date(clock.now().getTime() - 2 * CONFIRMATION_DAYS * DAY_MS));
}

/** What is said of the rhythm; the rest is left out. */
function said(given: Partial<{ [K in keyof Rhythm]: Rhythm[K] | undefined }>): Partial<Rhythm> {
  const { frequency, hour, weekday, quiet, events, minDrop } = given;
  const all = { frequency, hour, weekday, quiet, events, minDrop };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** As its columns hold it. */
function rhythmRow({ frequency, hour, weekday, quiet, events, minDrop }: Rhythm) {
  return {
    frequency,
    hour,
    weekday,
    quietFrom: quiet?.from ?? null,
    quietTo: quiet?.to ?? null,
    events: [...new Set(events)],
    minDrop,
  };
}

async function checkedPlaces(db: Queryable, criteria: Criteria): Promise<PlaceMap> {
  for (const [low, high, message] of [
    ['prixMin', 'prixMax', 'Le prix maximum est inférieur au prix minimum'],
    ['surfaceMin', 'surfaceMax', 'La surface maximum est inférieure à la surface minimum'],
    ['pieces', 'piecesMax', 'Le nombre maximum de pièces est inférieur au minimum'],
    ['etageMin', 'etageMax', 'L’étage maximum est inférieur à l’étage minimum'],
  ] as const) {
    const [least, most] = [criteria[low], criteria[high]];
    if (least !== undefined && most !== undefined && most < least) throw invalid(`criteria.${high}`, message);
  }
  const places = await placesOf(db, criteria);
  if (criteria.places.some((code) => !places.has(code))) throw invalid('criteria.places', 'Lieu inconnu');
  return places;
}

function invalid(field: string, message: string) {
  return fail(sharedErrors.VALIDATION_ERROR, { fields: [{ field, message }] }, message);
}
