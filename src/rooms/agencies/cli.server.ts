import { type FieldIssue, Refusal } from '#contract/errors.ts';
import { parseEuros } from '#contract/money.ts';
import { type Command, type CommandInput, defineCommand, EXIT, WrongUsage } from '#platform/cli.server.ts';
import type { Services } from '#platform/context.server.ts';
import { addAgency, changeAgency, feedIds, listAgencies } from './agencies.server.ts';
import type { Agency, AgencyChanges } from './contract.ts';

/** Each option, the field that it fills, and what it is. */
const options = [
  ['name', 'name', 'nom affiché'],
  ['siren', 'siren', '9 chiffres'],
  ['card', 'card', 'carte professionnelle, par exemple "CPI 7501 2026 000 000 000"'],
  ['email', 'email', 'adresse de contact'],
  ['address', 'address', 'numéro et voie'],
  ['postal-code', 'postalCode', '5 chiffres : on la cherche aussi par lui'],
  ['city', 'city', 'commune'],
  ['rcs', 'rcsCity', 'ville du registre du commerce'],
  ['form', 'legalForm', 'forme juridique, par exemple SARL'],
  ['capital', 'capital', 'capital social en euros'],
  ['vat', 'vatNumber', 'numéro de TVA intracommunautaire'],
  ['card-office', 'cardOffice', 'chambre qui a délivré la carte, par exemple "CCI Lyon Métropole"'],
  ['card-activities', 'cardActivities', 'mentions de la carte : T, G, S'],
  ['card-until', 'cardUntil', 'fin de la carte, AAAA-MM-JJ'],
  ['guarantor', 'guarantorName', 'garant financier'],
  ['guarantor-address', 'guarantorAddress', 'adresse du garant'],
  ['insurance', 'insurance', 'assureur et police de la responsabilité professionnelle'],
  ['mediator', 'mediatorName', 'médiateur de la consommation'],
  ['mediator-url', 'mediatorUrl', 'site du médiateur'],
  ['fees', 'feeScheduleUrl', 'adresse du barème des honoraires'],
  [
    'feed-id',
    'feedId',
    'identifiant que portent ses flux, s’il n’est pas sa référence\u00a0: de 1 à 64 caractères',
  ],
] as const;
const flags = [
  ['sole-trader', 'soleTrader', 'entreprise individuelle (« EI »)'],
  ['no-funds', 'holdsNoFunds', 'ne reçoit aucun fonds, effet ou valeur : n’a pas de garant'],
] as const;

const optionOf = new Map<string, string>([
  ['ref', '--ref'],
  ...[...options, ...flags].map(([option, field]) => [field, `--${option}`] as const),
]);

const ref =
  'référence de l’agence dans ses flux et ses adresses : de 3 à 32 caractères parmi a-z, 0-9 et le tiret';
const optionTypes = {
  ref: { type: 'string' as const },
  ...Object.fromEntries(options.map(([option]) => [option, { type: 'string' as const }])),
  ...Object.fromEntries(flags.map(([option]) => [option, { type: 'boolean' as const }])),
};
const help = {
  ref,
  ...Object.fromEntries([...options, ...flags].map(([option, , what]) => [option, what])),
};

/** Something that the law asks of an agency and does not find. `block`: its listings are kept off line. */
interface Lack {
  readonly rule: string;
  readonly severity: string;
  readonly message: string;
  readonly remedy: string;
}

/** What the room of listings knows of the law, and this one does not (rooms never know each other in a circle). */
export interface AgencyLaw {
  readonly lacks: (agency: Agency) => readonly Lack[];
  /** Judges its listings again: how many left, how many came on line. */
  readonly rejudge: (services: Services, agencyId: number) => Promise<{ left: number; published: number }>;
}

