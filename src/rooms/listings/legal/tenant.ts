/**
 * What a tenant must read: deposit (R10), fees and their caps (R11, R12), furniture, surface and place (R13), letting by individuals (R25).
 */
import { formatPrice, formatSurface } from '#contract/fmt.ts';
import { CHARGES_YEARLY } from '../contract.ts';
import { sameAmount } from '../price-lines.ts';
import { tenantFeeZones } from '../words.ts';
import { type AddFinding, type Case, type Rule } from './terms.ts';

const lettingOfDwelling = ({ rental, dwelling }: Case) => rental && dwelling;
const agencyLetting = ({ rental, dwelling, professional }: Case) => rental && dwelling && professional;

/** Communes cut into municipal arrondissements, by code. */
const cutCities: ReadonlyMap<string, string> = new Map([
  ['75056', 'Paris'],
  ['69123', 'Lyon'],
  ['13055', 'Marseille'],
]);

export const tenantRules: readonly Rule[] = [
  { id: 'R10', when: lettingOfDwelling, check: (facts, found) => checkDeposit(facts, found) },
  {
    id: 'R11',
    when: agencyLetting,
    check: ({ draft: { tenantFees, inventoryFees } }, found) => {
      if (tenantFees === null) {
        found(
          'fees_missing',
          'block',
          'tenantFees',
          'Les honoraires à la charge du locataire ne sont pas indiqués.',
          'Indiquez leur montant TTC, 0 s’il n’y en a pas.',
        );
      } else if (tenantFees > 0 && inventoryFees === null) {
        found(
          'inventory_missing',
          'block',
          'inventoryFees',
          'La part des honoraires du locataire pour l’état des lieux n’est pas indiquée.',
          'Indiquez son montant TTC, 0 si l’état des lieux n’est pas facturé.',
        );
      } else if (inventoryFees !== null && inventoryFees > tenantFees) {
        found(
          'inventory_above_fees',
          'block',
          'inventoryFees',
          `La part de l’état des lieux (${formatPrice(inventoryFees)}) dépasse les honoraires du locataire (${formatPrice(tenantFees)}).`,
          'Indiquez dans les honoraires du locataire leur total, état des lieux compris.',
        );
      }
    },
  },
  {
    id: 'R12',
    when: agencyLetting,
    check: (facts, found) => {
      checkCaps(facts, found);
      checkShare(facts, found);
    },
  },
  {
    id: 'R13',
    when: lettingOfDwelling,
    check: ({ draft }, found) => {
      if (draft.furnished === null) {
        found(
          'furnished_missing',
          'block',
          'furnished',
          'L’annonce ne dit pas si le logement est meublé.',
          'Indiquez meublé ou non meublé.',
        );
      }
      const furnishedLease = draft.lease !== null && draft.lease !== 'empty';
      if (draft.furnished !== null && draft.lease !== null && draft.furnished !== furnishedLease) {
        found(
          'lease_disagrees',
          'block',
          'lease',
          draft.furnished
            ? 'Le logement est dit meublé et le bail est celui d’un logement vide.'
            : 'Le logement est dit non meublé et le bail est celui d’un logement meublé.',
          'Corrigez le bail, ou dites si le logement est meublé.',
        );
      }
      if (draft.surface === null || draft.surface <= 0) {
        found(
          'surface_missing',
          'block',
          'surface',
          'La surface habitable n’est pas indiquée.',
          'Indiquez la surface habitable en m².',
        );
      }
      const city = cutCities.get(draft.placeCode);
      if (city) {
        found(
          'district_missing',
          'block',
          'placeCode',
          `L’arrondissement de ${city} n’est pas indiqué.`,
          'Indiquez l’arrondissement du logement.',
        );
      }
    },
  },
  {
    id: 'R25',
    when: ({ rental, dwelling, professional }) => rental && dwelling && !professional,
    check: ({ draft: { tenantFees } }, found) => {
      if (tenantFees !== null && tenantFees > 0) {
        found(
          'fees_by_individual',
          'block',
          'tenantFees',
          `Un particulier ne peut pas demander d’honoraires de location (${formatPrice(tenantFees)}).`,
          'Retirez ces honoraires.',
        );
      }
    },
  },
];

/** Months of rent without charges, supplement included (R10). */
function checkDeposit({ draft, tables }: Case, found: AddFinding): void {
  const { deposit, price, charges, chargesMode, baseRent, rentSupplement, lease, furnished } = draft;
  if (deposit === null) {
    found(
      'deposit_missing',
      'block',
      'deposit',
      'Le dépôt de garantie n’est pas indiqué.',
      'Indiquez son montant, 0 s’il n’y en a pas.',
    );
    return;
  }
  const kind =
    lease === 'mobility' ? 'mobility' : furnished === true || isFurnishedLease(lease) ? 'furnished' : 'empty';
  const months = tables.deposits[kind];
  // A home that may be furnished is judged as one: R13 already asks.
  const most = furnished === null && lease === null ? tables.deposits.furnished : months;
  if (most === null || deposit <= 0 || !(price > 0)) return;
  if (most === 0) {
    found(
      'deposit_forbidden',
      'block',
      'deposit',
      `Aucun dépôt de garantie (${formatPrice(deposit)}) ne peut être demandé pour un bail mobilité.`,
      'Indiquez 0.',
    );
    return;
  }
  const included = chargesMode === CHARGES_YEARLY ? 0 : (charges ?? 0);
  const rent = baseRent === null ? price - included : baseRent + (rentSupplement ?? 0);
  const ceiling = rent * most;
  if (deposit <= ceiling || sameAmount(deposit, ceiling)) return;
  found(
    'deposit_above_limit',
    'block',
    'deposit',
    `Le dépôt de garantie (${formatPrice(deposit)}) dépasse ${most === 1 ? 'un mois' : 'deux mois'} de loyer hors charges (${formatPrice(ceiling)}).`,
    `Ramenez-le à ${formatPrice(ceiling)} au plus${kind === 'empty' ? ' (logement non meublé)' : ''}.`,
  );
}

