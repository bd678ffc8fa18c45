import type { ReactNode } from 'react';

interface ProseProps {
  title: string;
  /** One sentence that says it all. */
  lead: ReactNode;
  children: ReactNode;
}

/** A page of text: one column, a measure that reads well. */
export function Prose({ title, lead, children }: ProseProps) {
  return (
    <div className="page py-10 lg:py-16">
      <div className="max-w-measure">
        <h1 className="text-h1">{title}</h1>
        <p className="mt-4 text-lead text-ardoise-700">{lead}</p>
        <div className="mt-8 space-y-10">{children}</div>
      </div>
    </div>
  );
}

export function ProseSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="text-h4">{title}</h2>
      <div className="mt-2 space-y-3 [&_ol]:list-decimal [&_ol]:space-y-2 [&_ol]:pl-6 [&_ul]:list-disc [&_ul]:space-y-1.5 [&_ul]:pl-6">
        {children}
      </div>
    </section>
  );
}
