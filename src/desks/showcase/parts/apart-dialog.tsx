import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { callApi } from '#browser/api.ts';
import { useOnce } from '#browser/post-form.tsx';
import { readError } from '#browser/read-error.ts';
import { toast } from '#browser/toasts.ts';
import { textOf } from '#contract/form-text.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose } from '#ui/dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { RadioGroup } from '#ui/radio-group.tsx';
import { type Difference, differences, separateCall } from '../same-home.ts';

interface ApartDialogProps {
  listingId: number;
  other: number;
  agency: string;
  onClose: () => void;
}

/** Why two listings are two homes: the answer takes them apart for everyone, and can be taken back. */
export default function ApartDialog({ listingId, other, agency, onClose }: ApartDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const { revalidate } = useRevalidator();
  const once = useOnce();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  async function send() {
    const difference = form.current ? textOf(new FormData(form.current), 'difference') : '';
    if (!Object.hasOwn(differences, difference)) return setFault('Choisissez une raison');
    setBusy(true);
    setFault(null);
    setFailure(null);
    try {
      await callApi(separateCall, {
        params: { id: String(listingId), other: String(other) },
        body: { difference: difference as Difference },
      });
      toast({
        title: 'Les deux annonces sont séparées',
        description: 'La page le montre dans un instant. Vous pouvez revenir dessus ici.',
      });
      onClose();
      await revalidate();
      // A worker regroups what was together: about a second.
      setTimeout(() => void revalidate(), 2_500);
    } catch (error) {
      const { status, message } = readError(error);
      setFailure(status === null ? 'La connexion est coupée. Réessayez dans un instant.' : message);
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Ce n’est pas le même bien"
      description={`L’annonce de ${agency} sera séparée de celle-ci pour tout le monde. Vous pourrez revenir dessus.`}
      footer={
        <>
          <DialogClose asChild>
            <Button variant="quiet">Annuler</Button>
          </DialogClose>
          <Button busy={busy} onClick={() => void once(send)}>
            Séparer les deux annonces
          </Button>
        </>
      }
    >
      {failure && (
        <div className="mb-3">
          <Notice tone="error" live>
            {failure}
          </Notice>
        </div>
      )}
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          void once(send);
        }}
      >
        <RadioGroup
          legend="À quoi le voyez-vous ?"
          name="difference"
          choices={Object.entries(differences).map(([value, label]) => ({ value, label }))}
          error={fault}
          onValue={() => setFault(null)}
        />
      </form>
    </Dialog>
  );
}
