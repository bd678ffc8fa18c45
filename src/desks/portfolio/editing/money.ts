/**
 * Money: what a sale or a letting asks, field by field.
 */
import { PURCHASE, RENTAL } from '#rooms/listings/contract.ts';
import { leases, tenantFeeZones } from '#rooms/listings/words.ts';
import type { Facts } from '../facts.ts';
import { lowestPrice } from './programme.ts';
import { capitalListOf, type FieldGroup, listOf, saidField } from './steps.ts';

const rental = ({ transaction }: Facts) => transaction === RENTAL;
const sale = ({ transaction }: Facts) => transaction === PURCHASE;
const programme = ({ propertyType }: Facts) => propertyType === 'programme';
const home = (facts: Facts) => sale(facts) && !programme(facts);
const annuity = (facts: Facts) => sale(facts) && facts.lifeAnnuity;

export const moneyGroups: readonly FieldGroup[] = [
  {
    title: 'Lots',
    fields: [{ name: 'units', label: 'Lots', kind: 'units', when: programme }],
  },
  {
    title: 'Vente',
    fields: [
      {
        name: 'price',
        label: 'Prix',
        kind: 'money',
        // A programme with lots left costs what the cheapest of them does.
        when: (facts) => sale(facts) && !(programme(facts) && lowestPrice(facts.units) !== null),
        hint: 'Honoraires de l’acquéreur inclus.',
      },
      {
        name: 'feesPayer',
        label: 'Honoraires à la charge',
        kind: 'one',
        when: sale,
        options: [
          { value: '1', label: 'De l’acquéreur' },
          { value: '2', label: 'Du vendeur' },
          { value: '3', label: 'Des deux' },
        ],
      },
      {
        name: 'priceWithoutFees',
        label: 'Prix hors honoraires',
        kind: 'money',
        when: (facts) => sale(facts) && facts.feesPayer !== 2,
      },
      {
        name: 'feesPercent',
        label: 'Honoraires TTC',
        kind: 'percent',
        when: (facts) => sale(facts) && facts.feesPayer !== 2,
        hint: 'En part du prix hors honoraires.',
      },
      { name: 'propertyTax', label: 'Taxe foncière par an', kind: 'money', when: home },
    ],
  },
  {
    title: 'Viager',
    fields: [
      saidField('lifeAnnuity', 'Vente en viager', home),
      {
        name: 'annuityBouquet',
        label: 'Bouquet',
        kind: 'money',
        when: annuity,
        hint: 'Payé le jour de la vente.',
      },
      { name: 'annuityMonthly', label: 'Rente par mois', kind: 'money', when: annuity },
      saidField('annuityOccupied', 'Occupé par le vendeur', annuity),
      {
        name: 'annuityAges',
        label: 'Âge des vendeurs',
        kind: 'ages',
        when: annuity,
        hint: 'Un par personne, par exemple 78, 81.',
      },
    ],
  },
  {
    title: 'Location',
    fields: [
      { name: 'price', label: 'Loyer mensuel, charges comprises', kind: 'money', when: rental },
      { name: 'baseRent', label: 'Loyer de base, hors charges', kind: 'money', when: rental },
      { name: 'charges', label: 'Charges par mois', kind: 'money', when: rental },
      {
        name: 'chargesMode',
        label: 'Charges payées',
        kind: 'one',
        when: rental,
        options: [
          { value: '1', label: 'Au forfait' },
          { value: '2', label: 'Par provisions, régularisées chaque année' },
          { value: '3', label: 'Sur justificatifs, une fois par an' },
        ],
      },
      {
        name: 'deposit',
        label: 'Dépôt de garantie',
        kind: 'money',
        when: rental,
        hint: '0 s’il n’y en a pas.',
      },
      { name: 'lease', label: 'Bail', kind: 'one', options: listOf(leases), when: rental },
      {
        name: 'leaseMonths',
        label: 'Durée du bail, en mois',
        kind: 'number',
        when: (facts) => rental(facts) && facts.lease === 'mobility',
      },
      saidField('flatShare', 'Colocation', rental),
      { name: 'tenantFees', label: 'Honoraires du locataire, TTC', kind: 'money', when: rental },
      { name: 'inventoryFees', label: 'Dont état des lieux', kind: 'money', when: rental },
      {
        name: 'landlordFees',
        label: 'Honoraires du bailleur, TTC',
        kind: 'money',
        when: rental,
        hint: 'Pour les mêmes actes : visites, dossier, bail, état des lieux. L’annonce ne les montre pas.',
      },
      {
        name: 'landlordInventoryFees',
        label: 'Dont état des lieux, au bailleur',
        kind: 'money',
        when: rental,
      },
      {
        name: 'tenantFeeZone',
        label: 'Zone des honoraires',
        kind: 'one',
        options: capitalListOf(tenantFeeZones),
        when: rental,
      },
      saidField('rentControlled', 'Encadrement des loyers', rental),
      {
        name: 'medianRent',
        label: 'Loyer de référence',
        kind: 'money',
        when: (facts) => rental(facts) && facts.rentControlled !== false,
      },
      {
        name: 'referenceRent',
        label: 'Loyer de référence majoré',
        kind: 'money',
        when: (facts) => rental(facts) && facts.rentControlled !== false,
      },
      { name: 'rentSupplement', label: 'Complément de loyer', kind: 'money', when: rental },
      {
        name: 'rentSupplementReason',
        label: 'Pourquoi ce complément',
        kind: 'text',
        when: (facts) => rental(facts) && (facts.rentSupplement ?? 0) > 0,
      },
    ],
  },
  {
    title: 'Barème',
    fields: [
      {
        name: 'feeScheduleUrl',
        label: 'Adresse de votre barème',
        kind: 'url',
        hint: 'Celui de votre profil, si rien n’est dit ici.',
      },
    ],
  },
];
