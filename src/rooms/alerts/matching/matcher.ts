/**
 * Matcher: which alerts a fact of the change log is for. The statement of matcher.sql.server.ts is the reference.
 */
import { feedEvents } from '#rooms/feeds/contract.ts';
import { listingEvents } from '#rooms/listings/contract.ts';

/** Its name among the readers of the change log. */
export const READER = 'alerts';

/** Told to people. */
export const notifiedKinds = [
  listingEvents.appeared,
  listingEvents.priceFell,
  listingEvents.returned,
] as const;

/** Event that closes its run: the hits of the run may be notified. */
export const RUN_CLOSED = feedEvents.imported;

/** Facts read in one transaction: as many as feeds write in one. */
export const BATCH = 2_000;

/** When the alerts are in memory: fewer, larger transactions write fewer rows. */
export const BATCH_IN_MEMORY = 20_000;

/** A run that nobody closes (an import given up for good) is released after this long: nothing found is lost. */
export const RUN_TIMEOUT_MS = 6 * 3_600_000;

/** Channel notified when hits may be sent. */
export const DIGEST_CHANNEL = 'vigie_digest';

/**
 * The yes/no criteria, one bit each, as they are stored in alert_key.flags_on and flags_off: add at the end only,
 * and remove by leaving a hole.
 */
export const flagWords = [
  'rdc',
  'dernierEtage',
  'meuble',
  'ascenseur',
  'balcon',
  'terrasse',
  'jardin',
  'parking',
  'cave',
  'piscine',
  'gardien',
  'vue',
  'visAVis',
  'calme',
  'pmr',
  'animaux',
  'exclusivite',
  'encadrement',
  'baisse',
  'visite',
] as const;
