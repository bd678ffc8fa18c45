import type { BodyOf } from '#contract/call.ts';
import { fail } from '#contract/errors.ts';
import { paths } from '#contract/paths.ts';
import { hashToken, newToken } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Db, Queryable, Tx } from '#platform/db.server.ts';
import { clientOf } from '#platform/rate-limits.server.ts';
import { hostCookieName, type Visit } from '#platform/sessions.server.ts';
import { hashPassword } from '#rooms/accounts/accounts.server.ts';
import { accountErrors } from '#rooms/accounts/contract.ts';
import { recordAction } from '#rooms/administrators/audit.server.ts';
import { askMail } from '#rooms/mail/requested-mail.server.ts';
import { matchPlaces } from '#rooms/places/matcher.server.ts';
import { addAgency, agencyById, agencyByReference } from './agencies.server.ts';
import { takeContact } from './contact-address.server.ts';
import { type Agency, type AgencyIdentity, agencyErrors, ownerReferenceField } from './contract.ts';
import { destinations, type Ways, waysTo } from './destination.ts';
import type { Decision } from './exclusion.server.ts';
import { agencyLink, mailReset, mailTo, newLink } from './password-reset.server.ts';
import { insertLinkRequest, linkByHash, spendLink, takeLinkRequest } from './password-reset.sql.server.ts';
import {
  type Claim,
  completeAgency,
  deleteRegistration,
  deleteRegistrationsBefore,
  hasPassword,
  insertRegistration,
  lastUnproven,
  lockRegistration,
  ownRegistration,
  type RegistrationRow,
  selectPendingClaims,
  updateRegistration,
} from './registration.sql.server.ts';
import {
  APPROVE_HOURS,
  ASKED_CHANNEL,
  type agencyRegisterCall,
  CONFIRM_HOURS,
  joiningErrors,
  type NamedAgency,
} from './registration.ts';
import { claimErrors } from './requests.ts';
import { type OpenedSpace, openSpace } from './sessions.server.ts';
import { insertSpace, spaceByEmail, spaceOfAgency } from './sessions.sql.server.ts';

type Open = Pick<Services, 'db' | 'env'>;
type Settings = Open['env'];

const DAY_MS = 86_400_000;
/** A request that waited longer, because no worker ran, is no longer expected. */
const ASKED_LIFE_MS = 3_600_000;
const KEPT_DAYS = 90;

/**
 * Known to the browser that registered: there, the password that was typed is that of the person who opens the mailed
 * link.
 */
export function joiningCookieName(env: Pick<Settings, 'publicUrl'>): string {
  return hostCookieName(env, 'joining');
}

/**
 * Keeps what an agency asks, and has its address asked to answer; nothing is opened before. The same is told whatever
 * the address opens already (security.md D1). Answers what this browser is known by from now on. Throws AGENCY_UNKNOWN,
 * AGENCY_HAS_SPACE or RATE_LIMIT_EXCEEDED.
 */
export async function registerAgency(
  { db, env }: Open,
  given: BodyOf<typeof agencyRegisterCall>,
  { ip, browser = newToken() }: Pick<Visit, 'ip'> & { browser: string | undefined },
): Promise<string> {
  const claimed = given.ownerReference ? await agencyByReference(db, given.ownerReference) : null;
  if (given.ownerReference && !claimed) throw fail(agencyErrors.AGENCY_UNKNOWN);
  if (claimed && (await spaceOfAgency(db, claimed.id))) throw fail(joiningErrors.AGENCY_HAS_SPACE);
  const passwordHash = given.password ? await hashPassword(given.password) : null;
  await db.transaction().execute(async (tx) => {
    await askMail(tx, env, clientOf(ip));
    const now = clock.now();
    const registrationId = await insertRegistration(tx, {
      email: given.email,
      name: given.name,
      phone: given.phone,
      software: given.software ?? null,
      siren: given.siren ?? null,
      town: given.town ?? null,
      passwordHash,
      browserHash: hashToken(browser),
      termsAgreedAt: given.agreedToTerms ? now : null,
      agencyId: claimed?.id ?? null,
      destination: given.destination ?? null,
      createdAt: now,
    });
    await insertLinkRequest(
      tx,
      { kind: 'registration', email: given.email, registrationId, at: now },
      ASKED_CHANNEL,
    );
  });
  return browser;
}

/** The same mail again, for the person who registered; every address is told the same. Throws RATE_LIMIT_EXCEEDED. */
export async function resendConfirmation({ db, env }: Open, email: string, ip: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await askMail(tx, env, clientOf(ip));
    await insertLinkRequest(
      tx,
      { kind: 'confirmation', email, registrationId: null, at: clock.now() },
      ASKED_CHANNEL,
    );
  });
}

