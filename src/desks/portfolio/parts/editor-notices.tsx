import type { Ref } from 'react';
import { formatCount } from '#contract/fmt.ts';
import { suspensionGrounds } from '#rooms/listings/moderation.ts';
import { Button } from '#ui/button.tsx';
import { Notice, RefusalBox } from '#ui/notice.tsx';
import type { Legal, OwnListing } from '../contract.ts';
import { stepOf } from '../editing/fields.ts';
import { SavingRefused } from './saving-state.tsx';
import type { Draft } from './use-draft.tsx';
import type { EditorActions } from './use-editor-actions.tsx';

/** Above the steps: where the listing comes from, what waits on this device, what was refused. */
export function EditorNotices({
  draft: { listing, saving, found, resume, forget },
  actions: { trouble, refusal, summary },
  onField,
}: {
  draft: Draft;
  actions: EditorActions;
  onField: (field: string) => void;
}) {
  return (
    <div className="mt-4 space-y-3 empty:hidden">
      {listing.suspension && <Suspended suspension={listing.suspension} />}
      {listing.fromFeed && (
        <Notice title="Cette annonce vient de votre logiciel">
          Ce qu’il dit se change là-bas{'\u00a0'}: le prochain envoi l’apporte. Ce qu’il ne dit pas se
          complète ici, et reste d’un envoi à l’autre tant qu’il ne le dit pas lui-même.
        </Notice>
      )}
      {found && (
        <Notice
          tone="warning"
          title="Des changements attendent sur cet appareil"
          actions={
            <>
              <Button size="sm" onClick={resume}>
                Les reprendre
              </Button>
              <Button size="sm" variant="secondary" onClick={forget}>
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
      {refusal && <PublicationRefused ref={summary} refusal={refusal} onField={onField} />}
    </div>
  );
}

/** That Vigie keeps it off line, why, and how to answer. */
function Suspended({
  suspension: { reference, ground, reason },
}: {
  suspension: NonNullable<OwnListing['suspension']>;
}) {
  return (
    <Notice tone="error" title="Suspendue par Vigie">
      <p className="font-medium">{suspensionGrounds[ground].label}</p>
      <p className="whitespace-pre-line wrap-anywhere">{reason}</p>
      <p>
        Corrigez-la ici ou dans votre logiciel, puis répondez au courriel de la décision {reference}
        {'\u00a0'}: il dit aussi comment la contester.
      </p>
    </Notice>
  );
}

/** Each rule of the law that is against it, with the way to its field. */
function PublicationRefused({
  refusal,
  onField,
  ref,
}: {
  refusal: Legal;
  onField: (field: string) => void;
  ref: Ref<HTMLDivElement>;
}) {
  const blocks = refusal.findings.filter(({ severity }) => severity === 'block');
  return (
    <RefusalBox
      ref={ref}
      title={`${formatCount(blocks.length, 'règle s’oppose', 'règles s’opposent')} à la publication`}
    >
      <ul className="mt-2 list-disc space-y-1.5 pl-5">
        {blocks.map(({ rule, code, field, message, remedy }) => (
          <li key={`${rule} ${code} ${field} ${message}`}>
            {message} {remedy}{' '}
            {stepOf(field) && (
              <button
                type="button"
                onClick={() => onField(field)}
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
    </RefusalBox>
  );
}
