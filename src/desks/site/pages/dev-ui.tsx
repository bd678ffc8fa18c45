import type { MetaFunction } from 'react-router';
import { SpecimenData } from '../parts/specimen-data.tsx';
import { SpecimenFeedback } from '../parts/specimen-feedback.tsx';
import { SpecimenForms } from '../parts/specimen-forms.tsx';
import { SpecimenFoundations } from '../parts/specimen-foundations.tsx';
import { SpecimenLayouts } from '../parts/specimen-layouts.tsx';
import { SpecimenListings } from '../parts/specimen-listings.tsx';
import { SpecimenNavigation } from '../parts/specimen-navigation.tsx';

export const meta: MetaFunction = () => [
  { title: 'Pièces d’interface – Vigie' },
  { name: 'robots', content: 'noindex' },
];

const contents = [
  {
    title: 'Fondations',
    anchors: [
      ['couleurs', 'Couleurs'],
      ['textes', 'Textes'],
      ['formes', 'Formes'],
    ],
  },
  {
    title: 'Agir',
    anchors: [
      ['boutons', 'Boutons'],
      ['champs', 'Champs'],
      ['choix', 'Choix'],
      ['lieu', 'Lieu'],
    ],
  },
  {
    title: 'Annonces',
    anchors: [
      ['cartes', 'Cartes et prix'],
      ['photos', 'Photos'],
      ['energie', 'Énergie et climat'],
      ['statuts', 'Statuts'],
    ],
  },
  {
    title: 'Circuler',
    anchors: [
      ['parcours', 'Filtres, onglets, pages'],
      ['superpositions', 'Superpositions'],
    ],
  },
  {
    title: 'Répondre',
    anchors: [
      ['messages', 'Messages'],
      ['toasts', 'Toasts'],
      ['attente', 'Attente'],
      ['vide', 'Vide et panne'],
    ],
  },
  {
    title: 'Montrer',
    anchors: [
      ['tableaux', 'Tableaux'],
      ['courbes', 'Graphiques'],
    ],
  },
  {
    title: 'Cadres',
    anchors: [
      ['entetes', 'En-têtes'],
      ['pieds', 'Pieds de page'],
    ],
  },
] as const;

/** Every piece of ui/ in all its states. Absent in production. */
export default function DevUi() {
  return (
    <div className="page grid gap-10 py-8 lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-14 lg:py-12">
      <header className="lg:col-span-2">
        <h1 className="text-home">Pièces d’interface</h1>
        <p className="mt-3 max-w-measure text-lead text-ardoise-600">
          Encre et papier toute la journée ; un seul faisceau ambre, pour ce qui est nouveau ou va être
          surveillé. Chaque pièce est ici dans tous ses états.
        </p>
      </header>
      <nav aria-label="Sections" className="lg:sticky lg:top-[calc(var(--header)+2rem)] lg:self-start">
        <ul className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-4 lg:grid-cols-1">
          {contents.map((group) => (
            <li key={group.title}>
              <p className="text-small font-bold">{group.title}</p>
              <ul className="mt-1">
                {group.anchors.map(([id, label]) => (
                  <li key={id}>
                    <a
                      href={`#${id}`}
                      className="inline-block rounded-chip py-1 text-small text-ardoise-600 underline-offset-4 transition hover:text-phare-700 hover:underline"
                    >
                      {label}
                    </a>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0 space-y-20">
        <SpecimenFoundations />
        <SpecimenForms />
        <SpecimenListings />
        <SpecimenNavigation />
        <SpecimenFeedback />
        <SpecimenData />
        <SpecimenLayouts />
      </div>
    </div>
  );
}
