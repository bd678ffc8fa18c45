import { areaChips } from '#rooms/criteria/area-chips.ts';
import { RemovableChip } from '#ui/chip.tsx';
import type { CityPage } from '../city.ts';
import { searchPath } from '../contract.ts';

/** Where the search looks beside its place, each limit with its way out. */
export default function AreaChips({ view }: { view: CityPage }) {
  const { transaction, place, filters, sort } = view;
  const chips = areaChips(place.area ?? {});
  return (
    <ul aria-label="Zone de recherche" className="mt-2 flex flex-wrap gap-2">
      {chips.map(({ text, rest }) => (
        <li key={text}>
          <RemovableChip
            label={text}
            withoutHref={searchPath(transaction, { ...place, area: rest }, { filters, sort }) ?? ''}
          />
        </li>
      ))}
    </ul>
  );
}
