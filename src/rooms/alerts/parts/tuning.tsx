import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { callApi } from '#browser/api.ts';
import { ApiError } from '#browser/read-error.ts';
import { toast } from '#browser/toasts.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { type Tuning, tuningLabel, tuningText, tuningTitle } from '../asking/tuning.ts';
import { type AlertView, editAlertCall } from '../contract.ts';
import { AlertSummary } from './alert-summary.tsx';
import { Ask, Frame } from './stop-link.tsx';

type Criteria = AlertView['criteria'];

/** On the results: what the rejections suggest, done by one press, undone by another. */
export function TuningNotice({ alert, tuning }: { alert: AlertView; tuning: Tuning }) {
  const [busy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();

  async function ask(criteria: Criteria, said: (saved: AlertView) => void) {
    setBusy(true);
    try {
      const saved = await callApi(editAlertCall, { params: { id: alert.id }, body: { criteria } });
      said(saved.data.alert);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast({ title: 'Rien n’a changé', description: error.message, variant: 'destructive' });
    }
    await revalidate();
    setBusy(false);
  }

  const apply = () =>
    ask({ ...alert.criteria, [tuning.word]: tuning.value }, (saved) =>
      toast({
        title: 'Alerte resserrée',
        description: saved.name,
        action: {
          label: 'Annuler',
          onSelect: () => void ask(alert.criteria, () => toast({ title: 'Alerte comme avant' })),
        },
      }),
    );

  return (
    <Notice
      title={tuningTitle(tuning)}
      actions={
        <>
          <Button type="button" variant="secondary" size="sm" busy={busy} onClick={() => void apply()}>
            {tuningLabel(tuning)}
          </Button>
          <ButtonLink to={tuning.path} variant="quiet" size="sm">
            Modifier l’alerte
          </ButtonLink>
        </>
      }
    >
      {tuningText(tuning)}
    </Notice>
  );
}

/** From the link of a mail: the same, without a login and without JavaScript. */
export function TuningFromMail({
  alert,
  token,
  tuning,
  done,
}: {
  alert: AlertView;
  token: string;
  /** Null once it is done, or no longer true. */
  tuning: Tuning | null;
  /** What was just done here. */
  done: { readonly word: string; readonly value: number; readonly before: number | null } | null;
}) {
  if (done) {
    return (
      <Frame title="Alerte resserrée">
        <Notice tone="success" live>
          Les prochains courriels suivent ce critère. Ce qu’elle a trouvé reste dans ses résultats.
        </Notice>
        <AlertSummary alert={alert} />
        <Ask
          token={token}
          intent="untighten"
          fields={{
            word: done.word,
            value: String(done.value),
            before: done.before === null ? '' : String(done.before),
          }}
        >
          <Button type="submit" variant="secondary">
            Annuler et revenir au critère d’avant
          </Button>
        </Ask>
      </Frame>
    );
  }
  return (
    <Frame title={tuning ? 'Resserrer cette alerte ?' : 'Rien à resserrer'}>
      <AlertSummary alert={alert} />
      {tuning ? (
        <>
          <p>
            <strong>{tuningTitle(tuning)}.</strong> {tuningText(tuning)}
          </p>
          <Ask token={token} intent="tighten" fields={{ word: tuning.word, value: String(tuning.value) }}>
            <Button type="submit">{tuningLabel(tuning)}</Button>
          </Ask>
          <p>
            <TextLink to={tuning.path}>Modifier autre chose</TextLink>, avec votre compte.
          </p>
        </>
      ) : (
        <p>Les critères de l’alerte laissent déjà de côté ce que vous avez écarté.</p>
      )}
    </Frame>
  );
}
