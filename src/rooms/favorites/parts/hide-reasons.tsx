import { useState } from 'react';
import { paths } from '#contract/paths.ts';
import { Chip } from '#ui/chip.tsx';
import { REASON_FIELD } from '../mark-form.ts';
import { type HideReason, hideReasons } from '../marks.ts';
import { openedMarks } from './marks.tsx';

interface HideReasonsProps {
  listingId: number;
  /** Given before. */
  given?: HideReason | null;
}

/** Why a listing is hidden, for who wants to say; without JavaScript the page of the listing notes it. */
export function HideReasons({ listingId, given = null }: HideReasonsProps) {
  const [reason, setReason] = useState(given);
  const choose = async (chosen: HideReason) => {
    const before = reason;
    setReason(chosen);
    try {
      await (await openedMarks()).giveReason(listingId, chosen);
    } catch {
      setReason(before);
    }
  };
  return (
    <form method="post" action={paths.listing({ propertyId: listingId })}>
      <fieldset
        className="mt-1 flex min-w-0 flex-wrap items-center gap-2"
        aria-label="Pourquoi ? (facultatif)"
      >
        <span aria-hidden="true" className="mr-1 text-small text-ardoise-600">
          Pourquoi ?
        </span>
        {(Object.keys(hideReasons) as HideReason[]).map((each) => (
          <Chip
            key={each}
            type="submit"
            name={REASON_FIELD}
            value={each}
            selected={reason === each}
            onClick={(event) => {
              event.preventDefault();
              void choose(each);
            }}
          >
            {hideReasons[each]}
          </Chip>
        ))}
      </fieldset>
    </form>
  );
}
