import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Refusal } from '#contract/errors.ts';
import { formatCount, formatDate, formatPrice, formatTime, NBSP } from '#contract/fmt.ts';
import { type AdministratorName, asAdministratorName } from '#platform/auth.server.ts';
import { type Command, type CommandInput, defineCommand, EXIT, WrongUsage } from '#platform/cli.server.ts';
import { clock } from '#platform/clock.server.ts';
import { OPERATOR } from './boosts.server.ts';
import { type DayFigures, selectBoost } from './boosts.sql.server.ts';
import { boostIdOf, handQueue, packageOf, refuseBoost, reportDone, type Task } from './by-hand.server.ts';
import {
  addConfiguration,
  type ConfigurationVersion,
  configurationVersions,
} from './configuration.server.ts';
import { boostStatuses, networks, priceOf } from './contract.ts';
import { recordFigures } from './figures.server.ts';
import { FIGURES_TITLES, readFigures, spendIn } from './figures-csv.ts';
import { type Open, retryBoost } from './publishing.server.ts';
import { doneWords, type ReportableTask, reportable, tasks } from './tasks.ts';

const text = (value: string | boolean | undefined) => (typeof value === 'string' ? value : undefined);

/** Whom the audit names: `--by`, else the operator. */
function whoIn({ values }: Pick<CommandInput, 'values'>): AdministratorName {
  const name = text(values.by);
  return name ? asAdministratorName(name) : OPERATOR;
}

const by = { type: 'string' } as const;
const BY_HELP = 'qui le fait, pour le journal ; « opérateur » par défaut';

function refOf({ words }: Pick<CommandInput, 'words'>): string {
  const [reference] = words;
  if (!reference) throw new WrongUsage('Une référence est attendue, par exemple BST-7K3MQ9TX.');
  return reference;
}

/** Runs what may be refused: the sentence of the refusal, and exit code 1. */
async function refusable(json: boolean, work: () => Promise<void>): Promise<number> {
  try {
    await work();
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (json) console.log(JSON.stringify(error.toEnvelope()));
    else console.error(error.message);
    return EXIT.refused;
  }
}

function say(json: boolean, data: object, words: string): void {
  console.log(json ? JSON.stringify({ success: true, data }) : words);
}

const moment = (at: Date) => `${formatDate(at)} à ${formatTime(at)}`;

function describe({ kind, boost, listingIds, days }: Task): string {
  const lines = [
    `${boost.reference}  ${tasks[kind]}  ${boostStatuses[boost.status]}  ${boost.agency}`,
    `  ${boost.formulaName}, ${boost.networks.map((one) => networks[one]).join(' et ')}, ${boost.placeName} et ${boost.radiusKm}${NBSP}km autour`,
    `  Annonces ${listingIds.join(', ')}`,
    ...(boost.externalUrl ? [`  ${boost.externalUrl}`] : []),
    ...(boost.endsAt && !boost.endedAt ? [`  Fin${NBSP}: ${moment(boost.endsAt)}`] : []),
    ...(days.length > 0 ? [`  Jours sans chiffres${NBSP}: ${days.join(', ')}`] : []),
    ...(boost.failure ? [`  ${boost.failure}`] : []),
    ...(reportable.some((one) => one === kind)
      ? [`  Une fois fait${NBSP}: npm run vigie -- boosts publish ${boost.reference} --task ${kind}`]
      : []),
  ];
  return lines.join('\n');
}

async function writePackages(services: Open, queue: readonly Task[], folder: string): Promise<string[]> {
  const folders: string[] = [];
  for (const { boost } of queue.filter(({ kind }) => kind === 'publish' || kind === 'update')) {
    const target = path.join(folder, boost.reference);
    await mkdir(target, { recursive: true });
    for (const { name, content } of await packageOf(services, boost))
      await writeFile(path.join(target, name), content);
    folders.push(target);
  }
  return folders;
}

function centsIn(word: string): number {
  const cents = spendIn(word);
  if (cents === null)
    throw new WrongUsage(`Une dépense est un montant en euros, par exemple 12,40${NBSP}: ${word}.`);
  return cents;
}

function countIn(name: string, word: string | undefined): number {
  if (!/^\d{1,9}$/.test(word?.trim() ?? '')) throw new WrongUsage(`--${name} est un nombre entier.`);
  return Number(word);
}

function dayIn(word: string | undefined): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(word ?? '') || Number.isNaN(Date.parse(word ?? '')))
    throw new WrongUsage('Un jour s’écrit AAAA-MM-JJ, par exemple 2026-12-01.');
  return word!;
}

