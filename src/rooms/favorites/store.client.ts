import { callApi } from '#browser/api.ts';
import { readError } from '#browser/read-error.ts';
import { rememberedUser } from '#browser/session.ts';
import { hasAuthCookie, localStore } from '#browser/start-up.ts';
import { type ToastInput, toast } from '#browser/toasts.ts';
import { HIDDEN_KEY, KEPT_KEY, STORAGE_KEYS } from '#contract/constants.ts';
import {
  favoriteErrors,
  type HideReason,
  hideCall,
  keepCall,
  marksCall,
  showAgainCall,
  unkeepCall,
} from './marks.ts';
import { browserMarks } from './this-browser.client.ts';

/** What this browser knows of the reader's listings; a new object at each change. */
export interface Marks {
  readonly signedIn: boolean;
  /** False until the server said what it has. */
  readonly known: boolean;
  readonly kept: ReadonlySet<number>;
  readonly hidden: ReadonlySet<number>;
  /** Why, of what this browser hides without account. */
  readonly reasons: ReadonlyMap<number, HideReason | null>;
}

type Kind = 'kept' | 'hidden';

interface Surroundings {
  /** The account of this browser, 0 when its number is not known yet, null when nobody is signed in. */
  readonly account: () => number | null;
  readonly fetchMarks: () => Promise<{ kept: readonly number[]; hidden: readonly number[] }>;
  /** Tells the server; throws what `callApi` throws. */
  readonly send: (kind: Kind, listingId: number, on: boolean, reason?: HideReason | null) => Promise<unknown>;
  readonly store: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null;
  readonly say: (input: ToastInput) => void;
  readonly changed: () => void;
}

export interface MarkStore {
  get(): Marks;
  /** A heart has come into sight, perhaps for another reader. */
  arrive(): void;
  /** Another tab changed what this browser keeps. */
  hear(): void;
  /** `signIn` leads to the login page and back. */
  keep(listingId: number, signIn: () => void): void;
  unkeep(listingId: number): void;
  /** `quiet`: what replaces the listing says it, and how to undo it. */
  hide(listingId: number, options?: { quiet?: boolean }): void;
  showAgain(listingId: number, options?: { quiet?: boolean }): void;
  /** Why it is hidden; where that cannot be kept it costs nothing but the reason. */
  giveReason(listingId: number, reason: HideReason): Promise<void>;
  /** Sends what this browser kept to the account. Says how many were. */
  merge(): Promise<number>;
}

const words = {
  kept: ['L’annonce n’a pas été gardée', 'L’annonce est toujours dans vos favoris'],
  hidden: ['L’annonce n’a pas été masquée', 'L’annonce est toujours masquée'],
} as const;

/**
 * The marks of one tab. What is pressed shows at once; the server is told, one call at a time for each listing, until
 * it agrees; a refusal puts the mark back and says why. Without account they stay in this browser.
 */
