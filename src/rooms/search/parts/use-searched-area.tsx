import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { AreaWords } from '#rooms/criteria/area-words.ts';
import { writeSearch } from '#rooms/criteria/contract.ts';
import type { CityPage } from '../city.ts';
import { searchPath, slugsOf } from '../contract.ts';
import { arrivedAt, leavingFor, noPast } from '../map-history.ts';

/** Leads to the results in another area. `undone`: it goes back to one; `replace`: it takes the place of this one. */
export type Go = (next: AreaWords, how?: { undone?: boolean; replace?: boolean }) => void;

/** The area of a search, as its address says it, and the ways to another one and back. */
export function useSearchedArea({ transaction, place, filters, sort }: CityPage) {
  const navigate = useNavigate();
  const area = useMemo<AreaWords>(() => place.area ?? {}, [place.area]);
  /** The whole search in words: what the map asks for. */
  const query = useMemo(() => {
    const { carte: _, ...where } = area;
    const words = new URLSearchParams(writeSearch(transaction, slugsOf(place), filters));
    return { ...Object.fromEntries(words), ...where };
  }, [transaction, place, filters, area]);

  const where = useMemo(() => ({ places: slugsOf(place), area }), [place, area]);
  const [left, setPast] = useState(() => noPast(where));
  const past = arrivedAt(left, where);
  if (past !== left) setPast(past);
  const go = useCallback<Go>(
    (next, { undone = false, replace = false } = {}) => {
      setPast((before) => leavingFor(before, where, next, undone ? 'back' : replace ? 'same' : 'on'));
      const to = searchPath(transaction, { ...place, area: next }, { filters, sort });
      if (to) void navigate(to, { preventScrollReset: true, replace });
    },
    [where, transaction, place, filters, sort, navigate],
  );

  const before = past.steps.at(-1);
  return {
    area,
    query,
    go,
    undoable: before !== undefined,
    undo() {
      if (before) go({ ...before, carte: 'oui' }, { undone: true });
    },
  };
}
