import { data } from 'react-router';
import type { Refused } from '#browser/checked-form.ts';
import { later } from '#browser/later.tsx';
import { sharedErrors } from '#contract/errors.ts';
import { paths } from '#contract/paths.ts';
import { services } from '#platform/context.server.ts';
import { userOf } from '#rooms/accounts/accounts.server.ts';
import { answerAppeal, appealOf } from '#rooms/reports/appeals.server.ts';
import type { AppealAnswer } from '#rooms/reports/appeals.ts';
import { APPEAL_WORD } from '#rooms/reports/words.ts';
import { pageMeta, privatePage, secretAddress } from '#ui/page-meta.ts';
import type { SentMessage } from '../parts/contact-form.tsx';
import type { Route } from './+types/contact.ts';

const ContactView = later(() => import('../parts/contact-view.tsx'), 'ContactView');
const AppealView = later(() => import('#rooms/reports/parts/appeal-form.tsx'), 'AppealView');

const SUBJECT_MAX = 150;

/** Only looks: programs that follow the links of mails contest nothing (security.md, D4). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { actor, db, env } = services(context);
  const words = new URL(request.url).searchParams;
  const user = actor.kind === 'user' ? await userOf(db, actor.userId) : null;
  return {
    origin: env.publicUrl,
    address: env.contactAddress,
    name: user ? `${user.firstName} ${user.lastName}` : '',
    email: user?.email ?? '',
    subject: (words.get('sujet') ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, SUBJECT_MAX),
    /** The decision that the link of a mail contests. */
    appeal:
      words.get('motif') === APPEAL_WORD
        ? await appealOf({ db, env }, { ref: words.get('ref') ?? '', cle: words.get('cle') ?? '' })
        : null,
  };
}

/** The link of a mail that announces a decision holds a key. */
export const headers: Route.HeadersFunction = secretAddress;

export function meta({ loaderData }: Route.MetaArgs) {
  if (loaderData?.appeal) return privatePage('Contester une décision – Vigie');
  return pageMeta({
    title: 'Nous contacter – Vigie',
    description: 'Écrire à l’équipe de Vigie, et les réponses aux questions les plus posées.',
    origin: loaderData?.origin ?? '',
    path: paths.contact(),
  });
}

/** An appeal without JavaScript; a message to the team needs it. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, env } = services(context);
  if (new URL(request.url).searchParams.get('motif') !== APPEAL_WORD)
    throw new Response(null, { status: sharedErrors.METHOD_NOT_ALLOWED.status });
  const { status, answer } = await answerAppeal({ db, env }, await request.formData());
  return data(answer, { status });
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  if (new URL(request.url).searchParams.get('motif') === APPEAL_WORD) {
    const { sendAppeal } = await import('#rooms/reports/parts/appeal-form.tsx');
    return sendAppeal(request);
  }
  const { writeToTeam } = await import('../parts/contact-view.tsx');
  return writeToTeam(request);
}

type Written = Refused | { sent: SentMessage } | undefined;

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { name, email, subject, address, appeal } = loaderData;
  if (appeal) return <AppealView appeal={appeal} answer={actionData as AppealAnswer | undefined} />;
  return (
    <ContactView
      name={name}
      email={email}
      subject={subject}
      address={address}
      answer={actionData as Written}
    />
  );
}
