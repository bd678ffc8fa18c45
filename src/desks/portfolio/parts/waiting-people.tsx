import { Users } from 'lucide-react';
import { useEffect, useState } from 'react';
import { callApi } from '#browser/api.ts';
import { audienceCall } from '#rooms/alerts/audience.ts';
import type { Facts } from '../facts.ts';

const PAUSE_MS = 1_200;

/** How many people wait for the home as it is typed; nothing when they are few. */
export function WaitingPeople({ facts }: { facts: Facts }) {
  const {
    transaction,
    isNew,
    propertyType,
    placeCode,
    price,
    surface,
    landSurface,
    rooms,
    bedrooms,
    floor,
    floors,
  } = facts;
  const { furnished, elevator, balcony, terrace, garden, parking, energyClass, climateClass } = facts;
  const asked = JSON.stringify({
    transaction,
    isNew,
    propertyType,
    placeCode,
    price,
    surface: surface || null,
    landSurface: landSurface || null,
    rooms,
    bedrooms,
    floor,
    floors,
    furnished,
    elevator,
    balcony,
    terrace,
    garden,
    parking,
    energyClass,
    climateClass,
  });
  const [sentence, setSentence] = useState<string | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    const ask = async () => {
      try {
        const body = JSON.parse(asked) as never;
        const { data } = await callApi(audienceCall, { body }, { signal: gone.signal, quiet: true });
        setSentence(data.sentence);
      } catch {
        // A number that cannot be had is not said.
      }
    };
    const timer = setTimeout(() => void ask(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [asked]);
  return (
    <output className="block empty:hidden">
      {sentence && (
        <span className="flex items-center gap-3 rounded-card border border-phare-700/30 bg-phare-100 px-4 py-3 font-medium text-phare-700">
          <Users aria-hidden="true" className="size-5 shrink-0" />
          {sentence}
        </span>
      )}
    </output>
  );
}
