import { presence } from '../../browser/presence.ts';
import { expireSessionCheck, type KnownUser, rememberUser } from '../../browser/session.ts';
import { forgetUser, localStore } from '../../browser/start-up.ts';
import { toast } from '../../browser/toasts.ts';

/** Signed in or up, by whatever way: this browser knows who, and says welcome (specification 4). */
export function welcome(user: KnownUser, said?: string): void {
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

export function keepTrip(trip: GoogleTrip): void {
  sessionStorage.setItem(TRIP, JSON.stringify(trip));
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
