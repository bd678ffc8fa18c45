import { formatTime } from '#contract/fmt.ts';
import { FormOutcome, useOwnForm } from '#rooms/accounts/parts/profile-section.tsx';
import type { PendingContact } from '#rooms/agencies/contact-address.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Time } from '#ui/time.tsx';

interface WaitingContactNoticeProps {
  waiting: PendingContact;
  /** Where leads go meanwhile; null: nowhere. */
  present: string | null;
}

/** An address for leads that has not answered yet: what happens meanwhile, and what may be done. */
export function WaitingContactNotice({ waiting, present }: WaitingContactNoticeProps) {
  const again = useOwnForm('contact-resend');
  const cancel = useOwnForm('contact-cancel');
  const { email, until } = waiting;
  return (
    <>
      <Notice
        title="Une adresse attend d’être confirmée"
        actions={
          <>
            <Button variant="secondary" size="sm" busy={again.busy} onClick={() => void again.submit()}>
              Renvoyer le lien
            </Button>
            <Button variant="quiet" size="sm" busy={cancel.busy} onClick={() => void cancel.submit()}>
              Y renoncer
            </Button>
          </>
        }
      >
        Un lien est parti vers <strong className="wrap-anywhere">{email}</strong>, valable jusqu’au{' '}
        <Time at={until} /> à {formatTime(new Date(until))}. D’ici là,{' '}
        {present ? (
          <>
            les demandes partent vers <strong className="wrap-anywhere">{present}</strong>.
          </>
        ) : (
          'les demandes restent dans votre boîte.'
        )}
      </Notice>
      <FormOutcome {...again} />
      <FormOutcome done={null} refused={cancel.refused} />
    </>
  );
}
