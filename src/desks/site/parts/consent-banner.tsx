import { useEffect, useId, useRef, useState } from 'react';
import { consent } from '#browser/consent.ts';
import { toast } from '#browser/toasts.ts';
import { paths } from '#contract/paths.ts';
import { isPrivateHost } from '#contract/private-host.ts';
import { Button } from '#ui/button.tsx';
import { TextLink } from '#ui/link.tsx';
import { CHOICE_NOT_KEPT, ConsentBoxes, choiceOf } from './consent-boxes.tsx';

/**
 * Asks once what may be kept and measured. It takes neither the focus nor the page, refusing is as near as accepting,
 * and nothing is kept until one of its buttons is pressed (security.md L1).
 */
export default function ConsentBanner() {
  const [choosing, setChoosing] = useState(false);
  const box = useRef<HTMLElement>(null);
  const title = useId();

  // What has the focus is never under the sheet (WCAG 2.4.11).
  useEffect(() => {
    const sheet = box.current;
    if (!sheet) return undefined;
    const { style } = document.documentElement;
    const watch = new ResizeObserver(() => {
      style.scrollPaddingBottom = `${sheet.offsetHeight + 16}px`;
    });
    watch.observe(sheet);
    return () => {
      watch.disconnect();
      style.scrollPaddingBottom = '';
    };
  }, []);

  if (isPrivateHost(window.location.hostname)) return null;

  const choose = (choice: { measurement: boolean; comfort: boolean }) => {
    // The button that had the focus goes away: the reader starts again where the page starts.
    document.getElementById('contenu')?.focus({ preventScroll: true });
    if (!consent.set(choice))
      toast({ title: 'Ce navigateur ne retient pas votre choix', description: CHOICE_NOT_KEPT });
  };

  return (
    <section
      ref={box}
      aria-labelledby={title}
      data-print="none"
      className="fixed inset-x-0 bottom-0 z-50 max-h-[85dvh] animate-sheet-in overflow-y-auto rounded-t-card border-t border-ardoise-200 bg-blanc shadow-modal sm:inset-x-auto sm:bottom-4 sm:left-4 sm:max-w-108 sm:rounded-card sm:border"
    >
      <form
        className="px-4 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:p-5"
        onSubmit={(event) => {
          event.preventDefault();
          choose(choiceOf(event.currentTarget));
        }}
      >
        <h2 id={title} className="text-h4">
          Vous choisissez ce que nous retenons
        </h2>
        <p className="mt-1.5 text-small text-ardoise-700">
          Avec votre accord, nous comptons les pages ouvertes et cet appareil retient les annonces vues. Sans
          lui, rien. <TextLink to={paths.cookies()}>Le détail</TextLink>
        </p>
        {choosing && (
          <div className="mt-2 border-t border-ardoise-200 pt-2 text-small">
            <ConsentBoxes chosen={null} measures />
            <Button type="submit" wide className="mt-2">
              Enregistrer mes choix
            </Button>
          </div>
        )}
        <div className="mt-3 grid grid-cols-2 gap-2">
          <Button variant="secondary" onClick={() => choose({ measurement: false, comfort: false })}>
            Tout refuser
          </Button>
          <Button variant="secondary" onClick={() => choose({ measurement: true, comfort: true })}>
            Tout accepter
          </Button>
        </div>
        {!choosing && (
          <Button variant="quiet" wide size="sm" className="mt-1 min-h-11!" onClick={() => setChoosing(true)}>
            Choisir
          </Button>
        )}
      </form>
    </section>
  );
}
