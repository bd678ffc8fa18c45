import { redirect } from 'react-router';
import { callApi } from '#browser/api.ts';
import { failureOf } from '#browser/checked-form.ts';
import { toast } from '#browser/toasts.ts';
import { paths, safeRedirect } from '#contract/paths.ts';
import { googleCallbackCall } from '../contract.ts';
import { takeTrip, userIn, welcome } from '../store.client.ts';
import { toastGoogleFailure } from './google-button.tsx';

/** What the page where Google returns does with what it brought (specification 8, « Third-party sign-in failure »). */
export async function finishWithGoogle(request: Request): Promise<Response> {
  const given = (await request.json()) as { code: string | null; state: string | null; iss: string | null };
  const trip = takeTrip();
  const back = safeRedirect(trip.redirect);
  const door = trip.wish === 'register' ? paths.signup() : paths.login();
  // An account that was to be joined is still open.
  const again =
    trip.wish === 'link'
      ? paths.profile()
      : back
        ? `${door}?${new URLSearchParams({ redirect: back })}`
        : door;
  if (given.code === null) {
    toastGoogleFailure(trip.wish, '');
    return redirect(again);
  }
  try {
    const { data: answer, message } = await callApi(googleCallbackCall, {
      body: {
        code: given.code,
        ...(given.state === null ? {} : { state: given.state }),
        ...(given.iss === null ? {} : { iss: given.iss }),
      },
    });
    const user = userIn(googleCallbackCall, answer);
    if (trip.wish === 'link') toast({ title: 'Google', ...(message ? { description: message } : {}) });
    else welcome(user, message);
  } catch (error) {
    toastGoogleFailure(trip.wish, failureOf(error).message);
    return redirect(again);
  }
  return redirect(back ?? paths.dashboard());
}
