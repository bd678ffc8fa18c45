import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { BaseMap } from '#rooms/search/base-map.ts';
import { Button } from '#ui/button.tsx';
import type { OwnListing } from '../contract.ts';
import { type Step, stepNames, steps } from '../editing/steps.ts';
import { EditorHeading } from './editor-heading.tsx';
import { EditorNotices } from './editor-notices.tsx';
import { EditorSteps } from './editor-steps.tsx';
import { EndListing } from './end-listing.tsx';
import { FactsStep } from './facts-step.tsx';
import { LegalPanel } from './legal-panel.tsx';
import { PhotosStep } from './photos-step.tsx';
import { PreviewStep } from './preview-step.tsx';
import { type Draft, useDraft } from './use-draft.tsx';
import { useEditorActions } from './use-editor-actions.tsx';
import { useStep } from './use-step.tsx';
import { WaitingPeople } from './waiting-people.tsx';

interface EditorProps {
  listing: OwnListing;
  ownerReference: string;
  baseMap: BaseMap;
}

/** A listing in steps, saved as it is typed, with what the law says of it beside. */
export function Editor({ listing: given, ownerReference, baseMap }: EditorProps) {
  const draft = useDraft(given);
  const { listing, legal, facts } = draft;
  const { step, open, openField } = useStep();
  const actions = useEditorActions(draft);
  const { confirming, confirmValue } = actions;

  return (
    <div className="page py-6 lg:py-8">
      <EditorHeading draft={draft} ownerReference={ownerReference} actions={actions} />
      <EditorNotices draft={draft} actions={actions} onField={openField} />
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 lg:grid-cols-[13rem_minmax(0,1fr)_20rem]">
        <EditorSteps step={step} legal={legal} onStep={open} />
        <section aria-labelledby="etape" className="min-w-0">
          <h2 id="etape" className="mb-4 text-h2">
            {steps[step]}
          </h2>
          <Content step={step} draft={draft} baseMap={baseMap} />
          <Neighbours step={step} onStep={open} />
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

function Content({ step, draft, baseMap }: { step: Step; draft: Draft; baseMap: BaseMap }) {
  if (step === 'photos') return <PhotosStep draft={draft} />;
  if (step === 'apercu') return <PreviewStep draft={draft} />;
  // Another listing of facts, other controls: each keeps what was typed in it.
  return <FactsStep key={step} step={step} draft={draft} baseMap={baseMap} />;
}

/** The steps before and after this one. */
function Neighbours({ step, onStep }: { step: Step; onStep: (step: Step) => void }) {
  const rank = stepNames.indexOf(step);
  const before = stepNames[rank - 1];
  const after = stepNames[rank + 1];
  return (
    <div className="mt-8 flex flex-wrap justify-between gap-3 border-t border-ardoise-200 pt-4">
      {before ? (
        <Button
          variant="secondary"
          icon={<ArrowLeft aria-hidden="true" className="size-4.5" />}
          onClick={() => onStep(before)}
        >
          {steps[before]}
        </Button>
      ) : (
        <span />
      )}
      {after && (
        <Button onClick={() => onStep(after)} className="ml-auto">
          {steps[after]}
          <ArrowRight aria-hidden="true" className="size-4.5" />
        </Button>
      )}
    </div>
  );
}
