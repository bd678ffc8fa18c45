import { isBuilt, paths } from '../../../contract/paths.ts';
import { services } from '../../../platform/context.server.ts';
import { TextLink } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Prose, ProseSection } from '../parts/prose.tsx';
import type { Route } from './+types/legal-notice.ts';

export function loader({ context }: Route.LoaderArgs) {
  const { env } = services(context);
  const address = /<([^>]+)>/.exec(env.MAIL_FROM)?.[1] ?? env.MAIL_FROM;
  return { origin: env.publicUrl, demonstration: !env.production, address };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: 'Mentions légales – Vigie' },
    { name: 'description', content: 'Éditeur du site, contact, données personnelles et médiation.' },
    { tagName: 'link', rel: 'canonical', href: `${loaderData?.origin ?? ''}${paths.legalNotice()}` },
  ];
}

export default function LegalNotice({ loaderData }: Route.ComponentProps) {
  const { address, demonstration, origin } = loaderData;
  return (
    <Prose title="Mentions légales" lead="Qui publie ce site, comment lui écrire, et ce qu’il garde de vous.">
      {demonstration && (
        <Notice tone="warning" title="Installation de démonstration">
          <p>
            Ce site tourne sur une machine locale ({origin}). Ses annonces et ses agences sont inventées. Il
            n’est pas ouvert au public&nbsp;: il n’a pas d’éditeur.
          </p>
        </Notice>
      )}
      <ProseSection title="Éditeur et contact">
        <p>
          Ce site est publié par la personne qui exploite cette installation de Vigie. On lui écrit à&nbsp;:{' '}
          {address}. Avant d’ouvrir le site au public, elle doit indiquer ici son nom ou sa raison sociale,
          son adresse, son SIREN, le directeur de la publication et l’hébergeur (loi du 21 juin 2004, article
          1-1).
        </p>
      </ProseSection>
      <ProseSection title="Annonces">
        <p>
          Les annonces sont rédigées par les agences, qui en répondent. Le nom de l’agence figure sur chacune.
          Une erreur, un bien déjà loué, un doute&nbsp;: écrivez à l’adresse ci-dessus en donnant le lien de
          l’annonce.
        </p>
        {isBuilt('ranking') && (
          <p>
            <TextLink to={paths.ranking()}>Comment sont classées les annonces</TextLink>
          </p>
        )}
      </ProseSection>
      <ProseSection title="Données personnelles">
        <p>
          Chercher et lire ne demandent rien&nbsp;: ni compte, ni traceur. Une alerte garde votre adresse
          e-mail, vos critères et les dates de sa confirmation et de ses envois, pour vous écrire et pour rien
          d’autre. Un compte garde en plus votre nom et un mot de passe que nous ne pouvons pas lire.
        </p>
        <p>
          Ces données ne sont ni vendues, ni louées, ni échangées. Chaque e-mail permet d’arrêter l’alerte en
          un clic. Pour consulter, corriger ou effacer vos données, écrivez à l’adresse ci-dessus&nbsp;; en
          cas de désaccord, la CNIL peut être saisie (cnil.fr).
        </p>
        {isBuilt('cookies') && (
          <p>
            <TextLink to={paths.cookies()}>Cookies</TextLink>
          </p>
        )}
      </ProseSection>
      {isBuilt('sources') && (
        <ProseSection title="Données et œuvres d’autrui">
          <p>
            Données publiques, caractères et pictogrammes&nbsp;:{' '}
            <TextLink to={paths.sources()}>Sources des données</TextLink>.
          </p>
        </ProseSection>
      )}
    </Prose>
  );
}
