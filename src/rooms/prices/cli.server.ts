import { stat } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { formatCount } from '#contract/fmt.ts';
import { type CommandInput, defineCommand, EXIT, WrongUsage } from '#platform/cli.server.ts';
import { ProgressBar } from '#platform/progress.server.ts';
import { refreshAsking } from './asking-prices.server.ts';
import { SALES_MIN } from './contract.ts';
import { describeFault } from './csv-source.ts';
import { exportPrices } from './embedded.server.ts';
import { computePrices } from './figures.server.ts';
import './local-medians.server.ts';
import { importRentControl, type OrderReport } from './rent-control.server.ts';
import { importRents } from './rents.server.ts';
import { type RentKind, type RentReport, rentKinds } from './rents.ts';
import { importSales } from './sales.server.ts';
import type { SalesReport } from './sales.ts';

const peakMemoryMb = () => Math.round(process.resourceUsage().maxRSS / 1024);

export const priceCommands = [
  defineCommand({
    room: 'prices',
    verb: 'import',
    summary: 'Charge les ventes de fichiers geo-dvf (un par département et par année), puis refait les prix.',
    usage: '[--release AAAA-MM] [--confirm] [--no-compute] FICHIER.csv.gz…',
    options: { release: { type: 'string' }, confirm: { type: 'boolean' }, 'no-compute': { type: 'boolean' } },
    help: {
      release: 'mois de publication des fichiers\u00a0; sinon déduit de leurs dates',
      confirm: 'laisse passer un fichier retenu parce qu’il retirerait trop de ventes',
      'no-compute': 'ne refait pas les prix\u00a0: prices compute le fera',
    },
    minWords: 1,
    reads: ['file'],
    async run(input, { db }) {
      const release = text(input, 'release');
      if (release !== null && !/^20\d\d-(0[1-9]|1[0-2])$/.test(release))
        throw new WrongUsage('La publication s’écrit AAAA-MM, par exemple 2025-10.');
      // Rows live for an instant: V8 would answer with a nursery of 100 MB, and be no quicker for it.
      setFlagsFromString('--semi-space-growth-factor=1');
      const bar = new ProgressBar();
      const reports: SalesReport[] = [];
      for (const [rank, file] of input.words.entries()) {
        const label = `Ventes ${rank + 1}/${input.words.length}`;
        const report = await importSales(db, {
          file,
          release,
          confirmed: input.values.confirm === true,
          onProgress: (read, size, rows) => bar.show(label, read, size, formatCount(rows, 'ligne', 'lignes')),
        }).finally(() => bar.clear());
        reports.push(report);
        if (!input.json) console.log(describeSales(report));
      }
      const departments = [...new Set(reports.flatMap(({ departmentCode }) => departmentCode ?? []))];
      const computed =
        departments.length > 0 && input.values['no-compute'] !== true
          ? await computePrices(db, {
              departments,
              onProgress: (done, total) => bar.show('Prix', done, total),
            }).finally(() => bar.clear())
          : null;
      if (input.json)
        console.log(JSON.stringify({ imports: reports, computed, peakMemoryMb: peakMemoryMb() }));
      else if (computed) console.log(describeComputed(computed));
      return reports.some(({ status }) => status !== 'done') ? EXIT.refused : EXIT.done;
    },
  }),
  defineCommand({
    room: 'prices',
    verb: 'compute',
    summary: 'Refait les prix à partir des ventes chargées, et les prix demandés à partir des annonces.',
    usage: '[DÉPARTEMENT…]',
    async run(input, { db }) {
      const bar = new ProgressBar();
      const computed = await computePrices(db, {
        ...(input.words.length > 0 ? { departments: input.words } : {}),
        onProgress: (done, total) => bar.show('Prix', done, total),
      }).finally(() => bar.clear());
      const asking = await refreshAsking(db);
      if (input.json) console.log(JSON.stringify({ computed, asking, peakMemoryMb: peakMemoryMb() }));
      else
        console.log(
          `${describeComputed(computed)}\n${formatCount(asking, 'prix demandé', 'prix demandés')}.`,
        );
      return EXIT.done;
    },
  }),
  defineCommand({
    room: 'prices',
    verb: 'rents',
    summary: 'Charge la carte des loyers (DHUP, ANIL), fichiers officiels ou fichier dérivé.',
    usage: '[--year AAAA] [--kind TYPE] FICHIER.csv[.gz]…',
    options: { year: { type: 'string' }, kind: { type: 'string' } },
    help: {
      year: 'année des fichiers officiels, si leur nom ne la dit pas',
      kind: `logement de référence, si leur nom ne le dit pas\u00a0: ${rentKinds.join(', ')}`,
    },
    minWords: 1,
    reads: ['file'],
    async run(input, { db }) {
      const year = text(input, 'year');
      const kind = text(input, 'kind');
      if (year !== null && !/^20\d\d$/.test(year))
        throw new WrongUsage('L’année s’écrit AAAA, par exemple 2025.');
      if (kind !== null && !rentKinds.includes(kind as RentKind))
        throw new WrongUsage(`Le type est l’un de ${rentKinds.join(', ')}.`);
      const bar = new ProgressBar();
      const reports: RentReport[] = [];
      for (const file of input.words) {
        const report = await importRents(db, {
          file,
          year: year === null ? null : Number(year),
          kind: kind as RentKind | null,
          onProgress: (read, size) => bar.show('Loyers', read, size, ''),
        }).finally(() => bar.clear());
        reports.push(report);
        if (!input.json) console.log(describeRents(report));
      }
      if (input.json) console.log(JSON.stringify({ imports: reports, peakMemoryMb: peakMemoryMb() }));
      return reports.some(({ status }) => status === 'refused') ? EXIT.refused : EXIT.done;
    },
  }),
  defineCommand({
    room: 'prices',
    verb: 'rent-control',
    summary:
      'Charge un arrêté d’encadrement des loyers de Paris (JSON, CSV) et le contour de ses quartiers (GeoJSON).',
    usage: 'FICHIER…',
    minWords: 1,
    reads: ['file'],
    async run(input, { db }) {
      const reports: OrderReport[] = [];
      for (const file of input.words) {
        const report = await importRentControl(db, file);
        reports.push(report);
        if (!input.json) console.log(describeOrder(report));
      }
      if (input.json) console.log(JSON.stringify({ imports: reports }));
      return reports.some(({ status }) => status === 'refused') ? EXIT.refused : EXIT.done;
    },
  }),
  defineCommand({
    room: 'prices',
    verb: 'export',
    summary: `Écrit les agrégats de départements (${SALES_MIN} ventes au moins), tels que le programme les embarque.`,
    usage: '--departments 34,75 FICHIER.ndjson',
    options: { departments: { type: 'string' } },
    help: { departments: 'codes des départements, séparés par des virgules' },
    minWords: 1,
    async run(input, { db }) {
      const departments = (text(input, 'departments') ?? '').split(',').filter(Boolean);
      const [file = '', ...more] = input.words;
      if (departments.length === 0 || more.length > 0)
        throw new WrongUsage('Il faut les départements et un seul fichier.');
      const folder = await stat(file).catch(() => null);
      if (folder?.isDirectory()) throw new WrongUsage('C’est un dossier\u00a0: il faut un fichier.');
      const lines = await exportPrices(db, file, departments, [
        `Prix et loyers des départements ${departments.join(', ')}\u00a0: agrégats d’au moins ${SALES_MIN} ventes, aucune vente isolée.`,
        'Ventes\u00a0: DGFiP, Demandes de valeurs foncières, géolocalisées par Etalab, Licence Ouverte 2.0.',
        'Loyers\u00a0: DHUP et ANIL, Carte des loyers, d’après le Groupe SeLoger et leboncoin, Licence Ouverte 2.0.',
        'Prix en centimes par m², loyers en centimes par m² et par mois. Méthode\u00a0: docs/decisions/0009-prices.md.',
      ]);
      console.log(
        input.json ? JSON.stringify({ lines }) : formatCount(lines, 'ligne écrite', 'lignes écrites'),
      );
      return EXIT.done;
    },
  }),
];

