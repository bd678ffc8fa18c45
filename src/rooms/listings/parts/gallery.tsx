import { ChevronLeft, ChevronRight, Images, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useRef, useState } from 'react';
import { formatCount } from '../../../contract/fmt.ts';
import { IconButton } from '../../../ui/button.tsx';
import { PictureSources, sourceSet } from '../../../ui/photo.tsx';
import type { PropertyType } from '../contract.ts';
import { type Photo, photoPath, photoSources } from '../photos/contract.ts';
import { ListingPhoto } from './listing-photo.tsx';

interface GalleryProps {
  photos: readonly Photo[];
  /** Given by the agency, ready or not. */
  photoCount: number;
  propertyType: PropertyType;
  /** What the listing is called. */
  name: string;
}

/**
 * How the pictures stand side by side, by how many there are; a phone always shows the first one only. Widths of the
 * first and of the others: those of the page's columns, which stop growing at 80rem.
 */
const layouts = {
  one: { shown: 1, grid: '', first: 'md:h-120', widths: [78, 100], others: [78, 100] },
  two: { shown: 2, grid: 'md:grid-cols-2', first: '', widths: [39, 50], others: [39, 50] },
  three: {
    shown: 3,
    grid: 'md:grid-cols-3',
    first: 'md:col-span-2 md:row-span-2',
    widths: [52, 66],
    others: [26, 33],
  },
  many: {
    shown: 5,
    grid: 'md:grid-cols-4',
    first: 'md:col-span-2 md:row-span-2',
    widths: [39, 50],
    others: [19, 25],
  },
} as const;

function sizesOf([rem, share]: readonly [rem: number, share: number]): string {
  return `(min-width: 80rem) ${rem}rem, (min-width: 48rem) ${share}vw, 100vw`;
}

function layoutFor(count: number) {
  if (count >= 5) return layouts.many;
  if (count >= 3) return layouts.three;
  return count === 2 ? layouts.two : layouts.one;
}

/** One large picture and small ones; each opens the whole series. Without JavaScript each is a plain link to its file. */
export function Gallery({ photos, photoCount, propertyType, name }: GalleryProps) {
  const [opened, setOpened] = useState<number | null>(null);
  const layout = layoutFor(photos.length);
  if (photos.length === 0) {
    return (
      <div className="h-64 overflow-hidden rounded-card md:h-80">
        <ListingPhoto photo={null} propertyType={propertyType} photoCount={photoCount} alt="" fit="fill" />
      </div>
    );
  }
  return (
    <div className="relative">
      <div className={`grid gap-2 ${layout.grid}`}>
        {photos.slice(0, layout.shown).map((photo, rank) => (
          <a
            key={photo.key}
            href={photoPath(photo, 1280)}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              setOpened(rank);
            }}
            className={`block overflow-hidden rounded-card ${rank === 0 ? layout.first : 'hidden md:block'}`}
          >
            <ListingPhoto
              photo={photo}
              propertyType={propertyType}
              photoCount={photoCount}
              alt={altOf(photo, rank, photos.length, name)}
              eager={rank === 0}
              sizes={sizesOf(rank === 0 ? layout.widths : layout.others)}
              className="md:h-full"
            />
          </a>
        ))}
      </div>
      {photos.length > 1 && (
        <button
          type="button"
          data-print="none"
          onClick={() => setOpened(0)}
          className="absolute right-3 bottom-3 inline-flex min-h-11 items-center gap-2 rounded-control border border-bordure bg-blanc px-3 text-small font-medium shadow-sticky hover:bg-ardoise-100"
        >
          <Images aria-hidden="true" className="size-5" />
          Voir les {formatCount(photos.length, 'photo', 'photos')}
        </button>
      )}
      <Lightbox photos={photos} start={opened} name={name} onClose={() => setOpened(null)} />
    </div>
  );
}

function altOf(photo: Photo, rank: number, count: number, name: string): string {
  return photo.caption ?? `${name}, photo ${rank + 1} sur ${count}`;
}

interface LightboxProps {
  photos: readonly Photo[];
  /** Rank of the picture to begin with; null: closed. */
  start: number | null;
  name: string;
  onClose: () => void;
}

/** The whole series, side by side: swipe, arrow keys or buttons. */
function Lightbox({ photos, start, name, onClose }: LightboxProps) {
  const strip = useRef<HTMLElement>(null);
  const [rank, setRank] = useState(0);
  const show = (next: number) => {
    const target = strip.current?.children[Math.max(0, Math.min(next, photos.length - 1))];
    target?.scrollIntoView({ block: 'nearest', inline: 'center' });
  };
  const current = photos[rank];
  return (
    <Dialog.Root open={start !== null} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            setRank(start ?? 0);
            strip.current?.focus();
            show(start ?? 0);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
            event.preventDefault();
            show(rank + (event.key === 'ArrowRight' ? 1 : -1));
          }}
          className="on-dark fixed inset-0 z-50 flex flex-col"
        >
          <header className="flex items-center justify-between gap-4 p-2 pl-5">
            <Dialog.Title className="font-text text-body font-medium tracking-normal">
              <span className="sr-only">{name}, </span>
              <span aria-live="polite" className="figures">
                photo {rank + 1} sur {photos.length}
              </span>
            </Dialog.Title>
            <Dialog.Close asChild>
              <IconButton floating label="Fermer" icon={<X aria-hidden="true" className="size-5" />} />
            </Dialog.Close>
          </header>
          <section
            ref={strip}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard.
            tabIndex={0}
            aria-label="Photos"
            onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
              setRank(Math.round(scrollLeft / Math.max(clientWidth, 1)))
            }
            className="flex min-h-0 flex-1 snap-x snap-mandatory overflow-x-auto overscroll-contain outline-offset-[-4px] [scrollbar-width:none]"
          >
            {photos.map((photo, index) => (
              <div
                key={photo.key}
                className="flex h-full w-full shrink-0 snap-center items-center justify-center px-2"
              >
                <PictureSources lighter={photo.avif ? photoSources(photo, 'avif') : []} sizes="100vw">
                  <img
                    src={photoPath(photo, 1280)}
                    srcSet={sourceSet(photoSources(photo))}
                    sizes="100vw"
                    alt={altOf(photo, index, photos.length, name)}
                    width={photo.width}
                    height={photo.height}
                    loading={Math.abs(index - rank) < 2 ? 'eager' : 'lazy'}
                    decoding="async"
                    className="max-h-full w-auto max-w-full object-contain"
                  />
                </PictureSources>
              </div>
            ))}
          </section>
          <footer className="flex items-center justify-between gap-4 p-2">
            <IconButton
              floating
              label="Photo précédente"
              disabled={rank === 0}
              onClick={() => show(rank - 1)}
              icon={<ChevronLeft aria-hidden="true" className="size-5" />}
            />
            <p className="min-w-0 flex-1 truncate text-center text-small text-ardoise-300">
              {current?.caption}
            </p>
            <IconButton
              floating
              label="Photo suivante"
              disabled={rank >= photos.length - 1}
              onClick={() => show(rank + 1)}
              icon={<ChevronRight aria-hidden="true" className="size-5" />}
            />
          </footer>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
