import { Fragment, type ReactElement } from 'react';
import { Section, Text } from 'react-email';
import { formatDate, formatTime, NBSP } from '#contract/fmt.ts';
import { callLink, formatPhone } from '#contract/phone.ts';
import { visibleLine } from '#contract/visible.ts';
import { ListingLine } from '#rooms/listings/parts/listing-in-mail.tsx';
import { factsText, type ListingCard, whereabouts } from '#rooms/listings/reading.ts';
import { ink, MailFrame, MailLink, text } from '#rooms/mail/parts/mail-frame.tsx';
import type { Contact } from './contact.ts';
import { KEPT_YEARS } from './contract.ts';
import { spamText } from './inbox.ts';
import {
  type ConsentPurpose,
  type ContactRequest,
  consentSentences,
  referenceTail,
  requestName,
} from './requests.ts';

interface Mail {
  readonly subject: string;
  readonly element: ReactElement;
}

const momentOf = (at: Date) => `le ${formatDate(at)} à ${formatTime(at)}`;

interface LeadMailProps {
  readonly origin: string;
  /** Its name. */
  readonly agency: string;
  readonly contact: Contact;
  /** Null: it is about no listing. */
  readonly card: ListingCard | null;
  readonly listingUrl: string | null;
  readonly at: Date;
  readonly hasLinks: boolean;
  /** Why it looks sent by a program; null when it does not. */
  readonly suspicion: string | null;
  /** Requests put aside as spam that nobody opened, and where they are read. */
  readonly aside: number;
  readonly asideUrl: string;
  /** Answers come back to us. */
  readonly throughUs: boolean;
}

/** Tells an agency who asks what, about which of its listings or of itself; answering it answers them. */
export function leadMail(props: LeadMailProps): Mail {
  const { origin, agency, contact, card, listingUrl, at, hasLinks, suspicion, aside, asideUrl, throughUs } =
    props;
  const name = visibleLine(`${contact.firstName} ${contact.lastName}`);
  const full = contact.civility ? `${contact.civility} ${name}` : name;
  const request = requestName(contact.request ?? 'information', card?.transaction ?? 1);
  return {
    subject: `${request}${NBSP}: ${name}${referenceTail(card?.reference ?? null)}`,
    element: (
      <MailFrame
        origin={origin}
        preview={`${formatPhone(contact.phone)} · ${card ? `${factsText(card)}, ${whereabouts(card)}` : 'depuis votre page'}`}
        footer={
          <>
            <Text style={text.small}>
              Envoyé {momentOf(at)} depuis {card ? 'l’annonce' : 'votre page'}, à {agency}. Ces coordonnées
              vous sont confiées pour répondre à cette demande, et à rien d’autre{NBSP}: tout autre démarchage
              demande un accord exprès.
            </Text>
            {aside > 0 && (
              <Text style={text.small}>
                <MailLink href={asideUrl}>{spamText(aside)}</MailLink> dans votre boîte, sans qu’un courriel
                vous en ait averti.
              </Text>
            )}
          </>
        }
      >
        <Text style={text.title}>{request}</Text>
        <Text style={{ ...text.body, margin: 0, fontSize: '18px', fontWeight: 650 }}>{full}</Text>
        <Text style={{ ...text.body, margin: '2px 0 0' }}>
          <MailLink href={callLink(contact.phone)}>{formatPhone(contact.phone)}</MailLink>
        </Text>
        <Text style={{ ...text.body, margin: '2px 0 16px' }}>
          <MailLink href={`mailto:${encodeURIComponent(contact.email).replaceAll('%40', '@')}`}>
            {contact.email}
          </MailLink>
        </Text>
        {contact.message === null ? (
          <Text style={{ ...text.body, color: ink.ardoise700 }}>Sans message.</Text>
        ) : (
          <Quote words={contact.message} />
        )}
        {suspicion !== null && (
          <Text style={{ ...text.body, color: ink.ambre700 }}>
            <strong>À vérifier{NBSP}:</strong> cette demande ressemble à un envoi automatique ({suspicion}).
            Vigie vous la transmet sans en être sûre.
          </Text>
        )}
        {hasLinks && (
          <Text style={{ ...text.small, color: ink.ambre700 }}>
            Ce message contient un lien que Vigie n’a pas vérifié.
          </Text>
        )}
        <Text style={{ ...text.body, margin: '0 0 20px' }}>
          {throughUs
            ? `Répondez à ce courriel${NBSP}: Vigie transmet votre réponse à ${name} et la garde dans votre boîte de prospects.`
            : `Répondez à ce courriel${NBSP}: votre réponse va directement à ${name}.`}
        </Text>
        {card && <ListingLine card={card} origin={origin} url={listingUrl} />}
      </MailFrame>
    ),
  };
}

