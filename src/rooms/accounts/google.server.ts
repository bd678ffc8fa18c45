import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientError,
  ClientSecretBasic,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import * as z from 'zod/mini';
import { NAME_MAX, NAME_MIN } from '#contract/constants.ts';
import { fail, sharedErrors } from '#contract/errors.ts';
import { email as emailField } from '#contract/fields.ts';
import { paths } from '#contract/paths.ts';
import { visibleLine } from '#contract/visible.ts';
import { hashToken, readToken, signToken, type UserId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Db, Tx } from '#platform/db.server.ts';
import type { Env } from '#platform/env.server.ts';
import { hostCookieName, type Visit } from '#platform/sessions.server.ts';
import { mailGoogleLinked, mailGoogleUnlinked } from './account-links.server.ts';
import { type OpenedSession, openSession, renewSession, userOf } from './accounts.server.ts';
import {
  type AccountRow,
  accountByEmail,
  accountByGoogle,
  accountSessions,
  insertAccount,
  lockAccount,
  updateAccount,
} from './accounts.sql.server.ts';
import { accountErrors } from './contract.ts';
import { deleteSpentTokens, spendToken } from './google.sql.server.ts';

type Open = Pick<Services, 'db' | 'env'>;
type Settings = Pick<
  Env,
  'GOOGLE_CLIENT_ID' | 'GOOGLE_CLIENT_SECRET' | 'GOOGLE_ISSUER' | 'production' | 'publicUrl' | 'secret'
>;

const PURPOSE = 'google-sign-in';
/** How long a person may stay at Google before the way back closes. */
export const GOOGLE_TRIP_SECONDS = 600;
const TIMEOUT_SECONDS = 10;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** Whether the button is shown. */
export function googleEnabled(env: Pick<Env, 'GOOGLE_CLIENT_ID'>): boolean {
  return Boolean(env.GOOGLE_CLIENT_ID);
}

/** The cookie that ties a trip to Google to the browser that began it. */
export function googleCookieName(env: Pick<Env, 'publicUrl'>): string {
  return hostCookieName(env, 'google');
}

const known = new Map<string, Promise<Configuration>>();

/** The issuer's own description of itself, asked once. Throws GOOGLE_NOT_CONFIGURED or GOOGLE_UNREACHABLE. */
async function configurationOf(env: Settings): Promise<Configuration> {
  const { GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret, GOOGLE_ISSUER: issuer } = env;
  if (!id) throw fail(accountErrors.GOOGLE_NOT_CONFIGURED);
  const key = `${issuer} ${id} ${secret ?? ''}`;
  const url = new URL(issuer);
  // A test issuer on this machine may do without TLS; nothing else may.
  const plain = !env.production && url.protocol === 'http:' && LOOPBACK.test(url.hostname);
  let found = known.get(key);
  if (!found) {
    // An issuer may know us as a public client: PKCE protects the code either way.
    found = discovery(url, id, undefined, secret ? ClientSecretBasic(secret) : None(), {
      execute: [enableNonRepudiationChecks, ...(plain ? [allowInsecureRequests] : [])],
      timeout: TIMEOUT_SECONDS,
    });
    known.set(key, found);
  }
  try {
    return await found;
  } catch (error) {
    known.delete(key);
    throw Object.assign(fail(accountErrors.GOOGLE_UNREACHABLE), { cause: error });
  }
}

const trip = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  until: z.number(),
  /** The account that asked to be opened by the person who comes back. */
  link: z.optional(z.number()),
});

/**
 * Where to send the browser, and the cookie that only this browser will bring back. `link`: to join Google to it.
 * Throws GOOGLE_NOT_CONFIGURED without the settings, GOOGLE_UNREACHABLE when the issuer does not answer.
 */
export async function beginGoogle(env: Settings, link?: UserId): Promise<{ url: string; cookie: string }> {
  const configuration = await configurationOf(env);
  const verifier = randomPKCECodeVerifier();
  const [state, nonce] = [randomState(), randomNonce()];
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: returnUrl(env),
    scope: 'openid email profile',
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  });
  const until = clock.now().getTime() + GOOGLE_TRIP_SECONDS * 1000;
  return {
    url: url.href,
    cookie: signToken(env.secret, PURPOSE, JSON.stringify({ state, nonce, verifier, until, link })),
  };
}

const returnUrl = (env: Pick<Env, 'publicUrl'>) => `${env.publicUrl}${paths.google()}`;

/**
 * Ends a trip: the code is exchanged with this browser's own verifier, so it is useless in any other. Signs in, makes
 * the account, or joins Google to the account that `visit` is signed in to. Throws GOOGLE_REFUSED and the refusals of
 * `enter` and `joinGoogle`.
 */
