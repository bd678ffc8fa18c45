import { formatCount, formatNumber } from '#contract/fmt.ts';
import { defineCommand, EXIT } from '#platform/cli.server.ts';
import { ProgressBar } from '#platform/progress.server.ts';
import { importContours } from './contours.server.ts';
import type { ContoursReport } from './contours.ts';

const UNKNOWN_SHOWN = 5;

export const placeCommands = [
  defineCommand({
    room: 'places',
    verb: 'contours',
    summary:
      'Charge les contours de communes, d’arrondissements ou de départements (GeoJSON), pour les cartes.',
    usage: '[--attribution TEXTE] FICHIER.geojson[.gz]…',
    options: { attribution: { type: 'string' } },
    help: {
      attribution: 'ce qui s’écrit sous la carte\u00a0; sinon l’IGN, ou OpenStreetMap si le fichier en vient',
    },
    minWords: 1,
    reads: ['file'],
    async run({ words, values, json }, { db }) {
      const bar = new ProgressBar();
      const reports: ContoursReport[] = [];
      for (const file of words) {
        const report = await importContours(db, {
          file,
          attribution: typeof values['attribution'] === 'string' ? values['attribution'] : null,
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
];

function describe({ file, reason, contours, unknown, points, attribution }: ContoursReport): string {
  if (reason) return `${file}\u00a0: refusé, rien n’est changé. ${reason}.`;
  const shown = unknown.slice(0, UNKNOWN_SHOWN).join(', ');
  const left =
    unknown.length === 0
      ? ''
      : ` ${formatCount(unknown.length, 'code inconnu aujourd’hui', 'codes inconnus aujourd’hui')} (${shown}${unknown.length > UNKNOWN_SHOWN ? '…' : ''}).`;
  return `${file}\u00a0: ${formatCount(contours, 'contour', 'contours')}, ${formatNumber(points.kept)} points gardés sur ${formatNumber(points.read)}. ${attribution}.${left}`;
}
