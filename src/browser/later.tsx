import {
  type ComponentType,
  lazy,
  memo,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { firstGesture, firstPage, nextGesture, refillRedrawn, replayIn } from './gestures.ts';

type Props = Record<string, unknown>;
type PropsOf<Part> = Part extends (props: infer P) => unknown ? (unknown extends P ? object : P) : never;

/**
 * A part of a page that the server makes at once, and whose script comes with the reader's first gesture. Until then
 * it is read, followed and typed in as without a script; what was clicked and typed meanwhile is done again once it
 * listens. For the server, the build puts the module itself in the place of its import.
 */
export function later<Parts, Name extends keyof Parts & string>(
  from: () => Promise<Parts>,
  name: Name,
): ComponentType<PropsOf<Parts[Name]>> {
  const Part = typeof from === 'function' ? comingPart(from, name) : partOf(from, name);

  function Later(props: Props) {
    const place = useRef<HTMLDivElement>(null);
    const [sleeps] = useState(firstPage);
    // Reached by a link, the page before is left only for one that is whole.
    if (!sleeps) return <Part {...props} />;
    return (
      <div ref={place} data-later="" className="contents">
        <Suspense fallback={null}>
          <Part {...props} />
          <Awake place={place} />
        </Suspense>
      </div>
    );
  }
  // Drawn again before it listens, it would be emptied until its script is there.
  return memo(Later) as unknown as ComponentType<PropsOf<Parts[Name]>>;
}

function partOf(parts: unknown, name: string): ComponentType<Props> {
  return (parts as Record<string, ComponentType<Props>>)[name] as ComponentType<Props>;
}

function comingPart(from: () => Promise<unknown>, name: string): ComponentType<Props> {
  const parts = load(from);
  // Asked for before it is drawn: it comes together with the data of its page.
  return lazy(async () => ({ default: partOf(await parts, name) }));
}

/** Without a network the page stays as the server made it; each gesture tries again. */
async function load(from: () => Promise<unknown>): Promise<unknown> {
  await firstGesture();
  for (;;) {
    try {
      // One after the other: each waits for a gesture of its own.
      return await from();
    } catch {
      await nextGesture();
    }
  }
}

function Awake({ place }: { place: RefObject<HTMLDivElement | null> }) {
  useLayoutEffect(() => {
    if (place.current) refillRedrawn(place.current);
  }, [place]);
  useEffect(() => {
    if (place.current) replayIn(place.current);
  }, [place]);
  return null;
}
