import { Printer } from 'lucide-react';

/** Prints the listing on its sheet; the browser's own menu does the same without JavaScript. */
export function PrintButton() {
  return (
    <button
      type="button"
      data-print="none"
      onClick={() => window.print()}
      className="inline-flex min-h-6 items-center gap-1.5 rounded-chip text-phare-700 underline-offset-4 hover:underline noscript:hidden"
    >
      <Printer aria-hidden="true" className="size-4" />
      Imprimer
    </button>
  );
}
