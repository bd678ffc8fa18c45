import { fail } from '#contract/errors.ts';
import { paths } from '#contract/paths.ts';
import type { AgencyId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Db, Queryable, Tx } from '#platform/db.server.ts';
import { tooMany } from '#platform/rate-limits.server.ts';
import { accountErrors, maskedAddress } from '#rooms/accounts/contract.ts';
import { agencyById } from './agencies.server.ts';
import { updateAgency } from './agencies.sql.server.ts';
import { CONTACT_HOURS, CONTACTS_PER_DAY, type PendingContact } from './contact-address.ts';
import type { Agency } from './contract.ts';
import { lockAgency } from './identity.sql.server.ts';
import { mailTo, newLink } from './password-reset.server.ts';
import {
  countContactLinks,
  expireLinks,
  pendingContactLink,
  spendLink,
} from './password-reset.sql.server.ts';
import { type Space, spaceById, spaceOfAgency } from './sessions.sql.server.ts';

type Settings = Services['env'];
const DAY_S = 86_400;

/**
 * Wants leads to go to another address; null: to none. That of the login has answered already: it counts at once, and so
 * does none. Any other is asked to, once however often it is said, and leads go on to the one before meanwhile, which is
 * told. The caller holds the agency. Answers the address that was asked now, if one was. Throws RATE_LIMIT_EXCEEDED.
 */
export async function wantContact(
  tx: Tx,
  env: Settings,
  agency: Agency,
  email: string | null,
): Promise<string | null> {
  const before = agency.email?.toLowerCase() ?? null;
  if (email === before) return null;
  const space = await spaceOfAgency(tx, agency.id);
  if (!space || email === null || email === space.email) {
    if (space) await expireLinks(tx, space, clock.now(), 'contact');
    await moveContact(tx, env, agency, email);
    return null;
  }
  const waiting = await pendingContactLink(tx, agency.id, clock.now());
  if (waiting?.email === email) return null;
  await askContact(tx, env, { agency, space, email });
  return email;
}

async function askContact(
  tx: Tx,
  env: Settings,
  { agency, space, email }: { agency: Agency; space: Space; email: string },
): Promise<void> {
  const since = new Date(clock.now().getTime() - DAY_S * 1000);
  const asked = await countContactLinks(tx, space.accountId, since);
  const { accountId } = space;
  const link = asked < CONTACTS_PER_DAY ? await newLink(tx, 'contact', email, { accountId }) : null;
  if (!link) throw tooMany(DAY_S);
  const { contactAskedMail, newContactMail } = await import('./agencies.mails.server.tsx');
  const origin = env.publicUrl;
  const url = `${origin}${paths.agencyConfirmEmail()}?token=${link.token}`;
  await mailTo(tx, email, link.key, newContactMail({ origin, link: url, hours: CONTACT_HOURS }));
  const notice = contactAskedMail({
    origin,
    agency: agency.name,
    newAddress: maskedAddress(email),
    profileUrl: origin + paths.ownedProfile(agency),
  });
  await mailTo(tx, agency.email?.toLowerCase() ?? space.email, `${link.key}:told`, notice);
}

/** The link once more, to the address that is waited for. Throws EMAIL_CHANGE_NONE or RATE_LIMIT_EXCEEDED. */
export async function resendContact(
  { db, env }: Pick<Services, 'db' | 'env'>,
  agencyId: AgencyId,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockAgency(tx, agencyId);
    const waiting = await pendingContactLink(tx, agencyId, clock.now());
    const [agency, space] = [await agencyById(tx, agencyId), await spaceOfAgency(tx, agencyId)];
    if (!waiting || !agency || !space) throw fail(accountErrors.EMAIL_CHANGE_NONE);
    await askContact(tx, env, { agency, space, email: waiting.email });
  });
}

/** Uses the link that was mailed to an address: leads go there. False when it no longer works. */
export async function takeContact(
  tx: Tx,
  env: Settings,
  tokenHash: Buffer,
  accountId: number,
): Promise<boolean> {
  const agency = await agencyOfSpace(tx, accountId);
  if (!agency) return false;
  // Lock first, as asking for an address does.
  await lockAgency(tx, agency.id);
  const spent = await spendLink(tx, tokenHash, 'contact', clock.now());
  if (!spent) return false;
  const before = await agencyById(tx, agency.id);
  if (before) await moveContact(tx, env, before, spent.email);
  return before !== null;
}

/** Agency of the space that a mailed link is about; null when it is gone. */
export async function agencyOfSpace(db: Queryable, accountId: number): Promise<Agency | null> {
  const space = await spaceById(db, accountId);
  return space ? agencyById(db, space.id) : null;
}

/** The address that was asked to answer, as long as its link works. */
export async function pendingContact(db: Queryable, agencyId: AgencyId): Promise<PendingContact | null> {
  const link = await pendingContactLink(db, agencyId, clock.now());
  return link ? { email: link.email, until: link.expiresAt.toISOString() } : null;
}

/** Leads go on where they went; nothing happens when no address was waited for. */
export async function cancelContact(db: Db, agencyId: AgencyId): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const space = await spaceOfAgency(tx, agencyId);
    if (space) await expireLinks(tx, space, clock.now(), 'contact');
  });
}

/** Notifies the former address where leads go now. */
async function moveContact(tx: Tx, env: Settings, agency: Agency, email: string | null): Promise<void> {
  const before = agency.email;
  await updateAgency(tx, agency.ownerReference, { email });
  if (!before || before.toLowerCase() === email) return;
  const { contactChangedMail } = await import('./agencies.mails.server.tsx');
  const mail = contactChangedMail({
    origin: env.publicUrl,
    agency: agency.name,
    address: email,
    profileUrl: env.publicUrl + paths.ownedProfile(agency),
  });
  await mailTo(tx, before, `agency-contact:${agency.id}:${clock.now().toISOString()}`, mail);
}
