import { callApi } from '#browser/api.ts';
import { readError } from '#browser/read-error.ts';
import { rememberedUser } from '#browser/session.ts';
import { hasAuthCookie, localStore } from '#browser/start-up.ts';
import { type ToastInput, toast } from '#browser/toasts.ts';
import { HIDDEN_KEY, KEPT_KEY, STORAGE_KEYS } from '#contract/constants.ts';
import { accountMarks, type SendMark, type SentMark } from './marking/account.client.ts';
import { joiningMarks } from './marking/joining.client.ts';
import { type Presses, pressesOf } from './marking/presses.client.ts';
import { type Marks, shownMarks } from './marking/shown.client.ts';
import { browserMarks } from './marking/this-browser.client.ts';
import { type HideReason, hideCall, keepCall, marksCall, showAgainCall, unkeepCall } from './marks.ts';

interface Surroundings {
  /** The account of this browser, 0 when its number is not known yet, null when nobody is signed in. */
  readonly account: () => number | null;
  readonly fetchMarks: () => Promise<{ kept: readonly number[]; hidden: readonly number[] }>;
  readonly send: SendMark;
  readonly store: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null;
  readonly say: (input: ToastInput) => void;
  readonly changed: () => void;
}

export interface MarkStore extends Presses {
  get(): Marks;
  /** A heart has come into sight, perhaps for another reader. */
  arrive(): void;
  /** Another tab changed what this browser keeps. */
  hear(): void;
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
  const here = browserMarks({ ...around, mark: (kind, id, on) => shown.mark(kind, id, on) });
  const shown = shownMarks({ signedIn: false, known: true, ...here.marks() }, around.changed);
  const server = accountMarks({ ...around, shown: shown.get, onRefused });
  const joining = joiningMarks({
    ...around,
    here,
    onAnswer(kind, id, taken) {
      if (taken) server.add(kind, id);
      shown.mark(kind, id, taken);
    },
  });
  const signedIn = () => shown.get().signedIn;

  function forAnonymous(): void {
    account = null;
    server.forget();
    shown.show({ signedIn: false, known: true, ...here.marks() });
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
    server.forget();
    shown.show({ signedIn: true, known: false, ...here.marks() });
    server.load(load(now));
  }

  async function load(asked: number): Promise<void> {
    try {
      const answer = await around.fetchMarks();
      if (account !== asked && account !== around.account()) return;
      shown.show({ known: true, ...server.learn(answer) });
      await merge();
    } catch (error) {
      if (readError(error).status === 401) forAnonymous();
      // Otherwise the hearts stand empty, and pressing one says what is wrong.
    }
  }

  function onRefused({ kind, id, wanted }: SentMark, error: unknown, signIn?: () => void): void {
    const { status, message } = readError(error);
    if (status === 401) {
      // The session has ended: the reader goes on without an account.
      forAnonymous();
      if (kind === 'kept' && wanted && signIn) return here.keep(id, signIn);
      if (kind === 'hidden' && wanted) return here.hide(id);
    } else shown.mark(kind, id, server.has(kind, id));
    around.say({
      title: words[kind][wanted ? 0 : 1],
      description: status === null ? 'La connexion est coupée. Réessayez dans un instant.' : message,
      variant: 'destructive',
    });
  }

  function merge(): Promise<void> {
    return signedIn() ? joining.join() : Promise.resolve();
  }

  return {
    ...pressesOf({
      arrive,
      here,
      signedIn,
      set(kind, id, on, signIn) {
        shown.mark(kind, id, on);
        server.settle(kind, id, signIn);
      },
      say: around.say,
    }),
    get: shown.get,
    arrive,
    hear() {
      if (around.account() === null) forAnonymous();
      else arrive();
    },
    async giveReason(id, reason) {
      arrive();
      if (signedIn()) await around.send('hidden', id, true, reason);
      else here.hide(id, reason);
    },
    async merge() {
      arrive();
      await server.loaded();
      await merge();
      return joining.takeCount();
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
  const send: SendMark = (kind, id, on, reason = null) => {
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
