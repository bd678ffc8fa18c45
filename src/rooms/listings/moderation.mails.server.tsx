import type { ReactNode } from 'react';
import { Section, Text } from 'react-email';
import { formatDate, formatTime, NBSP } from '#contract/fmt.ts';
import { ink, MailLink, text } from '#rooms/mail/parts/mail-frame.tsx';
import { type Mail, MailNotice } from '#rooms/mail/parts/notice.tsx';
import { isVisible, type ListingStatus, listingStatuses } from './contract.ts';
import {
  CONTEST_MONTHS,
  type SuspensionGround,
  type SuspensionSource,
  suspensionGrounds,
  suspensionSources,
} from './moderation.ts';

interface Decided {
  readonly origin: string;
  readonly contactUrl: string;
  readonly termsUrl: string;
  /** Its name. */
  readonly agency: string;
  readonly listing: { readonly reference: string; readonly title: string };
  readonly suspension: {
    readonly reference: string;
    readonly ground: SuspensionGround;
    readonly source: SuspensionSource;
    /** The facts. */
    readonly reason: string;
    readonly since: Date;
  };
}

const kindWords = {
  law: 'Ce contenu nous paraît contraire à la loi',
  terms: 'Ce contenu nous paraît incompatible avec nos règles',
} as const;

const whyOf = (agency: string) =>
  `Ce message de service est adressé à ${agency}, dont Vigie publie les annonces.`;

/**
 * The statement of reasons that is owed to whom a decision restricts (DSA, article 17, 3): what is decided and its scope, the
 * facts, what machines did, the law or the clause, and how to contest it.
 */
export function suspendedMail({ origin, contactUrl, termsUrl, agency, listing, suspension }: Decided): Mail {
  const { reference, ground, source, reason, since } = suspension;
  const { label, basis, kind } = suspensionGrounds[ground];
  return {
    subject: `Votre annonce ${listing.reference} est suspendue (${reference})`,
    element: (
      <MailNotice
        origin={origin}
        preview={`${label}. Les motifs, et comment les contester.`}
        why={whyOf(agency)}
      >
        <Text style={text.title}>Une de vos annonces est suspendue</Text>
        <Named {...listing} />
        <Text style={text.body}>
          Décision {reference}, prise le {formatDate(since)} à {formatTime(since)}.
        </Text>
        <Reason title="Ce qui est décidé">
          L’annonce n’est plus montrée sur Vigie{NBSP}: ni sur sa page, ni dans les recherches, ni dans les
          alertes. Cela vaut partout et jusqu’à ce que nous la rétablissions. Vos autres annonces ne sont pas
          concernées.
        </Reason>
        <Reason title="Les faits">
          <span style={{ whiteSpace: 'pre-line' }}>{reason}</span>
        </Reason>
        <Reason title={`Fondement${NBSP}: ${label}`}>
          {kindWords[kind]}
          {NBSP}: {basis}.
        </Reason>
        <Reason title="Comment cette décision a été prise">{suspensionSources[source].statement}</Reason>
        <Reason title="Ce que vous pouvez faire">
          Corriger l’annonce dans votre logiciel ou dans votre espace ne la remet pas en ligne{NBSP}: répondez
          à ce courriel une fois que c’est fait. Vous pouvez contester cette décision gratuitement jusqu’au{' '}
          {formatDate(contestableUntil(since))}, en répondant à ce courriel ou par{' '}
          <MailLink href={contactUrl}>la page de contact</MailLink>, avec la référence {reference}. Une autre
          personne que celle qui a décidé la réexamine quand c’est possible.
        </Reason>
        <Text style={text.body}>
          Vous gardez le droit de saisir un médiateur ou un organe de règlement extrajudiciaire certifié
          (règlement (UE) 2022/2065, article 21), et le juge{NBSP}:{' '}
          <MailLink href={termsUrl}>comment nous décidons</MailLink>.
        </Text>
      </MailNotice>
    ),
  };
}

/** What became of a listing that is given back. */
function outcomeOf(status: ListingStatus): string {
  if (isVisible(status)) return 'Elle est de nouveau en ligne.';
  if (status === 'refused')
    return 'La loi la retient encore hors ligne\u00a0: votre espace dit ce qu’il faut corriger, et elle paraîtra aussitôt.';
  if (status === 'pending') return 'Une personne doit encore en lire le texte avant qu’elle ne paraisse.';
  if (status === 'expired')
    return 'Elle n’a pas été confirmée depuis longtemps\u00a0: confirmez-la, ou attendez le prochain envoi de votre logiciel.';
  return status === 'suspended'
    ? 'Elle reste en pause, comme vous l’aviez demandé.'
    : `Elle reste dans l’état où elle est\u00a0: ${listingStatuses[status].toLowerCase()}.`;
}

/** Tells the agency that a suspension ends, why, and what becomes of the listing. */
export function restoredMail({
  origin,
  contactUrl,
  agency,
  listing,
  suspension,
  status,
  reason,
}: Decided & { readonly status: ListingStatus; readonly reason: string }): Mail {
  const { reference, since } = suspension;
  return {
    subject: `Votre annonce ${listing.reference} est rétablie (${reference})`,
    element: (
      <MailNotice origin={origin} preview={outcomeOf(status)} why={whyOf(agency)}>
        <Text style={text.title}>La suspension est levée</Text>
        <Named {...listing} />
        <Text style={text.body}>
          La décision {reference} du {formatDate(since)} ne vaut plus. {outcomeOf(status)}
        </Text>
        <Reason title="Pourquoi">
          <span style={{ whiteSpace: 'pre-line' }}>{reason}</span>
        </Reason>
        <Text style={text.body}>
          Une question{NBSP}? Répondez à ce courriel ou écrivez-nous par{' '}
          <MailLink href={contactUrl}>la page de contact</MailLink>.
        </Text>
      </MailNotice>
    ),
  };
}

function contestableUntil(since: Date): Date {
  const until = new Date(since);
  until.setUTCMonth(until.getUTCMonth() + CONTEST_MONTHS);
  return until;
}

function Named({ reference, title }: Decided['listing']) {
  return (
    <Text style={{ ...text.body, fontWeight: 650 }}>
      {reference}
      {title && ` – ${title}`}
    </Text>
  );
}

function Reason({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Section style={{ padding: '8px 0 0', borderTop: `1px solid ${ink.ardoise200}` }}>
      <Text style={{ ...text.body, margin: '0 0 4px', fontWeight: 650 }}>{title}</Text>
      <Text style={text.body}>{children}</Text>
    </Section>
  );
}
