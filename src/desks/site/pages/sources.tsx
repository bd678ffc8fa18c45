import { formatDate } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { clock } from '#platform/clock.server.ts';
import { services } from '#platform/context.server.ts';
import { importedAttributions } from '#rooms/places/contours.server.ts';
import { publication } from '#rooms/prices/published.ts';
import { orderWords } from '#rooms/prices/rent-control.ts';
import { citedOrders } from '#rooms/prices/rent-control-here.server.ts';
import { OutsideLink } from '#ui/link.tsx';
import { pageMeta } from '#ui/page-meta.ts';
import { Prose, ProseSection } from '../parts/prose.tsx';
import type { Route } from './+types/sources.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { env, readDb } = services(context);
  const [contours, { orders, over }] = await Promise.all([
    importedAttributions(readDb),
    citedOrders(readDb, clock.now()),
  ]);
  return {
    // What is written under maps begins so.
    contours: contours.map((attribution) => attribution.replace(/^Contours\u00a0: /, '')),
    origin: env.publicUrl,
    streets: env.mapTiles === 'ign',
    rentControlOver: over && formatDate(new Date(`${over}T12:00:00Z`)),
    orders: orders.map((order) => ({
      territory: order.territory,
      words: [
        `${order.area}\u00a0: ${orderWords(order)}`,
        order.ended && ', qui n’est plus en vigueur',
        order.outdated && over === null && ', qu’un plus récent devrait remplacer',
        order.source && ` (${order.source})`,
      ]
        .filter(Boolean)
        .join(''),
    })),
  };
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
    what: 'Contours des communes (code officiel géographique de 2026) et des arrondissements',
    who: 'IGN, Admin Express, par Etalab',
    licence: 'Licence Ouverte 2.0',
  },
  {
    what: 'Contour de la France sur les cartes',
    who: 'IGN, Admin Express, par Etalab',
    licence: 'Licence Ouverte 2.0',
  },
  { what: 'Contours des pays voisins', who: 'Natural Earth', licence: 'domaine public' },
  {
    what: 'Zones urbaines, lacs, cours d’eau, routes et voies ferrées des cartes',
    who: 'Natural Earth',
    licence: 'domaine public',
  },
  {
    what: 'Centre et étendue des arrondissements de Paris',
    who: 'DGFiP et Etalab, demandes de valeurs foncières géolocalisées',
    licence: 'Licence Ouverte 2.0',
  },
  {
    what: 'Centre et étendue des arrondissements de Lyon et Marseille',
    who: 'IGN, Admin Express, par Etalab',
    licence: 'Licence Ouverte 2.0',
  },
];

const prices = [
  {
    what: 'Ventes signées',
    who: 'DGFiP, Demandes de valeurs foncières, géolocalisées par Etalab',
    licence: 'Licence Ouverte 2.0',
  },
  {
    what: `Médianes de cinq ans par commune (${publication.years})`,
    who: `data.gouv.fr, ${publication.name}, d’après la DGFiP, Demandes de valeurs foncières`,
    licence: publication.licence,
  },
  {
    what: 'Loyers d’annonce estimés, édition 2022',
    who: 'DHUP et ANIL, Carte des loyers, à partir des données du Groupe SeLoger et de leboncoin',
    licence: 'Licence Ouverte 2.0',
  },
];

const works = [
  { what: 'Bricolage Grotesque (titres)', licence: 'SIL Open Font License 1.1' },
  { what: 'Figtree (texte)', licence: 'SIL Open Font License 1.1' },
  { what: 'Lucide (pictogrammes)', licence: 'ISC' },
];

/** Where maps have streets; Vigie hands them on, and IGN does not know who looks at them. */
const streetPlan = {
  what: 'Rues des cartes',
  who: '© IGN, Plan IGN, par la Géoplateforme',
  licence: 'Licence Ouverte 2.0',
};

export default function Sources({ loaderData }: Route.ComponentProps) {
  return (
    <Prose
      title="Sources des données"
      lead="Les annonces viennent des agences. Le reste vient de données et d’œuvres ouvertes, que voici."
    >
      <ProseSection title="Lieux">
        <ul>
          {[...places, ...(loaderData.streets ? [streetPlan] : [])].map(({ what, who, licence }) => (
            <li key={what}>
              {what}&nbsp;: {who} ({licence})
            </li>
          ))}
          {loaderData.contours.map((attribution) => (
            <li key={attribution}>Contours chargés ici&nbsp;: {attribution}</li>
          ))}
        </ul>
        <p>
          Les noms, les codes et les étendues de ces lieux sont pris dans les paquets d’Etalab{' '}
          <code>decoupage-administratif</code> et <code>fr-bounding-boxes</code>, les contours dans ses
          «&nbsp;Contours administratifs&nbsp;». Ceux des communes sont simplifiés&nbsp;: une carte ne les
          dessine qu’à l’échelle où ils restent justes&nbsp;; de plus près, un rond marque le centre de la
          commune. Texte de la{' '}
          <OutsideLink href="https://www.etalab.gouv.fr/licence-ouverte-open-licence/">
            Licence Ouverte
          </OutsideLink>
          .
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
        <p>
          Chaque page de prix donne la période et le mois de publication des données dont elle est faite, et
          la licence des loyers quand une autre édition les remplace.
        </p>
      </ProseSection>
      <ProseSection title="Encadrement des loyers">
        {loaderData.orders.length > 0 ? (
          <ul>
            {loaderData.orders.map(({ territory, words }) => (
              <li key={territory}>{words}</li>
            ))}
          </ul>
        ) : (
          <p>Aucun arrêté n’est chargé ici.</p>
        )}
        <p>
          Les plafonds sont ceux des arrêtés des préfets, qui font seuls foi. Ailleurs en zone encadrée, Vigie
          compare le loyer au plafond que l’annonce écrit elle-même.
          {loaderData.rentControlOver &&
            ` L’expérimentation a pris fin le ${loaderData.rentControlOver}, et aucune loi qui la prolonge n’est enregistrée ici.`}
        </p>
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
