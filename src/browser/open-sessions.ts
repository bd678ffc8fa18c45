import type { Call } from '#contract/call.ts';
import { cleanUpAgency, startAgencySession, WHICH_AGENCY } from './agency-session.ts';
import { callApi } from './api.ts';
import { type LiveSession, startSession } from './live-session.ts';
import { expireSessionCheck, WHO_IS_THERE } from './session.ts';
import { forgetAuthCookie, forgetCart, forgetUser, localStore, markSessionLeft } from './start-up.ts';

interface Page {
  readonly shownUser: () => { readonly email: string } | null;
  readonly shownAgency: () => { readonly ownerReference: string; readonly readOnly: boolean } | null;
  readonly goTo: (address: string) => void;
  readonly refresh: () => void;
}

/** The answer of a call of which only the address is written here: its schemas stay in its room. */
async function ask<Answer>(call: Pick<Call, 'method' | 'path'>, quiet: boolean): Promise<Answer> {
  const { data } = await callApi(call as Call, {}, { quiet });
  return data as Answer;
}

/** The session of individuals always listens: every tab hears of their logout; that of agencies, in their space. */
export function openSessions(ofAgency: boolean, { shownUser, shownAgency, ...page }: Page): LiveSession {
  const ofUser = startSession({ ...page, shown: shownUser, ask: () => ask(WHO_IS_THERE, true) });
  if (!ofAgency) return ofUser;
  const ofSpace = startAgencySession({ ...page, shown: shownAgency, ask: () => ask(WHICH_AGENCY, false) });
  return {
    arrive: ofSpace.arrive,
    stop: () => {
      ofUser.stop();
      ofSpace.stop();
    },
  };
}

/**
 * Signs out in this browser: clears the data of the individual or of the agency, never both (specification 6). `heard`:
 * the server has ended the session. In this file because it is already loaded, should the network be gone.
 */
export function signOutHere(ofAgency: boolean, heard: boolean): void {
  if (!heard) markSessionLeft(ofAgency ? 'agency' : 'individual');
  const store = localStore();
  if (ofAgency) {
    cleanUpAgency();
    // A session that ends by itself, or a network that goes away, keeps it.
    if (store) forgetCart(store);
    return;
  }
  expireSessionCheck();
  forgetAuthCookie();
  if (store) forgetUser(store);
}
