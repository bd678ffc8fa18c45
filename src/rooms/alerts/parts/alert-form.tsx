import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { data } from 'react-router';
import { failureOf, refusedBy } from '#browser/checked-form.ts';
import { PostForm } from '#browser/post-form.tsx';
import { fieldIssues } from '#browser/read-error.ts';
import { sharedErrors } from '#contract/errors.ts';
import { wordsOf } from '#contract/form-text.ts';
import { requestedArea } from '#rooms/criteria/area-around.ts';
import { areaWordsIn, areaWordsOf, type RequestedArea } from '#rooms/criteria/area-words.ts';
import {
  type Criteria,
  type Filters,
  readableQuery,
  readFilters,
  readTransaction,
  type TransactionWord,
  writeSearch,
} from '#rooms/criteria/contract.ts';
import { propertyTypes } from '#rooms/listings/contract.ts';
import type { Devices } from '#rooms/push/contract.ts';
import { PriceFields, RoomFields, SurfaceFields } from '#rooms/search/parts/filter-fields.tsx';
import { MoreFields, moreWords } from '#rooms/search/parts/filter-more.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { Field, FieldError } from '#ui/field.tsx';
import { TextLink } from '#ui/link.tsx';
import { Segmented } from '#ui/radio-group.tsx';
import { TextInput } from '#ui/text-input.tsx';
import type { Preview } from '../asking/preview.ts';
import type { Frequency, Rhythm } from '../asking/rhythm.ts';
import { AlertPreview } from './alert-preview.tsx';
import { type ChosenPlace, Places, WithinArea } from './chosen-places.tsx';
import { DevicesChoice } from './on-devices.tsx';
import { RhythmFields, readRhythmForm } from './rhythm-fields.tsx';

// Without a network, what was found last stays.
const LivePreview = lazy<ComponentType<{ criteria: Criteria; frequency: Frequency; before: Preview | null }>>(
  () =>
    import('./live-preview.tsx').catch(() => ({
      default: ({ before, frequency }) => (
        <AlertPreview preview={before} frequency={frequency} state="failed" />
      ),
    })),
);

interface AlertFormProps {
  initial: {
    transaction: TransactionWord;
    places: readonly ChosenPlace[];
    filters: Filters;
    area: RequestedArea;
    push: boolean;
  } & Rhythm;
  /** Of somebody signed in, who may be told there too. */
  devices: Devices | null;
  /** Of someone signed in; null asks for an address, last. */
  account: { email: string; proven: boolean } | null;
  preview: Preview | null;
  /** By field: `criteria.places`, `criteria.prixMax`, `hour`, `email`. */
  errors: Readonly<Record<string, string>>;
  failure: ReactNode;
  busy: boolean;
  /** What was typed beside the criteria: another search is another form, which takes it over. */
  typed: TypedDetails | null;
  onTyped: (typed: TypedDetails) => void;
  /** Of an alert that exists: its name as it is, and the way back. */
  editing?: { readonly name: string; readonly updatedAt: string; readonly backPath: string };
}

/** The name, the address and the rhythm, as they were typed; of an alert that exists, of which version. */
export interface TypedDetails {
  readonly name: string;
  readonly email: string;
  readonly version: string;
  readonly rhythm: Partial<Rhythm & { push: boolean }>;
}

function typedBeside(form: HTMLFormElement): TypedDetails {
  const words = wordsOf(new FormData(form));
  return {
    name: words.get('name') ?? '',
    email: words.get('email') ?? '',
    version: words.get('updatedAt') ?? '',
    rhythm: readRhythmForm(words) as TypedDetails['rhythm'],
  };
}

/** The form as the calls take it: what to look for, and how often to say so. */
export function readAlertForm(form: FormData) {
  const words = wordsOf(form);
  return {
    criteria: {
      transaction: readTransaction(words) ?? ('achat' as const),
      places: words.getAll('code'),
      ...readFilters(words),
      ...requestedArea(areaWordsOf(words)),
    },
    ...readRhythmForm(words),
  };
}

/** What the `clientAction` of the form answers when nothing was kept. */
export interface RefusedAlert {
  readonly errors?: Readonly<Record<string, string>>;
  /** What concerns no field. */
  readonly failure?: string;
  /** The alert is no longer as it was read. */
  readonly stale?: boolean;
}

