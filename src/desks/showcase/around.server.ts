import type { Queryable } from '#platform/db.server.ts';
import type { ListingView } from '#rooms/listings/reading.ts';
import { contoursOf, outlinePath } from '#rooms/places/contours.server.ts';
import { holdsAt } from '#rooms/places/contours.ts';
import { ofPlace, placeLabel } from '#rooms/places/contract.ts';
import { placeByCode } from '#rooms/places/places.server.ts';
import { selectNames } from './around.sql.server.ts';
import {
  type AroundView,
  distanceText,
  frameOf,
  type Landmark,
  MAP_HEIGHT,
  MAP_WIDTH,
  scaleOf,
  wayBetween,
} from './around.ts';

const NAMES_LOOKED_AT = 40;
const NAMES_SHOWN = 6;
/** Below this distance (m), one is at the centre. */
const AT_CENTRE = 250;
const LETTER = 8.2;
/** Squares of the drawing's unit by which the limits may be simpler. */
const DETAIL = 1;

type Where = Pick<ListingView, 'lat' | 'lng' | 'pointRadius' | 'place'>;

/**
 * The surroundings of a listing, from its public point: the real one is somewhere in the circle. Null when no point is
 * public. Names and limits are ours: nothing is asked of anybody.
 */
export async function aroundOf(db: Queryable, listing: Where): Promise<AroundView | null> {
  const { lat, lng, pointRadius, place } = listing;
  if (lat === null || lng === null || pointRadius === null) return null;
  const point = { lat, lng };
  const own = place ? await placeByCode(db, place.code) : null;
  const centre = own?.lat != null && own.lng !== null ? { lat: own.lat, lng: own.lng } : null;
  const { perMetre, place: placed, bbox } = frameOf(point, pointRadius, centre);
  const [names, contours] = await Promise.all([
    own ? selectNames(db, own.code, bbox, NAMES_LOOKED_AT) : [],
    contoursOf(db, own ? [own.code] : []),
  ]);
  const circle = { ...placed(point), r: Math.round(pointRadius * perMetre * 10) / 10 };
  const known = own ? contours.get(own.code) : undefined;
  const contour = known && holdsAt(known, 1 / perMetre) ? known : undefined;
  const way = centre && wayBetween(centre, point);
  const whole = ([spotLng, spotLat]: readonly [number, number]): readonly [number, number] => {
    const { x, y } = placed({ lat: spotLat, lng: spotLng });
    return [Math.round(x), Math.round(y)];
  };
  return {
    circle,
    outline: contour
      ? outlinePath(
          contour.rings.map((ring) => ring.map(whole)),
          DETAIL,
        )
      : null,
    landmarks: readable(
      names.map((name) => ({ name: placeLabel(name), ...placed(name), own: name.code === own?.code })),
      circle,
    ),
    scale: scaleOf(perMetre),
    grid: Math.round(500 * perMetre * 10) / 10,
    away:
      own && way
        ? way.metres < AT_CENTRE
          ? `au centre ${ofPlace(own)}`
          : `à ${distanceText(way.metres)} à vol d’oiseau au ${way.wind} du centre ${ofPlace(own)}`
              .replace('au est', 'à l’est')
              .replace('au ouest', 'à l’ouest')
        : null,
    bbox,
    attribution: contour?.attribution ?? null,
  };
}

/** Names that neither cover one another nor run off the drawing nor under the circle; the commune's own first. */
function readable(names: readonly Landmark[], circle: AroundView['circle']): Landmark[] {
  const taken: { left: number; right: number; y: number }[] = [];
  return names
    .toSorted((a, b) => Number(b.own) - Number(a.own))
    .filter(({ name, x, y }) => {
      const half = (name.length * LETTER) / 2;
      const box = { left: x - half, right: x + half, y };
      if (box.left < 8 || box.right > MAP_WIDTH - 8 || y < 34 || y > MAP_HEIGHT - 40) return false;
      const meets = taken.some(
        (other) => box.left < other.right + 8 && other.left < box.right + 8 && Math.abs(other.y - y) < 30,
      );
      const covered = Math.abs(y - circle.y) < 12 && Math.abs(x - circle.x) < 12;
      if (meets || covered) return false;
      taken.push(box);
      return true;
    })
    .slice(0, NAMES_SHOWN);
}
