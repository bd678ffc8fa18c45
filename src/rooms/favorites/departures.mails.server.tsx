import type { ReactElement } from 'react';
import { Section, Text } from 'react-email';
import { formatCount, NBSP } from '#contract/fmt.ts';
import { RENTAL } from '#rooms/listings/contract.ts';
import { ListingLine } from '#rooms/listings/parts/listing-in-mail.tsx';
import { factsText, type ListingCard, whereabouts } from '#rooms/listings/reading.ts';
import { ink, MailFrame, MailLink, text } from '#rooms/mail/parts/mail-frame.tsx';
import type { Departure } from './departures.ts';

interface LeftHome {
  readonly card: ListingCard;
  readonly departure: Departure;
  /** Of its page, which stays for a while; null where it does not. */
  readonly url: string | null;
  /** Of the same home, shown by another agency; null: by none. */
  readonly elsewhereUrl: string | null;
}

interface DeparturesMailProps {
  readonly origin: string;
  /** Shown whole; the last ones first. */
  readonly left: readonly LeftHome[];
  /** How many there are, those that are not shown included. */
  readonly total: number;
  /** Of them all. */
  readonly departures: readonly Departure[];
  /** Like them, and on line. */
  readonly others: readonly { readonly card: ListingCard; readonly url: string }[];
  readonly favoritesUrl: string;
  readonly stopUrl: string;
}

function whatBecame({ card, departure }: Pick<LeftHome, 'card' | 'departure'>): string {
  if (departure === 'under_offer') return 'est sous offre';
  if (card.status === 'sold') return 'est vendu';
  if (card.status === 'rented') return 'est loué';
  return card.transaction === RENTAL ? 'n’est plus à louer' : 'n’est plus à vendre';
}

function heading({ left, total, departures }: DeparturesMailProps): string {
  const [first] = left;
  if (total === 1 && first) return `Un de vos favoris ${whatBecame(first)}`;
  if (departures.length > 1) return `${total} de vos favoris partent ou sont sous offre`;
  return departures[0] === 'left'
    ? `${total} de vos favoris ne sont plus en ligne`
    : `${total} de vos favoris sont sous offre`;
}

/** What became of the homes that somebody keeps, in one mail, with others like them. */
export function departuresMail(props: DeparturesMailProps): { subject: string; element: ReactElement } {
  const { origin, left, total, others, favoritesUrl, stopUrl } = props;
  const subject = heading(props);
  return {
    subject,
    element: (
      <MailFrame
        origin={origin}
        preview={left.map(({ card }) => `${factsText(card)}, ${whereabouts(card)}`).join(' · ')}
        footer={
          <Text style={text.small}>
            Vous recevez ce courriel parce que vous gardez {total === 1 ? 'cette annonce' : 'ces annonces'}{' '}
            dans vos favoris.{' '}
            <MailLink href={stopUrl}>Ne plus être prévenu du départ de mes favoris</MailLink>.
          </Text>
        }
      >
        <Text style={text.title}>{subject}</Text>
        {left.map((home) => (
          <Home key={home.card.id} {...home} />
        ))}
        {total > left.length && (
          <Text style={{ ...text.body, margin: '12px 0 0' }}>
            et {formatCount(total - left.length, 'autre', 'autres')}, à retrouver dans vos favoris.
          </Text>
        )}
        {others.length > 0 && (
          <>
            <Text style={{ ...text.body, margin: '24px 0 12px', fontWeight: 650 }}>
              {others.length === 1
                ? 'Un bien qui ressemble, et qui est en ligne'
                : 'Des biens qui ressemblent, et qui sont en ligne'}
            </Text>
            {others.map(({ card, url }) => (
              <ListingLine key={card.id} card={card} origin={origin} url={url} />
            ))}
          </>
        )}
        <Text style={{ ...text.body, margin: '20px 0 0' }}>
          <MailLink href={favoritesUrl}>Voir mes favoris</MailLink>
        </Text>
      </MailFrame>
    ),
  };
}

function Home({ card, departure, url, elsewhereUrl }: LeftHome) {
  const name = `${factsText(card)}, ${whereabouts(card)}`;
  return (
    <Section style={{ padding: '12px 0', borderTop: `1px solid ${ink.ardoise200}` }}>
      <Text style={{ ...text.body, margin: 0, fontWeight: 650 }}>
        {url === null ? name : <MailLink href={url}>{name}</MailLink>}
      </Text>
      <Text style={{ ...text.body, margin: '2px 0 0' }}>
        {departure === 'under_offer'
          ? 'Est sous offre, et reste en ligne pour l’instant.'
          : `Ce bien ${whatBecame({ card, departure })}.`}
      </Text>
      <Text style={{ ...text.small, margin: '2px 0 0' }}>
        Référence{NBSP}: {card.reference}
      </Text>
      {departure === 'left' && elsewhereUrl !== null && (
        <Text style={{ ...text.body, margin: '2px 0 0' }}>
          <MailLink href={elsewhereUrl}>Une autre agence le propose encore</MailLink>
        </Text>
      )}
    </Section>
  );
}
