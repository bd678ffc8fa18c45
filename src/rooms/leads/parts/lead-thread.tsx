import { BellRing, Bot, CircleAlert, Mail, Paperclip, StickyNote, UserRound, Workflow } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDate } from '#contract/fmt.ts';
import { Time } from '#ui/time.tsx';
import { type Disqualification, disqualifications, leadStatuses, SYSTEM } from '../contract.ts';
import { PERSON } from '../conversation.ts';
import type { InboxEvent, OpenLead } from '../inbox.ts';

/** What was said and done, the oldest first: words as letters, the rest as lines. */
export function Thread({ lead, agency, now }: { lead: OpenLead; agency: string; now: string }) {
  return (
    <section aria-labelledby="echanges">
      <h3 id="echanges" className="sr-only">
        Échanges et suivi
      </h3>
      <ol className="space-y-3">
        <li>
          <Letter from={lead.name || 'La personne'} at={lead.createdAt} now={now}>
            {lead.message ?? <span className="text-ardoise-600">Sans message.</span>}
          </Letter>
        </li>
        {lead.events.map((event, index) => (
          // The history only grows.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <Happened event={event} person={lead.name} agency={agency} now={now} />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface HappenedProps {
  readonly event: InboxEvent;
  readonly person: string;
  readonly agency: string;
  readonly now: string;
}

function Happened({ event, person, agency, now }: HappenedProps) {
  const { kind, text, at, byWhom, lost, letter } = event;
  const by = byWhom === SYSTEM ? 'Vigie' : byWhom === agency ? 'vous' : byWhom;
  switch (kind) {
    case 'answer':
    case 'gone':
      return (
        <Letter own from={kind === 'gone' ? 'Vigie, pour vous' : 'Vous'} at={at} now={now} letter={letter}>
          {text}
          {lost && (
            <span className="mt-2 flex items-center gap-1.5 text-small font-medium text-rouge-700">
              <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
              Non remis{'\u00a0'}: cette adresse refuse les courriels. Appelez plutôt.
            </span>
          )}
        </Letter>
      );
    case 'reply':
      return (
        <Letter from={person || 'La personne'} at={at} now={now} letter={letter}>
          {text}
        </Letter>
      );
    case 'automatic':
      return (
        <Line Icon={Bot} at={at} now={now}>
          Réponse automatique {byWhom === PERSON ? 'de la personne' : 'de votre messagerie'}, gardée ici
          seulement{'\u00a0'}: «{'\u00a0'}
          {text}
          {'\u00a0'}»
        </Line>
      );
    case 'note':
      return (
        <div className="rounded-card border border-dashed border-bordure bg-blanc px-4 py-3">
          <p className="flex items-center gap-1.5 text-small text-ardoise-600">
            <StickyNote aria-hidden="true" className="size-4" />
            Note interne, {by}, <Time at={at} format="ago" now={now} />
          </p>
          <p className="mt-1 whitespace-pre-line wrap-anywhere">{text}</p>
        </div>
      );
    case 'assignment':
      return (
        <Line Icon={UserRound} at={at} now={now}>
          {text === null ? `Plus suivie par personne, ${by}` : `Suivie par ${text}, ${by}`}
        </Line>
      );
    case 'reminder':
      return (
        <Line Icon={BellRing} at={at} now={now}>
          {text === null
            ? `Rappel retiré, ${by}`
            : `Rappel le ${formatDate(new Date(`${text}T12:00:00Z`))}, ${by}`}
        </Line>
      );
    case 'status':
      return (
        <Line Icon={Workflow} at={at} now={now}>
          {moveSaid(event)}
          {byWhom !== SYSTEM && `, ${by}`}
        </Line>
      );
  }
}

function moveSaid({ fromStatus, toStatus, text }: InboxEvent): string {
  if (fromStatus === null)
    return toStatus === 'disqualified' ? 'Mise de côté à l’arrivée' : 'Reçue par Vigie';
  if (toStatus === 'new') return 'Remise à l’agence';
  const status = toStatus === null ? '' : leadStatuses[toStatus];
  const reason =
    text !== null && Object.hasOwn(disqualifications, text)
      ? disqualifications[text as Disqualification]
      : text;
  return reason ? `${status}\u00a0: ${reason}` : status;
}

/** Somebody’s own words: the person’s on the left, the agency’s on the right. */
function Letter({
  from,
  at,
  now,
  own = false,
  letter = null,
  children,
}: {
  from: string;
  at: string;
  now: string;
  own?: boolean;
  letter?: InboxEvent['letter'];
  children: ReactNode;
}) {
  return (
    <div
      className={`rounded-card px-4 py-3 ${
        own
          ? 'ml-6 bg-phare-100 @min-[46rem]:ml-12'
          : 'mr-6 border border-ardoise-200 bg-blanc @min-[46rem]:mr-12'
      }`}
    >
      <p className="flex flex-wrap justify-between gap-x-3 text-small">
        <span className="font-bold">{from}</span>
        <span className={own ? 'text-ardoise-700' : 'text-ardoise-600'}>
          {letter && (
            <>
              <Mail aria-hidden="true" className="mr-1 inline size-4 align-text-bottom" />
              par courriel,{' '}
            </>
          )}
          <Time at={at} format="ago" now={now} />
        </span>
      </p>
      <div className="mt-1 whitespace-pre-line wrap-anywhere">{children}</div>
      {letter && <LetterNotes letter={letter} own={own} />}
    </div>
  );
}

/** What a mail has besides its new words. */
function LetterNotes({ letter, own }: { letter: NonNullable<InboxEvent['letter']>; own: boolean }) {
  const { elsewhere, address, original, files } = letter;
  return (
    <div className="mt-2 space-y-1.5 text-small empty:hidden">
      {elsewhere && (
        <p className="flex items-start gap-1.5 text-ambre-700">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span className="wrap-anywhere">
            {own
              ? `Écrit depuis ${address === '?' ? 'une adresse illisible' : address}, que Vigie ne connaît pas à votre agence.`
              : 'Écrit depuis une autre adresse que celle de la demande\u00a0: assurez-vous de qui vous répond.'}
          </span>
        </p>
      )}
      {files.length > 0 && (
        <p className="flex items-start gap-1.5 text-ardoise-700">
          <Paperclip aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span className="wrap-anywhere">
            {files.length === 1 ? 'Fichier joint, non transmis' : 'Fichiers joints, non transmis'}
            {'\u00a0'}: {files.join(', ')}
          </span>
        </p>
      )}
      {original !== null && (
        <details>
          <summary className="inline-flex min-h-6 cursor-pointer items-center rounded-chip text-phare-700 underline underline-offset-4">
            Tout le courriel
          </summary>
          <p className="mt-1 whitespace-pre-line wrap-anywhere text-ardoise-700">{original}</p>
        </details>
      )}
    </div>
  );
}

function Line({
  Icon,
  at,
  now,
  children,
}: {
  Icon: typeof Workflow;
  at: string;
  now: string;
  children: ReactNode;
}) {
  return (
    <p className="flex items-start gap-2 px-1 text-small text-ardoise-600">
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="wrap-anywhere">
        {children}, <Time at={at} format="ago" now={now} />
      </span>
    </p>
  );
}
