import { formatNumber, NBSP } from '#contract/fmt.ts';
import { ClimateScale, EnergyChip, EnergyScale } from '#ui/energy.tsx';
import { homeClassOf } from '../energy-classes.ts';
import { dayText } from '../mentions.ts';
import { ENERGY_UNIT, type EnergyFacts, energyLines, hasEnergyClasses } from '../price-lines.ts';

type ChipFacts = Pick<EnergyFacts, 'energyStatus' | 'energyClass' | 'climateClass'> & {
  propertyType: string;
};

/** « DPE D », « GES B » on a card; why there is none where one is expected. */
export function ClassChip({ listing }: { listing: ChipFacts }) {
  const { climateClass, energyStatus, propertyType } = listing;
  const energyClass = homeClassOf(listing);
  if (energyClass === null && energyStatus === 'exempt') return <span>Non soumis au DPE</span>;
  if (energyClass === null && energyStatus === 'blank') return <span>DPE vierge</span>;
  if (energyClass === null && !hasEnergyClasses(propertyType)) return null;
  return (
    <>
      <EnergyChip letter={energyClass} />
      {energyClass !== null && climateClass !== null && <EnergyChip letter={climateClass} kind="GES" />}
    </>
  );
}

type BlockFacts = EnergyFacts & {
  energyFinal: number | null;
  energyDate: string | null;
  energyNumber: string | null;
  energyCertificate: boolean | null;
  energyAuditOn: string | null;
};

/** Both scales and the sentences that the law puts with them (domain.md R14 to R16), at body size. */
export function EnergyBlock({ listing }: { listing: BlockFacts }) {
  const { absence, excessive, cost } = energyLines(listing);
  const letter = homeClassOf(listing);
  if (letter === null && absence === null) return null;
  const about = aboutCertificate(listing);
  return (
    <div className="space-y-5">
      {excessive && (
        <p data-mention="excessiveEnergy" className="border-l-4 border-encre pl-3 text-lead font-bold">
          {excessive}
        </p>
      )}
      {letter === null ? (
        <p className="max-w-measure rounded-card border border-ardoise-200 bg-blanc px-4 py-3 font-medium">
          {absence}
        </p>
      ) : (
        <div className="grid gap-x-8 gap-y-8 sm:grid-cols-2">
          <EnergyScale letter={letter} value={listing.energyValue} />
          <ClimateScale letter={listing.climateClass} value={listing.climateValue} />
        </div>
      )}
      {cost && (
        <p data-mention="energyCost" className="max-w-measure">
          {cost}.
        </p>
      )}
      {about.length > 0 && (
        <ul className="max-w-measure space-y-1 text-small text-ardoise-600">
          {about.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function aboutCertificate(listing: BlockFacts): string[] {
  const { energyDate, energyNumber, energyFinal } = listing;
  const made = [
    energyDate && `réalisé le ${dayText(energyDate)}`,
    energyNumber && `numéro${NBSP}${energyNumber} au registre de l’ADEME`,
  ].filter(Boolean);
  return [
    made.length > 0 ? `Diagnostic ${made.join(', ')}.` : null,
    energyFinal === null
      ? null
      : `Consommation en énergie finale${NBSP}: ${formatNumber(energyFinal)}${NBSP}${ENERGY_UNIT}.`,
    listing.energyCertificate
      ? 'Classe mise à jour par l’attestation de l’ADEME, avec le coefficient de l’électricité en vigueur depuis le 1er janvier 2026.'
      : null,
    listing.energyAuditOn ? `Audit énergétique réalisé le ${dayText(listing.energyAuditOn)}.` : null,
  ].filter((line) => line !== null);
}
