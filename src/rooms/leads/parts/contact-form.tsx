import { type ReactNode, useState } from 'react';
import { NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { formatPhone } from '#contract/phone.ts';
import type { PropertyType } from '#rooms/listings/contract.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { TextArea } from '#ui/text-input.tsx';
import {
  agencyRequests,
  type ContactRequest,
  consentSentences,
  contactRequests,
  proposedMessage,
} from '../requests.ts';
import { Civility, Details, Faults, type Person, RequestChoice } from './contact-fields.tsx';
import { ContactClosed, ContactFailure, ContactSent } from './contact-outcome.tsx';
import { useContact } from './use-contact.tsx';

interface ContactFormProps {
  /** Null: it is written to the agency itself, from its page. */
  listing: {
    readonly id: number;
    readonly reference: string;
    readonly transaction: number;
    readonly propertyType: PropertyType;
  } | null;
  agency: {
    readonly ownerReference: string;
    readonly name: string;
    /** E.164. */
    readonly phone: string | null;
  };
  /** Who is signed in: their details are filled in. */
  person: Person | null;
  /** How fast the agency usually answers, in words; null when it is not known. */
  answers: string | null;
  /** What stands in place of the form while administrators keep it closed; null: it is open. */
  closed: string | null;
  /** What else to do once it is sent. */
  next: ReactNode;
}

/**
 * Writes to the agency of a listing, or to an agency itself (specification 3, « Lead/contact form »). Nothing typed is lost:
 * the form stays as it is until it is sent.
 */
export function ContactForm({ listing, agency, person, answers, closed, next }: ContactFormProps) {
  const wishes: readonly ContactRequest[] = listing ? contactRequests : agencyRequests;
  const [firstWish = 'information'] = wishes;
  const about = listing ?? agency.name;
  const [request, setRequest] = useState(firstWish);
  const { form, send, busy, faults, wrong, refused, summary, failed, sent } = useContact(
    listing,
    agency.ownerReference,
    wishes,
  );

  function choose(wish: ContactRequest) {
    const area = form.current?.elements.namedItem('message');
    // What a person wrote themselves is theirs.
    if (area instanceof HTMLTextAreaElement && area.value === proposedMessage(request, about))
      area.value = proposedMessage(wish, about);
    setRequest(wish);
  }

  if (sent)
    return (
      <ContactSent
        sent={sent}
        agency={agency}
        reference={listing?.reference ?? null}
        answers={answers}
        signedIn={person !== null}
        next={next}
      />
    );

  if (closed !== null) return <ContactClosed words={closed} agency={agency} />;

  const errorOf = (name: string) => faults.fields[name];
  return (
    <>
      <h2 id="contact" tabIndex={-1} className="text-h2 outline-none!">
        Écrire à {agency.name}
      </h2>
      <p className="mt-1 mb-5 text-ardoise-600">
        {listing && `À propos de la référence ${listing.reference}. `}
        {answers ? `L’agence répond d’habitude ${answers}.` : 'L’agence vous répond directement.'}
      </p>
      <noscript>
        <style>{'#ecrire form { display: none }'}</style>
        <Notice>
          Ce formulaire a besoin de JavaScript.
          {agency.phone && ` Vous pouvez appeler l’agence au ${formatPhone(agency.phone)}.`}
        </Notice>
      </noscript>
      <form ref={form} method="post" noValidate onSubmit={(event) => void send(event)}>
        {refused && wrong.length > 0 && (
          <Faults
            ref={summary}
            faults={faults}
            wrong={wrong}
            onGo={(name) => (form.current?.elements.namedItem(name) as HTMLElement | null)?.focus()}
          />
        )}
        <RequestChoice
          wishes={wishes}
          chosen={request}
          transaction={listing?.transaction ?? 1}
          onChoose={choose}
        />
        <Field label="Votre message" optional error={errorOf('message')}>
          {(control) => (
            <TextArea
              {...control}
              name="message"
              rows={6}
              className="field-sizing-content max-h-96 min-h-40"
              maxLength={1000}
              defaultValue={proposedMessage(firstWish, about)}
            />
          )}
        </Field>
        <Civility given={person?.civility ?? null} />
        <Details person={person} errorOf={errorOf} />
        {/* Only programs fill it in. */}
        <div aria-hidden="true" className="absolute -left-[9999px]">
          <label>
            Site web
            <input name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        <div className="mt-3 border-t border-ardoise-200 pt-2">
          {listing && <Checkbox name="optInVigieAlerts" label={consentSentences.vigie_alerts} />}
          <Checkbox name="optInPartnerOffers" label={consentSentences.partner_offers} className="-mt-1" />
        </div>
        {failed && <ContactFailure failed={failed} agency={agency} />}
        <Button type="submit" size="lg" busy={busy} className="mt-4 max-sm:w-full">
          Envoyer ma demande
        </Button>
        <p className="mt-4 max-w-measure text-small text-ardoise-600">
          Vos coordonnées vont à {agency.name}, qui s’en sert pour vous répondre et à rien d’autre. Vous
          recevez un accusé de réception. Durée, responsables et vos droits{NBSP}:{' '}
          <TextLink to={paths.legalNotice()}>mentions légales</TextLink>.
        </p>
      </form>
    </>
  );
}
