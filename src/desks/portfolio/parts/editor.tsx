import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import { callApi } from '#browser/api.ts';
import { readError } from '#browser/read-error.ts';
import { toast } from '#browser/toasts.ts';
import { formatCount } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { isVisible } from '#rooms/listings/contract.ts';
import { StockStatus } from '#rooms/listings/parts/stock-status.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import {
  type ActionName,
  confirmValuesCall,
  type Legal,
  type OwnListing,
  pauseListingCall,
  publishListingCall,
} from '../contract.ts';
import { stepOf } from '../editing/fields.ts';
import { fieldId, readStep, type Step, stepNames, steps } from '../editing/steps.ts';
import { EditorSteps } from './editor-steps.tsx';
import { EndListing } from './end-listing.tsx';
import { FactsStep } from './facts-step.tsx';
import { LegalPanel } from './legal-panel.tsx';
import { PhotosStep } from './photos-step.tsx';
import { PreviewStep } from './preview-step.tsx';
import { SavingRefused, SavingState } from './saving-state.tsx';
import { type Draft, useDraft } from './use-draft.tsx';
import { WaitingPeople } from './waiting-people.tsx';

interface EditorProps {
  listing: OwnListing;
  ownerReference: string;
  /** Style of the maps; null for the embedded one. */
  mapStyle: string | null;
}

