import { addressOf } from '#browser/api.ts';
import { paths } from '#contract/paths.ts';
import { SaveButton } from '#rooms/administrators/parts/save-button.tsx';
import { Card } from '#ui/card.tsx';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { type CreativeFormat, callsToAction, creativeFormats } from '../contract.ts';
import { adminCreativeCall, type BoostAd, boostPackageCall } from '../tasks.ts';
import { CopyButton } from './copy-button.tsx';

interface BoostMaterialProps {
  reference: string;
  brief: string | null;
  ads: readonly BoostAd[];
  trouble: string | null;
}

const below = (address: string) => address.replace(/^\/api/, '') as `/admin/${string}`;

/** All that is chosen, written and sent on the network, in the order in which it is asked there. */
export function BoostMaterial({ reference, brief, ads, trouble }: BoostMaterialProps) {
  if (trouble !== null) return <Notice tone="warning">{trouble}</Notice>;
  if (brief === null)
    return <p className="text-ardoise-600">Ce boost est terminé&nbsp;: plus rien n’est à publier.</p>;
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap gap-2">
        <CopyButton text={brief} what="les consignes" />
        <SaveButton
          address={below(addressOf(boostPackageCall, { params: { reference } }))}
          fileName={`${reference}.zip`}
        >
          Tout télécharger (ZIP)
        </SaveButton>
      </div>
      <pre className="overflow-x-auto rounded-card border border-ardoise-200 bg-craie p-4 font-text text-small whitespace-pre-wrap">
        {brief}
      </pre>
      <ul className="space-y-3">
        {ads.map((ad) => (
          <li key={ad.listing}>
            <Advertisement reference={reference} ad={ad} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Advertisement({ reference, ad }: { reference: string; ad: BoostAd }) {
  const { listing, link, title, callToAction, caption } = ad;
  const of = `de l’annonce ${listing}`;
  return (
    <Card padding="dense">
      <h3 className="text-h4">
        <TextLink to={paths.listing({ propertyId: listing })}>Annonce {listing}</TextLink>
      </h3>
      <dl className="mt-2 space-y-2">
        <div>
          <dt className="font-medium">Titre</dt>
          <dd className="wrap-anywhere">{title}</dd>
        </div>
        <div>
          <dt className="font-medium">Bouton</dt>
          <dd>{callsToAction[callToAction]}</dd>
        </div>
        <div>
          <dt className="font-medium">Lien</dt>
          <dd className="wrap-anywhere">{link}</dd>
        </div>
        <div>
          <dt className="font-medium">Texte</dt>
          <dd className="wrap-anywhere whitespace-pre-wrap">{caption}</dd>
        </div>
      </dl>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton text={title} what="le titre" of={of} />
        <CopyButton text={caption} what="le texte" of={of} />
        <CopyButton text={link} what="le lien" of={of} />
        {(Object.keys(creativeFormats) as CreativeFormat[]).map((format) => {
          const { label, width, height } = creativeFormats[format];
          return (
            <SaveButton
              key={format}
              address={below(
                addressOf(adminCreativeCall, { params: { reference }, query: { listing, format } }),
              )}
              fileName={`${reference}-annonce-${listing}-${label.toLowerCase()}-${width}x${height}.jpg`}
            >
              {label} {width} × {height}
              <span className="sr-only"> {of}</span>
            </SaveButton>
          );
        })}
      </div>
    </Card>
  );
}
