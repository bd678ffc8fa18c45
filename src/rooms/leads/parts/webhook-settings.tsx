import { useRef, useState } from 'react';
import { callApi } from '#browser/api.ts';
import { ApiError } from '#browser/read-error.ts';
import { formatCount, NBSP } from '#contract/fmt.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Field } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { Time } from '#ui/time.tsx';
import {
  dropWebhookCall,
  renewWebhookCall,
  retryWebhookCall,
  setWebhookCall,
  testWebhookCall,
  type Webhook,
} from '../webhook.ts';

type Act = 'save' | 'test' | 'renew' | 'retry' | 'drop';

interface Outcome {
  readonly webhook?: Webhook | null;
  readonly secret?: string | null;
  readonly said?: string;
  readonly refused?: string;
}

/** The agency’s own software: its address, its secret the once, a test, and what did not arrive. */
export function WebhookSettings({ webhook: given, now }: { webhook: Webhook | null; now: string }) {
  const [webhook, setWebhook] = useState(given);
  const [url, setUrl] = useState(given?.url ?? '');
  const address = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState<Act | null>(null);
  const [outcome, setOutcome] = useState<Outcome & { readonly of?: Act }>({});

  async function act(of: Act, work: () => Promise<Outcome>) {
    setBusy(of);
    try {
      const done = await work();
      if (done.webhook !== undefined) setWebhook(done.webhook);
      if (done.webhook) setUrl(done.webhook.url);
      setOutcome({ ...done, of });
    } catch (error) {
      const refused = error instanceof ApiError ? error.message : 'Le serveur ne répond pas. Réessayez.';
      setOutcome({ refused, of });
    } finally {
      setBusy(null);
    }
  }

  const save = () =>
    act('save', async () => {
      const { data } = await callApi(setWebhookCall, { body: { url } });
      return { ...data, said: 'Vos prospects iront désormais à cette adresse.' };
    });
  const test = () =>
    act('test', async () => {
      const { data } = await callApi(testWebhookCall, {});
      return data.arrived
        ? { said: 'Votre logiciel a reçu l’essai.' }
        : { refused: `L’essai n’est pas arrivé${NBSP}: ${data.reason}.` };
    });
  const renew = () =>
    act('renew', async () => {
      const { data } = await callApi(renewWebhookCall, {});
      return { ...data, said: 'Le secret est remplacé.' };
    });
  const retry = () =>
    act('retry', async () => {
      const { data } = await callApi(retryWebhookCall, {});
      return { ...data, said: 'Tout ce qui manquait repart.' };
    });
  const drop = () =>
    act('drop', async () => {
      await callApi(dropWebhookCall, {});
      setUrl('');
      // The button that had the focus goes away.
      address.current?.focus();
      return { webhook: null, said: 'Votre logiciel n’est plus prévenu.' };
    });

  return (
    <div className="space-y-4">
      <form
        className="flex flex-wrap items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (busy === null) void save();
        }}
      >
        <Field
          label="Adresse de réception"
          hint="En https, donnée par votre logiciel."
          error={outcome.of === 'save' ? outcome.refused : null}
          reserve={false}
          className="min-w-0 flex-[1_1_18rem]"
        >
          {(control) => (
            <TextInput
              {...control}
              ref={address}
              type="url"
              inputMode="url"
              autoComplete="off"
              maxLength={500}
              required
              placeholder="https://logiciel.exemple.fr/vigie"
              value={url}
              onChange={(event) => setUrl(event.currentTarget.value)}
            />
          )}
        </Field>
        <Button type="submit" busy={busy === 'save'} className="max-sm:w-full sm:mt-13">
          {webhook ? 'Changer l’adresse' : 'Relier'}
        </Button>
      </form>
      {outcome.secret && (
        <Notice tone="warning" title="Votre secret, montré cette seule fois" live>
          <code className="mt-1 block font-bold wrap-anywhere select-all">{outcome.secret}</code>
          Copiez-le dans votre logiciel{NBSP}: il y vérifie que les envois viennent de Vigie (Standard
          Webhooks).
        </Notice>
      )}
      {outcome.said && (
        <Notice tone="success" live>
          {outcome.said}
        </Notice>
      )}
      {outcome.refused && outcome.of !== 'save' && (
        <Notice tone="error" live>
          {outcome.refused}
        </Notice>
      )}
      {webhook && (
        <>
          <Standing webhook={webhook} now={now} />
          {webhook.stale && (
            <Notice
              tone="error"
              title="Il faut un nouveau secret"
              actions={
                <Button size="sm" busy={busy === 'renew'} onClick={() => void renew()}>
                  Faire un nouveau secret
                </Button>
              }
            >
              Vigie a changé de clé{NBSP}: votre logiciel ne reconnaîtrait plus ses envois, rien ne lui est
              donc envoyé. Vos prospects sont dans votre boîte.
            </Notice>
          )}
          {webhook.failed > 0 && (
            <Notice
              tone="error"
              title={`${formatCount(webhook.failed, 'envoi abandonné', 'envois abandonnés')} après un jour d’essais`}
              actions={
                <Button size="sm" busy={busy === 'retry'} onClick={() => void retry()}>
                  Réessayer
                </Button>
              }
            >
              {webhook.reason && `Dernière raison${NBSP}: ${webhook.reason}. `}Ces prospects sont dans votre
              boîte.
            </Notice>
          )}
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" busy={busy === 'test'} onClick={() => void test()}>
              Envoyer un essai
            </Button>
            <Confirm
              trigger={
                <Button variant="quiet" busy={busy === 'renew'}>
                  Remplacer le secret…
                </Button>
              }
              title={`Remplacer le secret${NBSP}?`}
              description={`L’ancien ne signe plus rien aussitôt. Tant que le nouveau n’est pas dans votre logiciel, il refusera nos envois${NBSP}: ils sont essayés à nouveau pendant un jour.`}
              no="Garder le secret"
              yes="Remplacer"
              onYes={() => void renew()}
            />
            <Confirm
              trigger={
                <Button variant="quiet" busy={busy === 'drop'}>
                  Délier…
                </Button>
              }
              title={`Délier votre logiciel${NBSP}?`}
              description="Il n’est plus prévenu d’aucun prospect, et ce qui attendait de lui parvenir ne part plus. Vos prospects restent dans votre boîte. Le relier à nouveau donne un autre secret."
              no="Rester relié"
              yes="Délier"
              onYes={() => void drop()}
            />
          </div>
        </>
      )}
    </div>
  );
}

function Standing({ webhook: { deliveredAt, waiting, reason }, now }: { webhook: Webhook; now: string }) {
  return (
    <p className="text-small text-ardoise-600">
      {deliveredAt === null ? (
        'Rien n’y est encore arrivé.'
      ) : (
        <>
          Dernier envoi reçu <Time at={deliveredAt} format="ago" now={now} />.
        </>
      )}
      {waiting > 0 &&
        ` ${formatCount(waiting, 'envoi attend', 'envois attendent')}${reason ? ` (${reason})` : ''}.`}
    </p>
  );
}