// With this status no loader is asked again: without a network that would replace the form, and what it holds.
const refused = (why: RefusedAlert) => data(why, { status: 422 });

/** The first message of each field; an element of a list speaks for its list. */
export function refusedForm(issues: readonly { field: string; message: string }[]) {
  return refused({
    errors: Object.fromEntries(
      issues
        .toReversed()
        .map(({ field, message }) => [field.replace(/^(criteria\.places)\..*/, '$1'), message]),
    ),
  });
}

/** The same for whatever a call threw. */
export function refusedAlert(caught: unknown) {
  const failed = failureOf(caught);
  const issues = fieldIssues(failed);
  if (issues.length > 0) return refusedForm(issues);
  return refused({
    failure: refusedBy(failed).failure ?? failed.message,
    stale: failed.code === sharedErrors.CONFLICT.code,
  });
}

const projects = [
  { value: 'achat', label: 'Acheter' },
  { value: 'location', label: 'Louer' },
  { value: 'neuf', label: 'Neuf' },
] as const;

const commonTypes = ['appartement', 'maison'];
const otherTypes = Object.values(propertyTypes).filter(({ word }) => !commonTypes.includes(word));
const TYPING_PAUSE_MS = 300;

/** Where, what, how: one page, with what it would find beside it (look.md 2.6). */
export function AlertForm(props: AlertFormProps) {
  const { account, devices, preview, errors, failure, busy, editing, typed, onTyped } = props;
  const [before] = useState(() => {
    const version = editing?.updatedAt ?? '';
    return typed?.version === version ? typed : null;
  });
  const [initial] = useState(() => ({ ...props.initial, ...before?.rhythm }));
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [transaction, setTransaction] = useState(initial.transaction);
  const [places, setPlaces] = useState(initial.places);
  const [area, setArea] = useState(() => areaWordsIn(initial.area));
  const [frequency, setFrequency] = useState(initial.frequency);
  const [wished, setWished] = useState<Criteria | null>(null);

  // The fields settle first: a number is written in its hidden field by the next render.
  function recount() {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (!form.current) return;
      const words = wordsOf(new FormData(form.current));
      const slugs = words.getAll('lieux');
      const project = projects.find(({ value }) => value === words.get('transaction'))?.value ?? 'achat';
      const where = readableQuery(new URLSearchParams(areaWordsOf(words)));
      const query = [writeSearch(project, slugs, readFilters(words)), where].filter(Boolean).join('&');
      setWished(readAlertForm(new FormData(form.current)).criteria);
      // The address is the draft: it survives a reload, and can be sent to somebody.
      window.history.replaceState(window.history.state, '', `?${query}`);
    }, TYPING_PAUSE_MS);
  }

  function noteTyped(event: React.FormEvent<HTMLFormElement>) {
    onTyped(typedBeside(event.currentTarget));
    recount();
  }

  useEffect(() => {
    const first = Object.keys(errors)[0];
    if (first) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error]')?.focus();
  }, [errors]);

  const looking = places.length > 0;
  const panel =
    wished !== null && looking ? (
      <Suspense fallback={<AlertPreview preview={preview} frequency={frequency} state="asking" />}>
        <LivePreview criteria={wished} frequency={frequency} before={preview} />
      </Suspense>
    ) : (
      <AlertPreview preview={looking ? preview : null} frequency={frequency} />
    );

  return (
    <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <PostForm ref={form} noValidate onInput={noteTyped} className="space-y-10">
        {editing && (
          <>
            <input type="hidden" name="nameBefore" value={editing.name} />
            <input type="hidden" name="updatedAt" value={editing.updatedAt} />
            <Field
              label="Nom de l’alerte"
              hint="Le titre que vous lui donnez. Celui de départ suit vos critères."
              error={errors.name}
            >
              {(control) => (
                <TextInput
                  {...control}
                  name="name"
                  defaultValue={before?.name ?? editing.name}
                  maxLength={120}
                  autoComplete="off"
                />
              )}
            </Field>
          </>
        )}
        <Part title="Où cherchez-vous ?">
          <Segmented
            legend="Projet"
            name="transaction"
            choices={projects}
            defaultValue={transaction}
            onValue={(value) => {
              setTransaction(value as TransactionWord);
              recount();
            }}
          />
          <Places
            places={places}
            error={errors['criteria.places']}
            onPlaces={(next) => {
              setPlaces(next);
              recount();
            }}
          />
          <WithinArea
            area={area}
            onArea={(next) => {
              setArea(next);
              recount();
            }}
          />
        </Part>
        <Part title="Que cherchez-vous ?">
          <Types filters={initial.filters} />
          <div className="grid gap-6 sm:grid-cols-2">
            <div>
              <PriceFields filters={initial.filters} transaction={transaction} types={{}} />
              <FieldError
                id="budget-error"
                error={errors['criteria.prixMax'] ?? errors['criteria.prixMin']}
              />
            </div>
            <div>
              <SurfaceFields filters={initial.filters} transaction={transaction} types={{}} />
              <FieldError id="surface-error" error={errors['criteria.surfaceMax']} />
            </div>
          </div>
          <RoomFields filters={initial.filters} transaction={transaction} types={{}} />
          <details open={moreWords.some((word) => initial.filters[word] !== undefined)}>
            <summary className="cursor-pointer py-2 font-medium text-phare-700 hover:text-phare-600">
              Plus de critères
            </summary>
            <div className="pt-3">
              <MoreFields filters={initial.filters} transaction={transaction} types={{}} />
            </div>
          </details>
        </Part>
        <noscript>
          <div className="pb-10">
            <Button type="submit" variant="secondary" formMethod="get" formNoValidate>
              Voir ce que l’alerte aurait trouvé
            </Button>
          </div>
        </noscript>
        <div className="lg:hidden">{panel}</div>
        <Part title="Comment vous prévenir ?">
          <RhythmFields initial={initial} frequency={frequency} onFrequency={setFrequency} errors={errors} />
          {devices && <DevicesChoice devices={devices} chosen={initial.push} />}
          {editing ? null : account ? (
            <p>
              Les courriels iront à <strong>{account.email}</strong>.
            </p>
          ) : (
            <EmailField
              name="email"
              hint="Un lien vous y sera envoyé pour confirmer. Aucun compte n’est nécessaire."
              defaultValue={before?.email}
              error={errors.email}
            />
          )}
        </Part>
        {failure}
        {editing ? (
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <Button type="submit" variant="beam" size="lg" busy={busy}>
              Enregistrer
            </Button>
            <TextLink to={editing.backPath}>Annuler</TextLink>
          </div>
        ) : (
          <div>
            <Button type="submit" variant="beam" size="lg" busy={busy}>
              Créer cette alerte
            </Button>
            <p className="mt-3 max-w-[60ch] text-small text-ardoise-600">
              Votre adresse sert à vous envoyer ces annonces, et à rien d’autre. Chaque courriel porte un lien
              qui arrête l’alerte en un clic.
            </p>
          </div>
        )}
      </PostForm>
      <aside className="sticky top-6 hidden lg:block">{panel}</aside>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-5">
      <h2 className="text-h4">{title}</h2>
      {children}
    </section>
  );
}

function Types({ filters }: { filters: Filters }) {
  const box = (word: string, label: string) => (
    <Checkbox
      key={word}
      name="type"
      value={word}
      label={label}
      defaultChecked={filters.type?.includes(word) ?? false}
    />
  );
  return (
    <fieldset>
      <legend className="mb-1 font-bold">Type de bien</legend>
      <div className="flex flex-wrap gap-x-6">
        {box('appartement', propertyTypes.apartment.label)}
        {box('maison', propertyTypes.house.label)}
      </div>
      <details open={filters.type?.some((word) => !commonTypes.includes(word)) ?? false}>
        <summary className="cursor-pointer py-1 text-small font-medium text-phare-700 hover:text-phare-600">
          Autres types
        </summary>
        <div className="grid grid-cols-2 gap-x-6 sm:grid-cols-3">
          {otherTypes.map(({ word, label }) => box(word, label))}
        </div>
      </details>
    </fieldset>
  );
}
