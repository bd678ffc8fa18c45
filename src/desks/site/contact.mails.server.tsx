import { Text } from 'react-email';
import { NBSP } from '#contract/fmt.ts';
import { formatPhone } from '#contract/phone.ts';
import { ink, MailFrame, MailLink, text } from '#rooms/mail/parts/mail-frame.tsx';
import type { Mail } from '#rooms/mail/parts/notice.tsx';

interface Said {
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
  readonly company?: string | null;
  /** E.164. */
  readonly phone?: string | null;
}

/** To the operator of the site: answering it writes to the person. */
export function messageMail({
  origin,
  reference,
  accountId,
  agencyId,
  doubtful,
  ...said
}: Said & {
  origin: string;
  reference: string;
  accountId: number | null;
  agencyId: number | null;
  /** The field that people do not see was filled in. */
  doubtful: boolean;
}): Mail {
  return {
    subject: `[${reference}] ${said.subject}`,
    element: (
      <MailFrame
        origin={origin}
        preview={said.message.slice(0, 120)}
        footer={
          <Text style={text.small}>
            Message envoyé depuis la page de contact. Répondre à ce courriel écrit à {said.email}.
          </Text>
        }
      >
        <Text style={text.title}>{said.subject}</Text>
        <Text style={text.small}>
          {[
            reference,
            said.name,
            said.company,
            said.email,
            said.phone && formatPhone(said.phone),
            agencyId !== null
              ? `agence nº ${agencyId}`
              : accountId === null
                ? 'sans compte connecté'
                : `compte nº ${accountId}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {doubtful && (
          <Text style={{ ...text.body, color: ink.ambre700 }}>
            <strong>À vérifier{NBSP}:</strong> champ caché rempli, comme par un programme.
          </Text>
        )}
        <Lines words={said.message} />
      </MailFrame>
    ),
  };
}

/** To the person: it has arrived, and what comes next. `said` is null when the address is not known to be theirs. */
export function receiptMail({
  origin,
  contactUrl,
  reference,
  said,
}: {
  origin: string;
  contactUrl: string;
  reference: string;
  said: Said | null;
}): Mail {
  return {
    subject: `Nous avons bien reçu votre message (${reference})`,
    element: (
      <MailFrame
        origin={origin}
        preview="Nous vous répondons à cette adresse."
        footer={
          <Text style={text.small}>
            Vous recevez ce message parce que cette adresse a été donnée sur{' '}
            <MailLink href={contactUrl}>notre page de contact</MailLink>. Si ce n’est pas vous, ne faites rien
            {NBSP}: personne ne s’en servira pour autre chose.
          </Text>
        }
      >
        <Text style={text.title}>Votre message est arrivé</Text>
        <Text style={text.body}>
          Une personne le lit et vous répond à cette adresse. Pour ajouter quelque chose, répondez simplement
          à ce courriel.
        </Text>
        <Text style={text.body}>
          Sa référence{NBSP}: <strong>{reference}</strong>
        </Text>
        {said && (
          <>
            <Text style={text.small}>Ce que vous avez écrit{NBSP}:</Text>
            <Text style={{ ...text.body, fontWeight: 650 }}>{said.subject}</Text>
            <Lines words={said.message} />
          </>
        )}
      </MailFrame>
    ),
  };
}

function Lines({ words }: { words: string }) {
  return <Text style={{ ...text.body, whiteSpace: 'pre-line' }}>{words}</Text>;
}
