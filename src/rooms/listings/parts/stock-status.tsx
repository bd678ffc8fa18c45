import { type GeneralStatus, StatusBadge } from '#ui/badge.tsx';
import type { ListingStatus } from '../contract.ts';

const looks: Record<ListingStatus, readonly [look: GeneralStatus, label: string]> = {
  draft: ['inactive', 'Brouillon'],
  pending: ['pending', 'En relecture'],
  online: ['active', 'En ligne'],
  suspended: ['paused', 'En pause'],
  under_offer: ['synced', 'Sous offre'],
  sold: ['completed', 'Vendue'],
  rented: ['completed', 'Louée'],
  expired: ['pending', 'À confirmer'],
  refused: ['sync_error', 'Refusée'],
  withdrawn: ['inactive', 'Retirée'],
};

/** What a listing is, in a word and a shape. `suspended`: by Vigie, whatever else it is. */
export function StockStatus({ status, suspended = false }: { status: string; suspended?: boolean }) {
  if (suspended) return <StatusBadge status="sync_error" label="Suspendue par Vigie" />;
  const [look, label] = looks[status as ListingStatus];
  return <StatusBadge status={look} label={label} />;
}
