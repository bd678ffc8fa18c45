import { Refusal } from '#contract/errors.ts';
import { formatDate } from '#contract/fmt.ts';
import { type Command, defineCommand, EXIT, WrongUsage } from '#platform/cli.server.ts';
import { OPERATOR } from './exclusion.server.ts';
import { decideClaim, listClaims } from './registration.server.ts';

const answers = [
  ['approve', 'opened', 'Ouvre à qui le demande l’espace d’une agence déjà connue.', 'Espace ouvert'],
  ['refuse', 'refused', 'Refuse à qui le demande l’espace d’une agence déjà connue.', 'Demande refusée'],
] as const;

/** An administrator answers in the place of agencies that have no address on file. */
export const claimCommands: readonly Command[] = [
  defineCommand({
    room: 'agencies',
    verb: 'claims',
    summary: 'Liste les demandes d’espace qui attendent une réponse.',
    usage: '',
    async run(input, { db }) {
      const claims = await listClaims(db);
      const lines = claims.map(
        ({ id, email, ownerReference, provenAt }) =>
          `${id}  ${ownerReference}  demandée par ${email} (adresse confirmée le ${formatDate(provenAt)})`,
      );
      if (input.json) console.log(JSON.stringify({ success: true, data: { claims } }));
      else console.log(lines.length > 0 ? lines.join('\n') : 'Aucune demande n’attend.');
      return EXIT.done;
    },
  }),
  ...answers.map(([verb, outcome, summary, said]) =>
    defineCommand({
      room: 'agencies',
      verb,
      summary,
      usage: '--claim NUMÉRO',
      options: { claim: { type: 'string' as const } },
      help: { claim: 'numéro de la demande, que donne « agencies claims »' },
      async run(input, services) {
        const id = Number(input.values.claim);
        if (!Number.isSafeInteger(id)) throw new WrongUsage('--claim est obligatoire.');
        try {
          const claim = await decideClaim(services, id, outcome, OPERATOR);
          if (input.json) console.log(JSON.stringify({ success: true, data: { claim, outcome } }));
          else console.log(`${said} : ${claim.agency} (${claim.ownerReference}), ${claim.email}.`);
          return EXIT.done;
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          console.log(input.json ? JSON.stringify(error.toEnvelope()) : error.message);
          return EXIT.refused;
        }
      },
    }),
  ),
];
