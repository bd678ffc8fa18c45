import { useRef, useState } from 'react';
import { callApi } from '#browser/api.ts';
import { formatCount, formatNumber, NBSP } from '#contract/fmt.ts';
import type { Reach } from '#rooms/boosts/contract.ts';
import { searchPlacesCall } from '#rooms/places/contract.ts';
import { Field } from '#ui/field.tsx';
import { PlaceCombobox } from '#ui/place-combobox.tsx';
import { RadioGroup } from '#ui/radio-group.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextInput } from '#ui/text-input.tsx';
import type { DraftBoost } from '../ordering/cart.ts';

interface ZoneProps {
  draft: DraftBoost;
  radiusMinKm: number;
  radiusMaxKm: number;
  error: string | undefined;
  onChange: (part: Partial<Pick<DraftBoost, 'place' | 'placeLabel' | 'radiusKm'>>) => void;
}

/** Around which town, and how far. */
export function Zone({ draft, radiusMinKm, radiusMaxKm, error, onChange }: ZoneProps) {
  const { id, placeLabel, radiusKm } = draft;
  // What was suggested, by slug: the field hands back only what it shows.
  const known = useRef(new Map<string, string>());
  // Until it is left, a name that is half typed is no mistake.
  const [typing, setTyping] = useState(false);
  const [first] = useState(placeLabel);
  return (
    <div className="grid gap-x-6 gap-y-4 md:grid-cols-2">
      <div id={`${id}-place`} onBlur={() => setTyping(false)}>
        <PlaceCombobox
          label="Ville au centre de la zone"
          name={`${id}-lieu`}
          slugName={`${id}-lieuChoisi`}
          placeholder="Ville ou code postal"
          defaultText={first}
          error={typing ? null : (error ?? null)}
          enter="take"
          suggest={async (q, signal) => {
            const { data } = await callApi(searchPlacesCall, { query: { q } }, { signal });
            const places = data.places.filter(({ kind }) => kind !== 'department');
            for (const { slug, code } of places) known.current.set(slug, code);
            return places;
          }}
          onPlace={(chosen) => {
            const code = (chosen && known.current.get(chosen.slug)) ?? '';
            setTyping(code === '');
            onChange({ place: code, placeLabel: code === '' ? '' : (chosen?.label ?? '') });
          }}
        />
      </div>
      <Field
        id={`${id}-radius`}
        label={
          <span className="flex justify-between gap-3">
            <span>Rayon</span>
            <span className="figures">
              {formatNumber(radiusKm)}
              {NBSP}km
            </span>
          </span>
        }
        hint={`De ${radiusMinKm} à ${radiusMaxKm}${NBSP}km. Pour un logement, les réseaux refusent plus étroit.`}
        reserve={false}
      >
        {(control) => (
          <input
            {...control}
            type="range"
            min={radiusMinKm}
            max={radiusMaxKm}
            step={1}
            value={radiusKm}
            aria-valuetext={`${formatNumber(radiusKm)}${NBSP}km`}
            onChange={(event) => onChange({ radiusKm: event.currentTarget.valueAsNumber })}
            className="h-11 w-full"
          />
        )}
      </Field>
    </div>
  );
}

/** How many people may see it: a range, and how it is reckoned. */
export function ReachEstimate({ reach, asking }: { reach: Reach | null; asking: boolean }) {
  if (!reach)
    return (
      <p className="rounded-card bg-ardoise-100 p-4 text-small text-ardoise-700">
        {asking ? (
          <Skeleton className="h-12 w-full" />
        ) : (
          'L’audience ne peut pas être estimée ici\u00a0: choisissez une formule et une ville.'
        )}
      </p>
    );
  return (
    <div className={`rounded-card bg-ardoise-100 p-4 transition-opacity ${asking ? 'opacity-60' : ''}`}>
      <p className="text-small text-ardoise-700">Audience estimée</p>
      <p className="title figures text-h4">
        {reach.low === reach.high
          ? `Environ ${formatCount(reach.high, 'personne', 'personnes')}`
          : `De ${formatNumber(reach.low)} à ${formatCount(reach.high, 'personne', 'personnes')}`}
      </p>
      <p className="mt-1 text-small text-ardoise-700">{reach.method}</p>
    </div>
  );
}

interface StartProps {
  draft: DraftBoost;
  /** `YYYY-MM-DD`. */
  firstDay: string;
  lastDay: string;
  onChange: (startOn: string | null) => void;
}

/** From when: as soon as the network accepts it, or a day. */
export function Start({ draft: { id, startOn }, firstDay, lastDay, onChange }: StartProps) {
  // A day that is being typed is none yet.
  const [late, setLate] = useState(startOn !== null);
  return (
    <div className="grid gap-x-6 md:grid-cols-2">
      <RadioGroup
        legend="Départ"
        name={`${id}-depart`}
        value={late ? 'jour' : 'tout-de-suite'}
        onValue={(value) => {
          setLate(value === 'jour');
          onChange(value === 'jour' ? (startOn ?? firstDay) : null);
        }}
        choices={[
          {
            value: 'tout-de-suite',
            label: 'Dès que possible',
            hint: 'Après le paiement, et l’accord du réseau.',
          },
          { value: 'jour', label: 'Un jour que je choisis' },
        ]}
      />
      {late && (
        <Field id={`${id}-start`} label="Premier jour">
          {(control) => (
            <TextInput
              {...control}
              type="date"
              min={firstDay}
              max={lastDay}
              defaultValue={startOn ?? ''}
              onChange={(event) => {
                if (event.currentTarget.value !== '') onChange(event.currentTarget.value);
              }}
            />
          )}
        </Field>
      )}
    </div>
  );
}
