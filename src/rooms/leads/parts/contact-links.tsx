import { Mail, Phone } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import { reachSection } from '#browser/section-focus.ts';
import { callLink } from '#contract/phone.ts';
import { buttonClass } from '#ui/button.tsx';

/** Of the section that holds the form, and of its title. */
export const CONTACT_SECTION = 'ecrire';

/** Leads to the form, without JavaScript and before it too (browser/gestures.ts); the title takes the focus. */
function ContactLink({ children, className }: { children: ReactNode; className: string }) {
  function go(event: MouseEvent) {
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (reachSection(CONTACT_SECTION, still ? 'auto' : 'smooth')) event.preventDefault();
  }
  return (
    <a href={`#${CONTACT_SECTION}`} onClick={go} className={className}>
      {children}
    </a>
  );
}

/** The first action of the card that follows the reader. */
export function WriteButton() {
  return (
    <ContactLink className={buttonClass({ wide: true })}>
      <Mail aria-hidden="true" className="size-5" />
      Écrire à l’agence
    </ContactLink>
  );
}

/** Under the thumb, until the form is reached. */
export function ContactBar({ phone }: { phone: string | null }) {
  const [reached, setReached] = useState(false);
  useEffect(() => {
    const section = document.getElementById(CONTACT_SECTION);
    if (!section || typeof IntersectionObserver !== 'function') return undefined;
    const watcher = new IntersectionObserver(
      ([entry]) => entry && setReached(entry.isIntersecting || entry.boundingClientRect.top < 0),
    );
    watcher.observe(section);
    return () => watcher.disconnect();
  }, []);
  return (
    <div
      data-print="none"
      data-thumb-bar={reached ? 'away' : 'here'}
      className={`fixed inset-x-0 bottom-0 z-30 grid auto-cols-fr grid-flow-col gap-3 border-t border-ardoise-200 bg-blanc px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] transition-[translate,visibility] lg:hidden ${
        reached ? 'invisible translate-y-full' : ''
      }`}
    >
      <ContactLink className={buttonClass({ wide: true })}>Contacter</ContactLink>
      {phone && (
        <a href={callLink(phone)} className={buttonClass({ variant: 'secondary', wide: true })}>
          <Phone aria-hidden="true" className="size-5" />
          Appeler
        </a>
      )}
    </div>
  );
}
