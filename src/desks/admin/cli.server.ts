import { createInterface } from 'node:readline/promises';
import { newPassword } from '#contract/fields.ts';
import { formatDate, formatTime } from '#contract/fmt.ts';
import { asAdministratorName } from '#platform/auth.server.ts';
import { type Command, type CommandInput, defineCommand, EXIT, WrongUsage } from '#platform/cli.server.ts';
import type { Services } from '#platform/context.server.ts';
import { hashPassword } from '#rooms/accounts/accounts.server.ts';
import { type ServiceSwitch, switchingSchema } from '#rooms/administrators/contract.ts';
import { serviceSwitches, switchService } from '#rooms/administrators/switches.server.ts';
import { type SwitchedRoom, switchedRooms } from '#rooms/administrators/switches.ts';

/** The first line of the standard input: a password in an argument would stay in the history of the shell. */
async function firstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) return line;
  return '';
}

const ROOMS = Object.keys(switchedRooms).join(', ');

function roomIn([word = '']: readonly string[]): SwitchedRoom {
  if (!Object.hasOwn(switchedRooms, word)) throw new WrongUsage(`Services qui se ferment\u00a0: ${ROOMS}.`);
  return word as SwitchedRoom;
}

function lineOf({ room, closed, words, since, by, reason }: ServiceSwitch): string {
  const { name } = switchedRooms[room];
  const at = since && new Date(since);
  const when = at ? ` depuis le ${formatDate(at)} à ${formatTime(at)}, par ${by}\u00a0: ${reason}` : '';
  return `${room.padEnd(8)} ${name}\u00a0: ${closed ? `fermé${when}\n         «\u00a0${words}\u00a0»` : `ouvert${when}`}`;
}

/** Does what the page of the service does, by the same rule. */
async function act(input: CommandInput, { db }: Services, closed: boolean): Promise<number> {
  const { reason, by, words } = input.values;
  const room = roomIn(input.words);
  const asked = switchingSchema.safeParse({
    closed,
    reason: reason ?? '',
    ...(closed ? { words: words ?? '' } : {}),
  });
  if (!asked.success) throw new WrongUsage(asked.error.issues[0]?.message ?? '');
  const name = asAdministratorName(typeof by === 'string' ? by : 'opérateur');
  const done = await switchService(db, { ...asked.data, room, by: name });
  if (input.json) console.log(JSON.stringify({ success: true, data: done }));
  else console.log(done.changed ? lineOf(done.switch) : `Rien à changer. ${lineOf(done.switch)}`);
  return EXIT.done;
}

const acts = {
  reason: { type: 'string' as const },
  by: { type: 'string' as const },
};
const actsHelp = {
  reason: 'pourquoi, pour le journal des administrateurs',
  by: 'qui le fait («\u00a0opérateur\u00a0» par défaut)',
};

export const adminCommands: readonly Command[] = [
  defineCommand({
    room: 'admin',
    verb: 'services',
    summary:
      'Liste les services qu’un administrateur peut fermer, et ce que lisent les visiteurs de ceux qui le sont',
    usage: '[--json]',
    async run({ json }, { db }) {
      const switches = await serviceSwitches(db);
      console.log(
        json ? JSON.stringify({ success: true, data: { switches } }) : switches.map(lineOf).join('\n'),
      );
      return EXIT.done;
    },
  }),
  defineCommand({
    room: 'admin',
    verb: 'close',
    summary: 'Ferme un service pour un temps, avec les mots que les visiteurs lisent à sa place',
    usage: `SERVICE --words TEXTE --reason MOTIF [--by NOM] [--json]   (SERVICE\u00a0: ${ROOMS})`,
    options: { ...acts, words: { type: 'string' } },
    help: { words: 'ce que les visiteurs lisent, en 300 caractères au plus', ...actsHelp },
    minWords: 1,
    run: (input, services) => act(input, services, true),
  }),
  defineCommand({
    room: 'admin',
    verb: 'open',
    summary: 'Rouvre un service\u00a0: ce qui attendait reprend seul',
    usage: `SERVICE --reason MOTIF [--by NOM] [--json]   (SERVICE\u00a0: ${ROOMS})`,
    options: acts,
    help: actsHelp,
    minWords: 1,
    run: (input, services) => act(input, services, false),
  }),
  defineCommand({
    room: 'admin',
    verb: 'hash',
    summary: 'Calcule l’empreinte d’un mot de passe d’administrateur, à mettre dans ADMIN_USERS',
    usage: 'NOM [--json]',
    minWords: 1,
    async run({ words: [name = ''], json }) {
      if (!/^[\w.-]{1,40}$/.test(name))
        throw new WrongUsage('Un nom compte de 1 à 40 lettres, chiffres, points ou tirets.');
      if (process.stdin.isTTY) console.error(`Mot de passe de ${name}\u00a0:`);
      const password = await firstLine();
      const checked = newPassword.safeParse(password);
      if (!checked.success) {
        console.error(`${checked.error.issues[0]?.message}. Rien n’est fait.`);
        return EXIT.refused;
      }
      const entry = `${name}:${await hashPassword(password)}`;
      console.log(json ? JSON.stringify({ success: true, data: { entry } }) : entry);
      return EXIT.done;
    },
  }),
];
