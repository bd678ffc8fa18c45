import { BellRing, MailCheck, MousePointerClick } from 'lucide-react';
import { Link } from 'react-router';
import { formatCount, formatNumber } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { ListingCard } from '#rooms/listings/parts/listing-card.tsx';
import type { ListingCard as Listing } from '#rooms/listings/reading.ts';
import { atPlace } from '#rooms/places/contract.ts';
import { searchPath } from '#rooms/search/contract.ts';
import { ButtonLink } from '#ui/button.tsx';
import { TextLink } from '#ui/link.tsx';
import type { CityCount, Figures, HomeContent } from '../contract.ts';
import { HomeSearch, type HomeSearchProps } from './home-search.tsx';
import { Lookout } from './lookout.tsx';
import { SampleMail } from './sample-mail.tsx';
import { SeenHere } from './seen-here.tsx';

export interface HomeViewProps extends HomeSearchProps {
  content: HomeContent;
  now: string;
}

export function HomeView({ content, now, ...search }: HomeViewProps) {
  const { figures, latest, drops, cities } = content;
  // The beam falls on the newest listing that can be seen.
  const newest = latest.find(({ photo }) => photo !== null) ?? latest[0];
  const others = latest.filter((listing) => listing !== newest);
  return (
    <>
      <Hero figures={figures} newest={newest} now={now} search={search} />
      {others.length > 0 && <Shelf title="Dernières annonces" listings={others} now={now} />}
      <SeenHere now={now} />
      {drops.length > 0 && <Shelf title="Elles viennent de baisser" listings={drops} now={now} />}
      <HowItWorks sample={newest} />
      {cities.length > 0 && <Cities cities={cities} />}
    </>
  );
}

interface HeroProps {
  figures: Figures;
  newest: Listing | undefined;
  now: string;
  search: HomeSearchProps;
}

function Hero({ figures, newest, now, search }: HeroProps) {
  return (
    <section className="border-b border-ardoise-200">
      <div className="page grid items-center gap-x-8 gap-y-10 pt-10 pb-12 lg:grid-cols-12 lg:pt-16 lg:pb-20">
        <div className="lg:col-span-7">
          <h1 className="text-home">La bonne annonce, dès qu’elle paraît.</h1>
          <p className="mt-4 max-w-measure text-lead text-ardoise-700">
            Cherchez parmi les annonces des agences, ou laissez Vigie veiller&nbsp;: un{' '}
            <span className="whitespace-nowrap">e-mail</span> dès qu’un bien correspond, et jamais deux fois
            le même.
          </p>
          <div className="mt-8">
            <HomeSearch {...search} />
          </div>
          <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 text-ardoise-700">
            <TextLink to={paths.newAlert()} className="font-medium">
              Ou créez une alerte
            </TextLink>
            <FiguresLine {...figures} />
          </p>
        </div>
        {newest && (
          <div className="hidden lg:col-span-5 lg:block">
            <Lookout>
              <ListingCard listing={newest} now={now} shape="tile" heading="h2" eager />
            </Lookout>
          </div>
        )}
      </div>
    </section>
  );
}

/** What is on line, as the database counts it; nothing is said of an empty one. */
function FiguresLine({ listings, agencies, cities, fresh }: Figures) {
  if (listings === 0) return null;
  return (
    <span className="figures text-small text-ardoise-600">
      {formatCount(listings, 'annonce', 'annonces')} de {formatCount(agencies, 'agence', 'agences')} dans{' '}
      {formatCount(cities, 'commune', 'communes')}
      {fresh > 0 && fresh < listings && <>, dont {formatCount(fresh, 'nouvelle', 'nouvelles')} depuis hier</>}
    </span>
  );
}

