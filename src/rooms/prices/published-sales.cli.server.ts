import { setFlagsFromString } from 'node:v8';
import { parisDay } from '#contract/day.ts';
import { formatCount } from '#contract/fmt.ts';
import { type CommandInput, defineCommand, EXIT, WrongUsage } from '#platform/cli.server.ts';
import { clock } from '#platform/clock.server.ts';
import { ProgressBar } from '#platform/progress.server.ts';
import { departmentsWithSales, type FetchProgress, fetchSales } from './published-sales.server.ts';
import {
  describePublished,
  type FetchReport,
  megabytes,
  publishedYears,
  readDepartments,
  readYears,
} from './published-sales.ts';

/** Megabytes a second. */
const RATE = { least: 0.1, most: 100, usual: 4 };

export const publishedSalesCommands = [
  defineCommand({
    room: 'prices',
    verb: 'fetch',
    summary: 'Reçoit les ventes de leur éditeur (geo-dvf, à DVF_URL), les charge, puis refait les prix.',
    usage: '--department 69,75 | --all [--years 2021-2025] [--rate 4] [--confirm] [--no-compute]',
    options: {
      department: { type: 'string' },
      all: { type: 'boolean' },
      years: { type: 'string' },
      rate: { type: 'string' },
      confirm: { type: 'boolean' },
      'no-compute': { type: 'boolean' },
    },
    help: {
      department: 'codes des départements, séparés par des virgules',
      all: 'tous les départements dont les ventes sont publiées',
      years: 'années, par exemple 2021-2025 ou 2024\u00a0; sinon celles que l’éditeur publie',
      rate: `débit au plus, en Mo par seconde\u00a0: ${RATE.usual} sinon`,
      confirm: 'laisse passer les fichiers retenus parce qu’ils retireraient trop de ventes',
      'no-compute': 'ne refait pas les prix\u00a0: prices compute le fera',
    },
    async run(input, { db, env }) {
      const { day } = parisDay(clock.now());
      const published = await departmentsWithSales(db);
      const departments = departmentsOf(input, published);
      const named = yearsOf(input, Number(day.slice(0, 4)));
      const years = named ?? publishedYears(day);
      const bytesPerSecond = rateOf(input) * 1_000_000;
      // As for `prices import`: rows live for an instant.
      setFlagsFromString('--semi-space-growth-factor=1');
      const bar = new ProgressBar();
      const count = departments.length * years.length;
      let rank = 1;
      const report = await fetchSales(
        { db, env },
        {
          departments,
          years,
          confirmed: input.values.confirm === true,
          compute: input.values['no-compute'] !== true,
          pace: { bytesPerSecond },
          onFile: (file) => {
            rank += 1;
            bar.clear();
            if (!input.json) console.log(describePublished(file));
          },
          onProgress: (at) => showProgress(bar, at, `${Math.min(rank, count)}/${count}`),
        },
      ).finally(() => bar.clear());
      if (!report) {
        console.error('Une autre commande reçoit déjà des ventes\u00a0: attendez qu’elle finisse.');
        return EXIT.refused;
      }
      const peakMemoryMb = Math.round(process.resourceUsage().maxRSS / 1024);
      console.log(input.json ? JSON.stringify({ ...report, peakMemoryMb }) : describeFetch(report));
      return isComplete(report, named !== null) ? EXIT.done : EXIT.refused;
    },
  }),
];

function departmentsOf({ values, words }: CommandInput, published: readonly string[]): readonly string[] {
  if (words.length > 0)
    throw new WrongUsage(
      `«\u00a0${words[0]}\u00a0» est de trop\u00a0: les départements suivent --department.`,
    );
  if ((typeof values.department === 'string') === (values.all === true))
    throw new WrongUsage('Il faut --department avec des codes, ou --all.');
  if (typeof values.department !== 'string') return published;
  const departments = readDepartments(values.department);
  if (!departments) throw new WrongUsage('Les départements s’écrivent 69,75 ou 2A.');
  const wrong = departments.filter((code) => !published.includes(code));
  if (wrong.length > 0)
    throw new WrongUsage(
      `L’administration fiscale ne publie pas de ventes pour ${wrong.join(', ')} (Moselle, Bas-Rhin, Haut-Rhin, Mayotte, collectivités d’outre-mer, ou code inconnu).`,
    );
  return departments;
}

/** Null: those that are published. */
function yearsOf({ values }: CommandInput, thisYear: number): number[] | null {
  if (typeof values.years !== 'string') return null;
  const years = readYears(values.years, thisYear);
  if (!years) throw new WrongUsage(`Les années s’écrivent 2021-2025 ou 2024, jusqu’à ${thisYear}.`);
  return years;
}

function rateOf({ values }: CommandInput): number {
  if (typeof values.rate !== 'string') return RATE.usual;
  const rate = /^\d+([.,]\d+)?$/.test(values.rate) ? Number(values.rate.replace(',', '.')) : Number.NaN;
  if (!(rate >= RATE.least && rate <= RATE.most))
    throw new WrongUsage(`Le débit s’écrit en Mo par seconde, de 0,1 à ${RATE.most}, par exemple 4.`);
  return rate;
}

function showProgress(bar: ProgressBar, at: FetchProgress, rank: string): void {
  const { departmentCode, year, step, done, total } = at;
  if (step === 'compute') bar.show(`${departmentCode}, prix`, done, total);
  else
    bar.show(
      `${rank} ${departmentCode} ${year}, ${step === 'download' ? 'réception' : 'chargement'}`,
      done,
      total,
      `${megabytes(done)} sur ${megabytes(total)}`,
    );
}

function describeFetch({ files, left, lockLost, computed, seconds }: FetchReport): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const done = files.filter(({ status }) => status === 'done');
  const sales = done.reduce((sum, { report }) => sum + (report?.sales ?? 0), 0);
  return [
    `${formatCount(done.length, 'fichier chargé', 'fichiers chargés')} sur ${files.length + left} (${megabytes(bytes)}, ${formatCount(sales, 'vente retenue', 'ventes retenues')}), en ${Math.round(seconds)}\u00a0s.`,
    ...(computed.length > 0 ? [`Prix refaits pour ${computed.join(', ')}.`] : []),
    ...(left > 0
      ? [
          `${lockLost ? 'La connexion à la base a été perdue' : 'L’éditeur ne répond pas'}\u00a0: ${formatCount(left, 'fichier n’a pas été demandé', 'fichiers n’ont pas été demandés')}. Relancez la même commande plus tard.`,
        ]
      : []),
  ].join('\n');
}

/** A year that nobody named may not be published, the oldest or this one; one that was named must be. */
function isComplete({ files, left }: FetchReport, named: boolean): boolean {
  const there = (status: string) => status === 'done' || status === 'unchanged';
  const fine = files.every(({ status }) => there(status) || (status === 'absent' && !named));
  const departments = Map.groupBy(files, ({ departmentCode }) => departmentCode);
  return (
    left === 0 && fine && [...departments.values()].every((own) => own.some(({ status }) => there(status)))
  );
}