function figuresOf(cells: readonly (string | undefined)[]): DayFigures {
  const [day, impressions, reach, clicks, spend] = cells;
  return {
    day: dayIn(day?.trim()),
    impressions: countIn('impressions', impressions),
    reach: countIn('reach', reach),
    clicks: countIn('clicks', clicks),
    spend: centsIn(spend ?? ''),
  };
}

function figuresIn(csv: string): readonly DayFigures[] {
  const { days, problems } = readFigures(csv);
  const [problem] = problems;
  if (problem !== undefined) throw new WrongUsage(problem);
  return days;
}

function describeVersion({ id, effectiveAt, configuration, author, note }: ConfigurationVersion): string {
  const { open, formulas, vatRate, radiusMinKm, radiusMaxKm, runningMax, requiredScore, requiredPhotos } =
    configuration;
  return [
    `Version ${id}, en vigueur à partir du ${formatDate(effectiveAt)}, par ${author}${note ? ` (${note})` : ''}`,
    `  ${open ? 'Les boosts peuvent être commandés' : 'Aucun boost ne peut être commandé'} ; TVA ${vatRate / 100}${NBSP}% ; rayon de ${radiusMinKm} à ${radiusMaxKm}${NBSP}km`,
    `  ${runningMax} boosts en même temps par agence ; conformité ${requiredScore} sur 100 ; ${formatCount(requiredPhotos, 'photo', 'photos')}`,
    ...formulas.map(
      (one) =>
        `  ${one.active ? ' ' : '×'} ${one.key.padEnd(14)} ${one.name}, ${formatCount(one.days, 'jour', 'jours')}, ${formatPrice(priceOf(one))} HT dont ${formatPrice(one.mediaBudget)} au réseau`,
    ),
  ].join('\n');
}

/** The task that `--task` names; « publish » without it. */
function taskIn(word: string | undefined): ReportableTask {
  const task = reportable.find((one) => one === (word ?? 'publish'));
  if (!task) throw new WrongUsage(`--task est l’un de${NBSP}: ${reportable.join(', ')}.`);
  return task;
}

