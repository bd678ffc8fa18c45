import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  /** What to retain, said before it is drawn. */
  lead?: ReactNode;
  /** Under the lead, beside the chart: choices, forms. */
  aside?: ReactNode;
  id?: string;
  children: ReactNode;
}

/** The words on the left, what they say drawn on the right; one above the other on a phone. */
export function Section({ title, lead, aside, id, children }: SectionProps) {
  const heading = useId();
  return (
    <section
      id={id}
      aria-labelledby={heading}
      className="grid scroll-mt-4 gap-x-12 gap-y-6 border-t border-ardoise-200 py-10 grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)] lg:py-14"
    >
      <div>
        <h2 id={heading} className="text-h2">
          {title}
        </h2>
        {lead && <div className="mt-3 max-w-measure text-ardoise-700">{lead}</div>}
        {aside && <div className="mt-5">{aside}</div>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
