const BLANK = /^[\s\u00a0>|]*$/;
const QUOTED = /^\s{0,3}>/;
/** « Le lun. 23 nov. 2026 à 10:04, Vigie <…> a écrit : », « On Mon, Nov 23, 2026 at 10:04, Vigie wrote: ». */
const INTRODUCES =
  /^(?:>\s*)?(?:Le|Il|On|Am|El)\s.{6,300}(?:a\s+écrit|a\s+ecrit|wrote|ha\s+scritto|schrieb.{0,120}|escribió)\s*:\s*$/iu;
/** Letters of it: with no more, no pattern takes long. */
const INTRODUCTION_MAX = 500;
/** « -----Message d’origine----- », « ---------- Forwarded message --------- ». */
const DIVIDES =
  /^\s*-{2,}\s*(?:Message d['’]origine|Original Message|Message transféré|Forwarded message|Courriel original|Ursprüngliche Nachricht)\s*-{2,}\s*$/iu;
const RULE = /^\s*_{10,}\s*$/;
/** Headers that some programs put in front of what they quote, in their order. */
const FROM = /^\s*\*?(?:De|From|Von|Da)\s?:\*?\s*\S/u;
const OTHER = /^\s*\*?(?:Envoyé|Date|Sent|Gesendet|Inviato|À|A|To|An|Cc|Objet|Subject|Betreff|Oggetto)\s?:/iu;
const SIGNED = /^-- ?$/;
const DEVICE =
  /^\s*(?:(?:Envoyé|Envoye)\s+(?:de|depuis|à partir de|avec)\s.{1,80}|Sent\s+(?:from|with)\s.{1,80}|(?:Obtenez|Télécharger|Get)\s+Outlook\s+(?:pour|for)\s.{1,40}|Provenance\s*:\s.{1,60})$/iu;
/** Lines of a signature after its mark: more than that is no signature. */
const SIGNATURE_LINES = 15;

/**
 * What is new in a mail: without the mail it answers and without the signature that a mark announces. Cut only where the
 * usual programs mark it; what is in doubt stays. All of it when nothing would be left.
 */
export function newWords(text: string): string {
  const lines = text.split('\n');
  const kept = withoutSignature(withoutQuotes(lines));
  const words = kept
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  return words === '' ? text.trim() : words;
}

function withoutQuotes(lines: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const length = introductionAt(lines, at);
    if (length > 0) {
      // What is written below a quotation that is marked line by line is an answer to it.
      const quoted = firstFull(lines, at + length);
      if (quoted === -1 || !QUOTED.test(lines[quoted] ?? '')) return kept;
      at += length - 1;
    } else if (DIVIDES.test(line) || headersAt(lines, RULE.test(line) ? at + 1 : at)) return kept;
    else if (!QUOTED.test(line)) kept.push(line);
  }
  return kept;
}

/** How many lines, one to three, introduce what is quoted from there on; 0: none. */
function introductionAt(lines: readonly string[], at: number): number {
  if (!/^(?:>\s*)?(?:Le|Il|On|Am|El)\s/i.test(lines[at] ?? '')) return 0;
  for (let length = 1; length <= 3; length += 1)
    if (isIntroduction(lines.slice(at, at + length).join(' '))) return length;
  return 0;
}

/** « Le propriétaire a écrit : » introduces something else: it has neither an hour nor an address. */
const isIntroduction = (line: string) =>
  line.length <= INTRODUCTION_MAX && INTRODUCES.test(line) && /\d|@/.test(line);

/** « De : », then at least two of « Envoyé : », « À : », « Objet : » within the next lines. */
function headersAt(lines: readonly string[], at: number): boolean {
  const first = firstFull(lines, at);
  if (first === -1 || first > at + 1 || !FROM.test(lines[first] ?? '')) return false;
  return lines.slice(first + 1, first + 7).filter((line) => OTHER.test(line)).length >= 2;
}

const firstFull = (lines: readonly string[], from: number) => {
  const found = lines.slice(from, from + 5).findIndex((line) => line.trim() !== '');
  return found === -1 ? -1 : from + found;
};

function withoutSignature(lines: readonly string[]): string[] {
  const mark = lines.findLastIndex((line) => SIGNED.test(line));
  const short =
    mark > 0 && lines.slice(mark + 1).filter((line) => !BLANK.test(line)).length <= SIGNATURE_LINES;
  const kept = short ? lines.slice(0, mark) : [...lines];
  const full = kept.findLastIndex((line) => !BLANK.test(line));
  return full > 0 && DEVICE.test(kept[full] ?? '') ? kept.slice(0, full) : kept;
}
