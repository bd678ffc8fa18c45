import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { parisDay } from '#contract/day.ts';
import { Refusal } from '#contract/errors.ts';
import { formatCount, formatDate, formatNumber, NBSP } from '#contract/fmt.ts';
import { asAdministratorName } from '#platform/auth.server.ts';
import { type CommandInput, defineCommand, EXIT, WrongUsage } from '#platform/cli.server.ts';
import { clock } from '#platform/clock.server.ts';
import { ProgressBar } from '#platform/progress.server.ts';
import { agencyByReference } from '#rooms/agencies/agencies.server.ts';
import { AuditTally, auditListings, csvHeader, csvLines, describeAudit } from './audit.server.ts';
import { listingStatuses } from './contract.ts';
import { confirmAllValues, decideReview, setRuleException } from './decisions.server.ts';
import { type LawName, lawNames } from './laws.ts';
import { frenchDay } from './legal/terms.ts';
import { dispensableRules, type RuleId } from './legal-engine.ts';
import { describeLaws, lawsOn, prolongLaw, revokeProlongation } from './prolongations.server.ts';
import { rejudgeListings } from './publication.server.ts';
import { selectOpenReviews } from './publication.sql.server.ts';

export const listingCommands = [
  defineCommand({
    room: 'listings',
    verb: 'audit',
    summary:
      'Vérifie que chaque annonce en ligne respecte la loi, et la note de 0 à 100 ; la note d’une agence est la moyenne des siennes.',
    usage: '[--agency REF] [--on AAAA-MM-JJ] [--all] [--csv FICHIER] [--json]',
    options: {
      agency: { type: 'string' },
      on: { type: 'string' },
      all: { type: 'boolean' },
      csv: { type: 'string' },
    },
    help: {
      agency: 'une seule agence, par sa référence',
      on: 'le droit de ce jour-là, aujourd’hui si rien n’est dit',
      all: 'aussi les annonces que la loi garde hors ligne',
      csv: 'écrit une ligne par annonce et par constat (UTF-8, point-virgule ; une annonce sans constat a une ligne « conforme »)',
    },
    async run(input, { readDb }) {
      const now = clock.now();
      const on = dayIn(input, 'on') ?? parisDay(now).day;
      const reference = word(input, 'agency');
      const agency = reference === undefined ? null : await agencyByReference(readDb, reference);
      if (reference !== undefined && agency === null) throw new WrongUsage(`Agence inconnue : ${reference}`);
      const tally = new AuditTally(on, await lawsOn(readDb, on));
      const csv = await openCsv(word(input, 'csv'));
      const scope = { on, now, agencyId: agency?.id ?? null, all: input.values.all === true };
      try {
        for await (const listing of auditListings(readDb, scope)) {
          tally.add(listing);
          await csv.write(csvLines(listing));
        }
      } finally {
        await csv.close();
      }
      const summary = tally.summary();
      console.log(
        input.json
          ? JSON.stringify({ success: summary.failing === 0, data: summary })
          : describeAudit(summary),
      );
      return summary.failing === 0 ? EXIT.done : EXIT.refused;
    },
  }),
  defineCommand({
    room: 'listings',
    verb: 'reviews',
    summary:
      'Les textes qu’une personne doit lire avant leur mise en ligne (règle R26), les plus anciens d’abord.',
    usage: '',
    async run({ json }, { db }) {
      const reviews = await selectOpenReviews(db);
      if (json) {
        console.log(JSON.stringify({ success: true, data: { reviews } }));
        return EXIT.done;
      }
      console.log(
        reviews.length === 0
          ? 'Aucun texte n’attend.'
          : `${formatCount(reviews.length, 'texte attend', 'textes attendent')}.`,
      );
      for (const review of reviews) {
        console.log(
          `\n${review.id}. ${review.agency} ${review.reference} (annonce ${review.listingId}), depuis le ${formatDate(review.askedAt)}`,
        );
        console.log(plain(`  ${review.title}`));
        for (const excerpt of review.excerpts) console.log(plain(`  ${review.rule} : ${excerpt}`));
      }
      return EXIT.done;
    },
  }),
  defineCommand({
    room: 'listings',
    verb: 'review',
    summary: 'Décide d’un texte lu : accepté, l’annonce paraît aussitôt sous ce texte ; un autre sera relu.',
    usage: '--id N --decision cleared|refused --reason MOTIF --by NOM',
    options: {
      id: { type: 'string' },
      decision: { type: 'string' },
      reason: { type: 'string' },
      by: { type: 'string' },
    },
    help: {
      id: 'numéro donné par « listings reviews »',
      decision: 'cleared : rien contre la loi ; refused : reste hors ligne',
      reason: 'gardé au journal, au moins 10 caractères',
      by: 'qui décide',
    },
    run(input, services) {
      const id = numberIn(input, 'id');
      const decision = word(input, 'decision');
      if (decision !== 'cleared' && decision !== 'refused')
        throw new WrongUsage('--decision attend cleared ou refused.');
      const reason = needed(input, 'reason');
      const by = asAdministratorName(needed(input, 'by'));
      return answer(input, async () => {
        const data = await decideReview(services, { id, decision, reason, by });
        return [
          data,
          `Relecture ${id} décidée. Annonce ${data.listingId} : ${listingStatuses[data.status]}.`,
        ];
      });
    },
  }),
  defineCommand({
    room: 'listings',
    verb: 'allow',
    summary: `Écarte par écrit une règle pour une annonce (${[...dispensableRules].join(', ')} seulement), ou le reprend.`,
    usage: '--listing ID --rule R17 --reason MOTIF --by NOM [--revoke]',
    options: {
      listing: { type: 'string' },
      rule: { type: 'string' },
      reason: { type: 'string' },
      by: { type: 'string' },
      revoke: { type: 'boolean' },
    },
    help: {
      listing: 'numéro de l’annonce',
      rule: 'règle à écarter',
      reason: 'gardé au journal, au moins 10 caractères',
      by: 'qui décide',
      revoke: 'reprend l’exception accordée',
    },
    run(input, services) {
      const listingId = numberIn(input, 'listing');
      const rule = needed(input, 'rule').toUpperCase();
      if (!/^[RC]\d+$/.test(rule)) throw new WrongUsage('--rule attend une règle, par exemple R17.');
      const reason = needed(input, 'reason');
      const by = asAdministratorName(needed(input, 'by'));
      const granted = input.values.revoke !== true;
      return answer(input, async () => {
        const data = await setRuleException(services, {
          listingId,
          rule: rule as RuleId,
          granted,
          reason,
          by,
        });
        return [
          { listingId, rule, granted, ...data },
          `${rule} ${granted ? 'écartée' : 'de nouveau exigée'}. Annonce ${listingId} : ${listingStatuses[data.status]}.`,
        ];
      });
    },
  }),
  defineCommand({
    room: 'listings',
    verb: 'confirm-values',
    summary:
      'Confirme par écrit les prix et surfaces invraisemblables d’une annonce, tels qu’ils sont, ou le reprend.',
    usage: '--listing ID --reason MOTIF [--by NOM] [--revoke]',
    options: {
      listing: { type: 'string' },
      reason: { type: 'string' },
      by: { type: 'string' },
      revoke: { type: 'boolean' },
    },
    help: {
      listing: 'numéro de l’annonce',
      reason: 'gardé au journal, au moins 10 caractères',
      by: 'qui confirme',
      revoke: 'reprend toutes les confirmations de l’annonce',
    },
    run(input, services) {
      const listingId = numberIn(input, 'listing');
      const reason = needed(input, 'reason');
      const by = word(input, 'by')?.trim() || 'opérateur';
      const confirmed = input.values.revoke !== true;
      return answer(input, async () => {
        const data = await confirmAllValues(services, { listingId, confirmed, reason, by });
        return [
          { listingId, confirmed, ...data },
          `${formatCount(data.keys.length, 'valeur', 'valeurs')} ${confirmed ? 'confirmées' : 'de nouveau à confirmer'}. Annonce ${listingId} : ${listingStatuses[data.status]}.`,
        ];
      });
    },
  }),
  defineCommand({
    room: 'listings',
    verb: 'law',
    summary:
      'Les tables du droit et leur fin ; enregistre qu’une loi est prolongée, ou le reprend, et juge à nouveau toutes les annonces.',
    usage:
      '[--prolong NOM --until AAAA-MM-JJ --text TEXTE | --revoke NOM [--text MOTIF]] [--by NOM] [--json]',
    options: {
      prolong: { type: 'string' },
      until: { type: 'string' },
      text: { type: 'string' },
      revoke: { type: 'boolean' },
      by: { type: 'string' },
    },
    help: {
      prolong: 'la loi prolongée, par son nom',
      until: 'son nouveau dernier jour, compris, après celui qui est connu',
      text: 'la loi ou le décret qui prolonge, avec sa date ; ou pourquoi la prolongation est reprise : gardé au journal',
      revoke: 'reprend les prolongations enregistrées de cette loi',
      by: 'qui l’enregistre',
    },
    async run(input, services) {
      const change = lawChange(input);
      const { day } = parisDay(clock.now());
      if (change === null) {
        const laws = await lawsOn(services.db, day);
        console.log(
          input.json ? JSON.stringify({ success: true, data: { on: day, laws } }) : describeLaws(laws, day),
        );
        return EXIT.done;
      }
      return answer(input, async () => {
        const changed =
          'until' in change ? await prolongLaw(services, change) : await revokeProlongation(services, change);
        // Even when nothing changed: the time before may have been cut here.
        const bar = new ProgressBar();
        const counts = await rejudgeListings(services, {
          now: clock.now(),
          told: (done, total) => bar.show('Agences jugées', done, total),
        });
        bar.clear();
        const law = (await lawsOn(services.db, day)).find(({ name }) => name === change.law);
        const end = frenchDay(law?.end ?? '');
        const sentence =
          'until' in change
            ? `${change.law} va jusqu’au ${end}${changed ? '' : ' : c’était déjà enregistré'}.`
            : `${change.law} prend fin le ${end}${changed ? '' : ' : aucune prolongation n’était enregistrée'}.`;
        return [
          { changed, law, ...counts },
          `${sentence} ${formatCount(counts.judged, 'annonce jugée', 'annonces jugées')}, ${formatNumber(counts.published)} en ligne de nouveau, ${formatCount(counts.left, 'retirée', 'retirées')}.`,
        ];
      });
    },
  }),
];

