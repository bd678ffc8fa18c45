import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { keptEmail } from '#contract/email.ts';
import { NBSP } from '#contract/fmt.ts';
import { textOf } from '#contract/form-text.ts';
import { paths } from '#contract/paths.ts';
import { formatPhone, phoneInField } from '#contract/phone.ts';
import type { PropertyType } from '#rooms/listings/contract.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { Field } from '#ui/field.tsx';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { PhoneField } from '#ui/phone-field.tsx';
import { TextArea, TextInput } from '#ui/text-input.tsx';
import type { ContactFaults } from '../contact.ts';
import {
  agencyRequests,
  type ContactRequest,
  consentSentences,
  contactRequests,
  proposedMessage,
} from '../requests.ts';
import { Civility, Faults, RequestChoice } from './contact-fields.tsx';
import { ContactFailure, ContactSent, type Failed, type Sent } from './contact-outcome.tsx';

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
  person: {
    readonly firstName: string;
    readonly lastName: string;
    readonly email: string;
    readonly phone: string | null;
    readonly civility: string | null;
  } | null;
  /** How fast the agency usually answers, in words; null when it is not known. */
  answers: string | null;
  /** What else to do once it is sent. */
  next: ReactNode;
}

const civilities = ['Mme', 'M.'] as const;
const none: ContactFaults = { fields: {}, missing: null };
/** In the order of the form. */
const order = ['message', 'firstName', 'lastName', 'email', 'phone'];

// What checks and sends the form weighs more than the form: it comes when somebody touches it.
const tools = async () => {
  const [contact, { callApi }, { ApiError, fieldIssues }] = await Promise.all([
    import('../contact.ts'),
    import('#browser/api.ts'),
    import('#browser/read-error.ts'),
  ]);
  return { ...contact, callApi, ApiError, fieldIssues };
};

/** What the form says, as it was typed. */
function readForm<Wish extends ContactRequest>(
  form: HTMLFormElement,
  openedAt: number,
  wishes: readonly Wish[],
) {
  const words = new FormData(form);
  const said = (name: string) => textOf(words, name);
  const civility = said('civility');
  const request = said('request');
  return {
    firstName: said('firstName'),
    lastName: said('lastName'),
    email: said('email'),
    phone: said('phone'),
    message: said('message'),
    civility: civilities.find((known) => known === civility) ?? null,
    optInVigieAlerts: words.has('optInVigieAlerts'),
    optInPartnerOffers: words.has('optInPartnerOffers'),
    request: wishes.find((known) => known === request),
    website: said('website'),
    elapsed: Date.now() - openedAt,
  };
}

/**
 * Writes to the agency of a listing, or to an agency itself (specification 3, « Lead/contact form »). Nothing typed is lost:
 * the form stays as it is until it is sent.
 */
export function ContactForm({ listing, agency, person, answers, next }: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const openedAt = useRef(0);
  const left = useRef(new Set<string>());
  const sending = useRef(false);
  const wishes: readonly ContactRequest[] = listing ? contactRequests : agencyRequests;
  const [firstWish = 'information'] = wishes;
  const about = listing ?? agency.name;
  const [request, setRequest] = useState(firstWish);
  const [faults, setFaults] = useState<ContactFaults>(none);
  const [refusals, setRefusals] = useState(0);
  const [failed, setFailed] = useState<Failed | null>(null);
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState<Sent | null>(null);

  useEffect(() => {
    if (refusals > 0) summary.current?.focus();
  }, [refusals]);

  /** A field is checked when it is left, then as one types. */
  const recheck = useEffectEvent(async (name: string, leaving: boolean) => {
    if (!order.includes(name) || (!leaving && !left.current.has(name))) return;
    left.current.add(name);
    const { checkContact } = await tools();
    if (!form.current) return;
    const found = checkContact(readForm(form.current, openedAt.current, wishes)) ?? none;
    const shown = Object.entries(found.fields).filter(([field]) => left.current.has(field));
    setFaults({ fields: Object.fromEntries(shown), missing: found.missing });
  });

  useEffect(() => {
    const box = form.current;
    openedAt.current = Date.now();
    if (!box) return undefined;
    const nameOf = ({ target }: Event) => (target as HTMLInputElement).name;
    const watch = {
      focusin: () => void tools().catch(() => {}),
      focusout: (event: Event) => void recheck(nameOf(event), true).catch(() => {}),
      input: (event: Event) => void recheck(nameOf(event), false).catch(() => {}),
    };
    for (const [kind, heard] of Object.entries(watch)) box.addEventListener(kind, heard);
    return () => {
      for (const [kind, heard] of Object.entries(watch)) box.removeEventListener(kind, heard);
    };
  }, []);

  function refuse(found: ContactFaults) {
    for (const field of order) left.current.add(field);
    setFaults(found);
    setFailed(null);
    setRefusals((count) => count + 1);
  }

  async function send(event: FormEvent) {
    event.preventDefault();
    if (sending.current || !form.current) return;
    sending.current = true;
    // What failed before stays said until the answer: without it the button would leave the pointer of a double press.
    setBusy(true);
    try {
      const { checkContact, faultsOf, callApi, ApiError, fieldIssues, ...calls } = await tools();
      const read = <Wish extends ContactRequest>(offered: readonly Wish[]) =>
        readForm(form.current!, openedAt.current, offered);
      const { email } = read(wishes);
      const found = checkContact(read(wishes));
      if (found) return refuse(found);
      setFaults(none);
      try {
        const { ownerReference } = agency;
        const { data } = listing
          ? await callApi(
              calls.sendLeadCall,
              { params: { id: String(listing.id) }, body: read(contactRequests) },
              { quiet: true },
            )
          : await callApi(
              calls.sendAgencyLeadCall,
              { params: { ownerReference }, body: read(agencyRequests) },
              { quiet: true },
            );
        setSent({ ...data, email: keptEmail(email) });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const issues = fieldIssues(error);
        if (issues.length > 0) return refuse(faultsOf(issues));
        setFailed({ status: error.status, message: error.message, details: error.details });
      }
    } catch {
      // The page's own script could not be fetched: no network either.
      setFailed({ status: null, message: '', details: undefined });
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

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

  const wrong = order.filter((name) => faults.fields[name]);
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
        {refusals > 0 && wrong.length > 0 && (
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
        <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
          <Field label="Prénom" required lines={2} error={errorOf('firstName')}>
            {(control) => (
              <TextInput
                {...control}
                name="firstName"
                autoComplete="given-name"
                defaultValue={person?.firstName}
              />
            )}
          </Field>
          <Field label="Nom" required lines={2} error={errorOf('lastName')}>
            {(control) => (
              <TextInput
                {...control}
                name="lastName"
                autoComplete="family-name"
                defaultValue={person?.lastName}
              />
            )}
          </Field>
          <EmailField name="email" error={errorOf('email')} defaultValue={person?.email} />
          <PhoneField
            name="phone"
            required
            error={errorOf('phone')}
            defaultValue={person?.phone ? phoneInField(person.phone) : ''}
          />
        </div>
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
