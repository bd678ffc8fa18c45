import { Photo, type PhotoKind } from '#ui/photo.tsx';
import type { PropertyType } from '../contract.ts';
import { type Photo as ListingPicture, photoSources } from '../photos.ts';

const kinds: Record<PropertyType, PhotoKind> = {
  apartment: 'appartement',
  house: 'maison',
  land: 'terrain',
  parking: 'parking',
  building: 'immeuble',
  loft: 'appartement',
  castle: 'maison',
  mansion: 'maison',
  office: 'commerce',
  shop: 'commerce',
  programme: 'immeuble',
  other: 'autre',
};

interface ListingPhotoProps {
  photo: ListingPicture | null;
  propertyType: PropertyType;
  /** How many the agency gave: some may still be in preparation. */
  photoCount: number;
  /** Empty where the text around says what is seen. */
  alt: string;
  sizes?: string;
  eager?: boolean;
  fit?: '4:3' | 'fill';
  className?: string;
}

/** One picture of a listing, or the pictogram of its type. */
export function ListingPhoto({ photo, propertyType, photoCount, alt, ...rest }: ListingPhotoProps) {
  return (
    <Photo
      {...rest}
      sources={photo ? photoSources(photo) : []}
      lighter={photo?.avif ? photoSources(photo, 'avif') : []}
      placeholder={photo?.placeholder ?? null}
      alt={alt}
      kind={kinds[propertyType]}
      absence={photoCount > 0 ? 'Photo à venir' : 'Sans photo'}
    />
  );
}
