import { formatCount, formatDate, formatPrice, formatPricePerM2, NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import type { ListingView } from '#rooms/listings/reading.ts';
import { againstMedianWords, netPricePerM2 } from '#rooms/listings/worth.ts';
import { type LocalSales, type Published, priceKindWords } from '#rooms/prices/contract.ts';
import { meanParts, publication } from '#rooms/prices/published.ts';
import { TextLink } from '#ui/link.tsx';
import { RangeBand } from '#ui/range-band.tsx';

type Facts = Pick<ListingView, 'price' | 'priceWithoutFees' | 'surface' | 'propertyType'>;

interface SoldPricesProps {
  listing: Facts;
  sold: LocalSales;
  /** « à Lyon 7e ». */
  where: string;
}

/** Where the price stands among the sales signed around it: one bar, its sentence, and what it does not say. */
export function SoldPrices({ listing, sold, where }: SoldPricesProps) {
  const asked = netPricePerM2(listing);
  if (asked === null) return null;
  const { figure, area, widened, low, high } = sold;
  const kind = listing.propertyType === 'house' ? 'house' : 'apartment';
  const plural = priceKindWords[kind].plural.toLowerCase();
  const percent = Math.round((asked / figure.median - 1) * 100);
  const place = widened ? wider(area) : where;
  const conclusion = `${againstMedianWords(percent)} ${place}${NBSP}: ${perM2(asked)} demandés, ${perM2(figure.median)} signés.`;
  return (
    <div className="max-w-measure" data-sold={area.level}>
      <p className="figures text-lead font-medium">{conclusion}</p>
      <div className="mt-5">
        <RangeBand
          low={low}
          high={high}
          q1={figure.q1}
          q3={figure.q3}
          median={figure.median}
          mark={Math.round(asked)}
          conclusion={conclusion}
        />
      </div>
      <p className="figures mt-3">
        La moitié des ventes se sont signées entre {formatPricePerM2(figure.q1)} et{' '}
        {formatPricePerM2(figure.q3)}
        {NBSP}: {formatCount(figure.n, 'vente', 'ventes')} d{kind === 'apartment' ? '’' : 'e '}
        {plural} du {formatDate(new Date(figure.from))} au {formatDate(new Date(figure.to))}
        {widened && `, ${where} en comptant trop peu`}.
      </p>
      <p className="mt-2 text-small text-ardoise-600" data-print="none">
        Prix hors honoraires des deux côtés quand l’agence les dit. L’état, l’étage, la vue et l’extérieur n’y
        sont pas{NBSP}: c’est un repère, pas une expertise.{' '}
        {area.slug && (
          <TextLink
            to={paths.cityTypePrices({ citySlug: area.slug, propertyType: priceKindWords[kind].word })}
          >
            Méthode et détail des prix
          </TextLink>
        )}
      </p>
    </div>
  );
}

interface PublishedPricesProps {
  listing: Facts;
  published: Published;
  /** « à Lyon 7e ». */
  where: string;
}

/**
 * The price beside the median published of its place, or the mean of its department's: without a bar, since neither
 * quartiles nor ends are published, and without a gap, since five years are one number (docs/decisions/0080).
 */
export function PublishedPrices({ listing, published, where }: PublishedPricesProps) {
  const asked = netPricePerM2(listing);
  if (asked === null) return null;
  const { measure, value, n, area, widened, medians } = published;
  const kind = listing.propertyType === 'house' ? 'house' : 'apartment';
  const plural = priceKindWords[kind].plural.toLowerCase();
  const place = widened ? wider(area) : where;
  const what =
    measure === 'median'
      ? 'médiane publiée'
      : `moyenne de ${formatCount(medians?.count ?? 0, 'médiane', 'médianes')} ${meanParts(area)}`;
  return (
    <div className="max-w-measure" data-published={measure}>
      <p className="figures text-lead font-medium">
        {perM2(asked)} demandés{NBSP}; {what} {place}, ventes {publication.words}
        {NBSP}: {perM2(value)}.
      </p>
      <p className="figures mt-3">
        {formatCount(n, 'vente', 'ventes')} d{kind === 'apartment' ? '’' : 'e '}
        {plural} du {formatDate(new Date(published.from))} au {formatDate(new Date(published.to))}
        {widened && `, ${where} en comptant trop peu`}. Cinq ans en un seul chiffre{NBSP}: le prix
        d’aujourd’hui peut s’en écarter. Source{NBSP}: {publication.name} (data.gouv.fr), d’après la DGFiP –{' '}
        {publication.licence}.
      </p>
      <p className="mt-2 text-small text-ardoise-600" data-print="none">
        Ventes sur plan et aux enchères comprises.
        {measure === 'mean' && ' Cette moyenne, pondérée par les ventes, n’est pas une médiane.'} L’état,
        l’étage, la vue et l’extérieur n’y sont pas{NBSP}: c’est un repère, pas une expertise.{' '}
        {area.slug && (
          <TextLink
            to={paths.cityTypePrices({ citySlug: area.slug, propertyType: priceKindWords[kind].word })}
          >
            Méthode et détail des prix
          </TextLink>
        )}
      </p>
    </div>
  );
}

/** To the euro, as prices per m² are written (interface.md, fine points 16). */
const perM2 = (cents: number) => `${formatPrice(Math.round(cents / 100) * 100)}/m²`;

function wider({ level, name }: LocalSales['area']): string {
  if (level === 'epci') return `dans l’intercommunalité (${name})`;
  return level === 'department' ? `dans le département (${name})` : `à ${name}`;
}
