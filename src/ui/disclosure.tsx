import { type ReactNode, useEffect, useRef } from 'react';

interface DisclosureProps {
  /** What the summary shows; the panel opens under it. */
  summary: ReactNode;
  /** Spoken name when the summary is only a picture. */
  label?: string;
  children: ReactNode;
  summaryClass: string;
  panelClass: string;
  className?: string;
}

/**
 * A `<details>` that behaves like a menu: it opens without JavaScript; with it, Esc, a press outside
 * and a chosen entry close it, but for what is chosen inside `data-stays`.
 */
export function Disclosure({
  summary,
  label,
  children,
  summaryClass,
  panelClass,
  className,
}: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    const box = details.current;
    if (!box) return undefined;
    const close = (event: Event) => {
      if (!box.open) return;
      const inside = event.target instanceof Node && box.contains(event.target);
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return;
        box.open = false;
        if (inside) box.querySelector('summary')?.focus();
      } else if (
        !inside ||
        (event.type === 'click' &&
          event.target instanceof Element &&
          event.target.closest('a, button') &&
          !event.target.closest('[data-stays]'))
      ) {
        box.open = false;
      }
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('click', close);
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('click', close);
      document.removeEventListener('keydown', close);
    };
  }, []);

  return (
    <details ref={details} className={`group ${className ?? ''}`}>
      <summary aria-label={label} className={summaryClass}>
        {summary}
      </summary>
      <div className={panelClass}>{children}</div>
    </details>
  );
}
