import { useEffect, useEffectEvent } from 'react';
import { readArea } from '../../area/contract.ts';
import { UNITS } from '../../area/rings/contract.ts';
import type { AreaWords } from '../../area/words/contract.ts';
import type { CityPage } from '../../city/contract.ts';
import type { MapAnswer } from '../contract.ts';
import type { Bounds } from './engine.tsx';

/** About ten kilometres, in degrees: what is shown around a place without listings. */
const AROUND = 0.09;

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

/** What the map opens on: the box or the zones asked, else the listings, else the place. */
export function boundsOf(answer: MapAnswer, place: CityPage['place'], area: AreaWords): Bounds {
  const said = readArea(new URLSearchParams(area));
  if (said?.box) {
    const [west, south, east, north] = said.box;
    return [west / UNITS, south / UNITS, east / UNITS, north / UNITS];
  }
  const corners = (said?.zones ?? []).flat();
  if (corners.length > 0) {
    const [xs, ys] = [corners.map(([x]) => x / UNITS), corners.map(([, y]) => y / UNITS)];
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  }
  if (answer.bbox) return answer.bbox;
  if (place.bbox) return place.bbox;
  const [lng, lat] = [place.lng ?? 2.5, place.lat ?? 46.6];
  const around = place.lng === null ? 5 : AROUND;
  return [lng - around, lat - around, lng + around, lat + around];
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
