import { data } from 'react-router';
import { Refusal } from '#contract/errors.ts';
import { services } from '#platform/context.server.ts';
import { agencyOfPage } from '#platform/pages.server.ts';
import { leadErrors } from '../contract.ts';
import { inboxOf, openLead } from '../inbox.server.ts';
import { inboxWordsOf, readInboxWords } from '../inbox.ts';
import { InboxView } from '../parts/inbox-view.tsx';
import { leadAction } from '../parts/lead-acts.tsx';
import type { Route } from './+types/inbox.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const name = loaderData?.open?.name;
  return [
    { title: `${name ? `${name} – ` : ''}Prospects – Vigie Pro` },
    { name: 'robots', content: 'noindex' },
  ];
};

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const here = services(context);
  const agency = agencyOfPage(here, params);
  const words = inboxWordsOf(url.searchParams);
  const asked = url.searchParams.get('prospect');
  const [inbox, open] = await Promise.all([
    inboxOf(here.db, agency, readInboxWords(words)),
    asked === null ? null : openLead(here.db, agency.agencyId, asked).catch(unlessUnknown),
  ]);
  const missing = asked !== null && open === null;
  const page = { inbox, open, missing, words, agency: agency.name, now: new Date().toISOString() };
  // Of another agency or of nobody: the inbox is there, what was asked of it is not.
  return data(page, missing ? { status: 404 } : {});
}

function unlessUnknown(caught: unknown): null {
  if (caught instanceof Refusal && caught.spec === leadErrors.LEAD_UNKNOWN) return null;
  throw caught;
}

export const clientAction = ({ request }: Route.ClientActionArgs) => leadAction(request);

export default function Inbox({ loaderData }: Route.ComponentProps) {
  return <InboxView {...loaderData} />;
}
