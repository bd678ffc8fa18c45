import { callApi } from '../../../browser/api.ts';
import { paths } from '../../../contract/paths.ts';
import { services } from '../../../platform/context.server.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { pageMeta } from '../../../ui/page-meta.ts';
import { storedAgency } from '../../agencies/sessions/rules.server.ts';
import { agencyContactCall, agencyContactSchema } from '../../site/contact/contract.ts';
import { Arrived, ContactForm, sendMessage } from '../../site/parts/contact-form.tsx';
import { AnsweredFirst } from '../parts/write-to-us.tsx';
import type { Route } from './+types/contact.ts';

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({
    title: 'Contact commercial – Vigie Pro',
    description: 'Écrire à l’équipe de Vigie au nom d’une agence immobilière.',
    origin: loaderData?.origin ?? '',
    path: paths.agencyContact(),
  });
}

export async function loader({ context }: Route.LoaderArgs) {
  const { actor, db, env } = services(context);
  const agency = actor.kind === 'agency' ? await storedAgency(db, actor.agencyId) : null;
  return {
    origin: env.publicUrl,
    address: env.contactAddress,
    company: agency?.name ?? '',
    email: agency?.email ?? '',
  };
}

export function clientAction({ request }: Route.ClientActionArgs) {
  return sendMessage(request, (body) => callApi(agencyContactCall, { body }));
}

const asked = [
  'Combien coûte la diffusion\u00a0?',
  'Mon agence est-elle déjà ici\u00a0?',
  'Comment mes annonces arrivent-elles\u00a0?',
];

export default function AgencyContact({ loaderData, actionData }: Route.ComponentProps) {
  const { address, company, email } = loaderData;
  const sent = actionData && 'sent' in actionData ? actionData.sent : undefined;
  return (
    <div className="page py-10 lg:py-16">
      {sent ? (
        <Arrived sent={sent} again={paths.agencyContact()}>
          <ButtonLink to={paths.agencyHome()}>Espace agence</ButtonLink>
        </Arrived>
      ) : (
        <>
          <header className="max-w-[46rem]">
            <h1 className="text-home">Contact commercial</h1>
            <p className="mt-4 text-lead text-ardoise-700">
              Une question sur la diffusion, votre logiciel ou vos prospects&nbsp;: une personne vous répond.
            </p>
          </header>
          <div className="mt-8 grid gap-x-16 gap-y-12 lg:mt-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
            <AnsweredFirst asked={asked} />
            <ContactForm
              title="Écrire à l’équipe"
              schema={agencyContactSchema}
              defaults={{ name: '', email, company, phone: '', subject: '', message: '' }}
              address={address}
              refused={actionData && !('sent' in actionData) ? actionData : undefined}
            />
          </div>
        </>
      )}
    </div>
  );
}
