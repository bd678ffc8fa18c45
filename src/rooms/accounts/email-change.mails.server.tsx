import { Text } from 'react-email';
import { formatDate, formatTime, NBSP } from '#contract/fmt.ts';
import { text } from '#rooms/mail/parts/mail-frame.tsx';
import { type Mail, MailAction, MailNotice } from '#rooms/mail/parts/notice.tsx';

/** Asks a new address to confirm that it is its account's now. No name: it may be a stranger's. */
export function newAddressMail(props: { origin: string; link: string; hours: number }): Mail {
  const { origin, link, hours } = props;
  return {
    subject: 'Confirmez votre nouvelle adresse',
    element: (
      <MailNotice
        origin={origin}
        preview="Un clic, et cette adresse devient celle de votre compte Vigie."
        why={`Vous recevez ce message parce que quelqu’un a donné cette adresse comme la nouvelle de son compte Vigie. Si ce n’est pas vous, ne faites rien${NBSP}: elle ne servira pas.`}
      >
        <Text style={text.title}>Confirmez votre nouvelle adresse</Text>
        <Text style={text.body}>
          Elle servira à vous connecter et à recevoir vos alertes. Tant qu’elle n’est pas confirmée,
          l’ancienne reste la bonne.
        </Text>
        <MailAction link={link} label="Confirmer cette adresse" />
        <Text style={text.body}>
          Le lien demande d’être connecté au compte, avec l’adresse d’aujourd’hui.
        </Text>
        <Text style={text.small}>Ce lien est valable {hours} heures et ne sert qu’une fois.</Text>
      </MailNotice>
    ),
  };
}

/** To an address that has an account of its own: only its reader learns it. */
export function takenAddressMail(props: { origin: string; loginUrl: string }): Mail {
  const { origin, loginUrl } = props;
  return {
    subject: 'Cette adresse a déjà un compte',
    element: (
      <MailNotice
        origin={origin}
        preview="Rien n’a changé."
        why="Vous recevez ce message parce que cette adresse est celle d’un compte Vigie."
      >
        <Text style={text.title}>Cette adresse a déjà un compte</Text>
        <Text style={text.body}>
          Quelqu’un vient de la demander pour un autre compte Vigie. Rien n’a changé{NBSP}: une adresse n’a
          qu’un compte, et celui-ci reste le vôtre.
        </Text>
        <Text style={text.body}>
          Si c’est vous, connectez-vous avec cette adresse, ou supprimez d’abord ce compte-ci.
        </Text>
        <MailAction link={loginUrl} label="Se connecter" />
      </MailNotice>
    ),
  };
}

/** Tells the address of today that another one is to take its place, and how to stop it. */
export function addressChangeMail(props: {
  origin: string;
  newAddress: string;
  link: string;
  hours: number;
  at: Date;
}): Mail {
  const { origin, newAddress, link, hours, at } = props;
  return {
    subject: 'Un changement d’adresse a été demandé',
    element: (
      <MailNotice
        origin={origin}
        preview={`Si ce n’est pas vous, vous pouvez l’arrêter.`}
        why="Vous recevez ce message parce que cette adresse est celle d’un compte Vigie."
      >
        <Text style={text.title}>Un changement d’adresse a été demandé</Text>
        <Text style={text.body}>
          Le {formatDate(at)} à {formatTime(at)}, une nouvelle adresse a été donnée pour votre compte{NBSP}:{' '}
          {newAddress}. Elle prendra la place de celle-ci une fois confirmée.
        </Text>
        <Text style={text.body}>C’est vous{NBSP}? Vous n’avez rien à faire ici.</Text>
        <Text style={text.body}>
          Ce n’est pas vous{NBSP}? Arrêtez-le. Si c’est déjà fait, votre adresse revient, tous les appareils
          sont déconnectés et vous choisissez un nouveau mot de passe.
        </Text>
        <MailAction link={link} label="Ce n’est pas moi&nbsp;: arrêter" />
        <Text style={text.small}>Ce lien est valable {hours} heures.</Text>
      </MailNotice>
    ),
  };
}
