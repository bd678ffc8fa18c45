import { type ChangeEvent, type DragEvent, type FormEvent, useState } from 'react';
import { isRefused, refusalIn } from '#browser/admin-session.ts';
import { useSender } from '#browser/post-form.tsx';
import { formatCount, formatDate } from '#contract/fmt.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { TextArea, TextInput } from '#ui/text-input.tsx';
import { FIGURES_TITLES, readDay, readFigures } from '../figures-csv.ts';

const columns = [
  ['impressions', 'Affichages'],
  ['reach', 'Couverture'],
  ['clicks', 'Clics'],
  ['spend', 'Dépense (€)'],
] as const;

/** « 1er décembre 2026 » of `2026-12-01`: noon is the same day wherever one is. */
const dayWords = (day: string) => formatDate(new Date(`${day}T12:00:00Z`));

interface DayFiguresProps {
  reference: string;
  /** Days without figures, the oldest first. */
  missing: readonly string[];
}

/** The figures that a person reads on the network: day by day, or all at once from a file or a spreadsheet. */
export function DayFigures({ reference, missing }: DayFiguresProps) {
  return (
    <div className="space-y-6">
      {missing.length > 0 && <DayRows key={missing.join()} reference={reference} missing={missing} />}
      <PastedDays reference={reference} />
    </div>
  );
}

function Wrong({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <div className="mb-3">
      <Notice tone="error" live>
        <ul className="space-y-1">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

function DayRows({ reference, missing }: DayFiguresProps) {
  const { sendJson, data, state } = useSender<unknown>();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const rows = missing.flatMap((day) => {
      const cells = columns.map(([name]) => {
        const cell = typed.get(`${day} ${name}`);
        return typeof cell === 'string' ? cell.trim() : '';
      });
      // A day that was left empty is for later.
      return cells.every((cell) => cell === '') ? [] : [{ day, read: readDay(day, cells) }];
    });
    const wrong = rows.flatMap(({ day, read }) =>
      typeof read === 'string' ? [`Le ${dayWords(day)}\u00a0: ${read}`] : [],
    );
    const found = wrong.length > 0 || rows.length > 0 ? wrong : ['Remplissez un jour au moins.'];
    setProblems(found);
    if (found.length > 0) return;
    void sendJson({ act: 'figures', reference, days: rows.map(({ read }) => read) });
  };
  const refused = refusalIn(data);
  return (
    <form onSubmit={submit} noValidate>
      <Wrong problems={problems.length > 0 ? problems : refused ? [refused] : []} />
      <div className="space-y-4">
        {missing.map((day) => (
          <fieldset key={day} className="border-t border-ardoise-200 pt-2">
            <legend className="pr-3 font-medium">{dayWords(day)}</legend>
            <div className="grid grid-cols-2 gap-x-3 gap-y-1 sm:grid-cols-4">
              {columns.map(([name, label]) => (
                <Field key={name} label={label} reserve={false}>
                  {(control) => (
                    <TextInput
                      {...control}
                      name={`${day} ${name}`}
                      inputMode="decimal"
                      autoComplete="off"
                      className="figures"
                    />
                  )}
                </Field>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
      <Button type="submit" size="sm" busy={state !== 'idle'} className="mt-4">
        Reporter les jours remplis
      </Button>
    </form>
  );
}

function PastedDays({ reference }: { reference: string }) {
  const { sendJson, data, state } = useSender<unknown>();
  const [text, setText] = useState('');
  const [asked, setAsked] = useState(false);
  const [answered, setAnswered] = useState<unknown>(undefined);
  if (data !== undefined && data !== answered && state === 'idle') {
    setAnswered(data);
    // What was refused stays, to be corrected.
    if (!isRefused(data)) {
      setText('');
      setAsked(false);
    }
  }
  const { days, problems } = readFigures(text);
  const refused = refusalIn(data);
  const take = (file: File | undefined) => {
    if (file) void file.text().then(setText);
  };
  const drop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    take(file);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (problems.length === 0) void sendJson({ act: 'figures', reference, days });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Wrong problems={asked && problems.length > 0 ? problems : refused && text !== '' ? [refused] : []} />
      <Field
        label="Plusieurs jours à la fois"
        hint={`Collez les lignes « ${FIGURES_TITLES} », ou déposez ici un fichier CSV. Un jour déjà reporté est remplacé.`}
        reserve={false}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={4}
            value={text}
            onChange={(event: ChangeEvent<HTMLTextAreaElement>) => setText(event.target.value)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={drop}
            placeholder="2026-12-01;1200;900;31;7,24"
            className="figures"
          />
        )}
      </Field>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <input
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          aria-label="Choisir un fichier CSV de chiffres"
          onChange={(event) => {
            take(event.target.files?.[0]);
            event.target.value = '';
          }}
          className="max-w-full text-small"
        />
        <Button type="submit" size="sm" busy={state !== 'idle'}>
          {days.length > 0
            ? `Reporter ${formatCount(days.length, 'jour', 'jours')}`
            : 'Reporter ces chiffres'}
        </Button>
      </div>
    </form>
  );
}
