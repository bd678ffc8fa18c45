import { FileText, Mail, Phone } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { useSender } from '#browser/post-form.tsx';
import { formatDate, formatTime, NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { callLink, formatPhone } from '#contract/phone.ts';
import { ListingPhoto } from '#rooms/listings/parts/listing-photo.tsx';
import { priceLines, priceSentence } from '#rooms/listings/price-lines.ts';
import { listingName } from '#rooms/listings/reading.ts';
import { LeadBadge } from '#ui/badge.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { Time } from '#ui/time.tsx';
import { disqualifications, leadSources, leadStatuses, sendingStatuses } from '../contract.ts';
import type { OpenLead } from '../inbox.ts';
import { referenceTail, requestName } from '../requests.ts';
import { Timer } from './inbox-list.tsx';
import type { leadAction } from './lead-acts.tsx';
import { Composer } from './lead-composer.tsx';
import { FollowUp, Moves } from './lead-follow-up.tsx';
import { Thread } from './lead-thread.tsx';

interface LeadPaneProps {
  readonly lead: OpenLead;
  /** Names that leads were given to before. */
  readonly assignees: readonly string[];
  /** Its name. */
  readonly agency: string;
  readonly now: string;
}

/** One lead: who, what about, what was said, and what to do next. */
export function LeadPane({ lead, assignees, agency, now }: LeadPaneProps) {
  useRead(lead);
  const { erased, status, card, disqualifiedBecause: because } = lead;
  const closed = erased || sendingStatuses.has(status) || status === 'disqualified';
  return (
    <article aria-labelledby="prospect" className="@container p-4 lg:p-6">
      <header className="border-b border-ardoise-200 pb-4">
        <h2 id="prospect" className="text-h1 wrap-anywhere">
          {erased ? 'Personne effacée' : [lead.civility, lead.name].filter(Boolean).join(' ')}
        </h2>
        <p className="mt-1 text-ardoise-700">
          {requestName(lead.request, card?.transaction ?? 1)}, reçue{' '}
          <Time at={lead.createdAt} format="ago" now={now} />
          <span className="text-ardoise-600 max-sm:block">
            <span className="max-sm:hidden"> · </span>
            {leadSources[lead.source]}
            {lead.boostId !== null && ` ${lead.boostId}`}
          </span>
        </p>
        <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 text-small">
          <LeadBadge
            status={status}
            label={
              because === null
                ? leadStatuses[status]
                : `${leadStatuses[status]}${NBSP}: ${disqualifications[because].toLowerCase()}`
            }
          />
          <Timer lead={lead} now={now} />
        </p>
        {!erased && <Reach lead={lead} />}
        <Moves key={status} lead={lead} />
      </header>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-6 @min-[46rem]:grid-cols-[minmax(0,1fr)_17rem]">
        <div className="min-w-0 space-y-4">
          {erased && (
            <Notice title="Données effacées à la demande de la personne">
              Il ne reste que la date, ce sur quoi elle portait et ce que la demande est devenue.
            </Notice>
          )}
          {sendingStatuses.has(status) && !erased && <NotArrived lead={lead} />}
          {!erased && <Doubtful lead={lead} />}
          {lead.hasLinks && (
            <Notice tone="warning">
              Ce message contient un lien que Vigie n’a pas vérifié. Ne donnez aucun mot de passe derrière.
            </Notice>
          )}
          <Thread lead={lead} agency={agency} now={now} />
          {!erased && <Composer lead={lead} canAnswer={!closed} />}
        </div>
        <aside aria-label="Autour de la demande" className="min-w-0 space-y-6">
          {lead.listingReference !== null && <About lead={lead} />}
          {!erased && <FollowUp lead={lead} assignees={assignees} />}
          <Others lead={lead} now={now} />
          <ToSoftware lead={lead} now={now} />
          <Agreed lead={lead} />
        </aside>
      </div>
    </article>
  );
}

/** The person is told that their request was read, as soon as it is. */
function useRead({ id, readAt, erased }: OpenLead): void {
  const { send } = useSender<typeof leadAction>({ key: `read-${id}` });
  const unread = readAt === null && !erased;
  useEffect(() => {
    if (unread) void send({ intent: 'read', id: String(id) });
  }, [unread, id, send]);
}

function Reach({ lead }: { lead: OpenLead }) {
  const { phone, email, listingReference } = lead;
  const subject = encodeURIComponent(`Votre demande${referenceTail(listingReference)}`);
  return (
    <ul className="mt-4 flex flex-wrap gap-2">
      {phone && (
        <li>
          <a href={callLink(phone)} className={buttonClass({ variant: 'primary' })}>
            <Phone aria-hidden="true" className="size-5" />
            <span className="sr-only">Appeler le </span>
            {formatPhone(phone)}
          </a>
        </li>
      )}
      <li className="min-w-0 max-w-full">
        <a
          href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}?subject=${subject}`}
          className={`${buttonClass({ variant: 'secondary' })} max-w-full`}
        >
          <Mail aria-hidden="true" className="size-5 shrink-0" />
          <span className="sr-only">Écrire de votre messagerie à </span>
          <span className="min-w-0 wrap-anywhere">{email}</span>
        </a>
      </li>
    </ul>
  );
}

function NotArrived({ lead }: { lead: OpenLead }) {
  const sender = useSender<typeof leadAction>();
  const reason = lead.events.findLast(({ toStatus }) => toStatus === 'error')?.text;
  const failed = lead.status === 'error';
  return (
    <Notice
      tone={failed ? 'error' : 'info'}
      title={failed ? 'L’envoi de cette demande a échoué' : 'L’envoi de cette demande est en cours'}
      actions={
        <sender.Form>
          <input type="hidden" name="id" value={lead.id} />
          <Button type="submit" name="intent" value="take" size="sm" busy={sender.state !== 'idle'}>
            Traiter ici
          </Button>
        </sender.Form>
      }
    >
      {failed && reason ? `${reason}. ` : ''}La demande, elle, est bien là{'\u00a0'}: vous pouvez la traiter
      ici sans attendre.
      {sender.data?.failure && (
        <span role="alert" className="mt-1 block font-medium text-rouge-700">
          {sender.data.failure}
        </span>
      )}
    </Notice>
  );
}

/** Why it looks sent by a program, and what was done of it. */
function Doubtful({ lead: { suspicion, events } }: { lead: OpenLead }) {
  if (suspicion === null) return null;
  // As it came, not as the agency put it aside since.
  const held = events[0]?.toStatus === 'disqualified';
  return (
    <Notice tone="warning" title={held ? 'Mise de côté comme indésirable' : 'À vérifier'}>
      Signes d’un envoi automatique{NBSP}: {suspicion}.{' '}
      {held
        ? 'Aucun courriel ne vous en a averti, et la personne l’a su. Si c’est une vraie demande, reprenez-la.'
        : 'Vigie vous l’a transmise sans en être sûre\u00a0: à vous d’en juger.'}
    </Notice>
  );
}

const heading = 'mb-2 font-text text-small font-bold tracking-normal text-ardoise-700';

function About({ lead: { card, online, listingReference } }: { lead: OpenLead }) {
  return (
    <section aria-labelledby="annonce">
      <h3 id="annonce" className={heading}>
        L’annonce
      </h3>
      <div className="overflow-hidden rounded-card border border-ardoise-200 bg-blanc">
        {card && (
          <ListingPhoto
            photo={card.photo}
            propertyType={card.propertyType}
            photoCount={card.photoCount}
            alt=""
            sizes="17rem"
          />
        )}
        <div className="p-3">
          <p className="font-medium">
            {card && online ? (
              <TextLink to={paths.listing({ propertyId: card.id })}>{listingName(card)}</TextLink>
            ) : card ? (
              listingName(card)
            ) : (
              'Annonce supprimée'
            )}
          </p>
          {card && <p className="figures">{priceSentence(priceLines(card))}</p>}
          <p className="text-small text-ardoise-600">
            Référence {listingReference}
            {card && !online && ', hors ligne'}
          </p>
        </div>
      </div>
    </section>
  );
}

/** How far it went to the agency’s own software. */
function ToSoftware({ lead: { id, delivery }, now }: { lead: OpenLead; now: string }) {
  const sender = useSender<typeof leadAction>();
  if (delivery === null) return null;
  const { status, attempts, reason, at } = delivery;
  return (
    <section aria-labelledby="logiciel">
      <h3 id="logiciel" className={heading}>
        Votre logiciel
      </h3>
      <p className={`text-small ${status === 'failed' ? 'text-rouge-700' : 'text-ardoise-600'}`}>
        {status === 'delivered' && (
          <>
            À jour, reçu <Time at={at} format="ago" now={now} />.
          </>
        )}
        {status === 'pending' &&
          (reason === null
            ? 'Envoi en cours.'
            : `Pas encore reçu (${reason})${NBSP}: nouvel essai à ${formatTime(new Date(at))}.`)}
        {status === 'failed' && `Non reçu après ${attempts} essais (${reason}).`}
      </p>
      {status === 'failed' && (
        <sender.Form className="mt-2">
          <input type="hidden" name="id" value={id} />
          <Button
            type="submit"
            name="intent"
            value="redeliver"
            variant="secondary"
            size="sm"
            busy={sender.state !== 'idle'}
          >
            Réessayer
          </Button>
        </sender.Form>
      )}
      {sender.data?.failure && (
        <p role="alert" className="mt-1 text-small font-medium text-rouge-700">
          {sender.data.failure}
        </p>
      )}
    </section>
  );
}

/** The same person’s other requests: a duplicate is seen at once. */
function Others({ lead: { others }, now }: { lead: OpenLead; now: string }) {
  const { pathname } = useLocation();
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="autres">
      <h3 id="autres" className={heading}>
        Cette personne vous a aussi écrit
      </h3>
      <ul className="rounded-card border border-ardoise-200 bg-blanc">
        {others.map((other) => (
          <li key={other.id} className="border-b border-ardoise-100 last:border-0">
            <Link
              to={`${pathname}?prospect=${other.id}`}
              className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-small hover:bg-ardoise-100"
            >
              <FileText aria-hidden="true" className="size-4 shrink-0 text-ardoise-600" />
              <span className="font-medium underline underline-offset-4">
                {other.listingReference ?? 'Votre page'}
              </span>
              <span className="text-ardoise-600">
                <Time at={other.createdAt} format="ago" now={now} />
              </span>
              <LeadBadge status={other.status} label={leadStatuses[other.status]} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Agreed({ lead: { consents, keepUntil, erased } }: { lead: OpenLead }) {
  return (
    <section aria-labelledby="accords" className="text-small text-ardoise-600">
      <h3 id="accords" className={heading}>
        Ce qui est permis
      </h3>
      {!erased && (
        <p>
          Ces coordonnées vous sont confiées pour répondre à cette demande, et à rien d’autre{'\u00a0'}: tout
          autre démarchage demande un accord exprès.
        </p>
      )}
      {consents.length > 0 && (
        <>
          <p className="mt-2">Donné à Vigie, qui en garde la preuve{'\u00a0'}:</p>
          <ul className="mt-1 space-y-1">
            {consents.map(({ sentence, at }) => (
              <li key={sentence}>
                «{NBSP}
                {sentence}
                {NBSP}», le {formatDate(new Date(at))} à {formatTime(new Date(at))}
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="mt-2">
        Conservée jusqu’au {formatDate(new Date(`${keepUntil}T12:00:00Z`))} au plus tard.
      </p>
    </section>
  );
}
