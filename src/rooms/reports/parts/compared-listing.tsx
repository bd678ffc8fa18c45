import { photoFile } from '#rooms/listings/photos.ts';
import { Notice } from '#ui/notice.tsx';
import { comparedFacts, photosOf, type Shown } from '../shown.ts';

/** The narrowest file, which every picture has. */
const THUMB = 400;
const PICTURES = 6;

interface ComparedListingProps {
  shown: Shown;
  /** Null: it is no more. */
  today: Shown | null;
}

/** A listing as it was read when somebody reported it, beside what it says today; what changed is marked, not only by colour. */
export function ComparedListing({ shown, today }: ComparedListingProps) {
  const facts = comparedFacts(shown, today);
  const changed = facts.filter(({ differs }) => differs).length;
  const [before, after] = [photosOf(shown), photosOf(today)];
  const otherPhotos = today !== null && JSON.stringify(before) !== JSON.stringify(after);
  return (
    <div>
      {today === null ? (
        <Notice tone="warning">
          Cette annonce n’existe plus. Voici ce qu’elle disait quand elle a été lue.
        </Notice>
      ) : (
        <p className="mb-2 text-small text-ardoise-600">
          {changed === 0 && !otherPhotos
            ? 'Elle dit aujourd’hui ce qu’elle disait quand elle a été lue.'
            : `${changed + Number(otherPhotos)} différence${changed + Number(otherPhotos) > 1 ? 's' : ''} avec ce qui a été lu.`}
        </p>
      )}
      {/* Outside the list, which holds terms and their descriptions only. */}
      <p className="hidden gap-x-3 border-b border-ardoise-100 py-1.5 text-small font-medium text-ardoise-600 sm:grid sm:grid-cols-[8rem_minmax(0,1fr)_minmax(0,1fr)]">
        <span className="col-start-2">Lue</span>
        <span>Aujourd’hui</span>
      </p>
      <dl className="divide-y divide-ardoise-100 text-small">
        {facts.map(({ key, label, before: read, today: now, long, differs }) => (
          <div
            key={key}
            className={`grid gap-x-3 gap-y-0.5 py-1.5 sm:grid-cols-[8rem_minmax(0,1fr)_minmax(0,1fr)] ${differs ? 'bg-ambre-100' : ''}`}
          >
            <dt className="font-medium">
              {label}
              {differs && <span className="text-ambre-700"> (changé)</span>}
            </dt>
            <dd
              className={`min-w-0 break-words ${long ? 'max-h-64 overflow-y-auto whitespace-pre-line' : ''}`}
            >
              {differs && <span className="text-ardoise-600 sm:sr-only">Lue&nbsp;: </span>}
              {differs ? <del className="no-underline">{read}</del> : read}
            </dd>
            {/* Where it is the same, a narrow screen says it once. */}
            <dd
              className={`min-w-0 break-words ${differs ? '' : 'max-sm:hidden'} ${long ? 'max-h-64 overflow-y-auto whitespace-pre-line' : ''}`}
            >
              <span className="text-ardoise-600 sm:sr-only">Aujourd’hui&nbsp;: </span>
              {today === null ? '–' : differs ? <ins className="font-medium no-underline">{now}</ins> : now}
            </dd>
          </div>
        ))}
      </dl>
      <Pictures title="Photos lues" keys={before} />
      {otherPhotos && <Pictures title="Photos d’aujourd’hui (changées)" keys={after} />}
    </div>
  );
}

function Pictures({ title, keys }: { title: string; keys: readonly string[] }) {
  if (keys.length === 0) return null;
  return (
    <section className="mt-4">
      <h4 className="text-small font-medium">
        {title}&nbsp;: {keys.length}
      </h4>
      <ul className="mt-1 grid grid-cols-3 gap-2">
        {keys.slice(0, PICTURES).map((key, rank) => (
          <li key={key}>
            <img
              src={`/photos/${photoFile(key, THUMB)}`}
              alt={`Vue ${rank + 1}`}
              loading="lazy"
              className="aspect-4/3 w-full rounded-control bg-ardoise-100 object-cover"
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
