/**
 * The laws behind the dated tables: what each is, since when it holds and its last day, which a recorded prolongation moves.
 * Prolongations are kept by rooms/listings/publication.
 */
import type { Dated } from './dated-rows.ts';
import {
  auditDutyRows,
  certificateLives,
  classBoundRows,
  lettingBanRows,
  rentFreezeRows,
} from './energy-classes.ts';
import { depositRows, feeZoneRows, tenantFeeRows } from './legal/fee-caps.ts';
import { rentControlRows } from './legal/rent-control.ts';

export interface Law {
  /** French, as operators read it. */
  readonly title: string;
  /** The text that made it, in French. */
  readonly text: string;
  /** The rules of the engine that read its rows. */
  readonly rules: readonly string[];
  readonly rows: readonly Dated[];
  /** What the rules still do past its last day, in French; absent where no end is known. */
  readonly after?: string;
  /** What is not sure in its rows, in French. */
  readonly doubt?: string;
}

export const laws = {
  'rent-control': {
    title: 'Encadrement des loyers',
    text: 'loi 2018-1021 du 23 novembre 2018 (ELAN), article 140',
    rules: ['R8', 'R9'],
    rows: rentControlRows,
    after: 'R8 écrit toujours la mention ; R9 avertit et ne bloque plus',
    doubt:
      'les sources divergent sur Marseille, autorisée mais sans arrêté connu : elle n’est pas dans la table',
  },
  'tenant-fees': {
    title: 'Honoraires du locataire, plafonds',
    text: 'décret 2014-890 du 1er août 2014, articles 2 et 3 ; arrêtés du 17 juillet et du 13 novembre 2025',
    rules: ['R12'],
    rows: tenantFeeRows,
  },
  'fee-zones': {
    title: 'Honoraires du locataire, zones',
    text: 'arrêté du 1er août 2014 (zone A bis) ; décret 2013-392 du 10 mai 2013 (zone tendue)',
    rules: ['R12'],
    rows: feeZoneRows,
    doubt: 'la table ne tient que les communes dont la zone est certaine',
  },
  deposits: {
    title: 'Dépôt de garantie',
    text: 'loi 89-462 du 6 juillet 1989, articles 22, 25-6 et 25-17',
    rules: ['R10'],
    rows: depositRows,
  },
  'letting-bans': {
    title: 'Logements interdits à la location',
    text: 'décret 2021-19 du 11 janvier 2021 ; loi 2021-1104 du 22 août 2021, article 160',
    rules: ['R17'],
    rows: lettingBanRows,
  },
  'rent-freeze': {
    title: 'Gel des loyers des classes F et G',
    text: 'loi 2021-1104 du 22 août 2021, article 159',
    rules: ['R17'],
    rows: rentFreezeRows,
  },
  'energy-audits': {
    title: 'Audit énergétique des ventes',
    text: 'décrets 2022-780 du 4 mai 2022 et 2022-1143',
    rules: ['R18'],
    rows: auditDutyRows,
  },
  'energy-classes': {
    title: 'Bornes des classes du DPE',
    text: 'arrêté du 31 mars 2021',
    rules: ['C7'],
    rows: classBoundRows,
  },
  certificates: {
    title: 'Durée des DPE',
    text: 'code de la construction et de l’habitation, article D126-19',
    rules: ['R19'],
    rows: certificateLives.map(({ madeFrom, madeTo }) => ({ validFrom: madeFrom, validTo: madeTo })),
  },
} as const satisfies Record<string, Law>;

export type LawName = keyof typeof laws;
export const lawNames = Object.keys(laws) as LawName[];

/** Last days that prolongations gave, `YYYY-MM-DD`; a law that is absent ends on its own day. */
export type LawEnds = ReadonlyMap<LawName, string>;

/** First day of the first row; null when it has held for as long as anyone looks back. */
export function lawStart(name: LawName): string | null {
  const first =
    rowsOf(name)
      .map(({ validFrom }) => validFrom)
      .toSorted()[0] ?? null;
  return first === FOREVER ? null : first;
}

const FOREVER = '0000-01-01';

/** The last day by its own rows, that day included; null while a row is open. */
export function ownEnd(name: LawName): string | null {
  let last: string | null = null;
  for (const { validTo } of rowsOf(name)) {
    if (validTo === null) return null;
    if (last === null || validTo > last) last = validTo;
  }
  return last;
}

/** The last day, prolongations included; null when no end is known. A recorded day never shortens a law. */
export function lawEnd(name: LawName, recorded: LawEnds = noEnds): string | null {
  const own = ownEnd(name);
  const later = recorded.get(name);
  return own !== null && later !== undefined && later > own ? later : own;
}

const noEnds: LawEnds = new Map();

/** The last day of a law that is over on that day, else null. */
export function overSince(name: LawName, on: string, recorded: LawEnds = noEnds): string | null {
  const end = lawEnd(name, recorded);
  return end !== null && on > end ? end : null;
}

function rowsOf(name: LawName): readonly Dated[] {
  return laws[name].rows;
}
