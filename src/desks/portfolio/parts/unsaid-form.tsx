import { type FormEvent, useRef, useState } from 'react';
import { callApi } from '#browser/api.ts';
import { fieldIssues, readError } from '#browser/read-error.ts';
import type { AnswerOf } from '#contract/call.ts';
import { formatCount, formatNumber } from '#contract/fmt.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { completeUnsaidCall, type MissingFacts, sharedFacts, subjects } from '../missing-facts.ts';
import { UnsaidCell } from './unsaid-cell.tsx';
import { cellsOf, specsOf, type Texts, UnsaidRow } from './unsaid-row.tsx';

interface UnsaidFormProps {
  unsaid: MissingFacts;
  ownerReference: string;
  onSaved: (done: AnswerOf<typeof completeUnsaidCall>) => Promise<void>;
}

const columns: Record<number, string> = {
  3: 'lg:grid-cols-[2.75rem_minmax(13rem,1.3fr)_repeat(3,minmax(0,1fr))]',
  4: 'lg:grid-cols-[2.75rem_minmax(13rem,1.3fr)_repeat(4,minmax(0,1fr))]',
  5: 'lg:grid-cols-[2.75rem_minmax(11rem,1.1fr)_repeat(5,minmax(0,1fr))]',
  6: 'lg:grid-cols-[2.75rem_minmax(10rem,1fr)_repeat(6,minmax(0,1fr))]',
};

