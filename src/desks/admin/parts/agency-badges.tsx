import { type IdentityState, identityStates } from '#rooms/agencies/checks.ts';
import { type AgencyState, agencyStates } from '#rooms/agencies/suspension.ts';
import { Badge } from '#ui/badge.tsx';

const stateTones = { active: 'green', suspended: 'red', excluded: 'grey' } as const;
const identityTones = { missing: 'grey', unverified: 'amber', verified: 'green', refused: 'red' } as const;

export function StateBadge({ state }: { state: AgencyState }) {
  return <Badge tone={stateTones[state]}>{agencyStates[state]}</Badge>;
}

export function IdentityBadge({ state }: { state: IdentityState }) {
  return <Badge tone={identityTones[state]}>{identityStates[state]}</Badge>;
}
