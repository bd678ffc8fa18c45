import { formatCount } from '#contract/fmt.ts';
import { defineCommand, EXIT } from '#platform/cli.server.ts';
import { repairTally, tallyErrors } from './tally.server.ts';

export const tallyCommands = [
  defineCommand({
    room: 'listings',
    verb: 'tally',
    summary:
      'Vérifie les nombres de biens en ligne par lieu, marché, jour et type, tenus à chaque écriture d’une annonce ; les refait au besoin.',
    usage: '[--repair]',
    options: { repair: { type: 'boolean' } },
    help: { repair: 'remet juste ce qui ne l’est pas, pendant que le site sert' },
    async run({ json, values }, { db }) {
      const repair = values.repair === true;
      const wrong = repair ? await repairTally(db) : await tallyErrors(db);
      const right = repair || wrong === 0;
      const counts = formatCount(wrong, 'nombre faux', 'nombres faux');
      console.log(
        json
          ? JSON.stringify({ success: right, data: { wrong, repaired: repair } })
          : wrong === 0
            ? 'Tous les nombres sont justes.'
            : repair
              ? `${counts}\u00a0; tous sont justes maintenant.`
              : `${counts} : \`npm run vigie -- listings tally --repair\` les refait.`,
      );
      return right ? EXIT.done : EXIT.refused;
    },
  }),
];
