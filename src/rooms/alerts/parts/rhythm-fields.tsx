import { useState } from 'react';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field, FieldError } from '#ui/field.tsx';
import { RadioGroup, Segmented } from '#ui/radio-group.tsx';
import { Select } from '#ui/select.tsx';
import {
  DEFAULT_QUIET,
  drops,
  eventLabels,
  everyEvent,
  type Frequency,
  frequencies,
  type Rhythm,
  weekdays,
} from '../asking/rhythm.ts';

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${hour}\u00a0h` }));
const days = weekdays.map((day, index) => ({ value: String(index + 1), label: day }));
/** Those offered, and the one that the alert has. */
const thresholdsWith = (own: number) =>
  [...new Set([...drops, own])]
    .toSorted((a, b) => a - b)
    .map((percent) => ({
      value: String(percent),
      label: percent === 0 ? 'Toutes' : `${percent}\u00a0%`,
    }));

interface RhythmFieldsProps {
  initial: Rhythm;
  frequency: Frequency;
  onFrequency: (frequency: Frequency) => void;
  errors: Readonly<Record<string, string>>;
}

/** When an alert speaks, and of what. */
export function RhythmFields({ initial, frequency, onFrequency, errors }: RhythmFieldsProps) {
  const [hushed, setHushed] = useState(initial.quiet !== null);
  const hush = initial.quiet ?? DEFAULT_QUIET;
  return (
    <>
      <RadioGroup
        legend="Fréquence"
        name="frequency"
        value={frequency}
        onValue={(value) => onFrequency(value as Frequency)}
        choices={[
          { value: 'immediate', label: frequencies.immediate },
          { value: 'daily', label: frequencies.daily, hint: 'Un seul courriel, rien s’il n’y a rien.' },
          {
            value: 'weekly',
            label: frequencies.weekly,
            hint: 'Tout ce qui a paru, le jour que vous choisissez.',
          },
        ]}
      />
      {frequency === 'immediate' ? (
        <div>
          <Checkbox
            name="quiet"
            value="oui"
            label="Pas de courriel la nuit"
            checked={hushed}
            onChange={(event) => setHushed(event.currentTarget.checked)}
          />
          {hushed && (
            <div className="mt-2 flex flex-wrap gap-x-6 gap-y-3">
              <HourField
                label="À partir de"
                name="quietFrom"
                value={hush.from}
                error={errors['quiet.from']}
              />
              <HourField label="Jusqu’à" name="quietTo" value={hush.to} error={errors['quiet.to']} />
              <p className="basis-full text-small text-ardoise-600">
                Ce qui paraît entre-temps arrive ensuite, en un seul courriel.
              </p>
            </div>
          )}
        </div>
      ) : (
        <div className="flex flex-wrap gap-x-6 gap-y-3">
          {frequency === 'weekly' && (
            <Field label="Quel jour ?" error={errors.weekday} reserve={false} className="w-40">
              {(control) => (
                <Select {...control} name="weekday" options={days} defaultValue={String(initial.weekday)} />
              )}
            </Field>
          )}
          <HourField label="À quelle heure ?" name="hour" value={initial.hour} error={errors.hour} />
        </div>
      )}
      <fieldset>
        <legend className="mb-1 font-bold">Ce qui vaut un courriel</legend>
        <div className="flex flex-wrap gap-x-6">
          {everyEvent.map((event) => (
            <Checkbox
              key={event}
              name="event"
              value={event}
              label={eventLabels[event]}
              defaultChecked={initial.events.includes(event)}
            />
          ))}
        </div>
        <FieldError id="events-error" error={errors.events} />
      </fieldset>
      <div>
        <p aria-hidden="true" className="mb-2 font-bold">
          Baisses de prix, à partir de
        </p>
        <Segmented
          legend="Baisses de prix, à partir de"
          name="minDrop"
          choices={thresholdsWith(initial.minDrop)}
          defaultValue={String(initial.minDrop)}
        />
        <FieldError id="drop-error" error={errors.minDrop} />
      </div>
    </>
  );
}

function HourField({
  label,
  name,
  value,
  error,
}: {
  label: string;
  name: string;
  value: number;
  error: string | undefined;
}) {
  return (
    <Field label={label} error={error} reserve={false} className="w-40">
      {(control) => <Select {...control} name={name} options={hours} defaultValue={String(value)} />}
    </Field>
  );
}

/** The fields as the calls take them; what the form does not show stays as it is. */
export function readRhythmForm(words: URLSearchParams) {
  const number = (name: string) => Number(words.get(name));
  const frequency = words.get('frequency') ?? 'immediate';
  return {
    frequency,
    ...(words.has('hour') ? { hour: number('hour') } : {}),
    ...(words.has('weekday') ? { weekday: number('weekday') } : {}),
    quiet:
      frequency === 'immediate' && words.get('quiet') === 'oui'
        ? { from: number('quietFrom'), to: number('quietTo') }
        : null,
    events: words.getAll('event'),
    minDrop: number('minDrop'),
    ...(words.has('pushAsked') ? { push: words.has('push') } : {}),
  };
}
