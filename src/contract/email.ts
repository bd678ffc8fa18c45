import { hidesSomething, trimUnseen } from './visible.ts';

/** The longest address that mail carries: octets before the @ (RFC 5321), and characters after it. */
const NAME_MAX = 64;
const DOMAIN_MAX = 190;
const LONGEST = 254;

// A dot-atom (RFC 5321, RFC 6531): servers take no dot at its ends nor two together. One pass each, no nested repetition
// over the same characters (security.md, threat 39).
const ATOM = String.raw`[\p{L}\p{M}\p{N}!#$%&'*+/=?^_\x60{|}~\-]+`;
const NAME = new RegExp(String.raw`^${ATOM}(?:\.${ATOM})*$`, 'u');
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,58}[a-z\d])$/;
const LETTERS = /^[\p{L}\p{M}\p{N}.-]+$/u;
/** What phones and word processors put in place of the apostrophe of « o'connor ». */
const APOSTROPHES = /[‘’ʼ′＇]/g;

const octets = new TextEncoder();

/**
 * An e-mail address as it is kept and as mail is sent to it: no spaces nor unseen characters around it, small letters, straight apostrophes,
 * and the domain in ASCII (« société.fr » is `xn--socit-esab.fr`). Null when no server would take it. Fields, calls,
 * commands and feeds all ask here.
 */
export function readEmail(text: string): string | null {
  const given = trimUnseen(text);
  if (given.length > LONGEST || hidesSomething(given)) return null;
  const bare = given.toLowerCase().replaceAll(APOSTROPHES, "'");
  const at = bare.lastIndexOf('@');
  const name = bare.slice(0, Math.max(at, 0));
  const domain = domainOf(bare.slice(at + 1));
  if (domain === null || !NAME.test(name) || octets.encode(name).length > NAME_MAX) return null;
  return `${name}@${domain}`;
}

/** The same of an address taken before it was asked so much: what no field takes any more stays as it stands, trimmed. */
export function keptEmail(text: string): string {
  return readEmail(text) ?? text.trim().toLowerCase();
}

function domainOf(given: string): string | null {
  const ascii = /^[\x21-\x7e]*$/.test(given) && !given.includes('xn--') ? given : encoded(given);
  return ascii.length <= DOMAIN_MAX && DOMAIN.test(ascii) ? ascii : null;
}

/** An internationalised domain as networks know it (UTS 46); empty when there is none. */
function encoded(domain: string): string {
  const address = `http://${domain}`;
  return LETTERS.test(domain) && URL.canParse(address) ? new URL(address).hostname : '';
}
