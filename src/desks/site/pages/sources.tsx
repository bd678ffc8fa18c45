import { paths } from '#contract/paths.ts';
import { services } from '#platform/context.server.ts';
import { OutsideLink } from '#ui/link.tsx';
import { pageMeta } from '#ui/page-meta.ts';
import { Prose, ProseSection } from '../parts/prose.tsx';
import type { Route } from './+types/sources.ts';

export function loader({ context }: Route.LoaderArgs) {
  return { origin: services(context).env.publicUrl };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({
    title: 'Sources des données – Vigie',
    description: 'Les données publiques, caractères et pictogrammes que Vigie utilise, et leurs licences.',
    origin: loaderData?.origin ?? '',
    path: paths.sources(),
  });
}

const places = [
  {
    what: 'Communes, arrondissements, départements, population',
    who: 'INSEE, code officiel géographique et recensement',
    licence: 'Licence Ouverte 2.0',
  },
  {
    what: 'Codes postaux',
    who: 'La Poste, base officielle des codes postaux',
    licence: 'Licence Ouverte 2.0',
  },
  { what: 'Étendue des communes', who: 'IGN, Admin Express', licence: 'Licence Ouverte 2.0' },
  {
    what: 'Contour de la France sur les cartes',
    who: 'IGN, Admin Express, par Etalab',
    licence: 'Licence Ouverte 2.0',
  },
  { what: 'Contours des pays voisins', who: 'Natural Earth', licence: 'domaine public' },
  {
    what: 'Centre et étendue des arrondissements de Paris',
    who: 'DGFiP et Etalab, demandes de valeurs foncières géolocalisées',
    licence: 'Licence Ouverte 2.0',
  },
  {
    what: 'Centre et étendue des arrondissements de Lyon et Marseille',
    who: '© les contributeurs d’OpenStreetMap',
    licence: 'ODbL 1.0',
  },
];

const prices = [
  {
    what: 'Ventes signées',
    who: 'DGFiP, Demandes de valeurs foncières, géolocalisées par Etalab',
    licence: 'Licence Ouverte 2.0',
  },
  {
    what: 'Loyers d’annonce estimés',
    who: 'DHUP et ANIL, Carte des loyers, à partir des données du Groupe SeLoger et de leboncoin',
    licence: 'Licence Ouverte 2.0',
  },
];

const works = [
  { what: 'Bricolage Grotesque (titres)', licence: 'SIL Open Font License 1.1' },
  { what: 'Figtree (texte)', licence: 'SIL Open Font License 1.1' },
  { what: 'Lucide (pictogrammes)', licence: 'ISC' },
];

export default function Sources() {
  return (
    <Prose
      title="Sources des données"
      lead="Les annonces viennent des agences. Le reste vient de données et d’œuvres ouvertes, que voici."
    >
      <ProseSection title="Lieux">
        <ul>
          {places.map(({ what, who, licence }) => (
            <li key={what}>
              {what}&nbsp;: {who} ({licence})
            </li>
          ))}
        </ul>
        <p>
          Les données de l’INSEE, de La Poste et de l’IGN sont prises dans les paquets d’Etalab{' '}
          <code>decoupage-administratif</code> et <code>fr-bounding-boxes</code>. Texte de la{' '}
          <OutsideLink href="https://www.etalab.gouv.fr/licence-ouverte-open-licence/">
            Licence Ouverte
          </OutsideLink>{' '}
          et de l’<OutsideLink href="https://opendatacommons.org/licenses/odbl/1-0/">ODbL</OutsideLink>.
        </p>
      </ProseSection>
      <ProseSection title="Prix et loyers">
        <ul>
          {prices.map(({ what, who, licence }) => (
            <li key={what}>
              {what}&nbsp;: {who} ({licence})
            </li>
          ))}
        </ul>
        <p>Chaque page de prix donne la période et le mois de publication des données dont elle est faite.</p>
      </ProseSection>
      <ProseSection title="Caractères et pictogrammes">
        <ul>
          {works.map(({ what, licence }) => (
            <li key={what}>
              {what}&nbsp;: {licence}
            </li>
          ))}
        </ul>
      </ProseSection>
      <ProseSection title="Classes énergie et climat">
        <p>
          Les lettres et les valeurs sont celles du diagnostic de performance énergétique transmis par
          l’agence. Vigie ne les calcule pas.
        </p>
      </ProseSection>
    </Prose>
  );
}
