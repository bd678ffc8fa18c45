import { ListingPhoto } from '#rooms/listings/parts/listing-photo.tsx';
import { priceLines, priceSentence } from '#rooms/listings/price-lines.ts';
import { type ListingCard, mainFacts, whereabouts } from '#rooms/listings/reading.ts';

/** What a mail of Vigie looks like, with a listing that is really on line. */
export function SampleMail({ listing }: { listing: ListingCard }) {
  const price = priceLines(listing);
  return (
    <figure className="mx-auto max-w-100">
      <div className="overflow-hidden rounded-card bg-blanc text-encre shadow-modal">
        <div className="border-b border-ardoise-200 px-5 py-4">
          <p className="text-small text-ardoise-600">Vigie, à vous</p>
          <p className="font-bold">1 nouvelle annonce – {whereabouts(listing)}</p>
        </div>
        <div className="p-5">
          <ListingPhoto
            photo={listing.photo}
            propertyType={listing.propertyType}
            photoCount={listing.photoCount}
            alt=""
            sizes="25rem"
            fit="fill"
            className="aspect-video! rounded-control"
          />
          <p className="title figures mt-4 text-price">{priceSentence({ ...price, suffix: null })}</p>
          {price.suffix && <p className="text-small text-ardoise-600">{price.suffix}</p>}
          <ul className="text-caption text-ardoise-600">
            {price.lines
              .filter(({ essential }) => essential)
              .map(({ text }) => (
                <li key={text}>{text}</li>
              ))}
          </ul>
          <p className="mt-2 font-medium">{mainFacts(listing).join(' · ')}</p>
          <p className="text-ardoise-600">{whereabouts(listing)}</p>
          <p className="mt-3 border-t border-ardoise-100 pt-3 text-caption text-ardoise-500">
            Pourquoi cet e-mail, modifier, se désinscrire en un clic
          </p>
        </div>
      </div>
      <figcaption className="mt-3 text-small text-ardoise-300">
        Exemple d’e-mail, avec une annonce réellement en ligne.
      </figcaption>
    </figure>
  );
}
