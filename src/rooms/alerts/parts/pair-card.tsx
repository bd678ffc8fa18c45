import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { callApi } from '#browser/api.ts';
import { useOnce } from '#browser/post-form.tsx';
import { ApiError, fieldIssues } from '#browser/read-error.ts';
import { toast } from '#browser/toasts.ts';
import { formatCount } from '#contract/fmt.ts';
import { textOf } from '#contract/form-text.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { TextLink } from '#ui/link.tsx';
import { Time } from '#ui/time.tsx';
import { inviteCall, leavePairCall, type Pair } from '../owner/pair.ts';

/** « Chercher à deux »: with whom, or how to ask somebody. */
export function PairCard({
  alertId,
  pair,
  both,
  bothPath,
}: {
  alertId: number;
  pair: Pair;
  /** What both alerts found; null when nobody searches along. */
  both: number | null;
  bothPath: string;
}) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const { revalidate } = useRevalidator();
  const once = useOnce();

  const act = (change: () => Promise<unknown>, done: string) => once(() => tryTo(change, done));

  async function tryTo(change: () => Promise<unknown>, done: string) {
    setBusy(true);
    setError(undefined);
    try {
      await change();
      toast({ title: done });
      await revalidate();
    } catch (caught) {
      if (!(caught instanceof ApiError)) throw caught;
      setError(fieldIssues(caught)[0]?.message ?? caught.message);
    } finally {
      setBusy(false);
    }
  }

  const invite = (form: HTMLFormElement) =>
    act(
      () =>
        callApi(inviteCall, {
          params: { id: alertId },
          body: { email: textOf(new FormData(form), 'email') },
        }),
      'Invitation envoyée',
    );
  const leave = (done: string) => act(() => callApi(leavePairCall, { params: { id: alertId } }), done);

  return (
    <Card as="section" className="space-y-3">
      <h2 className="font-text text-body font-bold tracking-normal">Chercher à deux</h2>
      {pair === null ? (
        <>
          <p className="text-small text-ardoise-600">
            Chacun son alerte et ses critères. Vous voyez ce que l’autre retient et écarte, et ce que vos deux
            alertes trouvent.
          </p>
          <form
            noValidate
            className="space-y-2"
            onSubmit={(event) => {
              event.preventDefault();
              void invite(event.currentTarget);
            }}
          >
            <EmailField name="email" label="Son adresse e-mail" error={error} />
            <Button type="submit" variant="secondary" size="sm" busy={busy}>
              Inviter
            </Button>
          </form>
        </>
      ) : (
        <>
          {pair.state === 'invited' ? (
            <p className="text-small text-ardoise-600">
              Invitation envoyée le <Time at={pair.invitedAt} /> à <strong>{pair.name}</strong>. Rien n’est
              partagé tant qu’elle n’est pas acceptée.
            </p>
          ) : (
            <p>
              Avec <strong>{pair.name}</strong>.
              {pair.state === 'silent' && ' Son alerte est arrêtée : rien n’est partagé pour l’instant.'}
            </p>
          )}
          {both !== null && (
            <p className="text-small">
              <TextLink to={bothPath}>{formatCount(both, 'annonce', 'annonces')} pour vous deux</TextLink>
            </p>
          )}
          {error && <p className="text-small text-rouge-700">{error}</p>}
          <Button
            variant="quiet"
            size="sm"
            className="-ml-3"
            busy={busy}
            onClick={() =>
              void leave(pair.state === 'invited' ? 'Invitation reprise' : 'Vous cherchez seul désormais')
            }
          >
            {pair.state === 'invited' ? 'Reprendre l’invitation' : 'Ne plus chercher à deux'}
          </Button>
        </>
      )}
    </Card>
  );
}
