import { FileDown } from 'lucide-react';
import { addressOf } from '#browser/api.ts';
import { sellerReportCall } from '../seller-report/report.ts';

/** The report of one listing for its seller, as a file. */
export function ReportLink({ listingId, reference }: { listingId: number; reference: string }) {
  return (
    <a
      href={addressOf(sellerReportCall, { params: { id: String(listingId) } })}
      download
      className="inline-flex min-h-6 items-center gap-1 rounded-chip text-phare-700 underline decoration-1 underline-offset-[0.2em] transition hover:text-phare-600 hover:decoration-2"
    >
      <FileDown aria-hidden="true" className="size-3.5" />
      Compte rendu<span className="sr-only"> au vendeur de {reference}, en PDF</span>
    </a>
  );
}
