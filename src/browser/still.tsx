import {
  type ComponentType,
  type ReactElement,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';

/** Writes an element as HTML; ids made in it begin with the prefix. */
type Writer = (element: ReactElement, options: { identifierPrefix: string }) => string;

let writer: Writer | null = null;

/** Said once by the server's entry: nothing that writes HTML belongs in a browser. */
export function writeStillsWith(write: Writer): void {
  writer = write;
}

/** Some 30 kB at most each. */
const KEPT = 300;
const written = new Map<string, string>();

function htmlOf<Given extends object>(write: Writer, { name, of: Part, given }: StillProps<Given>): string {
  const key = `${name} ${JSON.stringify(given)}`;
  let html = written.get(key);
  if (html === undefined) {
    html = write(<Part {...given} />, { identifierPrefix: `${name}-` });
    const [oldest] = written.keys();
    if (written.size >= KEPT && oldest !== undefined) written.delete(oldest);
  }
  // Last again: the least asked for go first.
  written.delete(key);
  written.set(key, html);
  return html;
}

interface StillProps<Given extends object> {
  /** Alone to bear it on its page. */
  name: string;
  of: ComponentType<Given>;
  /** All that it shows follows from this, which is short and says nothing of the data of a page. */
  given: Given;
}

const never = () => () => {};
const yes = () => true;
const no = () => false;

/**
 * What a `<details>` holds, when it is plain fields: the server writes it once for all pages that ask the same of it, and
 * the browser leaves it as written, usable without a script, until the details are opened: then it draws it itself, unless
 * somebody was quicker and filled it in.
 */
export function Still<Given extends object>(props: StillProps<Given>) {
  const { of: Part, given } = props;
  const here = useSyncExternalStore(never, yes, no);
  // Read once: on a page that comes from the server it is false at first.
  const [drawn, setDrawn] = useState(here);
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
  }, [drawn]);

  if (drawn || (!writer && typeof document === 'undefined')) {
    return (
      <div key="drawn">
        <Part {...given} />
      </div>
    );
  }
  const html = writer ? htmlOf(writer, props) : '';
  return (
    // React leaves what is inside alone while it is told the same.
    <div key="still" ref={place} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
  );
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
