import { Flag } from 'lucide-react';
import { lazy, type MouseEvent, Suspense, useRef, useState } from 'react';
import { paths } from '#contract/paths.ts';
import { REPORT_SECTION, REPORT_WORD } from '../words.ts';
import type { Reporter } from './report-form.tsx';

const ReportDialog = lazy(() => import('./report-dialog.tsx'));

interface ReportLinkProps {
  listingId: number;
  reporter: Reporter;
}

/** « Signaler cette annonce »: a dialog; without JavaScript, the form in the page. */
export function ReportLink({ listingId, reporter }: ReportLinkProps) {
  const [open, setOpen] = useState(false);
  const link = useRef<HTMLAnchorElement>(null);
  function press(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setOpen(true);
  }
  const close = () => {
    setOpen(false);
    // Once the dialog has let go of it.
    setTimeout(() => link.current?.focus(), 50);
  };
  return (
    <>
      <a
        ref={link}
        href={`${paths.listing({ propertyId: listingId })}?${REPORT_WORD}=oui#${REPORT_SECTION}`}
        rel="nofollow"
        data-opens="dialog"
        onClick={press}
        data-print="none"
        className="inline-flex min-h-11 items-center gap-2 rounded-chip text-ardoise-700 underline underline-offset-4 hover:text-encre"
      >
        <Flag aria-hidden="true" className="size-4.5" />
        Signaler cette annonce
      </a>
      {open && (
        <Suspense fallback={null}>
          <ReportDialog listingId={listingId} reporter={reporter} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
