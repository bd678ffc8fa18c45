import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { ListingPhoto } from '#rooms/listings/parts/listing-photo.tsx';
import { IconButton } from '#ui/button.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { CAPTION_MAX, type OwnListing, type OwnPhoto } from '../contract.ts';
import type { Photos } from './use-photos.tsx';

interface PhotoTileProps {
  photo: OwnPhoto;
  rank: number;
  propertyType: OwnListing['facts']['propertyType'];
  /** Comes from a feed: it is looked at only. */
  fixed: boolean;
  photos: Photos;
  /** Key of the photo that is being dragged. */
  dragged: string | null;
  onDrag: (key: string | null) => void;
}

/** A photo of the list: its words, and its place, which a drag or buttons change. */
export function PhotoTile({ photo, rank, propertyType, fixed, photos, dragged, onDrag }: PhotoTileProps) {
  const { shown, move, describe, remove } = photos;
  return (
    // Its buttons do the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      draggable={!fixed}
      onDragStart={() => onDrag(photo.key)}
      onDragEnd={() => onDrag(null)}
      onDragOver={(event) => dragged && event.preventDefault()}
      onDrop={(event) => {
        if (!dragged) return;
        event.preventDefault();
        move(dragged, rank);
      }}
      className={`overflow-hidden rounded-card border border-ardoise-200 bg-blanc ${dragged === photo.key ? 'opacity-50' : ''}`}
    >
      <ListingPhoto
        photo={photo.photo}
        propertyType={propertyType}
        photoCount={photo.state === 'failed' ? 0 : 1}
        alt={photo.caption ?? `Photo ${rank + 1}`}
        sizes="(min-width: 40rem) 18rem, 100vw"
      />
      <div className="space-y-2 p-3">
        {photo.state === 'failed' && (
          <p className="text-small text-rouge-700">Illisible, elle ne sera pas montrée. {photo.error}</p>
        )}
        <TextInput
          aria-label={`Légende de la photo ${rank + 1}`}
          placeholder="Légende"
          defaultValue={photo.caption ?? ''}
          maxLength={CAPTION_MAX}
          disabled={fixed}
          onChange={({ currentTarget }) => describe(photo.key, currentTarget.value.trim() || null)}
        />
        {!fixed && (
          <div className="flex justify-between">
            <span className="flex">
              <IconButton
                label={`Avancer la photo ${rank + 1}`}
                icon={<ArrowUp aria-hidden="true" className="size-5" />}
                disabled={rank === 0}
                onClick={() => move(photo.key, rank - 1)}
              />
              <IconButton
                label={`Reculer la photo ${rank + 1}`}
                icon={<ArrowDown aria-hidden="true" className="size-5" />}
                disabled={rank === shown.length - 1}
                onClick={() => move(photo.key, rank + 1)}
              />
            </span>
            <IconButton
              label={`Enlever la photo ${rank + 1}`}
              icon={<Trash2 aria-hidden="true" className="size-5" />}
              onClick={() => remove(photo.key)}
            />
          </div>
        )}
      </div>
    </li>
  );
}
