import { useState } from 'react';
import { saveAsAdmin } from '#browser/admin-session.ts';
import { addressOf } from '#browser/api.ts';
import { toast } from '#browser/toasts.ts';
import { formatCount, formatNumber } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { TextLink } from '#ui/link.tsx';
import { Time } from '#ui/time.tsx';
import { appealOutcomes, appealSides } from '../appeals.ts';
import { type Attachment, attachmentCall, attachmentFileName, attachmentKinds } from '../attachments.ts';
import { measures, reportKinds, reportReasons, reportStatuses } from '../contract.ts';
import { type Case, REPEAT_MONTHS, REPEATED } from '../decisions.ts';
import { ComparedListing } from './compared-listing.tsx';
import { AppealAnswerForm, DecisionForm, TakeForm } from './report-decision.tsx';
import { ReportState } from './report-status.tsx';

interface ReportCaseProps {
  opened: Case;
  caseAddress: (id: number) => string;
  /** Who is signed in. */
  me: string | null;
}

/** One case: what is said of the listing beside the listing itself, then what is decided. */
export function ReportCase({ opened, caseAddress, me }: ReportCaseProps) {
  const { reference, listing, agency, shown, today, appeals, decidedAt } = opened;
  const waiting = appeals.find(({ outcome }) => outcome === null);
  return (
    <article aria-labelledby="titre-du-cas">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="titre-du-cas" className="text-h4">
          {reportReasons[opened.reason]}
        </h2>
        <ReportState {...opened} />
        <p className="w-full text-small text-ardoise-600">
          {reference}, priorité {opened.priority}, {reportKinds[opened.kind].toLowerCase()} le{' '}
          <Time at={opened.createdAt} />
          {opened.takenBy && <>, en charge de {opened.takenBy}</>}
        </p>
      </header>
      <div className="mt-4 grid gap-4 2xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div className="space-y-4">
          <Card padding="dense">
            <h3 className="font-bold">
              {opened.kind === 'rule' ? 'Ce que la règle a trouvé' : 'Ce qui est reproché'}
            </h3>
            <p className="mt-2 break-words whitespace-pre-line">
              {opened.explanation || 'Les mots de ce signalement sont effacés, à la demande de la personne.'}
            </p>
            <Reporter opened={opened} />
            <Files opened={opened} />
          </Card>
          <Others opened={opened} caseAddress={caseAddress} />
          {decidedAt && <Decided opened={opened} />}
        </div>
        <Card padding="dense">
          <h3 className="font-bold">L’annonce</h3>
          <p className="mt-1 mb-3 text-small text-ardoise-600">
            {listing.id === null ? (
              `Référence ${listing.reference}`
            ) : (
              <TextLink to={paths.listing({ propertyId: listing.id })}>
                Référence {listing.reference}
              </TextLink>
            )}
            , <TextLink to={paths.adminAgency({ id: agency.id })}>{agency.name}</TextLink>
            {opened.repeatAgency && (
              <>
                {' '}
                <Badge tone="amber">
                  {formatCount(opened.agencyFounded, 'signalement fondé', 'signalements fondés')} en{' '}
                  {REPEAT_MONTHS} mois
                </Badge>
              </>
            )}
          </p>
          <ComparedListing shown={shown} today={today} />
        </Card>
      </div>
      <Card padding="dense" className="mt-4">
        {waiting ? (
          <AppealAnswerForm key={waiting.id} opened={opened} appeal={waiting} me={me} />
        ) : decidedAt ? (
          <p className="text-ardoise-600">Ce signalement est tranché. Une contestation le rouvrirait.</p>
        ) : (
          <>
            {opened.status === 'new' && <TakeForm opened={opened} />}
            <DecisionForm key={opened.id} opened={opened} />
          </>
        )}
      </Card>
    </article>
  );
}

