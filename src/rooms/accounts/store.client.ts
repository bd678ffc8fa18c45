import { presence } from '#browser/presence.ts';
import { invalidAnswer } from '#browser/read-error.ts';
import { needSession } from '#browser/refused-cookies.ts';
import { expireSessionCheck, type KnownUser, rememberUser } from '#browser/session.ts';
import { forgetUser, localStore } from '#browser/start-up.ts';
import { toast } from '#browser/toasts.ts';

/** The user that a call answered; an answer without one is of another shape (specification 8). */
export function userIn(
  call: { readonly method: string; readonly path: string },
  answer: { readonly user: KnownUser } | null,
): KnownUser {
  const user: Partial<Record<keyof KnownUser, unknown>> | undefined = answer?.user;
  if (typeof user?.id !== 'number' || typeof user.email !== 'string' || typeof user.firstName !== 'string')
    throw invalidAnswer(call);
  return user as KnownUser;
}

/**
 * Signed in or up, by whatever way: this browser knows who, and says welcome (specification 4). Throws an ApiError with
 * COOKIES_REFUSED when it did not keep the session.
 */
export function welcome(user: KnownUser, said?: string): void {
  needSession();
  presence.comeBack();
  expireSessionCheck();
  rememberUser(user);
  toast({ title: 'Bienvenue', description: [`Bonjour ${user.firstName}.`, said].filter(Boolean).join(' ') });
}

/** The session of this browser has ended on the server. */
export function forgetSession(): void {
  expireSessionCheck();
  const store = localStore();
  if (store) forgetUser(store);
}

const TRIP = 'google_trip';

/** What a trip to Google is for, and where it leads afterwards; kept by this tab. */
export interface GoogleTrip {
  readonly wish: 'login' | 'register' | 'link';
  readonly redirect: string | null;
}

export function saveTrip(trip: GoogleTrip): void {
  try {
    sessionStorage.setItem(TRIP, JSON.stringify(trip));
  } catch {
    // A refused storage: the trip ends as a login.
  }
}

export function takeTrip(): GoogleTrip {
  try {
    const trip = JSON.parse(sessionStorage.getItem(TRIP) ?? 'null') as GoogleTrip | null;
    sessionStorage.removeItem(TRIP);
    const wish = trip?.wish === 'register' || trip?.wish === 'link' ? trip.wish : 'login';
    return { wish, redirect: trip?.redirect ?? null };
  } catch {
    return { wish: 'login', redirect: null };
  }
}
