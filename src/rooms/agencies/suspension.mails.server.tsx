import { Text } from 'react-email';
import { formatCount, NBSP } from '#contract/fmt.ts';
import { MailLink, text } from '#rooms/mail/parts/mail-frame.tsx';
import { type Mail, MailAction, MailNotice } from '#rooms/mail/parts/notice.tsx';

const whyOf = (agency: string) =>
  `Vous recevez ce message parce que cette adresse est celle de ${agency} sur Vigie.`;

/** Says that an administrator keeps the listings of the agency off line, why, and how to answer. */
export function suspendedMail(props: {
  origin: string;
  agency: string;
  reason: string;
  removed: number;
  contact: string;
}): Mail {
  const { origin, agency, reason, removed, contact } = props;
  return {
    subject: 'Votre agence est suspendue sur Vigie',
    element: (
      <MailNotice
        origin={origin}
        preview={`Les annonces de ${agency} ne sont plus en ligne.`}
        why={whyOf(agency)}
      >
        <Text style={text.title}>Votre agence est suspendue</Text>
        <Text style={text.body}>
          {removed > 0
            ? `${formatCount(removed, 'annonce quitte', 'annonces quittent')} la ligne.`
            : 'Aucune annonce n’était en ligne.'}{' '}
          Celles de vos flux sont gardées, et restent hors ligne. Une personne de l’équipe en a décidé ainsi.
        </Text>
        <Text style={text.body}>
          Motif{NBSP}: {reason}
        </Text>
        <Text style={text.body}>
          Pour contester cette décision ou dire ce que vous avez corrigé, écrivez-nous depuis cette adresse
          {NBSP}: <MailLink href={`mailto:${contact}`}>{contact}</MailLink>. Une personne vous répond.
        </Text>
      </MailNotice>
    ),
  };
}

/** Says that the listings of the agency come back on line. */
export function reinstatedMail(props: {
  origin: string;
  agency: string;
  reason: string;
  listingsUrl: string;
}): Mail {
  const { origin, agency, reason, listingsUrl } = props;
  return {
    subject: 'La suspension de votre agence est levée',
    element: (
      <MailNotice
        origin={origin}
        preview={`Les annonces de ${agency} reviennent en ligne.`}
        why={whyOf(agency)}
      >
        <Text style={text.title}>La suspension est levée</Text>
        <Text style={text.body}>
          Vos annonces reviennent en ligne, sauf celles que la loi retient ou que vous avez retirées.
        </Text>
        <Text style={text.body}>
          Motif{NBSP}: {reason}
        </Text>
        <MailAction link={listingsUrl} label="Voir mes annonces" />
      </MailNotice>
    ),
  };
}

/** Says that something of the identity of the agency was looked up and not found right. */
export function identityRefusedMail(props: {
  origin: string;
  agency: string;
  /** « Carte professionnelle ». */
  what: string;
  reason: string;
  profileUrl: string;
}): Mail {
  const { origin, agency, what, reason, profileUrl } = props;
  return {
    subject: `Une information de votre agence est à corriger${NBSP}: ${what}`,
    element: (
      <MailNotice
        origin={origin}
        preview={`Nous n’avons pas pu vérifier ce que ${agency} a indiqué.`}
        why={whyOf(agency)}
      >
        <Text style={text.title}>Une information est à corriger</Text>
        <Text style={text.body}>
          Nous avons vérifié ce que votre profil indique, et n’avons pas pu le confirmer{NBSP}: {what}.
        </Text>
        <Text style={text.body}>
          Motif{NBSP}: {reason}
        </Text>
        <MailAction link={profileUrl} label="Corriger mon profil" />
      </MailNotice>
    ),
  };
}
