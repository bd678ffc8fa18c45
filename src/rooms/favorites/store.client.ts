import { callApi } from '../../browser/api.ts';
import { readError } from '../../browser/read-error.ts';
import { rememberedUser } from '../../browser/session.ts';
import { hasAuthCookie, localStore } from '../../browser/start-up.ts';
import { type ToastInput, toast } from '../../browser/toasts.ts';
import { KEPT_KEY, STORAGE_KEYS } from '../../contract/constants.ts';
import {
  favoriteErrors,
  type HideReason,
  hideCall,
  KEPT_HERE_MAX,
  keepCall,
  marksCall,
  readIds,
  showAgainCall,
  unkeepCall,
} from './marks/contract.ts';

/** What this browser knows of the reader's listings; a new object at each change. */
export interface Marks {
  readonly signedIn: boolean;
  /** False until the server said what it has. */
  readonly known: boolean;
  readonly kept: ReadonlySet<number>;
  readonly hidden: ReadonlySet<number>;
}

type Kind = 'kept' | 'hidden';

interface Surroundings {
  /** The account of this browser, 0 when its number is not known yet, null when nobody is signed in. */
  readonly account: () => number | null;
  readonly fetchMarks: () => Promise<{ kept: readonly number[]; hidden: readonly number[] }>;
  /** Tells the server; throws what `callApi` throws. */
  readonly send: (kind: Kind, listingId: number, on: boolean) => Promise<unknown>;
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
  /** Sends what this browser kept to the account. Says how many were. */
  merge(): Promise<number>;
}

const SIGN_IN_MS = 10_000;

const words = {
  kept: ['L’annonce n’a pas été gardée', 'L’annonce est toujours dans vos favoris'],
  hidden: ['L’annonce n’a pas été masquée', 'L’annonce est toujours masquée'],
} as const;

/**
 * The marks of one tab. What is pressed shows at once; the server is told, one call at a time for each listing, until
 * it agrees; a refusal puts the mark back and says why. Without account they stay in this browser, hearts only.
 */
export function markStore(around: Surroundings): MarkStore {
  let account: number | null = null;
  let marks: Marks = { signedIn: false, known: true, kept: new Set(readKept()), hidden: new Set() };
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

  function readKept(): number[] {
    try {
      return readIds(around.store()?.getItem(KEPT_KEY) ?? null);
    } catch {
      return [];
    }
  }

  function writeKept(ids: readonly number[]): boolean {
    try {
      const store = around.store();
      if (ids.length === 0) store?.removeItem(KEPT_KEY);
      else store?.setItem(KEPT_KEY, JSON.stringify(ids));
      return store !== null;
    } catch {
      return false;
    }
  }

  function forAnonymous(): void {
    account = null;
    truth = { kept: new Set(), hidden: new Set() };
    show({ signedIn: false, known: true, kept: new Set(readKept()), hidden: new Set() });
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
    show({ signedIn: true, known: false, kept: new Set(readKept()), hidden: new Set() });
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
      if (kind === 'kept' && wanted && signIn) return keepHere(id, signIn);
    } else mark(kind, id, truth[kind].has(id));
    around.say({
      title: words[kind][wanted ? 0 : 1],
      description: status === null ? 'La connexion est coupée. Réessayez dans un instant.' : message,
      variant: 'destructive',
    });
  }

  function keepHere(id: number, signIn: () => void): void {
    const before = readKept();
    const action = { label: 'Se connecter', onSelect: signIn };
    if (before.includes(id)) return mark('kept', id, true);
    if (before.length >= KEPT_HERE_MAX)
      return around.say({
        title: `${KEPT_HERE_MAX} annonces gardées, c’est le maximum sans compte`,
        description: 'Connectez-vous pour en garder plus.',
        variant: 'destructive',
        duration: SIGN_IN_MS,
        action,
      });
    if (!writeKept([...before, id]))
      return around.say({
        title: words.kept[0],
        description: 'Ce navigateur ne retient rien. Connectez-vous pour garder des annonces.',
        variant: 'destructive',
        duration: SIGN_IN_MS,
        action,
      });
    mark('kept', id, true);
    // Said with the first one only.
    around.say(
      before.length === 0
        ? {
            title: 'Gardée dans ce navigateur',
            description: 'Connectez-vous pour la retrouver partout.',
            duration: SIGN_IN_MS,
            action,
          }
        : { title: 'Annonce gardée', action: { label: 'Annuler', onSelect: () => unkeepHere(id) } },
    );
  }

  function unkeepHere(id: number): void {
    writeKept(readKept().filter((each) => each !== id));
    mark('kept', id, false);
  }

  function set(kind: Kind, id: number, on: boolean, signIn?: () => void): void {
    mark(kind, id, on);
    settle(kind, id, signIn);
  }

  async function sendKept(): Promise<void> {
    let sent = 0;
    for (const id of readKept()) {
      try {
        await around.send('kept', id, true);
        truth.kept.add(id);
        mark('kept', id, true);
        sent += 1;
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
        mark('kept', id, false);
      }
      writeKept(readKept().filter((each) => each !== id));
    }
    if (sent > 0)
      around.say({
        title: sent === 1 ? 'Une annonce a rejoint vos favoris' : `${sent} annonces ont rejoint vos favoris`,
        description: 'Elles étaient gardées dans ce navigateur.',
      });
    joined += sent;
  }

  function merge(): Promise<void> {
    if (!marks.signedIn || readKept().length === 0) return Promise.resolve();
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
      if (!marks.signedIn) return keepHere(id, signIn);
      set('kept', id, true, signIn);
      around.say({
        title: 'Gardée dans vos favoris',
        action: { label: 'Annuler', onSelect: () => set('kept', id, false) },
      });
    },
    unkeep(id) {
      arrive();
      if (marks.signedIn) set('kept', id, false);
      else unkeepHere(id);
      around.say({
        title: marks.signedIn ? 'Retirée de vos favoris' : 'Annonce plus gardée',
        action: {
          label: 'Annuler',
          onSelect: () => {
            if (marks.signedIn) set('kept', id, true);
            else if (writeKept([...readKept(), id])) mark('kept', id, true);
          },
        },
      });
    },
    hide(id, { quiet = false } = {}) {
      set('hidden', id, true);
      if (!quiet)
        around.say({
          title: 'Annonce masquée',
          description: 'Elle ne paraîtra plus dans vos recherches.',
          action: { label: 'Annuler', onSelect: () => set('hidden', id, false) },
        });
    },
    showAgain(id, { quiet = false } = {}) {
      set('hidden', id, false);
      if (!quiet)
        around.say({
          title: 'Annonce de nouveau visible',
          action: { label: 'Annuler', onSelect: () => set('hidden', id, true) },
        });
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
  const send: Surroundings['send'] = (kind, id, on) => {
    const given = paramsOf(id);
    if (kind === 'kept')
      return on ? callApi(keepCall, { ...given, body: {} }, ARRIVES) : callApi(unkeepCall, given, ARRIVES);
    return on ? callApi(hideCall, { ...given, body: {} }, ARRIVES) : callApi(showAgainCall, given, ARRIVES);
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
    if (key === STORAGE_KEYS.user || key === KEPT_KEY || key === null) opened.hear();
  });
  ofThisTab = opened;
  return opened;
}

/** Tells the server why a listing was hidden; a failure costs nothing but the reason. */
export async function giveReason(listingId: number, reason: HideReason): Promise<void> {
  await callApi(hideCall, { ...paramsOf(listingId), body: { reason } }, { quiet: true, ...ARRIVES });
}
