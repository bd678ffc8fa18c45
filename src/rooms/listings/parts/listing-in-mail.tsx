import { Column, Img, Row, Section, Text } from 'react-email';
import { NBSP } from '#contract/fmt.ts';
import { ink, MailLink, text } from '#rooms/mail/parts/mail-frame.tsx';
import { photoPath } from '../photos.ts';
import { priceLines, priceSentence } from '../price-lines.ts';
import { factsText, type ListingCard, whereabouts } from '../reading.ts';

/** What it is about: picture, facts, price in the form of the law, reference. */
export function ListingLine({
  card,
  origin,
  url,
}: {
  card: ListingCard;
  origin: string;
  /** Null when its page no longer answers. */
  url: string | null;
}) {
  const facts = (
    <>
      <Text style={{ ...text.body, margin: 0, fontWeight: 650 }}>
        {url === null ? factsText(card) : <MailLink href={url}>{factsText(card)}</MailLink>}
      </Text>
      <Text style={{ ...text.small, margin: '2px 0 0' }}>{whereabouts(card)}</Text>
      <Text style={{ ...text.body, margin: '2px 0 0' }}>{priceSentence(priceLines(card))}</Text>
      <Text style={{ ...text.small, margin: '2px 0 0' }}>
        Référence{NBSP}: {card.reference}
      </Text>
    </>
  );
  return (
    <Section style={{ padding: '16px 0 0', borderTop: `1px solid ${ink.ardoise200}` }}>
      {card.photo ? (
        <Row>
          <Column style={{ width: '124px', verticalAlign: 'top' }}>
            <Img
              src={`${origin}${photoPath(card.photo, 320)}`}
              alt=""
              width={108}
              style={{ borderRadius: '8px', display: 'block' }}
            />
          </Column>
          <Column style={{ verticalAlign: 'top' }}>{facts}</Column>
        </Row>
      ) : (
        facts
      )}
    </Section>
  );
}
