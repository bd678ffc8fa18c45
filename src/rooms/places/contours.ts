// Contours: the outlines of places, for maps drawn on the server.

export type Position = readonly [lng: number, lat: number];
/** Of all the parts of a place, holes among them: filled by the even-odd rule. Not closed. */
export type Rings = readonly (readonly Position[])[];

export interface Contour {
  readonly code: string;
  readonly rings: Rings;
  /** Nine points in ten of the line are no further from the true one. */
  readonly withinMetres: number;
  /** To show beside the map: whose outline, under which licence. */
  readonly attribution: string;
}

/** Of latitude, or of longitude at the equator. */
export const METRES_PER_DEGREE = 111_320;

/** Pixels, or units of a drawing, by which a line may be aside before its map misleads. */
const ASIDE = 5;

/** Whether an outline may be drawn at this scale: a coarse one says nothing of a street. */
export function holdsAt({ withinMetres }: Pick<Contour, 'withinMetres'>, metresPerUnit: number): boolean {
  return withinMetres <= ASIDE * metresPerUnit;
}

export interface ContoursReport {
  readonly file: string;
  readonly status: 'done' | 'refused';
  /** Outlines kept. */
  readonly contours: number;
  /** Codes of no place of today, left out. */
  readonly unknown: readonly string[];
  /** Codes of communes as they were before a merger, left out: the file has a commune apart that is part of them today. */
  readonly beforeMerger: readonly string[];
  readonly points: { readonly read: number; readonly kept: number };
  readonly attribution: string;
  /** Why the file is refused, in French, with the rank of the object at fault; null when it is not. */
  readonly reason: string | null;
}

/** Outlines of the operator that were given up, and outlines of the program that were laid. */
export interface RestoreReport {
  readonly removed: number;
  readonly laid: number;
}

export interface PackReport {
  readonly file: string;
  readonly status: 'done' | 'refused';
  readonly contours: number;
  readonly points: number;
  /** What was written weighs; 0 when nothing was. */
  readonly bytes: number;
  /** Why the file is refused, in French; null when it is not. */
  readonly reason: string | null;
}
