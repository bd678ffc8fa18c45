import type { ReactElement } from 'react';
import { Text } from 'react-email';
import { formatDate, formatTime, NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { factsText, type ListingView, whereabouts } from '#rooms/listings/reading.ts';
import { ink, MailFrame, MailLink, text } from '#rooms/mail/parts/mail-frame.tsx';
import { type ReportReason, reportReasons } from './contract.ts';

interface Mail {
  readonly subject: string;
  readonly element: ReactElement;
}

interface Report {
  readonly origin: string;
  readonly reference: string;
  readonly reason: ReportReason;
  readonly url: string;
  readonly listing: ListingView;
  readonly at: Date;
}

/** To the operator of the site: a report waits. Neither a name nor a word of it: those stay where they can be erased. */
export function noticeMail({
  origin,
  reference,
  reason,
  url,
  listing,
  priority,
  doubtful,
}: Report & {
  priority: number;
  /** The field that people do not see was filled in. */
  doubtful: boolean;
}): Mail {
  return {
    subject: `[${reference}] Annonce signalée${NBSP}: ${reportReasons[reason]}`,
    element: (
      <MailFrame
        origin={origin}
        preview={`Priorité ${priority}, ${listing.agency.name}`}
        footer={<Text style={text.small}>Message automatique de Vigie, à chaque signalement.</Text>}
      >
        <Text style={text.title}>{reportReasons[reason]}</Text>
        <Text style={text.body}>
          <MailLink href={url}>{factsText(listing)}</MailLink>, {whereabouts(listing)}, référence{' '}
          {listing.reference}, {listing.agency.name}.
        </Text>
        {doubtful && (
          <Text style={{ ...text.body, color: ink.ambre700 }}>
            <strong>À vérifier{NBSP}:</strong> champ caché rempli, comme par un programme.
          </Text>
        )}
        <Text style={text.body}>
          Priorité {priority}. Ce qui est reproché, et l’annonce telle qu’elle a été lue{NBSP}:{' '}
          <MailLink href={`${origin}${paths.adminReports()}`}>Signalements</MailLink>.
        </Text>
      </MailFrame>
    ),
  };
}

/**
 * To the person who reported: the report has arrived, who looks at it and what comes next. `explanation` is null when
 * the address may be another's.
 */
export function receiptMail({
  origin,
  reference,
  reason,
  url,
  listing,
  at,
  termsUrl,
  contactUrl,
  explanation,
}: Report & { termsUrl: string; contactUrl: string; explanation: string | null }): Mail {
  return {
    subject: `Signalement reçu (${reference})`,
    element: (
      <MailFrame
        origin={origin}
        preview="Une personne l’examine et vous dit ce qui a été décidé."
        footer={
          <Text style={text.small}>
            Vous recevez cet accusé de réception parce que cette adresse a été donnée avec un signalement sur
            Vigie. Si ce n’est pas vous, ne faites rien ou{' '}
            <MailLink href={contactUrl}>dites-le-nous</MailLink>.
          </Text>
        }
      >
        <Text style={text.title}>Votre signalement est reçu</Text>
        <Text style={text.body}>
          Reçu le {formatDate(at)} à {formatTime(at)}, sous la référence <strong>{reference}</strong>.
        </Text>
        <Text style={text.body}>
          Annonce{NBSP}: <MailLink href={url}>{factsText(listing)}</MailLink>, {whereabouts(listing)},
          référence {listing.reference}.
          <br />
          Motif{NBSP}: {reportReasons[reason]}.
        </Text>
        {explanation !== null && (
          <>
            <Text style={text.small}>Ce que vous avez écrit{NBSP}:</Text>
            <Text style={{ ...text.body, whiteSpace: 'pre-line' }}>{explanation}</Text>
          </>
        )}
        <Text style={text.body}>
          Une personne examine votre signalement, sans décision automatique, et vous écrit à cette adresse ce
          qui a été décidé. Vous pourrez contester cette décision gratuitement pendant six mois{NBSP}:{' '}
          <MailLink href={termsUrl}>comment nous décidons</MailLink>.
        </Text>
        <Text style={text.body}>Pour ajouter quelque chose, répondez simplement à ce courriel.</Text>
      </MailFrame>
    ),
  };
}
