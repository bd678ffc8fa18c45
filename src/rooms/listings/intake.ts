/**
 * Drafts: how one is written from what is known, and which of its fields are facts.
 */
import { isVisible, type ListingDraft, type ListingStatus } from './contract.ts';
import { columnOf, type FactsWith, factNames, factRows } from './facts.ts';
import type { Verdict } from './legal-engine.ts';
import type { SuspicionToKeep } from './scam.ts';

type Told = 'technicalId' | 'reference' | FactsWith<{ always: true }>;

/** Largest chunk of one transaction: readers of the change log wait for the oldest writer (speed.md 3.4). */
export const CHUNK = 2_000;

/**
 * A draft that the legal engine has judged. `status` is what it gets, `wanted` what was asked for: `heldStatus` of
 * it. Nothing else reaches the table of listings.
 */
export type JudgedDraft = ListingDraft & {
  readonly verdict: Verdict;
  readonly wanted: ListingStatus;
  /** What the scam shield found and is to be kept; absent when that is kept already. */
  readonly suspicion?: SuspicionToKeep;
};

/** Status of a listing that asks for `wanted`: a legal hold hides it; an off-line status stays as it is. */
export function heldStatus(wanted: ListingStatus, hold: Verdict['hold']): ListingStatus {
  if (hold === null || !isVisible(wanted)) return wanted;
  return hold === 'block' ? 'refused' : 'pending';
}

/** What a listing already is, for what it becomes. */
export interface Standing {
  readonly status: ListingStatus;
  /** Vigie suspends it (moderation.server.ts). */
  readonly moderated: boolean;
}

/** Whether a listing of this status is on line, or comes on line once the law lets it. */
export function awaitsLine(status: ListingStatus): boolean {
  return isVisible(status) || status === 'refused' || status === 'pending';
}

/**
 * Status of a listing for which the law allows `allowed`: one that Vigie suspends neither is on line nor waits to be, and
 * one that its agency paused stays so whatever its feed says.
 */
export function statusUnder(
  before: Standing | undefined,
  allowed: ListingStatus,
  by: 'feed' | 'hand',
): ListingStatus {
  if (before?.moderated && awaitsLine(allowed)) return 'suspended';
  return before?.status === 'suspended' && by === 'feed' ? 'suspended' : allowed;
}

/** What is compared of two verdicts: which rules fail and how; the figures of their sentences may move every day. */
export function verdictKey(wanted: ListingStatus, { hold, findings }: Verdict): string {
  return [
    wanted,
    hold ?? '',
    ...findings.map(({ rule, code, severity }) => `${rule}:${code}:${severity}`),
  ].join(' ');
}

/** A draft in which everything that is not said is unknown; it is on line and has no photo unless said. */
export function draftListing(
  said: Pick<ListingDraft, Told> & Partial<Omit<ListingDraft, Told>>,
): ListingDraft {
  return { ...unknownListing, photos: [], ...said };
}

/** Every fact that a draft may leave unsaid, unknown; on line, without photo. */
export const unknownListing = {
  status: 'online',
  ...Object.fromEntries(
    factNames.flatMap((name) => {
      const { always, unsaid = null } = factRows[name];
      return always ? [] : [[name, unsaid]];
    }),
  ),
} as Omit<ListingDraft, Told | 'photos'>;

/** Each fact and the column that holds it: a change of one of them makes another content hash. */
export const factColumns = factNames.map((name) => [name, columnOf(name)] as const);

/**
 * Every column that a version of a listing gives; `point_radius` is among the facts but stored as it was applied. What
 * stands for its property is written by properties.
 */
export const storedColumns = [
  ...factColumns.map(([, column]) => column),
  'lat',
  'lng',
  'source',
  'reference',
  'status',
  'content_hash',
  'photos_hash',
  'photo_count',
  'previous_price',
  'price_changed_at',
  'first_seen_at',
  'published_at',
  'updated_at',
  'withdrawn_at',
];