export async function finishGoogle(
  { db, env }: Open,
  given: { code: string; state?: string | undefined; iss?: string | undefined },
  cookie: string | undefined,
  visit: Visit & { userId?: UserId | undefined },
): Promise<{ session: OpenedSession; outcome: 'opened' | 'created' | 'linked' }> {
  const configuration = await configurationOf(env);
  const payload = cookie ? readToken(env.secret, PURPOSE, cookie) : null;
  const begun = payload === null ? null : trip.parse(JSON.parse(payload));
  if (!begun || begun.until < clock.now().getTime()) throw fail(accountErrors.GOOGLE_REFUSED);
  const address = new URL(returnUrl(env));
  address.searchParams.set('code', given.code);
  address.searchParams.set('state', given.state ?? begun.state);
  address.searchParams.set('iss', given.iss ?? configuration.serverMetadata().issuer);
  const claims = await asked(async () => {
    const tokens = await authorizationCodeGrant(configuration, address, {
      pkceCodeVerifier: begun.verifier,
      expectedState: begun.state,
      expectedNonce: begun.nonce,
      idTokenExpected: true,
    });
    return tokens.claims();
  });
  const identity = identityIn(claims);
  const { link } = begun;
  if (link !== undefined) {
    const { oldToken } = visit;
    if (visit.userId !== link || !oldToken) throw fail(sharedErrors.LOGIN_REQUIRED);
    return { session: await joinGoogle({ db, env }, visit.userId, identity, oldToken), outcome: 'linked' };
  }
  return db.transaction().execute(async (tx) => {
    const { account, created } = await enter(tx, env, identity, 'either');
    return { session: await openSession(tx, account, visit), outcome: created ? 'created' : 'opened' };
  });
}

/** Google opens this account from now on, whatever its address there. Throws GOOGLE_TAKEN or GOOGLE_OTHER. */
async function joinGoogle(
  { db, env }: Open,
  userId: UserId,
  { sub, email }: Identity,
  token: string,
): Promise<OpenedSession> {
  try {
    return await db.transaction().execute(async (tx) => {
      const account = await lockAccount(tx, userId);
      if (!account) throw fail(sharedErrors.LOGIN_REQUIRED);
      const holder = await accountByGoogle(tx, sub);
      if (holder && holder.id !== account.id) throw fail(accountErrors.GOOGLE_TAKEN);
      if (account.googleSub !== null && account.googleSub !== sub) throw fail(accountErrors.GOOGLE_OTHER);
      if (account.googleSub === null) await mailGoogleLinked(tx, env, account, email);
      await updateAccount(tx, account.id, {
        googleSub: sub,
        googleEmail: email,
        googleLinkedAt: clock.now(),
      });
      const session = await renewSession(tx, token);
      if (!session) throw fail(sharedErrors.LOGIN_REQUIRED);
      return { user: await userOf(tx, userId), ...session };
    });
  } catch (error) {
    // Two accounts at the same instant.
    if ((error as { code?: string }).code === '23505') throw fail(accountErrors.GOOGLE_TAKEN);
    throw error;
  }
}

/** Google opens this account no more, and a mail says so. Throws GOOGLE_ONLY_DOOR while there is no password. */
export async function unlinkGoogle({ db, env }: Open, userId: UserId): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, userId);
    if (!account) throw fail(sharedErrors.LOGIN_REQUIRED);
    if (account.googleSub === null) return;
    if (account.passwordHash === null) throw fail(accountErrors.GOOGLE_ONLY_DOOR);
    await updateAccount(tx, account.id, { googleSub: null, googleEmail: null, googleLinkedAt: null });
    await mailGoogleUnlinked(tx, env, account);
  });
}

/**
 * Signs in, or signs up, with an ID token that a client got by itself. Throws GOOGLE_REFUSED when the token is forged,
 * for somebody else, past, or used before; and the refusals of `enter`.
 */
export async function useGoogleToken(
  { db, env }: Open,
  given: { googleToken: string; nonce?: string | undefined },
  wish: 'login' | 'register',
  visit: Visit,
): Promise<OpenedSession> {
  const payload = await verified(env, given.googleToken);
  if (given.nonce !== undefined && payload.nonce !== given.nonce) throw fail(accountErrors.GOOGLE_REFUSED);
  const identity = identityIn(payload);
  return db.transaction().execute(async (tx) => {
    const { account } = await enter(tx, env, identity, wish);
    const expiresAt = new Date((payload.exp ?? 0) * 1000);
    if (!(await spendToken(tx, hashToken(given.googleToken), expiresAt)))
      throw fail(accountErrors.GOOGLE_REFUSED);
    return openSession(tx, account, visit);
  });
}

const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();

