import { useCallback, useEffect, useRef, useState } from 'react';
import { callApi } from '#browser/api.ts';
import { type Failure, fieldIssues, readError } from '#browser/read-error.ts';
import { isVisible } from '#rooms/listings/contract.ts';
import {
  type Changes,
  checkListingCall,
  type Legal,
  type OwnListing,
  reviseListingCall,
} from '../contract.ts';
import { keptChanges } from '../editing/steps.client.ts';
import type { Facts, TypedFacts } from '../facts.ts';

const PAUSE_MS = 1_000;
const AGAIN_MS = 5_000;

export type Saving =
  | { readonly state: 'saved' | 'typing' | 'saving' | 'offline' }
  | { readonly state: 'refused'; readonly failure: Failure };

/** Whether what is typed is kept at once: what is on line, or asked to be, changes when its agency says so. */
function savesItself({ status, fromFeed }: Pick<OwnListing, 'status' | 'fromFeed'>): boolean {
  return !fromFeed && !isVisible(status) && status !== 'refused' && status !== 'pending';
}

/**
 * A listing being typed: what is said so far, saved by itself a moment after the last key (or when asked, once it is on
 * line), one write at a time, tried again when the network fails, and kept on this device meanwhile.
 */
export function useDraft(given: OwnListing) {
  const [listing, setListing] = useState(given);
  const [legal, setLegal] = useState<Legal>(given.legal);
  const [changes, setChanges] = useState<Changes>({});
  const [saving, setSaving] = useState<Saving>({ state: 'saved' });
  const latest = useRef<{ listing: OwnListing; changes: Changes }>({ listing: given, changes: {} });
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const again = useRef(() => {});
  const automatic = savesItself(listing);

  const accept = useCallback((next: OwnListing) => {
    latest.current.listing = next;
    setListing(next);
    setLegal(next.legal);
  }, []);

  /** One write after the other, each upon the version that the last one left. */
  const inTurn = useCallback(<Result,>(work: (version: string) => Promise<Result>): Promise<Result> => {
    const mine = turn.current.then(() => work(latest.current.listing.version));
    turn.current = mine.catch(() => {});
    return mine;
  }, []);

  const save = useCallback((): Promise<boolean> => {
    clearTimeout(timer.current);
    return inTurn(async (version) => {
      const sent = latest.current.changes;
      if (isNothing(sent)) return true;
      setSaving({ state: 'saving' });
      try {
        const { id } = latest.current.listing;
        const { data } = await callApi(
          reviseListingCall,
          { params: { id: String(id) }, body: { version, ...sent } },
          { quiet: true },
        );
        const left = without(latest.current.changes, sent);
        latest.current.changes = left;
        setChanges(left);
        accept(data);
        if (isNothing(left)) {
          keptChanges.forget(id);
          setSaving({ state: 'saved' });
        } else {
          keptChanges.keep(id, { version: data.version, changes: left });
          setSaving({ state: 'typing' });
        }
        return true;
      } catch (error) {
        const failure = readError(error);
        if (failure.status !== null && failure.status < 500) {
          setSaving({ state: 'refused', failure });
          const { findings } = (failure.details ?? {}) as Partial<Legal>;
          if (findings) setLegal(failure.details as Legal);
          return false;
        }
        setSaving({ state: 'offline' });
        timer.current = setTimeout(() => again.current(), AGAIN_MS);
        return false;
      }
    });
  }, [accept, inTurn]);

  const check = useCallback(async () => {
    const { listing: now, changes: said } = latest.current;
    const params = { id: String(now.id) };
    const { data } = await callApi(checkListingCall, { params, body: said }, { quiet: true });
    setLegal(data);
  }, []);

  const type = useCallback(
    (said: Changes) => {
      const { listing: now, changes: former } = latest.current;
      const next: Changes = {
        ...former,
        ...said,
        ...(said.facts ? { facts: { ...former.facts, ...said.facts } } : {}),
      };
      latest.current.changes = next;
      setChanges(next);
      setSaving({ state: 'typing' });
      keptChanges.keep(now.id, { version: now.version, changes: next });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void (savesItself(now) ? save() : check().catch(() => {})), PAUSE_MS);
    },
    [save, check],
  );

  // What a closed tab or a failed network left on this device.
  const [found, setFound] = useState<Changes | null>(null);
  useEffect(() => {
    const soon = setTimeout(() => {
      const kept = keptChanges.read(given.id);
      if (!kept) return;
      if (kept.version === given.version) type(kept.changes);
      else setFound(kept.changes);
    }, 0);
    return () => clearTimeout(soon);
  }, [given, type]);

  useEffect(() => {
    const held = latest.current;
    again.current = () => void save();
    const online = () => void (savesItself(held.listing) && save());
    const leaving = (event: BeforeUnloadEvent) => {
      if (!isNothing(held.changes)) event.preventDefault();
    };
    window.addEventListener('online', online);
    window.addEventListener('beforeunload', leaving);
    return () => {
      clearTimeout(timer.current);
      window.removeEventListener('online', online);
      window.removeEventListener('beforeunload', leaving);
      // Leaving for another page of the site: what is left goes now.
      if (!isNothing(held.changes) && savesItself(held.listing)) void save();
    };
  }, [save]);

  return {
    listing,
    legal,
    /** As typed, saved or not. */
    facts: { ...listing.facts, ...(changes.facts as Partial<Facts> | undefined) },
    reference: changes.reference ?? listing.reference,
    saving,
    automatic,
    unsaved: !isNothing(changes),
    errors: saving.state === 'refused' ? issuesOf(saving.failure) : noIssue,
    type,
    save,
    inTurn,
    accept,
    found,
    resume: () => {
      if (found) type(found);
      setFound(null);
    },
    forget: () => {
      keptChanges.forget(given.id);
      setFound(null);
    },
  };
}
export type Draft = ReturnType<typeof useDraft>;

const noIssue: ReadonlyMap<string, string> = new Map();

/** Messages by the name of the fact, or `reference`. */
function issuesOf(failure: Failure): ReadonlyMap<string, string> {
  return new Map(
    fieldIssues(failure).map(({ field, message }) => [
      // `facts.units.3.price` is said where the lots are.
      field.replace(/^facts\./, '').split('.')[0] ?? field,
      message,
    ]),
  );
}

const isNothing = ({ facts, reference, photos }: Changes) =>
  reference === undefined && photos === undefined && Object.keys(facts ?? {}).length === 0;

/** What was typed since these were sent. */
function without(now: Changes, sent: Changes): Changes {
  const facts = Object.fromEntries(
    Object.entries(now.facts ?? {}).filter(
      ([name, value]) => sent.facts?.[name as keyof TypedFacts] !== value,
    ),
  ) as TypedFacts;
  return {
    ...(Object.keys(facts).length > 0 ? { facts } : {}),
    ...(now.reference === sent.reference ? {} : { reference: now.reference }),
    ...(now.photos === sent.photos ? {} : { photos: now.photos }),
  };
}
