import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Services } from './context.server.ts';

/** Exit codes of every command (interface.md): done, refused with a report, wrong usage. */
export const EXIT = { done: 0, refused: 1, usage: 2 } as const;

export interface CommandInput {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly words: readonly string[];
  readonly json: boolean;
}

export interface Command {
  readonly room: string;
  readonly verb: string;
  readonly summary: string;
  /** What follows `npm run vigie -- room verb`. */
  readonly usage: string;
  readonly options?: ParseArgsConfig['options'];
  /** One line per option for `--help`. */
  readonly help?: Readonly<Record<string, string>>;
  /** Fewest words after the verb. */
  readonly minWords?: number;
  /** What each word after the verb names, to be there and readable before anything is done; `-` is the program's input. */
  readonly reads?: readonly ('file' | 'folder' | '-')[];
  run(input: CommandInput, services: Services): Promise<number>;
}

export function defineCommand(command: Command): Command {
  return command;
}

/** Said by a command whose words do not fit: prints the usage and exits 2. */
export class WrongUsage extends Error {}

/**
 * Runs `room verb …`. `open` gives the services only when the command needs them, so that help costs nothing.
 * Returns the exit code.
 */
export async function runCommand(
  commands: readonly Command[],
  argv: readonly string[],
  open: () => Promise<{ services: Services; close(): Promise<void> }>,
): Promise<number> {
  const [room, verb] = argv;
  const command = commands.find((one) => one.room === room && (one.verb === '' || one.verb === verb));
  if (!command) {
    const known = commands.filter((one) => !room || one.room === room);
    const listed = (known.length > 0 ? known : commands).map(
      (one) => `  ${`${one.room} ${one.verb}`.trim().padEnd(22)} ${one.summary}`,
    );
    const helped = [room, verb].some((word) => word === '--help' || word === 'help');
    const asked = room && !(helped && (known.length > 0 || /^(--)?help$/.test(room)));
    console[asked ? 'error' : 'log'](
      `${asked ? `Commande inconnue : ${argv.join(' ')}\n` : ''}Commandes :\n${listed.join('\n')}\nAide : npm run vigie -- <pièce> <verbe> --help`,
    );
    return asked ? EXIT.usage : EXIT.done;
  }
  let input: CommandInput;
  try {
    const { values, positionals } = parseArgs({
      args: argv.slice(command.verb === '' ? 1 : 2),
      allowPositionals: true,
      options: { ...command.options, json: { type: 'boolean' }, help: { type: 'boolean' } },
    });
    if (values.help) {
      console.log(helpOf(command));
      return EXIT.done;
    }
    if (positionals.length < (command.minWords ?? 0)) throw new WrongUsage('Il manque un argument.');
    for (const word of command.reads ? positionals : []) await checkReadable(word, command.reads ?? []);
    input = { values, words: positionals, json: values.json === true };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${helpOf(command)}`);
    return EXIT.usage;
  }
  const opened = await open();
  try {
    return await command.run(input, opened.services);
  } catch (error) {
    if (!(error instanceof WrongUsage)) throw error;
    console.error(`${error.message}\n\n${helpOf(command)}`);
    return EXIT.usage;
  } finally {
    await opened.close();
  }
}

/** Throws WrongUsage for a word that names nothing that the command can read. */
async function checkReadable(word: string, kinds: NonNullable<Command['reads']>): Promise<void> {
  if (word === '-' && kinds.includes('-')) return;
  const what = kinds.includes('file') ? 'fichier' : 'dossier';
  const found = await stat(word).catch(() => null);
  if (!found)
    throw new WrongUsage(
      `Ce ${what} n’existe pas\u00a0: ${word}. Vérifiez son chemin\u00a0; rien n’est fait.`,
    );
  if (found.isDirectory() && !kinds.includes('folder'))
    throw new WrongUsage(`C’est un dossier\u00a0: ${word}. Il faut un fichier\u00a0; rien n’est fait.`);
  if (!found.isDirectory() && !kinds.includes('file'))
    throw new WrongUsage(`Ce n’est pas un dossier\u00a0: ${word}. Rien n’est fait.`);
  const readable = await access(word, constants.R_OK).then(
    () => true,
    () => false,
  );
  if (!readable)
    throw new WrongUsage(
      `Ce ${what} ne peut pas être lu\u00a0: ${word}. Vérifiez ses droits\u00a0; rien n’est fait.`,
    );
}

function helpOf(command: Command): string {
  const options = Object.entries({
    ...command.help,
    json: 'réponse en JSON, pour les machines',
    help: 'cette aide',
  });
  return [
    command.summary,
    '',
    `Usage : npm run vigie -- ${`${command.room} ${command.verb}`.trim()} ${command.usage}`.trimEnd(),
    '',
    ...options.map(([name, text]) => `  --${name.padEnd(14)} ${text}`),
    '',
    'Sortie : 0 fait, 1 refusé (avec un compte rendu), 2 mauvais usage.',
  ].join('\n');
}
