// Contours: the outlines of places, for maps drawn on the server.

export type Position = readonly [lng: number, lat: number];
/** Of all the parts of a place, holes among them: filled by the even-odd rule. Not closed. */
export type Rings = readonly (readonly Position[])[];

export interface Contour {
  readonly code: string;
  readonly rings: Rings;
  /** To show beside the map: whose outline, under which licence. */
  readonly attribution: string;
}

export interface ContoursReport {
  readonly file: string;
  readonly status: 'done' | 'refused';
  /** Outlines kept. */
  readonly contours: number;
  /** Codes of no place of today, left out. */
  readonly unknown: readonly string[];
  readonly points: { readonly read: number; readonly kept: number };
  readonly attribution: string;
  /** Why the file is refused, in French, with the rank of the object at fault; null when it is not. */
  readonly reason: string | null;
}
