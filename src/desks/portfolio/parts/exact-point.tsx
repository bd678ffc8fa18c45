import { MapPin } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import type { BaseMap } from '#rooms/search/base-map.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { type Point, readPoint, writePoint } from '../editing/point.ts';
import { fieldId } from '../editing/steps.ts';
import type { Draft } from './use-draft.tsx';

// The engine of maps is heavy: it comes when a map is asked for.
const PointMap = lazy(() => import('./point-map.tsx'));

/** Where the home exactly is: typed, pasted from another map, or set on ours. Nobody but its agency reads it. */
export function ExactPoint({ draft, baseMap }: { draft: Draft; baseMap: BaseMap }) {
  const { facts, listing, errors, type } = draft;
  const { place, fromFeed } = listing;
  const point =
    facts.exactLat === null || facts.exactLng === null ? null : ([facts.exactLng, facts.exactLat] as const);
  const [text, setText] = useState(() => (point ? writePoint(point) : ''));
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wrong = text.trim() !== '' && readPoint(text) === null;

  function put(next: Point | null) {
    type({ facts: { exactLng: next?.[0] ?? null, exactLat: next?.[1] ?? null } });
  }

  return (
    <section aria-label="Position" className="space-y-4">
      <h3 className="text-h4">Position</h3>
      <Field
        id={fieldId('exactLat')}
        label="Latitude et longitude"
        hint="Jamais montrées telles quelles. Collez-les d’une autre carte, par exemple 43.8367, 4.3601."
        error={
          errors.get('exactLat') ??
          (wrong ? 'Deux nombres sont attendus, par exemple 43.8367, 4.3601.' : null)
        }
        reserve={false}
      >
        {(control) => (
          <TextInput
            {...control}
            value={text}
            disabled={fromFeed}
            autoComplete="off"
            inputMode="text"
            className="figures"
            onChange={({ currentTarget }) => {
              setText(currentTarget.value);
              const next = readPoint(currentTarget.value);
              if (next || currentTarget.value.trim() === '') put(next);
            }}
          />
        )}
      </Field>
      {!point && (
        <Notice>
          Sans position, l’annonce n’est sur aucune carte, et seulement « peut-être » dans les zones que les
          gens dessinent.
        </Notice>
      )}
      {!fromFeed && place && (
        <Button
          ref={opener}
          variant="secondary"
          icon={<MapPin aria-hidden="true" className="size-4.5" />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Fermer la carte' : point ? 'Corriger sur la carte' : 'Placer sur la carte'}
        </Button>
      )}
      {!fromFeed && place && open && (
        <Suspense
          fallback={
            <p className="flex items-center gap-2 text-ardoise-600">
              <Spinner /> La carte arrive
            </p>
          }
        >
          <PointMap
            key={place.code}
            place={place}
            point={point}
            base={baseMap}
            onPoint={(next) => {
              setText(writePoint(next));
              put(next);
              setOpen(false);
              // The button that was pressed goes with the map.
              opener.current?.focus();
            }}
          />
        </Suspense>
      )}
    </section>
  );
}
