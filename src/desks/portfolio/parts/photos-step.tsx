import { ArrowDown, ArrowUp, ImagePlus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '#browser/api.ts';
import { readError } from '#browser/read-error.ts';
import { ListingPhoto } from '#rooms/listings/parts/listing-photo.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { TextInput } from '#ui/text-input.tsx';
import {
  addPhotosCall,
  CAPTION_MAX,
  type OwnPhoto,
  ownListingCall,
  PHOTO_BYTES_MAX,
  PHOTOS_MAX,
} from '../contract.ts';
import { fieldId } from '../editing/steps.ts';
import type { Draft } from './use-draft.tsx';

const LOOK_AGAIN_MS = 2_500;

/** Photos: added by a drop or a button, put in order by a drag or by buttons, each with its words. */
export function PhotosStep({ draft }: { draft: Draft }) {
  const { listing, type, inTurn, accept, save } = draft;
  const { fromFeed, propertyType } = { ...listing, ...listing.facts };
  const [photos, setPhotos] = useState<readonly OwnPhoto[]>(listing.photos);
  const [sending, setSending] = useState(0);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const waiting = listing.photos.some(({ state }) => state === 'pending');
  const params = { id: String(listing.id) };

  // Their order and their words are this page's; what becomes of their files is the server's.
  const states = new Map(listing.photos.map((photo) => [photo.key, photo]));
  const shown = photos.map((photo) => ({ ...photo, ...pick(states.get(photo.key)) }));

  useEffect(() => {
    if (!waiting) return undefined;
    const look = async () => {
      try {
        const { data } = await callApi(
          ownListingCall,
          { params: { id: String(listing.id) } },
          { quiet: true },
        );
        await inTurn(async (version) => {
          if (data.version === version) accept(data);
        });
      } catch {
        // The next change of the page looks again.
      }
    };
    const timer = setTimeout(() => void look(), LOOK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [waiting, listing, inTurn, accept]);

  function arrange(next: readonly OwnPhoto[]) {
    setPhotos(next);
    type({ photos: next.map(({ key, caption }) => ({ key, caption })) });
  }

  function move(key: string, to: number) {
    const from = photos.findIndex((photo) => photo.key === key);
    const photo = photos[from];
    if (!photo || to < 0 || to >= photos.length || to === from) return;
    arrange(photos.toSpliced(from, 1).toSpliced(to, 0, photo));
  }

  async function add(files: readonly File[]) {
    setRefused([]);
    setSending(files.length);
    // Order and words typed so far first: the list that comes back holds them.
    await save();
    for (const each of files) {
      try {
        if (each.size > PHOTO_BYTES_MAX) throw new Error('plus de 15 Mo');
        const form = new FormData();
        form.append('photos', each);
        const { data } = await inTurn(() => callApi(addPhotosCall, { params }, { form, quiet: true }));
        accept(data);
        setPhotos((former) => {
          const here = new Set(former.map(({ key }) => key));
          return [...former, ...data.photos.filter(({ key }) => !here.has(key))];
        });
      } catch (error) {
        setRefused((former) => [...former, `${each.name} : ${readError(error).message}`]);
      } finally {
        setSending((left) => left - 1);
      }
    }
  }

  return (
    <div id={fieldId('photos')} tabIndex={-1} className="space-y-4">
      {!fromFeed && (
        // The button does the same: dropping is only quicker.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
        <div
          onDragOver={(event) => {
            if (dragged) return;
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            if (dragged) return;
            event.preventDefault();
            setOver(false);
            void add([...event.dataTransfer.files]);
          }}
          className={`flex flex-wrap items-center justify-between gap-3 rounded-card border-2 border-dashed px-4 py-6 ${
            over ? 'border-phare-700 bg-phare-100' : 'border-bordure bg-blanc'
          }`}
        >
          <p className="text-ardoise-700">
            Déposez vos photos ici. JPEG, PNG, WebP, GIF ou AVIF, 15&nbsp;Mo chacune, {PHOTOS_MAX} au plus.
          </p>
          <Button
            variant="secondary"
            busy={sending > 0}
            icon={<ImagePlus aria-hidden="true" className="size-5" />}
            onClick={() => file.current?.click()}
          >
            Choisir des photos
          </Button>
          <input
            ref={file}
            type="file"
            accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
            multiple
            className="sr-only"
            tabIndex={-1}
            aria-label="Photos à ajouter"
            onChange={({ currentTarget }) => {
              const chosen = [...(currentTarget.files ?? [])];
              currentTarget.value = '';
              void add(chosen);
            }}
          />
        </div>
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
          // Its buttons do the same.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <li
            key={photo.key}
            draggable={!fromFeed}
            onDragStart={() => setDragged(photo.key)}
            onDragEnd={() => setDragged(null)}
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
                <p className="text-small text-rouge-700">
                  Illisible, elle ne sera pas montrée. {photo.error}
                </p>
              )}
              <TextInput
                aria-label={`Légende de la photo ${rank + 1}`}
                placeholder="Légende"
                defaultValue={photo.caption ?? ''}
                maxLength={CAPTION_MAX}
                disabled={fromFeed}
                onChange={({ currentTarget }) =>
                  arrange(
                    photos.map((each) =>
                      each.key === photo.key
                        ? { ...each, caption: currentTarget.value.trim() || null }
                        : each,
                    ),
                  )
                }
              />
              {!fromFeed && (
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
                    onClick={() => arrange(photos.filter(({ key }) => key !== photo.key))}
                  />
                </div>
              )}
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

function pick(known: OwnPhoto | undefined) {
  return known ? { state: known.state, error: known.error, photo: known.photo } : {};
}