async function verified(env: Settings, idToken: string): Promise<JWTPayload> {
  const configuration = await configurationOf(env);
  const { issuer, jwks_uri: keysUrl } = configuration.serverMetadata();
  const clientId = env.GOOGLE_CLIENT_ID ?? '';
  if (!keysUrl) throw fail(accountErrors.GOOGLE_UNREACHABLE);
  let keys = keySets.get(keysUrl);
  if (!keys) {
    keys = createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: TIMEOUT_SECONDS * 1000 });
    keySets.set(keysUrl, keys);
  }
  const getKey = keys;
  return asked(async () => {
    const { payload } = await jwtVerify(idToken, getKey, {
      // Google writes its own name both ways.
      issuer: [issuer, issuer.replace(/^https:\/\//, '')],
      audience: clientId,
      algorithms: ALGORITHMS,
      requiredClaims: ['sub', 'exp', 'iat'],
      currentDate: clock.now(),
    });
    if (payload.azp !== undefined && payload.azp !== clientId) throw new TypeError('azp');
    return payload;
  });
}

/** Runs a dialogue with the issuer: its silence is GOOGLE_UNREACHABLE, anything it or its token says wrong GOOGLE_REFUSED. */
async function asked<T>(dialogue: () => Promise<T>): Promise<T> {
  try {
    return await dialogue();
  } catch (error) {
    const { code, name } = error as { code?: unknown; name?: unknown };
    const silent =
      name === 'TimeoutError' ||
      code === 'ERR_JWKS_TIMEOUT' ||
      code === 'OAUTH_TIMEOUT' ||
      (error instanceof TypeError && /fetch failed/i.test(error.message)) ||
      (error instanceof ClientError &&
        /fetch failed/i.test((error.cause as Error | undefined)?.message ?? ''));
    const spec = silent ? accountErrors.GOOGLE_UNREACHABLE : accountErrors.GOOGLE_REFUSED;
    throw Object.assign(fail(spec), { cause: error });
  }
}

interface Identity {
  readonly sub: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Google itself holds the address (gmail.com, or a domain it hosts), not only once saw it confirmed. */
  readonly authoritative: boolean;
}

const identityClaims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: emailField,
  email_verified: z.union([z.literal(true), z.literal('true')]),
  given_name: z.optional(z.string()),
  family_name: z.optional(z.string()),
  name: z.optional(z.string()),
  hd: z.optional(z.string()),
});

/** The identity that Google asserts. An address that Google has not seen confirmed is ignored. */
function identityIn(claims: unknown): Identity {
  const parsed = identityClaims.safeParse(claims);
  if (!parsed.success) throw fail(accountErrors.GOOGLE_REFUSED);
  const { sub, email, given_name: given, family_name: family, name, hd } = parsed.data;
  return {
    sub,
    email,
    firstName: nameOf(given ?? name, email.split('@')[0] ?? email),
    lastName: nameOf(family, ''),
    authoritative: hd !== undefined || /@(gmail|googlemail)\.com$/.test(email),
  };
}

function nameOf(said: string | undefined, otherwise: string): string {
  const name = visibleLine(said ?? '');
  return (name.length >= NAME_MIN ? name : otherwise).slice(0, NAME_MAX);
}

/**
 * The account of a Google identity, by `sub` first. An address that has an account but was never proven is given to the
 * person who proves it here: what a stranger had put there leaves (security.md, threat 9). One that was proven is
 * joined only when Google holds the address itself. Throws ACCOUNT_NOT_FOUND, ACCOUNT_EXISTS, GOOGLE_PASSWORD_FIRST.
 */
async function enter(
  tx: Tx,
  env: Open['env'],
  identity: Identity,
  wish: 'login' | 'register' | 'either',
): Promise<{ account: AccountRow; created: boolean }> {
  const { sub, email, firstName, lastName } = identity;
  const linked = await accountByGoogle(tx, sub);
  if (linked) {
    if (wish === 'register') throw fail(accountErrors.ACCOUNT_EXISTS);
    return { account: linked, created: false };
  }
  const found = await accountByEmail(tx, email);
  const holder = found && (await lockAccount(tx, found.id));
  const now = clock.now();
  if (!holder) {
    if (wish === 'login') throw fail(accountErrors.ACCOUNT_NOT_FOUND);
    const account = await insertAccount(tx, {
      email,
      firstName,
      lastName,
      googleSub: sub,
      googleEmail: email,
      googleLinkedAt: now,
      emailVerifiedAt: now,
      createdAt: now,
    });
    // Somebody else was as fast, with the same address.
    if (!account) throw fail(accountErrors.ACCOUNT_EXISTS);
    return { account, created: true };
  }
  if (!holder.emailVerifiedAt) {
    await accountSessions.endAll(tx, holder.id);
    const account = await updateAccount(tx, holder.id, {
      googleSub: sub,
      googleEmail: email,
      googleLinkedAt: now,
      emailVerifiedAt: now,
      passwordHash: null,
      firstName,
      lastName,
      phone: null,
      civility: null,
    });
    return { account, created: wish !== 'login' };
  }
  if (wish === 'register') throw fail(accountErrors.ACCOUNT_EXISTS);
  if (!identity.authoritative || holder.googleSub !== null || holder.demo)
    throw fail(accountErrors.GOOGLE_PASSWORD_FIRST);
  const account = await updateAccount(tx, holder.id, {
    googleSub: sub,
    googleEmail: email,
    googleLinkedAt: now,
  });
  await mailGoogleLinked(tx, env, account);
  return { account, created: false };
}

export async function forgetSpentTokens(db: Db): Promise<void> {
  await deleteSpentTokens(db, clock.now());
}
