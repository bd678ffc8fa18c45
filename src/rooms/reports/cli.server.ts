import { type FieldIssue, Refusal } from '#contract/errors.ts';
import { formatCount, formatDate, formatTime } from '#contract/fmt.ts';
import { asAdministratorName } from '#platform/auth.server.ts';
import { type Command, defineCommand, EXIT, WrongUsage } from '#platform/cli.server.ts';
import { suspensionGroundNames } from '#rooms/listings/moderation.ts';
import { readListingId } from '#rooms/listings/reading.ts';
import { type ReportStatus, reportReasons, reportStatuses } from './contract.ts';
import { handleReport } from './decisions.server.ts';
import { decideSchema } from './decisions.ts';
import { selectCaseId } from './queue.sql.server.ts';
import { listReports } from './reports.server.ts';

type Listed = Awaited<ReturnType<typeof listReports>>[number];

function describe(report: Listed): string {
  const { reference, createdAt, status, priority, reason, name, email, url, explanation } = report;
  const who = report.kind === 'rule' ? 'une règle' : [name, email].filter(Boolean).join(', ') || 'sans nom';
  const state = report.contested ? `${reportStatuses[status]}, contesté` : reportStatuses[status];
  return [
    `${reference}  ${state}  priorité ${priority}  ${formatDate(createdAt)} à ${formatTime(createdAt)}`,
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
        const waiting = reports.filter(
          ({ status, contested }) => status === 'new' || status === 'in_progress' || contested,
        ).length;
        console.log(
          `${formatCount(reports.length, 'signalement', 'signalements')}, dont ${waiting} à traiter.`,
        );
      }
      return EXIT.done;
    },
  }),
  defineCommand({
    room: 'reports',
    verb: 'decide',
    summary: 'Tranche un signalement, comme la page « Signalements » ; les deux côtés sont prévenus.',
    usage:
      '--ref SIG-… --outcome founded|unfounded|duplicate [--measure none|correction|suspension] [--ground FONDEMENT] --reason MOTIF [--by NOM] [--json]',
    options: {
      ref: { type: 'string' },
      outcome: { type: 'string' },
      measure: { type: 'string' },
      ground: { type: 'string' },
      reason: { type: 'string' },
      by: { type: 'string' },
    },
    help: {
      ref: 'référence donnée par « reports list »',
      outcome: 'founded : fondé ; unfounded : non fondé ; duplicate : déjà signalé',
      measure: 'd’un signalement fondé : rien, correction demandée à l’agence, annonce suspendue',
      ground: `d’une suspension : ${suspensionGroundNames.join(', ')}`,
      reason: 'lu par les deux côtés, au moins 10 caractères ; ne nommez pas qui a signalé',
      by: 'qui décide ; « opérateur » par défaut',
    },
    async run({ values, json }, services) {
      const { ref, by, ...said } = values;
      const parsed = decideSchema.safeParse({ act: 'decide', ...said });
      if (!parsed.success) throw new WrongUsage(parsed.error.issues[0]?.message ?? 'Une option est fausse.');
      try {
        const id = await selectCaseId(services.db, String(ref));
        if (id === undefined) throw new WrongUsage(`Aucun signalement ${String(ref)}.`);
        const data = await handleReport(
          services,
          String(id),
          parsed.data,
          asAdministratorName(String(by ?? 'opérateur')),
        );
        console.log(
          json
            ? JSON.stringify({ success: true, data })
            : `${data.reference} : ${reportStatuses[data.status]}.`,
        );
        return EXIT.done;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const [field] = (error.details as { fields?: FieldIssue[] } | undefined)?.fields ?? [];
        console.error(json ? JSON.stringify(error.toEnvelope()) : (field?.message ?? error.message));
        return EXIT.refused;
      }
    },
  }),
];
