import { useEffect, useState } from 'react';
import { callApi } from '#browser/api.ts';
import { readError } from '#browser/read-error.ts';
import { addPhotosCall, type OwnPhoto, ownListingCall, PHOTO_BYTES_MAX } from '../contract.ts';
import type { Draft } from './use-draft.tsx';

const LOOK_AGAIN_MS = 2_500;

/** The photos of a listing: their order and their words as typed, those that are being sent, what becomes of their files. */
export function usePhotos({ listing, type, inTurn, accept, save }: Draft) {
  const [photos, setPhotos] = useState<readonly OwnPhoto[]>(listing.photos);
  const [sending, setSending] = useState(0);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const waiting = listing.photos.some(({ state }) => state === 'pending');

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
        const params = { id: String(listing.id) };
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

  return {
    shown,
    /** How many are still to be sent. */
    sending,
    /** Files that were not taken, each with its reason. */
    refused,
    add,
    move(key: string, to: number) {
      const from = photos.findIndex((photo) => photo.key === key);
      const photo = photos[from];
      if (!photo || to < 0 || to >= photos.length || to === from) return;
      arrange(photos.toSpliced(from, 1).toSpliced(to, 0, photo));
    },
    describe: (key: string, caption: string | null) =>
      arrange(photos.map((each) => (each.key === key ? { ...each, caption } : each))),
    remove: (key: string) => arrange(photos.filter((each) => each.key !== key)),
  };
}
export type Photos = ReturnType<typeof usePhotos>;

function pick(known: OwnPhoto | undefined) {
  return known ? { state: known.state, error: known.error, photo: known.photo } : {};
}