/** Handles one queued request for a mail; answers whether there was one. */
export async function answerLinkRequest({ db, env }: Open): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const asked = await takeLinkRequest(tx);
    if (!asked) return false;
    if (asked.kind !== 'registration' && clock.now().getTime() - asked.at.getTime() > ASKED_LIFE_MS)
      return true;
    if (asked.kind === 'reset') await mailReset(tx, env, asked.email);
    else await mailConfirmation(tx, env, asked.email, asked.registrationId);
    return true;
  });
}

async function mailConfirmation(
  tx: Tx,
  env: Settings,
  email: string,
  registrationId: number | null,
): Promise<void> {
  const mails = await import('./agencies.mails.server.tsx');
  const space = await spaceByEmail(tx, email);
  const asked =
    registrationId === null ? await lastUnproven(tx, email) : await lockRegistration(tx, registrationId);
  const ways = waysOf(asked);
  if (space) {
    if (registrationId !== null) await deleteRegistration(tx, registrationId);
    if (space.demo) return;
    const mail = mails.knownAddressMail({
      origin: env.publicUrl,
      loginUrl: env.publicUrl + ways.login,
      forgotUrl: env.publicUrl + paths.agencyForgotPassword(),
    });
    // Once a day, no matter who asks.
    const day = clock.now().toISOString().slice(0, 10);
    await mailTo(tx, email, `agency-known:${space.accountId}:${day}`, mail);
    return;
  }
  const link = asked ? await newLink(tx, 'confirm', email, { registrationId: asked.id }) : null;
  if (!link) return;
  const url = env.publicUrl + ways.confirm(link.token);
  const mail = mails.confirmationMail({ origin: env.publicUrl, link: url, hours: CONFIRM_HOURS });
  await mailTo(tx, email, link.key, mail);
}

type Confirmed =
  | { readonly state: 'confirmed'; readonly space: OpenedSpace }
  | { readonly state: 'waiting' | 'approved' | 'contact' | 'already' };

/**
 * Uses a mailed link. That of an address opens the space and signs this browser in, or, for an agency known before
 * under another address, asks that agency; that of such an agency opens the space to the person who asked; that of an
 * address for leads has them sent there. A password that was typed before the address answered may be a stranger's:
 * what counts is the one chosen here (`hashOf`), or the one that this very `browser` registered with, or none. Throws
 * LINK_INVALID, AGENCY_HAS_SPACE, AGENCY_ACCOUNT_EXISTS.
 */
export async function confirmAgency(
  { db, env }: Open,
  token: string,
  visit: Pick<Visit, 'userAgent' | 'oldToken'> & { browser: string | undefined },
  hashOf?: () => Promise<string>,
): Promise<Confirmed> {
  const tokenHash = hashToken(token);
  // A made-up link does not cost a hash.
  const chosen = hashOf && (await agencyLink(db, token)).state === 'waiting' ? await hashOf() : null;
  return db.transaction().execute(async (tx): Promise<Confirmed> => {
    const link = await linkByHash(tx, tokenHash);
    if (link?.purpose === 'contact' && link.accountId !== null) {
      if (await takeContact(tx, env, tokenHash, link.accountId)) return { state: 'contact' };
      if (link.usedAt) return { state: 'already' };
      throw fail(accountErrors.LINK_INVALID);
    }
    if (!link || link.purpose === 'reset' || link.registrationId === null)
      throw fail(accountErrors.LINK_INVALID);
    const purpose = link.purpose === 'approve' ? 'approve' : 'confirm';
    const now = clock.now();
    const spent = await spendLink(tx, tokenHash, purpose, now);
    const named = await lockRegistration(tx, link.registrationId);
    // An owner who opens the link of a stranger's registration gets their own.
    const { browser } = visit;
    const ownId =
      purpose === 'confirm' &&
      browser &&
      (await ownRegistration(tx, link.registrationId, hashToken(browser)));
    const own = ownId ? await lockRegistration(tx, ownId) : undefined;
    const asked = own ?? named;
    if (!spent) {
      if (link.usedAt && asked) return { state: 'already' };
      throw fail(accountErrors.LINK_INVALID);
    }
    if (asked?.outcome === 'opened') return { state: 'already' };
    if (!asked || asked.settledAt) throw fail(accountErrors.LINK_INVALID);
    if (purpose === 'approve') {
      await settle(tx, env, asked, 'opened');
      return { state: 'approved' };
    }
    const passwordHash = chosen ?? own?.passwordHash ?? null;
    const answered = { ...asked, passwordHash };
    await updateRegistration(tx, asked.id, { provenAt: now, passwordHash });
    const agency =
      asked.agencyId === null ? await makeAgency(tx, asked) : await agencyById(tx, asked.agencyId);
    if (!agency) throw fail(accountErrors.LINK_INVALID);
    if (asked.agencyId !== null && agency.email?.toLowerCase() !== asked.email) {
      if (await spaceOfAgency(tx, agency.id)) throw fail(joiningErrors.AGENCY_HAS_SPACE);
      await askAgency(tx, env, asked, agency);
      return { state: 'waiting' };
    }
    await open(tx, answered, agency);
    const space = await spaceByEmail(tx, asked.email);
    if (!space) throw fail(accountErrors.LINK_INVALID);
    return { state: 'confirmed', space: await openSpace(tx, space, visit) };
  });
}

