import { formatDate, formatNumber, formatSurface } from '../../../contract/fmt.ts';
import {
  exposures,
  type Heating,
  heatings,
  type Kitchen,
  kitchens,
  propertyTypes,
  RENTAL,
} from '../contract.ts';
import { floorLabel, type ListingView, typeLabel } from '../reading/contract.ts';

type Fact = readonly [label: string, value: string];

/** The few facts everyone looks for first; what is unknown is left out. */
export function KeyFacts({ listing }: { listing: ListingView }) {
  const floor = floorLabel(listing.floor, listing.floors);
  const facts: (Fact | null)[] = [
    listing.surface ? ['Surface', formatSurface(listing.surface)] : null,
    listing.rooms ? ['Pièces', formatNumber(listing.rooms)] : null,
    listing.bedrooms ? ['Chambres', formatNumber(listing.bedrooms)] : null,
    listing.landSurface ? ['Terrain', formatSurface(listing.landSurface)] : null,
    floor ? ['Étage', capital(floor)] : null,
    listing.builtYear ? ['Construction', String(listing.builtYear)] : null,
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:grid-cols-4">
      {facts
        .filter((fact) => fact !== null)
        .map(([label, value]) => (
          <div key={label}>
            <dt className="text-small text-ardoise-500">{label}</dt>
            <dd className="figures text-lead font-medium">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

const UNKNOWN = 'Non communiqué';

/** All that is known. What a reader would ask about and nobody said is « Non communiqué »; the rest is left out. */
export function Characteristics({ listing }: { listing: ListingView }) {
  const rows = characteristicsOf(listing);
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">Caractéristiques du bien</caption>
      <tbody>
        {rows.map(([label, value]) => (
          <tr key={label} className="border-b border-ardoise-200 last:border-0">
            <th scope="row" className="w-2/5 py-2 pr-4 align-top font-regular text-ardoise-600">
              {label}
            </th>
            <td className={`figures py-2 ${value === UNKNOWN ? 'text-ardoise-500' : ''}`}>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function characteristicsOf(listing: ListingView): Fact[] {
  const dwelling = propertyTypes[listing.propertyType].dwelling;
  const flat = listing.propertyType === 'apartment' || listing.propertyType === 'loft';
  const rental = listing.transaction === RENTAL;
  const asked = (value: string | null): string => value ?? UNKNOWN;
  const rows: (readonly [label: string, value: string | null])[] = [
    ['Type de bien', typeLabel(listing)],
    ['Référence de l’agence', listing.reference],
    [
      rental ? 'Surface habitable' : 'Surface',
      dwelling ? asked(metres(listing.surface)) : metres(listing.surface),
    ],
    [
      'Surface du terrain',
      listing.propertyType === 'land' ? asked(metres(listing.landSurface)) : metres(listing.landSurface),
    ],
    ['Séjour', metres(listing.livingRoomSurface)],
    ['Pièces', dwelling ? asked(number(listing.rooms)) : number(listing.rooms)],
    ['Chambres', number(listing.bedrooms)],
    ['Salles de bain', number(listing.bathrooms)],
    ['Salles d’eau', number(listing.showerRooms)],
    ['Toilettes', number(listing.toilets)],
    ['Étage', flat ? asked(floorOf(listing)) : floorOf(listing)],
    ['Étages de l’immeuble', number(listing.floors)],
    ['Ascenseur', flat ? asked(yesNo(listing.elevator)) : yesNo(listing.elevator)],
    ['Année de construction', listing.builtYear ? String(listing.builtYear) : null],
    ['Meublé', rental ? asked(yesNo(listing.furnished)) : yesNo(listing.furnished)],
    [
      'Disponible',
      listing.availableOn ? `le ${formatDate(new Date(`${listing.availableOn}T12:00:00Z`))}` : null,
    ],
    ['Chauffage', dwelling ? asked(heatingOf(listing.heating)) : heatingOf(listing.heating)],
    ['Cuisine', listing.kitchen ? (kitchens[listing.kitchen as Kitchen] ?? null) : null],
    ['Exposition', exposureOf(listing.exposures)],
    ['Balcon', withSurface(listing.balcony, listing.balconySurface)],
    ['Terrasse', withSurface(listing.terrace, listing.terraceSurface)],
    ['Jardin', yesNo(listing.garden)],
    ['Parking', yesNo(listing.parking)],
    ['Cave', yesNo(listing.cellar)],
    ['Piscine', yesNo(listing.pool)],
    ['Gardien', yesNo(listing.caretaker)],
    ['Interphone', yesNo(listing.intercom)],
    ['Digicode', yesNo(listing.doorCode)],
    ['Climatisation', yesNo(listing.airConditioning)],
    ['Cheminée', yesNo(listing.fireplace)],
    ['Parquet', yesNo(listing.parquet)],
    ['Vue dégagée', yesNo(listing.openView)],
    ['Vis-à-vis', yesNo(listing.overlooked)],
    ['Au calme', yesNo(listing.quiet)],
    ['Accès handicapés', yesNo(listing.accessible)],
    ['Animaux acceptés', yesNo(listing.petsAllowed)],
    ['Refait à neuf', yesNo(listing.renovated)],
    ['Travaux à prévoir', yesNo(listing.workNeeded)],
    ['Exclusivité', yesNo(listing.exclusive)],
  ];
  return rows.filter((row): row is Fact => row[1] !== null);
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

function floorOf({ floor, floors }: ListingView): string | null {
  const label = floorLabel(floor, floors);
  return label && capital(label);
}

function withSurface(has: boolean | null, surface: number | null): string | null {
  if (has === false) return 'Non';
  const size = metres(surface);
  return size ?? yesNo(has);
}

function heatingOf(values: readonly string[] | null): string | null {
  if (!values || values.length === 0) return null;
  return capital(values.map((value) => heatings[value as Heating]?.label.toLowerCase() ?? value).join(', '));
}

function exposureOf(values: readonly string[] | null): string | null {
  if (!values || values.length === 0) return null;
  return values.map((value) => exposures[value as keyof typeof exposures] ?? value).join(', ');
}
