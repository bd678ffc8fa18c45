import { X } from 'lucide-react';
import { useRef } from 'react';
import { callApi } from '#browser/api.ts';
import { areaChips } from '#rooms/criteria/area-chips.ts';
import type { AreaWords } from '#rooms/criteria/area-words.ts';
import { placeCodeOf } from '#rooms/criteria/contract.ts';
import { searchPlacesCall } from '#rooms/places/contract.ts';
import { PlaceCombobox } from '#ui/place-combobox.tsx';

export interface ChosenPlace {
  /** As criteria say it: `30189`, `D30`. */
  readonly code: string;
  readonly slug: string;
  readonly label: string;
  readonly detail: string;
}

/** Chosen places as removable chips, and a field to add one. */
export function Places({
  places,
  error,
  onPlaces,
}: {
  places: readonly ChosenPlace[];
  error: string | undefined;
  onPlaces: (places: readonly ChosenPlace[]) => void;
}) {
  // What was suggested, by slug: the field hands back only what it shows.
  const known = useRef(new Map<string, ChosenPlace>());

  async function suggest(q: string, signal: AbortSignal) {
    const { data } = await callApi(searchPlacesCall, { query: { q } }, { signal });
    for (const place of data.places) known.current.set(place.slug, { ...place, code: placeCodeOf(place) });
    return data.places;
  }

  return (
    <div>
      {places.length > 0 && (
        <ul className="mb-3 flex flex-wrap gap-2" aria-label="Lieux choisis">
          {places.map((place) => (
            <li key={place.code}>
              <RemovableChip
                text={place.label}
                onRemove={() => onPlaces(places.filter(({ code }) => code !== place.code))}
              />
              <input type="hidden" name="lieux" value={place.slug} />
              <input type="hidden" name="code" value={place.code} />
            </li>
          ))}
        </ul>
      )}
      <PlaceCombobox
        enter="take"
        key={places.length}
        label={places.length > 0 ? 'Ajouter un lieu' : 'Ville, arrondissement, département ou code postal'}
        placeholder="Ville ou code postal"
        name="lieu"
        slugName="lieuChoisi"
        suggest={suggest}
        error={error ?? null}
        onPlace={(chosen) => {
          const place = chosen && known.current.get(chosen.slug);
          if (place && !places.some(({ code }) => code === place.code)) onPlaces([...places, place]);
        }}
      />
    </div>
  );
}

/** Drawn zones, the part of a map, so many km around: they come from the map of a search, and each can leave. */
export function WithinArea({ area, onArea }: { area: AreaWords; onArea: (area: AreaWords) => void }) {
  const chips = areaChips(area);
  if (chips.length === 0) return null;
  return (
    <div>
      <ul className="flex flex-wrap gap-2" aria-label="Sur la carte">
        {chips.map(({ text, rest }) => (
          <li key={text}>
            <RemovableChip text={text} onRemove={() => onArea(rest)} />
          </li>
        ))}
      </ul>
      {Object.entries(area).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p className="mt-2 text-small text-ardoise-600">
        {area.zone || area.bbox
          ? 'L’alerte suit ce qui a été choisi sur la carte, même au-delà du lieu.'
          : 'Du centre du lieu, à vol d’oiseau.'}
      </p>
    </div>
  );
}

function RemovableChip({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <button
      type="button"
      aria-label={`Retirer ${text}`}
      onClick={onRemove}
      className="inline-flex min-h-9.5 items-center gap-1.5 rounded-full border border-transparent bg-phare-100 py-1.5 pr-2.5 pl-3.5 text-small font-medium text-phare-700 transition hover:border-phare-700"
    >
      {text}
      <X aria-hidden="true" className="size-4" />
    </button>
  );
}
