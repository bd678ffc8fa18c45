import { Text } from 'react-email';
import { NBSP } from '#contract/fmt.ts';
import { MailLink, text } from '#rooms/mail/parts/mail-frame.tsx';
import { type Mail, MailAction, MailNotice } from '#rooms/mail/parts/notice.tsx';
import { changedPasswordMail, newPasswordMail } from '#rooms/mail/parts/password-mails.tsx';

// No name in a mail to an address that nobody has proven: the person who typed the address also typed the name.

/** Asks the reader of this address to prove that it is theirs. */
export function verificationMail(props: { origin: string; link: string; hours: number }): Mail {
  const { origin, link, hours } = props;
  return {
    subject: 'Confirmez votre adresse',
    element: (
      <MailNotice
        origin={origin}
        preview="Un clic pour confirmer l’adresse de votre compte Vigie."
        why={`Vous recevez ce message parce que cette adresse a servi à créer un compte sur Vigie. Si ce n’est pas vous, ne faites rien${NBSP}: aucune alerte n’y partira.`}
      >
        <Text style={text.title}>Confirmez votre adresse</Text>
        <Text style={text.body}>
          Votre compte est ouvert. Il reste à confirmer cette adresse, pour que vos alertes y partent sans
          autre formalité.
        </Text>
        <MailAction link={link} label="Confirmer mon adresse" />
        <Text style={text.body}>
          Dans le navigateur où vous avez créé le compte, un clic suffit. Ouvert ailleurs, ce lien vous fait
          choisir votre mot de passe{NBSP}: celui donné à l’inscription ne vaut plus, et tous les appareils
          sont déconnectés.
        </Text>
        <Text style={text.small}>Ce lien est valable {hours} heures.</Text>
      </MailNotice>
    ),
  };
}

/** The link of a forgotten password. */
export function resetMail(props: { origin: string; link: string; hours: number }): Mail {
  return newPasswordMail({ ...props, of: 'pour cette adresse sur Vigie' });
}

/** Says that the password was changed: if it was not by the person, they learn it here. */
export function passwordChangedMail(props: { origin: string; forgotUrl: string; at: Date }): Mail {
  return changedPasswordMail({
    ...props,
    whose: 'Votre mot de passe',
    why: 'Vous recevez ce message parce que cette adresse est celle d’un compte Vigie.',
  });
}

/** Says that Google no longer opens the account. */
export function googleUnlinkedMail(props: { origin: string; profileUrl: string }): Mail {
  const { origin, profileUrl } = props;
  return {
    subject: 'Google n’ouvre plus votre compte',
    element: (
      <MailNotice
        origin={origin}
        preview="Connectez-vous avec votre mot de passe."
        why="Vous recevez ce message parce que cette adresse est celle d’un compte Vigie."
      >
        <Text style={text.title}>Google n’ouvre plus votre compte</Text>
        <Text style={text.body}>
          Le lien avec votre compte Google a été retiré. Votre adresse et votre mot de passe suffisent.
        </Text>
        <Text style={text.body}>
          Ce n’est pas vous{NBSP}? Changez votre mot de passe dans{' '}
          <MailLink href={profileUrl}>votre profil</MailLink>, puis déconnectez vos autres appareils.
        </Text>
      </MailNotice>
    ),
  };
}

/** Says that a Google account now opens this one. */
export function googleLinkedMail(props: { origin: string; forgotUrl: string; linkedTo?: string }): Mail {
  const { origin, forgotUrl, linkedTo } = props;
  return {
    subject: 'Google ouvre désormais votre compte',
    element: (
      <MailNotice
        origin={origin}
        preview="Vous pouvez vous connecter avec Google."
        why="Vous recevez ce message parce que cette adresse est celle d’un compte Vigie."
      >
        <Text style={text.title}>Google ouvre désormais votre compte</Text>
        <Text style={text.body}>
          {linkedTo
            ? `Le compte Google ${linkedTo} vient d’être lié au vôtre.`
            : 'Vous venez de vous connecter avec Google, à la même adresse.'}{' '}
          Votre mot de passe, si vous en avez un, fonctionne toujours.
        </Text>
        <Text style={text.body}>
          Ce n’est pas vous{NBSP}? Changez d’abord le mot de passe de votre compte Google, puis{' '}
          <MailLink href={forgotUrl}>celui de Vigie</MailLink>.
        </Text>
      </MailNotice>
    ),
  };
}
