import { CircleCheck, Clock, Phone } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatDate, formatTime, NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { callLink, formatPhone } from '#contract/phone.ts';
import { buttonClass } from '#ui/button.tsx';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { referenceTail } from '../requests.ts';

interface Agency {
  readonly name: string;
  /** E.164. */
  readonly phone: string | null;
}

/** What the call answered, and to which address. */
export interface Sent {
  readonly state: 'sent' | 'already' | 'held';
  readonly sentAt: string;
  readonly receipt: boolean;
  readonly delivery: 'mail' | 'inbox';
  readonly marked: boolean;
  readonly email: string;
}

interface ContactSentProps {
  sent: Sent;
  agency: Agency;
  /** As the agency calls the property; null: it is about none. */
  reference: string | null;
  answers: string | null;
  signedIn: boolean;
  next: ReactNode;
}

/** In place of the form: what was done, and what happens now. */
export function ContactSent({ sent, agency, reference, answers, signedIn, next }: ContactSentProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const { state, receipt, delivery, marked, email } = sent;
  const moment = new Date(sent.sentAt);
  const at = formatTime(moment);
  const day = formatDate(moment);
  const usual = answers ? `, d’habitude ${answers}` : '';
  const Icon = state === 'held' ? Clock : CircleCheck;
  const said = {
    sent: {
      title: 'Votre demande est partie',
      words: `Envoyée à ${agency.name} à ${at}${referenceTail(reference)}.`,
    },
    already: {
      title: 'Votre demande était déjà partie',
      words: `Vous avez écrit la même chose à ${agency.name}${reference === null ? '' : ' au sujet de ce bien'} le ${day} à ${at}. Une fois suffit${NBSP}: rien n’a été envoyé de plus.`,
    },
    held: {
      title: 'Votre demande est mise de côté',
      words: `Trop de demandes semblables viennent du même endroit que vous. ${agency.name} trouve celle-ci dans sa boîte, parmi les indésirables, sans courriel pour l’en avertir.`,
    },
  }[state];
  return (
    <div>
      <div className="flex items-start gap-3">
        <Icon
          aria-hidden="true"
          className={`mt-1 size-7 shrink-0 ${state === 'held' ? 'text-ambre-700' : 'text-vert-700'}`}
        />
        <div>
          <h2 id="contact" ref={title} tabIndex={-1} className="text-h2 outline-none!">
            {said.title}
          </h2>
          <p className="mt-1 text-ardoise-700">{said.words}</p>
          {state === 'sent' && marked && (
            <p className="mt-1 text-ardoise-700">
              Elle ressemble à un envoi automatique{NBSP}: l’agence la reçoit avec la mention «{NBSP}à
              vérifier
              {NBSP}».
            </p>
          )}
        </div>
      </div>
      <ol className="mt-6 space-y-4">
        {state === 'held' ? (
          <Step rank={1} title={`${agency.phone ? 'Appelez l’agence' : 'Réessayez demain'}, c’est plus sûr.`}>
            Avec un compte dont l’adresse est confirmée, vos demandes partent aussitôt.
          </Step>
        ) : delivery === 'mail' ? (
          <Step rank={1} title={`L’agence vous répond directement${usual}.`}>
            Par e-mail à <strong className="break-words">{email}</strong>, ou par téléphone.
          </Step>
        ) : (
          <Step rank={1} title="L’agence la lira à sa prochaine connexion.">
            Elle n’en reçoit pas de courriel{agency.phone ? `${NBSP}: l’appeler est plus rapide.` : '.'}
          </Step>
        )}
        {state === 'sent' && receipt && (
          <Step rank={2} title="Un accusé de réception vous arrive.">
            Il dit ce qui a été envoyé, à qui et quand, et comment le retirer. La même demande envoyée deux
            fois n’arrive qu’une fois à l’agence.
          </Step>
        )}
        {signedIn && (
          <Step rank={state === 'sent' && receipt ? 3 : 2} title="Vous la retrouvez dans vos demandes.">
            <TextLink to={`${paths.dashboard()}?onglet=demandes`}>Mes demandes</TextLink> dit quand l’agence
            l’a reçue.
          </Step>
        )}
      </ol>
      <div className="mt-6 flex flex-wrap gap-3">
        {agency.phone && (
          <a href={callLink(agency.phone)} className={buttonClass({ variant: 'secondary' })}>
            <Phone aria-hidden="true" className="size-5" />
            Appeler le {formatPhone(agency.phone)}
          </a>
        )}
        {next}
      </div>
    </div>
  );
}

function Step({ rank, title, children }: { rank: number; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden="true"
        className="figures grid size-7 shrink-0 place-items-center rounded-full bg-phare-100 text-small font-bold text-phare-700"
      >
        {rank}
      </span>
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        <p className="text-ardoise-600">{children}</p>
      </div>
    </li>
  );
}

/** In place of the form while administrators keep it closed: their words, and the telephone. */
export function ContactClosed({ words, agency }: { words: string; agency: Agency }) {
  return (
    <div>
      <h2 id="contact" tabIndex={-1} className="mb-4 text-h2 outline-none!">
        Écrire à {agency.name}
      </h2>
      <Notice tone="warning" actions={agency.phone && <CallAgency phone={agency.phone} />}>
        <p className="whitespace-pre-line wrap-anywhere">{words}</p>
      </Notice>
    </div>
  );
}

function CallAgency({ phone }: { phone: string }) {
  return (
    <a href={callLink(phone)} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
      <Phone aria-hidden="true" className="size-4" />
      Appeler le {formatPhone(phone)}
    </a>
  );
}

/** A refusal that concerns no field; `status` is null when nothing answered. */
export interface Failed {
  readonly status: number | null;
  readonly message: string;
  readonly details: unknown;
}

/** What went wrong, what was kept, and the telephone in the meantime. */
export function ContactFailure({ failed, agency }: { failed: Failed; agency: Agency }) {
  const { retryAfter } = (failed.details ?? {}) as { retryAfter?: string };
  return (
    <div className="mt-4">
      <Notice
        tone="error"
        live
        title={failed.status === null ? 'Votre demande n’est pas partie' : failed.message}
        actions={agency.phone && <CallAgency phone={agency.phone} />}
      >
        {failed.status === null
          ? 'Le réseau ou le serveur ne répond pas. Ce que vous avez écrit est gardé\u00a0: réessayez dans un instant.'
          : `Ce que vous avez écrit est gardé.${retryAfter ? ` Réessayez dans ${retryAfter}.` : ''}`}
      </Notice>
    </div>
  );
}
