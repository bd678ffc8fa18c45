/**
 * Masking: a mail as anybody but its recipient may read it. Its links are keys (a login, a confirmation, an unsubscription), and so
 * is the address that answers it: whoever administers reads what was sent, and can open nothing with it.
 */

/** In the place of a key. */
export const MASK = '•••';

const LINK = /https?:\/\/[^\s"'<>]+/gi;
/** A word of a link with its value, in HTML (`&amp;`) as in plain text. */
const WORD = /([?&;#][\w.~%-]{1,60}=)([^&#\s"'<>]+)/g;
/** A number or a word of ours: nothing so short and plain opens anything. Any other value is taken for a key. */
const PLAIN = /^(?:\d{1,9}|[a-z]+(?:-[a-z]+)*)$/;
const PLAIN_MAX = 20;
/** Random bits as links write them (base64url), wherever they stand: no name has a capital inside a word. */
const BITS = /(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*\w[A-Z])[\w-]{24,}(?![\w-])/g;
/** The token of an address that answers (`reponse+TOKEN@domain`). */
const ANSWER = /\+[a-z2-7]{26}@/gi;

/** A text, an HTML document or a header without what opens anything; all that is read stays. */
export function masked(text: string): string {
  return text
    .replaceAll(LINK, (link) =>
      link.replaceAll(WORD, (whole, name: string, value: string) =>
        value.length <= PLAIN_MAX && PLAIN.test(value) ? whole : `${name}${MASK}`,
      ),
    )
    .replaceAll(BITS, MASK)
    .replaceAll(ANSWER, `+${MASK}@`);
}
