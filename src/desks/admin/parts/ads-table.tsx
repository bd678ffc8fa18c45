import type { ReactNode } from 'react';
import { formatDate } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { isVisible } from '#rooms/listings/contract.ts';
import { suspensionGrounds, suspensionSources } from '#rooms/listings/moderation.ts';
import { LegalScore } from '#rooms/listings/parts/legal-score.tsx';
import { ListingPhoto } from '#rooms/listings/parts/listing-photo.tsx';
import { ListingText } from '#rooms/listings/parts/listing-text.tsx';
import { SignalsDecision } from '#rooms/listings/parts/signals-decision.tsx';
import { StockStatus } from '#rooms/listings/parts/stock-status.tsx';
import { priceLines, priceSentence } from '#rooms/listings/price-lines.ts';
import { factsText, whereabouts } from '#rooms/listings/reading.ts';
import { scamDecisionNames } from '#rooms/listings/scam-queue.ts';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { TextLink } from '#ui/link.tsx';
import { Tick } from '#ui/tick.tsx';
import type { Ad } from '../ads.ts';
import { RestoreAds, RuleDecision, SuspendAds, WordingDecision } from './ad-decisions.tsx';

interface AdsTableProps {
  ads: readonly Ad[];
  chosen: ReadonlySet<number>;
  onChoose: (ids: readonly number[], on: boolean) => void;
}

