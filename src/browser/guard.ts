import { ADMIN_STORAGE_KEY, STORAGE_KEYS } from '#contract/constants.ts';
import { sharedErrors } from '#contract/errors.ts';
import { audienceOf, loginPathFor, pageAt, paths } from '#contract/paths.ts';
import { dashboards } from './agency-dashboards.ts';
import { saveFormText } from './form-recovery.ts';
import type { Failure } from './read-error.ts';
import { expireSessionCheck } from './session.ts';
import { forgetAgency, forgetUser, localStore } from './start-up.ts';

type Store = Pick<Storage, 'getItem' | 'removeItem'>;

interface Scene {
  /** `/auth/me`, `/agence/leads`: the call that failed, below /api. */
  readonly call: string;
  /** Of the page, with its words. */
  readonly pathname: string;
  readonly search: string;
  readonly store: Store;
}

const AGENCY_DOORS = new Set<string>([
  paths.agencyLogin(),
  paths.agencySignup(),
  paths.agencyCreateAccount(),
  paths.boostSignup(),
]);
const USER_DOORS = new Set<string>([paths.login(), paths.signup()]);

const has = (store: Store, ...keys: string[]) => keys.some((key) => store.getItem(key) !== null);

/** A path that asks for no login; what is no page asks for none (interface.md, fine points 1). */
const isPublic = (pathname: string) => !pageAt(pathname)?.page.protected;

/**
 * What a refused or unanswered call does to this browser, to the letter of specification 8. Clears what must be, and
 * answers where to go, or null. `leaving` is called before anything is cleared.
 */
export function reactTo(failure: Failure, scene: Scene, leaving: () => void = () => {}): string | null {
  if (failure.status === 401) return react401(failure, scene, leaving);
  return failure.status === null ? reactToSilence(scene, leaving) : null;
}

/** Whatever their code, a 401 of these ends the session of an agency and leaves for its login (specification 4). */
const ALWAYS_LEAVES = /^\/agence\/(dashboard|notification-settings|weekly-report|profile)(\/|$)/;

function react401(failure: Failure, scene: Scene, leaving: () => void): string | null {
  const { call, pathname, search, store } = scene;
  if (isPublic(pathname)) return null;
  // The administrator's door is their own: nobody else's session ends there, whatever failed.
  if (audienceOf(pathname) === 'admin') {
    return /^\/admin(\/|$)/.test(call) ? loginPathFor('admin', pathname + search) : null;
  }
  const wanted = failure.code === sharedErrors.LOGIN_REQUIRED.code || ALWAYS_LEAVES.test(call);
  if (`${call}/`.includes('/agence/') || pathname.startsWith('/agence/')) {
    if (wanted) leaving();
    forgetAgency(store);
    if (AGENCY_DOORS.has(pathname)) return null;
    // In effect never for another code: it was just removed.
    const left = wanted || has(store, STORAGE_KEYS.agency, STORAGE_KEYS.agencyToken);
    return left ? loginPathFor('agency', pathname + search) : null;
  }
  if (wanted) leaving();
  forgetUser(store);
  if (USER_DOORS.has(pathname)) return null;
  const left = wanted || has(store, STORAGE_KEYS.user, STORAGE_KEYS.token);
  return left ? loginPathFor('individual', pathname + search) : null;
}

function reactToSilence({ pathname, search, store }: Scene, leaving: () => void): string | null {
  // A page of administrators says that the network is gone, and stays.
  if (isPublic(pathname) || audienceOf(pathname) === 'admin') return null;
  const agency = has(store, STORAGE_KEYS.agency);
  const user = has(store, STORAGE_KEYS.user);
  if (!agency && !user) return null;
  leaving();
  // Both in one browser: the one this page is for.
  if (agency && (!user || audienceOf(pathname) === 'agency')) {
    forgetAgency(store);
    return AGENCY_DOORS.has(pathname) ? null : loginPathFor('agency', pathname + search);
  }
  forgetUser(store);
  return USER_DOORS.has(pathname) ? null : loginPathFor('individual', pathname + search);
}

function forgetAdmin(): void {
  try {
    sessionStorage.removeItem(ADMIN_STORAGE_KEY);
  } catch {
    // Where nothing may be kept, nothing is.
  }
}

let goTo: (address: string) => void = (address) => window.location.assign(address);

/** Navigates through the router from now on: called once it is mounted. */
export function navigateWith(navigate: (address: string) => void): void {
  goTo = navigate;
}

/** Called by every failed call of the API; a cancelled one is passed on without coming here. */
export function guard(failure: Failure, call: string): void {
  if (typeof window === 'undefined') return;
  if (failure.status === 401) expireSessionCheck();
  const store = localStore();
  if (!store) return;
  const { pathname, search } = window.location;
  // The agency session ended: drop the dashboards cached for it.
  if (audienceOf(pathname) === 'agency' && (failure.status === 401 || failure.status === null))
    dashboards.clear();
  const login = reactTo(failure, { call, pathname, search, store }, saveFormText);
  if (login && audienceOf(pathname) === 'admin') forgetAdmin();
  if (login) goTo(login);
}
