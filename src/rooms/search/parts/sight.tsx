import { useEffect, useEffectEvent } from 'react';

export function idOf(target: EventTarget | null): number | null {
  const article = target instanceof Element ? target.closest('article') : null;
  const href = article?.querySelector('a[href^="/annonce/"]')?.getAttribute('href');
  const id = Number(/\/annonce\/(\d+)/.exec(href ?? '')?.[1]);
  return id > 0 ? id : null;
}

export function cardOf(id: number): Element | null {
  const link = document.querySelector(`#resultats a[href="/annonce/${id}"]`);
  return link?.closest('article') ?? null;
}

/** On a narrow screen the map covers the page: it takes the focus, Escape closes it, the page behind stays still. */
export function useFullScreen(frame: React.RefObject<HTMLElement | null>, close: () => void) {
  const leave = useEffectEvent(close);
  useEffect(() => {
    const wide = matchMedia('(min-width: 64rem)');
    if (wide.matches) return;
    const { overflow } = document.body.style;
    document.body.style.overflow = 'hidden';
    frame.current?.querySelector<HTMLElement>('[data-close-map]')?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) leave();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.body.style.overflow = overflow;
      document.removeEventListener('keydown', onKey);
    };
  }, [frame]);
}