function isFurnishedLease(lease: string | null): boolean {
  return lease === 'furnished' || lease === 'student';
}

/** Fees by m² of living area, by zone; where the zone is unknown, only what no zone allows is blocked (R12). */
function checkCaps({ draft, tables }: Case, found: AddFinding): void {
  const { tenantFees, inventoryFees, surface } = draft;
  const caps = tables.tenantFees;
  if (!caps || surface === null || surface <= 0 || tenantFees === null) return;
  const most = (cents: number) => Math.round(surface * cents);
  if (inventoryFees !== null && inventoryFees > most(caps.inventory)) {
    found(
      'inventory_above_cap',
      'block',
      'inventoryFees',
      `L’état des lieux (${formatPrice(inventoryFees)}) dépasse le plafond de ${formatPrice(most(caps.inventory))} (${formatSurface(surface)} à ${formatPrice(caps.inventory)}).`,
      `Ramenez-le à ${formatPrice(most(caps.inventory))} au plus.`,
    );
  }
  const known = tables.feeZones.get(draft.cityCode);
  const zone = draft.tenantFeeZone ?? known;
  // Without the part of the inventory, the whole is held against both caps: R11 asks for the part.
  const letting = inventoryFees === null ? tenantFees - most(caps.inventory) : tenantFees - inventoryFees;
  const highest = zone ? caps.letting[zone] : caps.letting.very_tense;
  if (letting > most(highest)) {
    found(
      'fees_above_cap',
      'block',
      'tenantFees',
      zone
        ? `Les honoraires hors état des lieux (${formatPrice(letting)}) dépassent le plafond de ${formatPrice(most(highest))} (${formatSurface(surface)} à ${formatPrice(highest)}, zone ${tenantFeeZones[zone]}).`
        : `Les honoraires hors état des lieux (${formatPrice(letting)}) dépassent le plus haut des plafonds, ${formatPrice(most(highest))} (${formatSurface(surface)} à ${formatPrice(highest)}).`,
      `Ramenez-les à ${formatPrice(most(highest))} au plus.`,
    );
  } else if (!zone && letting > most(caps.letting.other)) {
    found(
      'fees_unsure',
      'warning',
      'tenantFeeZone',
      `Les honoraires hors état des lieux (${formatPrice(letting)}) dépassent le plafond de la plupart des communes, ${formatPrice(most(caps.letting.other))}, et la zone de celle-ci n’est pas connue.`,
      'Indiquez la zone de la commune (très tendue, tendue ou autre).',
    );
  }
  if (draft.tenantFeeZone !== null && known !== undefined && known !== draft.tenantFeeZone) {
    found(
      'zone_differs',
      'warning',
      'tenantFeeZone',
      `La commune est en zone ${tenantFeeZones[known]} et l’annonce dit zone ${tenantFeeZones[draft.tenantFeeZone]}.`,
      'Vérifiez la zone des plafonds d’honoraires.',
    );
  }
}

/**
 * The tenant pays no more than the landlord for the acts they share, each by itself (loi 89-462, article 5): visits, file
 * and lease, then the inventory. Only what is said is compared; when an act is not told apart, the sums are.
 */
function checkShare({ draft }: Case, found: AddFinding): void {
  const { tenantFees, inventoryFees, landlordFees, landlordInventoryFees } = draft;
  const above = (
    code: string,
    field: 'tenantFees' | 'inventoryFees',
    what: string,
    one: number,
    other: number,
  ) =>
    found(
      code,
      'block',
      field,
      `${what} au locataire (${formatPrice(one)}) dépassent ce que paie le bailleur pour les mêmes actes (${formatPrice(other)}).`,
      `Ramenez-les à ${formatPrice(other)} au plus, ou corrigez la part du bailleur.`,
    );
  const inventoryTold = inventoryFees !== null && landlordInventoryFees !== null;
  if (inventoryTold && inventoryFees > landlordInventoryFees)
    above(
      'inventory_above_landlord',
      'inventoryFees',
      'Les honoraires d’état des lieux demandés',
      inventoryFees,
      landlordInventoryFees,
    );
  if (tenantFees === null || landlordFees === null) return;
  if (!inventoryTold) {
    if (tenantFees > landlordFees)
      above('fees_above_landlord', 'tenantFees', 'Les honoraires demandés', tenantFees, landlordFees);
    return;
  }
  const [letting, landlordLetting] = [tenantFees - inventoryFees, landlordFees - landlordInventoryFees];
  if (landlordLetting < 0)
    found(
      'landlord_inventory_above_fees',
      'warning',
      'landlordInventoryFees',
      `La part de l’état des lieux au bailleur (${formatPrice(landlordInventoryFees)}) dépasse ses honoraires (${formatPrice(landlordFees)}).`,
      'Indiquez dans les honoraires du bailleur leur total, état des lieux compris.',
    );
  else if (letting > landlordLetting)
    above(
      'fees_above_landlord',
      'tenantFees',
      'Les honoraires de visite, de dossier et de bail demandés',
      letting,
      landlordLetting,
    );
}
