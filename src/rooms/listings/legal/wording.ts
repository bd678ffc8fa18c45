/**
 * Wording: what a listing may not say of whom it wants (R26).
 */

import { criteria } from './discrimination.ts';
import type { Case, LegalContext, Rule } from './terms.ts';

/** What the rule looks at. */
export interface Wordings extends Pick<Case, 'wording'> {
  readonly context: Pick<LegalContext, 'wordingCleared'>;
}

export const wordingRules: readonly Rule<Wordings>[] = [
  {
    id: 'R26',
    when: ({ context }) => !context.wordingCleared,
    check: ({ wording }, found) => {
      for (const { criterion, excerpt, field } of wording()) {
        if (criterion === 'fees') continue;
        found(
          `discrimination_${criterion}`,
          'review',
          field,
          `« ${excerpt} » paraît choisir l’occupant selon ${criteria[criterion]} : une personne doit relire ce texte.`,
          `Retirez « ${excerpt} » : nul ne peut être écarté pour ce motif (Code pénal, article 225-1).`,
        );
      }
    },
  },
];
