import { Refusal } from '#contract/errors.ts';
import { formatCount, formatDate } from '#contract/fmt.ts';
import { type AdministratorName, asAdministratorName } from '#platform/auth.server.ts';
import { type CommandInput, defineCommand, EXIT, WrongUsage } from '#platform/cli.server.ts';
import { listingStatuses } from './contract.ts';
import { decideSignals, scamQueue } from './scam-decisions.server.ts';
import type { ScamDecision, SuspectedListing } from './scam-queue.ts';

export const scamCommands = [
  defineCommand({
    room: 'listings',
    verb: 'signals',
    summary:
      'Les annonces que le bouclier anti-arnaque garde hors ligne, la plus ancienne d’abord ; ou tranche l’une d’elles, jusqu’à ce qu’elle change.',
    usage: '[--listing ID --decision clear|scam --reason MOTIF [--by NOM]]',
    options: {
      listing: { type: 'string' },
      decision: { type: 'string' },
      reason: { type: 'string' },
      by: { type: 'string' },
    },
    help: {
      listing: 'numéro de l’annonce',
      decision: 'clear : rien à reprocher ; scam : suspendue, et l’agence reçoit le motif',
      reason: 'gardé au journal, au moins 10 caractères',
      by: 'qui décide',
    },
    async run(input, services) {
      const asked = decisionIn(input);
      if (asked === null) {
        const { listings } = await scamQueue(services.db, { vue: 'attente' }, null);
        console.log(
          input.json ? JSON.stringify({ success: true, data: { listings } }) : describe(listings).join('\n'),
        );
        return EXIT.done;
      }
      try {
        const data = await decideSignals(services, { ...asked, judged: null });
        console.log(
          input.json
            ? JSON.stringify({ success: true, data })
            : `Annonce ${asked.listingId} : ${listingStatuses[data.status]}.`,
        );
        return EXIT.done;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        console.log(input.json ? JSON.stringify(error.toEnvelope()) : error.message);
        return EXIT.refused;
      }
    },
  }),
];

/** What is asked to be decided; null to only tell what waits. Throws WrongUsage. */
function decisionIn({ values }: CommandInput): {
  listingId: number;
  decision: ScamDecision;
  reason: string;
  by: AdministratorName;
} | null {
  const [listing, decision, reason, by] = ['listing', 'decision', 'reason', 'by'].map((name) => {
    const value = values[name];
    return typeof value === 'string' ? value.trim() : undefined;
  });
  if (listing === undefined && decision === undefined) return null;
  const listingId = Number(listing);
  if (!Number.isSafeInteger(listingId) || listingId < 1)
    throw new WrongUsage('--listing attend un numéro d’annonce.');
  if (decision !== 'clear' && decision !== 'scam') throw new WrongUsage('--decision attend clear ou scam.');
  if (!reason) throw new WrongUsage('--reason est obligatoire.');
  return { listingId, decision, reason, by: asAdministratorName(by || 'opérateur') };
}

function describe(listings: readonly SuspectedListing[]): string[] {
  if (listings.length === 0) return ['Aucune annonce n’attend.'];
  return [
    `${formatCount(listings.length, 'annonce attend', 'annonces attendent')}.`,
    ...listings.flatMap(({ listingId, agency, reference, title, score, foundAt, signals }) => [
      '',
      plain(
        `${listingId}. ${agency} ${reference}, ${score} sur 100, depuis le ${formatDate(new Date(foundAt))}`,
      ),
      plain(`  ${title}`),
      ...signals.map(({ weight, explanation, excerpt }) =>
        plain(`  ${String(weight).padStart(3)} ${explanation}${excerpt === null ? '' : ` « ${excerpt} »`}`),
      ),
    ]),
  ];
}

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Words of a feed, on a terminal: none of them may command it. */
function plain(text: string): string {
  return text.replaceAll(CONTROL, ' ');
}
