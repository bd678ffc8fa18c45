import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';

/**
 * What a full page load does by itself and a client navigation does not: the heading takes focus and
 * the new title is said aloud. A change of filters (same path) leaves the reader where they are.
 */
export function PageArrival() {
  const { pathname } = useLocation();
  const previous = useRef(pathname);
  const [title, setTitle] = useState('');

  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    const heading =
      document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
    if (heading && !heading.hasAttribute('tabindex')) heading.setAttribute('tabindex', '-1');
    // The place is ScrollRestoration's business: the top on a link, the former place on Back.
    heading?.focus({ preventScroll: true });
    setTitle(document.title);
  }, [pathname]);

  return <output className="sr-only">{title}</output>;
}

/** A thin bar at the top edge while the next page is fetched; nothing under 100 ms. */
export function NavigationProgress() {
  const busy = useNavigation().state !== 'idle';
  if (!busy) return null;
  return (
    <div
      aria-hidden="true"
      data-print="none"
      className="fixed inset-x-0 top-0 z-60 h-0.75 origin-left animate-advance bg-phare-700"
    />
  );
}

/** The first thing a keyboard meets. */
export function SkipLink() {
  return (
    <a
      href="#contenu"
      className="fixed top-2 left-2 z-60 -translate-y-20 rounded-control bg-blanc px-4 py-2.5 font-medium text-phare-700 shadow-popover focus:translate-y-0"
    >
      Aller au contenu
    </a>
  );
}
