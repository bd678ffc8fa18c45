import { Section, Text } from 'react-email';
import { formatCount, formatDate, NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { ink, MailLink, text } from '#rooms/mail/parts/mail-frame.tsx';
import { type Mail, MailAction, MailNotice } from '#rooms/mail/parts/notice.tsx';
import { deltaWords, minutesWords } from './contract.ts';
import { WEEKLY_ANCHOR, type WeeklyReport } from './weekly.ts';

const SPAN = '7 jours';

/** The week of an agency: its figures beside those of the week before, what was looked at most, what waits. */
export function weeklyMail(report: WeeklyReport & { readonly origin: string }): Mail {
  const { origin, agency, ownerReference, monday, sunday, online, views, leads, told, answer, top } = report;
  const at = (path: string) => `${origin}${path}`;
  const dashboard = at(paths.ownedDashboard({ ownerReference }));
  const figures: readonly (readonly [string, string])[] = [
    [formatCount(views.now, 'vue', 'vues'), deltaWords(views.now, views.before, SPAN)],
    [formatCount(leads.now, 'prospect', 'prospects'), deltaWords(leads.now, leads.before, SPAN)],
    ...(told.now > 0
      ? [
          [
            formatCount(told.now, 'signalement', 'signalements'),
            'de vos annonces, par les alertes de personnes qui cherchent',
          ] as const,
        ]
      : []),
    ...(answer === null ? [] : [[minutesWords(answer), 'avant une première réponse, en médiane'] as const]),
  ];
  return {
    subject: `Votre semaine${NBSP}: ${formatCount(views.now, 'vue', 'vues')}, ${formatCount(leads.now, 'prospect', 'prospects')}`,
    element: (
      <MailNotice
        origin={origin}
        preview={`Du ${formatDate(new Date(monday))} au ${formatDate(new Date(sunday))}, ${formatCount(online, 'annonce', 'annonces')} en ligne.`}
        why={
          <>
            Vous recevez ce point chaque lundi parce que {agency} a des annonces en ligne sur Vigie.{' '}
            <MailLink href={`${dashboard}#${WEEKLY_ANCHOR}`}>Ne plus le recevoir</MailLink>.
          </>
        }
      >
        <Text style={text.title}>Votre semaine sur Vigie</Text>
        <Text style={text.body}>
          {agency}, du {formatDate(new Date(monday))} au {formatDate(new Date(sunday))}
          {NBSP}: {formatCount(online, 'annonce', 'annonces')} en ligne.
        </Text>
        {figures.map(([figure, words]) => (
          <Section
            key={figure + words}
            style={{ padding: '10px 0', borderTop: `1px solid ${ink.ardoise200}` }}
          >
            <Text style={{ ...text.body, margin: 0, fontSize: '20px', fontWeight: 650 }}>{figure}</Text>
            <Text style={{ ...text.small, margin: 0 }}>{words}</Text>
          </Section>
        ))}
        {top.length > 0 && (
          <Section style={{ padding: '10px 0', borderTop: `1px solid ${ink.ardoise200}` }}>
            <Text style={{ ...text.body, margin: '0 0 4px', fontWeight: 650 }}>Les plus vues</Text>
            {top.map(({ id, reference, title, views: seen, leads: asked }) => (
              <Text key={id} style={{ ...text.body, margin: '0 0 4px' }}>
                <MailLink href={at(paths.listing({ propertyId: id }))}>{reference}</MailLink>, {title}
                {NBSP}: {formatCount(seen, 'vue', 'vues')}
                {asked > 0 && `, ${formatCount(asked, 'prospect', 'prospects')}`}
              </Text>
            ))}
          </Section>
        )}
        <Waiting {...report} at={at} />
        <MailAction link={dashboard} label="Ouvrir le tableau de bord" />
        <Text style={text.small}>
          Chaque personne ne compte qu’une vue par jour et par annonce, sans traceur ni adresse gardée. C’est
          une audience, pas un compte exact.
        </Text>
      </MailNotice>
    ),
  };
}

/** What is to be done, each with where. */
function Waiting({
  late,
  toConfirm,
  ownerReference,
  at,
}: WeeklyReport & { readonly at: (path: string) => string }) {
  if (late === 0 && toConfirm === 0) return null;
  return (
    <Section style={{ padding: '10px 0', borderTop: `1px solid ${ink.ardoise200}` }}>
      <Text style={{ ...text.body, margin: '0 0 4px', fontWeight: 650 }}>Ce qui vous attend</Text>
      {late > 0 && (
        <Text style={{ ...text.body, margin: '0 0 4px' }}>
          <MailLink href={`${at(paths.ownedLeads({ ownerReference }))}?sansReponse=oui`}>
            {formatCount(late, 'prospect', 'prospects')}
          </MailLink>{' '}
          sans réponse depuis plus d’un jour
        </Text>
      )}
      {toConfirm > 0 && (
        <Text style={{ ...text.body, margin: '0 0 4px' }}>
          <MailLink href={`${at(paths.ownedListings({ ownerReference }))}?vue=a-confirmer`}>
            {formatCount(toConfirm, 'annonce', 'annonces')}
          </MailLink>{' '}
          à confirmer
        </Text>
      )}
    </Section>
  );
}
