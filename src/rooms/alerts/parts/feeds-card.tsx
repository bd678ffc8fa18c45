import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { callApi } from '#browser/api.ts';
import { ApiError } from '#browser/read-error.ts';
import { toast } from '#browser/toasts.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { type Feeds, openFeedsCall } from '../owner/private-feeds.ts';

/** The private addresses of an alert, for a feed reader or an agenda; given and taken back here. */
export function FeedsCard({ alertId, feeds }: { alertId: number; feeds: Feeds }) {
  const [busy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();

  async function set(open: boolean) {
    setBusy(true);
    try {
      await callApi(openFeedsCall, { params: { id: alertId }, body: { open } });
      await revalidate();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast({ title: 'Rien n’a changé', description: error.message, variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Card as="section" className="space-y-3">
      <h2 className="font-text text-body font-bold tracking-normal">Suivre sans courriel</h2>
      {feeds ? (
        <>
          <p className="text-small text-ardoise-600">
            Ces adresses sont secrètes : qui les a voit ce que l’alerte a trouvé.
          </p>
          <Address label="Lecteur de flux (RSS)" value={feeds.rss} />
          <Address label="Agenda (iCalendar)" value={feeds.calendar} />
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" size="sm" busy={busy} onClick={() => void set(true)}>
              Changer d’adresse
            </Button>
            <Button variant="quiet" size="sm" busy={busy} onClick={() => void set(false)}>
              Fermer
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className="text-small text-ardoise-600">
            Une adresse secrète pour votre lecteur de flux, une autre pour votre agenda.
          </p>
          <Button variant="secondary" size="sm" busy={busy} onClick={() => void set(true)}>
            Obtenir les adresses
          </Button>
        </>
      )}
    </Card>
  );
}

function Address({ label, value }: { label: string; value: string }) {
  return (
    <Field label={label} reserve={false}>
      {(control) => (
        <TextInput
          {...control}
          value={value}
          readOnly
          className="text-small"
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </Field>
  );
}
