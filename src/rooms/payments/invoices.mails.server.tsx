import { Text } from 'react-email';
import { formatDate, formatPrice, NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { text } from '#rooms/mail/parts/mail-frame.tsx';
import { type Mail, MailAction, MailNotice } from '#rooms/mail/parts/notice.tsx';
import type { InvoiceDocument } from './invoice-document.ts';

/** Carries an invoice or a credit note to whoever keeps the accounts of the agency. */
export function invoiceMail({ origin, document }: { origin: string; document: InvoiceDocument }): Mail {
  const { kind, number, order, totals, corrects, buyer } = document;
  const amount = formatPrice(totals.gross);
  const what = kind === 'invoice' ? 'facture' : 'avoir';
  return {
    subject: `Votre ${what} ${number}`,
    element: (
      <MailNotice
        origin={origin}
        preview={`${amount} TTC, commande ${order.reference}.`}
        why={`Vous recevez ce message parce que cette adresse reçoit les factures de ${buyer.name} sur Vigie. Elle se change dans le profil de l’agence.`}
      >
        <Text style={text.title}>
          {kind === 'invoice' ? 'Votre facture' : 'Votre avoir'} {number}
        </Text>
        {corrects ? (
          <Text style={text.body}>
            {amount} TTC sont crédités sur la facture {corrects.number} du{' '}
            {formatDate(new Date(corrects.issuedOn))}. Motif{NBSP}: {corrects.reason}
          </Text>
        ) : (
          <Text style={text.body}>
            Elle est de {amount} TTC, pour la commande {order.reference}, et déjà réglée{NBSP}: vous n’avez
            rien à payer.
          </Text>
        )}
        <Text style={text.body}>
          Le fichier joint est au format Factur-X{NBSP}: il se lit comme un PDF, et votre logiciel de
          comptabilité y trouve les mêmes données. Il reste à télécharger dans l’espace de l’agence.
        </Text>
        <MailAction
          link={`${origin}${paths.agencyBoosts()}#factures`}
          label="Voir les commandes et les factures"
        />
      </MailNotice>
    ),
  };
}
