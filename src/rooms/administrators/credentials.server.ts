import { createHmac, timingSafeEqual } from 'node:crypto';
import { verify } from '@node-rs/argon2';
import { composedPassword } from '#contract/common-passwords.ts';
import { fail } from '#contract/errors.ts';
import { type Actor, asAdministratorName, nobody } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Env } from '#platform/env.server.ts';
import { hashPassword } from '#rooms/accounts/accounts.server.ts';
import { beginAttempt } from '#rooms/accounts/login-attempts.server.ts';
import { adminErrors } from './contract.ts';

/** The administrator of a demonstration, whose password is published: for this machine only, where ADMIN_USERS is unset. */
export const DEMO_ADMINISTRATOR = { name: 'admin', password: 'Vigie2026' } as const;

/** How long a header that was right is believed without another argon2, which every call of a page would pay. */
const BELIEVED_MS = 300_000;

/** Keyed digests of headers that were right, with the stored hash they matched: neither a password nor a header is kept. */
const believed = new Map<string, { digest: Buffer; stored: string; until: number }>();

/** `Basic …` to what it says (RFC 7617); null when it is something else. */
function readBasic(header: string | undefined): { name: string; password: string } | null {
  const encoded = /^Basic ([A-Za-z0-9+/]{1,1000}={0,2})$/.exec(header ?? '')?.[1];
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  return colon < 1 ? null : { name: text.slice(0, colon), password: text.slice(colon + 1) };
}

let demoHash: Promise<string> | undefined;
let nobodysHash: Promise<string> | undefined;

/** The hash that a name is compared with; undefined when there is no such administrator. */
async function storedHash(env: Env, name: string, demo: boolean): Promise<string | undefined> {
  if (env.administrators) return env.administrators.get(name);
  if (!demo || env.VIGIE_DEMO !== '1' || name !== DEMO_ADMINISTRATOR.name) return undefined;
  demoHash ??= hashPassword(DEMO_ADMINISTRATOR.password);
  return demoHash;
}

/**
 * Which administrator a request comes from; nobody without an authorization of kind Basic. Throws ADMIN_CREDENTIALS when
 * the name or the password is wrong, the same for both and at the same cost, and RATE_LIMIT_EXCEEDED after ten wrong ones
 * for a name in a quarter of an hour. `demo`: the request comes from this machine, outside production.
 */
export async function actorOfCredentials(
  { db, env }: Pick<Services, 'db' | 'env'>,
  header: string | undefined,
  { ip, demo }: { ip: string; demo: boolean },
): Promise<Actor> {
  const given = readBasic(header);
  if (!given) return nobody;
  const { name, password } = given;
  const stored = await storedHash(env, name, demo);
  const digest = createHmac('sha256', env.secret).update(`admin\n${header}`).digest();
  const known = believed.get(name);
  const now = clock.now().getTime();
  if (known && stored === known.stored && now < known.until && timingSafeEqual(known.digest, digest))
    return { kind: 'admin', name: asAdministratorName(name) };
  const attempt = await beginAttempt({ db, env }, { ip, email: `admin:${name}` });
  nobodysHash ??= hashPassword('personne');
  const right = await verify(stored ?? (await nobodysHash), composedPassword(password));
  if (!right || stored === undefined) {
    await attempt.failed('wrong');
    throw fail(adminErrors.ADMIN_CREDENTIALS);
  }
  await attempt.succeeded();
  believed.set(name, { digest, stored, until: now + BELIEVED_MS });
  return { kind: 'admin', name: asAdministratorName(name) };
}
