import type { ReactElement } from 'react';
import { Text } from 'react-email';
import { formatCount, NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { MailLink, text } from '#rooms/mail/parts/mail-frame.tsx';
import { MailAction, MailNotice } from '#rooms/mail/parts/notice.tsx';
import { type NotificationEvent, notificationEvents } from './contract.ts';

/** One thing that happened, and the page about it. */
export interface NotificationLine {
  readonly event: NotificationEvent;
  readonly title: string;
  readonly path: string;
  /** Of listings to confirm: the first of them, each with the link that does it, and the link for all. */
  readonly confirm?: {
    readonly listings: readonly {
      readonly reference: string;
      readonly title: string;
      readonly url: string;
    }[];
    readonly allUrl: string;
  };
}

interface NotificationMailProps {
  readonly origin: string;
  /** Its name. */
  readonly agency: string;
  readonly ownerReference: string;
  readonly told: readonly NotificationLine[];
  /** Of the day; else what just happened. */
  readonly digest: boolean;
}

/** Lines of one event; the rest is on the page. */
const LINES = 20;

/** What happened to an agency, by event, each line leading to its page. */
export function notificationMail({ origin, agency, ownerReference, told, digest }: NotificationMailProps): {
  subject: string;
  element: ReactElement;
} {
  const [first] = told;
  const subject = digest
    ? `Votre résumé du jour${NBSP}: ${formatCount(told.length, 'point', 'points')}`
    : told.length === 1 && first
      ? first.title
      : formatCount(told.length, 'notification', 'notifications');
  const events = [...Map.groupBy(told, ({ event }) => event)];
  return {
    subject,
    element: (
      <MailNotice
        origin={origin}
        preview={told
          .slice(0, 3)
          .map(({ title }) => title)
          .join(' · ')}
        why={`Ce courriel est adressé à ${agency}. Choisissez ce dont vous êtes prévenu, et quand, dans «\u00a0Mes notifications\u00a0».`}
      >
        <Text style={text.title}>{digest ? 'Votre résumé du jour' : subject}</Text>
        {events.map(([event, ofEvent]) => (
          <div key={event}>
            <Text style={{ ...text.body, fontWeight: 700 }}>{notificationEvents[event].label}</Text>
            {ofEvent.slice(0, LINES).map(({ title, path, confirm }) => (
              <div key={`${path} ${title}`}>
                <Text style={text.body}>
                  <MailLink href={`${origin}${path}`}>{title}</MailLink>
                </Text>
                {confirm && <ToConfirm {...confirm} />}
              </div>
            ))}
            {ofEvent.length > LINES && (
              <Text style={text.body}>
                et {formatCount(ofEvent.length - LINES, 'autre', 'autres')} sur le site.
              </Text>
            )}
          </div>
        ))}
        <MailAction
          link={`${origin}${paths.ownedNotifications({ ownerReference })}`}
          label="Mes notifications"
        />
      </MailNotice>
    ),
  };
}

/** One link for each listing, and one for all: they open a page with one button, without a login. */
function ToConfirm({ listings, allUrl }: NonNullable<NotificationLine['confirm']>) {
  return (
    <>
      {listings.map(({ reference, title, url }) => (
        <Text key={url} style={{ ...text.body, margin: '0 0 8px' }}>
          {reference}, {title}
          {NBSP}: <MailLink href={url}>toujours disponible</MailLink>
        </Text>
      ))}
      {listings.length > 1 && (
        <Text style={{ ...text.body, margin: '0 0 16px', fontWeight: 650 }}>
          <MailLink href={allUrl}>Toutes sont toujours disponibles</MailLink>
        </Text>
      )}
      <Text style={text.small}>
        Ces liens valent quatorze jours et ne servent qu’à confirmer. Ne les transmettez qu’à vos collègues.
      </Text>
    </>
  );
}
