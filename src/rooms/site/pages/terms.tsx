import { paths } from '../../../contract/paths.ts';
import { services } from '../../../platform/context.server.ts';
import { pageMeta } from '../../../ui/page-meta.ts';
import { TERMS_SINCE } from '../contract.ts';
import { type Brief, Document } from '../parts/document.tsx';
import { rightsChapters } from '../parts/terms-rights.tsx';
import { serviceChapters } from '../parts/terms-service.tsx';
import type { Route } from './+types/terms.ts';

export function loader({ context }: Route.LoaderArgs) {
  const { env } = services(context);
  return { origin: env.publicUrl, mediator: env.MEDIATOR ?? null };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({
    title: 'Conditions d’utilisation – Vigie',
    description:
      'Alertes, comptes, annonces des agences, classement, signalement et recours : ce que Vigie vous doit et ce qu’il vous demande.',
    origin: loaderData?.origin ?? '',
    path: paths.terms(),
  });
}

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

export default function Terms({ loaderData }: Route.ComponentProps) {
  return (
    <Document
      title="Conditions d’utilisation"
      lead="Ce que Vigie fait pour vous, ce que nous vous demandons, et ce qui se passe quand quelque chose ne va pas."
      since={TERMS_SINCE}
      brief={brief}
      chapters={[...serviceChapters, ...rightsChapters(loaderData)]}
    />
  );
}
