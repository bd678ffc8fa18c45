import type { ReactElement } from 'react';
import { Text } from 'react-email';
import { formatDate, NBSP } from '#contract/fmt.ts';
import { visibleLine } from '#contract/visible.ts';
import { ListingLine } from '#rooms/listings/parts/listing-in-mail.tsx';
import type { ListingCard } from '#rooms/listings/reading.ts';
import { ink, MailFrame, MailLink, text } from '#rooms/mail/parts/mail-frame.tsx';
import { Quote } from './contact.mails.server.tsx';
import { referenceTail } from './requests.ts';

interface Mail {
  readonly subject: string;
  readonly element: ReactElement;
}

interface ReplyMailProps {
  readonly origin: string;
  /** Of the person. */
  readonly name: string;
  /** What they wrote. */
  readonly words: string;
  /** Null: it is about no listing. */
  readonly reference: string | null;
  /** Null once the listing was removed. */
  readonly card: ListingCard | null;
  /** Null once it is off line. */
  readonly listingUrl: string | null;
  /** The lead in the inbox of the agency. */
  readonly inboxUrl: string;
  readonly askedAt: Date;
  /** It says that it comes from another address than the request. */
  readonly elsewhere: boolean;
  readonly hasLinks: boolean;
  readonly files: readonly string[];
}

/** Brings an agency what a person answered it. */
export function replyMail(props: ReplyMailProps): Mail {
  const { origin, words, reference, card, listingUrl, inboxUrl, askedAt, elsewhere, hasLinks, files } = props;
  const name = visibleLine(props.name);
  return {
    subject: `${name} vous répond${referenceTail(reference)}`,
    element: (
      <MailFrame
        origin={origin}
        preview={words.slice(0, 120)}
        footer={
          <Text style={text.small}>
            Suite de la demande du {formatDate(askedAt)}. Ces coordonnées vous sont confiées pour y répondre,
            et à rien d’autre.
          </Text>
        }
      >
        <Text style={text.title}>{name} vous répond</Text>
        <Quote words={words} />
        {elsewhere && (
          <Text style={{ ...text.small, color: ink.ambre700 }}>
            Écrit depuis une autre adresse que celle de la demande{NBSP}: assurez-vous que c’est bien {name}.
          </Text>
        )}
        {hasLinks && (
          <Text style={{ ...text.small, color: ink.ambre700 }}>
            Ce message contient un lien que Vigie n’a pas vérifié.
          </Text>
        )}
        {files.length > 0 && <NotCarried files={files} />}
        <Text style={{ ...text.body, margin: '0 0 20px' }}>
          Répondez à ce courriel{NBSP}: Vigie transmet votre réponse. Ou{' '}
          <MailLink href={inboxUrl}>ouvrez l’échange dans votre boîte</MailLink>.
        </Text>
        {card && <ListingLine card={card} origin={origin} url={listingUrl} />}
      </MailFrame>
    ),
  };
}

interface FilesMailProps {
  readonly origin: string;
  /** Who was written to, in words. */
  readonly other: string;
  /** Null: it is about no listing. */
  readonly reference: string | null;
  readonly files: readonly string[];
}

/** Tells the sender of files that their words arrived without them. */
export function filesMail({ origin, other, reference, files }: FilesMailProps): Mail {
  return {
    subject: `Votre message est transmis, sans ses pièces jointes${referenceTail(reference)}`,
    element: (
      <MailFrame
        origin={origin}
        preview="Vigie ne transmet pas les fichiers."
        footer={<Text style={text.small}>Message automatique{NBSP}: il n’attend pas de réponse.</Text>}
      >
        <Text style={text.title}>Transmis, sans ses pièces jointes</Text>
        <Text style={text.body}>
          Votre message est arrivé à {other}. Ce qui y était joint n’a été ni transmis ni gardé{NBSP}:
        </Text>
        <Names files={files} />
        <Text style={text.body}>
          Convenez ensemble d’un autre moyen. Pour un dossier de location, DossierFacile
          (dossierfacile.logement.gouv.fr) donne un lien qui se met dans un message.
        </Text>
      </MailFrame>
    ),
  };
}

function NotCarried({ files }: { files: readonly string[] }) {
  return (
    <>
      <Text style={{ ...text.small, margin: '0 0 4px' }}>
        Joint à son message, que Vigie ne transmet pas (la personne en est avertie){NBSP}:
      </Text>
      <Names files={files} />
    </>
  );
}

function Names({ files }: { files: readonly string[] }) {
  return files.map((file, index) => (
    // Two files may have one name.
    // oxlint-disable-next-line react/no-array-index-key
    <Text key={index} style={{ ...text.small, margin: '0 0 4px', overflowWrap: 'anywhere' }}>
      · {visibleLine(file)}
    </Text>
  ));
}
