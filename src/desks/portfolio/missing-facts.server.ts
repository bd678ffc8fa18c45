import { isDeepStrictEqual } from 'node:util';
import { fail, sharedErrors } from '#contract/errors.ts';
import { formatPrice } from '#contract/fmt.ts';
import type { AgencyId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Db, Queryable } from '#platform/db.server.ts';
import { completionsOf, countUnsaid, keepCompletions, selectUnsaid } from '#rooms/feeds/completing.server.ts';
import type { Completion } from '#rooms/feeds/completing.ts';
import { CHARGES_YEARLY, isVisible, type ListingDraft } from '#rooms/listings/contract.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { CHUNK } from '#rooms/listings/intake.ts';
import { sameAmount } from '#rooms/listings/price-lines.ts';
import { judgeDrafts } from '#rooms/listings/publication.server.ts';
import { portfolioErrors } from './contract.ts';
import {
  type MissingFacts,
  type OwnFacts,
  type Subject,
  subjectNames,
  subjects,
  type Typing,
  UNSAID_AT_ONCE,
} from './missing-facts.ts';
import { alone, askedStatus, isFromFeed } from './own-listings.server.ts';
import { type OwnRow, selectOwns } from './own-listings.sql.server.ts';

/**
 * What keeps the listings of feeds off line and may be typed, by subject; and the first listings of the subject that is
 * asked, or of the first that has any.
 */
export async function missingFactsOf(
  db: Queryable,
  agencyId: AgencyId,
  asked: string | undefined,
): Promise<MissingFacts> {
  const { ofAgency, others, ...counts } = await countUnsaid(db, agencyId);
  const subject =
    subjectNames.find((each) => each === asked) ??
    subjectNames.find((each) => counts[each] > 0) ??
    subjectNames[0]!;
  const rows = await selectOwns(db, agencyId, await selectUnsaid(db, agencyId, subject, UNSAID_AT_ONCE));
  const said = await completionsOf(
    db,
    agencyId,
    rows.map(({ draft }) => draft.technicalId),
  );
  return {
    counts,
    ofAgency,
    others,
    subject,
    rows: rows
      .map(({ id, draft }) => ({
        id,
        reference: draft.reference,
        title: draft.title,
        postalCode: draft.postalCode,
        transaction: draft.transaction,
        propertyType: draft.propertyType,
        price: draft.price,
        facts: factsOf(draft, subject),
        open: subjects[subject].fields.filter((name) => isOpen(draft, said.get(draft.technicalId), name)),
      }))
      .toSorted((one, other) => one.reference.localeCompare(other.reference, 'fr') || one.id - other.id),
  };
}

function factsOf(draft: ListingDraft, subject: Subject): OwnFacts {
  return Object.fromEntries(subjects[subject].fields.map((name) => [name, draft[name]])) as OwnFacts;
}

/** The feed does not say it: it is unknown, or was typed here. */
function isOpen(draft: ListingDraft, said: Completion | undefined, name: keyof ListingDraft): boolean {
  return draft[name] === null || (said !== undefined && isDeepStrictEqual(draft[name], said[name]));
}

interface Completed {
  readonly completed: number;
  readonly online: number;
  readonly skipped: { readonly id: number; readonly reference: string | null; readonly message: string }[];
}

/**
 * Types what feeds leave unsaid of many listings, in one act: what is shared goes where nothing is known, what is of one
 * listing goes before it; all of it is kept for the files to come. Each listing is judged anew, and appears if it may. The
 * same typed twice is one act. What cannot be typed is left out and told; the rest is done. Throws VALIDATION_ERROR, with
 * `each.<rank>.facts.<name>`: nothing is then changed.
 */
export async function completeMissingFacts(
  db: Db,
  agencyId: AgencyId,
  { subject, shared, each = [] }: Typing,
): Promise<Completed> {
  return alone(db, agencyId, async (tx) => {
    const ids =
      shared?.ids === 'toutes' ? await selectUnsaid(tx, agencyId, subject, null) : (shared?.ids ?? []);
    const common = new Set(ids);
    const own = new Map(each.map(({ id, facts }) => [id, facts]));
    const all = [...new Set([...common, ...own.keys()])];
    const rows = await selectOwns(tx, agencyId, all);
    const said = await completionsOf(
      tx,
      agencyId,
      rows.map(({ draft }) => draft.technicalId),
    );
    refuseContradictions(rows, each);
    const known = new Set(rows.map(({ id }) => id));
    const skipped: Completed['skipped'] = all
      .filter((id) => !known.has(id))
      .map((id) => ({ id, reference: null, message: 'Cette annonce n’est pas, ou plus, des vôtres.' }));
    const changes: { row: OwnRow; typed: Completion }[] = [];
    for (const row of rows) {
      const before = said.get(row.draft.technicalId);
      const typed = changesOf(row, {
        own: own.get(row.id),
        common: common.has(row.id) ? shared?.facts : undefined,
      });
      if (Object.keys(typed).length === 0) continue;
      const message = whyNot(row, before, typed);
      if (message === null) changes.push({ row, typed });
      else skipped.push({ id: row.id, reference: row.draft.reference, message });
    }
    let online = 0;
    const now = clock.now();
    for (const [source, ofSource] of Map.groupBy(changes, ({ row }) => row.source)) {
      for (let start = 0; start < ofSource.length; start += CHUNK) {
        const wanted = ofSource
          .slice(start, start + CHUNK)
          .map(({ row, typed }) => ({ ...row.draft, ...typed, status: askedStatus(row) }));
        // One after the other, in one transaction.
        const drafts = await judgeDrafts(tx, { agencyId, source, drafts: wanted, now });
        await applyListings(tx, { agencyId, source, run: null, now, drafts });
        online += drafts.filter(({ status }) => isVisible(status)).length;
      }
    }
    await keepCompletions(
      tx,
      agencyId,
      new Map(changes.map(({ row, typed }) => [row.draft.technicalId, typed])),
    );
    return { completed: changes.length, online, skipped };
  });
}