/** Most characters of who recorded something. */
const LONGEST_NAME = 120;

/** What the words ask to change of a law; null to only tell them. Throws WrongUsage. */
function lawChange(
  input: CommandInput,
):
  | { law: LawName; until: string; text: string; by: string }
  | { law: LawName; text: string | null; by: string }
  | null {
  const revoke = input.values.revoke === true;
  const asked = word(input, 'prolong') ?? (revoke ? input.words[0] : undefined);
  const until = dayIn(input, 'until');
  const named = `une loi par son nom${NBSP}: ${lawNames.join(', ')}.`;
  if (asked === undefined) {
    if (revoke) throw new WrongUsage(`--revoke attend ${named}`);
    if (until !== undefined || word(input, 'text') !== undefined)
      throw new WrongUsage(`--until et --text vont avec --prolong, qui attend ${named}`);
    return null;
  }
  const law = lawNames.find((name) => name === asked.trim());
  if (law === undefined) throw new WrongUsage(`Loi inconnue${NBSP}: ${plain(asked)}. Il faut ${named}`);
  const by = plain(word(input, 'by')?.trim() || 'opérateur');
  if (by.length > LONGEST_NAME) throw new WrongUsage(`--by attend ${LONGEST_NAME} caractères au plus.`);
  const said = word(input, 'text')?.trim();
  const text = said ? plain(said) : null;
  if (revoke) {
    if (until !== undefined)
      throw new WrongUsage('--revoke reprend une prolongation, --until en donne une : pas les deux.');
    return { law, text, by };
  }
  if (until === undefined) throw new WrongUsage('--until est obligatoire.');
  if (text === null) throw new WrongUsage('--text est obligatoire.');
  return { law, until, text, by };
}

