/** Energy (DPE) and climate (GES) classes: official colours, letter always printed (domain.md R14, R16). */
export type EnergyClass = 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G';

const letters: readonly EnergyClass[] = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];

// The text colour that keeps at least 4.5:1 on each official colour.
const energyLook: Record<EnergyClass, string> = {
  A: 'bg-dpe-a text-encre',
  B: 'bg-dpe-b text-encre',
  C: 'bg-dpe-c text-encre',
  D: 'bg-dpe-d text-encre',
  E: 'bg-dpe-e text-encre',
  F: 'bg-dpe-f text-encre',
  G: 'bg-dpe-g text-blanc',
};
const climateLook: Record<EnergyClass, string> = {
  A: 'bg-ges-a text-encre',
  B: 'bg-ges-b text-encre',
  C: 'bg-ges-c text-encre',
  D: 'bg-ges-d text-blanc',
  E: 'bg-ges-e text-blanc',
  F: 'bg-ges-f text-blanc',
  G: 'bg-ges-g text-blanc',
};

interface EnergyChipProps {
  /** null: not given by the agency. */
  letter: EnergyClass | null;
  kind?: 'DPE' | 'GES';
}

/** « DPE D » in its colour and arrow shape, for cards. */
export function EnergyChip({ letter, kind = 'DPE' }: EnergyChipProps) {
  if (!letter) {
    return (
      <span className="inline-flex h-6 items-center rounded-chip border border-ardoise-200 px-2 text-small text-ardoise-600">
        {kind} non communiqué
      </span>
    );
  }
  const look = kind === 'DPE' ? energyLook[letter] : climateLook[letter];
  return (
    <span
      data-energy={letter}
      className={`energy-arrow inline-flex h-6 items-center rounded-l-chip pr-3.5 pl-2 text-small font-bold ${look}`}
    >
      {kind}
      {'\u00a0'}
      {letter}
    </span>
  );
}

interface EnergyScaleProps {
  letter: EnergyClass | null;
  /** kWh of primary energy per m² and year (DPE), kg of CO₂ per m² and year (GES). */
  value: number | null;
  /** Why there is no class: « Non soumis : bâtiment sans chauffage fixe ». */
  absence?: string;
}

/** The « CLASSE ÉNERGIE » scale of the form of 2021: the home's class stands out, with what it consumes. */
export function EnergyScale(props: EnergyScaleProps) {
  return (
    <Scale
      {...props}
      title="CLASSE ÉNERGIE"
      measure="Consommation"
      unit={'kWh/m²/an'}
      looks={energyLook}
      best="Logement extrêmement performant"
      worst="Logement extrêmement consommateur d’énergie"
    />
  );
}

/** The « CLASSE CLIMAT » scale, likewise. */
export function ClimateScale(props: EnergyScaleProps) {
  return (
    <Scale
      {...props}
      title="CLASSE CLIMAT"
      measure="Émissions"
      unit={'kg\u00a0CO₂/m²/an'}
      looks={climateLook}
      best="Peu d’émissions de CO₂"
      worst="Émissions de CO₂ très importantes"
    />
  );
}

interface ScaleProps extends EnergyScaleProps {
  title: string;
  measure: string;
  unit: string;
  looks: Record<EnergyClass, string>;
  best: string;
  worst: string;
}

function Scale({ letter, value, absence, title, measure, unit, looks, best, worst }: ScaleProps) {
  const amount = value?.toLocaleString('fr-FR').replaceAll('\u202f', '\u00a0');
  return (
    <figure data-scale={title} className="w-full max-w-100 min-w-45">
      <figcaption className="mb-2 leading-tight">
        <span className="font-bold tracking-[0.01em]">{title}</span>
        {letter ? (
          <span className="sr-only">
            {`\u00a0: Classe ${letter}${amount === undefined ? '' : `, ${amount}\u00a0${unit}`}, sur une échelle de A à G`}
          </span>
        ) : (
          <span className="block text-small text-ardoise-600">{absence ?? 'Non communiqué'}</span>
        )}
      </figcaption>
      <div aria-hidden="true">
        <p className="mb-1.5 pl-27 text-caption text-ardoise-600">{best}</p>
        <ol className="space-y-0.75">
          {letters.map((each, rank) => (
            <li key={each} className="grid grid-cols-[6.75rem_minmax(0,1fr)]">
              {each === letter ? (
                <>
                  <span className="z-1 flex min-h-17 flex-col justify-center rounded-l-control border-2 border-r-0 border-encre bg-blanc px-2 text-center leading-tight">
                    {amount === undefined ? (
                      <span className="text-caption">non communiqué</span>
                    ) : (
                      <>
                        <span className="text-caption">{measure}</span>
                        <span className="figures text-h4 leading-none font-bold">{amount}</span>
                        <span className="text-caption">{unit}</span>
                      </>
                    )}
                  </span>
                  {/* The dark edge of the form: a larger arrow behind. */}
                  <span
                    data-energy={each}
                    style={{ width: `${widthOf(rank) + 7}%` }}
                    className="energy-arrow flex bg-encre py-0.5 pr-1 [--tip:1.5rem]"
                  >
                    <span
                      data-energy={each}
                      className={`energy-arrow title flex flex-1 items-center pl-3.5 text-h1 [--tip:1.375rem] ${looks[each]}`}
                    >
                      {each}
                    </span>
                  </span>
                </>
              ) : (
                <span
                  data-energy={each}
                  style={{ width: `${widthOf(rank)}%` }}
                  className={`energy-arrow col-start-2 flex h-7 items-center pl-3.5 text-small font-bold ${looks[each]}`}
                >
                  {each}
                </span>
              )}
            </li>
          ))}
        </ol>
        <p className="mt-1.5 pl-27 text-caption text-ardoise-600">{worst}</p>
      </div>
    </figure>
  );
}

/** Percent of the scale's room: each arrow longer than the one above. */
function widthOf(rank: number): number {
  return 36 + rank * 9;
}

/** The sentence that F and G dwellings must carry, at body size (R126-24); nothing for the others. */
export function ExcessiveEnergy({ letter }: { letter: EnergyClass | null }) {
  if (letter !== 'F' && letter !== 'G') return null;
  return <p className="font-medium">Logement à consommation énergétique excessive : classe {letter}</p>;
}