/** One subject: what may be the same for many, then one line for each listing; all of it is sent at once. */
export function UnsaidForm({ unsaid, ownerReference, onSaved }: UnsaidFormProps) {
  const { subject, rows, counts } = unsaid;
  const specs = specsOf(subject);
  const common = specs.filter(({ name }) => (sharedFacts as readonly string[]).includes(name));
  const [ticked, setTicked] = useState<ReadonlySet<number>>(() => new Set(rows.map(({ id }) => id)));
  const [everything, setEverything] = useState(false);
  const [shared, setShared] = useState<Texts>({});
  const typed = useRef(new Map<number, Texts>());
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [trouble, setTrouble] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const total = counts[subject];
  // Those that left since they were ticked are no longer meant.
  const chosen = rows.flatMap(({ id }) => (ticked.has(id) ? [id] : []));
  const grid = columns[specs.length] ?? '';

  /** Words for which nothing else is said stay where they are, beside what is wrong with them. */
  function refuse(wrong: Readonly<Record<string, string>>, message: string) {
    setErrors(wrong);
    setTrouble(message);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    const wrong: Record<string, string> = {};
    const all = cellsOf(common, shared);
    for (const [name, message] of Object.entries(all.wrong)) wrong[`shared ${name}`] = message;
    const each = rows.flatMap((row) => {
      const words = typed.current.get(row.id);
      if (!words) return [];
      const cells = cellsOf(specs, words);
      for (const [name, message] of Object.entries(cells.wrong)) wrong[`${row.id} ${name}`] = message;
      return Object.keys(cells.facts).length > 0 ? [{ id: row.id, facts: cells.facts }] : [];
    });
    if (Object.keys(wrong).length > 0) return refuse(wrong, 'Certaines valeurs ne peuvent être lues.');
    const some = Object.keys(all.facts).length > 0 && (everything || chosen.length > 0);
    if (!some && each.length === 0)
      return refuse(
        {},
        'Rien n’est saisi. Remplissez une ligne, ou ce qui est pareil pour plusieurs annonces.',
      );
    setBusy(true);
    setTrouble(null);
    setErrors({});
    const ids = everything ? ('toutes' as const) : chosen;
    try {
      const body = { subject, each, ...(some ? { shared: { ids, facts: all.facts } } : {}) };
      const { data } = await callApi(completeUnsaidCall, { body });
      await onSaved(data);
    } catch (error) {
      const failure = readError(error);
      const beside = fieldIssues(failure).flatMap(({ field, message }) => {
        const [, rank, name] = /^each\.(\d+)\.facts\.(\w+)$/.exec(field) ?? [];
        const id = each[Number(rank)]?.id;
        return name && id !== undefined ? [[`${id} ${name}`, message]] : [];
      });
      refuse(Object.fromEntries(beside), failure.message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void save(event)} aria-busy={busy}>
      <p className="mt-4 max-w-[75ch] text-ardoise-700">{subjects[subject].lead}</p>
      {common.length > 0 && total > 1 && (
        <fieldset className="mt-4 rounded-card border border-ardoise-200 bg-blanc px-4 pt-3 pb-4">
          <legend className="px-1 font-bold">Pareil pour plusieurs annonces</legend>
          <div className="grid gap-x-4 gap-y-3 sm:grid-cols-3">
            {common.map((spec) => (
              <UnsaidCell
                key={spec.name}
                spec={spec}
                name={`Pour plusieurs annonces, ${spec.label.toLowerCase()}`}
                shown
                text={shared[spec.name] ?? ''}
                empty="Ne rien indiquer"
                error={errors[`shared ${spec.name}`]}
                onText={(text) => setShared((before) => ({ ...before, [spec.name]: text }))}
              />
            ))}
          </div>
          <p className="mt-3 text-small text-ardoise-600">
            S’inscrit là où rien n’est indiqué, sur{' '}
            {everything ? 'toutes les annonces de ce sujet' : 'les annonces cochées'}. Ce qui est propre à
            chaque logement se saisit ligne par ligne.
          </p>
          {total > rows.length && (
            <label className="mt-1 flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                className="tick"
                checked={everything}
                onChange={({ currentTarget }) => setEverything(currentTarget.checked)}
              />
              Appliquer aux {formatNumber(total)} annonces, et pas seulement aux {formatNumber(rows.length)}{' '}
              affichées
            </label>
          )}
        </fieldset>
      )}
      <div className="mt-4 rounded-card border border-ardoise-200 bg-blanc">
        <div
          aria-hidden="true"
          className={`hidden items-end gap-x-3 border-b border-ardoise-200 bg-craie px-3 py-2 text-small font-medium text-ardoise-600 lg:grid ${grid}`}
        >
          <span />
          <span>Annonce</span>
          {specs.map(({ name, label }) => (
            <span key={name}>{label}</span>
          ))}
        </div>
        <label className="flex min-h-11 items-center gap-3 border-b border-ardoise-100 px-4.5 text-small text-ardoise-700">
          <input
            type="checkbox"
            className="tick"
            checked={rows.every(({ id }) => ticked.has(id))}
            onChange={({ currentTarget }) =>
              setTicked(new Set(currentTarget.checked ? rows.map(({ id }) => id) : []))
            }
          />
          Cocher toutes les annonces affichées
        </label>
        <ul className="divide-y divide-ardoise-100">
          {rows.map((row) => (
            <UnsaidRow
              key={row.id}
              row={row}
              specs={specs}
              grid={grid}
              ownerReference={ownerReference}
              ticked={everything || ticked.has(row.id)}
              shared={shared}
              errors={errors}
              onTick={(on) =>
                setTicked((before) => {
                  const next = new Set(before);
                  if (on) next.add(row.id);
                  else next.delete(row.id);
                  return next;
                })
              }
              onTexts={(texts) => typed.current.set(row.id, texts)}
            />
          ))}
        </ul>
      </div>
      <div className="sticky bottom-0 z-20 -mx-4 mt-4 border-t border-ardoise-200 bg-blanc px-4 py-3 sm:mx-0 sm:rounded-card sm:border">
        {trouble && (
          <div className="mb-3">
            <Notice tone="error" live title="Rien n’est enregistré">
              {trouble}
            </Notice>
          </div>
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" busy={busy}>
            Enregistrer
          </Button>
          <p className="hidden text-small text-ardoise-600 sm:block">
            {total > rows.length
              ? `${formatCount(rows.length, 'annonce est affichée', 'annonces sont affichées')} sur ${formatNumber(total)} ; les suivantes viennent à mesure.`
              : 'Chaque annonce à qui rien ne manque plus paraît aussitôt.'}
          </p>
        </div>
      </div>
    </form>
  );
}
