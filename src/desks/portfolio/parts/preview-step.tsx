import { pricePerM2Of } from '#rooms/listings/contract.ts';
import { legalText } from '#rooms/listings/mentions.ts';
import { EnergyBlock } from '#rooms/listings/parts/energy-block.tsx';
import { PriceBlock } from '#rooms/listings/parts/price-block.tsx';
import type { Draft } from './use-draft.tsx';

/** The price and the sentences of the law, as the page of the listing will say them. */
export function PreviewStep({ draft: { facts, listing, unsaved } }: { draft: Draft }) {
  return (
    <div className="space-y-8">
      <article
        className="rounded-card border border-ardoise-200 bg-blanc p-4 sm:p-6"
        aria-label="Aperçu de l’annonce"
      >
        <h3 className="mb-3 text-h4 wrap-anywhere">{facts.title || 'Sans titre'}</h3>
        <PriceBlock
          listing={{
            ...facts,
            pricePerM2: pricePerM2Of(facts),
            annuityBouquet: null,
            annuityMonthly: null,
            previousPrice: null,
          }}
          variant="page"
        />
        <div className="mt-6">
          <EnergyBlock listing={facts} />
        </div>
      </article>
      <section aria-labelledby="mentions">
        <h3 id="mentions" className="text-h4">
          Mentions écrites pour vous
        </h3>
        <p className="mt-2 max-w-measure text-ardoise-700">
          {legalText(listing.mentions.map((text) => ({ kind: 'property', text })))}
        </p>
        {unsaved && (
          <p className="mt-2 text-small text-ardoise-600">
            Elles suivent l’annonce enregistrée, pas encore vos derniers changements.
          </p>
        )}
      </section>
    </div>
  );
}
