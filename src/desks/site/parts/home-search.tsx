import { Search } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';
import type { TransactionWord } from '#rooms/criteria/contract.ts';
import { projects, suggest } from '#rooms/search/parts/place-search.tsx';
import { Button } from '#ui/button.tsx';
import { NumberField } from '#ui/number-field.tsx';
import { PlaceCombobox } from '#ui/place-combobox.tsx';
import { Segmented } from '#ui/radio-group.tsx';

export interface HomeSearchProps {
  transaction: TransactionWord;
  budget: number | null;
  choice: {
    text: string;
    places: readonly { name: string; detail: string; path: string }[];
  } | null;
}

/** One search: what, where, how much. A plain GET form, read by this same page. */
export function HomeSearch({ transaction, budget, choice }: HomeSearchProps) {
  const [project, setProject] = useState<string>(transaction);
  const unknown = choice !== null && choice.places.length === 0;
  return (
    <form
      method="get"
      action={paths.home()}
      aria-label="Chercher des annonces"
      className="rounded-card border border-ardoise-200 bg-blanc p-4 sm:p-5"
    >
      <Segmented
        legend="Projet"
        name="transaction"
        choices={projects}
        defaultValue={transaction}
        onValue={setProject}
      />
      <div className="mt-4 grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_10rem_auto]">
        <PlaceCombobox
          enter="send"
          label="Où"
          name="lieu"
          slugName="lieux"
          placeholder="Ville ou code postal"
          defaultText={choice?.text ?? ''}
          error={unknown ? `Aucune commune ne ressemble à «\u00a0${choice.text}\u00a0».` : null}
          suggest={suggest}
          reserve={false}
          large
        />
        <NumberField
          label={project === 'location' ? 'Loyer maximum' : 'Budget maximum'}
          name="prixMax"
          unit="€"
          defaultValue={budget}
          reserve={false}
          className="[&_input]:min-h-13"
        />
        <Button type="submit" size="lg" icon={<Search aria-hidden="true" className="size-5" />}>
          Rechercher
        </Button>
      </div>
      {choice && choice.places.length > 0 && (
        <div className="mt-5 border-t border-ardoise-200 pt-4">
          <h2 className="font-text text-body font-bold tracking-normal">
            Plusieurs lieux correspondent. Lequel&nbsp;?
          </h2>
          <ul className="mt-1 divide-y divide-ardoise-100">
            {choice.places.map(({ name, detail, path }) => (
              <li key={path}>
                <Link
                  to={path}
                  className="flex min-h-11 flex-wrap items-center gap-x-3 py-1.5 font-medium text-phare-700 transition hover:text-phare-600"
                >
                  {name} <span className="text-small font-regular text-ardoise-600">{detail}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </form>
  );
}
