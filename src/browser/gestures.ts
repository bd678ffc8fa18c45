import { runInTask } from './macrotask.ts';
import { reachSection } from './section-focus.ts';

/**
 * What a reader does before the script of a part of the page is there (`data-later`): it makes the script come, and is
 * done again once the part listens. Links and GET forms work by themselves meanwhile.
 */
const GESTURES = [
  'pointermove',
  'pointerdown',
  'touchstart',
  'wheel',
  'scroll',
  'keydown',
  'focusin',
] as const;
/** Delay after hydration, without any gesture, until the parts that show what this browser remembers load. */
const STILL_MS = 8_000;

const inBrowser = typeof document !== 'undefined';
const first = Promise.withResolvers<void>();

let arrived = false;

/** Whether the page is still the one that the server made; on a server it always is. */
export function firstPage(): boolean {
  return !arrived;
}

/** Call once hydrated: replays gestures recorded before the scripts loaded. */
export function replayEarlyGestures(): void {
  arrived = true;
  // What the address asks for is not there without its script: a map that was shared open.
  if (document.querySelector('[data-at-once]')) signalGesture();
  const early = globalThis.earlyActs;
  if (!early) return;
  globalThis.earlyActs = undefined;
  early.stop();
  if (early.acts.length > 0 || early.typed.size > 0) signalGesture();
  focused ??= early.at;
  for (const each of early.typed) {
    // React drew the page anew: something had changed it before.
    const control = each.isConnected ? each : successorOf(each, document);
    if (!control) {
      hold(each);
      continue;
    }
    if (control !== each) take(each, control);
    const sleeping: boolean = asleep(control);
    // Of a group of buttons only the last chosen counts.
    const left = control.type === 'radio' && isTicked(control) && !control.checked;
    if (!control.isConnected || left) continue;
    if (sleeping) hold(control);
    else fill(control, isTicked(control) ? control.checked : control.value);
  }
  refocus(document);
  // Once React has drawn what was typed.
  runInTask(() => {
    for (const [element, submitter] of early.acts) {
      if (!element.isConnected) continue;
      if (element instanceof HTMLFormElement) element.requestSubmit(submitter);
      else element.click();
    }
  });
}

/** Signals the first gesture: parts that wait for it load. */
export function signalGesture(): void {
  first.resolve();
}

/** Resolves at the first gesture and stays resolved; never on a server. */
export function firstGesture(): Promise<void> {
  return first.promise;
}

export function nextGesture(): Promise<void> {
  return new Promise((resolve) => {
    document.addEventListener('pointerdown', () => resolve(), { once: true });
    document.addEventListener('keydown', () => resolve(), { once: true });
  });
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

declare global {
  /** Noted by the page before it had any script of ours (platform/deferred-scripts.server.ts), in order. */
  var earlyActs:
    | {
        readonly acts: readonly (
          | readonly [HTMLButtonElement | HTMLAnchorElement]
          | readonly [HTMLFormElement, HTMLElement | null]
        )[];
        readonly typed: ReadonlySet<Control>;
        /** What took the focus last. */
        readonly at: Element | null;
        readonly stop: () => void;
      }
    | undefined;
}

const isTicked = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio');

/** What was done in parts that do not listen yet, in order; of a control only its last state. */
const clicked: HTMLElement[] = [];
/** With the button that was pressed: it may say what the form asks. */
const sent = new Map<HTMLFormElement, HTMLElement | null>();
const filled = new Map<Control, string | boolean>();

/** What took the focus last: drawn anew, it is given to its successor. */
let focused: Element | null = null;

const CONTROLS = 'input, textarea, select';

/** What a control is called, by itself or for a reader. */
function calledBy(control: Control): readonly (string | null | undefined)[] {
  const top = control.getRootNode() as ParentNode & Node;
  const label = control.id ? top.querySelector?.(`label[for="${CSS.escape(control.id)}"]`) : null;
  const said = (label ?? control.closest('label'))?.textContent ?? control.getAttribute('aria-label');
  return [control.name || null, said];
}

/**
 * The control that was drawn in the place of one that React threw away, because something else than us had changed the
 * page before (decision 0072): of the same kind, of the same name or label, at the same rank.
 */
function successorOf(gone: Control, within: ParentNode): Control | undefined {
  const kind = (one: Control) => `${one.tagName} ${one.type}`;
  const all = (parent: ParentNode) =>
    [...parent.querySelectorAll<Control>(CONTROLS)].filter((one) => kind(one) === kind(gone));
  const named = calledBy(gone);
  for (const [way, name] of named.entries()) {
    if (!name) continue;
    const alike = (one: Control) => calledBy(one)[way] === name;
    const rank = all(gone.getRootNode() as ParentNode & Node)
      .filter(alike)
      .indexOf(gone);
    const found = all(within).filter(alike)[Math.max(rank, 0)];
    if (found) return found;
  }
  return undefined;
}

/** What one held, the other holds. */
function take(gone: Control, control: Control): void {
  if (isTicked(gone) && isTicked(control)) control.checked = gone.checked;
  else if (gone.type !== 'file') control.value = gone.value;
}

/** The focus went with what was thrown away. */
function refocus(within: ParentNode): void {
  const gone = focused;
  if (!gone || gone.isConnected || !gone.matches(CONTROLS)) return;
  if (document.activeElement && document.activeElement !== document.body) return;
  const control = successorOf(gone as Control, within);
  if (!control) return;
  focused = control;
  control.focus({ preventScroll: true });
  placeCaret(control, caretOf(gone as Control));
}

type Caret = readonly [start: number, end: number | null] | null;

/** Fields of addresses and numbers do not say where it is, and lists have none. */
function caretOf(control: Control): Caret {
  if (control instanceof HTMLSelectElement || control.selectionStart === null) return null;
  return [control.selectionStart, control.selectionEnd];
}

function placeCaret(control: Control, caret: Caret): void {
  if (caret && !(control instanceof HTMLSelectElement)) control.setSelectionRange(...caret);
}

/** Before a next key: the fields of this place that were drawn anew hold what was typed in those before. */
export function refillRedrawn(place: HTMLElement): void {
  for (const [gone, value] of filled) {
    if (gone.isConnected) continue;
    const control = successorOf(gone, place);
    if (!control) continue;
    take(gone, control);
    filled.delete(gone);
    filled.set(control, value);
  }
  refocus(place);
}

function asleep(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && target.closest('[data-later]') !== null;
}

/** The section that a link of a sleeping part led to, until its reader goes elsewhere. */
let reached: string | null = null;

/**
 * A link to a section of this page, touched before its part listens, leads there at once and leaves the address alone: the
 * router, told of another address, would draw anew what has no script yet, and empty it.
 */
function reachAsleep(event: MouseEvent): boolean {
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href^="#"]');
  if (!link || !asleep(link) || !reachSection(link.hash.slice(1))) return false;
  reached = link.hash.slice(1);
  event.preventDefault();
  event.stopImmediatePropagation();
  return true;
}

