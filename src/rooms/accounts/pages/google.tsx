import { useEffect, useRef } from 'react';
import { data } from 'react-router';
import { usePost } from '#browser/post-form.tsx';
import { paths } from '#contract/paths.ts';
import { services } from '#platform/context.server.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { googleEnabled } from '../google.server.ts';
import { AccountFrame } from '../parts/account-frame.tsx';
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

/** Comes by itself: nothing on this page waits for a gesture. Without a network, nothing that Google gave is spent. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const { finishWithGoogle } = await import('../parts/google-return.tsx');
  return finishWithGoogle(request);
}

export default function Google({ loaderData: { code, state, iss, enabled } }: Route.ComponentProps) {
  const post = usePost();
  const sent = useRef(false);

  useEffect(() => {
    if (sent.current || !enabled) return;
    sent.current = true;
    // The code leaves the address, and Back does not bring it again.
    void post({ code, state, iss }, { replace: true });
  }, [post, code, state, iss, enabled]);

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
