import { formatNumber, NBSP } from '../../../contract/fmt.ts';
import { dayText } from '../../listings/legal/mentions/contract.ts';
import { type ListingView, whereabouts } from '../../listings/reading/contract.ts';

export function Whereabouts({ listing }: { listing: ListingView }) {
  const { place, address, transportLine, transportStation, risksReportOn } = listing;
  const transport = [transportLine, transportStation].filter(Boolean).join(', ');
  return (
    <div className="max-w-measure space-y-3">
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
      {!address && (
        <p className="text-ardoise-600">
          {listing.pointRadius === null
            ? 'L’agence n’a pas communiqué de position plus précise.'
            : `L’adresse exacte n’est pas publiée${NBSP}: la position est connue à ${formatNumber(listing.pointRadius)}${NBSP}m près.`}
        </p>
      )}
      {risksReportOn && (
        <p className="text-ardoise-600">
          L’état des risques, établi le {dayText(risksReportOn)}, est remis dès la première visite.
        </p>
      )}
    </div>
  );
}
