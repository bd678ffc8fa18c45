import type { ReactNode } from 'react';

/** An agency's title may be a sentence: larger letters would make it the page. */
const LONG = 60;

/** A part of the page of a listing, under its title. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="asleep:unseen-160">
      <h2 id={id} className={`mb-4 ${title.length > LONG ? 'text-h4' : 'text-h2'}`}>
        {title}
      </h2>
      {children}
    </section>
  );
}
