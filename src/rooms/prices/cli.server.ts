import { stat } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { formatCount } from '#contract/fmt.ts';
import { type CommandInput, defineCommand, EXIT, WrongUsage } from '#platform/cli.server.ts';
import { ProgressBar } from '#platform/progress.server.ts';
import { refreshAsking } from './asking-prices.server.ts';
import { SALES_MIN } from './contract.ts';
import { describeFault } from './csv-source.ts';
import { exportPrices } from './embedded.server.ts';
import { exportOrders } from './embedded-orders.server.ts';
import { computePrices } from './figures.server.ts';
import './local-medians.server.ts';
import { importRentControl, type OrderReport } from './rent-control.server.ts';
import { areaOf, isTerritory, rentTerritories } from './rent-territories.ts';
import { importRents } from './rents.server.ts';
import { type RentKind, type RentReport, rentKinds } from './rents.ts';
import { importSales } from './sales.server.ts';
import { describeComputed, describeSales, type SalesReport } from './sales.ts';

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
    summary: 'Charge la carte des loyers (DHUP, ANIL), fichiers officiels ou fichier qui les réunit.',
    usage: '[--year AAAA] [--kind TYPE] [--licence NOM] FICHIER.csv[.gz]…',
    options: { year: { type: 'string' }, kind: { type: 'string' }, licence: { type: 'string' } },
    help: {
      year: 'année de l’édition, si ni le fichier ni son nom ne la disent',
      kind: `logement de référence, si leur nom ne le dit pas\u00a0: ${rentKinds.join(', ')}`,
      licence: 'licence de l’édition, telle qu’on la lit chez son éditeur\u00a0; les pages la nomment',
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
      const licence = text(input, 'licence')?.trim() ?? null;
      if (licence !== null && !/^[^\p{Cc}]{2,80}$/u.test(licence))
        throw new WrongUsage('La licence s’écrit en 80 caractères au plus, par exemple Licence Ouverte 2.0.');
      const bar = new ProgressBar();
      const reports: RentReport[] = [];
      for (const file of input.words) {
        const report = await importRents(db, {
          file,
          year: year === null ? null : Number(year),
          kind: kind as RentKind | null,
          licence,
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
      'Charge des arrêtés d’encadrement des loyers (JSON, CSV) et le contour de leurs zones (GeoJSON)\u00a0: docs/rent-control.md.',
    usage: '[--territory TERRITOIRE] [--from AAAA-MM-JJ] [--to AAAA-MM-JJ] [--title ARRÊTÉ] FICHIER…',
    options: {
      territory: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      title: { type: 'string' },
    },
    help: {
      territory: `territoire, si le fichier ne le dit pas, ou le seul à garder\u00a0: ${Object.keys(rentTerritories).join(', ')}`,
      from: 'premier jour de l’arrêté, si le fichier ne le dit pas',
      to: 'dernier jour de l’arrêté, s’il en dit un',
      title: 'référence de l’arrêté, telle qu’elle sera citée',
    },
    minWords: 1,
    reads: ['file'],
    async run(input, { db }) {
      const territory = text(input, 'territory');
      if (territory !== null && !isTerritory(territory))
        throw new WrongUsage(`Le territoire est l’un de ${Object.keys(rentTerritories).join(', ')}.`);
      const told = { territory, from: day(input, 'from'), to: day(input, 'to'), title: text(input, 'title') };
      const reports: OrderReport[] = [];
      for (const file of input.words) {
        const report = await importRentControl(db, file, told);
        reports.push(report);
        if (!input.json) console.log(describeOrder(report));
      }
      if (input.json) console.log(JSON.stringify({ imports: reports }));
      return reports.some(({ status }) => status === 'refused') ? EXIT.refused : EXIT.done;
    },
  }),
  defineCommand({
    room: 'prices',
    verb: 'export-orders',
    summary:
      'Écrit les arrêtés d’encadrement chargés et le contour de leurs zones, tels que le programme les embarque.',
    usage: '--source TEXTE FICHIER.json.gz',
    options: { source: { type: 'string' } },
    help: { source: 'qui les publie, sous quelle licence\u00a0: montré à côté des chiffres' },
    minWords: 1,
    async run(input, { db }) {
      const source = text(input, 'source');
      const [file = '', ...more] = input.words;
      if (!source || more.length > 0) throw new WrongUsage('Il faut --source et un seul fichier.');
      const folder = await stat(file).catch(() => null);
      if (folder?.isDirectory()) throw new WrongUsage('C’est un dossier\u00a0: il faut un fichier.');
      const about = [
        'Loyers de référence de l’encadrement des loyers, et contours de leurs zones.',
        `Source\u00a0: ${source}.`,
        'Euros par m² habitable et par mois, hors charges. L’arrêté du préfet fait seul foi. Méthode\u00a0: docs/decisions/0082-rent-control-of-every-area.md.',
      ];
      const written = await exportOrders(db, file, { about, source });
      console.log(
        input.json
          ? JSON.stringify(written)
          : `${formatCount(written.orders, 'arrêté', 'arrêtés')}, ${formatCount(written.quarters, 'zone', 'zones')}, ${formatCount(written.bytes, 'octet', 'octets')}.`,
      );
      return EXIT.done;
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

/** A day given as YYYY-MM-DD; null when it is not given. */
function day(input: CommandInput, name: string): string | null {
  const given = text(input, name);
  if (given === null) return null;
  const read = new Date(`${given}T00:00:00Z`);
  if (Number.isNaN(read.getTime()) || read.toISOString().slice(0, 10) !== given)
    throw new WrongUsage(`--${name} s’écrit AAAA-MM-JJ, par exemple 2026-07-01.`);
  return given;
}

function describeRents(report: RentReport): string {
  if (report.fault) return `${report.file}\u00a0: refusé, rien n’est changé. ${describeFault(report.fault)}`;
  const unlicensed =
    report.unlicensed.length > 0
      ? ` Licence non confirmée pour ${report.unlicensed.join(', ')}\u00a0: lisez-la chez l’éditeur, puis donnez-la avec --licence. D’ici là, les pages la disent non confirmée.`
      : '';
  return `${report.file}\u00a0: ${formatCount(report.rents, 'loyer', 'loyers')} (${report.years.join(', ')}).${unlicensed}`;
}

function describeOrder(report: OrderReport): string {
  if (report.fault) return `${report.file}\u00a0: refusé, rien n’est changé. ${describeFault(report.fault)}`;
  const orders = report.orders.map(
    ({ territory, from, lastDay }) =>
      ` Arrêté de ${areaOf(territory)} ${lastDay === null ? `depuis le ${from}` : `du ${from} au ${lastDay}`}.`,
  );
  return `${report.file}\u00a0: ${formatCount(report.references, 'loyer de référence', 'loyers de référence')}, ${formatCount(report.quarters, 'zone ou quartier', 'zones ou quartiers')}, ${formatCount(report.contours, 'contour', 'contours')}.${orders.join('')}`;
}
