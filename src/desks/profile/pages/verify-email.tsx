import { later } from '#browser/later.tsx';
import { services } from '#platform/context.server.ts';
import { isOwnLink, linkState } from '#rooms/accounts/account-links.server.ts';
import { isProven } from '#rooms/accounts/accounts.server.ts';
import { changeLinkState, undoLinkState } from '#rooms/accounts/email-change.server.ts';
import { privatePage, secretAddress } from '#ui/page-meta.ts';
import type { Route } from './+types/verify-email.ts';

const VerifyEmailView = later(() => import('../parts/verify-email-view.tsx'), 'VerifyEmailView');

export const meta: Route.MetaFunction = () => privatePage('Confirmer mon adresse – Vigie');

export const headers: Route.HeadersFunction = secretAddress;

/** Only looks: programs that follow the links of mails confirm nothing (security.md, D4). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, env, actor } = services(context);
  const words = new URL(request.url).searchParams;
  const token = words.get('token') ?? '';
  const [change, undo] = [words.get('changement'), words.get('annulation')];
  const { accountId, ...changed } = await changeLinkState(db, change ?? '');
  const mine = actor.kind === 'user' && actor.userId === accountId;
  return {
    change: change === null ? null : { token: change, mine, ...changed },
    undo: undo === null ? null : { token: undo, ...(await undoLinkState(db, undo)) },
    token,
    state: token ? await linkState(db, token, 'verify') : null,
    own: actor.kind === 'user' && (!token || (await isOwnLink(db, token, actor.userId))),
    account: actor.kind === 'user' ? { email: actor.email, proven: await isProven(db, actor.userId) } : null,
    mailboxPath: env.mailboxPath,
  };
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const { followMailedLink } = await import('../parts/verify-email-view.tsx');
  return followMailedLink(request);
}

export default function VerifyEmail({ loaderData, actionData }: Route.ComponentProps) {
  return <VerifyEmailView {...loaderData} answer={actionData} />;
}
