import type { Queryable, Tx } from '#platform/db.server.ts';
import type { Person } from '#platform/person.server.ts';
import { eraseMailsOf } from '#rooms/mail/erasure.server.ts';
import { streamOf } from './account-links.server.ts';
import { accountById, lockAccount } from './accounts.sql.server.ts';
import { consentsOf } from './consents.sql.server.ts';
import { sessionsOf } from './devices.sql.server.ts';
import { deviceOf } from './devices.ts';
import { formerAddresses } from './email-change.server.ts';
import { changesOf, deleteWishesFor } from './email-change.sql.server.ts';
import { deleteAccount, deleteResetRequests, linksOf } from './erasure.sql.server.ts';

/**
 * The account as every room knows its person: by the addresses that it proved. One that was only typed may be somebody
 * else's, who must lose nothing and show nothing. Null when the account is gone.
 */
export async function personOf(db: Queryable, accountId: number): Promise<Person | null> {
  const account = await accountById(db, accountId);
  if (!account) return null;
  const proven = account.emailVerifiedAt === null ? [] : [account.email];
  return { accountId, emails: [...proven, ...(await formerAddresses(db, account))], phone: account.phone };
}

/** Locks the person's account until the transaction ends: nothing is written for it meanwhile. Null when it is gone. */
export async function lockPerson(tx: Tx, accountId: number): Promise<Person | null> {
  return (await lockAccount(tx, accountId)) ? personOf(tx, accountId) : null;
}

/** What the account knows of its person, secrets left out. */
export async function personalDataOf(db: Queryable, { accountId }: Pick<Person, 'accountId'>) {
  const account = await accountById(db, accountId);
  if (!account) return null;
  const [sessions, changes, links, consents] = await Promise.all([
    sessionsOf(db, accountId, new Date(0)),
    changesOf(db, accountId),
    linksOf(db, accountId),
    consentsOf(db, accountId),
  ]);
  return {
    email: account.email,
    emailVerifiedAt: account.emailVerifiedAt,
    civility: account.civility,
    firstName: account.firstName,
    lastName: account.lastName,
    phone: account.phone,
    createdAt: account.createdAt,
    hasPassword: account.passwordHash !== null,
    google: account.googleSub
      ? { subject: account.googleSub, email: account.googleEmail, linkedAt: account.googleLinkedAt }
      : null,
    exportedAt: account.exportedAt,
    devices: sessions.map(({ userAgent, createdAt, seenAt, expiresAt, remembered }) => ({
      name: deviceOf(userAgent).name,
      userAgent,
      openedAt: createdAt,
      seenAt,
      expiresAt,
      remembered,
    })),
    emailChanges: changes.map(({ oldEmail, newEmail, createdAt, confirmedAt, cancelledAt }) => ({
      from: oldEmail,
      to: newEmail,
      askedAt: createdAt,
      confirmedAt,
      cancelledAt,
    })),
    mailedLinks: links,
    consents,
  };
}

/**
 * The account goes, with its sessions, links, consents and changes of address, what waits for its addresses, and the
 * mails that it had sent to addresses which were typed and never proven.
 */
export async function erasePerson(
  tx: Tx,
  { accountId, emails }: Pick<Person, 'accountId' | 'emails'>,
): Promise<void> {
  const account = await accountById(tx, accountId);
  if (!account) return;
  const changes = await changesOf(tx, accountId);
  const typed = [account.email, ...changes.flatMap(({ oldEmail, newEmail }) => [oldEmail, newEmail])];
  await eraseMailsOf(tx, streamOf(accountId), typed);
  await deleteResetRequests(tx, [account.email, ...emails]);
  await deleteWishesFor(tx, accountId, [account.email, ...emails]);
  await deleteAccount(tx, accountId);
}
