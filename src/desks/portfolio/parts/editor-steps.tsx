import { useEffect, useRef } from 'react';
import type { Legal } from '../contract.ts';
import { stepOf } from '../editing/fields.ts';
import { type Step, stepNames, steps } from '../editing/steps.ts';

/** The steps, each with how many points of it keep the listing off line. */
export function EditorSteps({
  step,
  legal,
  onStep,
}: {
  step: Step;
  legal: Legal;
  onStep: (step: Step) => void;
}) {
  const strip = useRef<HTMLOListElement>(null);
  // On a phone the steps do not all fit: the open one stands in the middle, between the next and the one before.
  useEffect(() => {
    const open = strip.current?.children[stepNames.indexOf(step)];
    if (!strip.current || !(open instanceof HTMLElement)) return;
    strip.current.scrollLeft = open.offsetLeft - (strip.current.clientWidth - open.offsetWidth) / 2;
  }, [step]);
  return (
    <nav aria-label="Étapes" className="min-w-0 lg:sticky lg:top-6 lg:self-start">
      <ol
        ref={strip}
        className="relative flex gap-1 overflow-x-auto pb-1 lg:flex-col lg:overflow-visible lg:pb-0"
      >
        {stepNames.map((each, rank) => {
          const wrong = legal.findings.filter(
            ({ severity, field }) => severity === 'block' && stepOf(field) === each,
          ).length;
          return (
            <li key={each} className="shrink-0">
              <a
                href={each === 'bien' ? '?' : `?etape=${each}`}
                aria-current={each === step ? 'step' : undefined}
                onClick={(event) => {
                  event.preventDefault();
                  onStep(each);
                }}
                className={`flex min-h-11 items-center justify-between gap-2 rounded-control px-3 whitespace-nowrap no-underline lg:whitespace-normal ${
                  each === step ? 'bg-ardoise-900 font-medium text-craie' : 'text-encre hover:bg-ardoise-100'
                }`}
              >
                <span>
                  {rank + 1}. {steps[each]}
                </span>
                {wrong > 0 && (
                  <span className="grid size-5.5 shrink-0 place-items-center rounded-full bg-rouge-100 text-caption font-bold text-rouge-700">
                    {wrong}
                    <span className="sr-only"> à corriger</span>
                  </span>
                )}
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
