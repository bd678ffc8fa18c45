import type { Queryable } from '#platform/db.server.ts';
import type { MedianKind } from './scam.ts';

interface PlaceMedian {
  readonly placeCode: string;
  readonly kind: MedianKind;
  /** Cents for a square metre: of a signed sale, of a rent a month. */
  readonly median: number;
}

/** The medians of these places; of all places where the agency has listings when they are null. */
type ReadMedians = (
  db: Queryable,
  asked: { readonly agencyId: number; readonly places: readonly string[] | null },
) => Promise<readonly PlaceMedian[]>;

/** Given by the room of prices, which stands above this one, when its doors are loaded (docs/decisions/0074). */
let reader: ReadMedians | null = null;

export function defineLocalMedians(read: ReadMedians): void {
  reader = read;
}

/** What places sell and let for. Nobody knows where no prices are loaded: then no price is called low. */
export const localMedians: ReadMedians = async (db, asked) => (reader ? reader(db, asked) : []);
