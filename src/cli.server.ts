import { type Command, defineCommand } from './platform/cli.server.ts';
import { agencyCommands } from './rooms/agencies/cli.server.ts';
import { alertCommands } from './rooms/alerts/cli.server.ts';
import { feedCommands } from './rooms/feeds/cli.server.ts';
import { mailCommands } from './rooms/mail/cli.server.ts';

const migrateCommand = defineCommand({
  room: 'migrate',
  verb: '',
  summary: 'Met la base de données à jour',
  usage: '',
  // Opening the services has migrated already.
  run: async (_, services) => {
    services.log.debug('base à jour');
    console.log('Base de données à jour.');
    return 0;
  },
});

/** The operator's commands, room by room: `npm run vigie -- <room> <verb>`. */
export const commands: readonly Command[] = [
  migrateCommand,
  ...agencyCommands,
  ...feedCommands,
  ...alertCommands,
  ...mailCommands,
];
