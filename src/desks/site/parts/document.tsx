import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDate } from '#contract/fmt.ts';

/** One numbered part of a document, with an address of its own. */
export interface Chapter {
  readonly id: string;
  readonly title: string;
  readonly body: ReactNode;
}

/** One thing to remember: a few words, then a sentence. */
export interface Brief {
  readonly title: string;
  readonly words: ReactNode;
}

interface DocumentProps {
  title: string;
  lead: ReactNode;
  /** Since when it holds, `YYYY-MM-DD`. */
  since: string;
  sinceWords?: string;
  brief: readonly Brief[];
  chapters: readonly Chapter[];
  /** Between the summary and the first chapter. */
  children?: ReactNode;
}

/** A long text that one may read or only glance at: what to remember first, contents beside, numbered chapters. */
export function Document({
  title,
  lead,
  since,
  sinceWords = 'En vigueur depuis le',
  brief,
  chapters,
  children,
}: DocumentProps) {
  return (
    <article className="page py-10 lg:py-16">
      <header className="max-w-[46rem]">
        <h1 className="text-home">{title}</h1>
        <p className="mt-5 text-lead text-ardoise-700 lg:text-h4 lg:leading-normal lg:font-regular">{lead}</p>
        <p className="mt-4 text-small text-ardoise-600">
          {sinceWords} <time dateTime={since}>{formatDate(new Date(`${since}T12:00:00Z`))}</time>
        </p>
      </header>

      <section aria-labelledby="en-bref" className="mt-10 border-y-2 border-encre py-6 lg:mt-14">
        <h2 id="en-bref" className="text-small font-bold tracking-normal text-ardoise-600">
          En bref
        </h2>
        <ul className="mt-4 grid gap-x-10 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
          {brief.map(({ title: head, words }) => (
            <li key={head}>
              <h3 className="text-h4">{head}</h3>
              <p className="mt-1.5 text-ardoise-700">{words}</p>
            </li>
          ))}
        </ul>
      </section>

      <div className="mt-8 gap-x-16 lg:mt-14 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
        <div className="lg:sticky lg:top-[calc(var(--header)+2rem)] lg:max-h-[calc(100dvh-var(--header)-4rem)] lg:self-start lg:overflow-y-auto">
          <details
            className="group rounded-card border border-ardoise-200 bg-blanc lg:hidden"
            data-print="none"
          >
            <summary className="flex min-h-12 items-center justify-between rounded-card px-4 font-bold">
              Sommaire
              <ChevronDown aria-hidden="true" className="size-5 transition group-open:rotate-180" />
            </summary>
            <Contents chapters={chapters} className="border-t border-ardoise-200 px-4 py-2" />
          </details>
          <div className="hidden lg:block" data-print="none">
            <p aria-hidden="true" className="mb-2 text-small font-bold text-ardoise-600">
              Sommaire
            </p>
            <Contents chapters={chapters} className="border-l border-ardoise-200 pl-4 text-small" />
          </div>
        </div>
        <div className="mt-10 min-w-0 lg:mt-0">
          {children && <div className="mb-12 max-w-measure lg:ml-12">{children}</div>}
          {chapters.map(({ id, title: head, body }, rank) => (
            <section
              key={id}
              id={id}
              aria-labelledby={`${id}-titre`}
              className="scroll-mt-6 border-t border-ardoise-200 py-8 first-of-type:border-0 first-of-type:pt-0 lg:scroll-mt-[calc(var(--header)+1.5rem)] lg:py-10 lg:pl-12"
            >
              {/* The number hangs in the margin where there is one. */}
              <h2 id={`${id}-titre`} className="relative flex max-w-measure gap-3 text-h2 lg:block">
                <span
                  aria-hidden="true"
                  className="figures min-w-[1.4ch] text-ardoise-500 lg:absolute lg:-left-12 lg:w-9 lg:text-right"
                >
                  {rank + 1}
                </span>
                {head}
              </h2>
              <div className="reading mt-4">{body}</div>
            </section>
          ))}
        </div>
      </div>
    </article>
  );
}

function Contents({ chapters, className }: { chapters: readonly Chapter[]; className: string }) {
  return (
    <nav aria-label="Sommaire" className={className}>
      <ol>
        {chapters.map(({ id, title }, rank) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex gap-2.5 rounded-chip py-2 text-ardoise-700 transition hover:text-phare-700 lg:py-1.5"
            >
              <span aria-hidden="true" className="figures w-[2ch] shrink-0 text-right text-ardoise-500">
                {rank + 1}
              </span>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Words and what they say, in two columns where there is room. */
export function Definitions({ rows }: { rows: readonly (readonly [term: ReactNode, words: ReactNode])[] }) {
  return (
    <dl className="divide-y divide-ardoise-200 border-y border-ardoise-200">
      {rows.map(([term, words], rank) => (
        // oxlint-disable-next-line react/no-array-index-key
        <div key={rank} className="grid gap-x-6 py-3 sm:grid-cols-[11rem_minmax(0,1fr)]">
          <dt className="font-medium">{term}</dt>
          <dd className="text-ardoise-700">{words}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What a chapter means for the reader, said apart. */
export function Meaning({ children }: { children: ReactNode }) {
  return <p className="border-l-4 border-phare-700 pl-4 font-medium">{children}</p>;
}
