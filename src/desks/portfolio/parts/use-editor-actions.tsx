import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { callApi } from '#browser/api.ts';
import { readError } from '#browser/read-error.ts';
import { toast } from '#browser/toasts.ts';
import { isVisible } from '#rooms/listings/contract.ts';
import {
  type ActionName,
  confirmValuesCall,
  type Legal,
  type OwnListing,
  pauseListingCall,
  publishListingCall,
} from '../contract.ts';
import type { Draft } from './use-draft.tsx';

const saidOf: Partial<Record<OwnListing['status'], string>> = {
  online: 'L’annonce est en ligne',
  pending: 'Le texte sera relu par une personne avant de paraître',
  suspended: 'L’annonce est en pause',
};

/** What the agency does with the listing that it types: saves, publishes, pauses, confirms a value; and why that is refused. */
export function useEditorActions({ listing, unsaved, save, accept, type }: Draft) {
  const [busy, setBusy] = useState<ActionName | 'save' | null>(null);
  const [confirming, setConfirming] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<Legal | null>(null);
  const summary = useRef<HTMLDivElement>(null);
  const { revalidate } = useRevalidator();
  const params = { id: String(listing.id) };

  useEffect(() => {
    if (refusal) summary.current?.focus();
  }, [refusal]);

  async function keep() {
    setBusy('save');
    await save();
    setBusy(null);
  }

  async function act(action: 'publish' | 'pause') {
    setBusy(action);
    setTrouble(null);
    setRefusal(null);
    try {
      if (unsaved && !(await save())) return;
      const call = action === 'publish' ? publishListingCall : pauseListingCall;
      const { data } = await callApi(call, { params });
      const publishedAt = isVisible(data.status) ? new Date().toISOString() : null;
      accept({ ...listing, status: data.status, publishedAt: listing.publishedAt ?? publishedAt });
      toast({ title: saidOf[data.status] ?? 'C’est fait' });
      await revalidate();
    } catch (error) {
      const failure = readError(error);
      const { findings } = (failure.details ?? {}) as Partial<Legal>;
      if (findings) setRefusal(failure.details as Legal);
      else setTrouble(failure.message);
    } finally {
      setBusy(null);
    }
  }

  async function confirmValue(key: string) {
    setConfirming(key);
    setTrouble(null);
    try {
      const { data } = await callApi(confirmValuesCall, { params, body: { keys: [key] } });
      accept(data);
      setRefusal(null);
      // What is typed and not kept yet is asked again.
      if (unsaved) type({});
      const appears = isVisible(data.status) && !isVisible(listing.status);
      toast({ title: appears ? 'L’annonce est en ligne' : 'Cette valeur est confirmée' });
    } catch (error) {
      setTrouble(readError(error).message);
    } finally {
      setConfirming(null);
    }
  }

  return {
    /** What is under way. */
    busy,
    /** Key of the value that is being confirmed. */
    confirming,
    trouble,
    /** What the law holds against the publication that was asked for. */
    refusal,
    /** For the element that shows the refusal: it takes the focus. */
    summary,
    keep,
    act,
    confirmValue,
  };
}
export type EditorActions = ReturnType<typeof useEditorActions>;
