import { ChevronDown, SlidersHorizontal, X } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Still } from '#browser/static-part.tsx';
import type { AreaWords } from '#rooms/criteria/area-words.ts';
import { type Filters, readFilters, type TransactionWord, writeSearch } from '#rooms/criteria/contract.ts';
import { type CriterionWord, criteriaTable } from '#rooms/criteria/criteria-table.ts';
import { chipsOf } from '#rooms/criteria/wording.ts';
import type { Place } from '#rooms/places/contract.ts';
import { Button, ButtonLink, buttonClass } from '#ui/button.tsx';
import { RemovableChip } from '#ui/chip.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { Link, TextLink } from '#ui/link.tsx';
import { alertPath, manners, type OptionCounts, type Sort, searchPath, slugsOf } from '../contract.ts';
import { FURTHER } from '../further-places.ts';
import { type FieldsProps, PriceFields, RoomFields, SurfaceFields, TypeFields } from './filter-fields.tsx';
import { HiddenFilters, MoreFields, moreWords } from './filter-more.tsx';

const LiveCount = lazy(() => import('./live-count.tsx'));
const LiveOptions = lazy(() => import('./live-options.tsx'));

interface FilterBarProps {
  transaction: TransactionWord;
  place: Place & { readonly area?: AreaWords | undefined; readonly further?: readonly Place[] | undefined };
  filters: Filters;
  sort: Sort;
  types: Readonly<Record<string, number>>;
}

const TYPING_PAUSE_MS = 250;

/** The words of the search as it is. */
const searchOf = ({ transaction, place, filters }: FilterBarProps) =>
  writeSearch(transaction, slugsOf(place), filters);

/**
 * A GET form whose address is the search itself. With JavaScript its buttons say how many listings they would
 * show, and the address they lead to is tidy.
 */