/** The commands of agencies; each says at once what keeps the listings of an agency off line. */
export function agencyCommands(law: AgencyLaw): Command[] {
  return [
    defineCommand({
      room: 'agencies',
      verb: 'add',
      summary: 'Ajoute une agence, avant son inscription, et dit ce qui garderait ses annonces hors ligne.',
      usage: '--ref REF --name NOM [--siren SIREN --card CARTE --email ADRESSE --feed-id ID …]',
      options: optionTypes,
      help,
      run(input, { db }) {
        const reference = word(input, 'ref');
        const { name, ...said } = changesIn(input);
        if (reference === undefined || name === undefined)
          throw new WrongUsage('--ref et --name sont obligatoires.');
        return answer(input, 'Agence non ajoutée.', async () => {
          const agency = await addAgency(db, { ref: reference, name, ...said });
          const lacks = law.lacks(agency);
          return [
            { agency, ...publicationOf(lacks) },
            [`Agence ajoutée : ${agency.name} (${agency.ownerReference}).`, ...describeLacks(lacks)],
          ];
        });
      },
    }),
    defineCommand({
      room: 'agencies',
      verb: 'update',
      summary: 'Corrige ce qui est su d’une agence, et juge de nouveau ses annonces aussitôt.',
      usage: '--ref REF [--siren SIREN --card CARTE --email ADRESSE --feed-id ID …]',
      options: optionTypes,
      help: { ...help, ref: 'référence de l’agence' },
      run(input, services) {
        const reference = word(input, 'ref');
        const said = changesIn(input);
        if (reference === undefined) throw new WrongUsage('--ref est obligatoire.');
        if (Object.keys(said).length === 0) throw new WrongUsage('Dites ce qui change.');
        return answer(input, 'Agence non modifiée.', async () => {
          const agency = await changeAgency(services.db, reference, said);
          const { left, published } = await law.rejudge(services, agency.id);
          const lacks = law.lacks(agency);
          return [
            { agency, ...publicationOf(lacks), listings: { left, published } },
            [
              `Agence modifiée : ${agency.name} (${agency.ownerReference}).`,
              `Annonces mises en ligne : ${published} ; retirées : ${left}.`,
              ...describeLacks(lacks),
            ],
          ];
        });
      },
    }),
    defineCommand({
      room: 'agencies',
      verb: 'list',
      summary: 'Liste les agences.',
      usage: '',
      async run(input, { db }) {
        const ids = await feedIds(db);
        const agencies = (await listAgencies(db)).map((agency) => ({
          ...agency,
          feedId: ids.get(agency.ownerReference) ?? null,
        }));
        const lines = agencies.map(({ ownerReference, siren, name, feedId }) =>
          [
            ownerReference.padEnd(32),
            siren ?? '—'.padEnd(9),
            feedId === null ? name : `${name} (ses flux\u00a0: ${feedId})`,
          ].join('  '),
        );
        say(
          input,
          { success: true, data: { agencies } },
          lines.length > 0 ? lines.join('\n') : 'Aucune agence.',
        );
        return EXIT.done;
      },
    }),
  ];
}

function publicationOf(lacks: readonly Lack[]) {
  return { publication: { blocked: lacks.some(({ severity }) => severity === 'block'), findings: lacks } };
}

function describeLacks(lacks: readonly Lack[]): string[] {
  const line = ({ rule, message, remedy }: Lack) => `  ${rule} ${message} ${remedy}`;
  const blocks = lacks.filter(({ severity }) => severity === 'block');
  const others = lacks.filter(({ severity }) => severity !== 'block');
  return [
    ...(blocks.length > 0
      ? ['Ses annonces restent hors ligne (« agencies update » complète) :', ...blocks.map(line)]
      : []),
    ...(others.length > 0 ? ['Reste à compléter :', ...others.map(line)] : []),
  ];
}

/** What the options say, under the names of the fields. */
function changesIn(input: CommandInput): AgencyChanges {
  const said: Record<string, string | boolean | number> = {};
  for (const [option, field] of options) {
    const value = word(input, option);
    if (value !== undefined) said[field] = field === 'capital' ? (parseEuros(value) ?? Number.NaN) : value;
  }
  for (const [option, field] of flags) if (input.values[option] === true) said[field] = true;
  return said;
}

async function answer(
  input: CommandInput,
  refused: string,
  act: () => Promise<[object, readonly string[]]>,
): Promise<number> {
  try {
    const [data, lines] = await act();
    say(input, { success: true, data }, lines.join('\n'));
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const issues = (error.details as FieldIssue[] | undefined) ?? [];
    const lines = issues.map(({ field, message }) => `  ${optionOf.get(field) ?? field} : ${message}`);
    say(input, error.toEnvelope(), [`${refused} ${error.message}`, ...lines].join('\n'));
    return EXIT.refused;
  }
}

function word(input: CommandInput, name: string): string | undefined {
  const value = input.values[name];
  return typeof value === 'string' ? value : undefined;
}

function say(input: CommandInput, forMachines: object, forPeople: string): void {
  console.log(input.json ? JSON.stringify(forMachines) : forPeople);
}