function Reporter({ opened: { kind, reporter, erased, repeatReporter } }: { opened: Case }) {
  if (kind === 'rule')
    return <p className="mt-3 text-small text-ardoise-600">Personne n’a signalé cette annonce.</p>;
  if (!reporter)
    return (
      <p className="mt-3 text-small text-ardoise-600">
        {erased ? 'La personne qui a signalé est effacée' : 'La personne qui a signalé n’a pas dit son nom'}
        &nbsp;: elle ne recevra pas la décision.
      </p>
    );
  return (
    <p className="mt-3 text-small">
      Signalé par {[reporter.name, reporter.email].filter(Boolean).join(', ')}. L’agence ne le sait pas.
      <br />
      {formatCount(reporter.sent, 'signalement', 'signalements')} en {REPEAT_MONTHS} mois, dont{' '}
      {formatCount(reporter.unfounded, 'non fondé', 'non fondés')}.
      {repeatReporter && (
        <>
          {' '}
          <Badge tone="amber">Signale souvent à tort (à partir de {REPEATED})</Badge>
        </>
      )}
    </p>
  );
}

function Files({ opened: { id, reference, files } }: { opened: Case }) {
  if (files.length === 0) return null;
  return (
    <ul className="mt-3 flex flex-wrap gap-2">
      {files.map((file, rank) => (
        <li key={file.id}>
          <SaveFile caseId={id} name={attachmentFileName(reference, rank + 1, file.kind)} file={file} />
        </li>
      ))}
    </ul>
  );
}

function SaveFile({ caseId, name, file }: { caseId: number; name: string; file: Attachment }) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const address = addressOf(attachmentCall, {
      params: { id: String(caseId), attachment: String(file.id) },
    });
    const failure = await saveAsAdmin(address, name);
    setBusy(false);
    if (failure) toast({ title: 'Pièce jointe', description: failure.message, variant: 'destructive' });
  };
  return (
    <Button variant="secondary" size="sm" busy={busy} onClick={() => void save()}>
      {attachmentKinds[file.kind]}, {formatNumber(Math.ceil(file.bytes / 1000))}&nbsp;ko
    </Button>
  );
}

function Others({ opened: { others }, caseAddress }: Pick<ReportCaseProps, 'opened' | 'caseAddress'>) {
  if (others.length === 0) return null;
  return (
    <Card padding="dense">
      <h3 className="font-bold">Autres signalements de cette annonce</h3>
      <ul className="mt-2 space-y-1 text-small">
        {others.map(({ id, reference, status, reason, createdAt }) => (
          <li key={id}>
            <TextLink to={caseAddress(id)}>{reference}</TextLink>, {reportReasons[reason]},{' '}
            <Time at={createdAt} />
            &nbsp;: {reportStatuses[status].toLowerCase()}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Decided({ opened }: { opened: Case }) {
  const { status, measure, statement, decidedBy, decidedAt, appeals } = opened;
  return (
    <Card padding="dense">
      <h3 className="font-bold">Décision</h3>
      <p className="mt-2">
        {reportStatuses[status]}, {measure && measures[measure].toLowerCase()}. Par {decidedBy}, le{' '}
        {decidedAt && <Time at={decidedAt} />}.
      </p>
      <p className="mt-2 break-words whitespace-pre-line text-ardoise-700">{statement}</p>
      {appeals
        .filter(({ outcome }) => outcome !== null)
        .map(({ id, side, at, body, outcome, statement: answer, decidedBy: by }) => (
          <section key={id} className="mt-3 border-t border-ardoise-100 pt-3 text-small">
            <h4 className="font-medium">
              {appealSides[side]} a contesté le <Time at={at} />
            </h4>
            <p className="mt-1 break-words whitespace-pre-line">{body || 'Mots effacés.'}</p>
            <p className="mt-1 font-medium">
              {outcome && appealOutcomes[outcome]}, par {by}
            </p>
            <p className="mt-1 break-words whitespace-pre-line">{answer}</p>
          </section>
        ))}
    </Card>
  );
}
