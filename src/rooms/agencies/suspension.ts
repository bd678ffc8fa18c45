// Suspension: whether an agency may be published here, by its own choice and by that of an administrator.
import type { Agency } from './contract.ts';

export const agencyStates = {
  active: 'Active',
  suspended: 'Suspendue',
  excluded: 'Retirée à sa demande',
} as const;
export type AgencyState = keyof typeof agencyStates;

/** A suspension outranks the choice of the agency: it says why nothing comes back. */
export function stateOf({
  suspendedOn,
  excludedOn,
}: Pick<Agency, 'suspendedOn' | 'excludedOn'>): AgencyState {
  if (suspendedOn !== null) return 'suspended';
  return excludedOn === null ? 'active' : 'excluded';
}

/** What the space of a suspended agency says of it. */
export interface Suspension {
  /** `YYYY-MM-DD`. */
  readonly on: string;
  readonly reason: string;
}
