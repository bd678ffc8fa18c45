import { useEffect, useEffectEvent, useRef } from 'react';

/** Where the focus goes once `value` has changed, what held it being gone from the page; not at first. */
export function useFocusAfter(value: unknown, find: () => HTMLElement | null): void {
  const before = useRef(value);
  const reach = useEffectEvent(() => find()?.focus({ preventScroll: true }));
  useEffect(() => {
    if (before.current !== value) reach();
    before.current = value;
  }, [value]);
}

export const pageTitle = () => document.querySelector<HTMLElement>('main h1');
