import { useState } from 'react';
import { saveAsAdmin } from '#browser/admin-session.ts';
import { addressOf } from '#browser/api.ts';
import { toast } from '#browser/toasts.ts';
import type { AnswerOf } from '#contract/call.ts';
import { formatPrice } from '#contract/fmt.ts';
import { Button } from '#ui/button.tsx';
import { type Column, Table } from '#ui/table.tsx';
import { Time } from '#ui/time.tsx';
import { type adminAgencyCall, adminInvoiceCall } from '../agencies.ts';

type Invoice = AnswerOf<typeof adminAgencyCall>['invoices'][number];

const columnsOf = (id: number): readonly Column<Invoice>[] => [
  { key: 'number', header: 'Numéro', rowHeader: true, cell: ({ number }) => number },
  { key: 'kind', header: 'Nature', cell: ({ kind }) => (kind === 'invoice' ? 'Facture' : 'Avoir') },
  { key: 'on', header: 'Du', cell: ({ issuedOn }) => <Time at={`${issuedOn}T12:00:00Z`} /> },
  { key: 'net', header: 'HT', numeric: true, cell: ({ net }) => formatPrice(net) },
  { key: 'gross', header: 'TTC', numeric: true, cell: ({ gross }) => formatPrice(gross) },
  { key: 'sent', header: 'Envoyée', cell: ({ mailedAt }) => (mailedAt ? <Time at={mailedAt} /> : '–') },
  { key: 'file', header: 'Fichier', cell: ({ number }) => <FileButton id={id} number={number} /> },
];

/** The last invoices and credit notes of an agency, each with its file. */
export function AgencyInvoices({ id, invoices }: { id: number; invoices: readonly Invoice[] }) {
  if (invoices.length === 0) return <p className="text-ardoise-600">Aucune facture.</p>;
  return (
    <Table
      density="pro"
      caption="Factures et avoirs, les derniers d’abord"
      rows={invoices}
      rowKey={({ number }) => number}
      columns={columnsOf(id)}
    />
  );
}

function FileButton({ id, number }: { id: number; number: string }) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const address = addressOf(adminInvoiceCall, { params: { id, number } });
    const failure = await saveAsAdmin(address, `${number}.pdf`);
    setBusy(false);
    if (failure) toast({ title: 'Facture', description: failure.message, variant: 'destructive' });
  };
  return (
    <Button variant="quiet" size="sm" busy={busy} onClick={() => void save()}>
      PDF<span className="sr-only"> de {number}</span>
    </Button>
  );
}
