import type { RateTier } from '../contract/call.ts';

/** Requests one address may make, by how much harm they could do. */
const tiers: Record<RateTier, { max: number; timeWindow: number }> = {
  read: { max: 600, timeWindow: 60_000 },
  write: { max: 60, timeWindow: 60_000 },
  sensitive: { max: 30, timeWindow: 900_000 },
};

export function rateLimitOf(tier: RateTier): { max: number; timeWindow: number } {
  return tiers[tier];
}

/** Seconds to French: 900 to « 15 minutes », 1 to « 1 seconde ». Said in the body of a 429, like its header. */
export function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const [count, unit] = seconds < 60 ? [Math.max(1, Math.ceil(seconds)), 'seconde'] : [minutes, 'minute'];
  return `${count} ${unit}${count > 1 ? 's' : ''}`;
}
