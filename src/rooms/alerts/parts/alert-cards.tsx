import { Copy, EllipsisVertical, Pause, Pencil, Trash2 } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useRevalidator } from 'react-router';
import { callApi } from '#browser/api.ts';
import { useSender } from '#browser/post-form.tsx';
import { ApiError } from '#browser/read-error.ts';
import { toast } from '#browser/toasts.ts';
import { formatCount, formatDate } from '#contract/fmt.ts';
import { textOf } from '#contract/form-text.ts';
import { paths } from '#contract/paths.ts';
import { ButtonLink, IconButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { CounterBadge } from '#ui/counter-badge.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { TextLink } from '#ui/link.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx';
import { Sparkline } from '#ui/sparkline.tsx';
import { Time } from '#ui/time.tsx';
import { rhythmText } from '../asking/rhythm.ts';
import {
  type AlertEdit,
  alertStatuses,
  deleteAlertCall,
  editAlertCall,
  PAUSES,
  restoreAlertCall,
} from '../contract.ts';
import type { Board, BoardAlert } from '../owner/dashboard.ts';
import { AlertChips } from './alert-summary.tsx';
import { AlertSwitch } from './alert-switch.tsx';
import { SilencedNotice } from './silenced.tsx';

type Intent = 'pause' | 'pause-7' | 'pause-30' | 'resume' | 'delete';

const edits: Readonly<Record<Exclude<Intent, 'delete'>, AlertEdit>> = {
  pause: { status: 'paused' },
  'pause-7': { status: 'paused', pauseDays: 7 },
  'pause-30': { status: 'paused', pauseDays: 30 },
  resume: { status: 'active' },
};

interface Outcome {
  readonly failure?: string;
  readonly deleted?: { readonly id: number; readonly name: string };
}

/** What the cards ask of the page that shows them: its `clientAction`. */
export async function alertAction(request: Request): Promise<Outcome> {
  const form = await request.formData();
  const id = Number(textOf(form, 'id'));
  const name = textOf(form, 'name');
  const intent = textOf(form, 'intent') as Intent;
  try {
    if (intent === 'delete') {
      await callApi(deleteAlertCall, { params: { id } });
      return { deleted: { id, name } };
    }
    await callApi(editAlertCall, { params: { id }, body: edits[intent] });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { failure: error.message };
  }
  toast({ title: intent === 'resume' ? 'Alerte reprise' : 'Alerte en pause', description: name });
  return {};
}

/** The alerts of somebody, one card each; what to do first when there is none. */
export function AlertCards({ board: { alerts, silenced, now } }: { board: Board }) {
  const sender = useSender<typeof alertAction>();
  const { revalidate } = useRevalidator();
  const outcome = sender.data;
  // Gone at once: it can be brought back.
  const leaving = sender.formData ? Number(textOf(sender.formData, 'id')) : null;
  const shown = alerts.filter(({ id }) => id !== leaving);

  useEffect(() => {
    if (outcome?.failure) sayFailure(outcome.failure);
    if (!outcome?.deleted) return;
    const { id, name } = outcome.deleted;
    toast({
      title: 'Alerte supprimée',
      description: name,
      action: { label: 'Annuler', onSelect: () => void restore({ id, name }, revalidate) },
    });
  }, [outcome, revalidate]);

  return (
    <>
      {silenced && (
        <div className="mb-6">
          <SilencedNotice {...silenced} />
        </div>
      )}
      {shown.length === 0 ? (
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
          {shown.map((alert) => (
            <AlertCard
              key={alert.id}
              alert={alert}
              now={now}
              onDelete={() => void sender.send({ id: String(alert.id), name: alert.name, intent: 'delete' })}
            />
          ))}
        </ul>
      )}
    </>
  );
}

async function restore(alert: { id: number; name: string }, revalidate: () => Promise<void>): Promise<void> {
  try {
    await callApi(restoreAlertCall, { params: { id: alert.id } });
    toast({ title: 'Alerte rétablie', description: alert.name });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    sayFailure(error.message);
  }
  await revalidate();
}

function sayFailure(message: string): void {
  toast({ title: 'Rien n’a changé', description: message, variant: 'destructive' });
}

function AlertCard({ alert, now, onDelete }: { alert: BoardAlert; now: string; onDelete: () => void }) {
  const sender = useSender<typeof alertAction>();
  const failure = sender.data?.failure;
  const submit = (intent: Intent) => void sender.send({ id: String(alert.id), name: alert.name, intent });
  const asked = sender.formData ? textOf(sender.formData, 'intent') : null;
  const on = asked === null ? alert.status === 'active' : asked === 'resume';
  const results = paths.alertResults({ alertId: alert.id });

  useEffect(() => {
    if (failure) sayFailure(failure);
  }, [failure]);

  return (
    <Card as="li" padding="none" className="flex flex-col">
      <div className="flex-1 px-4 pt-4 pb-4 sm:px-6 sm:pt-5">
        <div className="flex items-start gap-3">
          <h2 className="min-w-0 flex-1 py-1.5 font-text text-body font-bold tracking-normal">
            <Link to={results} className="rounded-chip underline-offset-4 hover:underline">
              {alert.name}
            </Link>{' '}
            <CounterBadge
              count={alert.fresh}
              label={alert.fresh === 1 ? 'nouvelle annonce' : 'nouvelles annonces'}
            />
          </h2>
          <AlertMenu alert={alert} submit={submit} onDelete={onDelete} />
        </div>
        <AlertChips alert={alert} />
        <Volume alert={alert} now={now} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-ardoise-200 px-4 py-2.5 sm:px-6">
        <AlertSwitch
          on={on}
          busy={sender.state !== 'idle'}
          name={alert.name}
          label={on ? alertStatuses.active : offLabel(alert)}
          onSwitch={(next) => submit(next ? 'resume' : 'pause')}
        />
        <TextLink to={results} className="inline-flex min-h-11 items-center text-small font-medium">
          {alert.fresh > 0
            ? `Voir ${alert.fresh === 1 ? 'la nouvelle annonce' : 'les nouvelles annonces'}`
            : 'Voir les résultats'}
          <span className="sr-only"> de « {alert.name} »</span>
        </TextLink>
      </div>
    </Card>
  );
}

function offLabel({ status, pausedUntil }: BoardAlert): string {
  if (status === 'active') return alertStatuses.paused;
  if (status === 'paused' && pausedUntil) return `En pause jusqu’au ${formatDate(new Date(pausedUntil))}`;
  return alertStatuses[status];
}

/** How much it finds, and when it last wrote. */
function Volume({ alert, now }: { alert: BoardAlert; now: string }) {
  const total = alert.perDay.reduce((sum, count) => sum + count, 0);
  const sentence =
    total === 0
      ? 'Rien trouvé ces 30 derniers jours'
      : `${formatCount(total, 'annonce trouvée', 'annonces trouvées')} en 30 jours`;
  return (
    <div className="mt-4 flex flex-col gap-x-5 gap-y-2 sm:flex-row sm:items-end">
      <div className="shrink-0">
        <Sparkline values={alert.perDay} label={sentence} width={150} height={36} />
      </div>
      <p className="min-w-0 text-small text-ardoise-600">
        <span className="figures block font-medium text-encre">{sentence}</span>
        {rhythmText(alert)}.{' '}
        {alert.status === 'unconfirmed' ? (
          'Elle attend d’être activée.'
        ) : alert.lastSentAt ? (
          <>
            Dernier envoi <Time at={alert.lastSentAt} format="ago" now={now} />.
          </>
        ) : (
          'Rien envoyé encore.'
        )}
      </p>
    </div>
  );
}

function AlertMenu({
  alert,
  submit,
  onDelete,
}: {
  alert: BoardAlert;
  submit: (intent: Intent) => void;
  onDelete: () => void;
}) {
  return (
    <Menu
      trigger={
        <IconButton
          label={`Actions pour « ${alert.name} »`}
          icon={<EllipsisVertical aria-hidden="true" className="size-5" />}
        />
      }
    >
      <MenuItem
        to={paths.editAlert({ alertId: alert.id })}
        icon={<Pencil aria-hidden="true" className="size-4.5" />}
      >
        Modifier
      </MenuItem>
      <MenuItem to={alert.copyPath} icon={<Copy aria-hidden="true" className="size-4.5" />}>
        Dupliquer
      </MenuItem>
      {(alert.status === 'active' || alert.status === 'paused') &&
        PAUSES.map((days) => (
          <MenuItem
            key={days}
            icon={<Pause aria-hidden="true" className="size-4.5" />}
            onSelect={() => submit(`pause-${days}`)}
          >
            Pause de {days} jours
          </MenuItem>
        ))}
      <MenuSeparator />
      <MenuItem destructive icon={<Trash2 aria-hidden="true" className="size-4.5" />} onSelect={onDelete}>
        Supprimer
      </MenuItem>
    </Menu>
  );
}
