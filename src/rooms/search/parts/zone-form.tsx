import { useId, useState } from 'react';
import { callApi } from '#browser/api.ts';
import { textOf } from '#contract/form-text.ts';
import { readNumber } from '#contract/number.ts';
import { boxAround, circleAround, isZone, type Ring, type Spot, toUnits } from '#rooms/criteria/rings.ts';
import { searchPlacesCall } from '#rooms/places/contract.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';

interface ZoneFormProps {
  /** What the field says first, and where that is. */
  here: { readonly label: string; readonly lng: number | null; readonly lat: number | null };
  onZone: (ring: Ring) => void;
}

/** Kilometres typed the French way; null when it is no distance of a search. */
function readKm(text: string): number | null {
  const km = readNumber(text, 'decimals');
  return km !== null && km >= 0.2 && km <= 100 ? km : null;
}

const WRONG_DISTANCE = 'Indiquez une distance entre 0,2 et 100 km';

/** A zone without drawing: a circle or a box around a place, in kilometres. */
export function ZoneForm({ here, onZone }: ZoneFormProps) {
  const id = useId();
  const [shape, setShape] = useState<'circle' | 'box'>('circle');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function centreOf(text: string): Promise<Spot | null> {
    const known = text === '' || text === here.label ? here : null;
    const place =
      known ?? (await callApi(searchPlacesCall, { query: { q: text, limit: 1 } })).data.places[0] ?? null;
    return place === null || place.lng === null || place.lat === null
      ? null
      : [toUnits(place.lng), toUnits(place.lat)];
  }

  async function add(form: FormData) {
    const wide = readKm(textOf(form, shape === 'circle' ? 'rayon-km' : 'largeur-km'));
    const tall = shape === 'circle' ? wide : readKm(textOf(form, 'hauteur-km'));
    if (wide === null || tall === null) return setError(WRONG_DISTANCE);
    setBusy(true);
    try {
      const centre = await centreOf(textOf(form, 'autour').trim());
      if (!centre) return setError('Aucune commune de ce nom : vérifiez l’orthographe');
      const ring = shape === 'circle' ? circleAround(centre, wide) : boxAround(centre, wide, tall);
      if (!isZone(ring)) return setError('Cette zone est trop grande');
      setError(null);
      onZone(ring);
    } catch {
      setError('La zone n’a pas pu être ajoutée. Réessayez.');
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        void add(new FormData(event.currentTarget));
      }}
    >
      <fieldset>
        <legend className="text-small font-medium">Forme</legend>
        <div className="mt-1 flex gap-5">
          {(['circle', 'box'] as const).map((kind) => (
            <label key={kind} className="inline-flex min-h-9 items-center gap-2">
              <input
                type="radio"
                name={`${id}-forme`}
                checked={shape === kind}
                onChange={() => setShape(kind)}
                className="size-4.5"
              />
              {kind === 'circle' ? 'Cercle' : 'Rectangle'}
            </label>
          ))}
        </div>
      </fieldset>
      <Field label="Autour de" reserve={false}>
        {(control) => <TextInput {...control} name="autour" defaultValue={here.label} autoComplete="off" />}
      </Field>
      <div className="grid grid-cols-2 gap-3">
        {(shape === 'circle'
          ? [{ name: 'rayon-km', label: 'Rayon, en km', value: '3' }]
          : [
              { name: 'largeur-km', label: 'Largeur, en km', value: '6' },
              { name: 'hauteur-km', label: 'Hauteur, en km', value: '6' },
            ]
        ).map(({ name, label, value }) => (
          <Field key={name} label={label} reserve={false}>
            {(control) => <TextInput {...control} name={name} defaultValue={value} inputMode="decimal" />}
          </Field>
        ))}
      </div>
      <p aria-live="polite" className="text-small text-rouge-700">
        {error}
      </p>
      <Button type="submit" wide busy={busy}>
        Ajouter cette zone
      </Button>
    </form>
  );
}
