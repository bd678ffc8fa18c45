import { Refusal } from '#contract/errors.ts';
import { type Command, defineCommand, EXIT, WrongUsage } from '#platform/cli.server.ts';
import type { Services } from '#platform/context.server.ts';
import { OPERATOR, setExclusion } from './exclusion.server.ts';

const choices = [
  ['exclude', true, 'Retire les annonces d’une agence et refuse ses flux, à sa demande.', 'Agence exclue'],
  ['revoke', false, 'Lève l’exclusion d’une agence, à sa demande.', 'Exclusion levée'],
] as const;

/** What an operator does in the place of an agency that has no address on file, or that comes back. */
export function exclusionCommands(law: {
  /** Judges its listings again: how many left, how many came on line. */
  readonly rejudge: (services: Services, agencyId: number) => Promise<{ left: number; published: number }>;
}): Command[] {
  return choices.map(([verb, excluded, summary, said]) =>
    defineCommand({
      room: 'agencies',
      verb,
      summary,
      usage: '--ref REF',
      options: { ref: { type: 'string' as const } },
      help: { ref: 'référence de l’agence' },
      async run(input, services) {
        const reference = input.values.ref;
        if (typeof reference !== 'string') throw new WrongUsage('--ref est obligatoire.');
        try {
          const agency = await setExclusion(services.db, reference, excluded, OPERATOR);
          const { left, published } = await law.rejudge(services, agency.id);
          const data = { ownerReference: agency.ownerReference, excluded, listings: { left, published } };
          if (input.json) console.log(JSON.stringify({ success: true, data }));
          else
            console.log(
              `${said} : ${agency.name} (${agency.ownerReference}). Annonces mises en ligne : ${published} ; retirées : ${left}.`,
            );
          return EXIT.done;
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          console.log(input.json ? JSON.stringify(error.toEnvelope()) : error.message);
          return EXIT.refused;
        }
      },
    }),
  );
}
