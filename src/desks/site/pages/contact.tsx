import { later } from '#browser/later.tsx';
import { paths } from '#contract/paths.ts';
import { services } from '#platform/context.server.ts';
import { userOf } from '#rooms/accounts/accounts.server.ts';
import { pageMeta } from '#ui/page-meta.ts';
import type { Route } from './+types/contact.ts';

const ContactView = later(() => import('../parts/contact-view.tsx'), 'ContactView');

const SUBJECT_MAX = 150;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { actor, db, env } = services(context);
  const user = actor.kind === 'user' ? await userOf(db, actor.userId) : null;
  const subject = new URL(request.url).searchParams.get('sujet') ?? '';
  return {
    origin: env.publicUrl,
    address: env.contactAddress,
    name: user ? `${user.firstName} ${user.lastName}` : '',
    email: user?.email ?? '',
    subject: subject.replaceAll(/\s+/g, ' ').trim().slice(0, SUBJECT_MAX),
  };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({
    title: 'Nous contacter – Vigie',
    description: 'Écrire à l’équipe de Vigie, et les réponses aux questions les plus posées.',
    origin: loaderData?.origin ?? '',
    path: paths.contact(),
  });
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const { writeToTeam } = await import('../parts/contact-view.tsx');
  return writeToTeam(request);
}

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { name, email, subject, address } = loaderData;
  return <ContactView name={name} email={email} subject={subject} address={address} answer={actionData} />;
}
