import type { ReactNode } from 'react';

/** The amber beam: « Nouveau », and nothing that is not new. Sits on the left edge of a photo. */
export function Flag({ children }: { children: ReactNode }) {
  return (
    <span className="notched inline-flex h-6.5 items-center bg-ambre-400 pr-5 pl-3 text-caption leading-none font-bold whitespace-nowrap text-encre">
      {children}
    </span>
  );
}
