import { type ReactNode, useEffect, useState } from 'react';
import type { Refused } from '#browser/checked-form.ts';
import { useSender } from '#browser/post-form.tsx';
import { Notice } from '#ui/notice.tsx';

/** What the page answers to one of its forms: done, in words or not, or refused. */
interface Done {
  readonly done: string;
  /** Timestamp (ms): tells two identical outcomes apart, so that the form is cleared each time. */
  readonly at: number;
  readonly said?: string;
}
export type Outcome = Done | Refused;

/** One form of the page, sent to the page's `clientAction` under its name and alone. */
export function useOwnForm(intent: string) {
  const { sendJson, data, state, json } = useSender<Outcome>();
  const done = data && 'done' in data ? data : null;
  const [round, setRound] = useState(0);
  // What was sent and taken leaves the form; what was refused stays in it.
  if (done && done.at !== round) setRound(done.at);
  const busy = state !== 'idle';
  const submit = (values: object = {}) => sendJson({ intent, ...values });
  return {
    submit,
    busy,
    done,
    round,
    refused: data && !('done' in data) ? data : undefined,
    sent: json,
  };
}

/** Shows the outcome of a form beside it. */
export function FormOutcome({ done, refused }: { done: Done | null; refused: Refused | undefined }) {
  if (refused?.failure)
    return (
      <Notice tone="error" live>
        {refused.failure}
      </Notice>
    );
  if (!done?.said) return null;
  return (
    <Notice tone="success" live>
      {done.said}
    </Notice>
  );
}

/** A part of a profile that the list beside leads to. */
interface ProfilePart {
  readonly id: string;
  readonly title: string;
}

interface ProfileSectionProps extends ProfilePart {
  lead?: ReactNode;
  children: ReactNode;
}

export function ProfileSection({ id, title, lead, children }: ProfileSectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-titre`}
      className="scroll-mt-24 rounded-card border border-ardoise-200 bg-blanc p-4 sm:p-6"
    >
      <h2 id={`${id}-titre`} className="text-h4">
        {title}
      </h2>
      {lead && <p className="mt-1 max-w-[68ch] text-ardoise-600">{lead}</p>}
      <div className="mt-5 grid gap-4">{children}</div>
    </section>
  );
}

/** The parts of the page: a list that stays beside them, a row to slide on a phone. */
export function SectionNav({ parts }: { parts: readonly ProfilePart[] }) {
  const [current, setCurrent] = useState<string | null>(null);

  useEffect(() => {
    const seen = new Map<string, boolean>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) seen.set(target.id, isIntersecting);
        setCurrent(parts.find(({ id }) => seen.get(id))?.id ?? null);
      },
      { rootMargin: '-200px 0px -55% 0px' },
    );
    for (const { id } of parts) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [parts]);

  return (
    <nav
      aria-label="Parties du profil"
      className="-mx-4 overflow-x-auto px-4 py-1 sm:mx-0 sm:px-0 lg:sticky lg:top-24 lg:self-start lg:overflow-visible lg:py-0"
    >
      <ul className="flex gap-2 lg:grid lg:gap-0.5">
        {parts.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={current === id ? 'location' : undefined}
              className="flex min-h-11 items-center rounded-full border border-ardoise-200 bg-blanc px-4 whitespace-nowrap text-encre no-underline transition hover:bg-ardoise-100 lg:rounded-control lg:border-transparent lg:bg-transparent lg:px-3 lg:text-ardoise-700 lg:aria-[current]:bg-ardoise-100 lg:aria-[current]:font-medium lg:aria-[current]:text-encre"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
