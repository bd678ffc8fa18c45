import { paths } from '../../../contract/paths.ts';
import { services } from '../../../platform/context.server.ts';
import { type Column, Table } from '../../../ui/table.tsx';
import { googleCookieName, googleEnabled } from '../../accounts/google/rules.server.ts';
import { sessionCookieName } from '../../accounts/rules.server.ts';
import { Prose, ProseSection } from '../parts/prose.tsx';
import type { Route } from './+types/cookies.ts';

export function loader({ context }: Route.LoaderArgs) {
  const { env } = services(context);
  return {
    origin: env.publicUrl,
    session: sessionCookieName(env),
    google: googleEnabled(env) ? googleCookieName(env) : null,
  };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: 'Cookies – Vigie' },
    { name: 'description', content: 'Deux cookies, posés seulement quand on se connecte. Aucun traceur.' },
    { tagName: 'link', rel: 'canonical', href: `${loaderData?.origin ?? ''}${paths.cookies()}` },
  ];
}

interface Row {
  name: string;
  use: string;
  life: string;
}

const nameOf = ({ name }: Row) => name;

const columns: Column<Row>[] = [
  { key: 'name', header: 'Nom', cell: nameOf, rowHeader: true },
  { key: 'use', header: 'À quoi il sert', cell: ({ use }) => use, wrap: true },
  { key: 'life', header: 'Durée', cell: ({ life }) => life, wrap: true },
];

export default function Cookies({ loaderData }: Route.ComponentProps) {
  const rows: Row[] = [
    {
      name: loaderData.session,
      use: 'Vous reconnaître d’une page à l’autre. Illisible par les scripts.',
      life: 'Jusqu’à la fermeture du navigateur, un jour au plus ; 90 jours si vous cochez «\u00a0Se souvenir de moi\u00a0»',
    },
    {
      name: 'auth_status',
      use: 'Savoir qu’une session existe. Ne contient rien d’autre que «\u00a01\u00a0».',
      life: 'La même',
    },
    ...(loaderData.google
      ? [
          {
            name: loaderData.google,
            use: 'Si vous passez par Google\u00a0: vérifier que le retour se fait dans le navigateur d’où vous êtes parti.',
            life: 'Jusqu’au retour, dix minutes au plus',
          },
        ]
      : []),
  ];
  return (
    <Prose
      title="Cookies"
      lead="Tant que vous n’ouvrez pas de session, Vigie ne dépose aucun cookie. Il n’y a donc rien à accepter."
    >
      <ProseSection title="Quand vous vous connectez">
        <Table caption="Cookies d’une session" hiddenCaption columns={columns} rows={rows} rowKey={nameOf} />
        <p>Ils sont nécessaires à la session et disparaissent quand vous vous déconnectez.</p>
        <p>
          Le navigateur garde aussi, pendant la session, votre nom et votre adresse. Si le réseau se coupe
          pendant que vous remplissez une page de votre compte, il garde ce que vous aviez tapé, le temps de
          l’onglet, pour vous le rendre à vous seul.
        </p>
      </ProseSection>
      <ProseSection title="Aucun traceur">
        <p>
          Le navigateur retient, le temps de l’onglet, l’endroit où vous en étiez dans chaque page, pour que
          «&nbsp;Retour&nbsp;» vous y ramène. Cela ne nous est pas envoyé.
        </p>
        <p>
          Pas de mesure d’audience, pas de publicité, pas de bouton de réseau social chargé d’ailleurs&nbsp;:
          chaque fichier de ce site vient de ce site. Les photos des annonces aussi.
        </p>
      </ProseSection>
    </Prose>
  );
}
