/**
 * Suspicion: what the scam shield keeps off line until a person has read it, and what that person refused (domain.md F13).
 */
import type { LegalContext, Rule } from './terms.ts';

/** What the rule looks at. */
export interface Suspected {
  readonly context: Pick<LegalContext, 'suspicion'>;
}

const REMEDY =
  'Retirez ce qui y ressemble, ou attendez : une personne de Vigie relit l’annonce, et ce qu’elle en décide l’emporte.';

export const suspicionRules: readonly Rule<Suspected>[] = [
  {
    id: 'F13',
    when: ({ context }) => context.suspicion !== undefined,
    check: ({ context }, found) => {
      const { signals = [], refused = null } = context.suspicion ?? {};
      const said = signals.map((signal) => `« ${signal} »`).join(', ');
      if (refused === null)
        found(
          'signals',
          'review',
          'description',
          `Cette annonce ressemble à des arnaques connues : ${said}. Une personne doit la relire.`,
          REMEDY,
        );
      else
        found(
          'scam',
          'block',
          'description',
          `Cette annonce a été relue et refusée comme une arnaque : ${refused}`,
          'Corrigez le texte ou le prix : l’annonce corrigée sera relue.',
        );
    },
  },
];
