import { type SubmitEvent, useState } from 'react';
import { useNavigation } from 'react-router';
import { usePost } from '#browser/post-form.tsx';
import { paths } from '#contract/paths.ts';
import {
  channels,
  channelsOf,
  DIGEST_HOUR,
  eventNames,
  type NotificationSettings,
  notificationEvents,
  type Recipient,
  recipientNames,
  recipients,
} from '#rooms/notifications/contract.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field, FieldError } from '#ui/field.tsx';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { Select } from '#ui/select.tsx';

interface NotificationFormProps {
  settings: NotificationSettings;
  /** Those of the agency that mails may go to. */
  addresses: Record<Recipient, string | null>;
  answer:
    | {
        done: 'save' | 'read' | null;
        said?: string;
        failure?: string;
        fields?: Readonly<Record<string, string>>;
      }
    | undefined;
}

const weekdays = ['Lundi', 'Mardi', 'Mercredi', 'Jeudi', 'Vendredi', 'Samedi', 'Dimanche'];
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${hour}\u00a0h` }));
const NIGHT = { from: 22, until: 7 };

/** The events that the agency is mailed, whom it goes to, and when nothing leaves. */
export function NotificationForm({ settings, addresses, answer }: NotificationFormProps) {
  const post = usePost();
  const busy = useNavigation().state !== 'idle';
  const [calm, setCalm] = useState(settings.quiet !== null);
  const { from, until } = settings.quiet ?? NIGHT;
  const errorOf = (start: string) =>
    Object.entries(answer?.fields ?? {}).find(
      ([name]) => name === start || name.startsWith(`${start}.`),
    )?.[1];

  function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const typed = new FormData(event.currentTarget);
    const all = (name: string) => typed.getAll(name).filter((value) => typeof value === 'string');
    const text = (name: string) => all(name)[0] ?? '';
    const chosen = {
      channels: Object.fromEntries(eventNames.map((name) => [name, text(name) || 'immediate'])),
      recipients: all('recipient'),
      quiet: calm ? { from: Number(text('from')), until: Number(text('until')) } : null,
      days: all('day').map(Number),
    };
    void post({ intent: 'save', settings: chosen });
  }

  return (
    <section aria-labelledby="reglages">
      <h2 id="reglages" className="scroll-mt-24 text-h4">
        Réglages des courriels
      </h2>
      <p className="mt-1 text-small text-ardoise-600">
        Le résumé du jour part à {DIGEST_HOUR}&nbsp;h, une fois, quand il y a quelque chose à dire.
        L’historique garde tout. Les courriels de connexion et de sécurité partent toujours.
      </p>
      <form onSubmit={save} noValidate className="mt-4 grid gap-6">
        <div className="divide-y divide-ardoise-200 border-y border-ardoise-200">
          {eventNames.map((name) => {
            const { label, hint } = notificationEvents[name];
            const offered = channelsOf(name);
            return (
              <div
                key={name}
                className="grid items-center gap-x-6 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_13rem]"
              >
                <div>
                  <label htmlFor={`canal-${name}`} className="font-medium">
                    {label}
                  </label>
                  <p id={`canal-${name}-aide`} className="text-small text-ardoise-600">
                    {hint}
                  </p>
                </div>
                <Select
                  id={`canal-${name}`}
                  name={name}
                  aria-describedby={`canal-${name}-aide`}
                  defaultValue={settings.channels[name]}
                  disabled={offered.length === 1}
                  options={offered.map((channel) => ({ value: channel, label: channels[channel] }))}
                />
              </div>
            );
          })}
        </div>
        <fieldset
          aria-describedby={errorOf('recipients') ? 'adresses-aide adresses-erreur' : 'adresses-aide'}
        >
          <legend className="font-medium">Où ils arrivent</legend>
          <p id="adresses-aide" className="text-small text-ardoise-600">
            Les courriels nomment les personnes qui vous écrivent&nbsp;: ils ne vont qu’aux adresses de
            l’agence. L’adresse de contact se change dans{' '}
            <TextLink to={paths.agencyProfile()}>Mon profil</TextLink>.
          </p>
          {settings.recipients.every((name) => addresses[name] === null) && (
            <div className="mt-2">
              <Notice tone="warning" title="Aucun courriel ne part">
                L’agence n’a pas d’adresse de contact&nbsp;: cochez celle de connexion, ou donnez-en une.
              </Notice>
            </div>
          )}
          <div className="mt-1">
            {recipientNames.map((name) => (
              <Checkbox
                key={name}
                label={recipients[name]}
                hint={<span className="wrap-anywhere">{addresses[name] ?? 'Aucune pour l’instant.'}</span>}
                name="recipient"
                value={name}
                defaultChecked={settings.recipients.includes(name)}
              />
            ))}
          </div>
          {errorOf('recipients') && <FieldError id="adresses-erreur" error={errorOf('recipients')} />}
        </fieldset>
        <fieldset aria-describedby={errorOf('days') && 'jours-erreur'}>
          <legend className="font-medium">Jours où des courriels partent</legend>
          <div className="mt-2 grid grid-cols-2 gap-x-4 sm:grid-cols-4">
            {weekdays.map((label, index) => (
              <Checkbox
                key={label}
                label={label}
                name="day"
                value={index + 1}
                defaultChecked={settings.days.includes(index + 1)}
              />
            ))}
          </div>
          {errorOf('days') && <FieldError id="jours-erreur" error={errorOf('days')} />}
        </fieldset>
        <fieldset>
          <legend className="font-medium">Heures calmes</legend>
          <Checkbox
            label="Ne rien envoyer à certaines heures"
            hint="Ce qui arrive alors part à la première heure permise, heure de Paris."
            checked={calm}
            onChange={({ currentTarget }) => setCalm(currentTarget.checked)}
          />
          {calm && (
            <div className="mt-2 grid max-w-80 grid-cols-2 gap-4">
              <Field label="De" error={errorOf('quiet')}>
                {(control) => <Select {...control} name="from" defaultValue={String(from)} options={hours} />}
              </Field>
              <Field label="À">
                {(control) => (
                  <Select {...control} name="until" defaultValue={String(until)} options={hours} />
                )}
              </Field>
            </div>
          )}
        </fieldset>
        {answer?.failure && <Notice tone="error">{answer.failure}</Notice>}
        {answer?.done === 'save' && (
          <Notice tone="success" live>
            {answer.said}
          </Notice>
        )}
        <div>
          <Button type="submit" busy={busy}>
            Enregistrer
          </Button>
        </div>
      </form>
    </section>
  );
}
