import { MESSAGE_MAX } from '../../../contract/constants.ts';
import type { Contact } from '../contact/contract.ts';

/** Nobody reads a listing and writes to its agency faster. */
const QUICKEST_MS = 2_000;
const LINKS_ALLOWED = 2;
/** The same words to that many agencies: by one address that nobody proved, or by several addresses. */
const AGENCIES_OF_ONE = 10;
const AGENCIES_OF_SEVERAL = 3;
const SENDERS = 3;

const LINK =
  /\bhttps?:\/\/[^\s<>"]+|\bwww\.[^\s<>"]+|(?<![@\w.-])[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,4}\.(?:com|net|org|fr|ru|cn|xyz|top|biz|info|io|site|online|shop|click|link)\b(?:\/[^\s<>"]*)?/giu;
const ADDRESS = /[^\s@<>"]{1,64}@[^\s@<>"]{1,190}/gu;
/** The State's service where tenants keep their file: what a landlord asks for. */
const FILE_SERVICE =
  /^(?:https?:\/\/)?(?:[a-z-]{1,20}\.)?dossierfacile\.(?:logement\.gouv\.fr|fr)(?:[/?#]|$)/i;
const MARKUP =
  /<\s*\/?\s*(?:a|b|i|p|br|div|span|img|font|table|script|style|iframe|form|input|svg|html)\b[^>]*>|\[\/?(?:url|link|img|b)\b/i;

const linksIn = (text: string) => [...text.matchAll(LINK)].map(([link]) => link);

/** Links of a text that lead anywhere but to a tenant's file. */
export function strangeLinks(text: string): string[] {
  return linksIn(text).filter((link) => !FILE_SERVICE.test(link));
}

/** How often the same words were sent in a day, this time included. */
export interface Repeated {
  readonly agencies: number;
  readonly agenciesOfSender: number;
  readonly senders: number;
}

/**
 * Why this is no person's question to an agency, in words; empty when it seems to be one. `proven`: the sender is signed
 * in and the address is theirs, so they may write to many.
 */
export function signsOfSpam(
  { firstName, lastName, message, website, elapsed }: Contact,
  { repeated, proven }: { repeated: Repeated | null; proven: boolean },
): string[] {
  const text = message ?? '';
  const name = `${firstName} ${lastName}`;
  const signs = {
    'champ caché rempli': Boolean(website),
    'envoyé aussitôt la page ouverte': elapsed !== undefined && elapsed < QUICKEST_MS,
    'balises dans le message': MARKUP.test(text) || MARKUP.test(name),
    'lien dans le nom': linksIn(name).length > 0 || /@|\/\//.test(name),
    'liens dans le message': strangeLinks(text).length > LINKS_ALLOWED,
    'même message à de nombreuses agences':
      repeated !== null &&
      ((!proven && repeated.agenciesOfSender >= AGENCIES_OF_ONE) ||
        (repeated.senders >= SENDERS && repeated.agencies >= AGENCIES_OF_SEVERAL)),
  };
  return Object.entries(signs).flatMap(([sign, shown]) => (shown ? [sign] : []));
}

/** What makes two messages the same: their words, whatever their spaces, case and punctuation. Null when too short to tell. */
export function wordsOfMessage(message: string | null): string | null {
  const words = (message ?? '').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length < 4 ? null : words.join(' ');
}

const QUOTED_TO_STRANGERS = 300;

/**
 * The message as a receipt may repeat it: text without links nor addresses, and short when nobody proved that the
 * address is the sender's, so that a form is no way to write to anybody.
 */
export function quoteOf(message: string | null, { proven }: { proven: boolean }): string {
  const text = (message ?? '').replaceAll(LINK, '[lien retiré]').replaceAll(ADDRESS, '[adresse retirée]');
  const limit = proven ? MESSAGE_MAX : QUOTED_TO_STRANGERS;
  return text.length > limit ? `${text.slice(0, limit).trimEnd()}…` : text;
}
