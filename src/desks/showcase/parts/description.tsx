/** Lines of a text in a column of so many characters. */
function linesOf(text: string, width: number): number {
  return text
    .split('\n')
    .reduce((lines, paragraph) => lines + Math.max(1, Math.ceil(paragraph.length / width)), 0);
}

const SHOWN_LINES = 12;

/** Twelve lines, then the rest on demand, without JavaScript too; on paper, what leaves the rest its two sheets. */
export function Description({ text }: { text: string }) {
  const onPhone = linesOf(text, 36) > SHOWN_LINES;
  const everywhere = linesOf(text, 78) > SHOWN_LINES;
  if (!onPhone) return <p className="max-w-measure hyphens-auto whitespace-pre-line">{text}</p>;
  return (
    <div className="group/text">
      <p
        className={`max-w-measure hyphens-auto whitespace-pre-line group-has-[details[open]]/text:line-clamp-none print:line-clamp-18 ${everywhere ? 'line-clamp-12' : 'max-sm:line-clamp-12'}`}
      >
        {text}
      </p>
      <details className={`group/more mt-2 ${everywhere ? '' : 'sm:hidden'}`} data-print="none">
        <summary className="inline-flex min-h-11 items-center rounded-chip text-phare-700 underline underline-offset-4">
          <span className="group-open/more:hidden">Lire toute la description</span>
          <span className="hidden group-open/more:inline">Réduire la description</span>
        </summary>
      </details>
    </div>
  );
}
