import type { ReactElement } from 'react';
import { Section, Text } from 'react-email';
import { NBSP } from '#contract/fmt.ts';
import { ink, MailButton, MailFrame, MailLink, text } from '#rooms/mail/parts/mail-frame.tsx';

interface Mail {
  readonly subject: string;
  readonly element: ReactElement;
}

export interface AlertRecap {
  readonly name: string;
  readonly places: readonly string[];
  /** The other criteria in French. */
  readonly chips: readonly string[];
  /** « Dès qu’une annonce correspond ». */
  readonly rhythm: string;
}

/** Asks the reader of this address whether they want these mails (double opt-in, security.md D7). */
export function confirmationMail(props: {
  origin: string;
  alert: AlertRecap;
  confirmUrl: string;
  days: number;
}): Mail {
  const { origin, alert, confirmUrl, days } = props;
  return {
    subject: `Confirmez votre alerte${NBSP}: ${alert.name}`,
    element: (
      <MailFrame
        preview={`Un clic pour recevoir les annonces de « ${alert.name} ».`}
        origin={origin}
        footer={
          <Text style={text.small}>
            Vous recevez ce message parce que cette adresse a été donnée pour créer une alerte sur Vigie. Si
            ce n’est pas vous, ne faites rien{NBSP}: rien d’autre ne vous sera envoyé.
          </Text>
        }
      >
        <Text style={text.title}>Confirmez votre alerte</Text>
        <Text style={text.body}>
          Vous recevrez le premier courriel dès qu’une annonce correspond. Il ne manque que votre accord.
        </Text>
        <Recap alert={alert} />
        <Section style={{ padding: '8px 0 16px' }}>
          <MailButton href={confirmUrl}>Confirmer mon alerte</MailButton>
        </Section>
        <Text style={text.small}>Ce lien est valable {days} jours.</Text>
      </MailFrame>
    ),
  };
}

/** Asks the reader of this address whether they want to search with somebody, and says what that shows. */
export function invitationMail(props: {
  origin: string;
  /** « Camille (camille@example.test) »: a proven address. */
  inviter: string;
  alert: AlertRecap;
  confirmUrl: string;
  days: number;
}): Mail {
  const { origin, inviter, alert, confirmUrl, days } = props;
  return {
    subject: `Chercher un logement à deux${NBSP}: ${alert.name}`,
    element: (
      <MailFrame
        preview={`${inviter} vous propose de chercher à deux.`}
        origin={origin}
        footer={
          <Text style={text.small}>
            Vous recevez ce message parce que {inviter} a donné cette adresse pour chercher à deux sur Vigie.
            Si cela ne vous dit rien, ne faites rien{NBSP}: rien d’autre ne vous sera envoyé.
          </Text>
        }
      >
        <Text style={text.title}>Chercher à deux</Text>
        <Text style={text.body}>
          {inviter} vous propose de chercher ensemble. Vous aurez votre propre alerte, que vous pourrez
          changer
          {NBSP}: celle-ci, pour commencer.
        </Text>
        <Recap alert={alert} />
        <Text style={text.body}>
          Si vous acceptez, chacun verra ce que l’autre retient et écarte, et ce qui est hors de ses critères.
          Vous pourrez arrêter en un clic.
        </Text>
        <Section style={{ padding: '8px 0 16px' }}>
          <MailButton href={confirmUrl}>Voir et accepter</MailButton>
        </Section>
        <Text style={text.small}>Ce lien est valable {days} jours.</Text>
      </MailFrame>
    ),
  };
}

/** Says, to the address alone, why one more alert was not created. */
export function limitMail(props: { origin: string; limit: number; signupUrl: string }): Mail {
  const { origin, limit, signupUrl } = props;
  return {
    subject: `Votre nouvelle alerte n’a pas été créée`,
    element: (
      <MailFrame
        preview={`Cette adresse a déjà ${limit} alertes.`}
        origin={origin}
        footer={
          <Text style={text.small}>
            Vous recevez ce message parce que cette adresse a été donnée pour créer une alerte sur Vigie.
          </Text>
        }
      >
        <Text style={text.title}>Vous avez déjà {limit} alertes</Text>
        <Text style={text.body}>
          C’est le maximum sans compte. Arrêtez-en une par le lien en bas de ses courriels, ou{' '}
          <MailLink href={signupUrl}>connectez-vous</MailLink> pour en créer davantage.
        </Text>
      </MailFrame>
    ),
  };
}

/** What an alert watches, in three lines. */
function Recap({ alert }: { alert: AlertRecap }) {
  return (
    <Section
      style={{
        margin: '0 0 16px',
        padding: '14px 16px',
        backgroundColor: ink.craie,
        borderLeft: `4px solid ${ink.ambre400}`,
      }}
    >
      <Text style={{ ...text.body, margin: 0, fontWeight: 650 }}>{alert.name}</Text>
      <Text style={{ ...text.small, margin: '4px 0 0' }}>
        {[alert.places.join(', '), ...alert.chips].join(' · ')}
      </Text>
      <Text style={{ ...text.small, margin: '4px 0 0' }}>{alert.rhythm}</Text>
    </Section>
  );
}
