import type { ReactNode } from 'react';
import { Section, Text } from 'react-email';
import { formatDate, NBSP } from '#contract/fmt.ts';
import { type SuspensionGround, suspensionGrounds } from '#rooms/listings/moderation.ts';
import { ink, MailLink, text } from '#rooms/mail/parts/mail-frame.tsx';
import { type Mail, MailAction, MailNotice } from '#rooms/mail/parts/notice.tsx';
import { type AppealOutcome, type AppealSide, appealSides } from './appeals.ts';
import { type Measure, type ReportKind, type ReportReason, reportReasons } from './contract.ts';
import type { Outcome } from './decisions.ts';

interface Reported {
  readonly origin: string;
  readonly termsUrl: string;
  readonly reference: string;
  readonly kind: ReportKind;
  readonly reason: ReportReason;
  readonly url: string;
  readonly listingReference: string;
  readonly title: string;
}

interface Decided extends Reported {
  readonly outcome: Outcome;
  readonly measure: Measure;
  readonly ground: SuspensionGround | null;
  readonly statement: string;
  /** Where this side contests and until when; null: it did so already. */
  readonly contest: { readonly url: string; readonly until: Date } | null;
}

const toAgency = (agency: string) =>
  `Ce message de service est adressé à ${agency}, dont Vigie publie les annonces.`;
const TO_REPORTER =
  'Vous recevez ce message parce que cette adresse a été donnée avec un signalement sur Vigie.';

function Named({ url, listingReference, title }: Reported) {
  return (
    <Text style={text.body}>
      Annonce{NBSP}: <MailLink href={url}>{title || listingReference}</MailLink>, référence {listingReference}
      .
    </Text>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Section style={{ padding: '8px 0 0', borderTop: `1px solid ${ink.ardoise200}` }}>
      <Text style={{ ...text.body, margin: '0 0 4px', fontWeight: 650 }}>{title}</Text>
      <Text style={text.body}>{children}</Text>
    </Section>
  );
}

const Statement = ({ children }: { children: string }) => (
  <span style={{ whiteSpace: 'pre-line' }}>{children}</span>
);

/** What one may do against a decision (DSA, articles 16, 5, 17, 3 f, 20 and 21). */
function Redress({ contest, termsUrl }: Pick<Decided, 'contest' | 'termsUrl'>) {
  return (
    <>
      {contest && (
        <>
          <Part title="Si vous n’êtes pas d’accord">
            Vous pouvez contester cette décision gratuitement jusqu’au {formatDate(contest.until)}, par le
            lien qui suit. Une autre personne que celle qui a décidé la réexamine quand c’est possible.
          </Part>
          <MailAction link={contest.url} label="Contester cette décision" />
        </>
      )}
      <Text style={text.body}>
        Vous gardez le droit de saisir un organe de règlement extrajudiciaire certifié (règlement (UE)
        2022/2065, article 21), et le juge{NBSP}: <MailLink href={termsUrl}>comment nous décidons</MailLink>.
      </Text>
    </>
  );
}

/** What is decided, as the reporter reads it. */
function endOf({ outcome, measure }: Pick<Decided, 'outcome' | 'measure'>): string {
  if (outcome === 'duplicate')
    return 'Ces faits nous étaient déjà signalés\u00a0: ils sont traités avec le premier signalement.';
  if (outcome === 'unfounded')
    return 'Nous n’avons rien trouvé de contraire à la loi ni à nos conditions\u00a0: l’annonce reste comme elle est.';
  return {
    none: 'Votre signalement est fondé. L’annonce n’appelle plus de mesure.',
    correction: 'Votre signalement est fondé. Nous avons demandé à l’agence de corriger l’annonce.',
    suspension:
      'Votre signalement est fondé. L’annonce est suspendue\u00a0: elle n’est plus montrée sur Vigie.',
  }[measure];
}

const shortEnd: Readonly<Record<Outcome, string>> = {
  founded: 'il est fondé',
  unfounded: 'il n’est pas fondé',
  duplicate: 'il était déjà traité',
};

/** To the person who reported: what is decided, why, and how to contest it (DSA, article 16, 5). */
export function reporterOutcomeMail(given: Decided): Mail {
  const { origin, reference, reason, statement, outcome } = given;
  return {
    subject: `Votre signalement ${reference}${NBSP}: ${shortEnd[outcome]}`,
    element: (
      <MailNotice origin={origin} preview={endOf(given)} why={TO_REPORTER}>
        <Text style={text.title}>Ce que nous avons décidé</Text>
        <Named {...given} />
        <Text style={text.body}>
          Votre motif{NBSP}: {reportReasons[reason]}. Référence{NBSP}: {reference}.
        </Text>
        <Part title="La décision">{endOf(given)}</Part>
        <Part title="Pourquoi">
          <Statement>{statement}</Statement>
        </Part>
        <Part title="Comment elle a été prise">Par une personne, sans décision automatique.</Part>
        <Redress {...given} />
      </MailNotice>
    ),
  };
}

/** To the agency: one of its listings is reported, and a person looks at it. Neither who, nor in which words. */
export function reportedMail(given: Reported & { readonly agency: string }): Mail {
  const { origin, agency, reference, reason, listingReference, termsUrl } = given;
  return {
    subject: `Votre annonce ${listingReference} a été signalée (${reference})`,
    element: (
      <MailNotice
        origin={origin}
        preview={`Motif${NBSP}: ${reportReasons[reason]}. Rien n’est encore décidé.`}
        why={toAgency(agency)}
      >
        <Text style={text.title}>Votre annonce a été signalée</Text>
        <Named {...given} />
        <Text style={text.body}>
          Motif{NBSP}: {reportReasons[reason]}.
        </Text>
        <Text style={text.body}>
          Une personne de Vigie l’examine. Rien n’est encore décidé{NBSP}: l’annonce reste comme elle est, et
          vous serez prévenus de la suite. Si quelque chose est à corriger, vous pouvez le faire dès
          maintenant dans votre logiciel ou dans votre espace.
        </Text>
        <Text style={text.body}>
          Nous ne disons pas qui signale. Pour nous donner votre avis, répondez à ce courriel{NBSP}:{' '}
          <MailLink href={termsUrl}>comment nous décidons</MailLink>.
        </Text>
      </MailNotice>
    ),
  };
}

