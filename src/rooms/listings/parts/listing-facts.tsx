import { formatCount, formatNumber, formatPrice, formatSurface } from '#contract/fmt.ts';
import { propertyTypes, RENTAL } from '../contract.ts';
import { dayText, deliveryText } from '../mentions.ts';
import { floorLabel, type ListingView, typeLabel } from '../reading.ts';
import { conditions, exposures, type Heating, heatings, type Kitchen, kitchens, leases } from '../words.ts';

type Fact = readonly [label: string, value: string];
type Row = readonly [label: string, value: string | null];

/** The few facts everyone looks for first; what is unknown is left out. */
export function KeyFacts({ listing }: { listing: ListingView }) {
  const rows = listing.units === null ? keyFactsOf(listing) : programmeFactsOf(listing, listing.units);
  const facts = rows.filter((row): row is Fact => row[1] !== null);
  const columns = Math.min(facts.length, 5) as keyof typeof widths;
  return (
    <dl
      className={`grid grid-cols-2 gap-px overflow-hidden rounded-card border border-ardoise-200 bg-ardoise-200 ${facts.length > 5 ? widths.more : widths[columns]}`}
    >
      {facts.map(([label, value]) => (
        <div key={label} className="bg-blanc px-4 py-3 max-sm:nth-last-2:odd:col-span-2">
          <dt className="text-small text-ardoise-600">{label}</dt>
          <dd className="figures text-lead font-bold">{value}</dd>
        </div>
      ))}
      {/* The last line of the grid has no hole. */}
      <div
        className={`bg-blanc max-sm:hidden ${facts.length > 5 ? fillers[facts.length % 3] : 'sm:hidden'}`}
      />
    </dl>
  );
}

/** Up to five facts stand on one line; more, on lines of three. */
const widths = {
  0: '',
  1: 'sm:grid-cols-1',
  2: 'sm:grid-cols-2',
  3: 'sm:grid-cols-3',
  4: 'sm:grid-cols-4',
  5: 'sm:grid-cols-5',
  more: 'sm:grid-cols-3',
} as const;
const fillers = ['sm:hidden', 'sm:col-span-2', ''];

function keyFactsOf(listing: ListingView): Row[] {
  const rental = listing.transaction === RENTAL;
  return [
    ['Surface', metres(listing.surface ?? (rental ? null : listing.carrezSurface))],
    ['Pièces', number(listing.rooms)],
    ['Chambres', number(listing.bedrooms)],
    ['Terrain', metres(listing.landSurface)],
    ['Étage', floorOf(listing)],
    ['Construction', listing.builtYear ? String(listing.builtYear) : null],
    ['Loi Carrez', rental || listing.surface === null ? null : metres(listing.carrezSurface)],
    ['Disponible', rental && listing.availableOn ? dayText(listing.availableOn) : null],
  ];
}

function programmeFactsOf({ delivery }: ListingView, units: NonNullable<ListingView['units']>): Row[] {
  const left = units.filter(({ status }) => status === 'available');
  const range = (values: readonly (number | null)[], word: (value: number) => string) => {
    const known = values.filter((value) => value !== null);
    if (known.length === 0) return null;
    const [low, high] = [Math.min(...known), Math.max(...known)];
    return low === high ? word(high) : `${formatNumber(low)} à ${word(high)}`;
  };
  return [
    ['Lots disponibles', `${left.length} sur ${units.length}`],
    [
      'Pièces',
      range(
        left.map(({ rooms }) => rooms),
        formatNumber,
      ),
    ],
    [
      'Surfaces',
      range(
        left.map(({ surface }) => surface),
        formatSurface,
      ),
    ],
    ['Livraison', delivery && deliveryText(delivery)],
  ];
}

export const UNKNOWN = 'Non communiqué';

