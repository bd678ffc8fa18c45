/**
 * Contacts: phone numbers, e-mail addresses and links within a text that everybody reads (domain.md 3.1, `descriptif`).
 */

type ContactKind = 'phone' | 'email' | 'link';

/** One of them, as it is written: from `start`, up to `end`, in UTF-16 units. */
export interface Contact {
  readonly kind: ContactKind;
  readonly start: number;
  readonly end: number;
  readonly written: string;
}

// Between the figures of a number: spaces of all widths, points, hyphens. A slash or a bullet only all along the number,
// since dates have slashes too.
const GAP = String.raw`[\s\u200b.\u2010-\u2013\-]`;
const PAIRS = String.raw`(?:${GAP}{0,3}\d\d){4}`;
const NOT_AFTER_FIGURES = String.raw`(?<![\p{L}\d]|[\p{L}\d][.,_/+-])`;
const NOT_BEFORE_FIGURES = String.raw`(?![\p{L}\d]|[.,/_-]\d)`;
const ABROAD = String.raw`(?:\+|\(\+|00)${GAP}?(?:33|262|508|590|594|596|681|687|689)\)?`;

/** Numbers that are phones whatever stands around them. */
const PHONES = [
  // +33 6 12 34 56 78, 0033612345678, (+33) 6…, +33 (0)6…, +262 692…
  String.raw`(?<![\d+])${ABROAD}${GAP}{0,3}(?:\(\s*0\s*\)|0)?${GAP}{0,3}[1-9]${PAIRS}(?!\d)`,
  // (0)6 12 34 56 78
  String.raw`\(\s*0\s*\)${GAP}{0,3}[1-9]${PAIRS}(?!\d)`,
  // 06 12 34 56 78, O6.12.34.56.78, 06-12-34-56-78
  String.raw`(?<![\p{L}\d]|\d[.,_/-])[0Oo][1-9](?:${GAP}{1,3}\d\d){4}${NOT_BEFORE_FIGURES}`,
  String.raw`(?<![\p{L}\d]|\d[.,_/-])0[1-9](?:\s?([/_·•|])\s?\d\d)(?:\s?\1\s?\d\d){3}${NOT_BEFORE_FIGURES}`,
  // Other countries: the plus sign says what it is.
  String.raw`(?<![\d+])\+[1-9]\d{0,2}(?:[\s\u200b.()\-]{0,2}\d){8,12}(?![\s\u200b.]?[\d€%]|\s?(?:m²|euros?|kWh))`,
];

/** Ten figures from 0 on, grouped in some other way: a phone, unless it follows figures or the word of a reference. */
const OTHER_GROUPS = [
  String.raw`0[1-9]\d{8}`,
  String.raw`0(?:${GAP}\d){9}`,
  String.raw`0${GAP}[1-9]\d{2}(?:${GAP}\d{2,3}){2,3}`,
  String.raw`0[1-9]\d?(?:${GAP}\d{3,4}){2}(?:${GAP}\d{2})?`,
  String.raw`0[1-9]\d{2}(?:${GAP}\d{2,3}){2,3}`,
  String.raw`0[1-9](?:${GAP}\d{2,3}){3,4}`,
].map((shape) => `(?<!\\d${GAP}{1,2})${NOT_AFTER_FIGURES}${shape}${NOT_BEFORE_FIGURES}(?!${GAP}{1,2}\\d)`);

