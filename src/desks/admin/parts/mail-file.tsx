import type { ReactNode } from 'react';
import { formatCount, formatDate, formatTime } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { FileLines } from '#rooms/administrators/parts/file-parts.tsx';
import { MAIL_WORDS_DAYS, mailStatuses } from '#rooms/mail/contract.ts';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { asideWords, fateWords, kindWords, type ReadMail } from '../sent-mails.ts';
import { FateBadge } from './mail-list.tsx';

function Moment({ at }: { at: string }) {
  const date = new Date(at);
  return (
    <time dateTime={at}>
      {formatDate(date)} à {formatTime(date)}
    </time>
  );
}

/** One mail as it was sent, with what became of it. */
export function MailFile({ mail }: { mail: ReadMail }) {
  return (
    <article className="min-w-0">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <h2 className="min-w-0 flex-1 basis-60 text-h4 wrap-anywhere">
          {mail.subject ?? 'Pas encore écrit'}
        </h2>
        <FateBadge fate={mail.fate} />
      </div>
      <p className="mt-1 text-ardoise-600">{fateWords[mail.fate]}</p>
      <div className="mt-4">
        <Fate mail={mail} />
      </div>
      <div className="mt-6">
        <Words mail={mail} />
      </div>
    </article>
  );
}

function Fate({ mail }: { mail: ReadMail }) {
  const { address, returned } = mail;
  const rows: readonly (readonly [string, ReactNode])[] = [
    [
      'À',
      <TextLink key="to" to={`${paths.adminMails()}?${new URLSearchParams({ personne: mail.to })}`}>
        {mail.to}
      </TextLink>,
    ],
    ['Genre', kindWords(mail.kind)],
    ['Écrit', <Moment key="created" at={mail.createdAt} />],
    ['État', mailStatuses[mail.status]],
    ['Tentatives', String(mail.attempts)],
    ...(mail.sentAt ? [['Parti', <Moment key="sent" at={mail.sentAt} />] as const] : []),
    ...(mail.nextAt ? [['Prochain essai', <Moment key="next" at={mail.nextAt} />] as const] : []),
    ...(mail.error ? [['Réponse du serveur', mail.error] as const] : []),
    ...(returned
      ? [
          [
            returned.as === 'complaint' ? 'Plainte' : 'Renvoyé',
            <Returned key="returned" returned={returned} />,
          ] as const,
        ]
      : []),
    ...(mail.attachment
      ? [['Pièce jointe', `${mail.attachment.name}, ${mail.attachment.type}`] as const]
      : []),
    [
      'Adresse',
      address === null ? 'rien à signaler' : <Address key="address" to={mail.to} address={address} />,
    ],
  ];
  return <FileLines lines={rows} />;
}

function Returned({ returned: { at, status } }: { returned: NonNullable<ReadMail['returned']> }) {
  return (
    <>
      <Moment at={at} />
      {status && `, code ${status}`}
    </>
  );
}

function Address({ to, address }: { to: string; address: NonNullable<ReadMail['address']> }) {
  const { bounces, lastBounceAt, asideSince, reason } = address;
  return (
    <>
      {formatCount(bounces, 'point de retour', 'points de retour')}
      {lastBounceAt && (
        <>
          , le dernier le <Moment at={lastBounceAt} />
        </>
      )}
      {asideSince && (
        <>
          {' '}
          – mise de côté le <Moment at={asideSince} />
          {reason && `\u00a0: ${asideWords[reason].toLowerCase()}`}.{' '}
          <TextLink to={`${paths.adminMails()}?${new URLSearchParams({ vue: 'ecartees', personne: to })}`}>
            Voir l’adresse
          </TextLink>
        </>
      )}
    </>
  );
}

/** Why there is nothing to read, or until when there is. */
function keptWords({ words, html, keptUntil }: ReadMail): string {
  if (words === 'unwritten')
    return 'Ce courriel sera écrit peu avant son départ, avec ce qui sera vrai à ce moment.';
  if (words === 'gone')
    return `Le texte n’est plus gardé\u00a0: il a été effacé au bout de ${MAIL_WORDS_DAYS} jours, ou avec la personne dont il parlait.`;
  const form = html === null ? ', sans sa mise en page,' : '';
  if (keptUntil) return `Le texte est gardé${form} jusqu’au ${formatDate(new Date(keptUntil))}, puis effacé.`;
  return `Le texte est gardé tant que le courriel attend, et jusqu’à ${MAIL_WORDS_DAYS} jours après avoir été écrit.`;
}

function Words({ mail }: { mail: ReadMail }) {
  const { html, text, words } = mail;
  return (
    <>
      <Notice>
        {keptWords(mail)}
        {words === 'here' &&
          ' Les clés de ses liens sont masquées (•••)\u00a0: rien ne peut être ouvert à la place du destinataire. Votre lecture est notée au journal.'}
      </Notice>
      <div className="mt-3">
        <Tabs
          label="Parties du courriel"
          tabs={[
            ...(html === null
              ? []
              : [
                  {
                    value: 'html',
                    label: 'Aperçu',
                    panel: <Preview key={mail.id} html={html} mail={mail} />,
                  },
                ]),
            ...(text === null ? [] : [{ value: 'text', label: 'Texte', panel: <Source>{text}</Source> }]),
            { value: 'headers', label: 'En-têtes', panel: <Source>{headersOf(mail)}</Source> },
          ]}
        />
      </div>
    </>
  );
}

function Preview({ html, mail }: { html: string; mail: ReadMail }) {
  return (
    <iframe
      title={`Aperçu\u00a0: ${mail.subject ?? ''}`}
      // Nothing runs, nothing is sent, nothing opens: a link that is pressed wants a new tab, which is refused.
      sandbox=""
      srcDoc={`<base target="_blank">${html}`}
      referrerPolicy="no-referrer"
      className="h-[40rem] w-full rounded-card border border-ardoise-200 bg-blanc"
    />
  );
}

function headersOf({ from, to, replyTo, subject, messageId, headers }: ReadMail): string {
  return [
    `From: ${from}`,
    `To: ${to}`,
    ...(replyTo ? [`Reply-To: ${replyTo}`] : []),
    ...(subject === null ? [] : [`Subject: ${subject}`]),
    `Message-ID: ${messageId}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ].join('\n');
}

function Source({ children }: { children: string }) {
  return (
    <pre className="overflow-x-auto rounded-card border border-ardoise-200 bg-blanc p-4 text-small wrap-anywhere whitespace-pre-wrap">
      {children}
    </pre>
  );
}
