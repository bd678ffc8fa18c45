import type { ReactNode } from 'react';

/** A section of /dev/ui: its anchor, its title, the rule it obeys. */
export function Specimen({
  id,
  title,
  rule,
  children,
}: {
  id: string;
  title: string;
  rule?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="border-t border-ardoise-200 pt-5 text-h2">
        {title}
      </h2>
      {rule && <p className="mt-1 max-w-measure text-ardoise-600">{rule}</p>}
      <div className="mt-6 space-y-8">{children}</div>
    </section>
  );
}

/** Pieces side by side under the name of what varies. */
export function Row({
  name,
  children,
  stack = false,
}: {
  name?: string;
  children: ReactNode;
  stack?: boolean;
}) {
  return (
    <div>
      {name && (
        <h3 className="mb-3 font-text text-small font-medium tracking-normal text-ardoise-500">{name}</h3>
      )}
      <div className={stack ? 'space-y-4' : 'flex flex-wrap items-center gap-x-4 gap-y-3'}>{children}</div>
    </div>
  );
}
