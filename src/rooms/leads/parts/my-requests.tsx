import { Check, CircleAlert, Clock, Phone } from 'lucide-react';
import { NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { callLink, formatPhone } from '#contract/phone.ts';
import { ListingPhoto } from '#rooms/listings/parts/listing-photo.tsx';
import { priceLines, priceSentence } from '#rooms/listings/price-lines.ts';
import { listingName } from '#rooms/listings/reading.ts';
import { ButtonLink, buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { TextLink } from '#ui/link.tsx';
import { Time } from '#ui/time.tsx';
import type { SentRequest } from '../people.ts';
import { referenceTail, requestName } from '../requests.ts';

/**
 * « Mes demandes »: what a person asked agencies, and how far it went. The loader gives
 * `requests: await requestsOf(db, { accountId })` (leads/people.server.ts) and `now`, ISO 8601.
 */
export function MyRequests({ requests, now }: { requests: readonly SentRequest[]; now: string }) {
  if (requests.length === 0)
    return (
      <EmptyState
        title="Aucune demande pour l’instant"
        actions={<ButtonLink to={paths.home()}>Chercher une annonce</ButtonLink>}
      >
        Ce que vous demandez aux agences depuis leurs annonces ou leur page se retrouve ici, avec sa date et
        la preuve de sa réception.
      </EmptyState>
    );
  return (
    <ul className="space-y-4">
      {requests.map((request) => (
        <li key={request.id}>
          <Request request={request} now={now} />
        </li>
      ))}
    </ul>
  );
}

function Request({ request, now }: { request: SentRequest; now: string }) {
  const { listing, agency, message, listingReference, failed, held, reachable } = request;
  const phone = agency.phone;
  return (
    <Card as="article" padding="none" aria-labelledby={`demande-${request.id}`}>
      <div className="flex gap-4 border-b border-ardoise-200 p-4">
        {listing && (
          <div className="w-24 shrink-0 sm:w-32">
            <ListingPhoto
              photo={listing.photo}
              propertyType={listing.propertyType}
              photoCount={listing.photoCount}
              alt=""
              sizes="8rem"
              className="rounded-control"
            />
          </div>
        )}
        <div className="min-w-0">
          <h3 id={`demande-${request.id}`} className="font-text text-body font-bold tracking-normal">
            {listing && reachable ? (
              <TextLink to={paths.listing({ propertyId: listing.id })}>{listingName(listing)}</TextLink>
            ) : listing ? (
              listingName(listing)
            ) : (
              ((listingReference && `Référence ${listingReference}`) ?? agency.name)
            )}
          </h3>
          {listing && <p className="figures">{priceSentence(priceLines(listing))}</p>}
          <p className="mt-1 text-small text-ardoise-600">
            {listingReference === null ? 'Écrit depuis sa page' : agency.name}
            {listing && referenceTail(listingReference)}
            {!reachable && ' · l’annonce n’est plus en ligne'}
          </p>
        </div>
      </div>
      <div className="grid gap-x-8 gap-y-4 p-4 sm:grid-cols-[minmax(0,1fr)_auto]">
        <div className="min-w-0">
          <p className="text-small font-medium text-ardoise-600">
            {requestName(request.request, listing?.transaction ?? 1)}
          </p>
          {message && <Words text={message.replace(/^bonjour[ ,!.]*\n+/i, '')} />}
        </div>
        <Progress request={request} now={now} />
      </div>
      {request.letters.length > 0 && <Letters request={request} now={now} />}
      {phone && reachable && (
        <div
          className={`flex flex-wrap items-center justify-between gap-3 rounded-b-card px-4 py-3 ${failed || held ? 'bg-ambre-100' : 'bg-craie'}`}
        >
          <p className="text-small text-ardoise-700">
            {failed
              ? 'L’agence n’a pas pu être jointe par courriel.'
              : held
                ? 'L’agence la trouve parmi ses indésirables, sans courriel\u00a0: appelez-la plutôt.'
                : request.answeredAt !== null
                  ? `Une question de plus${NBSP}? L’agence répond aussi au téléphone.`
                  : `Sans nouvelles${NBSP}? L’agence répond aussi au téléphone.`}
          </p>
          <a href={callLink(phone)} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            <Phone aria-hidden="true" className="size-4" />
            {formatPhone(phone)}
          </a>
        </div>
      )}
    </Card>
  );
}

/** What two lines of a phone hold. */
const SHORT = 80;

/** Two lines of what was written, the rest on demand. */
function Words({ text }: { text: string }) {
  if (text.length <= SHORT) return <p className="mt-1 max-w-measure whitespace-pre-line">{text}</p>;
  return (
    <details className="group/words mt-1">
      <summary className="cursor-pointer list-none rounded-chip [&::-webkit-details-marker]:hidden">
        <span className="line-clamp-2 max-w-measure group-open/words:line-clamp-none group-open/words:whitespace-pre-line">
          {text}
        </span>
        <span className="text-small text-phare-700 underline underline-offset-4 group-open/words:hidden">
          Tout lire
        </span>
      </summary>
    </details>
  );
}

/** What was written since: the agency’s answers and the person’s own. */
function Letters({ request: { letters, agency }, now }: { request: SentRequest; now: string }) {
  const from = { answer: agency.name, reply: 'Vous', gone: `Vigie, pour ${agency.name}` };
  return (
    <ol className="space-y-3 border-t border-ardoise-200 p-4">
      {letters.map(({ kind, at, text, byMail, files }) => (
        <li
          key={`${kind} ${at}`}
          className={`rounded-card px-4 py-3 ${kind === 'reply' ? 'mr-6 border border-ardoise-200' : 'ml-6 bg-phare-100'}`}
        >
          <p className="flex flex-wrap justify-between gap-x-3 text-small">
            <span className="font-bold">{from[kind]}</span>
            <span className="text-ardoise-700">
              {byMail && 'par courriel, '}
              <Time at={at} format="ago" now={now} />
            </span>
          </p>
          <p className="mt-1 max-w-measure whitespace-pre-line wrap-anywhere">{text}</p>
          {files.length > 0 && (
            <p className="mt-1 text-small wrap-anywhere text-ardoise-700">
              {files.length === 1 ? 'Fichier joint, non transmis' : 'Fichiers joints, non transmis'}
              {NBSP}: {files.join(', ')}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Sent, had by the agency, read, answered or closed: each with its hour (domain.md, F6). */
function Progress({ request, now }: { request: SentRequest; now: string }) {
  const { sentAt, receivedAt, readAt, answeredAt, closedAt, held, failed } = request;
  return (
    <ol className="space-y-1 text-small">
      <Step done label="Envoyée" at={sentAt} now={now} />
      {failed && readAt === null ? (
        <li className="flex items-center gap-2 font-medium text-ambre-700">
          <CircleAlert aria-hidden="true" className="size-5 shrink-0" />
          Non remise à l’agence
        </li>
      ) : held ? (
        <li className="flex items-center gap-2 font-medium text-ambre-700">
          <CircleAlert aria-hidden="true" className="size-5 shrink-0" />
          Mise de côté
        </li>
      ) : (
        <Step done={receivedAt !== null} label="Reçue par l’agence" at={receivedAt} now={now} />
      )}
      {readAt !== null && <Step done label="Lue" at={readAt} now={now} />}
      {answeredAt !== null && <Step done label="Répondue" at={answeredAt} now={now} />}
      {closedAt !== null && <Step done label="Clôturée" at={closedAt} now={now} />}
    </ol>
  );
}

function Step({ done, label, at, now }: { done: boolean; label: string; at: string | null; now: string }) {
  const Icon = done ? Check : Clock;
  return (
    <li className={`flex items-center gap-2 ${done ? '' : 'text-ardoise-500'}`}>
      <Icon aria-hidden="true" className={`size-5 shrink-0 ${done ? 'text-vert-700' : ''}`} />
      <span>
        {label}
        {at ? (
          <>
            {' '}
            <Time at={at} format="ago" now={now} />
          </>
        ) : (
          <span className="sr-only"> (pas encore)</span>
        )}
      </span>
    </li>
  );
}
