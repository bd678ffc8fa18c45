/**
 * Negation: whether a sentence asks for something, or says that nobody will, warns of it or forbids it. On folded letters.
 */

/** Asking, paying and sending, in the forms that follow « ne ». */
const ASKING =
  '(?:demand|exig|accept|pay|vers|envo[iy]|reclam|regl|pratiqu|communiqu|sollicit|fai[st]|fera|donn|transm|utilis|pren|requier|impos|factur|percev|percoi|encaiss|remett|effectu|avanc|vir(?:ez|er|ons)|transfer)';

/** What denies all that follows in its clause, enumerations included. */
const DENIES_ON = new RegExp(
  String.raw`\b(?:aucune?s?|ja?m[ai]{1,2}s|ni|nul(?:le)?|n(?:e |')(?:[a-z']+ ){0,4}?${ASKING}[a-z]*(?: (?:jamais|pas|plus|rien|point|aucune?))|n(?:e |')(?:[a-z']+ ){0,2}?(?:est|sera|seront|doit|doivent|peut) (?:jamais|pas|plus) (?:etre )?${ASKING}[a-z]*|refus(?:e|ez|ons|er)|fuyez|interdi[a-z]+|mefie[rz]|mefiance|attention aux?|gare aux?|vigilan(?:ts?|ce)|never|not? (?:ask|accept|request|require|send|pay|wire|take)[a-z]*|don't (?:ask|accept|send|pay|wire)[a-z]*|do not (?:ask|accept|send|pay|wire)[a-z]*|beware|avoid)\b`,
  'g',
);
/** What denies the next words, up to a comma. */
const DENIES_NEXT =
  /\b(?:sans|pas (?:de|d'|besoin)|plus (?:de|d')|non|hors|no|without|nul besoin|inutile)\b[^,:()]{0,40}$/;
/** After it the sentence says something else. */
const TURNS =
  /\b(?:mais|car|donc|alors|cependant|toutefois|neanmoins|par contre|en revanche|par consequent|puis|ensuite|c'est pourquoi|parce que|puisque|but|so|because|however|therefore|then)\b|[:()]|, ?(?:je|j'|vous|il|elle|on|nous|tu|versez|envoyez|payez|reglez|effectuez|faites|virez|merci|veuillez|un|une|le|la|les|l'|votre|please|you|we|i|just|send|pay|the|a)\b/;

/** What comes after and denies: « … ne sera jamais demandé », « … interdit », « … is never required ». */
const DENIED_AFTER =
  /^[^,:()]{0,70}?(?:\bn(?:e |')(?:vous |lui |leur )?(?:est|sont|sera|seront|doit|doivent|saurait|peut|peuvent|fait|font) (?:jamais |pas |point |plus |aucunement |en aucun cas |pas etre |jamais etre |etre )+(?:\w+ ){0,2}?(?:demand|exig|reclam|accept|necess|requi|vers|du\b|pay|encaiss|sollicit|pratiqu|impos)|\b(?:est|sont|sera|seront) (?:formellement |strictement )?(?:refus|interdi|exclu|proscri|illega)|\b(?:refuse[es]*|interdit[es]*|proscrit[es]*|illega[a-z]+)\b|\bnon (?:demand|exig|requi|accept|necess)|\b(?:is|are|will be|be) (?:never|not) (?:\w+ )?(?:ask|requ|need|accept|charg)|\bnever (?:ask|requ|need|accept|charg))/;

/** The clause says what a scam is. */
const NAMES_A_SCAM =
  /\b(?:est|serait|sont|cachent?|signe|signalent?|c'est) (?:\w+ ){0,3}?(?:arnaques?|escrocs?|escroqueries?|fraudes?|fraudeu[rx]s?|tentatives?)\b|\b(?:is|are) (?:always |usually )?(?:an? )?(?:scams?|frauds?|fake)\b/;
/** « Si l’on vous demande…, signalez-le. » */
const SUPPOSES =
  /^\W*(?:si (?:l'on|on|quelqu'un|un[e]? |jamais)|quiconque|toute (?:personne|demande)|tout (?:proprietaire|annonceur|bailleur|individu)|if (?:someone|anyone|you are asked))/;
const ANSWERS = /^\W*(?:non|jamais|refusez|fuyez|ne |signalez|prevenez|no\b|never)/;
const THEN =
  /\b(?:signale[rz]|previen[a-z]+|prevene[rz]|alerte[rz]|refuse[rz]|fuyez|contacte[rz] (?:nous|la police)|report)\b/;

export interface Clause {
  readonly text: string;
  /** What stands after it in the text, from its end mark on. */
  readonly rest: string;
}

/** Whether what stands at these places of the clause is denied by it. */
export function isDenied({ text, rest }: Clause, from: number, to: number): boolean {
  const before = text.slice(Math.max(0, from - 110), from);
  for (const { 0: word, index } of before.matchAll(DENIES_ON)) {
    if (!TURNS.test(before.slice(index + word.length))) return true;
  }
  if (DENIES_NEXT.test(before) && !TURNS.test(before.replace(/^.*\b(?:sans|pas|plus|non|no|without)\b/s, '')))
    return true;
  if (DENIED_AFTER.test(text.slice(to)) || NAMES_A_SCAM.test(text)) return true;
  if (SUPPOSES.test(text) && (THEN.test(text) || ANSWERS.test(rest))) return true;
  return rest.startsWith('?') && ANSWERS.test(rest.slice(1));
}
