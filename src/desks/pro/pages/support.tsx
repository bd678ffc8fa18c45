import { callApi } from '#browser/api.ts';
import { paths } from '#contract/paths.ts';
import { formatTyped } from '#contract/phone.ts';
import { messagesFromAgency } from '#desks/site/contact.server.ts';
import { agencyContactSchema, agencySupportCall } from '#desks/site/contact.ts';
import { Arrived, ContactForm, sendMessage } from '#desks/site/parts/contact-form.tsx';
import { services } from '#platform/context.server.ts';
import { agencyOfPage } from '#platform/pages.server.ts';
import { ButtonLink } from '#ui/button.tsx';
import { privatePage } from '#ui/page-meta.ts';
import { Time } from '#ui/time.tsx';
import { agencyProfile } from '../agency-profile.server.ts';
import { AnsweredFirst } from '../parts/write-to-us.tsx';
import type { Route } from './+types/support.ts';

export const meta: Route.MetaFunction = () => privatePage('Support – Vigie Pro');

export async function loader({ context, params }: Route.LoaderArgs) {
  const here = services(context);
  const { agencyId } = agencyOfPage(here, params);
  const [{ agency, login }, written] = await Promise.all([
    agencyProfile(here.db, agencyId),
    messagesFromAgency(here.db, agencyId),
  ]);
  return {
    address: here.env.contactAddress,
    company: agency.name,
    email: login,
    phone: formatTyped((agency.phone ?? '').replace(/^\+33/, '0')),
    written,
    now: new Date().toISOString(),
  };
}

export function clientAction({ request }: Route.ClientActionArgs) {
  return sendMessage(request, (body) => callApi(agencySupportCall, { body }));
}

const asked = [
  'Pourquoi une annonce reste-t-elle hors ligne\u00a0?',
  'Mon flux est «\u00a0retenu\u00a0»',
  'Où arrivent les demandes\u00a0?',
];

export default function AgencySupport({ loaderData, actionData, params }: Route.ComponentProps) {
  const { address, company, email, phone, written, now } = loaderData;
  const sent = actionData && 'sent' in actionData ? actionData.sent : undefined;
  const { ownerReference } = params as { ownerReference?: string };
  const of = ownerReference ? { ownerReference } : null;
  return (
    <div className="page py-8 lg:py-10">
      {sent ? (
        <Arrived sent={sent} again={of ? paths.ownedSupport(of) : paths.agencySupport()}>
          <ButtonLink to={of ? paths.ownedDashboard(of) : paths.agencyDashboard()}>
            Tableau de bord
          </ButtonLink>
        </Arrived>
      ) : (
        <>
          <h1 className="text-h1">Support</h1>
          <p className="mt-1 text-ardoise-600">
            Une personne lit chaque message et vous répond par courriel.
          </p>
          <div className="mt-8 grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
            <div className="grid content-start gap-12">
              <section aria-labelledby="demandes">
                <h2 id="demandes" className="text-h4">
                  Vos messages
                </h2>
                {written.length === 0 ? (
                  <p className="mt-2 text-ardoise-600">
                    Aucun pour l’instant. Ils restent ici avec leur référence.
                  </p>
                ) : (
                  <ol className="mt-4 divide-y divide-ardoise-200 border-y border-ardoise-200">
                    {written.map(({ reference, subject, message, at }) => (
                      <li key={reference}>
                        <details>
                          <summary className="flex min-h-11 flex-wrap items-baseline justify-between gap-x-4 py-3">
                            <span className="min-w-0 font-medium wrap-anywhere">{subject}</span>
                            <span className="figures text-small text-ardoise-600">
                              {reference}, <Time at={at} format="ago" now={now} />
                            </span>
                          </summary>
                          <p className="pb-4 whitespace-pre-line text-ardoise-700 wrap-anywhere">{message}</p>
                        </details>
                      </li>
                    ))}
                  </ol>
                )}
              </section>
              <AnsweredFirst asked={asked} />
            </div>
            <ContactForm
              title="Écrire à l’équipe"
              schema={agencyContactSchema}
              defaults={{ name: '', email, company, phone, subject: '', message: '' }}
              address={address}
              refused={actionData && !('sent' in actionData) ? actionData : undefined}
            />
          </div>
        </>
      )}
    </div>
  );
}
