import { data } from 'react-router';
import { later } from '#browser/later.tsx';
import { Refusal } from '#contract/errors.ts';
import { textOf } from '#contract/form-text.ts';
import { services } from '#platform/context.server.ts';
import { privatePage, secretAddress } from '#ui/page-meta.ts';
import { askedByLink, confirmByLink } from '../still-available.server.ts';
import type { Route } from './+types/still-available.ts';

const StillAvailableView = later(() => import('../parts/still-available-view.tsx'), 'StillAvailableView');

export const meta: Route.MetaFunction = () => privatePage('Toujours disponible ? – Vigie Pro');

export const headers: Route.HeadersFunction = secretAddress;

/** Only looks: programs that follow the links of mails confirm nothing (security.md, D4). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, env } = services(context);
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const asked = token === '' ? null : await askedByLink({ db, env }, token);
  return data({ token, asked }, { status: asked || token === '' ? 200 : 404 });
}

/** Works without JavaScript. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, env } = services(context);
  const form = await request.formData();
  try {
    return data({ done: true as const, ...(await confirmByLink({ db, env }, textOf(form, 'token'))) });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return data({ done: false as const, message: error.message }, { status: error.spec.status });
  }
}

export default function StillAvailable({ loaderData, actionData }: Route.ComponentProps) {
  return <StillAvailableView {...loaderData} answer={actionData} />;
}