/** What was out of sight has its true height once the part listens: the section is where it is now. */
function reachAgain() {
  if (reached === null) return;
  const section = document.getElementById(reached);
  const here = document.activeElement;
  if (here === document.body || section?.contains(here)) reachSection(reached);
  reached = null;
}

function holdClick(event: MouseEvent) {
  // In another tab, they are links.
  if (event.metaKey || event.ctrlKey || event.shiftKey || reachAsleep(event)) return;
  // What opens may well count on being heard too; so do links that open something here (`data-opens`).
  const button =
    event.target instanceof Element && event.target.closest<HTMLElement>('button, summary, a[data-opens]');
  if (!button || !asleep(button)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!clicked.includes(button)) clicked.push(button);
}

function holdSubmit(event: SubmitEvent) {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.method === 'get' || !asleep(form)) return;
  event.preventDefault();
  if (!sent.has(form)) sent.set(form, event.submitter);
}

function holdInput({ target }: Event) {
  if (asleep(target)) hold(target as Control);
  else if (!arrived) keepText(target as Control);
}

function hold(control: Control) {
  keepText(control);
  filled.set(control, isTicked(control) ? control.checked : control.value);
}

/**
 * React, as it takes a text area over, writes the server's text into it again (`initTextarea`), over what was typed, and
 * may let go of the page before the area listens: the next letters would join that text. It leaves an area alone whose
 * `textContent` is empty: this one says so from now on, and nothing else asks.
 */
function keepText(control: Control): void {
  if (control instanceof HTMLTextAreaElement)
    Object.defineProperty(control, 'textContent', { value: '', writable: true, configurable: true });
}

/** The part in this place is hydrated: replays the gestures recorded in it. */
export function replayIn(place: HTMLElement): void {
  delete place.dataset.later;
  for (const [control, value] of filled) {
    if (!place.contains(control)) continue;
    filled.delete(control);
    fill(control, value);
  }
  // Once React has drawn what was typed: a form may send what a field wrote beside itself.
  runInTask(() => {
    reachAgain();
    for (const button of clicked.splice(0)) {
      if (place.contains(button)) button.click();
      else if (button.isConnected) clicked.push(button);
    }
    for (const [form, submitter] of sent) {
      if (form.isConnected && !place.contains(form)) continue;
      sent.delete(form);
      if (form.isConnected) form.requestSubmit(submitter);
    }
  });
}

/** React hears of a value only when it is not the one it saw last: it is shown another one first. */
function fill(control: Control, value: string | boolean): void {
  if (isTicked(control)) {
    control.checked = !value;
    control.click();
    return;
  }
  // Chosen, not written: nothing else may write it.
  if (control.type === 'file') {
    control.dispatchEvent(new Event('change', { bubbles: true }));
    return;
  }
  const text = String(value);
  const caret = control === document.activeElement ? caretOf(control) : null;
  if (!(control instanceof HTMLSelectElement)) control.value = `${text} `;
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value') ?? {};
  set?.call(control, text);
  placeCaret(control, caret);
  control.dispatchEvent(new Event('input', { bubbles: true }));
  if (control instanceof HTMLSelectElement) control.dispatchEvent(new Event('change', { bubbles: true }));
}

if (inBrowser) {
  const options = { capture: true, passive: true } as const;
  const done = () => {
    for (const gesture of GESTURES) document.removeEventListener(gesture, done, options);
    signalGesture();
  };
  for (const gesture of GESTURES) document.addEventListener(gesture, done, options);
  document.addEventListener('click', holdClick, true);
  for (const gesture of ['wheel', 'touchmove', 'keydown'])
    document.addEventListener(gesture, () => (reached = null), options);
  document.addEventListener('submit', holdSubmit, true);
  document.addEventListener('input', holdInput, true);
  document.addEventListener('focusin', ({ target }) => (focused = target as Element), true);
  for (const control of globalThis.earlyActs?.typed ?? []) keepText(control);
  // Another tab signed in: this one listens from now on.
  window.addEventListener('storage', signalGesture, { once: true });
  const still = () => setTimeout(signalGesture, STILL_MS);
  if (document.readyState === 'complete') still();
  else window.addEventListener('load', still, { once: true });
}
