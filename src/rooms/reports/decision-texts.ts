/**
 * Texts that a decision begins from: an administrator completes them with the facts before both sides read them.
 */
import type { Measure, ReportReason } from './contract.ts';
import type { Outcome } from './decisions.ts';

interface DecisionText {
  readonly label: string;
  readonly outcome: Outcome;
  readonly measure: Measure;
  /** What it answers; none: anything. */
  readonly reasons?: readonly ReportReason[];
  readonly text: string;
}

const texts: readonly DecisionText[] = [
  {
    label: 'Arnaque\u00a0: suspendre',
    outcome: 'founded',
    measure: 'suspension',
    reasons: ['scam'],
    text: 'L’annonce réunit les signes d’une tromperie\u00a0: […]. Elle est suspendue pour protéger ceux qui la liraient.',
  },
  {
    label: 'Bien parti\u00a0: corriger',
    outcome: 'founded',
    measure: 'correction',
    reasons: ['unavailable'],
    text: 'Le bien est déjà vendu ou loué\u00a0: […]. L’annonce doit être retirée du logiciel qui nous l’envoie.',
  },
  {
    label: 'Prix ou loyer\u00a0: corriger',
    outcome: 'founded',
    measure: 'correction',
    reasons: ['price'],
    text: 'Le prix ou le loyer affiché n’est pas celui que la loi demande d’afficher\u00a0: […]. Il doit être corrigé.',
  },
  {
    label: 'Mentions\u00a0: corriger',
    outcome: 'founded',
    measure: 'correction',
    reasons: ['mentions'],
    text: 'Une mention obligatoire manque ou est inexacte\u00a0: […]. Elle doit être ajoutée ou corrigée.',
  },
  {
    label: 'DPE\u00a0: corriger',
    outcome: 'founded',
    measure: 'correction',
    reasons: ['energy'],
    text: 'Les classes affichées ne sont pas celles du diagnostic\u00a0: […]. Elles doivent être corrigées, avec le numéro du diagnostic.',
  },
  {
    label: 'Photos\u00a0: corriger',
    outcome: 'founded',
    measure: 'correction',
    reasons: ['photos'],
    text: 'Des photos montrent un autre bien ou sont publiées sans droit\u00a0: […]. Elles doivent être retirées.',
  },
  {
    label: 'Discrimination\u00a0: suspendre',
    outcome: 'founded',
    measure: 'suspension',
    reasons: ['discrimination'],
    text: 'Le texte choisit l’occupant selon un critère que la loi interdit\u00a0: «\u00a0[…]\u00a0». Il ne peut être publié ainsi.',
  },
  {
    label: 'Coordonnées\u00a0: corriger',
    outcome: 'founded',
    measure: 'correction',
    reasons: ['contact'],
    text: 'Les coordonnées affichées ne sont pas celles de l’agence\u00a0: […]. Elles doivent être corrigées.',
  },
  {
    label: 'Contenu illicite\u00a0: suspendre',
    outcome: 'founded',
    measure: 'suspension',
    reasons: ['illegal', 'child_abuse'],
    text: 'L’annonce contient ce que la loi interdit de publier\u00a0: […]. Elle est suspendue.',
  },
  {
    label: 'Double\u00a0: corriger',
    outcome: 'founded',
    measure: 'correction',
    reasons: ['duplicate'],
    text: 'Le même bien est publié deux fois par la même agence\u00a0: […]. Une des deux annonces doit être retirée.',
  },
  {
    label: 'Déjà corrigé',
    outcome: 'founded',
    measure: 'none',
    text: 'L’annonce était inexacte quand elle a été signalée\u00a0: […]. Elle a été corrigée depuis.',
  },
  {
    label: 'Rien de contraire',
    outcome: 'unfounded',
    measure: 'none',
    text: 'Nous avons lu l’annonce et comparé ce qu’elle dit à […]. Rien n’y est contraire à la loi ni à nos conditions.',
  },
  {
    label: 'Pas assez précis',
    outcome: 'unfounded',
    measure: 'none',
    text: 'Le signalement ne dit pas ce qui serait faux, et notre lecture de l’annonce ne l’a pas montré. Un nouveau signalement plus précis sera examiné.',
  },
  {
    label: 'Déjà signalé',
    outcome: 'duplicate',
    measure: 'none',
    text: 'Les mêmes faits étaient déjà signalés. Ils sont traités avec le premier signalement.',
  },
];

/** What a text leaves to write: a decision that still holds it is not finished. */
export const TO_COMPLETE = '[…]';

/** Those that answer a reason, its own first. */
export function textsFor(reason: ReportReason): readonly DecisionText[] {
  return texts
    .filter(({ reasons }) => reasons === undefined || reasons.includes(reason))
    .toSorted((a, b) => Number(a.reasons === undefined) - Number(b.reasons === undefined));
}
