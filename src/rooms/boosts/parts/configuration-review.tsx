import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { isRefused } from '#browser/admin-session.ts';
import { useSender } from '#browser/post-form.tsx';
import type { AnswerOf } from '#contract/call.ts';
import { dayBefore, parisMidnight } from '#contract/day.ts';
import { formatDate, NBSP } from '#contract/fmt.ts';
import { REASON_MAX } from '#rooms/administrators/contract.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { RadioGroup } from '#ui/radio-group.tsx';
import { TextArea, TextInput } from '#ui/text-input.tsx';
import { configurationChanges } from '../configuration-changes.ts';
import { type configurationCall, versionAt } from '../configuration-versions.ts';
import type { BoostConfiguration } from '../contract.ts';
import { ConfigurationPreview } from './configuration-preview.tsx';
import { ChangesTable } from './configuration-versions.tsx';

interface ConfigurationReviewProps {
  settings: BoostConfiguration;
  page: Pick<AnswerOf<typeof configurationCall>, 'today' | 'current' | 'future' | 'newest'>;
  /** Day of effect that was asked for by the address; null: none. */
  day: string | null;
  onBack: () => void;
}

/** What a version will change, when, and what agencies will read; then the button that loads it. */
export function ConfigurationReview({ settings, page, day, onBack }: ConfigurationReviewProps) {
  const { sendJson, data, state } = useSender<unknown>();
  const { revalidate, state: reading } = useRevalidator();
  const title = useRef<HTMLHeadingElement>(null);
  const tomorrow = dayBefore(page.today, -1);
  const [when, setWhen] = useState<'day' | 'now'>('day');
  const [on, setOn] = useState(day ?? tomorrow);
  const [note, setNote] = useState('');
  useEffect(() => title.current?.focus(), []);

  const refused = isRefused(data) ? data : null;
  const effectiveOn = when === 'now' ? null : on;
  const effectiveAt = effectiveOn ? parisMidnight(effectiveOn) : null;
  const until = (effectiveAt && versionAt([...page.future, page.current], effectiveAt)) ?? page.current;
  const changes = configurationChanges(until.settings, settings);
  const later = page.future.filter((version) => !effectiveAt || new Date(version.effectiveAt) > effectiveAt);
  const others = Object.entries(refused?.fields ?? {}).filter(
    ([name]) => name !== 'note' && name !== 'effectiveOn',
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void sendJson({ settings, effectiveOn, note, newest: page.newest });
  };
  return (
    <form onSubmit={submit} noValidate className="space-y-6">
      <h2 ref={title} tabIndex={-1} className="text-h4">
        Vérifier avant de charger
      </h2>
      {refused && (refused.failure || others.length > 0) && (
        <Notice
          tone="error"
          live
          actions={
            <Button
              size="sm"
              variant="secondary"
              busy={reading === 'loading'}
              onClick={() => void revalidate()}
            >
              Comparer à nouveau
            </Button>
          }
        >
          {refused.failure}
          {others.map(([name, message]) => (
            <p key={name}>
              {name}&nbsp;: {message}
            </p>
          ))}
        </Notice>
      )}
      <div>
        <RadioGroup
          legend="Prise d’effet"
          name="when"
          value={when}
          onValue={(value) => setWhen(value === 'now' ? 'now' : 'day')}
          choices={[
            { value: 'day', label: 'Un jour à venir, à minuit à Paris' },
            { value: 'now', label: 'Tout de suite', hint: 'Les commandes déjà passées gardent leur prix.' },
          ]}
        />
        {when === 'day' && (
          <Field label="Jour" error={refused?.fields?.effectiveOn} className="max-w-60">
            {(control) => (
              <TextInput
                {...control}
                type="date"
                min={tomorrow}
                value={on}
                onChange={(event) => setOn(event.currentTarget.value || tomorrow)}
              />
            )}
          </Field>
        )}
      </div>
      <section>
        <h3 className="mb-2 font-bold">Ce qui change</h3>
        <p className="mb-2 text-ardoise-600">
          Comparée à la version {until.id}, celle qui vaudrait sinon{' '}
          {effectiveAt ? `le ${formatDate(effectiveAt)}` : 'dès maintenant'}.
        </p>
        {changes.length === 0 ? (
          <Notice>Rien ne change&nbsp;: il n’y a rien à charger.</Notice>
        ) : (
          <ChangesTable changes={changes} caption={`Changements de la version ${until.id}`} />
        )}
        {later.length > 0 && (
          <div className="mt-3">
            <Notice tone="warning">
              {later.map(({ id, effectiveAt: at }) => (
                <p key={id}>
                  La version {id}, prévue le {formatDate(new Date(at))}, remplacera celle-ci à cette date.
                </p>
              ))}
            </Notice>
          </div>
        )}
      </section>
      <section>
        <h3 className="mb-2 font-bold">Ce que les agences liront</h3>
        <ConfigurationPreview settings={settings} day={effectiveOn ?? page.today} />
      </section>
      <Field
        label="Motif"
        hint={`Ce qui change et pourquoi${NBSP}: pour le journal et la liste des versions.`}
        error={refused?.fields?.note}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            maxLength={REASON_MAX}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={onBack}>
          Revenir aux champs
        </Button>
        {changes.length > 0 && (
          <Button type="submit" busy={state !== 'idle'}>
            Charger la version
          </Button>
        )}
      </div>
    </form>
  );
}
