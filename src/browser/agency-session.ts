import { STORAGE_KEYS } from '#contract/constants.ts';
import { loginPathFor, pageAt } from '#contract/paths.ts';
import { dashboards } from './agency-dashboards.ts';
import { restoreFormText, saveFormText } from './form-recovery.ts';
import type { LiveSession } from './live-session.ts';
import { presence } from './presence.ts';
import { forgetAgency, localStore } from './start-up.ts';

/** What the browser keeps of the agency that is signed in, under `agency_data` (specification 3). */
export interface KnownAgency {
  readonly id: number;
  readonly ownerReference: string;
  readonly name: string;
  readonly email: string;
}

/** In the place of a token: the cookie, which no script reads, is what opens the session (specification 4). */
export const AGENCY_TOKEN_PLACEHOLDER = 'cookie';

/** The call of the check, written here so that it does not bring the schemas of its room along. */
export const WHICH_AGENCY = { method: 'GET', path: '/agence/check' } as const;

interface AgencyState {
  readonly isAuthenticated: boolean;
  readonly agency: KnownAgency | null;
  /** An administrator looks at its space here. */
  readonly readOnly?: true;
}

/** Keeps the agency and, in the place of its token, the placeholder; which also tells the other tabs. */
export function rememberAgency(agency: KnownAgency): void {
  try {
    const { id, ownerReference, name, email } = agency;
    const text = JSON.stringify({ id, ownerReference, name, email });
    const store = localStore();
    if (store?.getItem(STORAGE_KEYS.agency) !== text) store?.setItem(STORAGE_KEYS.agency, text);
    if (!store?.getItem(STORAGE_KEYS.agencyToken))
      store?.setItem(STORAGE_KEYS.agencyToken, AGENCY_TOKEN_PLACEHOLDER);
  } catch {
    // A full or refused storage: the cookie alone says which agency it is.
  }
}

/** Clears the data of an agency: what is stored, and the dashboards of the last minutes. */
export function cleanUpAgency(): void {
  dashboards.clear();
  const store = localStore();
  if (store) forgetAgency(store);
}

interface Page {
  readonly ask: () => Promise<AgencyState>;
  /** Which agency the page was made for, and whether for an administrator who looks at its space. */
  readonly shown: () => { readonly ownerReference: string | null; readonly readOnly: boolean } | null;
  readonly goTo: (address: string) => void;
  /** Reloads the page for the agency that is signed in now. */
  readonly refresh: () => void;
}

/**
 * Keeps the protected pages of agencies in sync with their session, in this tab and through the others (specification
 * 4, 6).
 */
export function startAgencySession({ ask, shown, goTo, refresh }: Page): LiveSession {
  const isOurs = (pathname: string) => {
    const page = pageAt(pathname)?.page;
    return page?.audience === 'agency' && page.protected;
  };

  function signedOut() {
    const { pathname, search } = window.location;
    if (!isOurs(pathname)) return refresh();
    saveFormText();
    cleanUpAgency();
    presence.leave();
    goTo(loginPathFor('agency', pathname + search));
  }

  async function arrive(pathname: string) {
    if (!isOurs(pathname) || presence.isAway()) return;
    // Refused or unheard: the reader of failures has dealt with it (specification 8).
    const state = await ask().catch(() => null);
    if (!state || presence.isAway()) return;
    if (!state.isAuthenticated || !state.agency) return signedOut();
    const readOnly = state.readOnly ?? false;
    // What an administrator looks at is not the agency of this browser: the one that is kept here comes back after it.
    if (!readOnly) rememberAgency(state.agency);
    const page = shown();
    if (page?.ownerReference !== state.agency.ownerReference || page.readOnly !== readOnly) refresh();
    restoreFormText();
  }

  // The other tabs hear of a login and of a logout by what is kept under `agency_data`.
  function onStorage({ key, newValue }: StorageEvent) {
    if (key !== STORAGE_KEYS.agency && key !== null) return;
    dashboards.clear();
    if (newValue === null) {
      if (shown()) signedOut();
    } else {
      presence.comeBack();
      refresh();
    }
  }

  window.addEventListener('storage', onStorage);
  return {
    arrive: (pathname) => void arrive(pathname),
    stop: () => window.removeEventListener('storage', onStorage),
  };
}