function FilterForm({
  bar,
  counted = false,
  className,
  children,
}: {
  bar: FilterBarProps;
  /** Counts from the start, before a field changes. */
  counted?: boolean;
  className: string;
  children: (submit: ReactNode, wished: string | null) => ReactNode;
}) {
  const { transaction, place, sort } = bar;
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [typed, setTyped] = useState<string | null>(null);
  const wished = typed ?? (counted ? searchOf(bar) : null);

  function words(): Filters {
    const entries = form.current ? [...new FormData(form.current)] : [];
    const texts = entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
    return readFilters(new URLSearchParams(texts));
  }

  // The fields settle first: a number is written in its hidden field by the next render.
  function recount() {
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => setTyped(writeSearch(transaction, slugsOf(place), words())),
      TYPING_PAUSE_MS,
    );
  }

  const submit = (
    <Button type="submit" wide>
      {wished === null ? (
        'Voir les annonces'
      ) : (
        <Suspense fallback="Voir les annonces">
          <LiveCount query={wished} />
        </Suspense>
      )}
    </Button>
  );
  return (
    <form
      ref={form}
      method="get"
      action={searchPath(transaction, place) ?? undefined}
      className={className}
      onInput={recount}
      onSubmit={(event) => {
        const to = searchPath(transaction, place, { filters: words(), sort });
        if (!to) return;
        event.preventDefault();
        void navigate(to);
      }}
    >
      {children(submit, wished)}
      {sort !== 'date' && <input type="hidden" name="tri" value={sort} />}
      {place.further && (
        <input type="hidden" name={FURTHER} value={place.further.map(({ slug }) => slug).join(',')} />
      )}
      {Object.entries(place.area ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </form>
  );
}

const chip =
  'inline-flex min-h-9.5 cursor-pointer items-center gap-1.5 rounded-full border px-3.5 py-1.5 text-small font-medium whitespace-nowrap transition';
const quiet =
  'border-bordure bg-blanc text-encre hover:border-ardoise-700 hover:bg-ardoise-100 group-open:border-ardoise-900';
const dark = 'border-ardoise-900 bg-ardoise-900 text-craie hover:bg-ardoise-700';
const panel =
  'absolute top-full left-0 z-30 mt-2 max-h-[70vh] animate-pop-in overflow-y-auto overscroll-contain rounded-card border border-ardoise-200 bg-blanc shadow-popover';

function Group({
  label,
  active,
  submit,
  width = 'w-84',
  children,
}: {
  label: string;
  active: number;
  submit: ReactNode;
  width?: string;
  /** `opened`: somebody pressed it. */
  children: (opened: boolean) => ReactNode;
}) {
  const [opened, setOpened] = useState(false);
  return (
    <div className="contents" onClickCapture={() => setOpened(true)}>
      <Disclosure
        className="relative"
        summaryClass={`${chip} ${active > 0 ? 'border-phare-700 bg-phare-100 text-phare-700' : quiet}`}
        panelClass={`${panel} ${width}`}
        summary={
          <>
            {label}
            {active > 1 && <span className="figures"> ({active})</span>}
            <ChevronDown aria-hidden="true" className="size-4 transition group-open:rotate-180" />
          </>
        }
      >
        <div className="px-5 pt-5">{children(opened)}</div>
        <div className="sticky bottom-0 z-1 bg-blanc px-5 pt-4 pb-5">{submit}</div>
      </Disclosure>
    </div>
  );
}

const groups = [
  { label: 'Budget', words: ['prixMin', 'prixMax'], Fields: PriceFields },
  { label: 'Surface', words: ['surfaceMin', 'surfaceMax'], Fields: SurfaceFields },
  { label: 'Pièces', words: ['pieces', 'chambres'], Fields: RoomFields },
  { label: 'Type de bien', words: ['type'], Fields: TypeFields },
] as const;

/** What fields that count nothing are drawn from: their own words of the search, and no figure. */
function plainFields({ transaction, filters }: FilterBarProps, words: readonly (keyof Filters)[]) {
  return { transaction, filters: only(filters, words), types: {} };
}

function only(filters: Filters, words: readonly (keyof Filters)[]): Filters {
  return Object.fromEntries(
    words.flatMap((word) => (filters[word] === undefined ? [] : [[word, filters[word]]])),
  );
}

/**
 * Four chips that open on their fields, then all the filters: beside them on a large screen; on a phone under the
 * thumb with the alert. Last the criteria in force.
 */
export function FilterBar(bar: FilterBarProps) {
  const { transaction, place, filters } = bar;
  const count = (words: readonly (keyof Filters)[]) =>
    words.filter((word) => filters[word] !== undefined).length;
  const shown: readonly CriterionWord[] = groups.flatMap(({ words }) => words);
  const others = criteriaTable.map(({ word }) => word).filter((word) => !shown.includes(word));
  return (
    <div className="flex flex-wrap items-center gap-2">
      <FilterForm bar={bar} className="hidden md:contents">
        {(submit) => (
          <>
            <Disclosure
              className="relative"
              summaryClass={`${chip} ${dark}`}
              panelClass={`${panel} w-44 p-1.5`}
              summary={
                <>
                  {manners[transaction]}
                  <ChevronDown aria-hidden="true" className="size-4 transition group-open:rotate-180" />
                </>
              }
            >
              <TransactionLinks {...bar} />
            </Disclosure>
            {groups.map(({ label, words, Fields }) => (
              <Group
                key={label}
                label={label === 'Budget' && transaction === 'location' ? 'Loyer' : label}
                active={count(words)}
                submit={submit}
              >
                {(opened) =>
                  Fields === TypeFields ? (
                    <TypeFields filters={filters} transaction={transaction} types={bar.types} />
                  ) : (
                    <Still
                      name={`bar-${words[0]}`}
                      of={Fields}
                      given={{
                        ...plainFields(bar, words),
                        ...(opened && Fields === PriceFields ? { search: searchOf(bar) } : {}),
                      }}
                    />
                  )
                }
              </Group>
            ))}
            <HiddenFilters filters={filters} words={others} />
          </>
        )}
      </FilterForm>
      <div
        data-print="none"
        className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-2 gap-3 border-t border-ardoise-200 bg-blanc px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:contents"
      >
        <AllFilters {...bar} />
        <span className="grid md:hidden">
          <ButtonLink variant="beam" to={alertPath(transaction, slugsOf(place), filters, place.area)}>
            Créer une alerte
          </ButtonLink>
        </span>
      </div>
      <ActiveChips {...bar} />
    </div>
  );
}

const firstWords = groups.flatMap(({ words, Fields }) => (Fields === TypeFields ? [] : [...words]));

function FirstFields(props: FieldsProps) {
  return (
    <div className="space-y-6">
      <PriceFields {...props} />
      <SurfaceFields {...props} />
      <RoomFields {...props} />
    </div>
  );
}

/** Every filter, in a dialog; a sheet on a phone. A `<details>`, so that it opens without JavaScript. */
function AllFilters(bar: FilterBarProps) {
  const { transaction, place, filters, types } = bar;
  const [opened, setOpened] = useState(false);
  const [counts, setCounts] = useState<OptionCounts>();
  const active = chipsOf(transaction, filters).length;
  const fields = { filters, transaction, types, counts };
  return (
    <div className="contents" onClickCapture={() => setOpened(true)}>
      <Disclosure
        summaryClass={`${buttonClass({ variant: 'secondary', wide: true })} md:min-h-9.5! md:w-auto! md:rounded-full! md:px-3.5! md:py-1.5! md:text-small! md:font-medium! ${active > 0 ? 'md:border-phare-700! md:bg-phare-100! md:text-phare-700!' : ''} group-open:before:fixed group-open:before:inset-0 group-open:before:z-40 group-open:before:bg-encre/50 group-open:before:content-['']`}
        panelClass="fixed inset-x-0 bottom-0 z-50 flex max-h-[88dvh] animate-sheet-in flex-col rounded-t-card bg-blanc shadow-modal md:inset-x-auto md:top-[6dvh] md:bottom-auto md:left-1/2 md:w-[40rem] md:-translate-x-1/2 md:animate-none md:rounded-card"
        summary={
          <>
            <SlidersHorizontal aria-hidden="true" className="size-5 md:size-4" />
            Tous les filtres{active > 0 && <span className="figures"> ({active})</span>}
          </>
        }
      >
        <div className="flex shrink-0 items-center justify-between border-b border-ardoise-200 py-1.5 pr-2 pl-5">
          <h2 className="text-h4">Tous les filtres</h2>
          <button
            type="button"
            aria-label="Fermer les filtres"
            className="grid size-11 place-items-center rounded-control hover:bg-ardoise-100"
            onClick={(event) => event.currentTarget.closest('details')?.removeAttribute('open')}
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </div>
        <FilterForm bar={bar} counted={opened} className="flex min-h-0 flex-col">
          {(submit, wished) => (
            <>
              <div data-wide className="min-h-0 space-y-6 overflow-y-auto overscroll-contain p-5">
                <nav aria-label="Projet">
                  <TransactionLinks {...bar} inline />
                </nav>
                <Still
                  name="all-first"
                  of={FirstFields}
                  given={{
                    ...plainFields(bar, firstWords),
                    ...(wished === null ? {} : { search: wished }),
                  }}
                />
                <TypeFields {...fields} />
                <Still
                  name="all-more"
                  of={MoreFields}
                  given={{ ...plainFields(bar, moreWords), ...(counts ? { counts } : {}) }}
                />
              </div>
              <div className="flex shrink-0 items-center gap-4 border-t border-ardoise-200 px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
                {active > 0 && (
                  <TextLink
                    to={searchPath(transaction, place, { sort: bar.sort }) ?? ''}
                    className="shrink-0"
                  >
                    Tout effacer
                  </TextLink>
                )}
                <div className="flex-1">{submit}</div>
              </div>
              {wished !== null && (
                <Suspense fallback={null}>
                  <LiveOptions query={wished} onCounts={setCounts} />
                </Suspense>
              )}
            </>
          )}
        </FilterForm>
      </Disclosure>
    </div>
  );
}

/** The same place, bought, rented or new. `inline`: side by side. */
function TransactionLinks({ transaction, place, inline = false }: FilterBarProps & { inline?: boolean }) {
  return (
    <ul className={inline ? 'grid grid-cols-3 gap-1 rounded-control border border-ardoise-200 p-1' : ''}>
      {(['achat', 'location', 'neuf'] as const).map((word) => (
        <li key={word}>
          <Link
            to={searchPath(word, place) ?? ''}
            aria-current={word === transaction ? 'page' : undefined}
            className={`flex min-h-11 items-center rounded-control px-3 font-medium transition hover:bg-ardoise-100 ${
              inline
                ? 'justify-center aria-[current]:bg-ardoise-900 aria-[current]:text-craie'
                : 'aria-[current]:text-phare-700'
            }`}
          >
            {manners[word]}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The filters in force, each with its way out. */
function ActiveChips({ transaction, place, filters, sort }: FilterBarProps) {
  const chips = chipsOf(transaction, filters);
  if (chips.length === 0) return null;
  const pathWith = (rest: Filters) => searchPath(transaction, place, { filters: rest, sort }) ?? '';
  return (
    <ul aria-label="Critères choisis" className="contents">
      {chips.map(({ text, rest }) => (
        <li key={text}>
          <RemovableChip label={text} withoutHref={pathWith(rest)} />
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <TextLink
            to={pathWith({})}
            className="inline-flex min-h-9.5 items-center px-1 text-small font-medium"
          >
            Tout effacer
          </TextLink>
        </li>
      )}
    </ul>
  );
}