export const boostCommands: readonly Command[] = [
  defineCommand({
    room: 'boosts',
    verb: 'queue',
    summary: 'Liste ce qu’une personne doit faire sur les réseaux, le plus ancien boost d’abord',
    usage: '[--package DOSSIER] [--json]',
    options: { package: { type: 'string' } },
    help: {
      package:
        'dossier où écrire, pour chaque boost à publier ou à mettre à jour, ses consignes, textes et images',
    },
    async run({ values, json }, services) {
      const queue = await handQueue(services.db);
      const folder = text(values.package);
      const folders = folder === undefined ? [] : await writePackages(services, queue, folder);
      if (json) {
        say(json, { queue, folders }, '');
        return EXIT.done;
      }
      for (const task of queue) console.log(`${describe(task)}\n`);
      for (const one of folders) console.log(`Écrit${NBSP}: ${one}`);
      console.log(formatCount(queue.length, 'chose à faire.', 'choses à faire.'));
      return EXIT.done;
    },
  }),
  defineCommand({
    room: 'boosts',
    verb: 'publish',
    summary: 'Dit qu’est fait, sur le réseau, ce que la file demande d’un boost',
    usage: `RÉFÉRENCE [--task ${reportable.join('|')}] [--url ADRESSE] [--by NOM] [--json]`,
    options: { task: { type: 'string' }, url: { type: 'string' }, by },
    help: {
      task: 'ce qui est fait, comme la file le nomme ; « publish » par défaut',
      url: 'adresse de la publicité sur le réseau',
      by: BY_HELP,
    },
    minWords: 1,
    async run({ values, words, json }, { db }) {
      const url = text(values.url) ?? null;
      const task = taskIn(text(values.task));
      if (url !== null && !/^https?:\/\//.test(url))
        throw new WrongUsage('--url est une adresse complète, par exemple https://www.facebook.com/…');
      return refusable(json, async () => {
        const id = await boostIdOf(db, refOf({ words }));
        const done = await reportDone(db, id, { url, task }, whoIn({ values }));
        const boost = await selectBoost(db, id);
        const endsAt = boost?.status === 'active' ? boost.endsAt : null;
        const said = done.map((kind) => doneWords[kind]).join(', ') || 'adresse notée';
        say(
          json,
          { done, endsAt: endsAt?.toISOString() ?? null },
          `${refOf({ words })}${NBSP}: ${said}.${endsAt ? ` Fin${NBSP}: ${moment(endsAt)}.` : ''}`,
        );
      });
    },
  }),
  defineCommand({
    room: 'boosts',
    verb: 'retry',
    summary: 'Envoie de nouveau au réseau un boost en erreur',
    usage: 'RÉFÉRENCE [--by NOM] [--json]',
    options: { by },
    help: { by: BY_HELP },
    minWords: 1,
    run: async ({ values, words, json }, { db }) =>
      refusable(json, async () => {
        const { reference } = await retryBoost(db, await boostIdOf(db, refOf({ words })), whoIn({ values }));
        say(json, { reference }, `${reference} repart vers le réseau.`);
      }),
  }),
  defineCommand({
    room: 'boosts',
    verb: 'refuse',
    summary: 'Met fin à un boost que le réseau refuse ; ce qui n’est pas dépensé est rendu',
    usage: 'RÉFÉRENCE --reason MOTIF [--by NOM] [--json]',
    options: { reason: { type: 'string' }, by },
    help: { reason: 'motif, que l’agence lit', by: BY_HELP },
    minWords: 1,
    async run({ values, words, json }, { db }) {
      const reason = text(values.reason)?.trim() ?? '';
      if (reason.length < 10)
        throw new WrongUsage('--reason compte au moins 10 caractères : l’agence le lit.');
      return refusable(json, async () => {
        await refuseBoost(db, await boostIdOf(db, refOf({ words })), reason, whoIn({ values }));
        say(json, { reference: refOf({ words }) }, `${refOf({ words })} est terminé.`);
      });
    },
  }),
  defineCommand({
    room: 'boosts',
    verb: 'figures',
    summary: 'Reporte les totaux d’un jour, ou de plusieurs par un CSV, lus sur le réseau',
    usage:
      'RÉFÉRENCE (--day AAAA-MM-JJ --impressions N --reach N --clicks N --spend EUROS | --csv FICHIER) [--by NOM] [--json]',
    options: {
      day: { type: 'string' },
      impressions: { type: 'string' },
      reach: { type: 'string' },
      clicks: { type: 'string' },
      spend: { type: 'string' },
      csv: { type: 'string' },
      by,
    },
    help: {
      day: 'jour à Paris',
      impressions: 'affichages',
      reach: 'personnes',
      clicks: 'clics',
      spend: 'dépense en euros, par exemple 12,40',
      csv: `fichier « ${FIGURES_TITLES} », avec ou sans ligne de titres`,
      by: BY_HELP,
    },
    minWords: 1,
    async run({ values, words, json }, { db }) {
      const file = text(values.csv);
      const days = file
        ? figuresIn(await readFile(file, 'utf8'))
        : [
            figuresOf([
              text(values.day),
              text(values.impressions),
              text(values.reach),
              text(values.clicks),
              text(values.spend),
            ]),
          ];
      return refusable(json, async () => {
        await recordFigures(db, await boostIdOf(db, refOf({ words })), days, whoIn({ values }));
        say(json, { days }, formatCount(days.length, 'jour reporté.', 'jours reportés.'));
      });
    },
  }),
  defineCommand({
    room: 'boosts',
    verb: 'configuration',
    summary: 'Montre ce qui est vendu, ou charge une version et sa date d’effet',
    usage: '[--load FICHIER [--effective AAAA-MM-JJ] [--note TEXTE] [--by NOM]] [--json]',
    options: {
      load: { type: 'string' },
      effective: { type: 'string' },
      note: { type: 'string' },
      by: { type: 'string' },
    },
    help: {
      load: 'fichier JSON : la configuration entière, comme --json la montre',
      effective: 'jour de Paris où elle prend effet ; tout de suite par défaut',
      note: 'ce qui change, pour le journal',
      by: 'qui la charge ; « opérateur » par défaut',
    },
    async run({ values, json }, { db }) {
      const file = text(values.load);
      if (file === undefined) {
        const versions = await configurationVersions(db);
        const now = clock.now();
        const current = versions.find(({ effectiveAt }) => effectiveAt <= now)?.id ?? null;
        say(
          json,
          { current, versions },
          versions.map((one) => `${one.id === current ? '→ ' : '  '}${describeVersion(one)}`).join('\n\n'),
        );
        return EXIT.done;
      }
      const effective = text(values.effective);
      let settings: unknown;
      try {
        settings = JSON.parse(await readFile(file, 'utf8'));
      } catch (error) {
        throw new WrongUsage(`Ce fichier n’est pas du JSON lisible${NBSP}: ${(error as Error).message}`);
      }
      return refusable(json, async () => {
        const version = await addConfiguration(
          db,
          {
            settings,
            effectiveOn: effective === undefined ? null : dayIn(effective),
            by: whoIn({ values }),
            note: text(values.note) ?? null,
            newest: null,
          },
          clock.now(),
        );
        say(json, { version }, describeVersion(version));
      });
    },
  }),
];
