import { Search } from 'lucide-react';
import { Form } from 'react-router';
import { formatNumber } from '#contract/fmt.ts';
import { buttonClass } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';
import { TabLinks } from '#ui/tabs.tsx';
import { TextInput } from '#ui/text-input.tsx';
import {
  orders,
  type StockTable as Stock,
  type TableWords,
  type View,
  views,
  writeTableWords,
} from '../table.ts';

/** Which listings the table shows: a view, words to look for, an order. */
export function StockFilters({
  base,
  words,
  counts,
  here,
}: {
  /** Address of the table. */
  base: string;
  words: Omit<TableWords, 'after'>;
  counts: Stock['counts'];
  /** What the address says: another one fills the form again. */
  here: string;
}) {
  return (
    <>
      <div className="mt-4">
        <TabLinks
          label="Vues"
          tabs={(Object.keys(views) as View[]).map((view) => ({
            to: `${base}${writeTableWords({ ...words, view })}`,
            current: view === words.view,
            label: (
              <>
                {views[view]}{' '}
                <span className="figures text-small text-ardoise-500">{formatNumber(counts[view])}</span>
              </>
            ),
          }))}
        />
      </div>
      <search>
        <Form
          method="get"
          action={base}
          key={here}
          className="mt-4 grid gap-3 sm:grid-cols-[minmax(0,1fr)_16rem_auto]"
        >
          {words.view !== 'toutes' && <input type="hidden" name="vue" value={words.view} />}
          <TextInput
            name="q"
            type="search"
            defaultValue={words.q}
            aria-label="Chercher par référence, titre, ville ou adresse"
            placeholder="Référence, titre, ville, adresse"
            before={<Search className="size-5" />}
          />
          <Select
            name="tri"
            aria-label="Ordre"
            defaultValue={words.order}
            options={Object.entries(orders).map(([value, label]) => ({ value, label }))}
          />
          <button type="submit" className={buttonClass({ variant: 'secondary' })}>
            Chercher
          </button>
        </Form>
      </search>
    </>
  );
}
