import { FileCheck2, Inbox, Send } from 'lucide-react';
import { Promised } from '#rooms/accounts/parts/account-frame.tsx';

const promises = [
  {
    Icon: Send,
    title: 'Votre logiciel publie, nous lisons',
    words: 'Votre flux habituel est repris tel quel. La diffusion est gratuite.',
  },
  {
    Icon: FileCheck2,
    title: 'Chaque annonce passe la loi en revue',
    words: 'Honoraires, DPE, copropriété : ce qui manque est dit, avec son remède, avant la mise en ligne.',
  },
  {
    Icon: Inbox,
    title: 'Les demandes vous arrivent, entières',
    words: 'Nom, téléphone, projet. Et la personne sait que son message est bien arrivé.',
  },
];

/** Beside the forms of agencies, where there is room: what a space is for. */
export function AgencyPromise() {
  return <Promised title="Vos annonces, devant ceux qui les attendent." promises={promises} />;
}
