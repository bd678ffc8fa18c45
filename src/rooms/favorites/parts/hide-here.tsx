import { EyeOff } from 'lucide-react';
import type { MouseEvent } from 'react';
import { loginPathFor, paths } from '#contract/paths.ts';
import { Button } from '#ui/button.tsx';
import { MARK_FIELD } from '../mark-form.ts';
import type { OwnMarks } from '../marks.ts';
import { HideReasons } from './hide-reasons.tsx';
import { openedMarks, useMarks } from './marks.tsx';

interface HideHereProps {
  listingId: number;
  /** As the server knows them; null without account. */
  own: OwnMarks | null;
}

function useHidden({ listingId, own }: HideHereProps): boolean {
  const marks = useMarks();
  // A press before the server answered counts already.
  return marks?.known
    ? marks.hidden.has(listingId)
    : Boolean(own?.hidden) || Boolean(marks?.hidden.has(listingId));
}

async function toggle(listingId: number, hidden: boolean) {
  const store = await openedMarks();
  if (hidden) store.showAgain(listingId, { quiet: true });
  else store.hide(listingId, { quiet: true });
}

/** « Ne plus voir », on the page of a listing; pressed, what is under it says what that did, with an account or without. */
export function HideHere(props: HideHereProps) {
  const { listingId } = props;
  const hidden = useHidden(props);
  const press = (event: MouseEvent) => {
    event.preventDefault();
    void toggle(listingId, hidden).catch(() => {});
  };
  return (
    <form method="post" action={paths.listing({ propertyId: listingId })}>
      <Button
        type="submit"
        name={MARK_FIELD}
        value={hidden ? 'montrer' : 'masquer'}
        variant="secondary"
        aria-pressed={hidden}
        aria-label="Ne plus voir cette annonce"
        onClick={press}
        icon={<EyeOff aria-hidden="true" className={`size-5 ${hidden ? 'text-phare-700' : ''}`} />}
      >
        Ne plus voir
      </Button>
    </form>
  );
}

/** Once hidden: what that does, how to undo it, and why, for who wants to say. */
export function HiddenHere(props: HideHereProps) {
  const { listingId, own } = props;
  const hidden = useHidden(props);
  const marks = useMarks();
  return (
    <div aria-live="polite">
      {hidden && (
        <div className="mt-3 rounded-card border border-dashed border-bordure px-4 py-3">
          <div className="flex items-center gap-x-2">
            <p className="min-w-0 flex-1">
              <span className="font-bold">Masquée.</span>{' '}
              <span className="text-ardoise-600">
                {own ? (
                  'Elle ne paraît plus dans vos recherches.'
                ) : (
                  <>
                    Dans ce navigateur, vos listes la replient en une ligne.{' '}
                    <a
                      href={loginPathFor('individual', paths.listing({ propertyId: listingId }))}
                      rel="nofollow"
                      className="text-phare-700 underline underline-offset-4"
                    >
                      Connectez-vous
                    </a>{' '}
                    pour qu’elle n’y paraisse plus du tout.
                  </>
                )}
              </span>
            </p>
            <form method="post" action={paths.listing({ propertyId: listingId })}>
              <Button
                type="submit"
                name={MARK_FIELD}
                value="montrer"
                variant="quiet"
                className="-mr-2"
                onClick={(event) => {
                  event.preventDefault();
                  void toggle(listingId, true).catch(() => {});
                }}
              >
                Annuler
              </Button>
            </form>
          </div>
          <HideReasons
            listingId={listingId}
            given={own ? own.reason : (marks?.reasons.get(listingId) ?? null)}
          />
        </div>
      )}
    </div>
  );
}
