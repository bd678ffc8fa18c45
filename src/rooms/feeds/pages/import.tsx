import { data } from 'react-router';
import { Refusal } from '#contract/errors.ts';
import { services } from '#platform/context.server.ts';
import { agencyOfPage } from '#platform/pages.server.ts';
import { closedWords } from '#rooms/administrators/switches.server.ts';
import { isSomethingUnsaid } from '../completing.server.ts';
import { feedHistory, feedReport } from '../diagnosis.server.ts';
import { ImportView } from '../parts/import-view.tsx';
import type { Route } from './+types/import.ts';

export const meta: Route.MetaFunction = () => [
  { title: 'Importer des annonces – Vigie Pro' },
  { name: 'robots', content: 'noindex' },
];

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const here = services(context);
  const agency = agencyOfPage(here, params);
  const word = (name: string) => url.searchParams.get(name) ?? undefined;
  const [history, closed] = await Promise.all([
    feedHistory(here.db, agency.agencyId, word('avant')),
    closedWords(here.db, 'imports'),
  ]);
  // What waits for a word of the agency is what it came for.
  const waiting = history.imports.find(({ state }) => state === 'compared' || state === 'held');
  const asked = word('envoi') ?? (word('avant') === undefined ? waiting?.id.toString() : undefined);
  const words = { vue: word('vue'), apres: word('apres') };
  const open =
    asked === undefined ? null : await feedReport(here.db, agency, asked, words).catch(unlessUnknown);
  const missing = asked !== undefined && open === null;
  const page = {
    history,
    open,
    unsaid: open?.import.state === 'done' && (await isSomethingUnsaid(here.db, agency.agencyId)),
    missing,
    closed,
    further: word('avant') !== undefined,
    ownerReference: agency.ownerReference as string,
    now: new Date().toISOString(),
  };
  // Of another agency or of nobody: the page is there, what was asked of it is not.
  return data(page, missing ? { status: 404 } : {});
}

function unlessUnknown(caught: unknown): null {
  if (caught instanceof Refusal && caught.spec.status === 404) return null;
  throw caught;
}

export default function AgencyImport({ loaderData }: Route.ComponentProps) {
  return <ImportView {...loaderData} />;
}
