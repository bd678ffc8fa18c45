/**
 * Coherence of the type with what the listing describes (C13).
 */
import { propertyTypes } from '../../contract.ts';
import { homeSigns } from '../../homes-by-nature.ts';
import type { Rule } from '../terms.ts';

export const natureRules: readonly Rule[] = [
  {
    id: 'C13',
    when: ({ dwelling, draft }) => dwelling && !propertyTypes[draft.propertyType].dwelling,
    check: ({ draft }, found) => {
      const { propertyType, subType } = draft;
      // « Péniche » says what it is: no type of the list would say it better.
      if (propertyType === 'other' && subType !== null) return;
      const { label } = propertyTypes[propertyType];
      const signs = homeSigns(draft).join(', ');
      found(
        'home_untold',
        'warning',
        'propertyType',
        propertyType === 'other'
          ? `Le type « ${label} » ne dit pas ce qu’est le bien, et l’annonce décrit un logement (${signs}) : elle est jugée comme un logement.`
          : `Le type « ${label} » ne va pas avec ce que dit l’annonce (${signs}) : elle est jugée comme un logement.`,
        propertyType === 'other'
          ? 'Choisissez le type du logement (appartement, maison…) ou, si ce n’en est pas un, dites ce que c’est (cave, hangar…).'
          : 'Corrigez le type du bien, ou retirez ce qui n’est pas vrai de lui.',
      );
    },
  },
];
