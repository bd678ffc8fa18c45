import { ArrowLeft } from 'lucide-react';
import { paths } from '#contract/paths.ts';
import { isVisible } from '#rooms/listings/contract.ts';
import { StockStatus } from '#rooms/listings/parts/stock-status.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { TextLink } from '#ui/link.tsx';
import { SavingState } from './saving-state.tsx';
import type { Draft } from './use-draft.tsx';
import type { EditorActions } from './use-editor-actions.tsx';

/** What is edited, how it stands, and what is done with the whole of it. */
export function EditorHeading({
  draft: { listing, facts, reference, saving, automatic, unsaved },
  ownerReference,
  actions: { busy, keep, act },
}: {
  draft: Draft;
  ownerReference: string;
  actions: EditorActions;
}) {
  return (
    <>
      <TextLink
        to={paths.ownedListings({ ownerReference })}
        className="inline-flex min-h-11 items-center gap-1.5"
      >
        <ArrowLeft aria-hidden="true" className="size-4.5" />
        Annonces
      </TextLink>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-h1 wrap-anywhere">{facts.title || `Annonce ${listing.reference}`}</h1>
          <p className="mt-1 flex flex-wrap items-center gap-3 text-small text-ardoise-600">
            <StockStatus status={listing.status} suspended={listing.suspension !== null} />
            <span>{reference}</span>
            <SavingState saving={saving} automatic={automatic} unsaved={unsaved} />
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {!automatic && (
            <Button
              variant={unsaved ? 'primary' : 'secondary'}
              disabled={!unsaved}
              busy={busy === 'save'}
              onClick={() => void keep()}
            >
              Enregistrer
            </Button>
          )}
          {isVisible(listing.status) ? (
            <>
              <ButtonLink to={paths.listing({ propertyId: listing.id })} variant="secondary">
                Voir l’annonce
              </ButtonLink>
              <Button variant="secondary" busy={busy === 'pause'} onClick={() => void act('pause')}>
                Mettre en pause
              </Button>
            </>
          ) : (
            listing.suspension === null && (
              <Button busy={busy === 'publish'} onClick={() => void act('publish')}>
                Publier
              </Button>
            )
          )}
        </div>
      </div>
    </>
  );
}
