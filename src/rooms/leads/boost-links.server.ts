import { paths } from '#contract/paths.ts';
import { readToken, signToken } from '#platform/auth.server.ts';
import type { Env } from '#platform/env.server.ts';

const PURPOSE = 'boost-lead';

/** What an advertisement leads to: the page of a listing, and which boost showed it. */
export interface BoostLink {
  /** Of the boost: `BST-7K3MQ9TX`. */
  readonly reference: string;
  readonly listingId: number;
}

/** Its address, signed: what the person then asks is counted for that boost, and nothing is kept in their browser for it. */
export function boostUrl(
  { secret, publicUrl }: Pick<Env, 'secret' | 'publicUrl'>,
  { reference, listingId }: BoostLink,
): string {
  const token = signToken(secret, PURPOSE, `${reference}.${listingId}`);
  return `${publicUrl}${paths.listing({ propertyId: listingId })}?${new URLSearchParams({ boost: token })}`;
}

/** The boost of a link to this listing; null when nobody signed it, or for another listing. */
export function boostOfLink(
  { secret }: Pick<Env, 'secret'>,
  token: string | undefined,
  listingId: number,
): string | null {
  const payload = token === undefined ? null : readToken(secret, PURPOSE, token);
  const [, reference, listing] = /^(BST-[0-9A-Z]{8})\.(\d{1,15})$/.exec(payload ?? '') ?? [];
  return reference && Number(listing) === listingId ? reference : null;
}