/** A listing in steps, saved as it is typed, with what the law says of it beside. */
export function Editor({ listing: given, ownerReference, mapStyle }: EditorProps) {
  const draft = useDraft(given);
  const { listing, legal, facts, saving, automatic, unsaved, save, accept } = draft;
  const [words, setWords] = useSearchParams();
  const step = readStep(words.get('etape'));
  const [busy, setBusy] = useState<ActionName | 'save' | null>(null);
  const [confirming, setConfirming] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<Legal | null>(null);
  const sought = useRef<string | null>(null);
  const summary = useRef<HTMLDivElement>(null);
  const { revalidate } = useRevalidator();
  const online = isVisible(listing.status);
  const params = { id: String(listing.id) };

  useEffect(() => {
    const field = sought.current;
    sought.current = null;
    if (field) goTo(field);
  });
  useEffect(() => {
    if (refusal) summary.current?.focus();
  }, [refusal]);

  function open(next: Step) {
    setWords(next === 'bien' ? {} : { etape: next }, { preventScrollReset: false });
  }

  function openField(field: string) {
    const next = stepOf(field);
    if (!next) return;
    if (next === step) goTo(field);
    else {
      sought.current = field;
      open(next);
    }
  }

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
      if (unsaved) draft.type({});
      toast({
        title: isVisible(data.status) && !online ? 'L’annonce est en ligne' : 'Cette valeur est confirmée',
      });
    } catch (error) {
      setTrouble(readError(error).message);
    } finally {
      setConfirming(null);
    }
  }

  const rank = stepNames.indexOf(step);
  const before = stepNames[rank - 1];
  const after = stepNames[rank + 1];
  return (
    <div className="page py-6 lg:py-8">
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
            <StockStatus status={listing.status} />
            <span>{draft.reference}</span>
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
          {online ? (
            <>
              <ButtonLink to={paths.listing({ propertyId: listing.id })} variant="secondary">
                Voir l’annonce
              </ButtonLink>
              <Button variant="secondary" busy={busy === 'pause'} onClick={() => void act('pause')}>
                Mettre en pause
              </Button>
            </>
          ) : (
            <Button busy={busy === 'publish'} onClick={() => void act('publish')}>
              Publier
            </Button>
          )}
        </div>
      </div>

      <div className="mt-4 space-y-3 empty:hidden">
        {listing.fromFeed && (
          <Notice title="Cette annonce vient de votre logiciel">
            Ce qu’il dit se change là-bas{'\u00a0'}: le prochain envoi l’apporte. Ce qu’il ne dit pas se
            complète ici, et reste d’un envoi à l’autre tant qu’il ne le dit pas lui-même.
          </Notice>
        )}
        {draft.found && (
          <Notice
            tone="warning"
            title="Des changements attendent sur cet appareil"
            actions={
              <>
                <Button size="sm" onClick={draft.resume}>
                  Les reprendre
                </Button>
                <Button size="sm" variant="secondary" onClick={draft.forget}>
                  Les oublier
                </Button>
              </>
            }
          >
            L’annonce a changé depuis, ailleurs. Reprendre remplace les mêmes champs, et eux seuls.
          </Notice>
        )}
        {saving.state === 'refused' && <SavingRefused saving={saving} />}
        {trouble && (
          <Notice tone="error" live title="L’action n’a pas eu lieu">
            {trouble}
          </Notice>
        )}
        {refusal && (
          <div
            ref={summary}
            tabIndex={-1}
            role="alert"
            className="rounded-card border-2 border-rouge-700 bg-blanc px-4 py-3"
          >
            <p className="font-bold text-rouge-700">
              {formatCount(blocksOf(refusal).length, 'règle s’oppose', 'règles s’opposent')} à la publication
            </p>
            <ul className="mt-2 list-disc space-y-1.5 pl-5">
              {blocksOf(refusal).map(({ rule, code, field, message, remedy }) => (
                <li key={`${rule} ${code} ${field} ${message}`}>
                  {message} {remedy}{' '}
                  {stepOf(field) && (
                    <button
                      type="button"
                      onClick={() => openField(field)}
                      className="font-medium text-phare-700 underline underline-offset-4"
                    >
                      Y aller
                      <span className="sr-only">
                        {'\u00a0'}: {message}
                      </span>
                    </button>
                  )}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>

      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 lg:grid-cols-[13rem_minmax(0,1fr)_20rem]">
        <EditorSteps step={step} legal={legal} onStep={open} />
        <section aria-labelledby="etape" className="min-w-0">
          <h2 id="etape" className="mb-4 text-h2">
            {steps[step]}
          </h2>
          <Content step={step} draft={draft} mapStyle={mapStyle} />
          <div className="mt-8 flex flex-wrap justify-between gap-3 border-t border-ardoise-200 pt-4">
            {before ? (
              <Button
                variant="secondary"
                icon={<ArrowLeft aria-hidden="true" className="size-4.5" />}
                onClick={() => open(before)}
              >
                {steps[before]}
              </Button>
            ) : (
              <span />
            )}
            {after && (
              <Button onClick={() => open(after)} className="ml-auto">
                {steps[after]}
                <ArrowRight aria-hidden="true" className="size-4.5" />
              </Button>
            )}
          </div>
        </section>
        <aside className="space-y-4 lg:sticky lg:top-6 lg:self-start">
          <WaitingPeople facts={facts} />
          <LegalPanel
            legal={legal}
            ownerReference={ownerReference}
            onField={openField}
            onConfirm={(key) => void confirmValue(key)}
            confirming={confirming}
          />
          {!listing.fromFeed && <EndListing listing={listing} ownerReference={ownerReference} />}
        </aside>
      </div>
    </div>
  );
}

const saidOf: Partial<Record<OwnListing['status'], string>> = {
  online: 'L’annonce est en ligne',
  pending: 'Le texte sera relu par une personne avant de paraître',
  suspended: 'L’annonce est en pause',
};

const blocksOf = ({ findings }: Legal) => findings.filter(({ severity }) => severity === 'block');

function goTo(field: string) {
  const place = document.getElementById(fieldId(field));
  const control = place?.matches('input, select, textarea') ? place : place?.querySelector('input, select');
  place?.scrollIntoView({ block: 'center' });
  (control instanceof HTMLElement ? control : place)?.focus({ preventScroll: true });
}

function Content({ step, draft, mapStyle }: { step: Step; draft: Draft; mapStyle: string | null }) {
  if (step === 'photos') return <PhotosStep draft={draft} />;
  if (step === 'apercu') return <PreviewStep draft={draft} />;
  // Another listing of facts, other controls: each keeps what was typed in it.
  return <FactsStep key={step} step={step} draft={draft} mapStyle={mapStyle} />;
}
