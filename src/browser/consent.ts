import {
  COMFORT_STORAGE_KEYS,
  CONSENT_KEY,
  CONSENT_LIFETIME_MS,
  LAST_VISIT_KEY,
} from '#contract/constants.ts';
import { localStore } from './start-up.ts';

/** What a reader may agree to, or not, at the same price (security.md L1). Nothing said is no. */
export interface ConsentChoice {
  /** Audience measurement, and how many days passed since the last visit. */
  readonly measurement: boolean;
  /** What this device keeps for the reader's ease without being asked to: listings they have seen. */
  readonly comfort: boolean;
}

interface Consent extends ConsentChoice {
  /** When it was said, ISO 8601. */
  readonly at: string;
}

// A clock may be a little ahead of another; a day is a mistake.
const CLOCK_DRIFT_MS = 86_400_000;

/** What was agreed to, or null: nothing said, nothing readable, or said over six months ago and asked again. */
export function readConsent(text: string | null, now: number): Consent | null {
  try {
    const { measurement, comfort, at } = JSON.parse(text ?? 'null') as Partial<Consent>;
    if (typeof measurement !== 'boolean' || typeof comfort !== 'boolean' || typeof at !== 'string')
      return null;
    const age = now - Date.parse(at);
    return age >= -CLOCK_DRIFT_MS && age < CONSENT_LIFETIME_MS ? { measurement, comfort, at } : null;
  } catch {
    return null;
  }
}

/** Deletes what is stored only by consent, when there is none or it was withdrawn. */
export function forgetUnagreed(store: Pick<Storage, 'removeItem'>, agreed: ConsentChoice | null): void {
  if (!agreed?.measurement) store.removeItem(LAST_VISIT_KEY);
  if (!agreed?.comfort) for (const key of COMFORT_STORAGE_KEYS) store.removeItem(key);
}

const listeners = new Set<() => void>();
/** The last text read and what it means, so that the same choice is the same object. */
let known: { text: string | null; consent: Consent | null } | null = null;
/** The choice of a browser that keeps nothing: it lasts as long as the page. */
let ofThisPage: string | null = null;

function keptText(): string | null {
  try {
    return localStore()?.getItem(CONSENT_KEY) ?? ofThisPage;
  } catch {
    return ofThisPage;
  }
}

function keepChoice(text: string, choice: ConsentChoice): boolean {
  try {
    const store = localStore();
    if (store) forgetUnagreed(store, choice);
    store?.setItem(CONSENT_KEY, text);
    return store !== null;
  } catch {
    return false;
  }
}

function tell(): void {
  for (const listener of listeners) listener();
}

function onStorage({ key }: StorageEvent): void {
  if (key === CONSENT_KEY || key === null) tell();
}

/** The choice of this browser. */
export const consent = {
  /** Null until something was chosen. The same object as long as the choice is the same. */
  get(): Consent | null {
    const text = keptText();
    if (known?.text !== text) known = { text, consent: readConsent(text, Date.now()) };
    return known.consent;
  },
  /** For `useSyncExternalStore`: the server knows of no choice. */
  onServer(): null {
    return null;
  },
  /** Whether this browser retains it; otherwise it lasts as long as the page, and is asked again on the next one. */
  set({ measurement, comfort }: ConsentChoice): boolean {
    const text = JSON.stringify({ measurement, comfort, at: new Date().toISOString() } satisfies Consent);
    ofThisPage = text;
    const isKept = keepChoice(text, { measurement, comfort });
    tell();
    return isKept;
  },
  /** Called at each choice, in this tab or another. Answers how to stop. */
  subscribe(listener: () => void): () => void {
    if (listeners.size === 0) window.addEventListener('storage', onStorage);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) window.removeEventListener('storage', onStorage);
    };
  },
};
