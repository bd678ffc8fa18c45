import { callApi } from '#browser/api.ts';
import type { Refused } from '#browser/checked-form.ts';
import { paths } from '#contract/paths.ts';
import { agencyContactCall, agencyContactSchema } from '#desks/site/contact.ts';
import { Arrived, ContactForm, type SentMessage, sendMessage } from '#desks/site/parts/contact-form.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { AnsweredFirst } from './write-to-us.tsx';

/** What the page's `clientAction` answers. */
export function writeToSales(request: Request) {
  return sendMessage(request, (body) => callApi(agencyContactCall, { body }));
}

const asked = [
  'Combien coûte la diffusion\u00a0?',
  'Mon agence est-elle déjà ici\u00a0?',
  'Comment mes annonces arrivent-elles\u00a0?',
];

interface ContactViewProps {
  /** Where to write without the form. */
  address: string;
  /** What is known of the writer. */
  company: string;
  email: string;
  answer: Refused | { sent: SentMessage } | undefined;
}

/** The whole of the contact page of agencies, before and after the message left. */
export function ContactView({ address, company, email, answer }: ContactViewProps) {
  const sent = answer && 'sent' in answer ? answer.sent : undefined;
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
              refused={answer && !('sent' in answer) ? answer : undefined}
            />
          </div>
        </>
      )}
    </div>
  );
}
