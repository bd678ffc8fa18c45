import { paths } from '#contract/paths.ts';
import type { Services } from '#platform/context.server.ts';
import type { Tx } from '#platform/db.server.ts';
import { type Letter, sendMail } from '#rooms/mail/outbox.server.ts';
import { routeNotification, sendAlong } from '#rooms/notifications/notifications.server.ts';
import { appealKeyOf } from './appeal-keys.server.ts';
import { type AppealOutcome, type AppealSide, appealPath, contestUntil } from './appeals.ts';
import { reportReasons } from './contract.ts';
import { type HeldReport, noteAgencyTold } from './decisions.sql.server.ts';
import type { Outcome } from './decisions.ts';

type Needs = Pick<Services, 'env' | 'log'>;

const letters = () => import('./decisions.mails.server.tsx');

/** What every mail about a report says of it: neither who reported, nor in which words. */
function reportedOf({ env }: Needs, report: HeldReport) {
  const { reference, kind, reason, url, listingReference, title } = report;
  return {
    origin: env.publicUrl,
    termsUrl: `${env.publicUrl}${paths.terms()}#moderation`,
    reference,
    kind,
    reason,
    url,
    listingReference,
    title,
  };
}

function decidedOf(services: Needs, report: HeldReport, side: AppealSide, mayContest = true) {
  const { env } = services;
  const contest =
    mayContest && report.decidedAt
      ? {
          url: `${env.publicUrl}${appealPath(report.reference, appealKeyOf(env, report.reference, side))}`,
          until: contestUntil(report.decidedAt),
        }
      : null;
  return {
    ...reportedOf(services, report),
    outcome: report.status as Outcome,
    measure: report.measure ?? 'none',
    ground: report.ground,
    statement: report.statement ?? '',
    contest,
  } as const;
}

async function mailReporter(
  tx: Tx,
  { env }: Needs,
  { email, reference }: HeldReport,
  { key, letter }: { key: string; letter: Letter },
): Promise<void> {
  if (email === null) return;
  await sendMail(tx, letter, {
    key,
    stream: `report:${reference}`,
    to: email,
    replyTo: env.contactAddress,
  });
}

/** In its notifications, and by mail when it has an address. */
async function mailAgency(
  tx: Tx,
  { env, log }: Needs,
  { agencyId, ownerReference, reference }: HeldReport,
  { key, title, letter }: { key: string; title: string; letter: Letter },
): Promise<void> {
  const route = await routeNotification(tx, {
    agencyId,
    event: 'listingReported',
    key,
    title,
    page: '/annonces',
  });
  if (!route) {
    log.warn({ agency: ownerReference, report: reference }, 'annonce signalée : l’agence n’a pas d’adresse');
    return;
  }
  await sendAlong(tx, route, letter, {
    key,
    stream: `report-agency:${reference}`,
    replyTo: env.contactAddress,
  });
}

/** « Votre annonce a été signalée », once. */
export async function tellAgencyOfReport(tx: Tx, services: Needs, report: HeldReport): Promise<void> {
  const { reportedMail } = await letters();
  await mailAgency(tx, services, report, {
    key: `report-taken:${report.reference}`,
    title: `Annonce ${report.listingReference} signalée\u00a0: ${reportReasons[report.reason]}`,
    letter: reportedMail({ ...reportedOf(services, report), agency: report.agencyName }),
  });
}

/** The decision and its reasons, to who reported: nobody when they are unknown, or erased. */
export async function tellReporter(tx: Tx, services: Needs, report: HeldReport): Promise<void> {
  const { reporterOutcomeMail } = await letters();
  await mailReporter(tx, services, report, {
    key: `report-outcome:${report.reference}`,
    letter: reporterOutcomeMail(decidedOf(services, report, 'reporter')),
  });
}

/** The same to the agency: always of what is founded, else when it knew that its listing was reported. */
export async function tellAgencyOfDecision(tx: Tx, services: Needs, report: HeldReport): Promise<void> {
  const founded = report.status === 'founded';
  if (!founded && report.agencyToldAt === null) return;
  if (report.decidedAt) await noteAgencyTold(tx, report.id, report.decidedAt);
  const { agencyOutcomeMail } = await letters();
  await mailAgency(tx, services, report, {
    key: `report-agency-outcome:${report.reference}`,
    title: `Annonce ${report.listingReference}\u00a0: signalement ${founded ? 'fondé' : 'classé sans suite'}`,
    letter: agencyOutcomeMail({
      ...decidedOf(services, report, 'agency', founded),
      agency: report.agencyName,
    }),
  });
}

interface Answered {
  readonly side: AppealSide;
  /** The sides that contested. */
  readonly sides: readonly AppealSide[];
  readonly outcome: AppealOutcome;
  readonly statement: string;
  readonly at: Date;
}

/** What a person answers to an appeal, to the side that contested; to the other one too when the decision changes. */
export async function tellOfAppeal(
  tx: Tx,
  services: Needs,
  report: HeldReport,
  { side, sides, outcome, statement, at }: Answered,
): Promise<void> {
  const { appealOutcomeMail } = await letters();
  for (const to of ['reporter', 'agency'] as const) {
    const appellant = to === side;
    if (!appellant && outcome === 'kept') continue;
    const key = `report-appeal-${side}:${report.reference}:${to}`;
    const letter = appealOutcomeMail({
      // A side that contested already has had its word; the other may contest what is new to it.
      ...decidedOf(services, report, to, !sides.includes(to)),
      to,
      appellant,
      appealOutcome: outcome,
      answer: statement,
      agency: report.agencyName,
    });
    if (to === 'reporter') await mailReporter(tx, services, report, { key, letter });
    else if (appellant || report.agencyToldAt !== null || report.status === 'founded') {
      await noteAgencyTold(tx, report.id, at);
      await mailAgency(tx, services, report, {
        key,
        title: `Annonce ${report.listingReference}\u00a0: ${outcome === 'kept' ? 'décision maintenue' : 'décision changée'}`,
        letter,
      });
    }
  }
}
