import { readToken, signToken } from '#platform/auth.server.ts';
import type { Env } from '#platform/env.server.ts';
import { type AppealSide, appealSideNames } from './appeals.ts';

const PURPOSE = 'report-appeal';

/** What the mails of a side hold, so that it contests without account and nobody contests in its name. */
export function appealKeyOf({ secret }: Pick<Env, 'secret'>, reference: string, side: AppealSide): string {
  return signToken(secret, PURPOSE, `${reference}:${side}`);
}

/** The side whose key this is, for this report; null when it is none. */
export function sideOfKey(
  { secret }: Pick<Env, 'secret'>,
  reference: string,
  key: string,
): AppealSide | null {
  const payload = readToken(secret, PURPOSE, key);
  return appealSideNames.find((side) => payload === `${reference}:${side}`) ?? null;
}
