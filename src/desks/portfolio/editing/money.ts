/**
 * Money: what a sale or a letting asks, field by field.
 */
import { PURCHASE, RENTAL } from '#rooms/listings/contract.ts';
import { groupOf } from './fact-fields.ts';
import { lowestPrice } from './programme.ts';
import type { FieldGroup } from './steps.ts';

export const moneyGroups: readonly FieldGroup[] = [
  groupOf('Lots', ['units', { label: 'Lots' }]),
  groupOf(
    'Vente',
    [
      'price',
      {
        // A programme with lots left costs what the cheapest of them does.
        when: (facts) =>
          facts.transaction === PURCHASE &&
          !(facts.propertyType === 'programme' && lowestPrice(facts.units) !== null),
        hint: 'Honoraires de l’acquéreur inclus.',
      },
    ],
    [
      'feesPayer',
      { label: 'Honoraires à la charge', words: { 1: 'De l’acquéreur', 2: 'Du vendeur', 3: 'Des deux' } },
    ],
    'priceWithoutFees',
    ['feesPercent', { label: 'Honoraires TTC', hint: 'En part du prix hors honoraires.' }],
    ['propertyTax', { label: 'Taxe foncière par an' }],
  ),
  groupOf(
    'Viager',
    ['lifeAnnuity', { label: 'Vente en viager' }],
    ['annuityBouquet', { hint: 'Payé le jour de la vente.' }],
    ['annuityMonthly', { label: 'Rente par mois' }],
    ['annuityOccupied', { label: 'Occupé par le vendeur' }],
    ['annuityAges', { label: 'Âge des vendeurs', hint: 'Un par personne, par exemple 78, 81.' }],
  ),
  groupOf(
    'Location',
    [
      'price',
      { label: 'Loyer mensuel, charges comprises', when: ({ transaction }) => transaction === RENTAL },
    ],
    ['baseRent', { label: 'Loyer de base, hors charges' }],
    ['charges', { label: 'Charges par mois' }],
    [
      'chargesMode',
      {
        label: 'Charges payées',
        words: {
          1: 'Au forfait',
          2: 'Par provisions, régularisées chaque année',
          3: 'Sur justificatifs, une fois par an',
        },
      },
    ],
    ['deposit', { hint: '0 s’il n’y en a pas.' }],
    'lease',
    ['leaseMonths', { label: 'Durée du bail, en mois' }],
    'flatShare',
    ['tenantFees', { label: 'Honoraires du locataire, TTC' }],
    'inventoryFees',
    [
      'landlordFees',
      {
        label: 'Honoraires du bailleur, TTC',
        hint: 'Pour les mêmes actes : visites, dossier, bail, état des lieux. L’annonce ne les montre pas.',
      },
    ],
    'landlordInventoryFees',
    ['tenantFeeZone', { label: 'Zone des honoraires' }],
    'rentControlled',
    'medianRent',
    'referenceRent',
    'rentSupplement',
    ['rentSupplementReason', { label: 'Pourquoi ce complément' }],
  ),
  groupOf('Barème', [
    'feeScheduleUrl',
    { label: 'Adresse de votre barème', hint: 'Celui de votre profil, si rien n’est dit ici.' },
  ]),
];
