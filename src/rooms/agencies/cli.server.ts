import { type FieldIssue, Refusal } from '../../contract/errors.ts';
import { type CommandInput, defineCommand, EXIT, WrongUsage } from '../../platform/cli.server.ts';
import { addAgency, listAgencies } from './rules.server.ts';

const optionOf = {
  ref: '--ref',
  name: '--name',
  siren: '--siren',
  card: '--card',
  email: '--email',
} as const;

export const agencyCommands = [
  defineCommand({
    room: 'agencies',
    verb: 'add',
    summary: 'Ajoute une agence, avant son inscription.',
    usage: '--ref REF --name NOM [--siren SIREN --card CARTE --email ADRESSE]',
    options: Object.fromEntries(Object.keys(optionOf).map((name) => [name, { type: 'string' as const }])),
    help: {
      ref: 'référence de l’agence dans ses flux et ses adresses : de 3 à 32 caractères parmi a-z, 0-9 et le tiret',
      name: 'nom affiché',
      siren: '9 chiffres',
      card: 'carte professionnelle, par exemple "CPI 7501 2026 000 000 000"',
      email: 'adresse de contact',
    },
    async run(input, { db }) {
      const ref = word(input, 'ref');
      const name = word(input, 'name');
      if (ref === undefined || name === undefined) throw new WrongUsage('--ref et --name sont obligatoires.');
      const [siren, card, email] = [word(input, 'siren'), word(input, 'card'), word(input, 'email')];
      try {
        const agency = await addAgency(db, {
          ref,
          name,
          ...(siren === undefined ? {} : { siren }),
          ...(card === undefined ? {} : { card }),
          ...(email === undefined ? {} : { email }),
        });
        say(
          input,
          { success: true, data: { agency } },
          `Agence ajoutée : ${agency.name} (${agency.ownerReference}).`,
        );
        return EXIT.done;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const issues = (error.details as FieldIssue[] | undefined) ?? [];
        const lines = issues.map(
          ({ field, message }) => `  ${optionOf[field as keyof typeof optionOf]} : ${message}`,
        );
        say(input, error.toEnvelope(), [`Agence non ajoutée. ${error.message}`, ...lines].join('\n'));
        return EXIT.refused;
      }
    },
  }),
  defineCommand({
    room: 'agencies',
    verb: 'list',
    summary: 'Liste les agences.',
    usage: '',
    async run(input, { db }) {
      const agencies = await listAgencies(db);
      const lines = agencies.map((agency) =>
        [agency.ownerReference.padEnd(32), agency.siren ?? '—'.padEnd(9), agency.name].join('  '),
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

function word(input: CommandInput, name: string): string | undefined {
  const value = input.values[name];
  return typeof value === 'string' ? value : undefined;
}

function say(input: CommandInput, forMachines: object, forPeople: string): void {
  console.log(input.json ? JSON.stringify(forMachines) : forPeople);
}
