import { paths } from '../../../contract/paths.ts';
import { services } from '../../../platform/context.server.ts';
import { Prose, ProseSection } from '../parts/prose.tsx';
import type { Route } from './+types/accessibility.ts';

export function loader({ context }: Route.LoaderArgs) {
  const { env } = services(context);
  return { origin: env.publicUrl, address: /<([^>]+)>/.exec(env.MAIL_FROM)?.[1] ?? env.MAIL_FROM };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: 'Accessibilité – Vigie' },
    {
      name: 'description',
      content: 'Ce que Vigie fait pour être utilisable par tous, et ce qui reste à vérifier.',
    },
    { tagName: 'link', rel: 'canonical', href: `${loaderData?.origin ?? ''}${paths.accessibility()}` },
  ];
}

export default function Accessibility({ loaderData }: Route.ComponentProps) {
  return (
    <Prose
      title="Accessibilité"
      lead="Vigie est conçu pour être utilisé au clavier, avec un lecteur d’écran, agrandi, et sans JavaScript."
    >
      <ProseSection title="État de conformité">
        <p>
          Aucun audit n’a encore été mené selon le référentiel général d’amélioration de l’accessibilité (RGAA
          4.1.2)&nbsp;: le site ne peut donc pas se dire conforme.
        </p>
      </ProseSection>
      <ProseSection title="Ce qui est fait">
        <ul>
          <li>Chercher, lire une annonce, confirmer et arrêter une alerte fonctionnent sans JavaScript.</li>
          <li>
            Tout ce qui se fait à la souris se fait au clavier, avec un cadre de focus toujours visible.
          </li>
          <li>
            Les contrastes du texte sont d’au moins 4,5 pour 1, ceux des champs et des boutons d’au moins 3
            pour 1.
          </li>
          <li>Aucune information n’est donnée par la couleur seule.</li>
          <li>Les animations cessent quand votre appareil le demande.</li>
        </ul>
      </ProseSection>
      <ProseSection title="Ce qui reste">
        <ul>
          <li>Les photos viennent des agences, le plus souvent sans description.</li>
          <li>Les essais avec les lecteurs d’écran n’ont pas encore été menés.</li>
        </ul>
      </ProseSection>
      <ProseSection title="Une difficulté ?">
        <p>
          Écrivez à {loaderData.address} en disant la page et ce que vous vouliez faire. Sans réponse
          satisfaisante, vous pouvez saisir le Défenseur des droits (defenseurdesdroits.fr).
        </p>
      </ProseSection>
    </Prose>
  );
}