/** What is typed of a listing and not so yet. What is left empty says nothing. */
function changesOf(
  { draft }: OwnRow,
  { own = {}, common = {} }: { own: OwnFacts | undefined; common: OwnFacts | undefined },
): Completion {
  const said = Object.entries(own).filter(([, value]) => value !== null && value !== undefined);
  const named = new Set(said.map(([name]) => name));
  const filled = Object.entries(common).filter(
    ([name, value]) =>
      value !== null && value !== undefined && !named.has(name) && draft[name as keyof OwnFacts] === null,
  );
  return Object.fromEntries(
    [...filled, ...said].filter(([name, value]) => !isDeepStrictEqual(draft[name as keyof OwnFacts], value)),
  );
}

/** Why these facts cannot be typed of the listing, in French; null when they can. */
function whyNot(row: OwnRow, said: Completion | undefined, typed: Completion): string | null {
  if (!isFromFeed(row)) return 'Cette annonce est saisie ici : complétez-la sur sa page.';
  if (row.status !== 'refused') return 'Cette annonce n’attend plus rien : changez-la sur sa page.';
  const names = Object.keys(typed) as (keyof ListingDraft)[];
  return names.every((name) => isOpen(row.draft, said, name))
    ? null
    : portfolioErrors.LISTING_FROM_FEED.message;
}

/** Numbers that cannot all be true are a slip of the hand: said beside their field. */
function refuseContradictions(rows: readonly OwnRow[], each: NonNullable<Typing['each']>): void {
  const drafts = new Map(rows.map(({ id, draft }) => [id, draft]));
  const fields = each.flatMap(({ id, facts }, rank) => {
    const said = Object.entries(facts).filter(([, value]) => value !== null && value !== undefined);
    const names = new Set(said.map(([name]) => name));
    const draft = { ...drafts.get(id), ...Object.fromEntries(said) } as Partial<ListingDraft>;
    const found = contradictions.find(({ of, is }) => of.some((name) => names.has(name)) && is(draft));
    // Beside what was typed: the rest may be the feed's.
    const field = found?.of.find((name) => names.has(name));
    return found && field ? [{ field: `each.${rank}.facts.${field}`, message: found.message(draft) }] : [];
  });
  if (fields.length > 0) throw fail(sharedErrors.VALIDATION_ERROR, { fields }, fields[0]?.message);
}

interface Contradiction {
  readonly of: readonly (keyof OwnFacts)[];
  readonly is: (draft: Partial<ListingDraft>) => boolean;
  readonly message: (draft: Partial<ListingDraft>) => string;
}

const isAbove = (one: number | null | undefined, other: number | null | undefined) =>
  typeof one === 'number' && typeof other === 'number' && one > other;

/** Cents; null while something of it is unknown. */
function rentTold({ baseRent, rentSupplement, charges, chargesMode }: Partial<ListingDraft>): number | null {
  if (typeof baseRent !== 'number' || typeof charges !== 'number' || !chargesMode) return null;
  return baseRent + (rentSupplement ?? 0) + (chargesMode === CHARGES_YEARLY ? 0 : charges);
}

const contradictions: readonly Contradiction[] = [
  {
    of: ['energyCostMax', 'energyCostMin'],
    is: ({ energyCostMin, energyCostMax }) => isAbove(energyCostMin, energyCostMax),
    message: () => 'Le plus est inférieur au moins.',
  },
  {
    of: ['inventoryFees', 'tenantFees'],
    is: ({ tenantFees, inventoryFees }) => isAbove(inventoryFees, tenantFees),
    message: () => 'L’état des lieux dépasse les honoraires, qui le comprennent.',
  },
  {
    of: ['baseRent', 'rentSupplement', 'charges', 'chargesMode'],
    is: (draft) => {
      const told = rentTold(draft);
      return told !== null && draft.price !== undefined && !sameAmount(told, draft.price);
    },
    message: (draft) =>
      `Loyer de base, complément et charges font ${formatPrice(rentTold(draft) ?? 0)}, et le loyer charges comprises est de ${formatPrice(draft.price ?? 0)}.`,
  },
];
