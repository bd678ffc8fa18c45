import { formatCount } from '#contract/fmt.ts';
import { type Command, defineCommand, EXIT } from '#platform/cli.server.ts';
import { agencyByReference } from '#rooms/agencies/agencies.server.ts';
import { type Lead, leadRequests, leadStatuses } from './contract.ts';
import { listLeads } from './leads.server.ts';

const day = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'short', timeZone: 'Europe/Paris' });

/** One line of the list. */
function lineOf({ createdAt, status, agency, listingReference, firstName, lastName, request }: Lead): string {
  return [
    day.format(createdAt),
    leadStatuses[status].padEnd(16),
    agency.padEnd(18),
    (listingReference ?? '').padEnd(10),
    leadRequests[request].padEnd(12),
    `${firstName} ${lastName}`,
  ].join('  ');
}

export const leadCommands: readonly Command[] = [
  defineCommand({
    room: 'leads',
    verb: 'list',
    summary: 'Liste les demandes reçues, les plus récentes d’abord',
    usage: '[--agency REF] [--json]',
    options: { agency: { type: 'string' } },
    help: { agency: 'référence de l’agence ; toutes par défaut' },
    run: async ({ values, json }, { db }) => {
      const reference = typeof values.agency === 'string' ? values.agency : null;
      const agency = reference === null ? null : await agencyByReference(db, reference);
      if (reference !== null && agency === null) {
        console.error(`Agence « ${reference} » inconnue : « agencies list » les donne toutes.`);
        return EXIT.refused;
      }
      const leads = await listLeads(db, agency?.ownerReference ?? null);
      if (json) {
        console.log(JSON.stringify(leads));
        return EXIT.done;
      }
      for (const lead of leads) console.log(lineOf(lead));
      const counts = Object.entries(leadStatuses).flatMap(([status, label]) => {
        const count = leads.filter((lead) => lead.status === status).length;
        return count > 0 ? [`${label.toLowerCase()} ${count}`] : [];
      });
      console.log(
        `${formatCount(leads.length, 'demande', 'demandes')}${counts.length > 0 ? ` : ${counts.join(', ')}` : ''}.`,
      );
      return EXIT.done;
    },
  }),
];