function text(input: CommandInput, name: string): string | null {
  const value = input.values[name];
  return typeof value === 'string' ? value : null;
}

function describeSales(report: SalesReport): string {
  if (report.fault)
    return `${report.file}\u00a0: ${report.status === 'held' ? 'retenu' : 'refusé'}, rien n’est changé. ${describeFault(report.fault)}`;
  const replaced =
    report.replaced === null ? '' : `, à la place de ${formatCount(report.replaced, 'vente', 'ventes')}`;
  const unknown = report.unknownPlaces === 0 ? '' : ` (${report.unknownPlaces} dans des communes inconnues)`;
  return `${report.file}\u00a0: ${report.departmentCode} en ${report.year}, ${formatCount(report.rows, 'ligne', 'lignes')}, ${formatCount(report.sales, 'vente retenue', 'ventes retenues')}${unknown}${replaced}, du ${report.firstOn} au ${report.lastOn}, en ${report.seconds.toFixed(1)}\u00a0s.`;
}

function describeComputed(computed: {
  departments: readonly string[];
  epcis: number;
  figures: number;
  areas: number;
  seconds: number;
}): string {
  if (computed.departments.length === 0) return 'Aucune vente chargée\u00a0: rien à refaire.';
  return `Prix refaits pour ${computed.departments.join(', ')} et ${formatCount(computed.epcis, 'intercommunalité', 'intercommunalités')} en ${computed.seconds.toFixed(1)}\u00a0s\u00a0: ${formatCount(computed.figures, 'prix', 'prix')} sur ${formatCount(computed.areas, 'territoire', 'territoires')}.`;
}

function describeRents(report: RentReport): string {
  if (report.fault) return `${report.file}\u00a0: refusé, rien n’est changé. ${describeFault(report.fault)}`;
  return `${report.file}\u00a0: ${formatCount(report.rents, 'loyer', 'loyers')} (${report.years.join(', ')}).`;
}

function describeOrder(report: OrderReport): string {
  if (report.fault) return `${report.file}\u00a0: refusé, rien n’est changé. ${describeFault(report.fault)}`;
  const orders = report.orders.length > 0 ? ` Arrêtés du ${report.orders.join(', ')}.` : '';
  return `${report.file}\u00a0: ${formatCount(report.references, 'loyer de référence', 'loyers de référence')}, ${formatCount(report.quarters, 'quartier', 'quartiers')}, ${formatCount(report.contours, 'contour', 'contours')}.${orders}`;
}
