import { type ReactNode, Suspense } from 'react';

/** Dense content and no footer: one is at work here. The script of the bar may come late: the page does not wait for it. */
export function LayoutAdmin({ bar, children }: { bar: ReactNode; children: ReactNode }) {
  return (
    <>
      <Suspense>{bar}</Suspense>
      <main id="contenu" tabIndex={-1} className="min-h-[80vh] text-small">
        {children}
      </main>
    </>
  );
}
