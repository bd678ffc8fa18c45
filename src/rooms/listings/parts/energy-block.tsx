import { ClimateScale, EnergyChip, EnergyScale } from '../../../ui/energy.tsx';
import { type EnergyFacts, energyLines, hasEnergyClasses } from '../legal/contract.ts';

/** « DPE D » on a card; why there is none where one is expected. */
export function ClassChip({
  listing,
}: {
  listing: Pick<EnergyFacts, 'energyStatus' | 'energyClass'> & { propertyType: string };
}) {
  const { energyClass, energyStatus, propertyType } = listing;
  if (energyClass === null && energyStatus === 'exempt') return <span>Non soumis au DPE</span>;
  if (energyClass === null && energyStatus === 'blank') return <span>DPE vierge</span>;
  if (energyClass === null && !hasEnergyClasses(propertyType)) return null;
  return <EnergyChip letter={energyClass} />;
}

/** Both scales and the sentences that the law puts with them (domain.md R14 to R16), at body size. */
export function EnergyBlock({
  listing,
}: {
  listing: EnergyFacts & { energyFinal: number | null; energyDate: string | null };
}) {
  const { absence, excessive, cost } = energyLines(listing);
  if (!hasEnergyClasses(listing.propertyType) && listing.energyClass === null && absence === null)
    return null;
  const why = absence === null ? {} : { absence };
  return (
    <div className="space-y-4">
      {excessive && <p className="font-bold">{excessive}</p>}
      <div className="grid gap-8 sm:grid-cols-2">
        <EnergyScale letter={listing.energyClass} value={listing.energyValue} {...why} />
        <ClimateScale letter={listing.climateClass} value={listing.climateValue} {...why} />
      </div>
      {cost && <p>{cost}</p>}
    </div>
  );
}