/** What is decided, as the agency reads it. */
function agencyEndOf({ kind, outcome, measure }: Pick<Decided, 'kind' | 'outcome' | 'measure'>): string {
  if (kind === 'rule' && outcome !== 'founded')
    return 'La tournure est acceptée\u00a0: l’annonce paraît sous ce texte, si rien d’autre ne la retient.';
  if (outcome !== 'founded')
    return 'Le signalement est classé sans suite\u00a0: votre annonce reste comme elle est.';
  if (kind === 'rule')
    return 'Une tournure de cette annonce ne peut être publiée\u00a0: elle reste hors ligne jusqu’à ce que son texte change.';
  return {
    none: 'Le signalement est fondé. L’annonce n’appelle plus de mesure.',
    correction:
      'Le signalement est fondé. Corrigez l’annonce sans tarder\u00a0: sans correction, elle sera suspendue.',
    suspension:
      'Le signalement est fondé. L’annonce est suspendue\u00a0: l’exposé des motifs vous est envoyé à part.',
  }[measure];
}

/** To the agency: what is decided of its listing, on which facts and ground, and how to contest it (DSA, article 17). */
export function agencyOutcomeMail(given: Decided & { readonly agency: string }): Mail {
  const { origin, agency, kind, reference, reason, listingReference, statement, ground } = given;
  return {
    subject: `Votre annonce ${listingReference}${NBSP}: ce que nous avons décidé (${reference})`,
    element: (
      <MailNotice origin={origin} preview={agencyEndOf(given)} why={toAgency(agency)}>
        <Text style={text.title}>
          {kind === 'rule' ? 'Une tournure de votre annonce' : 'Votre annonce avait été signalée'}
        </Text>
        <Named {...given} />
        <Text style={text.body}>
          Motif{NBSP}: {reportReasons[reason]}. Référence{NBSP}: {reference}.
        </Text>
        <Part title="La décision">{agencyEndOf(given)}</Part>
        <Part title="Les faits">
          <Statement>{statement}</Statement>
        </Part>
        {ground && (
          <Part title={`Fondement${NBSP}: ${suspensionGrounds[ground].label}`}>
            {suspensionGrounds[ground].basis}.
          </Part>
        )}
        <Part title="Comment elle a été prise">
          {kind === 'rule'
            ? 'Un programme avait repéré la tournure\u00a0; la décision elle-même a été prise par une personne, qui l’a lue.'
            : 'Par une personne, à la suite d’un signalement (règlement (UE) 2022/2065, article 16), sans moyen automatisé.'}
        </Part>
        <Redress {...given} />
      </MailNotice>
    ),
  };
}

const appealEnds: Readonly<Record<AppealOutcome, string>> = {
  kept: 'Après un nouvel examen, la décision est maintenue.',
  changed: 'Après un nouvel examen, la décision change.',
};

/** To a side, the one that contested or the other once the decision changes: what a person answers to an appeal. */
export function appealOutcomeMail(
  given: Decided & {
    readonly to: AppealSide;
    readonly appellant: boolean;
    readonly appealOutcome: AppealOutcome;
    readonly answer: string;
    readonly agency: string;
  },
): Mail {
  const { origin, to, appellant, appealOutcome, answer, agency, reference } = given;
  const end = to === 'agency' ? agencyEndOf(given) : endOf(given);
  return {
    subject: `${appellant ? 'Votre contestation' : 'Une décision change'} (${reference})`,
    element: (
      <MailNotice
        origin={origin}
        preview={appealEnds[appealOutcome]}
        why={to === 'agency' ? toAgency(agency) : TO_REPORTER}
      >
        <Text style={text.title}>
          {appellant ? 'Votre contestation a été examinée' : 'Une décision a été contestée, et elle change'}
        </Text>
        <Named {...given} />
        <Part title={appealEnds[appealOutcome]}>
          {appealOutcome === 'changed' ? end : 'Rien ne change à ce que nous vous avions écrit.'}
        </Part>
        <Part title="Pourquoi">
          <Statement>{answer}</Statement>
        </Part>
        <Redress {...given} />
      </MailNotice>
    ),
  };
}

/** To the operator of the site: an appeal waits. Not a word of it: those stay where they can be erased. */
export function appealNoticeMail({
  origin,
  reference,
  side,
  listingReference,
  caseUrl,
}: Pick<Reported, 'origin' | 'reference' | 'listingReference'> & {
  readonly side: AppealSide;
  readonly caseUrl: string;
}): Mail {
  return {
    subject: `[${reference}] Décision contestée`,
    element: (
      <MailNotice
        origin={origin}
        preview={`${appealSides[side]} conteste.`}
        why="Message automatique de Vigie, à chaque contestation."
      >
        <Text style={text.title}>Une décision est contestée</Text>
        <Text style={text.body}>
          {appealSides[side]} conteste ce qui a été décidé de l’annonce {listingReference}. Une autre personne
          que celle qui a décidé doit répondre quand c’est possible.
        </Text>
        <MailAction link={caseUrl} label="Lire la contestation" />
      </MailNotice>
    ),
  };
}
