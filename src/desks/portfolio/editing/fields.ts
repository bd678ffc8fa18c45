/**
 * Fields: what is typed at each step, in its order.
 */
import { PURCHASE, propertyTypes, RENTAL } from '#rooms/listings/contract.ts';
import { isHome } from '#rooms/listings/homes-by-nature.ts';
import {
  conditions,
  energyExemptions,
  exposures,
  heatings,
  kitchens,
  mandateTypes,
  progresses,
} from '#rooms/listings/words.ts';
import type { TypedFactName, Facts } from '../facts.ts';
import { moneyGroups } from './money.ts';
import {
  capitalListOf,
  type FieldGroup,
  type FieldSpec,
  listOf,
  type Step,
  saidField,
  stepNames,
} from './steps.ts';

const rental = ({ transaction }: Facts) => transaction === RENTAL;
const sale = ({ transaction }: Facts) => transaction === PURCHASE;
const programme = ({ propertyType }: Facts) => propertyType === 'programme';
/** One home: what is said of a programme is said of each of its lots. */
const one = (facts: Facts) => !programme(facts);
const dwelling = (facts: Facts) => one(facts) && (facts.propertyType === 'other' || isHome(facts));
const built = ({ propertyType }: Facts) => propertyType !== 'land' && propertyType !== 'parking';
const builtOne = (facts: Facts) => built(facts) && one(facts);

const letters = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((value) => ({ value, label: value }));