/** All that is known. What a reader would ask about and nobody said is « Non communiqué »; the rest is left out. */
export function Characteristics({ listing }: { listing: ListingView }) {
  return (
    <div data-print="facts" className="gap-x-10 space-y-8 sm:columns-2">
      {characteristicsOf(listing).map(({ title, rows }) => {
        const facts = rows.filter((row): row is Fact => row[1] !== null);
        if (facts.length === 0) return null;
        return (
          <section key={title} aria-label={title} className="break-inside-avoid">
            <h3 className="mb-1 font-text text-body font-bold tracking-normal">{title}</h3>
            <dl>
              {facts.map(([label, value]) => (
                <div
                  key={label}
                  className="flex items-baseline justify-between gap-4 border-b border-ardoise-100 py-1.5 last:border-0"
                >
                  <dt className="text-ardoise-600">{label}</dt>
                  <dd className={`figures text-right ${value === UNKNOWN ? 'text-ardoise-500' : ''}`}>
                    {value}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        );
      })}
    </div>
  );
}

/** All that may be said of a listing, by theme; null where nobody said it and nobody would ask. */
export function characteristicsOf(listing: ListingView): { title: string; rows: Row[] }[] {
  const dwelling = propertyTypes[listing.propertyType].dwelling && listing.units === null;
  const flat = listing.propertyType === 'apartment' || listing.propertyType === 'loft';
  const rental = listing.transaction === RENTAL;
  const asked = (value: string | null): string => value ?? UNKNOWN;
  return [
    {
      title: 'Le bien',
      rows: [
        ['Type de bien', typeLabel(listing)],
        [
          rental ? 'Surface habitable' : 'Surface',
          dwelling ? asked(metres(listing.surface)) : metres(listing.surface),
        ],
        ['Surface Carrez', metres(listing.carrezSurface)],
        [
          'Surface du terrain',
          listing.propertyType === 'land' ? asked(metres(listing.landSurface)) : metres(listing.landSurface),
        ],
        ['Séjour', metres(listing.livingRoomSurface)],
        ['Pièces', dwelling ? asked(number(listing.rooms)) : number(listing.rooms)],
        ['Chambres', number(listing.bedrooms)],
        ['Salles de bain', number(listing.bathrooms || null)],
        ['Salles d’eau', number(listing.showerRooms || null)],
        ['Toilettes', toiletsOf(listing)],
        ['État', conditionOf(listing)],
        ['Meublé', rental ? asked(yesNo(listing.furnished)) : yesNo(listing.furnished)],
        ['Référence de l’agence', listing.reference],
      ],
    },
    {
      title: 'L’immeuble',
      rows: [
        ['Étage', flat ? asked(floorOf(listing)) : floorOf(listing)],
        ['Dernier étage', listing.floor === null ? yesNo(listing.topFloor) : null],
        ['Étages de l’immeuble', number(listing.floors)],
        ['Ascenseur', flat ? asked(yesNo(listing.elevator)) : yesNo(listing.elevator)],
        ['Année de construction', listing.builtYear ? String(listing.builtYear) : null],
        ['Gardien', yesNo(listing.caretaker)],
        ['Interphone', yesNo(listing.intercom)],
        ['Digicode', yesNo(listing.doorCode)],
        ['Fibre', yesNo(listing.fibre)],
        [
          'Copropriété',
          listing.coOwned ? (listing.lots ? formatCount(listing.lots, 'lot', 'lots') : 'Oui') : null,
        ],
      ],
    },
    {
      title: 'Confort',
      rows: [
        ['Chauffage', dwelling ? asked(heatingOf(listing.heating)) : heatingOf(listing.heating)],
        ['Cuisine', listing.kitchen ? (kitchens[listing.kitchen as Kitchen] ?? null) : null],
        ['Exposition', exposureOf(listing.exposures)],
        ['Climatisation', yesNo(listing.airConditioning)],
        ['Cheminée', yesNo(listing.fireplace)],
        ['Parquet', yesNo(listing.parquet)],
        ['Placards', yesNo(listing.cupboards)],
        ['Alarme', yesNo(listing.alarm)],
        ['Vue dégagée', yesNo(listing.openView)],
        ['Vis-à-vis', yesNo(listing.overlooked)],
        ['Au calme', yesNo(listing.quiet)],
        ['Accès handicapés', yesNo(listing.accessible)],
        ['Animaux acceptés', yesNo(listing.petsAllowed)],
      ],
    },
    {
      title: 'Dehors et annexes',
      rows: [
        ['Balcon', several(listing.balcony, listing.balconies, listing.balconySurface)],
        ['Terrasse', several(listing.terrace, listing.terraces, listing.terraceSurface)],
        ['Jardin', yesNo(listing.garden)],
        ['Piscine', yesNo(listing.pool)],
        ['Parking', several(listing.parking, listing.parkings, null)],
        ['Box', number(listing.boxes || null)],
        ['Cave', several(listing.cellar, null, listing.cellarSurface)],
      ],
    },
    {
      title: rental ? 'La location' : 'La vente',
      rows: [
        ['Disponible', listing.availableOn ? `le ${dayText(listing.availableOn)}` : null],
        ['Bail', leaseOf(listing)],
        ['Colocation', yesNo(listing.flatShare)],
        [
          'Taxe foncière',
          rental || listing.propertyTax === null ? null : `${formatPrice(listing.propertyTax)} par an`,
        ],
        [
          'Charges de copropriété',
          rental || !listing.coOwned || listing.yearlyCharges === null
            ? null
            : `${formatPrice(listing.yearlyCharges)} par an`,
        ],
        ['Exclusivité', yesNo(listing.exclusive)],
      ],
    },
  ];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function metres(value: number | null): string | null {
  return value !== null && value > 0 ? formatSurface(value) : null;
}

function number(value: number | null): string | null {
  return value === null ? null : formatNumber(value);
}

function yesNo(value: boolean | null): string | null {
  return value === null ? null : value ? 'Oui' : 'Non';
}

function floorOf({ floor, floors, topFloor }: ListingView): string | null {
  const label = floorLabel(floor, topFloor && floors === null ? floor : floors);
  return label && capital(label);
}

function toiletsOf({ toilets, separateToilets }: ListingView): string | null {
  if (toilets === null) return separateToilets ? 'Séparées' : null;
  return separateToilets ? `${formatNumber(toilets)}, séparées` : formatNumber(toilets);
}

/** The word of the agency, or what its older feeds say in two ticks. */
function conditionOf({ condition, renovated, workNeeded }: ListingView): string | null {
  if (condition !== null) return conditions[condition];
  if (workNeeded) return conditions.works;
  return renovated ? conditions.renovated : null;
}

function leaseOf({ lease, leaseMonths }: ListingView): string | null {
  if (lease === null) return null;
  return lease === 'mobility' && leaseMonths ? `${leases[lease]} de ${leaseMonths} mois` : leases[lease];
}

/** « 2, 14 m² », « 6 m² », « Oui », « Non ». */
function several(has: boolean | null, many: number | null, surface: number | null): string | null {
  if (has === false && !many) return 'Non';
  const parts = [many !== null && many > 1 ? formatNumber(many) : null, metres(surface)].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : many === 1 ? 'Oui' : yesNo(has);
}

function heatingOf(values: readonly string[] | null): string | null {
  if (!values || values.length === 0) return null;
  return capital(values.map((value) => heatings[value as Heating]?.label.toLowerCase() ?? value).join(', '));
}

function exposureOf(values: readonly string[] | null): string | null {
  if (!values || values.length === 0) return null;
  return values.map((value) => exposures[value as keyof typeof exposures] ?? value).join(', ');
}
