import { useCombobox } from 'downshift';
import { MapPin, X } from 'lucide-react';
import {
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { formatCount } from '#contract/fmt.ts';
import { Field } from './field.tsx';
import type { LiveComboboxProps, PlaceComboboxProps, PlaceSuggestion } from './place-field.ts';
import { TextInput } from './text-input.tsx';

const DEBOUNCE_MS = 120;

export default function PlaceComboboxLive({
  label,
  name,
  slugName,
  suggest,
  defaultText = '',
  defaultSlug,
  onPlace,
  hint,
  error,
  placeholder,
  hiddenLabel = false,
  reserve = true,
  large = false,
  enter,
  plainInput,
  taking: takingBefore,
}: LiveComboboxProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [inherited] = useState(() => {
    const old = plainInput.current;
    if (!old) return null;
    return { text: old.value, focused: document.activeElement === old, caret: old.selectionStart };
  });
  const [slug, setSlug] = useState(inherited && inherited.text !== defaultText ? '' : (defaultSlug ?? ''));
  const { items, state, search, answered, halt } = useSuggestions(suggest);
  // Enter came before the first suggestion, which is taken when it comes.
  const taking = useRef(takingBefore.current);

  const box = useCombobox<PlaceSuggestion>({
    items: items as PlaceSuggestion[],
    inputId: id,
    initialInputValue: inherited?.text ?? defaultText,
    itemToString: (place) => place?.label ?? '',
    onInputValueChange({ inputValue, type }) {
      if (type !== useCombobox.stateChangeTypes.InputChange) return;
      setSlug('');
      taking.current = false;
      onPlace?.(null);
      search(inputValue ?? '');
    },
    onSelectedItemChange({ selectedItem }) {
      setSlug(selectedItem?.slug ?? '');
      onPlace?.(selectedItem ?? null);
    },
    stateReducer(current, { type, changes }) {
      const types = useCombobox.stateChangeTypes;
      if (type === types.InputBlur)
        return { ...changes, selectedItem: current.selectedItem, inputValue: current.inputValue };
      return changes;
    },
  });

  useLayoutEffect(() => {
    if (!inherited?.focused || !input.current) return;
    input.current.focus();
    if (inherited.caret !== null) input.current.setSelectionRange(inherited.caret, inherited.caret);
  }, [inherited]);

  // What was typed before this came is looked up like what is typed now.
  const lookUp = useEffectEvent((text: string) => {
    search(text);
    box.openMenu();
  });
  useEffect(() => {
    if (inherited?.focused && inherited.text.trim() && inherited.text !== defaultText) lookUp(inherited.text);
  }, [inherited, defaultText]);

  const query = box.inputValue.trim();
  const ready = answered === query;
  function takeFirst() {
    taking.current = false;
    if (items[0]) box.selectItem(items[0]);
  }
  const takeAwaited = useEffectEvent(() => {
    if (taking.current) takeFirst();
  });
  useEffect(() => {
    if (ready) takeAwaited();
  }, [ready]);

  function pressEnter(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || box.highlightedIndex >= 0 || !enter) return;
    // Downshift would keep the browser from sending the form, to close its list.
    Object.assign(event.nativeEvent, { preventDownshiftDefault: true });
    if (enter === 'send') {
      halt();
      box.closeMenu();
      return;
    }
    event.preventDefault();
    if (query === '') return;
    if (ready) takeFirst();
    else taking.current = true;
  }

  const open = box.isOpen && query.length > 0 && state !== 'idle';
  return (
    <div className="relative">
      <Field id={id} label={label} hint={hint} error={error} hiddenLabel={hiddenLabel} reserve={reserve}>
        {(control) => (
          <TextInput
            {...box.getInputProps({ ref: input, id, name, 'aria-expanded': open, onKeyDown: pressEnter })}
            aria-labelledby={undefined}
            aria-describedby={control['aria-describedby']}
            aria-invalid={control['aria-invalid']}
            placeholder={placeholder}
            before={<MapPin className="size-5" />}
            className={large ? 'min-h-13' : ''}
            after={
              query ? (
                <button
                  type="button"
                  aria-label="Effacer le lieu"
                  className="grid size-9 place-items-center rounded-control hover:bg-ardoise-100"
                  onClick={() => {
                    box.reset();
                    box.setInputValue('');
                    setSlug('');
                    onPlace?.(null);
                    input.current?.focus();
                  }}
                >
                  <X aria-hidden="true" className="size-4.5" />
                </button>
              ) : undefined
            }
          />
        )}
      </Field>
      {slug && <input type="hidden" name={slugName} value={slug} />}
      <div
        className={`absolute inset-x-0 z-30 overflow-hidden rounded-card border border-ardoise-200 bg-blanc shadow-popover ${
          reserve ? '-mt-5' : 'mt-1'
        } ${open ? 'animate-pop-in' : 'hidden'}`}
      >
        <ul
          {...box.getMenuProps({ 'aria-label': label, 'aria-labelledby': undefined })}
          className="max-h-80 overflow-y-auto p-1.5 outline-none empty:hidden"
        >
          {open &&
            items.map((place, index) => (
              <li
                key={place.slug}
                {...box.getItemProps({ item: place, index })}
                className={`flex min-h-11 cursor-pointer flex-wrap items-baseline gap-x-2 rounded-control px-3 py-2 ${
                  box.highlightedIndex === index ? 'bg-ardoise-100' : ''
                }`}
              >
                <span className="font-medium">{highlight(place.label, query)}</span>
                <span className="text-small text-ardoise-600">{place.detail}</span>
              </li>
            ))}
        </ul>
        {items.length === 0 && (
          <p className="px-4 py-3 text-small text-ardoise-600">
            {state === 'loading' && 'Recherche…'}
            {state === 'ready' && `Aucune commune ne ressemble à « ${query} ».`}
            {state === 'failed' && 'Suggestions indisponibles. Votre texte sera cherché tel quel.'}
          </p>
        )}
      </div>
      <output className="sr-only">
        {open && state === 'ready' ? formatCount(items.length, 'lieu proposé', 'lieux proposés') : ''}
      </output>
    </div>
  );
}

