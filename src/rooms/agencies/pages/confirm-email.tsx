import { later } from '#browser/later.tsx';
import { services } from '#platform/context.server.ts';
import { cookieIn } from '#platform/sessions.server.ts';
import { privatePage, secretAddress } from '#ui/page-meta.ts';
import { agencyOfSpace } from '../contact-address.server.ts';
import { agencyLink } from '../password-reset.server.ts';
import { asksForPassword, claimOf, joiningCookieName } from '../registration.server.ts';
import type { Route } from './+types/confirm-email.ts';

const ConfirmEmailView = later(() => import('../parts/confirm-email-view.tsx'), 'ConfirmEmailView');

export const meta: Route.MetaFunction = () => privatePage('Confirmer l’adresse de l’agence – Vigie Pro');

export const headers: Route.HeadersFunction = secretAddress;

/** Only looks: programs that follow the links of mails confirm nothing (security.md, D4). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, env } = services(context);
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const { purpose, state, registrationId, accountId } = await agencyLink(db, token);
  const claim =
    purpose === 'approve' && state === 'waiting' && registrationId !== null
      ? await claimOf(db, registrationId)
      : null;
  const contact =
    purpose === 'contact' && state === 'waiting' && accountId !== null
      ? await agencyOfSpace(db, accountId)
      : null;
  const known = purpose !== null && purpose !== 'reset';
  const shown = !known || (purpose === 'approve' && state === 'waiting' && !claim) ? 'invalid' : state;
  const browser = cookieIn(request.headers.get('cookie'), joiningCookieName(env));
  const choose =
    purpose === 'confirm' && state === 'waiting' && registrationId !== null
      ? await asksForPassword(db, registrationId, browser)
      : false;
  return { token, state: shown, claim, contactOf: contact?.name ?? null, choose };
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const { answerMailedLink } = await import('../parts/confirm-email-view.tsx');
  return answerMailedLink(request);
}

export default function AgencyConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  return <ConfirmEmailView {...loaderData} answer={actionData} />;
}
