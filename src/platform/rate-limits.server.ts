import type { RateTier } from '#contract/call.ts';
import { Refusal, sharedErrors } from '#contract/errors.ts';

interface RateLimit {
  readonly max: number;
  /** In milliseconds. */
  readonly timeWindow: number;
  /** Counted in the database: alike for all processes, and a restart forgives nothing. Else in each process. */
  readonly shared: boolean;
}

/** Requests one address may make, by how much harm they could do (docs/decisions/0062). */
const tiers: Record<RateTier, RateLimit> = {
  read: { max: 600, timeWindow: 60_000, shared: false },
  files: { max: 3_000, timeWindow: 60_000, shared: false },
  tiles: { max: 1_200, timeWindow: 60_000, shared: false },
  drawing: { max: 30, timeWindow: 60_000, shared: false },
  often: { max: 600, timeWindow: 60_000, shared: true },
  write: { max: 60, timeWindow: 60_000, shared: true },
  sensitive: { max: 30, timeWindow: 900_000, shared: true },
};

export function rateLimitOf(tier: RateTier): RateLimit {
  return tiers[tier];
}

/** Seconds to French: 900 to « 15 minutes », 80 000 to « 23 heures ». Said in the body of a 429, like its header. */
export function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const [count, unit] =
    seconds < 60
      ? [Math.max(1, Math.ceil(seconds)), 'seconde']
      : minutes < 120
        ? [minutes, 'minute']
        : [Math.ceil(minutes / 60), 'heure'];
  return `${count} ${unit}${count > 1 ? 's' : ''}`;
}

/** The refusal of specification 8 by a rule that counts by itself; the door adds the endpoint and the header. */
export class TooMany extends Refusal {
  readonly seconds: number;

  constructor(seconds: number) {
    super(sharedErrors.RATE_LIMIT_EXCEEDED);
    this.seconds = Math.max(1, Math.ceil(seconds));
  }
}

export function tooMany(seconds: number): TooMany {
  return new TooMany(seconds);
}

/** The details of a 429 (specification 8). */
export function limitDetails(seconds: number, url: string) {
  return {
    title: 'Limite de requêtes atteinte',
    retryAfter: waitText(seconds),
    endpoint: url.split('?')[0],
  };
}

/** Whom requests are counted against: an IPv4 address, or the /64 network that one IPv6 subscriber owns. */
export function clientOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped || !ip.includes(':')) return mapped ?? ip;
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const groups = [
    ...before,
    ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'),
    ...after,
  ];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
