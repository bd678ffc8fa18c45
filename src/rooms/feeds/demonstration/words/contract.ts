// What the agencies of the demonstration write: titles and descriptions that say nothing their facts do not.
// Owns nothing.
// Announces nothing.
import type { Chance } from '../../../illustrations/chance/contract.ts';
import type { HomeFacts } from '../homes/contract.ts';
import type { DemoPlace, Quarter } from '../places/contract.ts';

export interface Told {
  readonly home: HomeFacts;
  readonly place: DemoPlace;
  readonly quarter: Quarter;
  readonly rental: boolean;
  readonly furnished: boolean;
  /** How this agency ends its texts. */
  readonly closings: readonly string[];
  /** Name of the programme of a lot to be built. */
  readonly programme: string | null;
  readonly chance: Chance;
}

export interface Words {
  /** At most 64 characters, as the format asks. */
  readonly title: string;
  readonly description: string;
}
