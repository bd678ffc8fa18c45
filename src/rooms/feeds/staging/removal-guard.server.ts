import { formatCount } from '#contract/fmt.ts';

/** A feed that would take away more than this share of the listings, and this many, waits for a person. */
const SHARE = 0.3;
const FEWEST = 3;

/** Counts of what a file removes from one agency. */
interface RemovalCounts {
  /** Rows of the file. */
  readonly rows: number;
  /** Listings of earlier files that this one could withdraw, on line or not, and how many it does. */
  readonly active: number;
  readonly withdrawn: number;
  /** Among those, on line; and why some no longer would be. */
  readonly online: number;
  readonly absent: number;
  readonly outOfScope: number;
  readonly unlawful: number;
  /** French, of the last ones. */
  readonly reasons: string;
}

/** The mass-removal guard (interface.md, fine points 21): why a file waits for a person, in French; null when it may pass. */
export function removalHoldReason(leaving: RemovalCounts): string | null {
  const { rows, active, withdrawn, online, absent, outOfScope, unlawful, reasons } = leaving;
  const ending = 'L’import est retenu, rien n’a changé.';
  if (rows === 0) {
    const what =
      online > 0
        ? `\u00a0: ${formatCount(online, 'annonce en ligne serait retirée', 'annonces en ligne seraient retirées')}`
        : active > 0
          ? `\u00a0: ${formatCount(active, 'annonce hors ligne serait retirée', 'annonces hors ligne seraient retirées')}`
          : '';
    return `Le fichier ne contient aucune annonce${what}. ${ending}`;
  }
  const gone = absent + outOfScope + unlawful;
  if (tooMany(gone, online)) {
    const why = [
      absent > 0 ? formatCount(absent, 'n’est plus dans le fichier', 'ne sont plus dans le fichier') : null,
      outOfScope > 0
        ? formatCount(
            outOfScope,
            'y est d’un type ou dans un pays que le site ne publie pas',
            'y sont d’un type ou dans un pays que le site ne publie pas',
          )
        : null,
      unlawful > 0
        ? `${formatCount(unlawful, 'ne peut plus être publiée selon la loi', 'ne peuvent plus être publiées selon la loi')}\u00a0: ${reasons}`
        : null,
    ];
    return `${gone} annonces sur ${online} en ligne quitteraient le site, plus de 30\u00a0%\u00a0: ${why.filter((each) => each !== null).join('\u00a0; ')}. ${ending}`;
  }
  if (tooMany(withdrawn, active))
    return `${withdrawn} annonces sur ${active} seraient retirées, plus de 30\u00a0% de celles de votre flux. ${ending}`;
  return null;
}

function tooMany(some: number, all: number): boolean {
  return some >= FEWEST && some > all * SHARE;
}