const PHONE = new RegExp([...PHONES, ...OTHER_GROUPS].join('|'), 'gu');
const FIGURES = 10;
const A_DATE = /^\d\d[\s.-]\d\d[\s.-](?:19|20)\d\d/;
const A_REFERENCE =
  /(?:r[ée]f(?:[ée]rence)?s?|mandat|dossier|parcelle|lot|annonce|sire[nt]|rcs|dpe|ademe|orias|invariant|fiscal)\s*[.:]?\s*(?:n\s*[°ºo.]?|num[ée]ro)?\s*[:#]?\s*$/iu;
const REFERENCE_WINDOW = 30;

const NAME = String.raw`[\p{L}\d][\p{L}\d._%+-]{0,63}`;
const HOST = String.raw`[\p{L}\d][\p{L}\d-]{0,62}(?:\.[\p{L}\d-]{1,63}){0,4}\.\p{L}{2,12}`;
const EMAIL = new RegExp(
  String.raw`(?:mailto:)?${NAME}\s?(?:@|[\[(]\s?(?:at|arobase|a|@)\s?[\])]|\sarobase\s)\s?${HOST}`,
  'giu',
);

// A full stop without its space ends many a sentence (« net vendeur »): a bare name is one under the endings that are no word.
const ENDINGS = 'fr|com|immo|eu|org|biz|re|bzh|paris|corsica|alsace|be|ch|lu|io|co\\.uk';
const PATH = String.raw`(?:[/?#][^\s<>"'«»)]*)?`;
const LINK = new RegExp(
  [
    String.raw`(?:https?|ftp):\/\/[^\s<>"'«»)]+`,
    String.raw`(?<![\p{L}\d@.])www\.[\p{L}\d-]+(?:\.[\p{L}\d-]+)+${PATH}`,
    String.raw`(?<![\p{L}\d@.-])[a-z\d][a-z\d-]{1,62}(?:\.[a-z\d-]{2,63}){0,3}\.(?:${ENDINGS})(?![\p{L}\d-]|\.[\p{L}\d])${PATH}`,
    String.raw`(?<![\p{L}\d@.-])[a-z\d]+(?:-[a-z\d]+)+\.(?:net|info)(?![\p{L}\d-])${PATH}`,
  ].join('|'),
  'gu',
);

// Most texts hold none, which a look at these tells a hundred times faster.
const MAY_HOLD = {
  phone: /\d(?:[^\p{L}\d]{0,4}\d){8}/u,
  email: /@|arobase|[([]\s?a/i,
  link: new RegExp(String.raw`:\/\/|www\.|\.(?:${ENDINGS}|net|info)`),
} as const;

/** Every phone number, e-mail address and link of a text, in its order, none within another. */
export function contactsIn(text: string): Contact[] {
  const found = [
    ...matches(text, EMAIL, 'email'),
    ...matches(text, LINK, 'link').filter(({ written }) => !isOfTheState(written)),
    ...matches(text, PHONE, 'phone').filter((one) => isPhone(text, one)),
  ].toSorted((one, other) => one.start - other.start || other.end - one.end);
  return found.filter((one, index) => !found.slice(0, index).some((before) => before.end > one.start));
}

function matches(text: string, shape: RegExp, kind: ContactKind): Contact[] {
  if (!MAY_HOLD[kind].test(text)) return [];
  return [...text.matchAll(shape)].map((match) => {
    const written = match[0].replace(kind === 'link' ? /[.,;:!?]+$/ : /$^/, '');
    return { kind, start: match.index, end: match.index + written.length, written };
  });
}

/** « www.georisques.gouv.fr »: the law itself asks for it (R21). */
function isOfTheState(link: string): boolean {
  const [host = ''] = link.replace(/^https?:\/\//, '').split(/[/?#:@]/);
  return /(?:^|\.)(?:gouv|service-public)\.fr$/.test(host);
}

function isPhone(text: string, { start, written }: Contact): boolean {
  const figures = written.replaceAll(/\D/g, '').length;
  if (written.startsWith('+') || written.startsWith('(') || written.startsWith('00')) return true;
  if (A_DATE.test(written) || figures > FIGURES) return false;
  return !A_REFERENCE.test(text.slice(Math.max(0, start - REFERENCE_WINDOW), start));
}

// What announces a number, and says nothing without it.
const ANNOUNCED =
  /(?:\b(?:t[ée]l(?:[ée]phone)?s?|t[ée]l\.?\s*(?:fixe|portable)|portable|mobile|mob|fax|e-?mails?|mails?|courriels?|site(?:\s+(?:web|internet))?|internet)\b\s*\.?\s*:?|☎|📞|✉)\s*$/iu;

/**
 * The text without them, and without the word that announced each (« Tél. : ») ; null when there is none. What is left keeps
 * its lines, without empty parentheses nor double spaces.
 */
export function withoutContacts(
  text: string,
): { readonly text: string; readonly removed: readonly Contact[] } | null {
  const removed = contactsIn(text);
  if (removed.length === 0) return null;
  let left = '';
  let from = 0;
  for (const { start, end } of removed) {
    left += text.slice(from, start).replace(ANNOUNCED, '');
    // The sentence that held nothing else ends with it.
    const bare = /(?:^|[.!?:\n])\s*$/.test(left) ? /^\s*[.,;]/.exec(text.slice(end)) : null;
    from = end + (bare?.[0].length ?? 0);
  }
  left += text.slice(from);
  return {
    text: left
      .replaceAll(/\(\s*\)|\[\s*\]/g, '')
      .replaceAll(/[^\S\n]{2,}/g, ' ')
      .replaceAll(/[^\S\n]+(?=[.,\n]|$)/g, '')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim(),
    removed,
  };
}

/** What each is called, alone. */
export const contactWords: Readonly<Record<ContactKind, string>> = {
  phone: 'un numéro de téléphone',
  email: 'une adresse e-mail',
  link: 'un lien',
};

/** The texts of a listing that everybody reads, each as an agency calls it; captions of photos beside. */
export const readTexts = {
  title: 'Le titre',
  description: 'La description',
  quarter: 'Le quartier',
  rentSupplementReason: 'La raison du complément de loyer',
  procedureDetail: 'Le détail de la procédure',
  programmeName: 'Le nom du programme',
  contactName: 'Le nom du négociateur',
} as const;
