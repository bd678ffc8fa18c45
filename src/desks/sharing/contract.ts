// Sharing: the pictures shown where a page is shared, drawn with what the page says.
// Owns shared_picture, which counts its files: `partage/…` in storage, one for each page that says something of its own.
import type { Photo } from '#rooms/listings/photos.ts';
import type { ListingCard } from '#rooms/listings/reading.ts';

/** What one picture says. Texts are plain: drawn as outlines, they are never read as markup. */
export interface Poster {
  /** « Appartement à vendre », « Immobilier à vendre à Nîmes ». */
  readonly lead: string;
  /** The largest words: a price, a count, a sentence. */
  readonly figure: string;
  /** What must stand beside a price (domain.md R1 to R16), small. */
  readonly terms: readonly string[];
  /** « 3 pièces · 62,4 m² », « 30000 Nîmes ». */
  readonly facts: readonly string[];
  readonly energy: ListingCard['energyClass'];
  /** On the left, when there is one. */
  readonly photo: Photo | null;
}
