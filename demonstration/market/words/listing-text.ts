// What the agencies of the demonstration write: titles and descriptions that say nothing their facts do not.
import type { Chance } from '../../chance.ts';
import type { Tone } from '../agencies/agency.ts';
import type { HomeFacts } from '../homes/home.ts';
import type { Money } from '../money/money.ts';
import type { DemoPlace, Quarter } from '../places/place.ts';

export interface Told {
  readonly home: HomeFacts;
  readonly money: Money;
  readonly place: DemoPlace;
  readonly quarter: Quarter;
  readonly rental: boolean;
  readonly furnished: boolean;
  /** Let to several people, each with a room. */
  readonly shared: boolean;
  readonly tone: Tone;
  /** How this agency ends its texts; `{contact}` is who answers. */
  readonly closings: readonly string[];
  readonly contact: string;
  /** The programme of a lot to be built. */
  readonly programme: { readonly name: string; readonly delivery: string } | null;
  readonly chance: Chance;
}

export interface Words {
  /** At most 64 characters, as the format asks. */
  readonly title: string;
  readonly description: string;
}
