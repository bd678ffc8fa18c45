import { fail } from '#contract/errors.ts';
import { paths } from '#contract/paths.ts';
import { hashToken, newToken } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Db, Tx } from '#platform/db.server.ts';
import { accountErrors, RESET_HOURS } from '#rooms/accounts/contract.ts';
import { forgive } from '#rooms/accounts/login-attempts.server.ts';
import { sendMail } from '#rooms/mail/outbox.server.ts';
import type { Mail } from '#rooms/mail/parts/notice.tsx';
import { CONTACT_HOURS } from './contact-address.ts';
import {
  countLinks,
  deleteLinksBefore,
  expireLinks,
  insertLink,
  insertLinkRequest,
  linkByHash,
  lockAddress,
  type Purpose,
  spendLink,
} from './password-reset.sql.server.ts';
import { APPROVE_HOURS, ASKED_CHANNEL, CONFIRM_HOURS } from './registration.ts';
import { agencySessions, lockSpace, spaceByEmail, updateSpace } from './sessions.sql.server.ts';

type Settings = Services['env'];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Mails of one kind that strangers may have sent to one address in a day (security.md, threat 22). */
const MAILS_PER_DAY: Record<Purpose, number> = { confirm: 3, approve: 3, reset: 5, contact: 3 };
const HOURS: Record<Purpose, number> = {
  confirm: CONFIRM_HOURS,
  approve: APPROVE_HOURS,
  reset: RESET_HOURS,
  contact: CONTACT_HOURS,
};

/** An agency and an individual of one address are two doors: failures at one do not close the other. */
export function attempted(email: string): string {
  return `agence\n${email}`;
}

/** A link to this address, or null once it had its share of the day. Ends the links of its kind before it. */
export async function newLink(
  tx: Tx,
  purpose: Purpose,
  email: string,
  of: { registrationId: number } | { accountId: number },
): Promise<{ token: string; key: string } | null> {
  const now = clock.now();
  await lockAddress(tx, email);
  const sent = await countLinks(tx, email, purpose, new Date(now.getTime() - DAY_MS));
  if (sent >= MAILS_PER_DAY[purpose]) return null;
  const token = newToken();
  const tokenHash = hashToken(token);
  await expireLinks(tx, of, now, 'accountId' in of ? purpose : undefined);
  await insertLink(tx, {
    tokenHash,
    purpose,
    email,
    ...of,
    createdAt: now,
    expiresAt: new Date(now.getTime() + HOURS[purpose] * HOUR_MS),
  });
  return { token, key: `agency-${purpose}:${tokenHash.toString('hex').slice(0, 32)}` };
}

/** Queues a mail about the space, or the registration, of this address. */
export async function mailTo(tx: Tx, email: string, key: string, mail: Mail): Promise<void> {
  await sendMail(tx, mail, {
    key,
    stream: `agency:${email}`,
    to: email,
  });
}

/** Queues a request for a new password; answered by the worker, so that every address is told the same as fast. */
export async function askAgencyReset(db: Db, email: string): Promise<void> {
  await db
    .transaction()
    .execute((tx) =>
      insertLinkRequest(tx, { kind: 'reset', email, registrationId: null, at: clock.now() }, ASKED_CHANNEL),
    );
}

/** Mails the link of a forgotten password, if the address has a space. */
export async function mailReset(tx: Tx, env: Settings, email: string): Promise<void> {
  const space = await spaceByEmail(tx, email);
  // The demonstration's password is published: nobody has to recover it, and nobody may change it.
  if (!space || space.demo) return;
  const link = await newLink(tx, 'reset', space.email, { accountId: space.accountId });
  if (!link) return;
  const { resetMail } = await import('./agencies.mails.server.tsx');
  const url = `${env.publicUrl}${paths.agencyForgotPassword()}?token=${link.token}`;
  await mailTo(
    tx,
    space.email,
    link.key,
    resetMail({ origin: env.publicUrl, link: url, hours: RESET_HOURS }),
  );
}

/** What a link is for and whether it would still work, without using it: pages say it before they ask. */
export async function agencyLink(
  db: Db,
  token: string,
): Promise<{
  purpose: Purpose | null;
  state: 'waiting' | 'used' | 'invalid';
  registrationId: number | null;
  accountId: number | null;
}> {
  const link = token ? await linkByHash(db, hashToken(token)) : undefined;
  if (!link) return { purpose: null, state: 'invalid', registrationId: null, accountId: null };
  const live = link.expiresAt > clock.now();
  const state = link.usedAt ? 'used' : live ? 'waiting' : 'invalid';
  const { registrationId, accountId } = link;
  return { purpose: link.purpose as Purpose, state, registrationId, accountId };
}

/**
 * Uses a reset link: the new password counts, every device is signed out, none is signed in, and a mail says so. Wrong
 * passwords keep nobody out any more. Throws LINK_INVALID.
 */
export async function resetAgencyPassword(
  { db, env }: Pick<Services, 'db' | 'env'>,
  token: string,
  hashOf: () => Promise<string>,
): Promise<void> {
  // A made-up link does not cost a hash.
  const { purpose, state } = await agencyLink(db, token);
  if (purpose !== 'reset' || state !== 'waiting') throw fail(accountErrors.LINK_INVALID);
  const passwordHash = await hashOf();
  await db.transaction().execute(async (tx) => {
    const spent = await spendLink(tx, hashToken(token), 'reset', clock.now());
    const space = spent?.accountId ? await lockSpace(tx, spent.accountId) : undefined;
    if (!spent || space?.email !== spent.email) throw fail(accountErrors.LINK_INVALID);
    await replacePassword(tx, env, { accountId: space.id, email: space.email }, passwordHash);
    await forgive(tx, env, attempted(space.email));
  });
}

/** Sets the password, ends every link of the space and every session but one, and tells the address. */
export async function replacePassword(
  tx: Tx,
  env: Settings,
  { accountId, email }: { accountId: number; email: string },
  passwordHash: string,
  keptToken?: string,
): Promise<void> {
  const now = clock.now();
  await updateSpace(tx, accountId, { passwordHash });
  await agencySessions.endAll(tx, accountId, keptToken);
  await expireLinks(tx, { accountId }, now);
  const { passwordChangedMail } = await import('./agencies.mails.server.tsx');
  const forgotUrl = `${env.publicUrl}${paths.agencyForgotPassword()}`;
  const mail = passwordChangedMail({ origin: env.publicUrl, forgotUrl, at: now });
  await mailTo(tx, email, `agency-password:${accountId}:${now.toISOString()}`, mail);
}

/** Links long past are forgotten; a day longer than they work, to count those of the day. */
export async function forgetAgencyLinks(db: Db): Promise<void> {
  await deleteLinksBefore(db, new Date(clock.now().getTime() - DAY_MS));
}
