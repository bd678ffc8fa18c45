import { fail, sharedErrors } from '#contract/errors.ts';
import { paths } from '#contract/paths.ts';
import * as site from '#desks/site/site.server.ts';
import type { UserId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { Person } from '#platform/person.server.ts';
import { tooMany } from '#platform/rate-limits.server.ts';
import type { Visit } from '#platform/sessions.server.ts';
import { ownAccount, recordExport } from '#rooms/accounts/accounts.server.ts';
import { readConsents, recordConsent } from '#rooms/accounts/consents.server.ts';
import { type ConsentName, consentNames, consentSubjects } from '#rooms/accounts/consents.ts';
import { accountErrors, type Consent } from '#rooms/accounts/contract.ts';
import {
  confirmNewAddress,
  isTaken,
  pendingEmail,
  type Undone,
  undoEmailChange,
} from '#rooms/accounts/email-change.server.ts';
import * as account from '#rooms/accounts/erasure.server.ts';
import { googleEnabled } from '#rooms/accounts/google.server.ts';
import { isRecent, proveSelf } from '#rooms/accounts/recent-proof.server.ts';
import * as alerts from '#rooms/alerts/alerts.server.ts';
import { silencedOf } from '#rooms/alerts/silenced-address.server.ts';
import { wantsFavoriteMails } from '#rooms/favorites/departures.server.ts';
import * as favorites from '#rooms/favorites/favorites.server.ts';
import * as leads from '#rooms/leads/leads.server.ts';
import * as mail from '#rooms/mail/erasure.server.ts';
import { sendMail } from '#rooms/mail/outbox.server.ts';
import * as push from '#rooms/push/push.server.ts';
import * as reports from '#rooms/reports/reports.server.ts';
import { ERASE_WORD, EXPORTS_PER_DAY, type ExportFile, type Profile, profileErrors } from './contract.ts';
import { countAlerts, leadConsents, unprovenAddress } from './profile.sql.server.ts';

type Open = Pick<Services, 'db' | 'env'>;

const DAY_MS = 86_400_000;

/** Everything that the page of the profile shows, devices apart. Throws LOGIN_REQUIRED when the account is gone. */
export async function profileOf(services: Open, userId: UserId, token: string | undefined): Promise<Profile> {
  const { db, env } = services;
  // Alerts made before with the same address join the account first.
  await alerts.alertsOf(db, userId);
  const own = await ownAccount(db, userId);
  const [pending, consents, counted, requests, favoriteMails, recentLogin, silenced] = await Promise.all([
    pendingEmail(db, userId),
    consentsOf(db, userId),
    countAlerts(db, userId),
    leads.requestCountOf(db, { accountId: userId }),
    wantsFavoriteMails(db, userId),
    token ? isRecent(services, token) : false,
    silencedOf(db, userId),
  ]);
  const given = (name: ConsentName) => consents.find((consent) => consent.name === name)?.given ?? false;
  return {
    user: own.user,
    emailProven: own.proven,
    pendingEmail: pending,
    hasPassword: own.hasPassword,
    google: {
      enabled: googleEnabled(env),
      linked: own.googleEmail !== null,
      email: own.googleEmail || null,
    },
    recentLogin,
    createdAt: own.createdAt.toISOString(),
    lastExportAt: own.exportedAt.at(-1)?.toISOString() ?? null,
    optInVigieAlerts: given('optInVigieAlerts'),
    optInPartnerOffers: given('optInPartnerOffers'),
    consents,
    silenced,
    notices: { ...counted, requests, favorites: favoriteMails },
  };
}

/** Where each consent stands, those given with the form of a listing included. */
async function consentsOf(db: Queryable, userId: UserId): Promise<Consent[]> {
  return readConsents(db, userId, await consentsElsewhere(db, userId));
}

async function consentsElsewhere(db: Queryable, userId: number) {
  const person = await account.personOf(db, userId);
  const rows = await leadConsents(db, userId, person?.emails ?? []);
  return rows.flatMap(({ subject, sentence, at }) =>
    consentNames
      .filter((name) => consentSubjects[name].subject === subject)
      .map((name) => ({
        name,
        given: true,
        sentence,
        at: at.toISOString(),
        source: 'listing_form' as const,
      })),
  );
}

/** Gives or withdraws a consent; what it is already stays as it was said. Throws LOGIN_REQUIRED when the account is gone. */
export async function setConsent(
  { db }: Pick<Open, 'db'>,
  userId: UserId,
  name: ConsentName,
  given: boolean,
): Promise<Consent[]> {
  const known = (await consentsOf(db, userId)).find((consent) => consent.name === name);
  if ((known?.given ?? false) !== given) await recordConsent(db, userId, name, given);
  return consentsOf(db, userId);
}

/**
 * Uses the link of a new address within a session of its account: it is the account's, and its alerts follow. Throws
 * LINK_INVALID, EMAIL_TAKEN, or LOGIN_REQUIRED elsewhere.
 */
export async function confirmEmail(
  { db }: Pick<Open, 'db'>,
  token: string,
  userId: UserId | undefined,
): Promise<'changed' | 'already'> {
  return unlessTaken(() =>
    db.transaction().execute(async (tx) => {
      const move = await confirmNewAddress(tx, token, userId);
      if (!move) return 'already';
      await alerts.followAddress(tx, move.accountId, move.to);
      return 'changed';
    }),
  );
}

/** Uses the link of the old address, whose alerts come back with it. Throws LINK_INVALID or EMAIL_TAKEN. */
export async function undoEmail({ db }: Open, token: string): Promise<Undone['state']> {
  return unlessTaken(() =>
    db.transaction().execute(async (tx) => {
      const { state, move } = await undoEmailChange(tx, token);
      if (move) await alerts.followAddress(tx, move.accountId, move.to);
      return state;
    }),
  );
}

async function unlessTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isTaken(error)) throw fail(accountErrors.EMAIL_TAKEN);
    throw error;
  }
}

