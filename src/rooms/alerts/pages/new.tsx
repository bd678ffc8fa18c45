import { redirect } from 'react-router';
import { later } from '#browser/later.tsx';
import { parisDay } from '#contract/day.ts';
import { paths } from '#contract/paths.ts';
import { clock } from '#platform/clock.server.ts';
import { services } from '#platform/context.server.ts';
import { readableQuery } from '#rooms/criteria/contract.ts';
import { devicesFor } from '#rooms/push/push.server.ts';
import { pageMeta } from '#ui/page-meta.ts';
import { alertDraft } from '../asking/preview.server.ts';
import { readSentence } from '../asking/sentence/sentence.server.ts';
import { SENTENCE_MAX } from '../asking/sentence/sentence.ts';
import { SENTENCE_WORD } from '../parts/sentence-box.tsx';
import type { Route } from './+types/new.ts';

const NewAlertView = later(() => import('../parts/new-alert-view.tsx'), 'NewAlertView');

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({
    title: 'Créer une alerte – Vigie',
    description:
      'Dites ce que vous cherchez : un courriel dès qu’une annonce correspond. Sans compte, arrêt en un clic.',
    origin: loaderData?.origin ?? '',
    path: paths.newAlert(),
  });
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, env, actor } = services(context);
  const words = new URL(request.url).searchParams;
  // A form sent without JavaScript: an address is no word of a search.
  if (words.has('email')) {
    for (const name of ['email', 'code']) words.delete(name);
    throw redirect(`${paths.newAlert()}?${readableQuery(words)}`);
  }
  const said = words.get(SENTENCE_WORD)?.trim().slice(0, SENTENCE_MAX) ?? '';
  const read = said ? await readSentence(db, said, parisDay(clock.now()).day) : null;
  const asked = read ? new URLSearchParams(read.search) : words;
  const draft = await alertDraft(db, asked, actor.kind === 'user' ? actor.userId : null);
  return {
    ...draft,
    sentence: { said, read },
    origin: env.publicUrl,
    devices: actor.kind === 'user' ? await devicesFor({ db, env }, actor.userId) : null,
    account: actor.kind === 'user' ? { email: actor.email, proven: draft.proven } : null,
    mailboxPath: env.mailboxPath,
  };
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const { createAlert } = await import('../parts/new-alert-view.tsx');
  return createAlert(request);
}

export default function NewAlert({ loaderData, actionData }: Route.ComponentProps) {
  return <NewAlertView {...loaderData} answer={actionData} />;
}
