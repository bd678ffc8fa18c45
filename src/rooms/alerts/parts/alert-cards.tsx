import { useEffect } from 'react';
import { useFetcher } from 'react-router';
import { callApi } from '../../../browser/api.ts';
import { ApiError } from '../../../browser/read-error.ts';
import { toast } from '../../../browser/toasts.ts';
import { textOf } from '../../../contract/form-text.ts';
import { paths } from '../../../contract/paths.ts';
import { type GeneralStatus, StatusBadge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Dialog, DialogClose } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { Time } from '../../../ui/time.tsx';
import type { Board } from '../board/contract.ts';
import {
  type AlertStatus,
  type AlertView,
  alertStatuses,
  deleteAlertCall,
  editAlertCall,
} from '../contract.ts';
import { AlertChips, rhythmOf } from './alert-summary.tsx';

const done = {
  pause: 'Alerte en pause',
  resume: 'Alerte reprise',
  delete: 'Alerte supprimée',
} as const;

/** What the cards ask of the page that shows them: its `clientAction`. */
export async function alertAction(request: Request): Promise<{ failure?: string }> {
  const form = await request.formData();
  const id = Number(textOf(form, 'id'));
  const intent = textOf(form, 'intent') as keyof typeof done;
  try {
    if (intent === 'delete') await callApi(deleteAlertCall, { params: { id } });
    else {
      const status = intent === 'pause' ? 'paused' : 'active';
      await callApi(editAlertCall, { params: { id }, body: { status } });
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { failure: error.message };
  }
  toast({ title: done[intent], description: textOf(form, 'name') });
  return {};
}

/** The alerts of somebody, one card each; what to do first when there is none. */
export function AlertCards({ board: { alerts, now } }: { board: Board }) {
  return alerts.length === 0 ? (
    <EmptyState
      title="Aucune alerte pour l’instant"
      actions={
        <ButtonLink to={paths.newAlert()} variant="beam">
          Créer une alerte
        </ButtonLink>
      }
    >
      Dites ce que vous cherchez, et Vigie vous écrit dès qu’une annonce correspond.
    </EmptyState>
  ) : (
    <ul className="grid gap-4 lg:grid-cols-2">
      {alerts.map((alert) => (
        <AlertCard key={alert.id} alert={alert} now={now} />
      ))}
    </ul>
  );
}

const badges: Record<AlertStatus, GeneralStatus> = {
  active: 'active',
  paused: 'paused',
  unconfirmed: 'pending',
  stopped: 'inactive',
};

function AlertCard({ alert, now }: { alert: AlertView; now: string }) {
  const fetcher = useFetcher<typeof alertAction>();
  const failure = fetcher.data?.failure;
  const submit = (intent: keyof typeof done) =>
    void fetcher.submit({ id: String(alert.id), name: alert.name, intent }, { method: 'post' });
  const busy = fetcher.state !== 'idle';

  useEffect(() => {
    if (failure) toast({ title: 'Rien n’a changé', description: failure, variant: 'destructive' });
  }, [failure]);

  return (
    <Card as="li" className="flex flex-col gap-3">
      <div className="flex items-start justify-between gap-3">
        <h2 className="text-body font-bold">{alert.name}</h2>
        <StatusBadge status={badges[alert.status]} label={alertStatuses[alert.status]} />
      </div>
      <AlertChips alert={alert} />
      <p className="text-small text-ardoise-600">
        {rhythmOf(alert)}.{' '}
        {alert.lastSentAt ? (
          <>
            Dernier envoi <Time at={alert.lastSentAt} format="ago" now={now} />.
          </>
        ) : (
          'Rien envoyé encore.'
        )}
      </p>
      <div className="mt-auto flex flex-wrap items-center gap-2 pt-1">
        {alert.status === 'active' ? (
          <Button variant="secondary" size="sm" busy={busy} onClick={() => submit('pause')}>
            Mettre en pause
          </Button>
        ) : (
          <Button variant="secondary" size="sm" busy={busy} onClick={() => submit('resume')}>
            {alert.status === 'unconfirmed' ? 'Activer' : 'Reprendre'}
          </Button>
        )}
        <Dialog
          title="Supprimer cette alerte ?"
          description={`« ${alert.name} » ne vous écrira plus.`}
          trigger={
            <Button variant="quiet" size="sm">
              Supprimer
            </Button>
          }
          footer={
            <>
              <DialogClose asChild>
                <Button variant="secondary">Garder</Button>
              </DialogClose>
              <DialogClose asChild>
                <Button variant="destructive" onClick={() => submit('delete')}>
                  Supprimer
                </Button>
              </DialogClose>
            </>
          }
        />
        {alert.resultsPath && (
          <TextLink to={alert.resultsPath} className="ml-auto text-small">
            Annonces d’aujourd’hui
          </TextLink>
        )}
      </div>
    </Card>
  );
}
