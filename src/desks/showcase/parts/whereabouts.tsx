import { formatNumber, NBSP } from '#contract/fmt.ts';
import { RENTAL } from '#rooms/listings/contract.ts';
import { dayText } from '#rooms/listings/mentions.ts';
import { type ListingView, whereabouts } from '#rooms/listings/reading.ts';
import { searchPath } from '#rooms/search/contract.ts';
import type { AroundView } from '../around.ts';
import { LocalMap } from './local-map.tsx';

export function Whereabouts({ listing, around }: { listing: ListingView; around: AroundView | null }) {
  const { place, address, transportLine, transportStation, risksReportOn } = listing;
  const transport = [transportLine, transportStation].filter(Boolean).join(', ');
  return (
    <div className="space-y-3">
      <p>
        {address && `${address}, `}
        {whereabouts(listing)}
        {place && place.departmentName !== place.cityName && ` (${place.departmentName})`}
      </p>
      {transport && (
        <p>
          Transports{NBSP}: {transport}
        </p>
      )}
      {around ? (
        <LocalMap around={around} sentence={sentenceOf(listing, around)} href={largeMapOf(listing, around)} />
      ) : (
        !address && <p className="text-ardoise-600">L’agence n’a pas communiqué de position plus précise.</p>
      )}
      {risksReportOn && (
        <p className="text-ardoise-600">
          L’état des risques, établi le {dayText(risksReportOn)}, est remis dès la première visite.
        </p>
      )}
    </div>
  );
}

/** How precise the position is, said before anything is read into the circle. */
function sentenceOf({ pointRadius, address }: ListingView, { away }: AroundView): string {
  const circle = `Le bien est quelque part dans ce cercle de ${formatNumber(pointRadius ?? 0)}${NBSP}m de rayon`;
  const why = address ? '' : `${NBSP}: l’adresse exacte n’est pas publiée`;
  return `${circle}${away ? `, ${away}` : ''}${why}.`;
}

function largeMapOf({ place, transaction, isNew }: ListingView, { bbox }: AroundView): string | null {
  if (!place || place.kind === 'department') return null;
  const market = transaction === RENTAL ? 'location' : isNew ? 'neuf' : 'achat';
  return searchPath(market, { ...place, area: { bbox: bbox.join(','), carte: 'oui' } });
}
