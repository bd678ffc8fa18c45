// Import of the sales that the tax administration registers (DVF, geolocated by Etalab).
import { formatCount } from '#contract/fmt.ts';
import { describeFault, type FileFault } from './csv-source.ts';

/** What became of one department-year file. Counts only: a report never holds a sale. */
export interface SalesReport {
  readonly file: string;
  /** `held`: too many of the sales of its department-year would leave; nothing is changed until an operator confirms. */
  readonly status: 'done' | 'refused' | 'held';
  readonly departmentCode: string | null;
  readonly year: number | null;
  /** Rows of the file, and sales that method R keeps of them. */
  readonly rows: number;
  readonly sales: number;
  /** Sales of the same department-year that these replace; null when there was none. */
  readonly replaced: number | null;
  /** Sales whose commune is not known today. */
  readonly unknownPlaces: number;
  readonly firstOn: string | null;
  readonly lastOn: string | null;
  readonly release: string | null;
  readonly seconds: number;
  readonly fault: FileFault | null;
}

/**
 * Share and number of the sales of a department-year that may disappear without a confirmation: as for a feed
 * (interface.md 21).
 */
export const LOSS_HELD = { share: 0.3, least: 3 } as const;

/**
 * The release that carries data up to this day, when nobody says it: October holds the first half of its year, April
 * the year before (formats/prices.md 1).
 */
export function releaseOf(lastOn: string): string {
  const [year = '', month = ''] = lastOn.split('-');
  return Number(month) <= 6 ? `${year}-10` : `${Number(year) + 1}-04`;
}

/** One line of an operator's terminal; `name` is that of the file. */
export function describeSales(report: SalesReport, name = report.file): string {
  if (report.fault)
    return `${name}\u00a0: ${report.status === 'held' ? 'retenu' : 'refusé'}, rien n’est changé. ${describeFault(report.fault)}`;
  const replaced =
    report.replaced === null ? '' : `, à la place de ${formatCount(report.replaced, 'vente', 'ventes')}`;
  const unknown = report.unknownPlaces === 0 ? '' : ` (${report.unknownPlaces} dans des communes inconnues)`;
  return `${name}\u00a0: ${report.departmentCode} en ${report.year}, ${formatCount(report.rows, 'ligne', 'lignes')}, ${formatCount(report.sales, 'vente retenue', 'ventes retenues')}${unknown}${replaced}, du ${report.firstOn} au ${report.lastOn}, en ${report.seconds.toFixed(1)}\u00a0s.`;
}

export function describeComputed(computed: {
  departments: readonly string[];
  epcis: number;
  figures: number;
  areas: number;
  seconds: number;
}): string {
  if (computed.departments.length === 0) return 'Aucune vente chargée\u00a0: rien à refaire.';
  return `Prix refaits pour ${computed.departments.join(', ')} et ${formatCount(computed.epcis, 'intercommunalité', 'intercommunalités')} en ${computed.seconds.toFixed(1)}\u00a0s\u00a0: ${formatCount(computed.figures, 'prix', 'prix')} sur ${formatCount(computed.areas, 'territoire', 'territoires')}.`;
}