export function markStore(around: Surroundings): MarkStore {
  let account: number | null = null;
  const here = browserMarks({ ...around, mark });
  const ofHere = () => {
    const reasons = here.hidden();
    return { kept: new Set(here.kept()), hidden: new Set(reasons.keys()), reasons };
  };
  let marks: Marks = { signedIn: false, known: true, ...ofHere() };
  /** What the server has, as far as it said. */
  let truth: Record<Kind, Set<number>> = { kept: new Set(), hidden: new Set() };
  let loading: Promise<void> = Promise.resolve();
  let merging: Promise<void> | null = null;
  /** How many joined the account since somebody asked. */
  let joined = 0;
  const busy = new Map<string, Promise<void>>();

  function show(change: Partial<Marks>): void {
    marks = { ...marks, ...change };
    around.changed();
  }

  function mark(kind: Kind, id: number, on: boolean): void {
    const next = new Set(marks[kind]);
    if (on) next.add(id);
    else next.delete(id);
    show({ [kind]: next });
  }

  function forAnonymous(): void {
    account = null;
    truth = { kept: new Set(), hidden: new Set() };
    show({ signedIn: false, known: true, ...ofHere() });
  }

  function arrive(): void {
    const now = around.account();
    if (now === account) return;
    // The number came to be known: it is the same reader.
    if (now && account === 0) {
      account = now;
      return;
    }
    if (now === null) return forAnonymous();
    account = now;
    truth = { kept: new Set(), hidden: new Set() };
    show({ signedIn: true, known: false, ...ofHere() });
    loading = load(now);
  }

  async function load(asked: number): Promise<void> {
    try {
      const answer = await around.fetchMarks();
      if (account !== asked && account !== around.account()) return;
      truth = { kept: new Set(answer.kept), hidden: new Set(answer.hidden) };
      const shown = (kind: Kind) => {
        const next = new Set(truth[kind]);
        // What was pressed in the meantime stays as it was pressed.
        for (const key of busy.keys()) {
          const [of, id] = key.split(' ');
          if (of !== kind) continue;
          if (marks[kind].has(Number(id))) next.add(Number(id));
          else next.delete(Number(id));
        }
        return next;
      };
      show({ known: true, kept: shown('kept'), hidden: shown('hidden') });
      await merge();
    } catch (error) {
      if (readError(error).status === 401) forAnonymous();
      // Otherwise the hearts stand empty, and pressing one says what is wrong.
    }
  }

  function note(kind: Kind, id: number, on: boolean): void {
    if (on) truth[kind].add(id);
    else truth[kind].delete(id);
    // The server shows again what is kept.
    if (kind === 'kept' && on) truth.hidden.delete(id);
  }

  /** Brings the server to what is shown. */
  function settle(kind: Kind, id: number, signIn?: () => void): void {
    const key = `${kind} ${id}`;
    if (busy.has(key)) return;
    const work = async () => {
      let wanted = marks[kind].has(id);
      try {
        // At once, whatever the server has: the page may be left before it says so.
        if (!marks.known) {
          await around.send(kind, id, wanted);
          await loading;
          note(kind, id, wanted);
        }
        await loading;
        while (marks.signedIn && truth[kind].has(id) !== marks[kind].has(id)) {
          wanted = marks[kind].has(id);
          await around.send(kind, id, wanted);
          note(kind, id, wanted);
        }
      } catch (error) {
        refused({ kind, id, wanted }, error, signIn);
      }
    };
    busy.set(
      key,
      work().finally(() => busy.delete(key)),
    );
  }

  function refused(
    { kind, id, wanted }: { kind: Kind; id: number; wanted: boolean },
    error: unknown,
    signIn?: () => void,
  ): void {
    const { status, message } = readError(error);
    if (status === 401) {
      // The session has ended: the reader goes on without an account.
      forAnonymous();
      if (kind === 'kept' && wanted && signIn) return here.keep(id, signIn);
      if (kind === 'hidden' && wanted) return here.hide(id);
    } else mark(kind, id, truth[kind].has(id));
    around.say({
      title: words[kind][wanted ? 0 : 1],
      description: status === null ? 'La connexion est coupée. Réessayez dans un instant.' : message,
      variant: 'destructive',
    });
  }

  function set(kind: Kind, id: number, on: boolean, signIn?: () => void): void {
    mark(kind, id, on);
    settle(kind, id, signIn);
  }

  async function sendKept(): Promise<void> {
    let sent = 0;
    const waiting = [
      ...here.kept().map((id) => ({ kind: 'kept' as const, id, reason: null })),
      ...[...here.hidden()].map(([id, reason]) => ({ kind: 'hidden' as const, id, reason })),
    ];
    for (const { kind, id, reason } of waiting) {
      try {
        await around.send(kind, id, true, reason);
        truth[kind].add(id);
        mark(kind, id, true);
        joined += 1;
        if (kind === 'kept') sent += 1;
      } catch (error) {
        const { status, code, message } = readError(error);
        // A listing that is gone is of no use; anything else is tried again on another page.
        if (status !== 404) {
          if (code === favoriteErrors.FAVORITE_LIMIT.code)
            around.say({
              title: 'Toutes vos annonces n’ont pas pu rejoindre vos favoris',
              description: message,
            });
          break;
        }
        mark(kind, id, false);
      }
      here.forget(kind, id);
    }
    if (sent > 0)
      around.say({
        title: sent === 1 ? 'Une annonce a rejoint vos favoris' : `${sent} annonces ont rejoint vos favoris`,
        description: 'Elles étaient gardées dans ce navigateur.',
      });
  }

  function merge(): Promise<void> {
    if (!marks.signedIn || here.kept().length + here.hidden().size === 0) return Promise.resolve();
    merging ??= sendKept().finally(() => {
      merging = null;
    });
    return merging;
  }

  return {
    get: () => marks,
    arrive,
    hear() {
      if (around.account() === null) forAnonymous();
      else arrive();
    },
    keep(id, signIn) {
      arrive();
      if (!marks.signedIn) return here.keep(id, signIn);
      set('kept', id, true, signIn);
      around.say({
        title: 'Gardée dans vos favoris',
        action: { label: 'Annuler', onSelect: () => set('kept', id, false) },
      });
    },
    unkeep(id) {
      arrive();
      if (marks.signedIn) set('kept', id, false);
      else here.drop('kept', id);
      around.say({
        title: marks.signedIn ? 'Retirée de vos favoris' : 'Annonce plus gardée',
        action: {
          label: 'Annuler',
          onSelect: () => {
            if (marks.signedIn) set('kept', id, true);
            else here.keepAgain(id);
          },
        },
      });
    },
    hide(id, { quiet = false } = {}) {
      arrive();
      if (!marks.signedIn) return here.hide(id);
      set('hidden', id, true);
      if (!quiet)
        around.say({
          title: 'Annonce masquée',
          description: 'Elle ne paraîtra plus dans vos recherches.',
          action: { label: 'Annuler', onSelect: () => set('hidden', id, false) },
        });
    },
    showAgain(id, { quiet = false } = {}) {
      arrive();
      if (!marks.signedIn) return here.drop('hidden', id);
      set('hidden', id, false);
      if (!quiet)
        around.say({
          title: 'Annonce de nouveau visible',
          action: { label: 'Annuler', onSelect: () => set('hidden', id, true) },
        });
    },
    async giveReason(id, reason) {
      arrive();
      if (marks.signedIn) await around.send('hidden', id, true, reason);
      else here.hide(id, reason);
    },
    async merge() {
      arrive();
      await loading;
      await merge();
      const count = joined;
      joined = 0;
      return count;
    },
  };
}

