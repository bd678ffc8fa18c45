/** How complete a listing is before the law, as a number and a bar: above 50 it may be on line. */
export function LegalScore({ score, hold }: { score: number | null; hold: 'block' | 'review' | null }) {
  if (score === null) return <span className="text-ardoise-500">–</span>;
  const colour = hold === 'block' ? 'bg-rouge-700' : score < 100 ? 'bg-ambre-700' : 'bg-vert-700';
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden="true" className="h-1.5 w-12 overflow-hidden rounded-full bg-ardoise-200">
        <span className={`block h-full ${colour}`} style={{ width: `${Math.max(score, 4)}%` }} />
      </span>
      <span className="figures text-small">
        {score}
        <span className="sr-only"> sur 100</span>
      </span>
    </span>
  );
}
