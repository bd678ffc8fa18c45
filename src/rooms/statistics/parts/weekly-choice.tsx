import { useState } from 'react';
import { dashboards } from '#browser/agency-dashboards.ts';
import { callApi } from '#browser/api.ts';
import { readError } from '#browser/read-error.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { WEEKLY_ANCHOR, weeklyChoiceCall } from '../weekly.ts';

/** Whether the agency is mailed the week each Monday; kept as soon as it is ticked. */
export function WeeklyChoice({ wanted }: { wanted: boolean }) {
  const [ticked, setTicked] = useState(wanted);
  const [error, setError] = useState<string | null>(null);
  async function choose(next: boolean) {
    setTicked(next);
    setError(null);
    try {
      await callApi(weeklyChoiceCall, { body: { wanted: next } });
      // What the tab remembers of the dashboard says otherwise.
      dashboards.clear();
    } catch (caught) {
      setTicked(!next);
      setError(readError(caught).message);
    }
  }
  return (
    <div id={WEEKLY_ANCHOR} className="mt-4 scroll-mt-24">
      <Checkbox
        checked={ticked}
        onChange={(event) => void choose(event.currentTarget.checked)}
        label="Recevoir le point de la semaine par courriel, le lundi à 8 h"
        hint="Vues, prospects, annonces les plus vues et ce qui vous attend, tant que vous avez des annonces en ligne."
        error={error}
      />
    </div>
  );
}
