import { isBuilt, paths } from '../../../contract/paths.ts';
import { services } from '../../../platform/context.server.ts';
import { Notice } from '../../../ui/notice.tsx';
import { pageMeta } from '../../../ui/page-meta.ts';
import { SALES_TERMS_SINCE } from '../contract.ts';
import { type Brief, Document } from '../parts/document.tsx';
import { dutyChapters, orderChapters } from '../parts/sales-terms-text.tsx';
import type { Route } from './+types/sales-terms.ts';

export function loader({ context }: Route.LoaderArgs) {
  return { origin: services(context).env.publicUrl };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({
    title: 'Conditions générales de vente – Vigie',
    description:
      'Boosts vendus aux agences : prix, paiement, diffusion, annulation, remboursement et factures.',
    origin: loaderData?.origin ?? '',
    path: paths.salesTerms(),
  });
}

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
    words: 'Un boost qui n’a pas commencé est remboursé en entier.',
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

export default function SalesTerms() {
  return (
    <Document
      title="Conditions générales de vente"
      lead="Elles concernent les boosts, que seules les agences et les autres professionnels peuvent acheter."
      since={SALES_TERMS_SINCE}
      brief={brief}
      chapters={[...orderChapters, ...dutyChapters]}
    >
      {!isBuilt('agencyBoost') && (
        <Notice title="La vente n’est pas encore ouverte">
          Aucun boost ne peut être commandé pour l’instant. Ces conditions vaudront pour les premières
          commandes.
        </Notice>
      )}
    </Document>
  );
}
