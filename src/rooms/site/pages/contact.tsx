import { callApi } from '../../../browser/api.ts';
import { paths } from '../../../contract/paths.ts';
import { services } from '../../../platform/context.server.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { pageMeta } from '../../../ui/page-meta.ts';
import { userOf } from '../../accounts/rules.server.ts';
import { contactCall, contactSchema } from '../contact/contract.ts';
import { Arrived, ContactForm, sendMessage } from '../parts/contact-form.tsx';
import { HelpFirst } from '../parts/help-first.tsx';
import type { Route } from './+types/contact.ts';

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

export function clientAction({ request }: Route.ClientActionArgs) {
  return sendMessage(request, (body) => callApi(contactCall, { body }));
}

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { name, email, subject, address } = loaderData;
  const sent = actionData && 'sent' in actionData ? actionData.sent : undefined;
  return (
    <div className="page py-10 lg:py-16">
      {sent ? (
        <Arrived sent={sent} again={paths.contact()}>
          <ButtonLink to={paths.home()}>Revenir à l’accueil</ButtonLink>
        </Arrived>
      ) : (
        <>
          <header className="max-w-[46rem]">
            <h1 className="text-home">Nous contacter</h1>
            <p className="mt-4 text-lead text-ardoise-700">
              Une personne lit chaque message et répond à l’adresse que vous donnez.
            </p>
          </header>
          <div className="mt-8 grid gap-x-16 gap-y-12 lg:mt-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
            <HelpFirst />
            <ContactForm
              title="Écrire à l’équipe"
              schema={contactSchema}
              defaults={{ name, email, subject, message: '' }}
              address={address}
              refused={actionData && !('sent' in actionData) ? actionData : undefined}
            />
          </div>
        </>
      )}
    </div>
  );
}