/** Whether who opens the link of a registration is to choose the password: one was typed, in another browser. */
export async function asksForPassword(
  db: Db,
  registrationId: number,
  browser: string | undefined,
): Promise<boolean> {
  if (!(await hasPassword(db, registrationId))) return false;
  return !browser || (await ownRegistration(db, registrationId, hashToken(browser))) === undefined;
}

/** The agency on file does not want it. A second use changes nothing. Throws LINK_INVALID. */
export async function refuseClaim({ db, env }: Open, token: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const spent = await spendLink(tx, hashToken(token), 'approve', clock.now());
    const asked = spent?.registrationId ? await lockRegistration(tx, spent.registrationId) : undefined;
    if (!asked || asked.settledAt) throw fail(accountErrors.LINK_INVALID);
    await settle(tx, env, asked, 'refused');
  });
}

/**
 * An administrator answers in the agency's place; whoever asked is mailed the answer, and the reason of a refusal. Throws
 * CLAIM_UNKNOWN when nothing waits under this number, AGENCY_HAS_SPACE, AGENCY_ACCOUNT_EXISTS.
 */
export async function decideClaim(
  { db, env }: Open,
  id: number,
  outcome: 'opened' | 'refused',
  { by, reason }: Decision,
): Promise<Claim> {
  return db.transaction().execute(async (tx) => {
    const claim = (await selectPendingClaims(tx)).find((one) => one.id === id);
    const asked = claim && (await lockRegistration(tx, id));
    if (!claim || !asked || asked.settledAt || asked.agencyId === null) throw fail(claimErrors.CLAIM_UNKNOWN);
    await settle(tx, env, asked, outcome, reason);
    await recordAction(tx, {
      by,
      action: 'agency.claim',
      subject: { kind: 'agency', id: asked.agencyId, label: claim.agency },
      before: null,
      after: { claim: id, outcome },
      reason,
    });
    return claim;
  });
}

/** Who asks for the space of which agency, the oldest first. */
export function listClaims(db: Queryable): Promise<Claim[]> {
  return selectPendingClaims(db);
}

/** Whether a link that asks an agency to agree still waits, and for whom; pages say it before they ask. */
export async function claimOf(
  db: Db,
  registrationId: number,
): Promise<{ email: string; agency: string } | null> {
  const claim = (await selectPendingClaims(db)).find(({ id }) => id === registrationId);
  return claim ? { email: claim.email, agency: claim.agency } : null;
}

/** What everybody may know of a reference (security.md D6). */
export async function statusOf(
  db: Db,
  reference: string,
): Promise<{ ownerReference: string; status: 'unknown' | 'listed' | 'registered' }> {
  const agency = await agencyByReference(db, reference);
  if (!agency) return { ownerReference: reference, status: 'unknown' };
  const status = (await spaceOfAgency(db, agency.id)) ? 'registered' : 'listed';
  return { ownerReference: agency.ownerReference, status };
}

/** What a registration page says of the agency that its link names (`?agence=`); an unknown one asks for nothing. */
export async function namedAgency(db: Db, reference: string): Promise<NamedAgency> {
  const agency = reference ? await agencyByReference(db, reference) : null;
  if (!agency) return { claimed: null, taken: null };
  return (await spaceOfAgency(db, agency.id))
    ? { claimed: null, taken: agency.name }
    : { claimed: { reference: agency.ownerReference, name: agency.name }, taken: null };
}

/** What was asked long ago: of those that opened a space, the space remembers what counts. */
export async function forgetRegistrations(db: Db): Promise<void> {
  await deleteRegistrationsBefore(db, new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS));
}

/** The addresses that mails about a registration lead to; nothing is known of one that is gone. */
function waysOf(asked: Pick<RegistrationRow, 'destination'> | undefined): Ways {
  return waysTo(destinations.find((known) => known === asked?.destination) ?? null);
}

async function open(tx: Tx, asked: RegistrationRow, agency: Agency): Promise<void> {
  if (await spaceOfAgency(tx, agency.id)) throw fail(joiningErrors.AGENCY_HAS_SPACE);
  const now = clock.now();
  const space = await insertSpace(tx, {
    agencyId: agency.id,
    email: asked.email,
    phone: asked.phone,
    passwordHash: asked.passwordHash,
    termsAgreedAt: asked.termsAgreedAt,
    createdAt: now,
  });
  if (!space) throw fail(joiningErrors.AGENCY_ACCOUNT_EXISTS);
  await completeAgency(tx, agency.id, asked);
  await updateRegistration(tx, asked.id, { settledAt: now, outcome: 'opened', passwordHash: null });
}

