import { BadgeCheck, FileCheck2, Inbox, type LucideIcon, Send } from 'lucide-react';
import { formatCount, formatNumber, formatPrice } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { softwares } from '#rooms/agencies/registration.ts';
import { formatNames } from '#rooms/listings/feed-formats.ts';
import { LeadBadge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';

/** Fewer tell nothing of an offer. */
const WATCHERS_TOLD = 100;

interface Figures {
  readonly listings: number;
  readonly agencies: number;
  readonly cities: number;
  /** People whom an alert watches for. */
  readonly watchers: number;
}

interface OfferViewProps {
  figures: Figures;
  /** The agency that is signed in. */
  space: { ownerReference: string } | null;
  /** Price of the cheapest boost, in cents without VAT; null: none is sold. */
  boostsFrom: number | null;
}

/** What agencies are offered: how listings come, what they bring, and how to begin. */
export function OfferView({ figures, space, boostsFrom }: OfferViewProps) {
  return (
    <>
      <section className="border-b border-ardoise-200">
        <div className="page grid items-center gap-x-12 gap-y-10 pt-10 pb-12 lg:grid-cols-12 lg:pt-16 lg:pb-20">
          <div className="lg:col-span-7">
            <p className="font-medium text-ardoise-600">Solution Pro depuis 2017</p>
            <h1 className="mt-2 text-home">Vos annonces, devant ceux qui les attendent.</h1>
            <p className="mt-4 max-w-measure text-lead text-ardoise-700">
              Votre logiciel envoie son flux habituel. Vigie le lit, vérifie chaque annonce et prévient
              aussitôt qui la cherchait. La diffusion est gratuite.
            </p>
            <div className="mt-8 flex flex-wrap gap-3">
              {space ? (
                <ButtonLink to={paths.ownedDashboard(space)} size="lg">
                  Ouvrir mon tableau de bord
                </ButtonLink>
              ) : (
                <>
                  <ButtonLink to={paths.agencyCreateAccount()} size="lg">
                    Créer mon compte
                  </ButtonLink>
                  <ButtonLink to={paths.agencySearch()} size="lg" variant="secondary">
                    Rechercher mon agence
                  </ButtonLink>
                </>
              )}
            </div>
            <FiguresLine {...figures} />
          </div>
          <div className="lg:col-span-5">
            <SampleLead />
          </div>
        </div>
      </section>
      <section className="page pt-12 lg:pt-16">
        <h2 className="text-h2">Comment vos annonces arrivent</h2>
        <ol className="mt-8 grid gap-8 lg:grid-cols-3">
          {steps.map(({ Icon, title, words }, rank) => (
            <li key={title} className="border-t-2 border-ardoise-900 pt-5">
              <Icon aria-hidden="true" className="size-6 text-phare-700" />
              <h3 className="mt-3 text-h4">
                <span className="sr-only">Étape {rank + 1}&nbsp;: </span>
                {title}
              </h3>
              <p className="mt-2 text-ardoise-700">{words}</p>
            </li>
          ))}
        </ol>
        <p className="mt-8 text-ardoise-700">
          Logiciels connus&nbsp;: {softwares.filter((name) => !name.startsWith('Au')).join(', ')}. Formats
          lus&nbsp;: {formatNames('et')}.
        </p>
      </section>
      <section className="on-dark mt-16 lg:mt-24">
        <div className="page grid gap-10 py-14 lg:grid-cols-12 lg:py-20">
          <h2 className="text-h1 lg:col-span-5">La loi est relue avant chaque mise en ligne.</h2>
          <ul className="space-y-5 lg:col-span-7">
            {laws.map(({ title, words }) => (
              <li key={title} className="flex gap-4">
                <BadgeCheck aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-ardoise-300" />
                <div>
                  <h3 className="font-text text-lead font-bold tracking-normal">{title}</h3>
                  <p className="max-w-measure text-ardoise-300">{words}</p>
                </div>
              </li>
            ))}
          </ul>
        </div>
      </section>
      {boostsFrom !== null && (
        <section className="page pt-12 lg:pt-16">
          <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5 border-b border-ardoise-200 pb-10">
            <div className="max-w-measure">
              <h2 className="text-h2">Une annonce à montrer au-delà&nbsp;?</h2>
              <p className="mt-2 text-ardoise-700">
                Un boost la met en publicité sur Facebook et Instagram, autour de la ville choisie. À partir
                de {formatPrice(boostsFrom)} HT, payés une fois. La diffusion sur Vigie reste gratuite, et sa
                place y est la même.
              </p>
            </div>
            <ButtonLink to={paths.boostHome()} variant="secondary" size="lg">
              Boost Réseaux Sociaux
            </ButtonLink>
          </div>
        </section>
      )}
      <section className="page pt-12 lg:pt-16">
        <h2 className="text-h2">Ce que les agences demandent</h2>
        <dl className="mt-6 grid gap-x-12 gap-y-6 lg:grid-cols-2">
          {questions.map(([question, answer]) => (
            <div key={question}>
              <dt className="font-bold">{question}</dt>
              <dd className="mt-1 max-w-measure text-ardoise-700">{answer}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}

/** What is on line, as the database counts it; nothing is said of an empty one. */
function FiguresLine({ listings, agencies, cities, watchers }: Figures) {
  if (listings === 0) return null;
  return (
    <p className="figures mt-5 text-small text-ardoise-600">
      Aujourd’hui&nbsp;: {formatCount(listings, 'annonce', 'annonces')} de{' '}
      {formatCount(agencies, 'agence', 'agences')} dans {formatCount(cities, 'commune', 'communes')}
      {watchers >= WATCHERS_TOLD && <>, {formatNumber(watchers)} personnes prévenues par une alerte</>}.
    </p>
  );
}

/** A message as an agency receives it; the person is invented, and so said. */
function SampleLead() {
  return (
    <figure className="rounded-card border border-ardoise-200 bg-blanc">
      <div className="border-b border-ardoise-100 px-5 py-4">
        <div className="flex items-center justify-between gap-3">
          <p className="font-bold">Camille Roux</p>
          <LeadBadge status="new" />
        </div>
        <p className="text-small text-ardoise-600">Visite demandée · réf. V-204 · il y a 4 min</p>
      </div>
      <div className="space-y-3 px-5 py-4">
        <p>
          Bonjour, l’appartement de la rue des Arènes est-il visible samedi matin&nbsp;? Notre financement est
          accordé.
        </p>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-small">
          <dt className="text-ardoise-600">Téléphone</dt>
          <dd>06 39 98 01 42</dd>
          <dt className="text-ardoise-600">Projet</dt>
          <dd>Achat, dans les trois mois</dd>
        </dl>
      </div>
      <figcaption className="border-t border-ardoise-100 px-5 py-3 text-small text-ardoise-600">
        Exemple d’une demande. La personne suit sa réponse&nbsp;: envoyée, reçue, lue, répondue.
      </figcaption>
    </figure>
  );
}

const steps: readonly { Icon: LucideIcon; title: string; words: string }[] = [
  {
    Icon: Send,
    title: 'Votre logiciel envoie son flux',
    words: 'Celui qu’il envoie déjà aux autres sites. Rien à ressaisir, rien à apprendre.',
  },
  {
    Icon: FileCheck2,
    title: 'Chaque annonce est lue',
    words: 'Ce qui manque ou se contredit est dit en français, champ par champ, avec ce qu’il faut faire.',
  },
  {
    Icon: Inbox,
    title: 'Les demandes vous arrivent',
    words: 'Par courriel, entières, sans doublon ni indésirables. Vous répondez comme d’habitude.',
  },
];

const laws = [
  {
    title: 'Prix et honoraires',
    words: 'Qui les paie, combien, et le barème à un clic : les phrases de l’arrêté sont écrites pour vous.',
  },
  {
    title: 'Énergie, copropriété, risques',
    words:
      'Classes, coûts estimés, lots et charges, Géorisques. Une mention absente retient l’annonce, et le dit.',
  },
  {
    title: 'Qui publie',
    words: 'SIREN, carte professionnelle, garant, médiateur. Rien ne paraît sans ce que la loi exige.',
  },
] as const;

const questions = [
  ['Combien coûte la diffusion ?', 'Rien. Le nombre d’annonces n’est pas limité.'],
  [
    'Mes annonces sont déjà ici, comment est-ce possible ?',
    'Un flux les contient. Inscrivez votre agence avec l’adresse connue de nous : l’espace est à vous.',
  ],
  [
    'Que se passe-t-il quand un bien est vendu ?',
    'Il sort de votre flux, donc du site, le jour même. Sa page le dit et montre ceux qui lui ressemblent.',
  ],
  [
    'Qui voit le téléphone des personnes qui écrivent ?',
    'Votre agence, pour répondre à cette demande, et personne d’autre.',
  ],
] as const;
