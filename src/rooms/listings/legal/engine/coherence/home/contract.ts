/**
 * Coherence of the home: surfaces, rooms, floors, price, classes with their values (C2 to C8).
 * Owns nothing.
 * Announces nothing.
 */
import { formatNumber, formatPrice, formatSurface } from '../../../../../../contract/fmt.ts';
import {
  classWithin,
  energyClassOf,
  METHOD_CHANGED_ON,
  mountainDepartments,
  territoryOf,
} from '../../../tables/energy/contract.ts';
import type { Case, Found, Rule } from '../../terms/contract.ts';

/** A decent home has a room of 9 m² at least (décret 2002-120, article 4), or 20 m³. */
const SMALLEST_LET = 9;
/** Below this, so many rooms do not fit: four rooms in 15 m² are refused everywhere. */
const SMALLEST_ROOM = 6;
const CARREZ_SLACK = 1.05;
/** Up to this surface the classes have other bounds. */
const SMALL_HOME = 40;
const LOWEST_SALE = 100_000;
const LOWEST_RENT = 5_000;

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
  {
    id: 'C8',
    when: ({ rental, dwelling }) => !rental || dwelling,
    check: ({ draft: { price }, rental }, found) => {
      if (price > 0 && price < (rental ? LOWEST_RENT : LOWEST_SALE)) {
        found(
          'price_implausible',
          'warning',
          'price',
          `Un prix de ${formatPrice(price)} n’est pas vraisemblable.`,
          'Vérifiez le prix.',
        );
      }
    },
  },
];

/**
 * Letters with their values, where the bounds of everywhere hold: not in small homes, nor in departments that reach
 * above 800 m, nor overseas, nor for certificates of another method; the certificate of 2026 may only better a letter.
 */
function checkClasses({ draft, tables }: Case, found: Found): void {
  const { energyClass, energyValue, climateClass, climateValue, surface, energyDate } = draft;
  const bounds = tables.classBounds;
  if (!bounds || draft.energyCertificate === true || surface === null || surface <= SMALL_HOME) return;
  if (energyDate !== null && energyDate < METHOD_CHANGED_ON) return;
  if (territoryOf(draft.departmentCode) === 'overseas' || mountainDepartments.has(draft.departmentCode))
    return;
  if (energyClass !== null && energyValue !== null && climateValue !== null) {
    const computed = energyClassOf(bounds, energyValue, climateValue);
    if (computed !== energyClass) {
      found(
        'energy_class_differs',
        'warning',
        'energyClass',
        `${formatNumber(energyValue)} kWh/m²/an et ${formatNumber(climateValue)} kg CO₂/m²/an font la classe énergie ${computed}, et non ${energyClass}.`,
        'Recopiez la classe et les valeurs du diagnostic.',
      );
    }
  }
  if (climateClass !== null && climateValue !== null) {
    const computed = classWithin(bounds.climate, climateValue);
    if (computed !== climateClass) {
      found(
        'climate_class_differs',
        'warning',
        'climateClass',
        `${formatNumber(climateValue)} kg CO₂/m²/an font la classe climat ${computed}, et non ${climateClass}.`,
        'Recopiez la classe et la valeur du diagnostic.',
      );
    }
  }
}
