import { formatCount, formatPrice, formatRent } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { RENTAL } from '#rooms/listings/contract.ts';
import { LegalScore } from '#rooms/listings/parts/legal-score.tsx';
import { StockStatus } from '#rooms/listings/parts/stock-status.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { TextLink } from '#ui/link.tsx';
import { isOfAgency, type Report } from '../diagnosis.ts';
import { CAUSES_ID } from './import-causes.tsx';

interface ImportLinesProps {
  report: Report;
  base: string;
  ownerReference: string;
}

/** What an import does to each listing of one kind, a page at a time. */
export function ImportLines({ report, base, ownerReference }: ImportLinesProps) {
  const { lines, next, kind } = report;
  return (
    <>
      <ul className="divide-y divide-ardoise-200">
        {lines.map((line) => (
          <li key={line.technicalId} className="py-3">
            <Line line={line} ownerReference={ownerReference} />
          </li>
        ))}
      </ul>
      {lines.length === 0 && <p className="py-4 text-ardoise-600">Le détail n’est plus gardé.</p>}
      {next !== null && (
        <ButtonLink to={`${base}&vue=${kind}&apres=${next}`} variant="secondary" size="sm" preventScrollReset>
          Annonces suivantes
        </ButtonLink>
      )}
    </>
  );
}

function Line({ line, ownerReference }: { line: Report['lines'][number]; ownerReference: string }) {
  const { listingId, reference, title, price, transaction, row, status, score, hold, changes, kind } = line;
  return (
    <div className="grid gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          {listingId === null ? (
            title
          ) : (
            <TextLink to={paths.ownedEditListing({ ownerReference, propertyId: listingId })}>
              {title}
            </TextLink>
          )}
        </p>
        <p className="figures text-small text-ardoise-600">
          {reference} · {line.postalCode}
          {row !== null && <> · ligne {row}</>}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 sm:justify-end">
        <span className="figures font-bold">
          {transaction === RENTAL ? formatRent(price) : formatPrice(price)}
        </span>
        <span className="sm:w-24">
          <StockStatus status={status} />
        </span>
        {score !== null && (
          <span title="Conformité" className="sm:w-22">
            <LegalScore score={score} hold={hold} />
          </span>
        )}
      </div>
      {changes.length > 0 && (
        <dl className="mt-1 grid gap-x-4 gap-y-0.5 text-small sm:col-span-2 sm:grid-cols-[minmax(8rem,max-content)_minmax(0,1fr)]">
          {changes.map(({ field, from, to }) => (
            <div key={field} className="contents">
              <dt className="text-ardoise-600">{field}</dt>
              <dd className="wrap-anywhere">
                {from === '' && to === '' ? (
                  'modifié'
                ) : (
                  <>
                    <del className="text-ardoise-500">{from}</del>
                    <span className="sr-only"> devient </span>
                    <span aria-hidden="true"> → </span>
                    <ins className="font-medium no-underline">{to}</ins>
                  </>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {changes.length === 0 && (kind === 'updated' || kind === 'returned') && (
        <p className="text-small text-ardoise-600 sm:col-span-2">
          {kind === 'returned' ? 'Revient telle qu’elle était.' : 'Seul son statut change.'}
        </p>
      )}
      <Reasons {...line} />
    </div>
  );
}

/** Why it stays off line, each reason with its remedy; what its agency lacks is said once, above all lines. */
function Reasons({ findings, hold }: Report['lines'][number]) {
  const holding = findings.filter(({ severity }) => severity !== 'warning');
  const warnings = findings.filter(({ severity }) => severity === 'warning');
  const own = holding.filter(({ field }) => !isOfAgency(field));
  const common = holding.length - own.length;
  return (
    <>
      {holding.length > 0 && (
        <div className="text-small sm:col-span-2">
          <p className={`font-bold ${hold === 'block' ? 'text-rouge-700' : 'text-ambre-700'}`}>
            {hold === 'block' ? 'Reste hors ligne' : 'Attend une relecture de son texte'}
          </p>
          <ul className="mt-0.5 space-y-0.5">
            {own.map(({ rule, message, remedy }) => (
              <li key={`${rule}${message}`}>
                {message} <span className="text-ardoise-600">{remedy}</span>
              </li>
            ))}
            {common > 0 && (
              <li>
                {own.length > 0 ? 'Il lui manque aussi ' : 'Il ne lui manque que '}
                <a href={`#${CAUSES_ID}`} className="text-phare-700 underline underline-offset-4">
                  ce que votre agence doit indiquer
                </a>
                .
              </li>
            )}
          </ul>
        </div>
      )}
      {warnings.length > 0 && (
        <details className="text-small sm:col-span-2">
          <summary className="min-h-6 cursor-pointer text-phare-700 underline-offset-4 hover:underline">
            {formatCount(warnings.length, 'remarque', 'remarques')} sans effet sur la mise en ligne
          </summary>
          <ul className="mt-1 space-y-1">
            {warnings.map(({ rule, message, remedy }) => (
              <li key={`${rule}${message}`}>
                {message} <span className="text-ardoise-600">{remedy}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
