import { Images, LayoutPanelLeft, Play, Rotate3d } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { formatCount } from '#contract/fmt.ts';
import type { PropertyType } from '../contract.ts';
import { type Photo, photoPath } from '../photos.ts';
import type { NamedPhoto } from './lightbox.tsx';
import { ListingPhoto } from './listing-photo.tsx';

// What shows one picture after the other comes with the first press.
const Lightbox = lazy(() => import('./lightbox.tsx'));

interface GalleryProps {
  photos: readonly Photo[];
  /** Given by the agency, ready or not. */
  photoCount: number;
  propertyType: PropertyType;
  /** What the listing is called. */
  name: string;
  /** Elsewhere, https only: nothing of it is loaded before it is pressed. */
  visitUrl?: string | null;
  videoUrl?: string | null;
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

const pill =
  'inline-flex min-h-11 items-center gap-2 rounded-control border border-bordure bg-blanc px-3 text-small font-medium text-encre no-underline shadow-sticky hover:bg-ardoise-100';

/** One large picture and small ones; each opens the whole series. Without JavaScript each is a plain link to its file. */
export function Gallery(props: GalleryProps) {
  const { photos, photoCount, propertyType, name, visitUrl = null, videoUrl = null } = props;
  const [opened, setOpened] = useState<{ rank: number; from: HTMLElement } | null>(null);
  const layout = layoutFor(photos.length);
  const named = photos.map((photo, rank): NamedPhoto => ({ ...photo, alt: altOf(photo, rank, props) }));
  const plan = photos.findIndex(({ caption }) => /\bplans?\b/i.test(caption ?? ''));
  const open = (rank: number, from: HTMLElement) => setOpened({ rank, from });
  const elsewhere = (
    <>
      <Elsewhere
        href={visitUrl}
        label="Visite virtuelle"
        icon={<Rotate3d aria-hidden="true" className="size-5" />}
      />
      <Elsewhere href={videoUrl} label="Vidéo" icon={<Play aria-hidden="true" className="size-5" />} />
    </>
  );
  if (photos.length === 0) {
    return (
      <div className="relative">
        <div className="h-44 overflow-hidden rounded-card md:h-56">
          <ListingPhoto photo={null} propertyType={propertyType} photoCount={photoCount} alt="" fit="fill" />
        </div>
        <div data-print="none" className="absolute right-3 bottom-3 flex flex-wrap justify-end gap-2">
          {elsewhere}
        </div>
      </div>
    );
  }
  return (
    <div className="relative">
      <div className={`grid gap-2 ${layout.grid}`}>
        {named.slice(0, layout.shown).map((photo, rank) => (
          <a
            key={photo.key}
            href={photoPath(photo, 1280)}
            data-opens="photos"
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              open(rank, event.currentTarget);
            }}
            className={`block overflow-hidden rounded-card ${rank === 0 ? layout.first : 'hidden md:block'}`}
          >
            <ListingPhoto
              photo={photo}
              propertyType={propertyType}
              photoCount={photoCount}
              alt={photo.alt}
              eager={rank === 0}
              sizes={sizesOf(rank === 0 ? layout.widths : layout.others)}
              className="md:h-full"
            />
          </a>
        ))}
      </div>
      <div
        data-print="none"
        className="absolute inset-x-3 bottom-3 flex flex-wrap items-center noscript:static noscript:mt-2 justify-end gap-2 *:pointer-events-auto pointer-events-none"
      >
        {elsewhere}
        {plan !== -1 && (
          <button
            type="button"
            onClick={(event) => open(plan, event.currentTarget)}
            className={`${pill} noscript:hidden`}
          >
            <LayoutPanelLeft aria-hidden="true" className="size-5" />
            Plan
          </button>
        )}
        {photos.length > 1 && (
          <button
            type="button"
            onClick={(event) => open(0, event.currentTarget)}
            className={`${pill} noscript:hidden`}
          >
            <Images aria-hidden="true" className="size-5" />
            Voir les {formatCount(photos.length, 'photo', 'photos')}
          </button>
        )}
      </div>
      <noscript>
        <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-small" data-print="none">
          {named.map((photo, rank) => (
            <li key={photo.key}>
              <a href={photoPath(photo, 1280)} className="text-phare-700 underline underline-offset-4">
                {photo.caption ?? `Photo ${rank + 1}`}
              </a>
            </li>
          ))}
        </ul>
      </noscript>
      {opened && (
        <Suspense fallback={null}>
          <Lightbox
            photos={named}
            start={opened.rank}
            name={name}
            opener={opened.from}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

function Elsewhere({ href, label, icon }: { href: string | null; label: string; icon: ReactNode }) {
  return (
    href && (
      <a href={href} rel="noopener noreferrer external" className={pill}>
        {icon}
        {label}
      </a>
    )
  );
}

function altOf(photo: Photo, rank: number, { photos, name }: GalleryProps): string {
  return photo.caption ?? `${name}, photo ${rank + 1} sur ${photos.length}`;
}