function Shelf({ title, listings, now }: { title: string; listings: readonly Listing[]; now: string }) {
  return (
    <section className="page pt-12 asleep:unseen-155 lg:pt-16">
      <h2 className="text-h2">{title}</h2>
      <ul className="-mx-4 mt-5 flex snap-x scroll-px-4 gap-4 overflow-x-auto px-4 pb-2 sm:mx-0 sm:grid sm:grid-cols-2 sm:overflow-visible sm:px-0 lg:grid-cols-4">
        {listings.map((listing) => (
          <li key={listing.id} className="w-[82%] shrink-0 snap-start sm:w-auto">
            <ListingCard listing={listing} now={now} shape="tile" />
          </li>
        ))}
      </ul>
    </section>
  );
}

const steps = [
  {
    Icon: MousePointerClick,
    title: 'Dites ce que vous cherchez',
    text: 'Un lieu, un budget, des pièces. Une minute, sans créer de compte.',
  },
  {
    Icon: MailCheck,
    title: 'Confirmez votre adresse',
    text: 'Un lien dans un premier e-mail. Personne d’autre ne peut vous inscrire.',
  },
  {
    Icon: BellRing,
    title: 'Recevez la bonne, une seule fois',
    text: 'Chaque annonce qui correspond, chaque baisse de prix. Un clic suffit pour arrêter.',
  },
] as const;

/** How an alert works, and the mail one would get. */
function HowItWorks({ sample }: { sample: Listing | undefined }) {
  return (
    <section className="on-dark mt-16 asleep:unseen-240 lg:mt-24">
      <div className="page grid items-center gap-12 py-14 lg:grid-cols-12 lg:py-20">
        <div className={sample ? 'lg:col-span-7' : 'lg:col-span-12'}>
          <h2 className="text-h1">Vigie veille à votre place.</h2>
          <ol className="mt-8 space-y-6">
            {steps.map(({ Icon, title, text }, index) => (
              <li key={title} className="flex gap-4">
                <span className="grid size-11 shrink-0 place-items-center rounded-full border border-ardoise-600">
                  <Icon aria-hidden="true" className="size-5 text-ardoise-300" />
                </span>
                <div>
                  <h3 className="font-text text-lead font-bold tracking-normal">
                    <span className="sr-only">Étape {index + 1}&nbsp;: </span>
                    {title}
                  </h3>
                  <p className="max-w-measure text-ardoise-300">{text}</p>
                </div>
              </li>
            ))}
          </ol>
          <div className="mt-10">
            <ButtonLink variant="beam" size="lg" to={paths.newAlert()}>
              Créer une alerte
            </ButtonLink>
          </div>
        </div>
        {sample && (
          <div className="lg:col-span-5">
            <SampleMail listing={sample} />
          </div>
        )}
      </div>
    </section>
  );
}

const manners = [
  ['achat', 'Acheter'],
  ['location', 'Louer'],
  ['neuf', 'Neuf'],
] as const;

function Cities({ cities }: { cities: readonly CityCount[] }) {
  return (
    <section className="page py-14 asleep:unseen-160 lg:py-20">
      <h2 className="text-h2">Par ville</h2>
      <ul className="mt-5 grid gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
        {cities.map((city) => (
          <li
            key={city.code}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-ardoise-200 py-2"
          >
            <h3 className="font-text text-body font-bold tracking-normal">{city.name}</h3>
            <p className="flex gap-4">
              {manners.map(([transaction, label]) =>
                city[transaction] > 0 ? (
                  <Link
                    key={transaction}
                    to={searchPath(transaction, city) ?? ''}
                    className="inline-flex min-h-9 items-center gap-1.5 text-phare-700 underline-offset-4 transition hover:underline"
                  >
                    <span>
                      {label}
                      <span className="sr-only"> {atPlace(city)},</span>
                    </span>
                    <span className="figures text-small text-ardoise-600">
                      {formatNumber(city[transaction])}
                      <span className="sr-only"> {city[transaction] > 1 ? 'annonces' : 'annonce'}</span>
                    </span>
                  </Link>
                ) : null,
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
