import { formatCount, formatDate, formatTime } from '#contract/fmt.ts';
import { type Command, defineCommand, EXIT, WrongUsage } from '#platform/cli.server.ts';
import { readListingId } from '#rooms/listings/reading.ts';
import { type ReportStatus, reportReasons, reportStatuses } from './contract.ts';
import { listReports } from './reports.server.ts';

type Listed = Awaited<ReturnType<typeof listReports>>[number];

function describe(report: Listed): string {
  const { reference, createdAt, status, priority, reason, name, email, url, explanation } = report;
  const who = [name, email].filter(Boolean).join(', ') || 'sans nom';
  return [
    `${reference}  ${reportStatuses[status]}  priorité ${priority}  ${formatDate(createdAt)} à ${formatTime(createdAt)}`,
    `  ${reportReasons[reason]}`,
    `  ${url}  (${report.agency}, référence ${report.listingReference}${report.changedSince ? ', changée ou partie depuis' : ''})`,
    `  De : ${who}`,
    ...(explanation === '' ? [] : explanation.split('\n').map((line) => `  | ${line}`)),
  ].join('\n');
}

export const reportCommands: readonly Command[] = [
  defineCommand({
    room: 'reports',
    verb: 'list',
    summary: 'Liste les annonces signalées : ce qui attend d’abord, le plus pressant en tête',
    usage: '[--status new|in_progress|founded|unfounded|duplicate] [--listing ID] [--json]',
    options: { status: { type: 'string' }, listing: { type: 'string' } },
    help: {
      status: 'état des signalements ; tous par défaut',
      listing: 'numéro d’une annonce ; toutes par défaut',
    },
    async run({ values, json }, { db }) {
      const { status, listing } = values;
      if (status !== undefined && !Object.hasOwn(reportStatuses, String(status)))
        throw new WrongUsage(`État inconnu : ${String(status)}.`);
      const listingId = listing === undefined ? null : readListingId(String(listing));
      if (listing !== undefined && listingId === null)
        throw new WrongUsage('Un numéro d’annonce est attendu.');
      const reports = await listReports(db, {
        status: status === undefined ? null : (status as ReportStatus),
        listingId,
      });
      if (json) console.log(JSON.stringify({ success: true, data: { reports } }));
      else {
        for (const report of reports) console.log(`${describe(report)}\n`);
        const waiting = reports.filter(({ status }) => status === 'new' || status === 'in_progress').length;
        console.log(
          `${formatCount(reports.length, 'signalement', 'signalements')}, dont ${waiting} à traiter.`,
        );
      }
      return EXIT.done;
    },
  }),
];
