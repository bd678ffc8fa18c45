import { formatCount, formatNumber } from '#contract/fmt.ts';
import { type CommandInput, defineCommand, EXIT, WrongUsage } from '#platform/cli.server.ts';
import { ProgressBar } from '#platform/progress.server.ts';
import { importContours } from './contours.server.ts';
import type { ContoursReport, PackReport, RestoreReport } from './contours.ts';
import { packContours, restoreShippedContours } from './loading/shipped-contours.server.ts';

const CODES_SHOWN = 5;
const METRES_MAX = 10_000;

export const placeCommands = [
  defineCommand({
    room: 'places',
    verb: 'contours',
    summary:
      'Charge les contours de communes, d’arrondissements ou de départements (GeoJSON), pour les cartes, à la place de ceux du programme.',
    usage: '[--attribution TEXTE] [--precision MÈTRES] FICHIER.geojson[.gz]… | --shipped',
    options: { attribution: { type: 'string' }, precision: { type: 'string' }, shipped: { type: 'boolean' } },
    help: {
      attribution: 'ce qui s’écrit sous la carte\u00a0; sinon l’IGN, ou OpenStreetMap si le fichier en vient',
      precision:
        'à combien de mètres près ces contours sont tracés\u00a0: une carte plus détaillée ne les dessine pas',
      shipped: 'retire tous les contours chargés ainsi, et remet ceux du programme',
    },
    reads: ['file'],
    async run(input, { db }) {
      const { words, json, values } = input;
      const isLoading =
        words.length > 0 || values.attribution !== undefined || values.precision !== undefined;
      if (isLoading === (values.shipped === true))
        throw new WrongUsage('Il faut des fichiers à charger, ou --shipped seul.');
      if (words.length === 0) {
        const report = await restoreShippedContours(db);
        console.log(json ? JSON.stringify(report) : describeRestored(report));
        return EXIT.done;
      }
      const withinMetres = metres(input);
      const bar = new ProgressBar();
      const reports: ContoursReport[] = [];
      for (const file of words) {
        const report = await importContours(db, {
          file,
          attribution: text(input, 'attribution'),
          withinMetres,
          onProgress: (read, size, contours) =>
            bar.show('Contours', read, size, formatCount(contours, 'contour', 'contours')),
        }).finally(() => bar.clear());
        reports.push(report);
        if (!json) console.log(describe(report));
      }
      if (json) console.log(JSON.stringify({ imports: reports }));
      return reports.some(({ status }) => status === 'refused') ? EXIT.refused : EXIT.done;
    },
  }),
  defineCommand({
    room: 'places',
    verb: 'pack',
    summary:
      'Écrit les contours d’un fichier GeoJSON de communes ou d’arrondissements tels que le programme les embarque.',
    usage: '--precision MÈTRES --to FICHIER.contours FICHIER.geojson[.gz]',
    options: { to: { type: 'string' }, precision: { type: 'string' }, attribution: { type: 'string' } },
    help: {
      to: 'le fichier à écrire, à placer dans data/places',
      precision: 'à combien de mètres près ces contours sont tracés',
      attribution: 'ce qui s’écrit sous la carte\u00a0; sinon l’IGN',
    },
    minWords: 1,
    reads: ['file'],
    async run(input) {
      const [file = '', ...more] = input.words;
      const to = text(input, 'to');
      const withinMetres = metres(input);
      if (to === null || withinMetres === null || more.length > 0)
        throw new WrongUsage('Il faut une précision, le fichier à écrire et un seul fichier à lire.');
      const bar = new ProgressBar();
      const report = await packContours({
        file,
        to,
        withinMetres,
        attribution: text(input, 'attribution'),
        onProgress: (read, size) => bar.show('Contours', read, size, ''),
      }).finally(() => bar.clear());
      console.log(input.json ? JSON.stringify(report) : describePack(report, to));
      return report.status === 'refused' ? EXIT.refused : EXIT.done;
    },
  }),
];

function text(input: CommandInput, name: string): string | null {
  const value = input.values[name];
  return typeof value === 'string' ? value : null;
}

function metres(input: CommandInput): number | null {
  const written = text(input, 'precision');
  if (written === null) return null;
  const number = /^\d{1,5}$/.test(written) ? Number(written) : 0;
  if (number < 1 || number > METRES_MAX)
    throw new WrongUsage(
      `La précision est un nombre entier de mètres, de 1 à ${formatNumber(METRES_MAX)}, par exemple 500.`,
    );
  return number;
}

function describe(report: ContoursReport): string {
  const { file, reason, contours, unknown, beforeMerger, points, attribution } = report;
  if (reason) return refused(file, reason);
  const left = [
    toldCodes(unknown, 'code inconnu aujourd’hui', 'codes inconnus aujourd’hui'),
    toldCodes(
      beforeMerger,
      'contour écarté, d’avant une fusion de communes',
      'contours écartés, d’avant une fusion de communes',
    ),
  ].join('');
  return `${file}\u00a0: ${formatCount(contours, 'contour', 'contours')}, ${formatNumber(points.kept)} points gardés sur ${formatNumber(points.read)}. ${attribution}.${left}`;
}

/** With the first of them; nothing when there is none. */
function toldCodes(codes: readonly string[], one: string, several: string): string {
  if (codes.length === 0) return '';
  const shown = codes.slice(0, CODES_SHOWN).join(', ');
  return ` ${formatCount(codes.length, one, several)} (${shown}${codes.length > CODES_SHOWN ? '…' : ''}).`;
}

function describeRestored({ removed, laid }: RestoreReport): string {
  return `${formatCount(removed, 'contour chargé retiré', 'contours chargés retirés')}, ${formatCount(laid, 'contour', 'contours')} du programme en place.`;
}

function describePack({ file, reason, contours, points, bytes }: PackReport, to: string): string {
  if (reason) return refused(file, reason);
  return `${to}\u00a0: ${formatCount(contours, 'contour', 'contours')}, ${formatNumber(points)} points, ${formatNumber(Math.ceil(bytes / 1000))}\u00a0ko.`;
}

const refused = (file: string, reason: string) => `${file}\u00a0: refusé, rien n’est changé. ${reason}.`;
