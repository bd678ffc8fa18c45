import type { Db } from '#platform/db.server.ts';
import { PLACES_MAX, placeCodeOf, readPlaceSlugs } from '#rooms/criteria/contract.ts';
import { type Place, slugify } from '#rooms/places/contract.ts';
import { placeBySlug } from '#rooms/places/places.server.ts';
import { suggestPlaces } from '#rooms/places/suggestions.server.ts';
import { CHOSEN, FURTHER, TYPED } from './further-places.ts';
import { placesOfSlugs } from './search.server.ts';

const CHOICES_SHOWN = 8;

/** What somebody typed for a place: one, a choice among several (perhaps none), or nothing at all. */
export type PlaceResolution =
  | { readonly kind: 'none' }
  | { readonly kind: 'place'; readonly place: Place }
  | {
      readonly kind: 'choice';
      readonly text: string;
      readonly places: readonly (Place & { detail: string })[];
    };

/** The place that a text means: its name, its postal code, the only one that looks like it. */
export async function resolvePlace(db: Db, typed: string): Promise<PlaceResolution> {
  const text = typed.trim();
  if (!text) return { kind: 'none' };
  const meant = await placeBySlug(db, slugify(text));
  if (meant) return { kind: 'place', place: meant.place };
  const places = await suggestPlaces(db, text, { limit: CHOICES_SHOWN });
  // A district's postal code is its city's too: one who types it means the district.
  const cut = new Set(places.flatMap(({ kind, cityCode }) => (kind === 'district' ? [cityCode] : [])));
  const [only, ...others] = places.filter(({ code }) => !/^\d{5}$/.test(text) || !cut.has(code));
  if (only && others.length === 0) return { kind: 'place', place: only };
  return { kind: 'choice', text, places };
}

/** The further places that an address says, with what was typed to add one. */
interface Further {
  readonly places: readonly Place[];
  /** The address says it otherwise than it should. */
  readonly untidy: boolean;
  /** What was typed means several places, or none. */
  readonly choice: Extract<PlaceResolution, { kind: 'choice' }> | null;
}

/** Never the place of the path, none twice, at most PLACES_MAX in all. Unknown ones are left out. */
export async function readFurtherPlaces(db: Db, main: Place, params: URLSearchParams): Promise<Further> {
  const said = params.getAll(FURTHER);
  const [text, slug] = [params.get(TYPED), params.get(CHOSEN)];
  const [listed, chosen] = await Promise.all([
    placesOfSlugs(db, readPlaceSlugs(params)),
    slug ? placesOfSlugs(db, [slug]) : [],
  ]);
  // A place chosen among the suggestions comes with the text it was found by.
  const typed: PlaceResolution = chosen.length > 0 ? { kind: 'none' } : await resolvePlace(db, text ?? '');
  const found = [...listed, ...chosen, ...(typed.kind === 'place' ? [typed.place] : [])];
  const own = placeCodeOf(main);
  const places = [...new Map(found.map((place) => [placeCodeOf(place), place])).values()]
    .filter((place) => placeCodeOf(place) !== own)
    .slice(0, PLACES_MAX - 1);
  const choice = typed.kind === 'choice' ? typed : null;
  const added = text !== null || slug !== null;
  return { places, choice, untidy: said.length > 1 || said[0] === '' || (added && choice === null) };
}
