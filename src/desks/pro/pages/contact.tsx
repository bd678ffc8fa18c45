import { later } from '#browser/later.tsx';
import { paths } from '#contract/paths.ts';
import { services } from '#platform/context.server.ts';
import { storedAgency } from '#rooms/agencies/sessions.server.ts';
import { pageMeta } from '#ui/page-meta.ts';
import type { Route } from './+types/contact.ts';

const ContactView = later(() => import('../parts/contact-view.tsx'), 'ContactView');

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

export async function clientAction({ request }: Route.ClientActionArgs) {
  const { writeToSales } = await import('../parts/contact-view.tsx');
  return writeToSales(request);
}

export default function AgencyContact({ loaderData, actionData }: Route.ComponentProps) {
  const { address, company, email } = loaderData;
  return <ContactView address={address} company={company} email={email} answer={actionData} />;
}
