import { MESSAGE_MAX } from '#contract/constants.ts';
import type { Contact } from './contact.ts';

/** Shortest time in which a person reads a listing and writes to its agency. */
const QUICKEST_MS = 2_000;
const LINKS_ALLOWED = 2;
/** In a day, of one client: the same words under that many addresses to that many agencies are told of. */
const SENDERS = 3;
const AGENCIES_OF_SEVERAL = 3;
/** The same words to that many agencies, or what shows a sign by itself to that many, are held. */
const AGENCIES_OF_ONE = 10;
const AGENCIES_SUSPECT = 5;

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

/** What one client (`clientOf`) sent in a day, this time included. What others sent is nothing that it did. */
export interface Repeated {
  /** Agencies, and addresses, of the same words. */
  readonly agencies: number;
  readonly senders: number;
  /** Agencies of what showed a sign by itself. */
  readonly suspects: number;
}

/** Why this looks sent by a program, in words for the agency; empty when it does not. Said of the request alone. */
export function signsIn({ firstName, lastName, message, website, elapsed }: Contact): string[] {
  const text = message ?? '';
  const name = `${firstName} ${lastName}`;
  const signs = {
    'champ caché rempli': Boolean(website),
    'envoyé aussitôt la page ouverte': elapsed !== undefined && elapsed < QUICKEST_MS,
    'balises dans le message': MARKUP.test(text) || MARKUP.test(name),
    'lien dans le nom': linksIn(name).length > 0 || /@|\/\//.test(name),
    'liens dans le message': strangeLinks(text).length > LINKS_ALLOWED,
  };
  return named(signs);
}

/**
 * What this client repeats, in words for the agency, and whether its request is held for that: kept in the inbox, without a
 * mail. `proven`: the sender is signed in and the address is theirs, so they may write to many.
 */
export function signsOfRepeating(
  { agencies, senders, suspects }: Repeated,
  { suspect, proven }: { suspect: boolean; proven: boolean },
): { signs: string[]; held: boolean } {
  if (proven) return { signs: [], held: false };
  const toMany = agencies >= AGENCIES_OF_ONE;
  const suspectToMany = suspect && suspects >= AGENCIES_SUSPECT;
  const signs = {
    'même message sous plusieurs adresses': senders >= SENDERS && agencies >= AGENCIES_OF_SEVERAL,
    'même message à de nombreuses agences': toMany,
    'plusieurs envois suspects du même endroit': suspectToMany,
  };
  return { signs: named(signs), held: toMany || suspectToMany };
}

const named = (signs: Readonly<Record<string, boolean>>) =>
  Object.entries(signs).flatMap(([sign, shown]) => (shown ? [sign] : []));

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
