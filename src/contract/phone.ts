import { NBSP } from './fmt.ts';
import { visible } from './visible.ts';

/** Phones as specification 5 accepts, converts and writes them. */

export const phoneMessages = {
  required: 'Le téléphone est requis',
  invalid: 'Format de téléphone invalide',
} as const;

const INTERNATIONAL = /^\+[1-9]\d{6,14}$/;
const DOMESTIC = /^0[1-9]\d{8}$/;

interface Country {
  readonly prefix: string;
  /** Most characters, the plus sign and the digits counted (interface.md, fine points 11). */
  readonly cap: number;
  /** How many digits stand together after the prefix; the rest stands in one group. */
  readonly groups: readonly number[];
  readonly placeholder: string;
  /** What follows the prefix, where the specification tells it; the 0 of calls inside the country is no part of it. */
  readonly national?: RegExp;
}

const countries: readonly Country[] = [
  {
    prefix: '+33',
    cap: 13,
    groups: [1, 2, 2, 2, 2],
    placeholder: '+33 6 12 34 56 78',
    national: /^[1-9]\d{8}$/,
  },
  { prefix: '+44', cap: 13, groups: [4, 6], placeholder: '+44 7911 123456', national: /^[1-9]/ },
  { prefix: '+34', cap: 12, groups: [3, 3, 3], placeholder: '+34 612 345 678', national: /^[6-9]\d{8}$/ },
  { prefix: '+39', cap: 14, groups: [3, 3, 4], placeholder: '+39 312 345 6789' },
  { prefix: '+49', cap: 15, groups: [3, 4, 5], placeholder: '+49 151 2345 6789', national: /^[1-9]/ },
  { prefix: '+32', cap: 12, groups: [3, 2, 2, 2], placeholder: '+32 470 12 34 56', national: /^[1-9]/ },
  { prefix: '+41', cap: 12, groups: [2, 3, 2, 2], placeholder: '+41 78 123 45 67', national: /^[1-9]/ },
];

const FRENCH_CAP = 10;
const FRENCH_PLACEHOLDER = '06 12 34 56 78';
/** E.164: a plus sign and fifteen digits. */
const OTHER_CAP = 16;

const countryOf = (bare: string) => countries.find(({ prefix }) => bare.startsWith(prefix));

/** « +33 (0)6 … »: cards and signatures write the 0 that callers inside the country dial. */
const INSIDE_ZERO = /^((?:\+|00)\d{1,3})\(0\)/;
/** « 0033 6 … » and « 33 6 … »: a prefix whose plus sign was left out, of the countries that the specification names. */
const BARE_PREFIX = /^00(?=33|34|39|41|44|49|32)|^(?=33[1-9]\d{8}$)/;
const CALLED_ABROAD = /^00(?=33|34|39|41|44|49|32)/;
/** The 0 of the field, then such a prefix. */
const FORCED_PREFIX = /^0(?=33|34|39|41|44|49|32)/;

/** What was typed without its spaces, dots, hyphens and slashes, its prefix in front of all that follows it. */
function spelled(text: string): string {
  return visible(text)
    .replaceAll(/[\s\u00a0\u202f.\-‐‑–/]/g, '')
    .replace(INSIDE_ZERO, '$1')
    .replaceAll(/[()]/g, '')
    .replace(BARE_PREFIX, '+');
}

/**
 * The phone in international form, `+33612345678`; null when it is none. Everything but digits and plus is dropped;
 * without a leading plus one leading 0 is dropped too, and +33 put in front. Fields, calls and feeds all ask here.
 */
export function toInternational(text: string): string | null {
  const bare = spelled(text);
  if (!INTERNATIONAL.test(bare) && !DOMESTIC.test(bare)) return null;
  const phone = bare.startsWith('+') ? bare : `+33${bare.replace(/^0/, '')}`;
  const country = countryOf(phone);
  if (country?.national && !country.national.test(phone.slice(country.prefix.length))) return null;
  return phone.length <= capOf(phone) ? phone : null;
}

function capOf(bare: string): number {
  if (!bare.startsWith('+')) return FRENCH_CAP;
  return countryOf(bare)?.cap ?? OTHER_CAP;
}

/** The plus sign and digits that a field keeps of what was typed: a leading 0 forced without plus, capped. */
function keptOf(text: string): string {
  const digits = text.replaceAll(/\D/g, '');
  if (/^\D*\+/.test(text)) return `+${digits}`.slice(0, capOf(`+${digits}`));
  if (digits === '') return '';
  const abroad = digits.replace(CALLED_ABROAD, '+');
  if (abroad !== digits) return abroad.slice(0, capOf(abroad));
  return (digits.startsWith('0') ? digits : `0${digits}`).slice(0, FRENCH_CAP);
}

/** Whether a field cannot hold all the digits of a text: cut, it would be the number of somebody else. */
function overflows(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '');
  const kept = keptOf(text).replace('+', '');
  return kept !== digits && kept !== `0${digits}` && `00${kept}` !== digits;
}

/**
 * What was pasted or filled in at once, as the field shows it: the number meant, or the text as it came when it does not
 * fit, for the form to refuse.
 */
function formatGiven(text: string): string {
  const bare = spelled(text);
  if (toInternational(text) !== null) return formatTyped(bare);
  return overflows(text) ? text.trim() : formatTyped(text);
}

function grouped(text: string, groups: readonly number[]): string[] {
  const parts: string[] = [];
  let at = 0;
  for (const size of groups) {
    if (at >= text.length) break;
    parts.push(text.slice(at, at + size));
    at += size;
  }
  if (at < text.length) {
    if (parts.length === 0) parts.push(text);
    else parts[parts.length - 1] += text.slice(at);
  }
  return parts;
}

