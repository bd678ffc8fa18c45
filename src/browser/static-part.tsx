import {
  type ComponentType,
  type MouseEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useNavigate } from 'react-router';

/** Writes an element as HTML; ids made in it begin with the prefix. */
type Writer = (element: ReactElement, options: { identifierPrefix: string }) => string;

let writer: Writer | null = null;

/** Said once by the server's entry: nothing that writes HTML belongs in a browser. */
export function writeStillsWith(write: Writer): void {
  writer = write;
}

/** Letters kept in all. */
const ROOM = 16_000_000;
const written = new Map<string, string>();
let kept = 0;

function forget(key: string): void {
  kept -= key.length + (written.get(key)?.length ?? 0);
  written.delete(key);
}

function htmlOf<Given extends object>(
  write: Writer,
  { name, of: Part, given, content = JSON.stringify(given) }: StillProps<Given> & { content?: string },
): string {
  const key = `${name} ${content}`;
  let html = written.get(key);
  if (html === undefined) {
    html = write(<Part {...given} />, { identifierPrefix: `${name}-` });
  } else {
    forget(key);
  }
  // Move it to the end: the least recently used are evicted first.
  written.set(key, html);
  kept += key.length + html.length;
  for (const oldest of written.keys()) {
    if (kept <= ROOM) break;
    forget(oldest);
  }
  return html;
}

interface StillProps<Given extends object> {
  /** Alone to bear it on its page. */
  name: string;
  of: ComponentType<Given>;
  /** All that it shows follows from this, which JSON can say. */
  given: Given;
}

const never = () => () => {};
const yes = () => true;
const no = () => false;

/** Whether the browser draws a part itself; read once, since on a page that comes from the server it does not at first. */
function useDrawn() {
  const here = useSyncExternalStore(never, yes, no);
  return useState(here);
}

type SheetProps<Given extends object> = StillProps<Given> & {
  drawn: boolean;
  /** What is given, as JSON, when that is known. */
  content?: string;
  place?: RefObject<HTMLDivElement | null>;
  onClick?: (event: MouseEvent) => void;
};

/** The part, or the server's HTML of it: React leaves the content alone while it is given the same. */
function Sheet<Given extends object>({ drawn, place, onClick, ...props }: SheetProps<Given>) {
  const { of: Part, given } = props;
  if (drawn || (!writer && typeof document === 'undefined')) {
    return (
      // Only links are listened to, which the keyboard clicks too.
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
      <div key="drawn" onClick={onClick}>
        <Part {...given} />
      </div>
    );
  }
  const html = writer ? htmlOf(writer, props) : '';
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      key="still"
      ref={place}
      onClick={onClick}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

/**
 * A picture or a table that no script listens to: the server writes it once for all pages that show the same, and the
 * browser leaves it as written until something else is to be shown. Its links are plain ones; the router follows them.
 */
export function Drawing<Given extends object>(props: StillProps<Given>) {
  const content = JSON.stringify(props.given);
  return <OneDrawing key={content} {...props} content={content} />;
}

function OneDrawing<Given extends object>(props: StillProps<Given> & { content: string }) {
  const [drawn] = useDrawn();
  const navigate = useNavigate();
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const to = link?.getAttribute('href');
    if (!to?.startsWith('/')) return;
    // In another tab, or to be kept.
    if (event.button > 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate(to);
  };
  return <Sheet {...props} drawn={drawn} onClick={follow} />;
}

/**
 * What a `<details>` holds, when it is plain fields: the server writes it once for all pages that ask the same of it, and
 * the browser leaves it as written, usable without a script, until the details are opened: then it draws it itself, unless
 * somebody was quicker and filled it in.
 */
export function Still<Given extends object>(props: StillProps<Given>) {
  const [drawn, setDrawn] = useDrawn();
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const details = drawn ? null : place.current?.closest('details');
    const summary = details?.querySelector('summary');
    if (!details || !summary) return undefined;
    const draw = () => {
      if (place.current && !isFilledIn(place.current)) setDrawn(true);
    };
    // The press comes before the panel is seen; a search in the page opens it without one.
    summary.addEventListener('click', draw);
    details.addEventListener('toggle', draw);
    return () => {
      summary.removeEventListener('click', draw);
      details.removeEventListener('toggle', draw);
    };
  }, [drawn, setDrawn]);

  return <Sheet {...props} drawn={drawn} place={place} />;
}

/** Whether a field in it no longer says what the server wrote. */
function isFilledIn(place: HTMLElement): boolean {
  return [...place.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')].some(
    (control) => {
      if (control instanceof HTMLSelectElement)
        return [...control.options].some((option) => option.selected !== option.defaultSelected);
      return control.type === 'checkbox' || control.type === 'radio'
        ? control.checked !== control.defaultChecked
        : control.value !== control.defaultValue;
    },
  );
}
