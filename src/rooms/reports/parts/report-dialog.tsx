import { useEffect, useRef, useState } from 'react';
import { callApi } from '#browser/api.ts';
import { type Refused, refusedBy } from '#browser/checked-form.ts';
import { useOnce } from '#browser/post-form.tsx';
import { ApiError } from '#browser/read-error.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose } from '#ui/dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { faultsOf, readReport, reportCall } from '../contract.ts';
import { type ReceivedReport, type Reporter, ReportFields, ReportReceived } from './report-form.tsx';

interface ReportDialogProps {
  listingId: number;
  reporter: Reporter;
  onClose: () => void;
}

function newSubmission(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

/** The form of a report. Nothing typed is lost: it stays as it is until it is sent. */
export default function ReportDialog({ listingId, reporter, onClose }: ReportDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const [submission] = useState(newSubmission);
  const [reason, setReason] = useState('');
  const [refused, setRefused] = useState<Refused>({});
  const once = useOnce();
  const [busy, setBusy] = useState(false);
  const [received, setReceived] = useState<ReceivedReport | null>(null);
  const faults = refused.fields ?? {};

  // The first wrong field takes the focus.
  useEffect(() => {
    if (refused.fields) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [refused]);

  async function send() {
    if (busy || !form.current) return;
    const body = readReport(new FormData(form.current));
    const found = faultsOf(body);
    if (found) return setRefused({ fields: found });
    setBusy(true);
    setRefused({});
    try {
      const { data } = await callApi(reportCall, { params: { id: String(listingId) }, body: body as never });
      setReceived(data);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefused(refusedBy(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      kind="sheet"
      width="wide"
      title={received ? 'Votre signalement est reçu' : 'Signaler cette annonce'}
      footer={
        received ? (
          <DialogClose asChild>
            <Button>Fermer</Button>
          </DialogClose>
        ) : (
          <>
            <DialogClose asChild>
              <Button variant="quiet">Annuler</Button>
            </DialogClose>
            <Button busy={busy} onClick={() => void once(send)}>
              Envoyer le signalement
            </Button>
          </>
        )
      }
    >
      {received ? (
        <output className="block">
          <ReportReceived {...received} />
        </output>
      ) : (
        <form
          ref={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void once(send);
          }}
        >
          {refused.failure && (
            <div className="mb-3">
              <Notice tone="error" live>
                {refused.failure}
              </Notice>
            </div>
          )}
          <ReportFields
            typed={{ reason: '', explanation: '', goodFaith: false, ...reporter }}
            faults={faults}
            submission={submission}
            reason={reason}
            onReason={setReason}
          />
        </form>
      )}
    </Dialog>
  );
}
