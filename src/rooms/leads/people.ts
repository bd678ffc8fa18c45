/**
 * People: what those who asked may read again of their requests.
 */
import type { ListingCard } from '#rooms/listings/reading.ts';
import type { LeadRequest } from './contract.ts';

/** One request of the person who sent it. Times are ISO 8601, UTC. */
export interface SentRequest {
  readonly id: number;
  readonly request: LeadRequest;
  readonly message: string | null;
  readonly sentAt: string;
  /** When the agency had it; null while it has not. */
  readonly receivedAt: string | null;
  /** When somebody of the agency opened it in its inbox. */
  readonly readAt: string | null;
  readonly answeredAt: string | null;
  /** When the agency closed it; what was put aside as spam never is. */
  readonly closedAt: string | null;
  /** What was written since, the oldest first. */
  readonly letters: readonly Letter[];
  /** It waits in the inbox of the agency, put aside as it came: no mail told of it. */
  readonly held: boolean;
  /** It could not be handed to the agency. */
  readonly failed: boolean;
  /** The listing's page still answers, or it is about none. */
  readonly reachable: boolean;
  /** Null when the listing was removed for good. */
  readonly listing: ListingCard | null;
  /** As the agency calls the property; null: they asked about none. */
  readonly listingReference: string | null;
  readonly agency: { readonly name: string /** E.164. */; readonly phone: string | null };
}

export interface Letter {
  /** `reply`: of the person themselves; `gone`: of Vigie, when the property left. */
  readonly kind: 'answer' | 'reply' | 'gone';
  readonly at: string;
  readonly text: string;
  /** It came by mail. */
  readonly byMail: boolean;
  /** Names of the files that came with it, which are not carried. */
  readonly files: readonly string[];
}
