import { TERMS_SINCE } from '../contract.ts';
import { type Brief, Document } from './document.tsx';
import { rightsChapters } from './terms-rights.tsx';
import { serviceChapters } from './terms-service.tsx';

const brief: readonly Brief[] = [
  {
    title: 'Gratuit, avec ou sans compte',
    words: 'Chercher, lire et être alerté ne coûtent rien aux particuliers.',
  },
  {
    title: 'Nous ne sommes pas une agence',
    words: 'Les annonces sont celles des agences, qui en répondent. Vous traitez avec elles.',
  },
  {
    title: 'Personne ne paie pour être en tête',
    words: 'La plus récente d’abord. Si cela change, ce sera écrit.',
  },
  {
    title: 'Arrêter est aussi simple que commencer',
    words: 'Une alerte s’arrête en un clic, un compte se ferme sans motif.',
  },
  {
    title: 'Un contenu vous choque ?',
    words: 'Signalez-le sans compte : une personne lit, décide et vous répond.',
  },
  {
    title: 'Vos données restent les vôtres',
    words: 'Ni vendues, ni louées. À consulter, emporter ou effacer.',
  },
];

/** The whole of the terms of use. */
export function TermsView({ mediator }: { mediator: string | null }) {
  return (
    <Document
      title="Conditions d’utilisation"
      lead="Ce que Vigie fait pour vous, ce que nous vous demandons, et ce qui se passe quand quelque chose ne va pas."
      since={TERMS_SINCE}
      brief={brief}
      chapters={[...serviceChapters, ...rightsChapters({ mediator })]}
    />
  );
}
