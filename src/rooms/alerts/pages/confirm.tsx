import { data } from 'react-router';
import { later } from '#browser/later.tsx';
import { Refusal } from '#contract/errors.ts';
import { textOf } from '#contract/form-text.ts';
import { services } from '#platform/context.server.ts';
import { previewOf } from '../asking/preview.server.ts';
import { alertToConfirm, confirmAlert, resendConfirmation } from '../owner/consent.server.ts';
import type { Route } from './+types/confirm.ts';

const ConfirmView = later(() => import('../parts/confirm-view.tsx'), 'ConfirmView');

export const meta: Route.MetaFunction = () => [
  { title: 'Confirmer une alerte – Vigie' },
  { name: 'robots', content: 'noindex' },
];

// The address holds a secret: no other site is told of it, and no cache keeps it.
export const headers: Route.HeadersFunction = () => ({
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
});

/** Only looks: programs that follow the links of mails confirm nothing. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, env } = services(context);
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const found = await alertToConfirm(db, token);
  const mailboxPath = env.mailboxPath;
  if (!found) return data({ state: 'unknown' as const, mailboxPath }, { status: token ? 404 : 200 });
  const preview = found.state === 'already' ? await previewOf(db, found.alert.criteria) : null;
  return data({ ...found, token, preview, mailboxPath });
}

/** Works without JavaScript (interface.md, fine points 17). */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, env, actor } = services(context);
  const form = await request.formData();
  const token = textOf(form, 'token');
  try {
    if (textOf(form, 'intent') === 'resend') {
      await resendConfirmation({ db, env }, token);
      return data({ done: 'resent' as const });
    }
    const { alert } = await confirmAlert(db, token, actor);
    return data({ done: 'confirmed' as const, alert, preview: await previewOf(db, alert.criteria) });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return data({ done: 'refused' as const, message: error.message }, { status: error.spec.status });
  }
}

export default function ConfirmAlert({ loaderData, actionData }: Route.ComponentProps) {
  return <ConfirmView found={loaderData} answer={actionData} />;
}
