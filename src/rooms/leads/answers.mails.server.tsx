import type { ReactElement } from 'react';
import { Text } from 'react-email';
import { formatDate, NBSP } from '#contract/fmt.ts';
import { formatPhone } from '#contract/phone.ts';
import { ListingLine } from '#rooms/listings/parts/listing-in-mail.tsx';
import type { ListingCard } from '#rooms/listings/reading.ts';
import { MailFrame, MailLink, text } from '#rooms/mail/parts/mail-frame.tsx';
import type { Answerer } from './answers.sql.server.ts';
import { Quote } from './contact.mails.server.tsx';
import { referenceTail } from './requests.ts';

interface AnswerMailProps {
  readonly origin: string;
  readonly agency: Answerer;
  /** What the agency wrote. */
  readonly text: string;
  /** An answer to this mail arrives. */
  readonly canReply: boolean;
  /** Null: they asked about no listing. */
  readonly reference: string | null;
  /** Null once the listing was removed. */
  readonly card: ListingCard | null;
  /** Null once it is off line. */
  readonly listingUrl: string | null;
  readonly contactUrl: string;
  readonly askedAt: Date;
}

/** An agency’s own words to the person who asked: ours stay around them. No name but the agency’s (contact.mails.server.tsx). */
export function answerMail(props: AnswerMailProps): { subject: string; element: ReactElement } {
  const { origin, agency, canReply, reference, card, listingUrl, contactUrl, askedAt } = props;
  const call = agency.phone === null ? null : formatPhone(agency.phone);
  return {
    subject: `${agency.name} vous répond${referenceTail(reference)}`,
    element: (
      <MailFrame
        origin={origin}
        preview={props.text.slice(0, 120)}
        footer={
          <Text style={text.small}>
            Vous recevez ce courriel parce que cette adresse a servi à écrire à {agency.name} sur Vigie le{' '}
            {formatDate(askedAt)}. Si ce n’est pas vous, <MailLink href={contactUrl}>dites-le-nous</MailLink>.
          </Text>
        }
      >
        <Text style={text.title}>{agency.name} vous répond</Text>
        <Quote words={props.text} />
        <Text style={text.body}>
          {!canReply
            ? call === null
              ? ''
              : `Pour répondre, appelez l’agence au ${call}.`
            : `Répondez à ce courriel${NBSP}: votre réponse va à l’agence${call === null ? '' : `, joignable aussi au ${call}`}.`}
        </Text>
        <Text style={text.small}>
          Ne versez rien et n’envoyez aucune coordonnée bancaire avant d’avoir visité.
        </Text>
        {card && <ListingLine card={card} origin={origin} url={listingUrl} />}
      </MailFrame>
    ),
  };
}