/** A table where there is room for one, cards elsewhere: the same listings, the same boxes to tick. */
export function AdsTable({ ads, chosen, onChoose }: AdsTableProps) {
  const ids = ads.map(({ card }) => card.id);
  const all = ids.every((id) => chosen.has(id));
  const everything = (
    <Tick label="Choisir toutes les annonces de la page" checked={all} onTick={() => onChoose(ids, !all)} />
  );
  return (
    <>
      <div className="hidden overflow-x-auto rounded-card border border-ardoise-200 bg-blanc lg:block">
        <table className="w-full border-collapse text-left text-small">
          <caption className="sr-only">Annonces de l’agence</caption>
          <thead>
            <tr className="border-b border-ardoise-200 bg-craie text-ardoise-600">
              <th scope="col" className="w-11 pl-3">
                {everything}
              </th>
              {['Annonce', 'Prix', 'Statut', 'Ce qui lui est reproché', 'Décider'].map((header) => (
                <th key={header} scope="col" className="px-2 py-2 font-medium">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ads.map((ad) => (
              <tr key={ad.card.id} className="border-b border-ardoise-100 align-top last:border-0">
                <td className="py-2 pl-3">
                  <Choice ad={ad} chosen={chosen} onChoose={onChoose} />
                </td>
                <th scope="row" className="min-w-72 px-2 py-3 font-regular">
                  <div className="flex gap-3">
                    <Thumb ad={ad} />
                    <Naming ad={ad} />
                  </div>
                </th>
                <td className="px-2 py-3">
                  <Price ad={ad} />
                </td>
                <td className="px-2 py-3">
                  <Standing ad={ad} />
                </td>
                <td className="min-w-72 px-2 py-3">
                  <Charges ad={ad} />
                </td>
                <td className="px-2 py-2">
                  <div className="flex flex-col items-start gap-1">
                    <Decisions ad={ad} />
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="lg:hidden">
        <div className="mb-2 flex items-center text-small text-ardoise-600">
          {everything}
          Tout choisir
        </div>
        <ul className="space-y-3">
          {ads.map((ad) => (
            <li key={ad.card.id}>
              <Card padding="none" className="p-4">
                <div className="-ml-2.5 flex items-start gap-1">
                  <Choice ad={ad} chosen={chosen} onChoose={onChoose} />
                  <div className="min-w-0 flex-1">
                    <Naming ad={ad} />
                  </div>
                  <Thumb ad={ad} />
                </div>
                <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
                  <Price ad={ad} />
                  <Standing ad={ad} />
                </div>
                <div className="mt-2">
                  <Charges ad={ad} />
                </div>
                <div className="mt-3 flex flex-wrap gap-2">
                  <Decisions ad={ad} />
                </div>
              </Card>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

interface AdProps {
  ad: Ad;
}

function Choice({ ad: { card }, chosen, onChoose }: AdProps & Pick<AdsTableProps, 'chosen' | 'onChoose'>) {
  return (
    <Tick
      label={`Choisir ${card.reference}`}
      checked={chosen.has(card.id)}
      onTick={(on) => onChoose([card.id], on)}
    />
  );
}

function Thumb({ ad: { card } }: AdProps) {
  return (
    <div className="w-18 shrink-0 self-start overflow-hidden rounded-control">
      <ListingPhoto
        photo={card.photo}
        propertyType={card.propertyType}
        photoCount={card.photoCount}
        alt=""
        sizes="4.5rem"
      />
    </div>
  );
}

function Naming({ ad: { card, source, suspension, description } }: AdProps) {
  const title = card.title || factsText(card);
  return (
    <div className="min-w-0">
      <p className="font-bold wrap-anywhere">
        {isVisible(card.status) && suspension === null ? (
          <TextLink to={paths.listing({ propertyId: card.id })}>{title}</TextLink>
        ) : (
          title
        )}
      </p>
      <p className="text-small text-ardoise-600">
        {factsText(card)}, {whereabouts(card)}
      </p>
      <p className="text-small wrap-anywhere text-ardoise-600">
        {card.reference}, annonce {card.id}
        {source === 'manual' ? ', saisie à la main' : ', venue du flux'}
      </p>
      <ListingText text={description} />
    </div>
  );
}

function Price({ ad: { card } }: AdProps) {
  const form = priceLines(card);
  return (
    <div className="figures whitespace-nowrap">
      <p className="font-bold">{priceSentence({ ...form, suffix: null })}</p>
      {form.suffix && <p className="text-caption text-ardoise-600">{form.suffix}</p>}
    </div>
  );
}

function Standing({ ad: { card, score, hold, suspension } }: AdProps) {
  return (
    <div className="flex flex-col items-start gap-1 max-lg:flex-row max-lg:flex-wrap max-lg:items-center max-lg:gap-x-4">
      <StockStatus status={card.status} suspended={suspension !== null} />
      <LegalScore score={score} hold={hold} />
    </div>
  );
}

const tones = { block: 'text-rouge-700', review: 'text-ambre-700' } as const;

/** All that is held against a listing: by Vigie, by readers, by the law, by the scam shield. */
function Charges({ ad }: AdProps) {
  const { card, suspension, reports, findings, setAside, signals } = ad;
  const holding = findings.flatMap((one) =>
    one.severity === 'warning' ? [] : { ...one, severity: one.severity },
  );
  const warnings = findings.filter(({ severity }) => severity === 'warning');
  const nothing =
    !suspension && reports === 0 && findings.length === 0 && setAside.length === 0 && signals === null;
  if (nothing) return <p className="text-small text-ardoise-600">Rien</p>;
  return (
    <ul className="space-y-1.5 text-small">
      {suspension && (
        <Charge>
          <span className="text-rouge-700">
            Suspendue le {formatDate(new Date(suspension.since))} par {suspension.by} ({suspension.reference})
            {'\u00a0'}: {suspensionGrounds[suspension.ground].label}.
          </span>{' '}
          {suspension.reason} {suspensionSources[suspension.source].label}.
        </Charge>
      )}
      {reports > 0 && (
        <Charge>
          <TextLink to={`${paths.adminReports()}?annonce=${card.id}`}>
            {reports > 1 ? `${reports} signalements à trancher` : '1 signalement à trancher'}
            <span className="sr-only"> sur {card.reference}</span>
          </TextLink>
        </Charge>
      )}
      {holding.map(({ rule, code, severity, message, remedy }) => (
        <Charge key={`${rule} ${code} ${message}`}>
          <span className={tones[severity]}>
            {rule}
            {'\u00a0'}: {message}
          </span>{' '}
          {remedy}
        </Charge>
      ))}
      {setAside.map(({ rule, reason, by, at }) => (
        <Charge key={rule}>
          {rule} écartée par {by} le {formatDate(new Date(at))}
          {'\u00a0'}: {reason}
        </Charge>
      ))}
      {signals && <Signals signals={signals} />}
      {warnings.length > 0 && (
        <Charge>
          <details>
            <summary className="cursor-pointer text-ardoise-600 underline underline-offset-4">
              {warnings.length > 1 ? `${warnings.length} points à revoir` : '1 point à revoir'}
            </summary>
            <ul className="mt-1 list-disc pl-5">
              {warnings.map(({ rule, code, message, remedy }) => (
                <li key={`${rule} ${code} ${message}`}>
                  {rule}
                  {'\u00a0'}: {message} {remedy}
                </li>
              ))}
            </ul>
          </details>
        </Charge>
      )}
    </ul>
  );
}

function Charge({ children }: { children: ReactNode }) {
  return <li className="max-w-[72ch] wrap-anywhere">{children}</li>;
}

const verdicts = { clear: 'écartés par une personne', scam: 'confirmés par une personne' } as const;

/** What the scam shield found, the strongest first. */
function Signals({ signals: { score, waits, decided, found } }: { signals: NonNullable<Ad['signals']> }) {
  return (
    <Charge>
      <Badge tone={decided === 'clear' ? 'grey' : waits ? 'red' : 'amber'}>
        Signaux d’arnaque{'\u00a0'}: {score} sur 100{decided ? `, ${verdicts[decided]}` : ''}
      </Badge>
      <ul className="mt-1 list-disc pl-5">
        {found.map(({ code, excerpt, explanation }) => (
          <li key={`${code} ${excerpt ?? ''}`}>
            {explanation}
            {excerpt && <q className="ml-1 text-ardoise-600">{excerpt}</q>}
          </li>
        ))}
      </ul>
    </Charge>
  );
}

/** What may be decided of a listing as it stands. */
function Decisions({ ad }: AdProps) {
  const { card, suspension, dispensable, setAside, review, signals } = ad;
  return (
    <>
      {suspension ? (
        <RestoreAds ads={[ad]}>Rétablir…</RestoreAds>
      ) : (
        <SuspendAds ads={[ad]}>Suspendre…</SuspendAds>
      )}
      {dispensable.map((rule) => (
        <RuleDecision key={rule} ad={ad} rule={rule} aside={false} />
      ))}
      {setAside.map(({ rule }) => (
        <RuleDecision key={rule} ad={ad} rule={rule} aside />
      ))}
      {review && (
        <>
          <WordingDecision ad={ad} review={review} decision="cleared" />
          <WordingDecision ad={ad} review={review} decision="refused" />
        </>
      )}
      {signals &&
        scamDecisionNames.map(
          (decision) =>
            signals.decided !== decision && (
              <SignalsDecision
                key={decision}
                listing={{ ...card, judged: signals.judged }}
                decision={decision}
              />
            ),
        )}
    </>
  );
}
