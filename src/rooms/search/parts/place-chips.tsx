import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Form, useNavigate } from 'react-router';
import { PLACES_MAX } from '#rooms/criteria/contract.ts';
import type { Place } from '#rooms/places/contract.ts';
import { Button } from '#ui/button.tsx';
import { RemovableChip } from '#ui/chip.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { Link } from '#ui/link.tsx';
import { PlaceCombobox } from '#ui/place-combobox.tsx';
import type { CityPage } from '../city.ts';
import { searchPath } from '../contract.ts';
import { CHOSEN, placeChips, placesIn, TYPED } from '../further-places.ts';
import { suggest } from './place-search.tsx';

/** The places that are looked in, each with its way out, and the field that adds one: a form of the same address. */
export function PlaceChips({ view }: { view: CityPage }) {
  const { transaction, place, filters, sort, typed } = view;
  const navigate = useNavigate();
  const [opened, setOpened] = useState(false);
  const places = placesIn<Place>(place);
  const pathOf = (rest: readonly { slug: string }[]) => {
    const [first, ...further] = rest as readonly Place[];
    return (
      (first && searchPath(transaction, { ...first, area: place.area, further }, { filters, sort })) ?? ''
    );
  };
  const [action = '', query] = pathOf(places).split('?');
  return (
    <div className="flex flex-wrap items-center gap-2" onClickCapture={() => setOpened(true)}>
      {places.length > 1 && (
        <ul aria-label="Lieux cherchés" className="contents">
          {placeChips(places).map(({ place: { code }, text, rest }) => (
            <li key={code}>
              {rest ? (
                <RemovableChip label={text} withoutHref={pathOf(rest)} />
              ) : (
                <span className="inline-flex min-h-9.5 items-center rounded-full bg-phare-100 px-3.5 py-1.5 text-small font-medium text-phare-700">
                  {text}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {places.length < PLACES_MAX && (
        <Disclosure
          className="relative"
          summaryClass="inline-flex min-h-9.5 cursor-pointer items-center gap-1.5 rounded-full px-2 py-1.5 text-small font-medium text-phare-700 transition hover:bg-ardoise-100 hover:text-phare-600"
          panelClass="absolute top-full left-0 z-30 mt-2 w-[min(22rem,calc(100vw-2rem))] animate-pop-in rounded-card border border-ardoise-200 bg-blanc p-4 shadow-popover"
          summary={
            <>
              <Plus aria-hidden="true" className="size-4" />
              Ajouter un lieu
            </>
          }
        >
          <Form method="get" action={action} className="flex items-end gap-2">
            {[...new URLSearchParams(query)].map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <div data-stays className="min-w-0 flex-1">
              <PlaceCombobox
                enter="send"
                label="Chercher aussi à"
                placeholder="Ville ou code postal"
                name={TYPED}
                slugName={CHOSEN}
                reserve={false}
                patient={!opened}
                suggest={suggest}
                onPlace={(added) => {
                  if (added) void navigate(pathOf([...places, added]));
                }}
              />
            </div>
            <Button type="submit">Ajouter</Button>
          </Form>
        </Disclosure>
      )}
      {typed && <WhichPlace {...typed} />}
    </div>
  );
}

/** What was typed means several places, or none. */
function WhichPlace({ text, places }: NonNullable<CityPage['typed']>) {
  if (places.length === 0) {
    return (
      <p role="alert" className="w-full text-small text-rouge-700">
        Aucun lieu ne s’appelle «&nbsp;{text}&nbsp;».
      </p>
    );
  }
  return (
    <div role="alert" className="w-full rounded-card border border-ardoise-200 bg-blanc px-4 py-3">
      <p className="font-medium">Plusieurs lieux ressemblent à «&nbsp;{text}&nbsp;». Lequel ajouter&nbsp;?</p>
      <ul className="mt-1 divide-y divide-ardoise-100">
        {places.map(({ label, detail, path }) => (
          <li key={path}>
            <Link
              to={path}
              className="flex min-h-11 flex-wrap items-center gap-x-3 py-1.5 font-medium text-phare-700 transition hover:text-phare-600"
            >
              {label} <span className="text-small font-regular text-ardoise-600">{detail}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
