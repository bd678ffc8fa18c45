/** Words as they show on a screen: one reading for fields, calls, commands and feeds. */

// Zero-width letters, marks that turn the line around them, soft hyphens, fillers: Unicode calls them ignorable. U+2800
// and the control characters show nothing either; U+FFFE and U+FFFF are no characters.
const HIDDEN = String.raw`\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\ufffe\uffff\p{Cc}`;

const ANY_HIDDEN = new RegExp(`[${HIDDEN}]`, 'u');
const SHOWN = new RegExp(String.raw`[^\s${HIDDEN}]`, 'u');

/** Whether a text holds something that no screen shows, tabs and line breaks included. */
export function hidesSomething(text: string): boolean {
  return ANY_HIDDEN.test(text);
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
