import { type Rhythm, rhythmText } from '../asking/rhythm.ts';
import type { AlertView } from '../contract.ts';

/** What an alert watches: its name, its places and criteria as chips, its rhythm. */
export function AlertSummary({
  alert,
}: {
  alert: Pick<AlertView, 'name' | 'places' | 'chips' | 'resultsPath'> & Rhythm;
}) {
  return (
    <div className="rounded-card border border-ardoise-200 border-l-4 border-l-ambre-400 bg-blanc px-5 py-4">
      <p className="font-bold">{alert.name}</p>
      <AlertChips alert={alert} />
      <p className="mt-3 text-small text-ardoise-600">{rhythmText(alert)}</p>
    </div>
  );
}

export function AlertChips({ alert: { places, chips } }: { alert: Pick<AlertView, 'places' | 'chips'> }) {
  return (
    <ul className="mt-3 flex flex-wrap gap-1.5" aria-label="Critères">
      {[...places, ...chips].map((text) => (
        <li
          key={text}
          className="rounded-full bg-ardoise-100 px-3 py-1 text-small leading-5 text-ardoise-700"
        >
          {text}
        </li>
      ))}
    </ul>
  );
}
