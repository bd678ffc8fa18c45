import { Drawing } from '#browser/static-part.tsx';
import {
  formatCount,
  formatDate,
  formatPercent,
  formatPrice,
  formatPricePerM2,
  NBSP,
} from '#contract/fmt.ts';
import { ListingCard } from '#rooms/listings/parts/listing-card.tsx';
import { atPlace, ofPlace } from '#rooms/places/contract.ts';
import { alertPath, searchPath } from '#rooms/search/contract.ts';
import { Bars } from '#ui/bars.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { WatchBand } from '#ui/card.tsx';
import { ChipLink } from '#ui/chip.tsx';
import { type KindPrices, type Nearby, priceKindWords, type Rent } from '../contract.ts';
import { mapPlaceOf, medianTitle, whyMissing } from '../price-map.ts';
import {
  byMedian,
  ownBrief,
  type PricePage,
  perM2,
  pluralOfKind,
  pricePath,
  type ShownKind,
  sampleWords,
  spreadWords,
} from '../price-page.ts';
import { publication } from '../published.ts';
import { rentSample, rentSizeWords, rentTerms } from '../rents.ts';
import { PlacesMap, PublishedNote } from './places-map.tsx';
import { Section } from './section.tsx';

function barsOf(kind: ShownKind, typed: boolean, places: readonly Nearby[]) {
  return byMedian(kind, places).map(({ code, name, slug, [kind]: figure, missing }) => ({
    key: code,
    name: name.replace(/ arrondissement$/, ''),
    to: pricePath(slug, typed ? kind : null),
    size: figure?.median ?? null,
    value: figure ? perM2(figure.median) : whyMissing(missing),
    detail: figure ? sampleWords(figure) : '',
  }));
}

/** Districts of Paris, Lyon, Marseille, dearest first. */
export function Districts({ page }: { page: PricePage }) {
  const { place, shown, typed, prices } = page;
  if (prices.districts.length === 0) return null;
  const words = spreadWords(shown, prices.districts);
  const places = prices.districts.map((one) => mapPlaceOf(shown, one));
  return (
    <Section
      title="Par arrondissement"
      lead={words && <p>{words}</p>}
      aside={
        <PlacesMap
          page={page}
          where={atPlace(place)}
          places={places}
          tag={({ name }) => /\d+/.exec(name)?.[0]}
        />
      }
    >
      <Drawing
        name="arrondissements"
        of={Bars}
        given={{
          caption: medianTitle(
            shown,
            ` ${atPlace(place)}, du plus cher au moins cher`,
            places.flatMap(({ figure }) => figure ?? []),
          ),
          head: ['Arrondissement', 'Médiane', 'Échantillon'] as const,
          bars: barsOf(shown, typed, prices.districts),
        }}
      />
      <PublishedNote places={places} />
    </Section>
  );
}

