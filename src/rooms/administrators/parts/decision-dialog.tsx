import { type FormEvent, type ReactNode, useState } from 'react';
import { isRefused } from '#browser/admin-session.ts';
import { useSender } from '#browser/post-form.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { TextArea } from '#ui/text-input.tsx';
import { REASON_MAX } from '../contract.ts';

interface DecisionDialogProps {
  /** The button that opens it, ending with « … ». */
  trigger: ReactNode;
  /** A question that says what will be done. */
  title: string;
  /** What it is done to, each by its name. */
  objects: readonly string[];
  /** What follows from it, who is told, how to come back. */
  consequence: ReactNode;
  /** Who reads the reason; null: none is asked. */
  reasonHint: string | null;
  yes: string;
  destructive?: boolean;
  /** Sent as JSON to the `clientAction` of the page, with `reason` and the named fields of `children`. */
  words: Readonly<Record<string, unknown>>;
  /** Further fields, each with a `name`. */
  children?: ReactNode;
}

/**
 * Asks once more before what others will feel, naming what it is done to and asking why. Stays open on a refusal, with
 * what was typed, and closes once it is done.
 */
export function DecisionDialog({
  trigger,
  title,
  objects,
  consequence,
  reasonHint,
  yes,
  destructive = false,
  words,
  children,
}: DecisionDialogProps) {
  const { sendJson, data, state } = useSender<unknown>();
  const [open, setOpen] = useState(false);
  const [answered, setAnswered] = useState<unknown>(undefined);
  // The answer of an earlier opening says nothing of this one.
  const refused = open && data !== answered && isRefused(data) ? data : null;
  if (open && data !== undefined && data !== answered && !isRefused(data) && state === 'idle') {
    setAnswered(data);
    setOpen(false);
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A portal is in the document of its page, not in the form of another dialog: the event stops here.
    event.stopPropagation();
    const typed = Object.fromEntries(new FormData(event.currentTarget));
    void sendJson({ ...words, ...typed });
  };
  const shown = objects.slice(0, 8);
  const formId = `decision-${title.replaceAll(/\W+/g, '-')}`;
  return (
    <Dialog
      trigger={trigger}
      title={title}
      open={open}
      onOpenChange={(wanted) => {
        setOpen(wanted);
        setAnswered(data);
      }}
      footer={
        <>
          <DialogClose asChild>
            <Button variant="quiet">Ne rien changer</Button>
          </DialogClose>
          <Button
            type="submit"
            form={formId}
            busy={state !== 'idle'}
            variant={destructive ? 'destructive' : 'primary'}
          >
            {yes}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        {refused?.failure && (
          <div className="mb-4">
            <Notice tone="error" live>
              {refused.failure}
            </Notice>
          </div>
        )}
        <ul className="mb-3 list-disc pl-5 font-medium">
          {shown.map((object) => (
            <li key={object}>{object}</li>
          ))}
          {objects.length > shown.length && <li>et {objects.length - shown.length} autres</li>}
        </ul>
        <div className="mb-4 text-ardoise-600">{consequence}</div>
        {children}
        {reasonHint !== null && (
          <Field label="Motif" hint={reasonHint} error={refused?.fields?.reason}>
            {(control) => <TextArea {...control} name="reason" rows={4} maxLength={REASON_MAX} />}
          </Field>
        )}
      </form>
    </Dialog>
  );
}
