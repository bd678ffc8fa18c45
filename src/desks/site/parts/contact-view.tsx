import { callApi } from '#browser/api.ts';
import type { Refused } from '#browser/checked-form.ts';
import { paths } from '#contract/paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { contactCall, contactSchema } from '../contact.ts';
import { Arrived, ContactForm, type SentMessage, sendMessage } from './contact-form.tsx';
import { HelpFirst } from './help-first.tsx';

/** What the page's `clientAction` answers. */
export function writeToTeam(request: Request) {
  return sendMessage(request, (body) => callApi(contactCall, { body }));
}

interface ContactViewProps {
  /** What is known of the writer. */
  name: string;
  email: string;
  subject: string;
  /** Where to write without the form. */
  address: string;
  answer: Refused | { sent: SentMessage } | undefined;
}

/** The whole of the contact page, before and after the message left. */
export function ContactView({ name, email, subject, address, answer }: ContactViewProps) {
  const sent = answer && 'sent' in answer ? answer.sent : undefined;
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
              refused={answer && !('sent' in answer) ? answer : undefined}
            />
          </div>
        </>
      )}
    </div>
  );
}
