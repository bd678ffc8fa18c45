/**
 * Fields: what is typed at each step, in its order, and what the editor says in other words than reports do.
 */
import type { TypedFactName } from '../facts.ts';
import { groupOf } from './fact-fields.ts';
import { moneyGroups } from './money.ts';
import { type FieldGroup, type FieldSpec, type Step, stepNames } from './steps.ts';

/** Fields of each step; photos and the preview have none. */
export const fieldsOf: Record<Step, readonly FieldGroup[]> = {
  bien: [
    groupOf(
      'L’essentiel',
      'transaction',
      'propertyType',
      ['subType', { label: 'Nature du bien', hint: 'Ce que c’est : cave, hangar, péniche…' }],
      ['surface', { label: 'Surface habitable' }],
      ['carrezSurface', { hint: 'Vente d’un lot de copropriété.' }],
      ['landSurface', { label: 'Surface du terrain' }],
      'rooms',
      'bedrooms',
      'bathrooms',
      'showerRooms',
      'toilets',
      ['floor', { hint: '0 pour le rez-de-chaussée.' }],
      'floors',
      'builtYear',
      'condition',
    ),
    groupOf(
      'Programme',
      ['programmeName', { label: 'Nom du programme' }],
      'developer',
      'delivery',
      'progress',
      ['completionGuarantee', { hint: 'Qui garantit, par exemple une banque.' }],
      ['re2020', { label: 'Construit selon la RE2020' }],
      'reducedNotaryFees',
      ['zeroRateLoan', { label: 'Prêt à taux zéro possible' }],
    ),
    groupOf(
      'Équipements',
      'furnished',
      'isNew',
      'elevator',
      'balcony',
      'terrace',
      'garden',
      ['parking', { label: 'Parking' }],
      'cellar',
      'pool',
      'airConditioning',
      'fireplace',
      'fibre',
      'intercom',
      'caretaker',
      'openView',
      'overlooked',
      'quiet',
      'accessible',
      'petsAllowed',
      'kitchen',
      'exposures',
      'heating',
    ),
    groupOf(
      'Mandat',
      ['mandateNumber', { hint: 'Jamais montré.' }],
      'mandateType',
      ['mandateOn', { label: 'Signé le' }],
      ['mandateUntil', { label: 'Jusqu’au' }],
      'availableOn',
      'exclusive',
    ),
  ],
  lieu: [
    groupOf(
      'Où est le bien',
      'quarter',
      ['address', { hint: 'Privée, sauf si vous choisissez de la montrer.' }],
      [
        'addressDisplay',
        {
          label: 'Ce que l’annonce montre',
          words: {
            commune: 'La commune',
            quarter: 'Le quartier',
            street: 'La rue',
            exact: 'L’adresse exacte',
          },
        },
      ],
      ['transportStation', { label: 'Arrêt le plus proche' }],
      ['transportLine', { label: 'Ligne' }],
    ),
  ],
  prix: moneyGroups,
  dpe: [
    groupOf(
      'Diagnostic de performance énergétique',
      [
        'energyStatus',
        {
          words: {
            rated: 'Réalisé',
            ongoing: 'En cours',
            exempt: 'Non soumis',
            blank: 'Vierge (avant juillet 2021)',
          },
        },
      ],
      ['energyExemption', { label: 'Pourquoi non soumis' }],
      ['energyNumber', { label: 'Numéro du DPE', hint: '13 caractères, par exemple 2330E1680837R.' }],
      ['energyDate', { label: 'Réalisé le' }],
      'energyClass',
      ['energyValue', { label: 'Énergie primaire, kWh/m²/an' }],
      'climateClass',
      ['climateValue', { label: 'Gaz à effet de serre, kg CO₂/m²/an' }],
      'energyFinal',
      ['energyCostMin', { label: 'Dépenses annuelles, au moins' }],
      ['energyCostMax', { label: 'Dépenses annuelles, au plus' }],
      'energyCostYear',
      'energyAuditOn',
    ),
  ],
  copropriete: [
    groupOf(
      'Copropriété',
      ['coOwned', { label: 'Bien en copropriété' }],
      ['lots', { label: 'Nombre de lots' }],
      ['yearlyCharges', { label: 'Charges courantes par an' }],
      ['procedure', { label: 'Procédure contre le syndicat' }],
      ['procedureDetail', { label: 'Laquelle' }],
    ),
    groupOf('Risques', ['risksConcerned', { label: 'Bien dans un périmètre de risques' }], 'risksReportOn', [
      'brushClearing',
      { label: 'Obligation de débroussailler' },
    ]),
    groupOf(
      'Qui fait visiter',
      ['contactName', { label: 'Négociateur' }],
      ['contactStatus', { label: 'Statut' }],
      'contactRsac',
      'contactRsacCity',
      ['contactSoleTrader', { label: 'Entrepreneur individuel (EI)' }],
    ),
  ],
  photos: [],
  texte: [
    groupOf(
      'Ce qui est lu',
      'title',
      ['description', { label: 'Description', hint: 'Sans téléphone, adresse de courriel ni lien.' }],
      'visitUrl',
      'videoUrl',
    ),
  ],
  apercu: [],
};

const stepOfField = new Map<string, Step>(
  stepNames.flatMap((step) =>
    fieldsOf[step].flatMap(({ fields }) => fields.map(({ name }) => [name, step] as const)),
  ),
);

const specs = new Map(
  stepNames.flatMap((step) =>
    fieldsOf[step].flatMap(({ fields }) => fields.map((spec) => [spec.name, spec] as const)),
  ),
);

/** The field of a fact that is typed at some step; throws a RangeError for another. */
export function specOf(name: TypedFactName): FieldSpec {
  const spec = specs.get(name);
  if (!spec) throw new RangeError(`${name} n’est saisi nulle part`);
  return spec;
}

/** Where a fact is typed; null for one of the agency, or that nobody types here. */
export function stepOf(field: string): Step | null {
  if (field === 'placeCode' || field === 'postalCode' || field === 'exactLat') return 'lieu';
  if (field === 'photos') return 'photos';
  return stepOfField.get(field) ?? null;
}