/** The nearest places, the one of the page among them unless its sales are published by district. */
export function Neighbours({ page }: { page: PricePage }) {
  const { place, shown, typed, prices } = page;
  if (prices.neighbours.length === 0) return null;
  const own = ownBrief(prices[shown]);
  const here: Nearby = {
    code: place.code,
    name: place.name,
    slug: place.slug,
    apartment: shown === 'apartment' ? own : null,
    house: shown === 'house' ? own : null,
    missing: prices.coverage === 'unpublished' ? 'unpublished' : 'few',
  };
  const isCut = prices.districts.length > 0;
  const around = isCut && !own ? prices.neighbours : [...prices.neighbours, here];
  const places = around.map((one) => mapPlaceOf(shown, one));
  const priced = around.filter(({ code, [shown]: figure }) => code === place.code || figure !== null);
  const bare = prices.neighbours.filter(({ [shown]: figure }) => figure === null);
  const bars = barsOf(shown, typed, priced).map((line, index) => {
    const bar = { ...line, name: line.size === null ? line.name : `${index + 1}. ${line.name}` };
    if (bar.key !== place.code) return bar;
    const { to: _to, ...rest } = bar;
    return { ...rest, here: true };
  });
  const rankOf = new Map(bars.flatMap(({ key, size }, index) => (size === null ? [] : [[key, index + 1]])));
  return (
    <Section
      title={`Autour ${ofPlace(place)}`}
      lead={<p>{spreadWords(shown, around) ?? 'Les communes les plus proches.'}</p>}
      aside={
        rankOf.size > 1 &&
        !isCut && (
          <PlacesMap
            page={page}
            where={`autour ${ofPlace(place)}`}
            places={places}
            tag={({ code }) => rankOf.get(code)?.toString()}
          />
        )
      }
    >
      {bars.length > 1 && (
        <>
          <Drawing
            name="autour"
            of={Bars}
            given={{
              caption: medianTitle(
                shown,
                ', du plus cher au moins cher',
                places.flatMap(({ figure }) => figure ?? []),
              ),
              head: ['Lieu', 'Médiane', 'Échantillon'] as const,
              bars,
            }}
          />
          <PublishedNote places={places} />
        </>
      )}
      {bare.length > 0 && (
        <div className={bars.length > 1 ? 'mt-6' : ''}>
          <p className="text-small text-ardoise-600">
            Sans prix des {pluralOfKind(shown)} qui leur soit propre ici&nbsp;:
          </p>
          <ul className="mt-2 flex flex-wrap gap-2">
            {bare.map(({ code, name, slug }) => (
              <li key={code}>
                <ChipLink to={pricePath(slug)}>{name}</ChipLink>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Section>
  );
}

/** Asked beside sold, and rents: three figures that are never mixed. */
export function AskingAndRentedPrices({ page }: { page: PricePage }) {
  const { shown, prices } = page;
  const one = prices[shown];
  const { asking, rent, figure } = one;
  if (!asking && !rent) return null;
  return (
    <Section
      title={asking ? 'Demandé, signé, loué' : 'Loyer et rendement'}
      lead={
        <p>
          Ce que l’on demande, ce que l’on signe et ce que l’on loue sont trois mesures. Elles sont mises côte
          à côte, jamais mélangées.
        </p>
      }
    >
      <div className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
        {asking && <Asked one={one} kind={shown} />}
        {rent && <Rented rent={rent} kind={shown} one={one} />}
        {one.grossYield !== null && figure && (
          <div>
            <h3 className="font-text text-body font-bold tracking-normal">Rendement brut</h3>
            <p className="title figures mt-1 text-h2">{formatPercent(one.grossYield)}</p>
            <p className="mt-1 text-small text-ardoise-600">
              Douze loyers estimés rapportés au prix médian signé. Charges comprises dans le loyer&nbsp;; taxe
              foncière, travaux, vacance et impôts ne sont pas déduits.
            </p>
          </div>
        )}
      </div>
    </Section>
  );
}

function Asked({ one, kind }: { one: KindPrices; kind: ShownKind }) {
  const { asking, figure, widened, published } = one;
  if (!asking) return null;
  const gap = asking.gap;
  const unlike =
    published?.measure === 'median'
      ? `La médiane publiée (${formatPricePerM2(published.value)}) mêle cinq ans, ${publication.words}${NBSP}: l’écart ne dirait rien.`
      : 'Sans médiane signée ici à mettre en regard.';
  return (
    <div>
      <h3 className="font-text text-body font-bold tracking-normal">
        Prix médian demandé, annonces en ligne
      </h3>
      <p className="title figures mt-1 text-h2">{formatPricePerM2(asking.median)}</p>
      <p className="mt-1">
        {gap !== null && figure && !widened
          ? `${gap === 0 ? 'Comme' : `${formatPercent(Math.abs(gap))} ${gap > 0 ? 'au-dessus' : 'au-dessous'} de`} la médiane signée (${formatPricePerM2(figure.median)}).`
          : unlike}
      </p>
      <p className="mt-1 text-small text-ardoise-600">
        {formatCount(asking.n, 'annonce', 'annonces')} {kind === 'house' ? 'de maisons' : 'd’appartements'} au{' '}
        {formatDate(new Date(asking.at))}, ni neuves ni en viager, honoraires compris. Les ventes signées sont
        plus anciennes, et hors honoraires quand l’acquéreur les doit&nbsp;: l’écart mêle tout cela.
      </p>
    </div>
  );
}

function Rented({ rent, kind, one }: { rent: Rent; kind: ShownKind; one: KindPrices }) {
  const sized = [
    { size: 'apartment-small', of: one.smallRent },
    { size: 'apartment-large', of: one.largeRent },
  ] as const;
  return (
    <div>
      <h3 className="font-text text-body font-bold tracking-normal">Loyer d’annonce estimé</h3>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-2">
        <span className="title figures text-h2">{formatPrice(rent.rent)}/m²</span>
        <span>par mois, charges comprises</span>
      </p>
      <p className="mt-1 text-small text-ardoise-600">{rentTerms(kind, rent)}</p>
      {sized.map(
        ({ size, of }) =>
          of && (
            <div key={size} className="mt-4 border-t border-ardoise-200 pt-3" data-rent={size}>
              <p className="flex flex-wrap items-baseline gap-x-2">
                <span className="font-medium">{rentSizeWords[size]}&nbsp;:</span>
                <span className="title figures text-h4">{formatPrice(of.rent)}/m²</span>
              </p>
              <p className="mt-1 text-small text-ardoise-600">{rentSample(size, of)}</p>
            </div>
          ),
      )}
    </div>
  );
}

/** What one can visit now. */
export function OnSale({ page }: { page: PricePage }) {
  const { place, shown, typed, listings, listed, now } = page;
  const filters = typed ? { type: [priceKindWords[shown].word] } : {};
  const list = searchPath('achat', place, { filters });
  const what = typed ? pluralOfKind(shown) : 'biens';
  // Without a figure, the page has offered the alert already.
  const { figure, published } = page.prices[shown];
  const watch = figure !== null || published !== null;
  if (listings.length === 0 && !watch) return null;
  return (
    <section className="border-t border-ardoise-200 py-10 lg:py-14">
      {listings.length > 0 && list && (
        <>
          <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
            <h2 className="text-h2">En vente {atPlace(place)}</h2>
            <ButtonLink variant="quiet" to={list}>
              Voir {listed === 1 ? 'l’annonce' : `les ${formatCount(listed, 'annonce', 'annonces')}`}
            </ButtonLink>
          </div>
          <ul className="-mx-4 mt-5 flex snap-x scroll-px-4 gap-4 overflow-x-auto px-4 pb-2 sm:mx-0 sm:grid sm:grid-cols-3 sm:overflow-visible sm:px-0">
            {listings.map((listing) => (
              <li key={listing.id} className="w-[82%] shrink-0 snap-start sm:w-auto">
                <ListingCard listing={listing} now={now} shape="tile" />
              </li>
            ))}
          </ul>
        </>
      )}
      {watch && (
        <div className={listings.length > 0 ? 'mt-8' : ''}>
          <WatchBand
            title={`Vous cherchez ${atPlace(place)}${NBSP}?`}
            action={
              <ButtonLink variant="beam" to={alertPath('achat', [place.slug], filters)}>
                Créer cette alerte
              </ButtonLink>
            }
          >
            Un e-mail dès que des {what} correspondent à votre budget, et jamais deux fois le même.
          </WatchBand>
        </div>
      )}
    </section>
  );
}
