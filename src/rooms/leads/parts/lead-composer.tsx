import { Send, StickyNote } from 'lucide-react';
import { useState } from 'react';
import { useSender } from '#browser/post-form.tsx';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Field } from '#ui/field.tsx';
import { TextArea } from '#ui/text-input.tsx';
import { type Addressee, hasBlanks, templatesFor } from '../answers.ts';
import { LONGEST_NOTE } from '../contract.ts';
import type { OpenLead } from '../inbox.ts';
import type { leadAction } from './lead-acts.tsx';
import { saveDraft, useDraft } from './lead-drafts.tsx';

const RENTAL = 2;

/** An answer to the person, or a note for the agency: two forms, so that one is never sent for the other. */
export function Composer({ lead, canAnswer }: { lead: OpenLead; canAnswer: boolean }) {
  const [side, setSide] = useState<'answer' | 'note'>('answer');
  const shown = canAnswer ? side : 'note';
  return (
    <section aria-label="Écrire" className="rounded-card border border-bordure bg-blanc p-3 sm:p-4">
      {canAnswer && (
        <div className="mb-3 flex flex-wrap gap-2">
          <Chip selected={shown === 'answer'} onClick={() => setSide('answer')}>
            <Send aria-hidden="true" className="size-4" />
            Répondre
          </Chip>
          <Chip selected={shown === 'note'} onClick={() => setSide('note')}>
            <StickyNote aria-hidden="true" className="size-4" />
            Note interne
          </Chip>
        </div>
      )}
      {shown === 'answer' ? <Answer lead={lead} /> : <Note lead={lead} />}
    </section>
  );
}

function Answer({ lead }: { lead: OpenLead }) {
  const sender = useSender<typeof leadAction>();
  const draft = `answer ${lead.id}`;
  const text = useDraft(draft);
  const [blank, setBlank] = useState(false);
  const busy = sender.state !== 'idle';
  const failure = blank && hasBlanks(text) ? 'Complétez ce qui est entre crochets.' : sender.data?.failure;
  const to: Addressee = {
    civility: lead.civility,
    firstName: lead.firstName,
    lastName: lead.lastName,
    request: lead.request,
    listingReference: lead.listingReference,
    rental: lead.card?.transaction === RENTAL,
  };
  return (
    <sender.Form
      onSubmit={(event) => {
        setBlank(hasBlanks(text));
        if (hasBlanks(text) || busy) event.preventDefault();
      }}
    >
      <input type="hidden" name="id" value={lead.id} />
      <input type="hidden" name="version" value={lead.version} />
      <p className="mb-2 text-small text-ardoise-600" id="modeles">
        Commencer par{'\u00a0'}:
      </p>
      <ul aria-labelledby="modeles" className="mb-3 flex flex-wrap gap-2">
        {templatesFor(to).map(({ name, text: write }) => (
          <li key={name}>
            <Button variant="secondary" size="sm" onClick={() => saveDraft(draft, write(to))}>
              {name}
            </Button>
          </li>
        ))}
      </ul>
      <Field
        label={`Votre réponse à ${lead.name}`}
        hint="Elle part par courriel, au nom de votre agence."
        error={failure}
        reserve={false}
      >
        {(control) => (
          <TextArea
            {...control}
            name="text"
            rows={text.length > 200 ? 10 : 5}
            maxLength={LONGEST_NOTE}
            minLength={10}
            required
            value={text}
            onChange={(event) => saveDraft(draft, event.currentTarget.value)}
          />
        )}
      </Field>
      <Button
        type="submit"
        name="intent"
        value="answer"
        busy={busy}
        className="mt-3"
        icon={<Send aria-hidden="true" className="size-5" />}
      >
        Envoyer
      </Button>
    </sender.Form>
  );
}

function Note({ lead }: { lead: OpenLead }) {
  const sender = useSender<typeof leadAction>();
  const draft = `note ${lead.id}`;
  const text = useDraft(draft);
  return (
    <sender.Form>
      <input type="hidden" name="id" value={lead.id} />
      <input type="hidden" name="version" value={lead.version} />
      <Field
        label="Note interne"
        hint="Seule votre agence la lit."
        error={sender.data?.failure}
        reserve={false}
      >
        {(control) => (
          <TextArea
            {...control}
            name="text"
            rows={3}
            maxLength={LONGEST_NOTE}
            required
            value={text}
            onChange={(event) => saveDraft(draft, event.currentTarget.value)}
          />
        )}
      </Field>
      <Button
        type="submit"
        name="intent"
        value="note"
        variant="secondary"
        busy={sender.state !== 'idle'}
        className="mt-3"
      >
        Ajouter la note
      </Button>
    </sender.Form>
  );
}
