import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

declare const brand: unique symbol;
type Branded<T, Name extends string> = T & { readonly [brand]: Name };

/** A user whose session was checked. Only `asUserId` makes one, at the door. */
export type UserId = Branded<number, 'UserId'>;
export type AgencyId = Branded<number, 'AgencyId'>;
export type OwnerReference = Branded<string, 'OwnerReference'>;
/** Who administers: the name of ADMIN_USERS whose password was checked, or of the operator of a command. */
export type AdministratorName = Branded<string, 'AdministratorName'>;

export const asUserId = (id: number) => id as UserId;
/** Of an agency whose session was checked, at the door. */
export const asAgencyId = (id: number) => id as AgencyId;
export const asOwnerReference = (reference: string) => reference as OwnerReference;
/** Of an administrator whose password was checked, at the door; of a command, what `--by` says. */
export const asAdministratorName = (name: string) => name as AdministratorName;

/** Who makes a request. */
export type Actor =
  | { readonly kind: 'none' }
  | { readonly kind: 'user'; readonly userId: UserId; readonly email: string; readonly firstName: string }
  | {
      readonly kind: 'agency';
      readonly agencyId: AgencyId;
      readonly ownerReference: OwnerReference;
      readonly name: string;
      /** An administrator looks at its space, until then (ISO): this browser is not the agency, and may write nothing. */
      readonly readOnly?: { readonly by: AdministratorName; readonly until: string };
    }
  | { readonly kind: 'admin'; readonly name: AdministratorName };

export const nobody: Actor = { kind: 'none' };

/** 256 random bits, URL-safe; store only `hashToken` of it. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 of a token, what the database keeps. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * A token that needs no row: `payload` (letters, digits, `-`, `.`, `:`) signed for one purpose. It works until the
 * payload itself is refused (a version number in it makes it revocable).
 */
export function signToken(secret: string, purpose: string, payload: string): string {
  return `${Buffer.from(payload).toString('base64url')}.${signature(secret, purpose, payload)}`;
}

/** The payload of a token signed for this purpose, or null. */
export function readToken(secret: string, purpose: string, token: string): string | null {
  const [encoded, given, ...rest] = token.split('.');
  if (!encoded || !given || rest.length > 0) return null;
  const payload = Buffer.from(encoded, 'base64url').toString();
  const expected = Buffer.from(signature(secret, purpose, payload));
  const actual = Buffer.from(given);
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? payload : null;
}

function signature(secret: string, purpose: string, payload: string): string {
  return createHmac('sha256', secret).update(`${purpose}\n${payload}`).digest('base64url');
}
