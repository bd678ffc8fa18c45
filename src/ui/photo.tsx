import { Building2, House, LandPlot, SquareParking, Store, Warehouse } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { preload } from 'react-dom';
import { placeholderGradient } from './thumb-gradient.ts';

/** Pictogram of the missing photo. */
export type PhotoKind = 'appartement' | 'maison' | 'terrain' | 'parking' | 'commerce' | 'immeuble' | 'autre';

const pictograms = {
  appartement: Building2,
  immeuble: Building2,
  maison: House,
  terrain: LandPlot,
  parking: SquareParking,
  commerce: Store,
  autre: Warehouse,
} as const;

interface PhotoSource {
  readonly url: string;
  readonly width: number;
}

interface PhotoProps {
  /** Same picture in several widths, smallest first; empty: there is none. */
  sources: readonly PhotoSource[];
  /** The same in AVIF, for browsers that read it; empty as long as it is not made. */
  lighter?: readonly PhotoSource[];
  /** What is seen; empty when the card around already says it. */
  alt: string;
  kind: PhotoKind;
  /** « 100vw », « (min-width: 64rem) 252px, 100vw ». */
  sizes?: string;
  /** Thumbhash, base64. */
  placeholder?: string | null;
  /** The first picture in sight: fetched at once, before the others. */
  eager?: boolean;
  /** Words under the pictogram: « Photo à venir » while it is being prepared. */
  absence?: string;
  /** `fill`: takes the height of its container instead of 4:3. */
  fit?: '4:3' | 'fill';
  className?: string;
}

/** 4:3, never a jump, never a stock picture. */
export function Photo({
  sources,
  lighter = [],
  alt,
  kind,
  sizes = '100vw',
  placeholder,
  eager = false,
  absence = 'Sans photo',
  fit = '4:3',
  className,
}: PhotoProps) {
  const [failed, setFailed] = useState(false);
  const frame = `${fit === '4:3' ? 'aspect-4/3' : 'h-full'} w-full overflow-hidden bg-ardoise-100 ${className ?? ''}`;
  const largest = sources.at(-1);

  if (!largest || failed) {
    const Pictogram = pictograms[kind];
    return (
      <div
        className={`@container relative grid content-center justify-items-center gap-2 text-ardoise-500 ${frame}`}
      >
        <Pictogram
          aria-hidden="true"
          className="size-10 text-ardoise-300 @max-[8rem]:size-6"
          strokeWidth={1.25}
        />
        {/* A thumbnail has no room for words: they are only read aloud. */}
        <span className="text-small text-ardoise-600 @max-[8rem]:sr-only">
          {failed ? 'Photo indisponible' : absence}
        </span>
      </div>
    );
  }
  const [narrowest] = lighter;
  // React says so for an image by itself, not for one that has several formats. Other browsers pass over its type.
  if (eager && narrowest) {
    preload(narrowest.url, {
      as: 'image',
      type: 'image/avif',
      imageSrcSet: sourceSet(lighter),
      imageSizes: sizes,
      fetchPriority: 'high',
    });
  }
  return (
    <div
      className={frame}
      style={placeholder ? { backgroundImage: placeholderGradient(placeholder) } : undefined}
    >
      <PictureSources lighter={lighter} sizes={sizes}>
        <img
          src={largest.url}
          srcSet={sources.length > 1 ? sourceSet(sources) : undefined}
          sizes={sources.length > 1 ? sizes : undefined}
          alt={alt}
          width={largest.width}
          height={Math.round((largest.width * 3) / 4)}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          fetchPriority={eager ? 'high' : 'auto'}
          onError={() => setFailed(true)}
          className="size-full object-cover"
        />
      </PictureSources>
    </div>
  );
}

interface PictureSourcesProps {
  /** In AVIF; empty as long as it is not made. */
  lighter: readonly PhotoSource[];
  sizes: string;
  /** The picture in WebP: for other browsers, and what the frame is about. */
  children: ReactElement;
}

/** A picture in two formats: browsers take the first one they read. */
export function PictureSources({ lighter, sizes, children }: PictureSourcesProps) {
  if (lighter.length === 0) return children;
  return (
    // No box of its own: the picture inside is sized by the frame around.
    <picture className="contents">
      <source type="image/avif" srcSet={sourceSet(lighter)} sizes={sizes} />
      {children}
    </picture>
  );
}

/** As `srcset` says it: « …-400.webp 400w, …-800.webp 800w ». */
export function sourceSet(sources: readonly PhotoSource[]): string {
  return sources.map(({ url, width }) => `${url} ${width}w`).join(', ');
}
