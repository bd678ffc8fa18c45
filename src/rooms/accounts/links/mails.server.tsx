import type { ReactElement, ReactNode } from 'react';
import { Section, Text } from 'react-email';
import { formatDate, formatTime, NBSP } from '../../../contract/fmt.ts';
import { MailButton, MailFrame, MailLink, text } from '../../mail/parts/mail-frame.tsx';

export interface Mail {
  readonly subject: string;
  readonly element: ReactElement;
}

// No name in a mail to an address that nobody has proven: whoever typed the address also typed the name.

/** Asks whoever reads this address to prove that it is theirs. */
export function verificationMail(props: { origin: string; link: string; hours: number }): Mail {
  const { origin, link, hours } = props;
  return {
    subject: 'Confirmez votre adresse',
    element: (
      <Frame
        origin={origin}
        preview="Un clic pour confirmer l’adresse de votre compte Vigie."
        why={`Vous recevez ce message parce que cette adresse a servi à créer un compte sur Vigie. Si ce n’est pas vous, ne faites rien${NBSP}: personne ne pourra s’en servir pour vous écrire.`}
      >
        <Text style={text.title}>Confirmez votre adresse</Text>
        <Text style={text.body}>
          Votre compte est ouvert. Il reste à confirmer cette adresse, pour que vos alertes y partent sans
          autre formalité.
        </Text>
        <Action link={link} label="Confirmer mon adresse" />
        <Text style={text.small}>Ce lien est valable {hours} heures.</Text>
      </Frame>
    ),
  };
}

/** The link of a forgotten password. */
export function resetMail(props: { origin: string; link: string; hours: number }): Mail {
  const { origin, link, hours } = props;
  return {
    subject: 'Choisissez un nouveau mot de passe',
    element: (
      <Frame
        origin={origin}
        preview={`Le lien est valable ${hours} heure, une seule fois.`}
        why={`Vous recevez ce message parce qu’un nouveau mot de passe a été demandé pour cette adresse sur Vigie. Si ce n’est pas vous, ne faites rien${NBSP}: le mot de passe d’aujourd’hui reste le bon.`}
      >
        <Text style={text.title}>Un nouveau mot de passe</Text>
        <Text style={text.body}>
          Choisissez-le sur la page qui s’ouvre. Vous vous connecterez ensuite, et vos autres appareils
          devront se reconnecter.
        </Text>
        <Action link={link} label="Choisir un mot de passe" />
        <Text style={text.small}>
          Ce lien est valable {hours} heure et ne sert qu’une fois. Ne le transmettez à personne.
        </Text>
      </Frame>
    ),
  };
}

/** Says that the password was changed: if it was not by the person, they learn it here. */
export function passwordChangedMail(props: { origin: string; forgotUrl: string; at: Date }): Mail {
  const { origin, forgotUrl, at } = props;
  return {
    subject: 'Votre mot de passe a été changé',
    element: (
      <Frame
        origin={origin}
        preview="Vos autres appareils ont été déconnectés."
        why="Vous recevez ce message parce que cette adresse est celle d’un compte Vigie."
      >
        <Text style={text.title}>Votre mot de passe a été changé</Text>
        <Text style={text.body}>
          Le {formatDate(at)} à {formatTime(at)}. Vos autres appareils ont été déconnectés.
        </Text>
        <Text style={text.body}>
          Ce n’est pas vous{NBSP}?{' '}
          <MailLink href={forgotUrl}>Demandez tout de suite un nouveau mot de passe</MailLink>
          {NBSP}: celui qui vient d’être choisi ne vaudra plus.
        </Text>
      </Frame>
    ),
  };
}

/** Says that Google no longer opens the account. */
export function googleUnlinkedMail(props: { origin: string; profileUrl: string }): Mail {
  const { origin, profileUrl } = props;
  return {
    subject: 'Google n’ouvre plus votre compte',
    element: (
      <Frame
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
      </Frame>
    ),
  };
}

/** Says that a Google account now opens this one. */
export function googleLinkedMail(props: { origin: string; forgotUrl: string; linkedTo?: string }): Mail {
  const { origin, forgotUrl, linkedTo } = props;
  return {
    subject: 'Google ouvre désormais votre compte',
    element: (
      <Frame
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
      </Frame>
    ),
  };
}

/** The frame of the mails of accounts. */
export function Frame({
  origin,
  preview,
  why,
  children,
}: {
  origin: string;
  preview: string;
  why: string;
  children: ReactNode;
}) {
  return (
    <MailFrame origin={origin} preview={preview} footer={<Text style={text.small}>{why}</Text>}>
      {children}
    </MailFrame>
  );
}

export function Action({ link, label }: { link: string; label: string }) {
  return (
    <Section style={{ padding: '8px 0 16px' }}>
      <MailButton href={link}>{label}</MailButton>
    </Section>
  );
}