/** Fields of each step; photos and the preview have none. */
export const fieldsOf: Record<Step, readonly FieldGroup[]> = {
  bien: [
    {
      title: 'L’essentiel',
      fields: [
        {
          name: 'transaction',
          label: 'Projet',
          kind: 'one',
          options: [
            { value: String(PURCHASE), label: 'Vente' },
            { value: String(RENTAL), label: 'Location' },
          ],
        },
        {
          name: 'propertyType',
          label: 'Type de bien',
          kind: 'one',
          options: listOf(propertyTypes),
        },
        {
          name: 'subType',
          label: 'Nature du bien',
          kind: 'text',
          when: ({ propertyType }) => propertyType === 'other',
          hint: 'Ce que c’est : cave, hangar, péniche…',
        },
        { name: 'surface', label: 'Surface habitable', kind: 'surface', when: builtOne },
        {
          name: 'carrezSurface',
          label: 'Surface Carrez',
          kind: 'surface',
          when: (facts) => sale(facts) && builtOne(facts),
          hint: 'Vente d’un lot de copropriété.',
        },
        { name: 'landSurface', label: 'Surface du terrain', kind: 'surface' },
        { name: 'rooms', label: 'Pièces', kind: 'number', when: dwelling },
        { name: 'bedrooms', label: 'Chambres', kind: 'number', when: dwelling },
        { name: 'bathrooms', label: 'Salles de bain', kind: 'number', when: dwelling },
        { name: 'showerRooms', label: 'Salles d’eau', kind: 'number', when: dwelling },
        { name: 'toilets', label: 'WC', kind: 'number', when: dwelling },
        { name: 'floor', label: 'Étage', kind: 'number', when: builtOne, hint: '0 pour le rez-de-chaussée.' },
        { name: 'floors', label: 'Nombre d’étages', kind: 'number', when: built },
        { name: 'builtYear', label: 'Année de construction', kind: 'number', when: built },
        { name: 'condition', label: 'État', kind: 'one', options: listOf(conditions), when: built },
      ],
    },
    {
      title: 'Programme',
      fields: (
        [
          { name: 'programmeName', label: 'Nom du programme', kind: 'text' },
          { name: 'developer', label: 'Promoteur', kind: 'text' },
          { name: 'delivery', label: 'Livraison', kind: 'quarter' },
          { name: 'progress', label: 'Avancement', kind: 'one', options: listOf(progresses) },
          {
            name: 'completionGuarantee',
            label: 'Garantie d’achèvement',
            kind: 'text',
            hint: 'Qui garantit, par exemple une banque.',
          },
          saidField('re2020', 'Construit selon la RE2020'),
          saidField('reducedNotaryFees', 'Frais de notaire réduits'),
          saidField('zeroRateLoan', 'Prêt à taux zéro possible'),
        ] satisfies FieldSpec[]
      ).map((field): FieldSpec => ({ ...field, when: programme })),
    },
    {
      title: 'Équipements',
      fields: [
        saidField('furnished', 'Meublé', (facts) => rental(facts) && dwelling(facts)),
        saidField('isNew', 'Neuf', (facts) => sale(facts) && one(facts)),
        saidField('elevator', 'Ascenseur', built),
        saidField('balcony', 'Balcon', built),
        saidField('terrace', 'Terrasse', built),
        saidField('garden', 'Jardin'),
        saidField('parking', 'Parking'),
        saidField('cellar', 'Cave', built),
        saidField('pool', 'Piscine'),
        saidField('airConditioning', 'Climatisation', built),
        saidField('fireplace', 'Cheminée', built),
        saidField('fibre', 'Fibre', built),
        saidField('intercom', 'Interphone', built),
        saidField('caretaker', 'Gardien', built),
        saidField('openView', 'Vue dégagée'),
        saidField('overlooked', 'Vis-à-vis', builtOne),
        saidField('quiet', 'Calme'),
        saidField('accessible', 'Accès handicapés', built),
        saidField('petsAllowed', 'Animaux acceptés', rental),
        { name: 'kitchen', label: 'Cuisine', kind: 'one', options: listOf(kitchens), when: dwelling },
        { name: 'exposures', label: 'Exposition', kind: 'some', options: listOf(exposures) },
        { name: 'heating', label: 'Chauffage', kind: 'some', options: listOf(heatings), when: built },
      ],
    },
    {
      title: 'Mandat',
      fields: [
        { name: 'mandateNumber', label: 'Numéro de mandat', kind: 'text', hint: 'Jamais montré.' },
        { name: 'mandateType', label: 'Type de mandat', kind: 'one', options: capitalListOf(mandateTypes) },
        { name: 'mandateOn', label: 'Signé le', kind: 'day' },
        { name: 'mandateUntil', label: 'Jusqu’au', kind: 'day' },
        { name: 'availableOn', label: 'Disponible le', kind: 'day' },
        saidField('exclusive', 'Exclusivité'),
      ],
    },
  ],
  lieu: [
    {
      title: 'Où est le bien',
      fields: [
        { name: 'quarter', label: 'Quartier', kind: 'text' },
        {
          name: 'address',
          label: 'Adresse',
          kind: 'text',
          hint: 'Privée, sauf si vous choisissez de la montrer.',
        },
        {
          name: 'addressDisplay',
          label: 'Ce que l’annonce montre',
          kind: 'one',
          options: [
            { value: 'commune', label: 'La commune' },
            { value: 'quarter', label: 'Le quartier' },
            { value: 'street', label: 'La rue' },
            { value: 'exact', label: 'L’adresse exacte' },
          ],
        },
        { name: 'transportStation', label: 'Arrêt le plus proche', kind: 'text' },
        { name: 'transportLine', label: 'Ligne', kind: 'text' },
      ],
    },
  ],
  prix: moneyGroups,
  dpe: [
    {
      title: 'Diagnostic de performance énergétique',
      fields: [
        {
          name: 'energyStatus',
          label: 'DPE',
          kind: 'one',
          options: [
            { value: 'rated', label: 'Réalisé' },
            { value: 'ongoing', label: 'En cours' },
            { value: 'exempt', label: 'Non soumis' },
            { value: 'blank', label: 'Vierge (avant juillet 2021)' },
          ],
        },
        {
          name: 'energyExemption',
          label: 'Pourquoi non soumis',
          kind: 'one',
          options: capitalListOf(energyExemptions),
          when: ({ energyStatus }) => energyStatus === 'exempt',
        },
        ...(
          [
            {
              name: 'energyNumber',
              label: 'Numéro du DPE',
              kind: 'text',
              hint: '13 caractères, par exemple 2330E1680837R.',
            },
            { name: 'energyDate', label: 'Réalisé le', kind: 'day' },
            { name: 'energyClass', label: 'Classe énergie', kind: 'one', options: letters },
            { name: 'energyValue', label: 'Énergie primaire, kWh/m²/an', kind: 'number' },
            { name: 'climateClass', label: 'Classe climat', kind: 'one', options: letters },
            { name: 'climateValue', label: 'Gaz à effet de serre, kg CO₂/m²/an', kind: 'number' },
            { name: 'energyFinal', label: 'Énergie finale, kWh/m²/an', kind: 'number' },
            { name: 'energyCostMin', label: 'Dépenses annuelles, au moins', kind: 'money' },
            { name: 'energyCostMax', label: 'Dépenses annuelles, au plus', kind: 'money' },
            { name: 'energyCostYear', label: 'Année des prix de l’énergie', kind: 'number' },
            { name: 'energyAuditOn', label: 'Audit énergétique du', kind: 'day' },
          ] satisfies FieldSpec[]
        ).map((field): FieldSpec => ({ ...field, when: ({ energyStatus }) => energyStatus !== 'exempt' })),
      ],
    },
  ],
  copropriete: [
    {
      title: 'Copropriété',
      fields: [
        saidField('coOwned', 'Bien en copropriété', sale),
        {
          name: 'lots',
          label: 'Nombre de lots',
          kind: 'number',
          when: (facts) => sale(facts) && facts.coOwned !== false,
        },
        {
          name: 'yearlyCharges',
          label: 'Charges courantes par an',
          kind: 'money',
          when: (facts) => sale(facts) && facts.coOwned !== false,
        },
        saidField(
          'procedure',
          'Procédure contre le syndicat',
          (facts) => sale(facts) && facts.coOwned !== false,
        ),
        {
          name: 'procedureDetail',
          label: 'Laquelle',
          kind: 'text',
          when: (facts) => sale(facts) && facts.procedure === true,
        },
      ],
    },
    {
      title: 'Risques',
      fields: [
        saidField('risksConcerned', 'Bien dans un périmètre de risques'),
        { name: 'risksReportOn', label: 'État des risques du', kind: 'day' },
        saidField('brushClearing', 'Obligation de débroussailler'),
      ],
    },
    {
      title: 'Qui fait visiter',
      fields: [
        { name: 'contactName', label: 'Négociateur', kind: 'text' },
        {
          name: 'contactStatus',
          label: 'Statut',
          kind: 'one',
          options: [
            { value: 'employee', label: 'Salarié' },
            { value: 'commercial_agent', label: 'Agent commercial' },
          ],
        },
        {
          name: 'contactRsac',
          label: 'Numéro RSAC',
          kind: 'text',
          when: ({ contactStatus }) => contactStatus === 'commercial_agent',
        },
        {
          name: 'contactRsacCity',
          label: 'Ville du RSAC',
          kind: 'text',
          when: ({ contactStatus }) => contactStatus === 'commercial_agent',
        },
        saidField(
          'contactSoleTrader',
          'Entrepreneur individuel (EI)',
          ({ contactStatus }) => contactStatus === 'commercial_agent',
        ),
      ],
    },
  ],
  photos: [],
  texte: [
    {
      title: 'Ce qui est lu',
      fields: [
        { name: 'title', label: 'Titre', kind: 'text' },
        {
          name: 'description',
          label: 'Description',
          kind: 'long',
          hint: 'Sans téléphone, adresse de courriel ni lien.',
        },
        { name: 'visitUrl', label: 'Visite virtuelle', kind: 'url' },
        { name: 'videoUrl', label: 'Vidéo', kind: 'url' },
      ],
    },
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
