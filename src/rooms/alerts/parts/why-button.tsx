import { useState } from 'react';
import { callApi } from '#browser/api.ts';
import { ApiError } from '#browser/read-error.ts';
import { type ListingCard, listingName } from '#rooms/listings/reading.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { type AlertView, type Explanation, explainAlertCall } from '../contract.ts';
import { Explained } from './explanation-view.tsx';

/** « Pourquoi ? »: what the alert asks, what the listing says, and what happened when (domain.md F1). */
export function WhyButton({ alert, listing }: { alert: AlertView; listing: ListingCard }) {
  const [told, setTold] = useState<Explanation | string | null>(null);

  async function ask() {
    setTold(null);
    try {
      const { data } = await callApi(explainAlertCall, {
        params: { id: alert.id },
        query: { listing: listing.id },
      });
      setTold(data);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setTold(error.message);
    }
  }

  return (
    <Dialog
      kind="sheet"
      title="Pourquoi cette annonce ?"
      description={listingName(listing)}
      onOpenChange={(open) => {
        if (open) void ask();
      }}
      trigger={
        <Button variant="quiet" size="sm">
          Pourquoi&nbsp;?
        </Button>
      }
    >
      {told === null ? (
        <Skeleton className="h-32 w-full" />
      ) : typeof told === 'string' ? (
        <Notice tone="error" live>
          {told}
        </Notice>
      ) : (
        <Explained alert={alert} told={told} />
      )}
    </Dialog>
  );
}
