import { useRef } from 'react';
import { callApi } from '#browser/api.ts';
import { isCutCity, SUGGESTIONS_MAX, searchPlacesCall } from '#rooms/places/contract.ts';
import { PlaceCombobox } from '#ui/place-combobox.tsx';

interface HomePlaceProps {
  /** Where the home is now, as it is shown; empty at first. */
  place?: { readonly label: string; readonly slug: string } | null;
  error: string | null;
  reserve?: boolean;
  /** A commune or an arrondissement; null when what is typed is none. */
  onCode: (code: string | null) => void;
}

const SHOWN = 8;

/** The commune of a home, or its arrondissement: no home is in « Marseille, toute la ville ». */
export function HomePlace({ place = null, error, reserve = true, onCode }: HomePlaceProps) {
  // What was suggested, by slug: the field hands back only what it shows.
  const known = useRef(new Map<string, string>());
  return (
    <PlaceCombobox
      label="Commune ou arrondissement"
      name="lieu"
      slugName="lieuChoisi"
      placeholder="Ville ou code postal"
      defaultText={place?.label ?? ''}
      defaultSlug={place?.slug ?? ''}
      reserve={reserve}
      error={error}
      suggest={async (q, signal) => {
        const { data } = await callApi(
          searchPlacesCall,
          { query: { q, limit: SUGGESTIONS_MAX } },
          { signal },
        );
        const whole = data.places.some(({ code }) => isCutCity(code));
        const places = data.places.filter(({ kind, code }) => kind !== 'department' && !isCutCity(code));
        for (const { slug, code } of places) known.current.set(slug, code);
        // A city that is cut gives its arrondissements: more than are shown of others.
        return whole ? places : places.slice(0, SHOWN);
      }}
      onPlace={(chosen) => onCode((chosen && known.current.get(chosen.slug)) ?? null)}
    />
  );
}