/** A mark is often the last thing pressed on a page. */
const ARRIVES = { keepalive: true };

const paramsOf = (id: number) => ({ params: { listingId: String(id) } });
const isSignedIn = () => (hasAuthCookie() ? (rememberedUser()?.id ?? 0) : null);

let ofThisTab: MarkStore | undefined;

/** The marks of this tab; `changed` is called after each change. */
export function openMarks(changed: () => void): MarkStore {
  if (ofThisTab) return ofThisTab;
  const send: Surroundings['send'] = (kind, id, on, reason = null) => {
    const given = paramsOf(id);
    if (kind === 'kept')
      return on ? callApi(keepCall, { ...given, body: {} }, ARRIVES) : callApi(unkeepCall, given, ARRIVES);
    const body = reason ? { reason } : {};
    // Nobody waits for a reason, and nobody hears that it was lost.
    const how = reason ? { ...ARRIVES, quiet: true } : ARRIVES;
    return on ? callApi(hideCall, { ...given, body }, how) : callApi(showAgainCall, given, ARRIVES);
  };
  const opened = markStore({
    account: isSignedIn,
    fetchMarks: async () => (await callApi(marksCall, {}, { quiet: true })).data,
    send,
    store: localStore,
    say: toast,
    changed,
  });
  window.addEventListener('storage', ({ key }) => {
    if (key === STORAGE_KEYS.user || key === KEPT_KEY || key === HIDDEN_KEY || key === null) opened.hear();
  });
  ofThisTab = opened;
  return opened;
}
