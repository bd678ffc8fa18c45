import { setTimeout as wait } from 'node:timers/promises';
import { fail } from '#contract/errors.ts';
import { type CommandInput, defineCommand, EXIT, WrongUsage } from '#platform/cli.server.ts';
import type { Services } from '#platform/context.server.ts';
import { ProgressBar } from '#platform/progress.server.ts';
import { closedWords } from '#rooms/administrators/switches.server.ts';
import { serviceErrors } from '#rooms/administrators/switches.ts';
import { formatNames } from '#rooms/listings/feed-formats.ts';
import { describeReport, needsAttention } from './closing/report.server.ts';
import type { FeedReport } from './contract.ts';
import { DropFolder } from './drop-folder.server.ts';
import { importFeed } from './importing.server.ts';

export const feedCommands = [
  defineCommand({
    room: 'feeds',
    verb: 'import',
    summary: `Importe des flux d’agences (${formatNames(',')}) : ce qui est en ligne devient ce que le fichier contient.`,
    usage: '[--agency REF] [--dry-run] [--confirm] [--json] FICHIER…',
    options: { agency: { type: 'string' }, 'dry-run': { type: 'boolean' }, confirm: { type: 'boolean' } },
    help: {
      agency: 'agence des lignes qui n’en nomment pas ; un fichier qui en nomme une autre est refusé',
      'dry-run': 'montre seulement la différence : rien n’est écrit',
      confirm: 'laisse passer un import retenu parce qu’il retirerait trop d’annonces',
    },
    minWords: 1,
    reads: ['file'],
    async run(input, services) {
      // To compare writes nothing.
      const closed = input.values['dry-run'] === true ? null : await closedWords(services.db, 'imports');
      if (closed !== null) return sayClosed(input, closed);
      const reports: FeedReport[] = [];
      for (const file of input.words) {
        const report = await importOne(input, services, file);
        reports.push(report);
        if (!input.json) console.log(describeReport(report));
      }
      if (input.json) console.log(JSON.stringify(reports.length === 1 ? reports[0] : reports));
      return reports.some(needsAttention) ? EXIT.refused : EXIT.done;
    },
  }),
  defineCommand({
    room: 'feeds',
    verb: 'watch',
    summary:
      'Surveille un dossier de dépôt et importe une fois chaque fichier complet (.zip, .xml, .json, .gz).',
    usage: '[--once] [--json] DOSSIER',
    options: { once: { type: 'boolean' } },
    help: { once: 'importe ce qui s’y trouve, puis s’arrête' },
    minWords: 1,
    reads: ['folder'],
    async run(input, services) {
      const [folder = '', ...more] = input.words;
      if (more.length > 0) throw new WrongUsage('Un seul dossier à la fois.');
      return watchFolder(input, services, folder);
    },
  }),
];

/** Imports are closed: what their agencies read, and how the operator opens them again. */
function sayClosed({ json }: CommandInput, words: string): number {
  const refusal = fail(serviceErrors.SERVICE_CLOSED, undefined, words);
  console.log(
    json
      ? JSON.stringify(refusal.toEnvelope())
      : `Les imports sont fermés\u00a0: «\u00a0${words}\u00a0» Rien n’est importé. «\u00a0service open imports\u00a0» les rouvre.`,
  );
  return EXIT.refused;
}

async function importOne(input: CommandInput, services: Services, file: string): Promise<FeedReport> {
  const { agency } = input.values;
  const bar = new ProgressBar();
  try {
    return await importFeed(services, {
      file,
      ...(typeof agency === 'string' ? { agency } : {}),
      dryRun: input.values['dry-run'] === true,
      confirmed: input.values.confirm === true,
      collect: input.json,
      onProgress: (phase, done, total) =>
        bar.show(phase === 'read' ? 'Lecture' : 'Mise en ligne', done, total),
    });
  } finally {
    bar.clear();
  }
}

const LOOK_MS = 1_000;

async function watchFolder(input: CommandInput, services: Services, folder: string): Promise<number> {
  const stop = new AbortController();
  const end = () => stop.abort();
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  const drop = new DropFolder(services.db, folder);
  let attention = false;
  try {
    // Two looks apart tell that a file has stopped growing.
    for (let looks = 1; !stop.signal.aborted; looks += 1) {
      // Files stay in the folder, whole: they are imported once imports are open again.
      const closed = await closedWords(services.db, 'imports');
      if (closed !== null && input.values.once === true) return sayClosed(input, closed);
      if (closed !== null) {
        await wait(LOOK_MS, undefined, { signal: stop.signal }).catch(() => {});
        continue;
      }
      for (const file of await drop.look()) {
        try {
          const report = await importOne(input, services, file);
          attention ||= needsAttention(report);
          console.log(input.json ? JSON.stringify(report) : describeReport(report));
        } catch (error) {
          // Whatever is wrong with one file or one moment, those of other agencies follow.
          attention = true;
          services.log.error({ err: error, file }, 'import en échec');
        }
      }
      if (input.values.once === true && looks >= 2) break;
      await wait(LOOK_MS, undefined, { signal: stop.signal }).catch(() => {});
    }
  } finally {
    process.off('SIGINT', end);
    process.off('SIGTERM', end);
  }
  return attention ? EXIT.refused : EXIT.done;
}
