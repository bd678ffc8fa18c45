/**
 * Point: where a home exactly is, as it is typed and read.
 */

/** Longitude then latitude, WGS 84 degrees. */
export type Point = readonly [lng: number, lat: number];

/** A metre or so: what a hand on a map can mean. */
const DECIMALS = 5;
const LAT_MAX = 85;
const LNG_MAX = 180;

/** Latitude first, as every map that is copied from writes it. */
export function writePoint([lng, lat]: Point): string {
  return `${lat.toFixed(DECIMALS)}, ${lng.toFixed(DECIMALS)}`;
}

/** « 43.8367, 4.3601 », also with decimal commas or degree signs; null for anything else. */
export function readPoint(text: string): Point | null {
  const numbers = /^\(?(-?\d{1,3}(?:[.,]\d{1,20})?)°?[\s;,]+(-?\d{1,3}(?:[.,]\d{1,20})?)°?\)?$/.exec(
    text.trim(),
  );
  if (!numbers) return null;
  const [lat, lng] = numbers.slice(1).map((word) => Number(Number(word.replace(',', '.')).toFixed(DECIMALS)));
  if (lat === undefined || lng === undefined || Math.abs(lat) > LAT_MAX || Math.abs(lng) > LNG_MAX)
    return null;
  return [lng, lat];
}