/** What was typed so far, as the field shows it: `0612` to `06 12`, `+336` to `+33 6`. Plain spaces, as one types. */
export function formatTyped(text: string): string {
  const kept = keptOf(text);
  if (!kept.startsWith('+')) return grouped(kept, [2, 2, 2, 2, 2]).join(' ');
  const country = countryOf(kept);
  if (!country) return kept;
  return [country.prefix, ...grouped(kept.slice(country.prefix.length), country.groups)].join(' ');
}

/** An example in the form of what is being typed. */
export function phonePlaceholder(text: string): string {
  return countryOf(keptOf(text))?.placeholder ?? FRENCH_PLACEHOLDER;
}

/**
 * One change of a phone field: the text to show and where the caret goes. `text` and `caret` are what the browser
 * made of the change, `before` what stood there. Erasing a space erases the digit beside it, or nothing would happen.
 * `atOnce`: pasted, or filled in by the browser. The caps limit one who types; a number that came whole is never cut.
 * `forced`, given and answered: the 0 in front is the field's own. When the prefix of a country and more digits than a French number
 * has stand after it, its plus sign was left out: the text stands as it was typed, for the form to refuse, until it is a number.
 */
export function retype(change: {
  before: string;
  text: string;
  caret: number;
  erased: 'before' | 'after' | null;
  atOnce?: boolean;
  forced?: boolean | undefined;
}): { text: string; caret: number; forced?: true } {
  const { before, erased, atOnce = false } = change;
  let { text, caret } = change;
  const digits = text.replaceAll(/\D/g, '');
  const ownZero = change.forced === true && digits.length > 1 && /^\D*0/.test(text);
  const whole = (given: string) => {
    const shown = formatGiven(given);
    // What is understood anew is in front of the caret; behind it stands what stood there.
    const left = symbolsIn(shown) - symbolsIn(text.slice(caret));
    const at =
      caret >= text.length ? shown.length : shown === text ? caret : placeAfter(shown, Math.max(0, left));
    return { text: shown, caret: at, ...(forces(given, shown) ? { forced: true as const } : {}) };
  };
  if (atOnce) return whole(text);
  if (ownZero && digits.length > FRENCH_CAP && FORCED_PREFIX.test(digits)) return whole(digits.slice(1));
  // What came whole and did not fit is put right by hand, as it stands.
  if (overflows(text) && overflows(before))
    return toInternational(text) === null ? { text, caret } : whole(text);
  if (erased && !overflows(before) && keptOf(text) === keptOf(before) && text.length < before.length) {
    const at =
      erased === 'before' ? text.slice(0, caret).search(/[\d+]\D*$/) : caret + text.slice(caret).search(/\d/);
    if (at >= 0 && (erased === 'before' || at >= caret)) {
      text = text.slice(0, at) + text.slice(at + 1);
      caret = erased === 'before' ? at : caret;
    }
  }
  const left = symbolsIn(text.slice(0, caret));
  const shown = formatTyped(text);
  const forced = forces(text, shown);
  return {
    text: shown,
    caret: placeAfter(shown, left === 0 ? 0 : left + Number(forced)),
    ...(forced || (ownZero && shown !== '') ? { forced: true } : {}),
  };
}

/** Whether the field put a 0 in front of what was typed. */
function forces(text: string, shown: string): boolean {
  return shown.startsWith('0') && /^\D*[1-9]/.test(text);
}

/** Digits and plus signs. */
function symbolsIn(text: string): number {
  return text.replaceAll(/[^\d+]/g, '').length;
}

/** The offset just after that many digits and plus signs. */
function placeAfter(shown: string, count: number): number {
  if (count === 0) return 0;
  let seen = 0;
  for (let at = 0; at < shown.length; at += 1) {
    if (/[\d+]/.test(shown[at]!)) seen += 1;
    if (seen === count) return at + 1;
  }
  return shown.length;
}

/**
 * Departments overseas: what their national numbers begin with, after the 0 (ARCEP), and the prefix that reaches them.
 * 06 39 98 is no number of Mayotte: ARCEP keeps it for works of fiction.
 */
const OVERSEAS = [
  [/^(?:26[239]|639(?!98)|69[23])/, '+262'],
  [/^(?:590|69[01])/, '+590'],
  [/^[56]94/, '+594'],
  [/^(?:596|69[67])/, '+596'],
] as const;

/**
 * The number that reaches a phone kept in international form: those of departments overseas are kept with +33, as
 * specification 5 converts them, and answer under a prefix of their own (decision 0071).
 */
export function dialled(e164: string): string {
  const national = /^\+33([1-9]\d{8})$/.exec(e164)?.[1];
  const prefix = national && OVERSEAS.find(([start]) => start.test(national))?.[1];
  return prefix ? `${prefix}${national}` : e164;
}

/** The link that calls a phone kept in international form. */
export function callLink(e164: string): string {
  return `tel:${dialled(e164)}`;
}

/** A phone kept in international form as its owner types it: sent again, it is kept as it was. */
export function phoneInField(e164: string): string {
  return formatTyped(e164.replace(/^\+33(?=[1-9]\d{8}$)/, '0'));
}

/** E.164 French numbers to « 06 12 34 56 78 »; others keep their prefix, « +262 693 37 25 96 » overseas. */
export function formatPhone(e164: string): string {
  const reached = dialled(e164);
  if (reached !== e164)
    return reached.replace(
      /^(\+\d{3})(\d{3})(\d{2})(\d{2})(\d{2})$/,
      `$1${NBSP}$2${NBSP}$3${NBSP}$4${NBSP}$5`,
    );
  const national = e164.startsWith('+33') ? `0${e164.slice(3)}` : null;
  if (national?.length !== 10) return e164;
  return national.replaceAll(/(\d{2})(?=\d)/g, `$1${NBSP}`);
}