interface ReceiptMailProps {
  readonly origin: string;
  readonly agency: string;
  /** Of the agency, E.164. */
  readonly phone: string | null;
  readonly request: ContactRequest;
  /** Null: it is about no listing. */
  readonly card: ListingCard | null;
  /** What may be repeated of the message; empty for nothing. */
  readonly quote: string;
  /** Consents that were given. */
  readonly consents: readonly ConsentPurpose[];
  readonly listingUrl: string | null;
  readonly contactUrl: string;
  /** Where the alert for listings like this one is created. */
  readonly alertUrl: string | null;
  /** When the request left. */
  readonly at: Date;
  /** Its answer comes to the agency. */
  readonly canReply: boolean;
}

/**
 * Tells the sender what was sent, to whom and when. No name in it: nobody proved that who typed the address reads it
 * (accounts/account-links.mails.server.tsx).
 */
export function receiptMail(props: ReceiptMailProps): Mail {
  const {
    origin,
    agency,
    phone,
    request,
    card,
    quote,
    listingUrl,
    contactUrl,
    alertUrl,
    consents,
    at,
    canReply,
  } = props;
  const title = 'Votre demande est partie';
  const reference = referenceTail(card?.reference ?? null);
  return {
    subject: `${title}${reference}`,
    element: (
      <MailFrame
        origin={origin}
        preview={`${agency} vous répond directement.`}
        footer={
          <>
            <Text style={text.small}>
              Vous recevez cet accusé de réception parce que cette adresse a servi à écrire à {agency} sur
              Vigie. Si ce n’est pas vous, ne faites rien ou{' '}
              <MailLink href={contactUrl}>dites-le-nous</MailLink>.
            </Text>
            <Text style={text.small}>
              Pour retirer votre demande ou un accord, <MailLink href={contactUrl}>écrivez-nous</MailLink> de
              cette adresse. L’agence et Vigie gardent votre demande {KEPT_YEARS} ans au plus.
            </Text>
          </>
        }
      >
        <Text style={text.title}>{title}</Text>
        <Text style={text.body}>
          Envoyée à <strong>{agency}</strong> {momentOf(at)}. L’agence vous répond directement, par e-mail ou
          par téléphone.
        </Text>
        {canReply && (
          <Text style={text.body}>
            Quelque chose à ajouter{NBSP}? Répondez à ce courriel, {agency} le lira.
          </Text>
        )}
        {card && <ListingLine card={card} origin={origin} url={listingUrl} />}
        <Text style={{ ...text.body, margin: '20px 0 8px', fontWeight: 650 }}>
          {requestName(request, card?.transaction ?? 1)}
        </Text>
        {quote !== '' && <Quote words={quote} />}
        {phone && (
          <Text style={text.body}>
            Pressé{NBSP}? Appelez l’agence au {formatPhone(phone)}
            {reference}.
          </Text>
        )}
        {consents.length > 0 && (
          <>
            <Text style={{ ...text.small, margin: '12px 0 4px' }}>Vous avez aussi coché{NBSP}:</Text>
            {consents.map((purpose) => (
              <Text key={purpose} style={{ ...text.small, margin: '0 0 4px' }}>
                «{NBSP}
                {consentSentences[purpose]}
                {NBSP}»
              </Text>
            ))}
            {alertUrl && consents.includes('vigie_alerts') && (
              <Text style={{ ...text.body, margin: '8px 0 12px' }}>
                <MailLink href={alertUrl}>Créer l’alerte pour des biens comme celui-ci</MailLink>
              </Text>
            )}
          </>
        )}
      </MailFrame>
    ),
  };
}

/** Somebody's words, apart from ours; their lines stay. */
export function Quote({ words }: { words: string }) {
  return (
    <Section
      style={{
        margin: '0 0 16px',
        padding: '14px 16px',
        backgroundColor: ink.craie,
        borderLeft: `4px solid ${ink.ardoise200}`,
      }}
    >
      <Text style={{ ...text.body, margin: 0, overflowWrap: 'anywhere' }}>
        {words.split('\n').map((line, index) => (
          // Lines of one message never move.
          // oxlint-disable-next-line react/no-array-index-key
          <Fragment key={index}>
            {index > 0 && <br />}
            {line}
          </Fragment>
        ))}
      </Text>
    </Section>
  );
}
