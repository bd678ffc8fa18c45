import { createInterface } from 'node:readline/promises';
import { newPassword } from '#contract/fields.ts';
import { type Command, defineCommand, EXIT, WrongUsage } from '#platform/cli.server.ts';
import { hashPassword } from '#rooms/accounts/accounts.server.ts';

/** The first line of the standard input: a password in an argument would stay in the history of the shell. */
async function firstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) return line;
  return '';
}

export const administratorCommands: readonly Command[] = [
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
