import { Search } from 'lucide-react';
import { useState } from 'react';
import type { AreaWords } from '#rooms/criteria/area-words.ts';
import { Button } from '#ui/button.tsx';
import type { Engine } from './engine.tsx';
import type { Go } from './use-searched-area.tsx';

/** Ticked during this visit: the list follows the map. */
let followedLast = false;

/** The search in what the map shows: when the reader asks for it, or each time they have moved it. */
export function useSearchHere(area: AreaWords, go: Go) {
  const [moved, setMoved] = useState(false);
  const [follows, setFollows] = useState(followedLast);

  // Following the map, the first box is a step that one comes back from; the next ones take its place.
  function search(seen: Engine, { following = false } = {}) {
    go(
      { ...area, bbox: seen.bounds().join(','), carte: 'oui' },
      { replace: following && area.bbox !== undefined },
    );
  }

  return {
    /** The reader moved the map since it showed the whole search. */
    moved,
    setMoved,
    follows,
    follow(on: boolean, seen: Engine) {
      followedLast = on;
      setFollows(on);
      if (on && moved) search(seen, { following: true });
    },
    search,
  };
}

/** Over a map that was moved: searches there, now or at each move. */
export function SearchHere({
  here: { moved, follows, follow, search },
  engine,
}: {
  here: ReturnType<typeof useSearchHere>;
  engine: Engine;
}) {
  return (
    <>
      {moved && !follows && (
        <Button
          size="sm"
          className="rounded-full! shadow-popover"
          icon={<Search aria-hidden="true" className="size-4" />}
          onClick={() => search(engine)}
        >
          Rechercher dans cette zone
        </Button>
      )}
      {(moved || follows) && (
        <label className="inline-flex min-h-9 items-center gap-2 rounded-full bg-blanc px-3 text-small shadow-sticky">
          <input
            type="checkbox"
            checked={follows}
            onChange={({ target }) => follow(target.checked, engine)}
            className="size-4.5"
          />
          Chercher en déplaçant la carte
        </label>
      )}
    </>
  );
}
