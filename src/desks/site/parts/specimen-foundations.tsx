import { LogoMark } from '#ui/logo.tsx';
import { Row, Specimen } from './specimen.tsx';

// Class names stand whole: Tailwind reads them in the source.
const inks = [
  ['encre', '#0D1B2A', 'bg-encre', 'Texte', '16,65 sur craie'],
  ['ardoise-900', '#14273A', 'bg-ardoise-900', 'Bandes sombres, choisi', '14,56 avec craie'],
  ['ardoise-700', '#2B4560', 'bg-ardoise-700', 'Texte second', '9,47 sur craie'],
  ['ardoise-600', '#41597A', 'bg-ardoise-600', 'Texte second', '6,85 sur craie'],
  ['ardoise-500', '#5B6F87', 'bg-ardoise-500', 'Légendes', '4,94 sur craie'],
  ['bordure', '#7D8EA1', 'bg-bordure', 'Champs, boutons', '3,21 sur craie'],
  ['ardoise-300', '#A9B6C4', 'bg-ardoise-300', 'Texte sur sombre', '7,37 sur ardoise-900'],
  ['ardoise-200', '#CFD8E0', 'bg-ardoise-200', 'Filets', ''],
  ['ardoise-100', '#E6EBF0', 'bg-ardoise-100', 'Aplats', ''],
  ['craie', '#FBFAF6', 'bg-craie', 'Page', ''],
] as const;

const signals = [
  ['phare-700', '#0B5E63', 'bg-phare-700 text-blanc', 'Action, liens'],
  ['phare-600', '#0F7378', 'bg-phare-600 text-blanc', 'Survol'],
  ['phare-100', '#D6EFEE', 'bg-phare-100 text-phare-700', 'Choisi, information'],
  ['ambre-400', '#F2B134', 'bg-ambre-400 text-encre', 'Faisceau : nouveau, à surveiller'],
  ['ambre-100', '#FDF1D3', 'bg-ambre-100 text-ambre-700', 'En attente, en pause'],
  ['signal-600', '#B8420F', 'bg-signal-600 text-blanc', 'Hausse, sponsorisé'],
  ['rouge-100', '#FBE3E4', 'bg-rouge-100 text-rouge-700', 'Erreur, suppression'],
  ['vert-100', '#DFF1E4', 'bg-vert-100 text-vert-700', 'Actif, terminé'],
  ['violet-100', '#ECE5F6', 'bg-violet-100 text-violet-700', 'Nouveau, en cours'],
] as const;

const texts = [
  ['text-home', 'title text-home', 'L’annonce d’abord'],
  ['text-h1', 'title text-h1', 'Appartements à vendre à Nîmes'],
  ['text-h2', 'title text-h2', 'Autour de l’Écusson'],
  ['text-price', 'title figures text-price', '250 000,00 €'],
  ['text-h4', 'title text-h4', 'Soyez prévenu en premier'],
  ['text-lead', 'text-lead', 'Vous recevrez le premier e-mail dès qu’une annonce correspond.'],
  ['text-body', 'text-body', 'Appartement de 3 pièces, 65 m², au 2ᵉ étage avec ascenseur et balcon.'],
  ['text-small', 'text-small', '3 846,15 €/m² · honoraires inclus'],
  ['text-caption', 'text-caption', 'Mise à jour le 21 novembre 2026 à 08:30'],
] as const;

export function SpecimenFoundations() {
  return (
    <>
      <Specimen
        id="couleurs"
        title="Couleurs"
        rule="Le rapport de contraste est écrit à côté de chaque encre."
      >
        <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3 xl:grid-cols-5">
          {inks.map(([name, hex, look, use, ratio]) => (
            <li key={name}>
              <span className={`block h-16 rounded-control border border-ardoise-200 ${look}`} />
              <p className="mt-1.5 text-small font-medium">{name}</p>
              <p className="text-caption text-ardoise-600">
                {hex} · {use}
                {ratio && <span className="block">{ratio}</span>}
              </p>
            </li>
          ))}
        </ul>
        <ul className="grid grid-cols-1 gap-2 sm:grid-cols-2 xl:grid-cols-3">
          {signals.map(([name, hex, look, use]) => (
            <li
              key={name}
              className={`flex min-h-16 flex-col justify-center rounded-control px-4 py-2 ${look}`}
            >
              <span className="font-medium">{use}</span>
              <span className="text-caption">
                {name} · {hex}
              </span>
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen
        id="textes"
        title="Textes"
        rule="Bricolage Grotesque pour les titres et les prix, Figtree pour le reste ; chiffres alignés dans les prix et les tableaux."
      >
        <dl className="space-y-5">
          {texts.map(([name, look, words]) => (
            <div key={name} className="grid items-baseline gap-x-6 sm:grid-cols-[6.5rem_minmax(0,1fr)]">
              <dt className="text-caption text-ardoise-500">{name}</dt>
              <dd className={look}>{words}</dd>
            </div>
          ))}
        </dl>
      </Specimen>
      <Specimen
        id="formes"
        title="Formes"
        rule="Les filets avant les ombres. Une seule parure : le bord droit entaillé du faisceau."
      >
        <Row name="Marque">
          <LogoMark className="size-16" />
          <span className="on-dark grid place-items-center rounded-card p-4">
            <LogoMark onDark className="size-12" />
          </span>
        </Row>
        <Row name="Rayons">
          {[
            ['rounded-chip', '4 · étiquettes'],
            ['rounded-control', '8 · boutons, champs'],
            ['rounded-card', '12 · cartes'],
            ['rounded-full', 'plein · filtres, repères'],
          ].map(([look, words]) => (
            <span key={words} className={`border border-ardoise-700 bg-blanc px-5 py-3 text-small ${look}`}>
              {words}
            </span>
          ))}
        </Row>
        <Row name="Élévations">
          {[
            ['border border-ardoise-200', '0 · filet'],
            ['shadow-sticky', '1 · collé'],
            ['shadow-popover', '2 · suggestion'],
            ['shadow-modal', '3 · dialogue'],
          ].map(([look, words]) => (
            <span key={words} className={`rounded-card bg-blanc px-6 py-5 text-small ${look}`}>
              {words}
            </span>
          ))}
        </Row>
        <Row name="Pas d’espace : 4 8 12 16 24 32 48 64 96">
          {['size-1', 'size-2', 'size-3', 'size-4', 'size-6', 'size-8', 'size-12', 'size-16', 'size-24'].map(
            (look) => (
              <span key={look} className={`bg-phare-100 ${look}`} />
            ),
          )}
        </Row>
      </Specimen>
    </>
  );
}