/**
 * Everything that the rooms know of the signed-in person, as of one instant; a mail says that it was taken. Throws what
 * `proveSelf` throws, and RATE_LIMIT_EXCEEDED past `EXPORTS_PER_DAY`.
 */
export async function exportPerson(
  services: Open,
  userId: UserId,
  given: { password?: string | null | undefined },
  visit: Visit,
): Promise<ExportFile> {
  const { db, env } = services;
  await proveSelf(services, userId, { password: given.password, recent: true }, visit);
  const now = clock.now();
  await db.transaction().execute(async (tx) => {
    const oldest = await recordExport(tx, userId, {
      now,
      since: new Date(now.getTime() - DAY_MS),
      limit: EXPORTS_PER_DAY,
    });
    if (oldest) throw tooMany((oldest.getTime() + DAY_MS - now.getTime()) / 1000);
    await tellExported(tx, env, userId, now);
  });
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const person = await account.personOf(tx, userId);
      if (!person) throw fail(sharedErrors.LOGIN_REQUIRED);
      return {
        about: {
          product: 'Vigie',
          exportedAt: now.toISOString(),
          explanation:
            'Tout ce que Vigie sait de vous. Les dates sont en temps universel, les prix en centimes d’euro, les numéros sont ceux des pages du site. Les mots de passe et les liens secrets n’y sont pas\u00a0: Vigie n’en garde que l’empreinte.',
        },
        account: await account.personalDataOf(tx, person),
        consentsElsewhere: await consentsElsewhere(tx, userId),
        alerts: await alerts.personalDataOf(tx, person),
        notifiedDevices: await push.personalDataOf(tx, person),
        favorites: await favorites.personalDataOf(tx, person),
        requests: await leads.personalDataOf(tx, person),
        messages: await site.personalDataOf(tx, person),
        reports: await reports.personalDataOf(tx, person),
        mails: await mail.personalDataOf(tx, person),
      };
    });
}

async function tellExported(tx: Tx, env: Open['env'], userId: UserId, at: Date): Promise<void> {
  const { exportedMail } = await import('./profile.mails.server.tsx');
  const { user } = await ownAccount(tx, userId);
  const letter = exportedMail({
    origin: env.publicUrl,
    profileUrl: `${env.publicUrl}${paths.profile()}`,
    at,
  });
  await sendMail(tx, letter, {
    key: `account-export:${userId}:${at.toISOString()}`,
    stream: `account:${userId}`,
    to: user.email,
  });
}

/**
 * Erases the signed-in person, everywhere and at once: every device is signed out, and one last mail says so, of which
 * nothing is kept. Their password proves them, or `ERASE_WORD` for an account without one. Throws what `proveSelf`
 * throws, and CONFIRMATION_NEEDED.
 */
export async function deletePerson(
  services: Open,
  userId: UserId,
  given: { password?: string | null | undefined; confirmation?: string | null | undefined },
  visit: Visit,
): Promise<void> {
  const { db, env } = services;
  if ((await ownAccount(db, userId)).hasPassword)
    await proveSelf(services, userId, { password: given.password }, visit);
  else if (given.confirmation?.trim().toUpperCase() !== ERASE_WORD) {
    const { message } = profileErrors.CONFIRMATION_NEEDED;
    throw fail(profileErrors.CONFIRMATION_NEEDED, { fields: [{ field: 'confirmation', message }] });
  }
  await db.transaction().execute((tx) => erase(tx, env, userId));
}

/** One transaction. Locks the account first, and deletes it last, once every room has erased what it holds of the person. */
async function erase(tx: Tx, env: Open['env'], userId: UserId): Promise<void> {
  const person = await account.lockPerson(tx, userId);
  if (!person) throw fail(sharedErrors.LOGIN_REQUIRED);
  const { user } = await ownAccount(tx, userId);
  const typed = await unprovenAddress(tx, userId);
  const written: Person = typed ? { ...person, emails: [...person.emails, typed] } : person;
  await favorites.erasePerson(tx, person);
  await leads.erasePerson(tx, person);
  await site.erasePerson(tx, person);
  await reports.erasePerson(tx, person);
  await alerts.erasePerson(tx, written);
  // After the alerts: a notification of an alert is queued under the lock of that alert.
  await push.erasePerson(tx, person);
  await account.erasePerson(tx, person);
  // After those who write mails, so that none of theirs is left; and before the last one.
  await mail.erasePerson(tx, env, written);
  const at = clock.now();
  const { farewellMail } = await import('./profile.mails.server.tsx');
  const letter = farewellMail({ origin: env.publicUrl, at });
  await sendMail(tx, letter, {
    key: `account-deleted:${userId}`,
    stream: `account:${userId}`,
    to: user.email,
    forget: true,
  });
}
