import { type GeneralStatus, StatusBadge } from '#ui/badge.tsx';
import type { Import } from '../diagnosis.ts';

const looks: Record<Import['state'], readonly [look: GeneralStatus, label: string]> = {
  received: ['syncing', 'Lecture'],
  compared: ['pending', 'À appliquer'],
  ordered: ['syncing', 'Mise en ligne'],
  staging: ['syncing', 'Lecture'],
  applying: ['syncing', 'Mise en ligne'],
  done: ['synced', 'Appliqué'],
  held: ['pending', 'À confirmer'],
  identical: ['inactive', 'Identique'],
  outdated: ['inactive', 'Remplacé'],
  refused: ['sync_error', 'Refusé'],
  undoing: ['syncing', 'Annulation'],
  undone: ['paused', 'Annulé'],
};

/** Where an import stands, in a word and a shape. */
export function ImportState({ state }: Pick<Import, 'state'>) {
  const [look, label] = looks[state];
  return <StatusBadge status={look} label={label} />;
}