async function settle(
  tx: Tx,
  env: Settings,
  asked: RegistrationRow,
  outcome: 'opened' | 'refused',
  reason: string | null = null,
): Promise<void> {
  const agency = asked.agencyId === null ? null : await agencyById(tx, asked.agencyId);
  if (!agency) throw fail(accountErrors.LINK_INVALID);
  if (outcome === 'opened') await open(tx, asked, agency);
  else await updateRegistration(tx, asked.id, { settledAt: clock.now(), outcome, passwordHash: null });
  const { claimAnsweredMail } = await import('./agencies.mails.server.tsx');
  const opened = outcome === 'opened';
  const hasPassword = asked.passwordHash !== null;
  const way = !opened
    ? paths.contact()
    : hasPassword
      ? waysOf(asked).login
      : await firstPasswordPath(tx, asked.email);
  const url = env.publicUrl + way;
  const { name } = agency;
  const mail = claimAnsweredMail({ origin: env.publicUrl, agency: name, opened, url, hasPassword, reason });
  await mailTo(tx, asked.email, `agency-claim:${asked.id}`, mail);
}

/**
 * Where the person who registered without a password chooses one at once; too late for that, the page mails another
 * link.
 */
async function firstPasswordPath(tx: Tx, email: string): Promise<string> {
  const space = await spaceByEmail(tx, email);
  const link = space && (await newLink(tx, 'reset', email, { accountId: space.accountId }));
  const words = new URLSearchParams({ ...(link ? { token: link.token } : {}), email });
  return `${paths.agencyForgotPassword()}?${words}`;
}

/** The agency itself is asked at the address on file; without one, an administrator is. */
async function askAgency(tx: Tx, env: Settings, asked: RegistrationRow, agency: Agency): Promise<void> {
  const { approvalMail, claimNoticeMail } = await import('./agencies.mails.server.tsx');
  const onFile = agency.email?.toLowerCase();
  if (!onFile) {
    const { ownerReference: reference } = agency;
    const mail = claimNoticeMail({ origin: env.publicUrl, claim: asked.id, reference, email: asked.email });
    await mailTo(tx, env.contactAddress, `agency-claimed:${asked.id}`, mail);
    return;
  }
  const link = await newLink(tx, 'approve', onFile, { registrationId: asked.id });
  if (!link) return;
  const mail = approvalMail({
    origin: env.publicUrl,
    link: `${env.publicUrl}${paths.agencyConfirmEmail()}?token=${link.token}`,
    agency: agency.name,
    email: asked.email,
    days: APPROVE_HOURS / 24,
  });
  await mailTo(tx, onFile, link.key, mail);
}

const NAMES_TRIED = 50;

/** An agency that nobody knew, under a reference made of its name. */
async function makeAgency(tx: Tx, asked: RegistrationRow): Promise<Agency> {
  const identity = await placed(tx, asked.town);
  for (const reference of referencesFor(asked.name)) {
    // One after the other: the first that is free.
    if (await agencyByReference(tx, reference)) continue;
    return addAgency(
      tx,
      {
        ref: reference,
        name: asked.name,
        email: asked.email,
        ...(asked.siren ? { siren: asked.siren } : {}),
      },
      { identity },
    );
  }
  throw fail(agencyErrors.AGENCY_REFERENCE_TAKEN);
}

/** « 34000 Montpellier », « montpellier » or « 34000 » as an address says it; what is no place for sure stays as it was typed. */
async function placed(tx: Tx, town: string | null): Promise<Pick<AgencyIdentity, 'postalCode' | 'city'>> {
  const code = /\b\d{5}\b/.exec(town ?? '')?.[0] ?? null;
  const name = (town ?? '').replace(code ?? '', '').trim() || null;
  if (!code && !name) return {};
  const [match] = await matchPlaces(tx, [{ postalCode: code, city: name }]);
  const place = match?.place ?? null;
  const city = place ? (place.cityName ?? place.name) : name;
  const only = place?.postalCodes.length === 1 ? place.postalCodes[0] : undefined;
  return { postalCode: code ?? only ?? null, city };
}

/** « Agence du Port » to `agence-du-port`, `agence-du-port-2`…: only what a reference may be. */
export function referencesFor(name: string): string[] {
  const plain = name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  const base = (plain.length < 3 ? `agence-${plain}` : plain).slice(0, 28).replaceAll(/^-+|-+$/g, '');
  const numbered = Array.from({ length: NAMES_TRIED }, (_, index) => `${base}-${index + 2}`);
  return [base, ...numbered].filter((reference) => ownerReferenceField.safeParse(reference).success);
}
