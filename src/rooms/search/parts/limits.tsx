import { X } from 'lucide-react';
import { areaChips } from '#rooms/criteria/area-chips.ts';
import type { AreaWords } from '#rooms/criteria/area-words.ts';
import { Button, IconButton } from '#ui/button.tsx';

const RADII = [2, 5, 10, 20, 50];

/** The radius around the place, and the limits in force. */
export function Limits({
  area,
  go,
  label,
}: {
  area: AreaWords;
  go: (words: AreaWords) => void;
  label: string;
}) {
  const zones = area.zone?.split('.') ?? [];
  const { rayon, ...withoutRadius } = area;
  return (
    <div className="space-y-3">
      <label className="block text-small font-medium">
        Autour de {label}
        <select
          value={rayon ?? ''}
          onChange={({ target }) =>
            go({ ...withoutRadius, ...(target.value ? { rayon: target.value } : {}), carte: 'oui' })
          }
          className="mt-1 block min-h-11 w-full rounded-control border border-bordure bg-blanc px-3"
        >
          <option value="">Dans ses limites</option>
          {[...new Set([...RADII, ...(rayon ? [Number(rayon)] : [])])]
            .toSorted((a, b) => a - b)
            .map((km) => (
              <option key={km} value={km}>
                Jusqu’à {km}&nbsp;km
              </option>
            ))}
        </select>
      </label>
      {zones.length > 0 && (
        <ul className="divide-y divide-ardoise-100 border-y border-ardoise-100">
          {zones.map((zone, index) => (
            <li key={zone} className="flex items-center justify-between">
              <span className="text-small">Zone {index + 1}</span>
              <IconButton
                label={`Supprimer la zone ${index + 1}`}
                icon={<X aria-hidden="true" className="size-4" />}
                onClick={() => {
                  const { zone: _, ...others } = area;
                  const left = zones.filter((_, other) => other !== index).join('.');
                  go({ ...others, ...(left ? { zone: left } : {}), carte: 'oui' });
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {areaChips(area).length > 1 && (
        <Button size="sm" variant="quiet" onClick={() => go({ carte: 'oui' })}>
          Effacer toutes les zones
        </Button>
      )}
    </div>
  );
}
