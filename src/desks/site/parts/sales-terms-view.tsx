import { SALES_TERMS } from '#rooms/payments/terms.ts';
import { type Brief, Document } from './document.tsx';
import { dutyChapters, orderChapters } from './sales-terms-text.tsx';

const brief: readonly Brief[] = [
  {
    title: 'Pour les professionnels',
    words: 'Les particuliers ne paient rien. La diffusion des annonces est gratuite.',
  },
  {
    title: 'Une commande, un paiement',
    words: 'Pas d’abonnement, pas de reconduction. HT, TVA et TTC dits avant de payer.',
  },
  {
    title: 'Rien de diffusé, rien de dû',
    words: 'Avant son premier jour, un boost est remboursé en entier.',
  },
  { title: 'Arrêter reste possible', words: 'En cours de route, le budget non dépensé vous revient.' },
  {
    title: 'Des fourchettes, pas des promesses',
    words: 'Nous garantissons l’emploi du budget, non le nombre de prospects.',
  },
  {
    title: 'Une facture à chaque fois',
    words: 'Numérotée, complète, à télécharger. Un remboursement fait un avoir.',
  },
];

/** The whole of the terms of sale. */
export function SalesTermsView() {
  return (
    <Document
      title="Conditions générales de vente"
      lead="Elles concernent les boosts, que seules les agences et les autres professionnels peuvent acheter."
      since={SALES_TERMS}
      brief={brief}
      chapters={[...orderChapters, ...dutyChapters]}
    />
  );
}
