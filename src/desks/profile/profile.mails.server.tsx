import { Text } from 'react-email';
import { formatDate, formatTime, NBSP } from '#contract/fmt.ts';
import { MailLink, text } from '#rooms/mail/parts/mail-frame.tsx';
import { type Mail, MailNotice } from '#rooms/mail/parts/notice.tsx';

/** Says that somebody took everything: if it was not the person, they learn it here. */
export function exportedMail(props: { origin: string; profileUrl: string; at: Date }): Mail {
  const { origin, profileUrl, at } = props;
  return {
    subject: 'Vos données ont été exportées',
    element: (
      <MailNotice
        origin={origin}
        preview="Un fichier avec tout ce que Vigie sait de vous."
        why="Vous recevez ce message parce que cette adresse est celle d’un compte Vigie."
      >
        <Text style={text.title}>Vos données ont été exportées</Text>
        <Text style={text.body}>
          Le {formatDate(at)} à {formatTime(at)}, un fichier avec tout ce que Vigie sait de vous a été
          téléchargé depuis votre profil.
        </Text>
        <Text style={text.body}>
          Ce n’est pas vous{NBSP}? Changez votre mot de passe et déconnectez vos autres appareils dans{' '}
          <MailLink href={profileUrl}>votre profil</MailLink>.
        </Text>
      </MailNotice>
    ),
  };
}

/** The last mail. Without a name: nothing of the person is left to write it from. */
export function farewellMail(props: { origin: string; at: Date }): Mail {
  const { origin, at } = props;
  return {
    subject: 'Votre compte Vigie est supprimé',
    element: (
      <MailNotice
        origin={origin}
        preview="Ce message est le dernier."
        why="Vous recevez ce message parce que cette adresse était celle d’un compte Vigie. Elle n’est plus gardée."
      >
        <Text style={text.title}>Votre compte est supprimé</Text>
        <Text style={text.body}>
          Le {formatDate(at)} à {formatTime(at)}, votre compte, vos alertes, vos favoris et vos notes, vos
          messages et vos demandes ont été effacés. Tous vos appareils ont été déconnectés.
        </Text>
        <Text style={text.body}>
          Les agences à qui vous aviez écrit ont reçu vos demandes par courriel. Chacune en répond{NBSP}:
          c’est à elle qu’il faut demander de les effacer.
        </Text>
        <Text style={text.body}>
          Ce message est le dernier. Vous pourrez ouvrir un nouveau compte avec la même adresse quand vous le
          voudrez.
        </Text>
      </MailNotice>
    ),
  };
}
