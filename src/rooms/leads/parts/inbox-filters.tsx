import { Download, ListFilter, Search } from 'lucide-react';
import { Form, useLocation } from 'react-router';
import { addressOf } from '#browser/api.ts';
import { formatCount, NBSP } from '#contract/fmt.ts';
import { Button } from '#ui/button.tsx';
import { ChipLink } from '#ui/chip.tsx';
import { Field } from '#ui/field.tsx';
import { TextLink } from '#ui/link.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { type LeadStatus, leadStatuses } from '../contract.ts';
import { type Inbox, type InboxWord, type InboxWords, leadExportCall, spamText } from '../inbox.ts';

type Changes = Readonly<Partial<Record<InboxWord | 'prospect', string | number | null>>>;

/** The inbox at the address `pathname` with these words, changed; null takes a word away. */
export function inboxAddress(pathname: string, words: InboxWords, changes: Changes = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...words, ...changes }))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  return search.size === 0 ? pathname : `${pathname}?${search}`;
}

const none = {
  statut: null,
  annonce: null,
  assigne: null,
  sansReponse: null,
  rappel: null,
  indesirable: null,
  apres: null,
};

/** What is shown of the inbox: a search, the usual sights as chips, and the rest on demand. */
export function InboxFilters({ inbox, words }: { inbox: Inbox; words: InboxWords }) {
  const { pathname } = useLocation();
  const { counts, unanswered, due, late, spam, aside } = inbox;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const to = (changes: Changes) => inboxAddress(pathname, words, { ...none, ...changes });
  const narrowed = Boolean(words.statut ?? words.annonce ?? words.assigne);
  const plain = !narrowed && !words.sansReponse && !words.rappel && !words.indesirable;
  return (
    <div className="border-b border-ardoise-200 p-4">
      <div className="flex items-baseline justify-between gap-3">
        <h1 className="text-h1">Prospects</h1>
        {total > 0 && (
          <p className="text-small text-ardoise-600">{formatCount(total, 'demande', 'demandes')}</p>
        )}
      </div>
      {late > 0 && (
        <p className="mt-1 text-small font-medium text-rouge-700">
          {formatCount(late, 'personne attend', 'personnes attendent')} depuis plus d’un jour
        </p>
      )}
      {aside > 0 && (
        <p className="mt-1 text-small text-ardoise-700">
          <TextLink to={to({ indesirable: 'oui' })}>{spamText(aside)}</TextLink>, sans courriel{NBSP}: à
          vérifier.
        </p>
      )}
      {total > 0 && (
        <>
          <search className="mt-3 block">
            <Form method="get">
              {(Object.keys(none) as InboxWord[]).map(
                (name) =>
                  name !== 'apres' &&
                  words[name] && <input key={name} type="hidden" name={name} value={words[name]} />,
              )}
              <div className="flex gap-2">
                <Field label="Chercher dans les prospects" hiddenLabel reserve={false} className="flex-1">
                  {(control) => (
                    <TextInput
                      {...control}
                      type="search"
                      name="q"
                      key={words.q ?? ''}
                      defaultValue={words.q ?? ''}
                      placeholder="Nom, téléphone, référence"
                      maxLength={100}
                    />
                  )}
                </Field>
                <Button
                  type="submit"
                  variant="secondary"
                  icon={<Search aria-hidden="true" className="size-5" />}
                >
                  <span className="sr-only">Chercher</span>
                </Button>
              </div>
            </Form>
          </search>
          <nav aria-label="Vues de la boîte" className="mt-3 flex flex-wrap gap-2">
            <ChipLink to={to({})} selected={plain}>
              Tous
            </ChipLink>
            <ChipLink to={to({ statut: 'new' })} selected={words.statut === 'new'}>
              Nouveaux {counts.new}
            </ChipLink>
            <ChipLink to={to({ sansReponse: 'oui' })} selected={words.sansReponse === 'oui'}>
              Sans réponse {unanswered}
            </ChipLink>
            {(due > 0 || words.rappel === 'oui') && (
              <ChipLink to={to({ rappel: 'oui' })} selected={words.rappel === 'oui'}>
                À rappeler {due}
              </ChipLink>
            )}
            {(spam > 0 || words.indesirable === 'oui') && (
              <ChipLink to={to({ indesirable: 'oui' })} selected={words.indesirable === 'oui'}>
                Indésirables {spam}
              </ChipLink>
            )}
          </nav>
          <details className="group mt-2" open={narrowed && words.statut !== 'new' ? true : undefined}>
            <summary className="inline-flex min-h-11 items-center gap-2 rounded-control text-small font-medium text-phare-700">
              <ListFilter aria-hidden="true" className="size-4" />
              Filtrer ou exporter
            </summary>
            <MoreFilters inbox={inbox} words={words} />
            <a
              href={addressOf(leadExportCall, { query: { ...words, apres: undefined } })}
              download
              className="mt-2 inline-flex min-h-11 items-center gap-2 rounded-control text-small font-medium text-phare-700 underline underline-offset-4"
            >
              <Download aria-hidden="true" className="size-4" />
              Exporter ce qui est affiché (CSV)
            </a>
          </details>
        </>
      )}
    </div>
  );
}

function MoreFilters({ inbox, words }: { inbox: Inbox; words: InboxWords }) {
  const { counts, listings, assignees } = inbox;
  const statuses = Object.keys(leadStatuses) as LeadStatus[];
  const choices = [
    {
      name: 'statut',
      label: 'Statut',
      options: statuses.map((status) => ({
        value: status,
        label: `${leadStatuses[status]} (${counts[status]})`,
      })),
    },
    {
      name: 'annonce',
      label: 'Annonce',
      options: listings.map(({ id, reference }) => ({ value: String(id), label: reference })),
    },
    {
      name: 'assigne',
      label: 'Suivi par',
      options: [
        { value: 'personne', label: 'Personne' },
        ...assignees.map((name) => ({ value: name, label: name })),
      ],
    },
  ] as const;
  return (
    <Form method="get" className="mt-2 grid gap-3">
      {words.q && <input type="hidden" name="q" value={words.q} />}
      {choices.map(({ name, label, options }) => (
        <Field key={`${name} ${words[name] ?? ''}`} label={label} reserve={false}>
          {(control) => (
            <Select
              {...control}
              name={name}
              defaultValue={words[name] ?? ''}
              options={[{ value: '', label: 'Tous' }, ...options]}
            />
          )}
        </Field>
      ))}
      <Button type="submit" variant="secondary" size="sm">
        Appliquer
      </Button>
    </Form>
  );
}
