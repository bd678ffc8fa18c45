import { useEffect, useRef } from 'react';
import { data, redirect, useSubmit } from 'react-router';
import { callApi } from '../../../browser/api.ts';
import { failureOf } from '../../../browser/checked-form.ts';
import { toast } from '../../../browser/toasts.ts';
import { paths, safeRedirect } from '../../../contract/paths.ts';
import { services } from '../../../platform/context.server.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { googleCallbackCall } from '../contract.ts';
import { googleEnabled } from '../google/rules.server.ts';
import { AccountFrame } from '../parts/account-frame.tsx';
import { toastGoogleFailure } from '../parts/google-button.tsx';
import { takeTrip, userIn, welcome } from '../store.client.ts';
import type { Route } from './+types/google.ts';

export const meta: Route.MetaFunction = () => [
  { title: 'Connexion avec Google – Vigie' },
  { name: 'robots', content: 'noindex' },
];

export const headers: Route.HeadersFunction = () => ({
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
});

/** Where Google returns: with a code, or with what went wrong. */
export function loader({ request, context }: Route.LoaderArgs) {
  const words = new URL(request.url).searchParams;
  const enabled = googleEnabled(services(context).env);
  const code = enabled ? words.get('code') : null;
  return data({ code, state: words.get('state'), iss: words.get('iss'), enabled });
}

/** Specification 8, « Third-party sign-in failure ». */
export async function clientAction({ request }: Route.ClientActionArgs): Promise<Response> {
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

export default function Google({ loaderData: { code, state, iss, enabled } }: Route.ComponentProps) {
  const submit = useSubmit();
  const sent = useRef(false);

  useEffect(() => {
    if (sent.current || !enabled) return;
    sent.current = true;
    // The code leaves the address, and Back does not bring it again.
    void submit({ code, state, iss }, { method: 'post', encType: 'application/json', replace: true });
  }, [submit, code, state, iss, enabled]);

  if (!enabled) {
    return (
      <AccountFrame
        title="Connexion avec Google"
        lead="La connexion avec Google n’est pas activée sur ce site."
      >
        <div className="mt-8">
          <ButtonLink to={paths.login()}>Se connecter autrement</ButtonLink>
        </div>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title="Connexion avec Google" needsScript>
      <output className="mt-6 flex items-center gap-3 text-ardoise-600">
        <Spinner /> Vérification en cours…
      </output>
    </AccountFrame>
  );
}