/** Says what was done, or why it was refused. */
async function answer(input: CommandInput, act: () => Promise<[object, string]>): Promise<number> {
  try {
    const [data, sentence] = await act();
    console.log(input.json ? JSON.stringify({ success: true, data }) : sentence);
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.log(input.json ? JSON.stringify(error.toEnvelope()) : error.message);
    return EXIT.refused;
  }
}

function word({ values }: CommandInput, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

function needed(input: CommandInput, name: string): string {
  const value = word(input, name)?.trim();
  if (!value) throw new WrongUsage(`--${name} est obligatoire.`);
  return value;
}

function numberIn(input: CommandInput, name: string): number {
  const value = Number(word(input, name));
  if (!Number.isSafeInteger(value) || value < 1) throw new WrongUsage(`--${name} attend un numéro.`);
  return value;
}

function dayIn(input: CommandInput, name: string): string | undefined {
  const day = word(input, name);
  if (day === undefined) return undefined;
  const read = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00Z`) : null;
  if (read === null || Number.isNaN(read.getTime()) || !read.toISOString().startsWith(day))
    throw new WrongUsage(`--${name} attend une date, par exemple 2028-01-01.`);
  return day;
}

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Words of a feed, on a terminal: none of them may command it. */
function plain(text: string): string {
  return text.replaceAll(CONTROL, ' ');
}

/** A file that fills line by line, or nothing. Throws WrongUsage when it cannot be written. */
async function openCsv(file: string | undefined) {
  if (file === undefined) return { write: async () => {}, close: async () => {} };
  const stream = createWriteStream(file);
  await once(stream, 'open').catch((error: unknown) => {
    throw new WrongUsage(`Ce fichier ne peut être écrit : ${file} (${(error as Error).message})`);
  });
  const write = async (text: string) => {
    if (!stream.write(text)) await once(stream, 'drain');
  };
  await write(csvHeader());
  return {
    write,
    async close() {
      stream.end();
      await once(stream, 'close');
    },
  };
}
