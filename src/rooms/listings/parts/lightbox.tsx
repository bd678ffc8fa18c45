import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, useRef, useState } from 'react';
import { IconButton } from '#ui/button.tsx';
import { PictureSources, sourceSet } from '#ui/photo.tsx';
import { type Photo, photoPath, photoSources } from '../photos.ts';

export interface NamedPhoto extends Photo {
  /** What is seen, or which one it is. */
  readonly alt: string;
}

interface LightboxProps {
  photos: readonly NamedPhoto[];
  /** Rank of the picture to begin with. */
  start: number;
  name: string;
  onClose: () => void;
  /** Where the reader was: the focus goes back there. */
  opener: HTMLElement | null;
}

/** The whole series, side by side: swipe, arrow keys or buttons. */
export default function Lightbox({ photos, start, name, onClose, opener }: LightboxProps) {
  const strip = useRef<HTMLElement>(null);
  /** The one that was asked for: keys may be faster than the strip. */
  const aim = useRef(start);
  const [rank, setRank] = useState(start);
  const last = photos.length - 1;
  const show = (next: number) => {
    aim.current = Math.max(0, Math.min(next, last));
    strip.current?.children[aim.current]?.scrollIntoView({ block: 'nearest', inline: 'center' });
  };
  const press = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowRight: aim.current + 1,
      ArrowLeft: aim.current - 1,
      Home: 0,
      End: last,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    show(next);
  };
  const current = photos[rank];
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            strip.current?.focus();
            show(start);
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            opener?.focus();
          }}
          onKeyDown={press}
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
            onPointerUp={() => {
              aim.current = rank;
            }}
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
                    alt={photo.alt}
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
            <p className="line-clamp-2 min-w-0 flex-1 text-center text-small text-ardoise-300">
              {current?.caption}
            </p>
            <IconButton
              floating
              label="Photo suivante"
              disabled={rank >= last}
              onClick={() => show(rank + 1)}
              icon={<ChevronRight aria-hidden="true" className="size-5" />}
            />
          </footer>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
