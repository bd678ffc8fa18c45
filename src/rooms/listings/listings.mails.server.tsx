import type { ReactElement } from 'react';
import { Section, Text } from 'react-email';
import { formatCount, NBSP } from '#contract/fmt.ts';
import { ink, MailFrame, text } from '#rooms/mail/parts/mail-frame.tsx';
import type { Finding } from './legal-engine.ts';
import { holdingFindings } from './publication.ts';

/** Listings of one group named with their title; beyond, their references are enough. */
const TITLED = 20;
const NAMED = 500;

interface DepartedListing {
  readonly reference: string;
  readonly title: string;
  readonly findings: readonly Finding[];
}

export interface DepartedMailProps {
  readonly origin: string;
  /** Its name. */
  readonly agency: string;
  readonly listings: readonly DepartedListing[];
}

/** Tells an agency which of its listings the law took off line, every failing rule of each, and what to do. */
export function departedMail({ origin, agency, listings }: DepartedMailProps): {
  subject: string;
  element: ReactElement;
} {
  const several = listings.length > 1;
  const headline = formatCount(
    listings.length,
    'annonce n’est plus en ligne',
    'annonces ne sont plus en ligne',
  );
  // What fails alike is said once: a card that expired takes a whole portfolio off line.
  const groups = [
    ...Map.groupBy(listings, ({ findings }) =>
      JSON.stringify(holdingFindings(findings).map(({ rule, message, remedy }) => [rule, message, remedy])),
    ).values(),
  ];
  return {
    subject: `${headline} : elle${several ? 's ne respectent' : ' ne respecte'} plus la loi`,
    element: (
      <MailFrame
        preview={listings
          .slice(0, 3)
          .map(({ reference, title }) => `${reference}, ${title}`)
          .join(' · ')}
        origin={origin}
        footer={
          <Text style={text.small}>
            Ce message de service est adressé à {agency}, dont Vigie publie les annonces.
          </Text>
        }
      >
        <Text style={text.title}>{headline}</Text>
        <Text style={text.body}>
          La loi ne permet plus de {several ? 'les' : 'la'} publier telle{several ? 's' : ''} quelle
          {several ? 's' : ''}. Corrigez-{several ? 'les' : 'la'} dans votre logiciel{NBSP}:{' '}
          {several ? 'elles reviennent' : 'elle revient'} en ligne dès le prochain envoi.
        </Text>
        {groups.map((group, index) => (
          // The groups of one mail never move.
          // oxlint-disable-next-line react/no-array-index-key
          <Group key={index} listings={group} />
        ))}
      </MailFrame>
    ),
  };
}

function Group({ listings }: { listings: readonly DepartedListing[] }) {
  const references = listings.slice(TITLED, NAMED).map(({ reference }) => reference);
  const more = listings.length - TITLED - references.length;
  return (
    <Section style={{ padding: '12px 0', borderTop: `1px solid ${ink.ardoise200}` }}>
      {listings.slice(0, TITLED).map(({ reference, title }) => (
        <Text key={reference} style={{ ...text.body, margin: '0 0 4px', fontWeight: 650 }}>
          {reference} – {title}
        </Text>
      ))}
      {references.length > 0 && <Text style={text.body}>{references.join(', ')}</Text>}
      {more > 0 && <Text style={text.body}>et {formatCount(more, 'autre', 'autres')}.</Text>}
      {holdingFindings(listings[0]?.findings ?? []).map(({ rule, code, message, remedy }) => (
        <Text
          key={`${rule} ${code} ${message}`}
          style={{ ...text.body, margin: '8px 0 0', color: ink.ardoise700 }}
        >
          {rule}
          {NBSP}: {message} <strong>{remedy}</strong>
        </Text>
      ))}
    </Section>
  );
}
