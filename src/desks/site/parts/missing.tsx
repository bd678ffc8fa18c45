import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { type Audience, audienceOf, paths } from '#contract/paths.ts';
import { SearchAgain } from '#rooms/places/parts/search-again.tsx';
import {
  type AgencyVisitor,
  agencyEntries,
  entriesOf,
  individualEntries,
  type NavEntry,
  type Visitor,
} from '#shell/navigation.ts';
import { Horizon } from '#ui/empty-state.tsx';
import { TextLink } from '#ui/link.tsx';

interface MissingProps {
  user: Visitor | null;
  agency: AgencyVisitor | null;
  /** Something was there, and is withdrawn. */
  gone: boolean;
}

/** No page at this address, or none any more: each audience is shown its own ways on. */
export default function Missing({ user, agency, gone }: MissingProps) {
  const { pathname } = useLocation();
  const audience = audienceOf(pathname);
  return (
    <NotFound
      search={audience === 'individual' && <SearchAgain />}
      links={missingLinks(audience, { user, agency })}
      gone={gone}
    >
      {reasonFor(audience, gone)}
    </NotFound>
  );
}

function reasonFor(audience: Audience, gone: boolean): string {
  if (audience === 'admin') return 'Cette adresse ne mène à aucune page de l’administration.';
  if (audience === 'agency')
    return gone
      ? 'Cette page a été retirée : Vigie ne la montre plus.'
      : 'Cette adresse ne mène à aucune page de l’espace agence : elle a pu changer, ou l’annonce a été retirée.';
  return gone
    ? 'Cette annonce a été retirée : Vigie ne la montre plus. D’autres biens vous attendent peut-être.'
    : 'Cette adresse ne mène à aucune page : elle a pu changer, ou l’annonce a été retirée.';
}

/** The address leads nowhere, or no longer: say so, then help to go on. */
function NotFound({
  search,
  links,
  gone,
  children,
}: {
  search: ReactNode;
  links: readonly NavEntry[];
  gone: boolean;
  /** Why there is nothing. */
  children: ReactNode;
}) {
  return (
    <div className="page grid items-center gap-10 py-12 lg:grid-cols-12 lg:py-24">
      <div className="lg:col-span-6">
        <p className="figures mb-3 text-small font-medium text-ardoise-500">Erreur {gone ? 410 : 404}</p>
        <h1 className="text-home">Rien à l’horizon.</h1>
        <p className="mt-4 max-w-measure text-lead text-ardoise-600">{children}</p>
        {search && <div className="mt-8">{search}</div>}
        {links.length > 0 && (
          <ul className="mt-4 flex flex-wrap gap-x-6 gap-y-1">
            {links.map((link) => (
              <li key={link.label}>
                <TextLink to={link.to} className="inline-block py-2">
                  {link.label}
                </TextLink>
              </li>
            ))}
          </ul>
        )}
      </div>
      <Horizon className="order-first h-auto w-64 max-w-full lg:order-none lg:col-span-6 lg:w-full" />
    </div>
  );
}

/** Where to go on from an address that is no page. */
function missingLinks(
  audience: Audience,
  { user, agency }: { user: Visitor | null; agency: AgencyVisitor | null },
): NavEntry[] {
  if (audience === 'admin') {
    return entriesOf([
      ['Tableau de bord', paths.admin()],
      ['Accueil du site', paths.home()],
    ]);
  }
  if (audience === 'agency') {
    return [
      ...entriesOf([['Espace agence', paths.agencyHome()]]),
      ...agencyEntries(agency),
      ...entriesOf([['Espace particulier', paths.home()]]),
    ];
  }
  return [
    ...entriesOf([['Accueil', paths.home()]]),
    ...individualEntries(user),
    ...entriesOf([
      ['Prix immobilier', paths.prices()],
      ['Nous contacter', paths.contact()],
    ]),
  ];
}
