import { STORAGE_KEYS } from '#contract/constants.ts';
import { audienceOf } from '#contract/paths.ts';
import { rememberedUser } from './session.ts';
import { localStore } from './start-up.ts';

/**
 * What was typed in a page that must be left because its session or the network went away: kept for this tab, given
 * back after a login to the same account only (interface.md, fine points 12). Passwords and files never.
 */
const KEY = 'kept_words';

interface Kept {
  /** A user by its number, an agency by `agence` and its number. */
  readonly account: number | string;
  readonly path: string;
  readonly words: readonly { readonly at: string; readonly value: string | boolean }[];
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const NEVER = new Set(['password', 'file', 'hidden', 'submit', 'button', 'reset', 'image']);

/** Every control of the page's forms that a person fills in, with a name that finds it again. */
function controls(): { at: string; control: Control }[] {
  const counts = new Map<string, number>();
  return [...document.querySelectorAll<HTMLFormElement>('main form')].flatMap((form, index) =>
    [...form.elements].flatMap((element) => {
      if (
        !(
          element instanceof HTMLInputElement ||
          element instanceof HTMLTextAreaElement ||
          element instanceof HTMLSelectElement
        ) ||
        !element.name ||
        NEVER.has(element.type)
      )
        return [];
      const name = `${index}/${element.name}`;
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      return [{ at: `${name}/${count}`, control: element }];
    }),
  );
}

const isTicked = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio');

function isTouched(control: Control): boolean {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some((option) => option.selected !== option.defaultSelected);
  return isTicked(control)
    ? control.checked !== control.defaultChecked
    : control.value !== control.defaultValue;
}

/** Whose page this is, as this browser knows it. */
function accountHere(): Kept['account'] | undefined {
  if (audienceOf(window.location.pathname) !== 'agency') return rememberedUser()?.id;
  try {
    const agency = JSON.parse(localStore()?.getItem(STORAGE_KEYS.agency) ?? 'null') as { id?: number } | null;
    return typeof agency?.id === 'number' ? `agence ${agency.id}` : undefined;
  } catch {
    return undefined;
  }
}

export function saveFormText(): void {
  const account = accountHere();
  if (account === undefined) return;
  const words = controls()
    .filter(({ control }) => isTouched(control))
    .map(({ at, control }) => ({ at, value: isTicked(control) ? control.checked : control.value }));
  if (words.length === 0) return;
  const { pathname, search } = window.location;
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ account, path: pathname + search, words } satisfies Kept));
  } catch {
    // Without storage nothing is saved; the page is left all the same.
  }
}

/** Puts back what this account had typed on this page; another account makes it disappear. Says whether it did. */
export function restoreFormText(): boolean {
  const account = accountHere();
  const kept = readKept();
  if (!kept || account === undefined) return false;
  if (account !== kept.account) {
    sessionStorage.removeItem(KEY);
    return false;
  }
  if (kept.path !== window.location.pathname + window.location.search) return false;
  sessionStorage.removeItem(KEY);
  const found = new Map(controls().map(({ at, control }) => [at, control]));
  for (const { at, value } of kept.words) {
    const control = found.get(at);
    if (control) type(control, value);
  }
  return true;
}

function readKept(): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}

/** Types as a person would, so that React hears it too. */
function type(control: Control, value: string | boolean): void {
  if (isTicked(control)) {
    if (control.checked !== value) control.click();
    return;
  }
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value') ?? {};
  set?.call(control, String(value));
  control.dispatchEvent(new Event('input', { bubbles: true }));
  control.dispatchEvent(new Event('change', { bubbles: true }));
}
