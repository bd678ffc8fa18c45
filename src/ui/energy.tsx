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

/** The full « CLASSE ÉNERGIE » scale. */
export function EnergyScale(props: EnergyScaleProps) {
  return (
    <Scale
      {...props}
      title="CLASSE ÉNERGIE"
      unit="kWh/m²/an"
      looks={energyLook}
      best="Logement économe"
      worst="Logement énergivore"
    />
  );
}

/** The full « CLASSE CLIMAT » scale. */
export function ClimateScale(props: EnergyScaleProps) {
  return (
    <Scale
      {...props}
      title="CLASSE CLIMAT"
      unit="kg CO₂/m²/an"
      looks={climateLook}
      best="Peu d’émissions"
      worst="Émissions très importantes"
    />
  );
}

interface ScaleProps extends EnergyScaleProps {
  title: string;
  unit: string;
  looks: Record<EnergyClass, string>;
  best: string;
  worst: string;
}

function Scale({ letter, value, absence, title, unit, looks, best, worst }: ScaleProps) {
  const said =
    value === null ? '' : ` ${value.toLocaleString('fr-FR').replaceAll('\u202f', '\u00a0')}\u00a0${unit}`;
  return (
    <figure className="w-full max-w-90 min-w-45">
      <figcaption className="mb-3 leading-tight">
        <span className="font-bold tracking-[0.01em]">{title}</span>
        <span className="block text-small text-ardoise-600">
          {letter ? `Classe ${letter}${said && `,${said}`}` : (absence ?? 'Non communiqué')}
        </span>
      </figcaption>
      <div aria-hidden="true">
        <p className="mb-1 text-caption text-ardoise-500">{best}</p>
        <ol className="space-y-1">
          {letters.map((each, rank) => {
            const current = each === letter;
            return (
              <li key={each} className="flex items-center gap-2">
                <span
                  data-energy={each}
                  style={{ width: `${34 + rank * 7}%` }}
                  className={`energy-arrow flex items-center rounded-l-chip pl-2.5 font-bold ${looks[each]} ${
                    current ? 'h-10 text-h4' : 'h-6.5 text-small'
                  }`}
                >
                  {each}
                </span>
                {current && value !== null && (
                  <span className="leading-tight font-bold whitespace-nowrap">
                    {value.toLocaleString('fr-FR').replaceAll('\u202f', '\u00a0')}
                    <span className="block text-caption font-regular text-ardoise-600">{unit}</span>
                  </span>
                )}
              </li>
            );
          })}
        </ol>
        <p className="mt-1 text-caption text-ardoise-500">{worst}</p>
      </div>
    </figure>
  );
}

/** The sentence that F and G dwellings must carry, at body size (R126-24); nothing for the others. */
export function ExcessiveEnergy({ letter }: { letter: EnergyClass | null }) {
  if (letter !== 'F' && letter !== 'G') return null;
  return <p className="font-medium">Logement à consommation énergétique excessive : classe {letter}</p>;
}
