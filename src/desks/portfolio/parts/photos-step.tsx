import { useState } from 'react';
import { Notice } from '#ui/notice.tsx';
import { PHOTOS_MAX } from '../contract.ts';
import { fieldId } from '../editing/steps.ts';
import { PhotoDrop } from './photo-drop.tsx';
import { PhotoTile } from './photo-tile.tsx';
import type { Draft } from './use-draft.tsx';
import { usePhotos } from './use-photos.tsx';

/** Photos: added by a drop or a button, put in order by a drag or by buttons, each with its words. */
export function PhotosStep({ draft }: { draft: Draft }) {
  const { fromFeed, propertyType } = { ...draft.listing, ...draft.listing.facts };
  const photos = usePhotos(draft);
  const { shown, sending, refused, add } = photos;
  const [dragged, setDragged] = useState<string | null>(null);

  return (
    <div id={fieldId('photos')} tabIndex={-1} className="space-y-4">
      {!fromFeed && (
        <PhotoDrop busy={sending > 0} closed={dragged !== null} onFiles={(files) => void add(files)} />
      )}
      <output className="block text-small text-ardoise-600">
        {sending > 0
          ? `Envoi en cours, encore ${sending}`
          : `${shown.length} sur ${PHOTOS_MAX}. La première ouvre l’annonce.`}
      </output>
      {refused.length > 0 && (
        <Notice tone="error" live title="Photos refusées">
          <ul>
            {refused.map((words) => (
              <li key={words} className="wrap-anywhere">
                {words}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <ol className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {shown.map((photo, rank) => (
          <PhotoTile
            key={photo.key}
            photo={photo}
            rank={rank}
            propertyType={propertyType}
            fixed={fromFeed}
            photos={photos}
            dragged={dragged}
            onDrag={setDragged}
          />
        ))}
      </ol>
    </div>
  );
}
