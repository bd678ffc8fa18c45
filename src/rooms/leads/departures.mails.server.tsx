import type { ReactElement } from 'react';
import { Text } from 'react-email';
import { formatDate, NBSP } from '#contract/fmt.ts';
import { RENTAL } from '#rooms/listings/contract.ts';
import { ListingLine } from '#rooms/listings/parts/listing-in-mail.tsx';
import { factsText, type ListingCard, whereabouts } from '#rooms/listings/reading.ts';
import { MailFrame, MailLink, text } from '#rooms/mail/parts/mail-frame.tsx';

interface GoneMailProps {
  readonly origin: string;
  /** Its name. */
  readonly agency: string;
  /** What has left. */
  readonly card: ListingCard;
  /** Up to three, the most alike first. */
  readonly others: readonly { readonly card: ListingCard; readonly url: string }[];
  /** Where the alert for listings like this one is created. */
  readonly alertUrl: string;
  readonly contactUrl: string;
  readonly askedAt: Date;
}

function whatBecame({ status, transaction }: ListingCard): string {
  if (status === 'sold') return 'est vendu';
  if (status === 'rented') return 'est loué';
  return transaction === RENTAL ? 'n’est plus à louer' : 'n’est plus à vendre';
}

/** What the person reads, in one sentence: the same in the mail and in both histories. */
export function departureText(card: ListingCard, alternatives: number): string {
  const what = `Le bien ${card.reference} (${factsText(card)}, ${whereabouts(card)}) ${whatBecame(card)}.`;
  if (alternatives === 0) return what;
  return `${what} ${alternatives === 1 ? 'Un bien qui lui ressemble vous est proposé' : `${alternatives} biens qui lui ressemblent vous sont proposés`} par courriel.`;
}

/** A property has left: the people who asked about it are notified, once. No name in it (contact.mails.server.tsx). */
export function departureMail(props: GoneMailProps): { subject: string; element: ReactElement } {
  const { origin, agency, card, others, alertUrl, contactUrl, askedAt } = props;
  return {
    subject: `Le bien ${card.reference} ${whatBecame(card)}`,
    element: (
      <MailFrame
        origin={origin}
        preview={
          others.length > 0
            ? 'D’autres biens lui ressemblent.'
            : 'Une alerte vous préviendra du prochain qui lui ressemble.'
        }
        footer={
          <Text style={text.small}>
            Vous recevez ce courriel, une seule fois, parce que cette adresse a servi à écrire à {agency} au
            sujet de ce bien le {formatDate(askedAt)}. Si ce n’est pas vous,{' '}
            <MailLink href={contactUrl}>dites-le-nous</MailLink>.
          </Text>
        }
      >
        <Text style={text.title}>Ce bien {whatBecame(card)}</Text>
        <Text style={text.body}>
          Vous aviez écrit à <strong>{agency}</strong> au sujet du bien {card.reference}
          {NBSP}: {factsText(card)}, {whereabouts(card)}. Il {whatBecame(card)}, et votre demande est close
          {NBSP}: vous n’avez rien à faire.
        </Text>
        {others.length > 0 && (
          <>
            <Text style={{ ...text.body, margin: '20px 0 12px', fontWeight: 650 }}>
              {others.length === 1
                ? 'Il lui ressemble, et il est en ligne'
                : 'Ils lui ressemblent, et ils sont en ligne'}
            </Text>
            {others.map((other) => (
              <ListingLine key={other.card.id} card={other.card} origin={origin} url={other.url} />
            ))}
          </>
        )}
        <Text style={{ ...text.body, margin: '20px 0 0' }}>
          <MailLink href={alertUrl}>Être prévenu des prochains</MailLink>
        </Text>
      </MailFrame>
    ),
  };
}
