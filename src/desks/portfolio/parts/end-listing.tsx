import { useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi } from '#browser/api.ts';
import { readError } from '#browser/read-error.ts';
import { paths } from '#contract/paths.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { type OwnListing, removeListingCall } from '../contract.ts';
import { keptChanges } from '../editing/steps.client.ts';

/** A draft is thrown away; what was shown is sold, let, or taken back. */
export function EndListing({ listing, ownerReference }: { listing: OwnListing; ownerReference: string }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const shown = listing.publishedAt !== null;
  const choices: readonly (readonly [motif: 'retiree' | 'vendue' | 'louee', label: string])[] = shown
    ? [
        listing.facts.transaction === 2 ? ['louee', 'Le bien est loué'] : ['vendue', 'Le bien est vendu'],
        ['retiree', 'Retirer sans raison'],
      ]
    : [['retiree', 'Supprimer ce brouillon']];
  async function end(motif: 'retiree' | 'vendue' | 'louee') {
    setBusy(true);
    setTrouble(null);
    try {
      const query = { motif };
      await callApi(removeListingCall, { params: { id: String(listing.id) }, query });
      keptChanges.forget(listing.id);
      await navigate(paths.ownedListings({ ownerReference }));
    } catch (error) {
      setTrouble(readError(error).message);
      setBusy(false);
    }
  }

  return (
    <Dialog
      title={shown ? 'Retirer l’annonce' : 'Supprimer le brouillon'}
      description={
        shown ? 'Sa page le dira pendant 90 jours.' : 'Le texte et les photos ne pourront pas être retrouvés.'
      }
      trigger={
        <Button variant="quiet" size="sm">
          {shown ? 'Retirer l’annonce' : 'Supprimer le brouillon'}
        </Button>
      }
      footer={choices.map(([motif, label]) => (
        <Button key={motif} variant="destructive" busy={busy} onClick={() => void end(motif)}>
          {label}
        </Button>
      ))}
    >
      {trouble && (
        <Notice tone="error" live>
          {trouble}
        </Notice>
      )}
    </Dialog>
  );
}
