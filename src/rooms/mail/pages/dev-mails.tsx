import { Form, Link, useSearchParams } from 'react-router';
import { formatDate, formatTime } from '#contract/fmt.ts';
import { services } from '#platform/context.server.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { TabLinks } from '#ui/tabs.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { type MailStatus, mailStatuses } from '../contract.ts';
import { mailsToRead } from '../outbox.server.ts';
import type { Route } from './+types/dev-mails.ts';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

export const meta: Route.MetaFunction = () => [
  { title: 'Boîte aux lettres de développement – Vigie' },
  { name: 'robots', content: 'noindex' },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, env, ip } = services(context);
  if (env.production || !LOOPBACK.test(ip)) throw new Response(null, { status: 404 });
  const words = new URL(request.url).searchParams;
  const to = words.get('to')?.trim() ?? '';
  const mails = await mailsToRead(db, env, to ? { to } : {});
  const chosen = mails.find(({ id }) => id === Number(words.get('mail'))) ?? mails[0] ?? null;
  return {
    to,
    carrier: env.SMTP_URL ? 'un serveur SMTP' : 'le dossier mailbox',
    mails: mails.map(({ id, to, subject, date, status }) => ({ id, to, subject, date, status })),
    chosen,
  };
}

const views = {
  html: 'Aperçu',
  mobile: 'Mobile',
  text: 'Texte',
  headers: 'En-têtes',
  links: 'Liens',
} as const;
type View = keyof typeof views;

export default function DevMails({ loaderData: { to, carrier, mails, chosen } }: Route.ComponentProps) {
  const [words] = useSearchParams();
  const asked = words.get('vue') ?? 'html';
  const view: View = asked in views ? (asked as View) : 'html';
  const at = (changes: Record<string, string>) =>
    `?${new URLSearchParams({ ...Object.fromEntries(words), ...changes })}`;
  return (
    <div className="page py-8">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="title text-h1">Boîte aux lettres</h1>
          <p className="text-ardoise-600">
            Développement seulement. Les courriels partent vers {carrier}
            {to ? `, ici ceux de ${to}` : ''}.
          </p>
        </div>
        <Form method="get" className="flex items-center gap-2">
          <TextInput
            name="to"
            type="search"
            defaultValue={to}
            aria-label="Destinataire"
            placeholder="Destinataire"
          />
          <Button type="submit" variant="secondary">
            Filtrer
          </Button>
        </Form>
      </div>
      {chosen === null ? (
        <EmptyState title="Aucun courriel pour l’instant">
          Créez une alerte ou importez un flux : ce qui part apparaît ici.
        </EmptyState>
      ) : (
        <div className="mt-6 grid gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
          <ol className="max-h-72 divide-y divide-ardoise-200 self-start overflow-y-auto rounded-card border border-ardoise-200 bg-blanc lg:max-h-[48rem]">
            {mails.map((mail) => (
              <li key={mail.id}>
                <Link
                  to={at({ mail: String(mail.id) })}
                  preventScrollReset
                  aria-current={mail.id === chosen.id ? 'true' : undefined}
                  className={`block border-l-4 px-4 py-3 no-underline transition hover:bg-ardoise-100 ${
                    mail.id === chosen.id ? 'border-phare-700 bg-phare-100' : 'border-transparent'
                  }`}
                >
                  <span className="flex items-baseline justify-between gap-3 text-small text-ardoise-600">
                    <span className="truncate">{mail.to}</span>
                    <Moment date={mail.date} />
                  </span>
                  <span className="line-clamp-2 font-medium text-encre">{mail.subject}</span>
                  {mail.status !== 'sent' && <MailBadge status={mail.status} />}
                </Link>
              </li>
            ))}
          </ol>
          <article className="min-w-0">
            <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
              <h2 className="min-w-0 flex-1 basis-72 text-h4">{chosen.subject}</h2>
              <MailBadge status={chosen.status} />
            </div>
            <p className="mt-1 text-small break-words text-ardoise-600">
              De {chosen.from} à {chosen.to}, le {formatDate(new Date(chosen.date))} à{' '}
              {formatTime(new Date(chosen.date))}
            </p>
            <TabLinks
              label="Parties du courriel"
              tabs={(Object.keys(views) as View[]).map((name) => ({
                label: views[name],
                to: at({ mail: String(chosen.id), vue: name }),
                current: view === name,
              }))}
            />
            <div className="mt-4">
              {(view === 'html' || view === 'mobile') && (
                <iframe
                  title={`Aperçu : ${chosen.subject}`}
                  // No script, no form, no storage: links open in a new tab, and that is all.
                  sandbox="allow-popups allow-popups-to-escape-sandbox"
                  srcDoc={`<base target="_blank">${chosen.html}`}
                  className={`h-[48rem] rounded-card border border-ardoise-200 bg-blanc ${view === 'mobile' ? 'w-90 max-w-full' : 'w-full'}`}
                />
              )}
              {view === 'text' && <Source>{chosen.text}</Source>}
              {view === 'headers' && (
                <Source>
                  {[
                    `From: ${chosen.from}`,
                    `To: ${chosen.to}`,
                    `Subject: ${chosen.subject}`,
                    `Message-ID: ${chosen.messageId}`,
                    ...Object.entries(chosen.headers).map(([name, value]) => `${name}: ${value}`),
                  ].join('\n')}
                </Source>
              )}
              {view === 'links' && (
                <ul className="space-y-2">
                  {chosen.links.map((link) => (
                    <li key={link}>
                      <a href={link} className="break-all text-phare-700 underline underline-offset-4">
                        {link}
                      </a>
                    </li>
                  ))}
                </ul>
              )}
            </div>
          </article>
        </div>
      )}
    </div>
  );
}

function Moment({ date }: { date: string }) {
  return (
    <time dateTime={date} className="shrink-0">
      {formatTime(new Date(date))}
    </time>
  );
}

function Source({ children }: { children: string }) {
  return (
    <pre className="overflow-x-auto rounded-card border border-ardoise-200 bg-blanc p-4 text-small whitespace-pre-wrap">
      {children}
    </pre>
  );
}

function MailBadge({ status }: { status: MailStatus }) {
  const tones = {
    pending: 'amber',
    sending: 'violet',
    sent: 'green',
    failed: 'red',
    suppressed: 'grey',
    withdrawn: 'grey',
  } as const;
  return <Badge tone={tones[status]}>{mailStatuses[status]}</Badge>;
}
