/** Words as they show on a screen: one reading for fields, calls, commands and feeds (decision 0069). */

// Zero-width letters, marks that turn the line around them, soft hyphens, fillers: Unicode calls them ignorable. U+2800
// and the control characters show nothing either; U+FFFE and U+FFFF are no characters.
const HIDDEN = String.raw`\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\ufffe\uffff\p{Cc}`;
// One emoji may be several joined by U+200D, each with its shade or its shape.
const ONE = String.raw`\p{Extended_Pictographic}[\ufe0e\ufe0f\u{1f3fb}-\u{1f3ff}]?`;
const EMOJI = String.raw`${ONE}(?:\u200d${ONE}){0,5}`;

const ANY_HIDDEN = new RegExp(`[${HIDDEN}]`, 'u');
const WITHIN_TEXT = new RegExp(String.raw`(${EMOJI}|[\t\n])|[${HIDDEN}]`, 'gu');
const SHOWN = new RegExp(String.raw`[^\s${HIDDEN}]`, 'u');

/** Whether a text holds something that no screen shows, tabs and line breaks included. */
export function hidesSomething(text: string): boolean {
  return ANY_HIDDEN.test(text);
}

/** A text without what no screen shows or what turns its line around; tabs, line breaks and the joints of emoji stay. */
export function visible(text: string): string {
  if (!hidesSomething(text)) return text;
  return text.replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replaceAll(WITHIN_TEXT, '$1');
}

/** The same on one line, without spaces around it; empty when nothing of it shows. */
export function visibleLine(text: string): string {
  return visible(text.replaceAll(/\p{Cc}+/gu, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The same on its own lines, without spaces around it. */
export function visibleText(text: string): string {
  return visible(text).trim();
}

/** Whether nothing of a text shows. */
export function isBlank(text: string): boolean {
  return !SHOWN.test(text);
}

/** A text without the spaces and the unseen characters at its two ends. */
export function trimUnseen(text: string): string {
  const from = text.search(SHOWN);
  if (from === -1) return '';
  let end = text.length;
  while (isBlank(text.slice(end - 1, end))) end -= 1;
  return text.slice(from, end);
}