type State = 'idle' | 'loading' | 'ready' | 'failed';

interface Running {
  timer: ReturnType<typeof setTimeout>;
  abort: AbortController;
}

function stop(running: Running | null): void {
  if (!running) return;
  clearTimeout(running.timer);
  running.abort.abort();
}

/** Asks once the typing pauses; a slow answer never overwrites a newer one. */
function useSuggestions(suggest: PlaceComboboxProps['suggest']) {
  const [items, setItems] = useState<readonly PlaceSuggestion[]>([]);
  const [state, setState] = useState<State>('idle');
  /** What the suggestions that are there were asked for. */
  const [answered, setAnswered] = useState<string | null>(null);
  const running = useRef<Running | null>(null);

  useEffect(() => () => stop(running.current), []);

  function search(text: string) {
    stop(running.current);
    const query = text.trim();
    if (!query) {
      setItems([]);
      setState('idle');
      return;
    }
    const abort = new AbortController();
    if (items.length === 0) setState('loading');
    const timer = setTimeout(() => {
      suggest(query, abort.signal).then(
        (found) => {
          if (abort.signal.aborted) return;
          setItems(found);
          setAnswered(query);
          setState('ready');
        },
        () => {
          if (abort.signal.aborted) return;
          setItems([]);
          setAnswered(null);
          setState('failed');
        },
      );
    }, DEBOUNCE_MS);
    running.current = { timer, abort };
  }

  return { items, state, search, answered, halt: () => stop(running.current) };
}

function bare(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();
}

/** The typed letters in ordinary weight, what they bring in bold; accents do not count. */
function highlight(name: string, query: string) {
  const at = bare(name).indexOf(bare(query));
  // Ligatures change the length once bare: then no part is told apart.
  if (at < 0 || bare(name).length !== name.length) return name;
  const end = at + query.length;
  return (
    <>
      <span className="font-bold">{name.slice(0, at)}</span>
      <span className="font-regular">{name.slice(at, end)}</span>
      <span className="font-bold">{name.slice(end)}</span>
    </>
  );
}
