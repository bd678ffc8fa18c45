import { suspicionOf } from '#rooms/listings/scam.ts';
import type { Labelled } from './corpus.ts';

export interface Accuracy {
  readonly scams: number;
  readonly honest: number;
  /** Of what waits, the part that is a scam. */
  readonly precision: number;
  /** Of the scams, the part that waits. */
  readonly recall: number;
  /** Honest listings on line with a warning. */
  readonly warned: number;
  readonly missed: readonly Labelled[];
  readonly wronged: readonly Labelled[];
}

/** What the detector makes of a labelled set. */
export function accuracyOf(set: readonly Labelled[]): Accuracy {
  const read = set.map((one) => ({ one, said: suspicionOf(one.subject) }));
  const missed = read.flatMap(({ one, said }) => (one.scam && !said.waits ? [one] : []));
  const wronged = read.flatMap(({ one, said }) => (!one.scam && said.waits ? [one] : []));
  const scams = set.filter(({ scam }) => scam).length;
  const caught = scams - missed.length;
  return {
    scams,
    honest: set.length - scams,
    precision: caught / Math.max(1, caught + wronged.length),
    recall: caught / Math.max(1, scams),
    warned: read.filter(({ one, said }) => !one.scam && !said.waits && said.signals.length > 0).length,
    missed,
    wronged,
  };
}

const percent = (part: number) => `${(part * 100).toFixed(1).replace('.', ',')} %`;

/** « 315 arnaques, 3150 annonces honnêtes : précision 98,2 %, rappel 93,4 %… » */
export function measured({ scams, honest, precision, recall, wronged, missed, warned }: Accuracy): string {
  return `${scams} arnaques, ${honest} annonces honnêtes : précision ${percent(precision)} (${wronged.length} à tort), rappel ${percent(recall)} (${missed.length} manquées), ${warned} honnêtes en ligne avec un avertissement`;
}
