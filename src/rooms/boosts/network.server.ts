import type { DayFigures } from './boosts.sql.server.ts';
import type { CallToAction, Network, Objective } from './contract.ts';
import type { HomeListing } from './home-listing.ts';

/** The network said no, or nothing. `permanent`: asking again will not help before a person has done something. */
export class NetworkTrouble extends Error {
  readonly permanent: boolean;
  /** For the log alone; null: the message says it all. */
  readonly detail: string | null;
  /** The access of Vigie is refused, whatever is asked: no boost is at fault. */
  readonly denied: boolean;

  /** `message` is French, for the agency and the operator. */
  constructor(
    message: string,
    permanent: boolean,
    { detail = null, denied = false }: { detail?: string | null; denied?: boolean } = {},
  ) {
    super(message);
    this.name = 'NetworkTrouble';
    this.permanent = permanent;
    this.detail = detail;
    this.denied = denied;
  }
}

/** What one advertisement is made of. */
export interface AdMaterial {
  /** What is written above the picture, the mentions of the law included. */
  readonly caption: string;
  /** JPEG, at the sizes of `creativeFormats`. */
  readonly feed: Buffer;
  readonly story: Buffer;
  readonly home: HomeListing;
}

export interface Ad {
  readonly listingId: number;
  /** Changes with what it says or shows: the one of before is put away. */
  readonly version: string;
  /** Signed address of the listing's page. */
  readonly link: string;
  /** Drawn when the network lacks it. */
  make(): Promise<AdMaterial>;
}

/** A boost on its network: addressed by the number that the network gave it, by its reference until that is known. */
export interface Known {
  readonly reference: string;
  readonly externalId: string | null;
}

/** A boost as its network is to know it. */
export interface Campaign extends Known {
  /** Name of the agency. */
  readonly agency: string;
  readonly networks: readonly Network[];
  readonly objective: Objective;
  /** Cents, for all of its days, those that were given included. */
  readonly budget: number;
  readonly title: string;
  readonly callToAction: CallToAction;
  readonly from: Date;
  readonly until: Date;
  readonly centre: { readonly lat: number; readonly lng: number };
  readonly radiusKm: number;
  readonly ads: readonly Ad[];
  /** Listings that must be taken out. */
  readonly dropped: readonly number[];
}

export interface Published {
  /** As the network calls it. */
  readonly externalId: string;
  /** Where a person sees it there. */
  readonly url: string | null;
  /** `accepted`: a part of it is shown, or is to be. `refused`: by the network’s reviewers, with their reason. */
  readonly review: 'waiting' | 'accepted' | 'refused';
  readonly reason: string | null;
  /** Advertisements that the reviewers refuse, by the number that the network gave them. */
  readonly refusals: readonly { readonly id: string; readonly reason: string | null }[];
}

/**
 * A network that is spoken to by program. Each call may be made again after a crash: nothing is made twice. What has a number
 * and is not found there is a NetworkTrouble.
 */
export interface Publisher {
  /** Makes the campaign what it should be, and lets it run. Throws NetworkTrouble, as the others do. */
  run(campaign: Campaign): Promise<Published>;
  /** Shows nothing until it runs again. Does nothing where none was made. */
  pause(known: Known): Promise<void>;
  /** Shows nothing any more. Does nothing where none was made. */
  stop(known: Known): Promise<void>;
  /** Totals of each day that it was shown, from one day to another in Paris, both included. */
  figures(externalId: string, from: string, until: string): Promise<DayFigures[]>;
}
