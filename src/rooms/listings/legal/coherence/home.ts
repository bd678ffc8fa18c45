/**
 * Coherence of the home: surfaces, rooms, floors, price, classes with their values (C2 to C8).
 */
import { formatNumber, formatSurface } from '#contract/fmt.ts';
import {
  classWithin,
  ELECTRICITY_BETTERED,
  energyClassOf,
  homeClassOf,
  METHOD_CHANGED_ON,
  mountainDepartments,
  territoryOf,
  widestBounds,
} from '../../energy-classes.ts';
import type { AddFinding, Case, Rule } from '../terms.ts';
import { checkPlausible } from './plausible.ts';

/** A decent home has a room of 9 m² at least (décret 2002-120, article 4), or 20 m³. */
const SMALLEST_LET = 9;
/** Below this, so many rooms do not fit: four rooms in 15 m² are refused everywhere. */
const SMALLEST_ROOM = 6;
const CARREZ_SLACK = 1.05;
/** Up to this surface the classes have other bounds. */
const SMALL_HOME = 40;
/** Audits and lettings that end begin with this class. */
const FIRST_JUDGED = 'E';

const isDwelling = ({ dwelling, draft }: Case) => dwelling && draft.propertyType !== 'programme';

export const homeRules: readonly Rule[] = [
  {
    id: 'C2',
    when: (facts) => isDwelling(facts) && facts.rental,
    check: ({ draft: { surface } }, found) => {
      if (surface !== null && surface > 0 && surface < SMALLEST_LET) {
        found(
          'too_small_to_let',
          'warning',
          'surface',
          `Un logement de ${formatSurface(surface)} n’est décent que s’il offre 20 m³ habitables ; la loi demande 9 m² ou 20 m³.`,
          'Vérifiez la surface habitable.',
        );
      }
    },
  },
  {
    id: 'C3',
    when: isDwelling,
    check: ({ draft: { surface, rooms } }, found) => {
      if (surface !== null && surface > 0 && rooms !== null && rooms > 1 && surface < rooms * SMALLEST_ROOM) {
        found(
          'rooms_do_not_fit',
          'warning',
          'rooms',
          `${rooms} pièces ne tiennent pas dans ${formatSurface(surface)}.`,
          'Vérifiez la surface et le nombre de pièces.',
        );
      }
    },
  },
  {
    id: 'C4',
    when: isDwelling,
    check: ({ draft: { rooms, bedrooms } }, found) => {
      if (rooms === null || bedrooms === null || rooms <= 0) return;
      if (rooms === 1 ? bedrooms > 1 : bedrooms >= rooms) {
        found(
          'too_many_bedrooms',
          'warning',
          'bedrooms',
          `${bedrooms} ${bedrooms > 1 ? 'chambres' : 'chambre'} pour ${rooms} ${rooms > 1 ? 'pièces' : 'pièce'} : les chambres comptent parmi les pièces.`,
          'Vérifiez le nombre de pièces et de chambres.',
        );
      }
    },
  },
  {
    id: 'C5',
    when: ({ dwelling }) => dwelling,
    check: ({ draft: { floor, floors } }, found) => {
      if (floor !== null && floors !== null && floor > floors) {
        found(
          'floor_above_top',
          'warning',
          'floor',
          `L’étage (${floor}) dépasse le nombre d’étages (${floors}).`,
          'Vérifiez l’étage et le nombre d’étages.',
        );
      }
    },
  },
  {
    id: 'C6',
    when: isDwelling,
    check: ({ draft: { surface, carrezSurface } }, found) => {
      if (
        surface !== null &&
        surface > 0 &&
        carrezSurface !== null &&
        carrezSurface > surface * CARREZ_SLACK
      ) {
        found(
          'carrez_above_living',
          'warning',
          'carrezSurface',
          `La surface Carrez (${formatSurface(carrezSurface)}) dépasse de plus de 5 % la surface habitable (${formatSurface(surface)}).`,
          'Vérifiez les deux surfaces.',
        );
      }
    },
  },
  { id: 'C7', when: isDwelling, check: (facts, found) => checkClasses(facts, found) },
  { id: 'C8', when: () => true, check: checkPlausible },
];

/**
 * Letters with their values. Values that make the home worse than its letters hold it from class E on, the first to
 * which the law attaches something (R16 to R18): it would be judged better than it is. The bounds of everywhere hold but in small homes, in departments that reach above 800 m and
 * overseas; there, only what no bounds allow is said. Values of another method say nothing.
 */
function checkClasses({ draft, tables }: Case, found: AddFinding): void {
  const { energyClass, energyValue, climateClass, climateValue, surface, energyDate, departmentCode } = draft;
  const letter = homeClassOf(draft);
  const usual = tables.classBounds;
  if (!usual || (energyDate !== null && energyDate < METHOD_CHANGED_ON)) return;
  const special =
    draft.energyCertificate === true ||
    surface === null ||
    surface <= SMALL_HOME ||
    territoryOf(departmentCode) === 'overseas' ||
    mountainDepartments.has(departmentCode);
  const bounds = special ? widestBounds : usual;
  const energy =
    energyValue === null || draft.energyCertificate !== true
      ? energyValue
      : energyValue / ELECTRICITY_BETTERED;
  // A value that is missing makes nothing worse.
  const computed = energyClassOf(bounds, energy ?? 0, climateValue ?? 0);
  if (letter !== null && computed > letter && computed >= FIRST_JUDGED) {
    found(
      'class_above_values',
      'block',
      'energyClass',
      `${valuesText(energyValue, climateValue)} font la classe ${computed}, et l’annonce dit ${letter}.`,
      'Recopiez les deux lettres et les deux valeurs du diagnostic.',
    );
    return;
  }
  if (special) return;
  if (energyClass !== null && energy !== null && climateValue !== null && computed !== energyClass) {
    found(
      'energy_class_differs',
      'warning',
      'energyClass',
      `${valuesText(energyValue, climateValue)} font la classe énergie ${computed}, et non ${energyClass}.`,
      'Recopiez la classe et les valeurs du diagnostic.',
    );
  }
  if (climateClass !== null && climateValue !== null) {
    const climate = classWithin(bounds.climate, climateValue);
    if (climate !== climateClass) {
      found(
        'climate_class_differs',
        'warning',
        'climateClass',
        `${formatNumber(climateValue)} kg CO₂/m²/an font la classe climat ${climate}, et non ${climateClass}.`,
        'Recopiez la classe et la valeur du diagnostic.',
      );
    }
  }
}

function valuesText(energyValue: number | null, climateValue: number | null): string {
  return [
    energyValue === null ? null : `${formatNumber(energyValue)} kWh/m²/an`,
    climateValue === null ? null : `${formatNumber(climateValue)} kg CO₂/m²/an`,
  ]
    .filter((value) => value !== null)
    .join(' et ');
}
