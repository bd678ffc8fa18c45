import { formatCount } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { COMPARED_MAX, COMPARED_MIN, comparePath } from '#rooms/favorites/comparison.ts';
import { tabPath } from '#rooms/favorites/contract.ts';
import { PrintButton } from '#rooms/listings/parts/print-button.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Notice } from '#ui/notice.tsx';
import { PaperCode } from '#ui/paper-code.tsx';
import type { Compared } from '../comparison.ts';
import { AddCompared } from './add-compared.tsx';
import { CompareTable } from './compare-table.tsx';
import { Share } from './share.tsx';

interface CompareViewProps {
  compared: readonly Compared[];
  /** Numbers of listings that are gone. */
  missing: readonly number[];
  /** How many more the address asked for than are compared. */
  tooMany: number;
  /** Rows that differ, and no others. */
  only: boolean;
  /** The page's address, for paper. */
  paper: PaperCode;
  signedIn: boolean;
  /** ISO 8601, from the loader. */
  now: string;
  origin: string;
}

/** The whole of the comparison, with what there is to compare or without. */
export function CompareView(props: CompareViewProps) {
  const { compared, missing, tooMany, only, paper, signedIn, now, origin } = props;
  const ids = compared.map(({ listing }) => listing.id);
  const enough = ids.length >= COMPARED_MIN;
  return (
    <div className="page py-8">
      {enough && <PaperCode code={paper} />}
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <h1 className="text-h1">
          {enough ? `Comparer ${formatCount(ids.length, 'annonce', 'annonces')}` : 'Comparer des annonces'}
        </h1>
        {enough && (
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2" data-print="none">
            <Share
              url={`${origin}${comparePath(ids)}`}
              title={`${formatCount(ids.length, 'annonce', 'annonces')} à comparer`}
            />
            <PrintButton />
          </div>
        )}
      </header>
      {(missing.length > 0 || tooMany > 0) && (
        <div className="mt-4">
          <Notice tone="warning">
            {missing.length > 0 &&
              (missing.length === 1
                ? `L’annonce nº ${missing[0]} n’existe plus\u00a0: elle n’est pas dans le tableau. `
                : `Les annonces nº ${missing.join(', ')} n’existent plus\u00a0: elles ne sont pas dans le tableau. `)}
            {tooMany > 0 &&
              `On compare ${COMPARED_MAX} annonces au plus\u00a0: les premières de l’adresse sont montrées.`}
          </Notice>
        </div>
      )}
      {enough ? (
        <>
          <CompareTable compared={compared} now={now} only={only} />
          {ids.length < COMPARED_MAX && (
            <div className="mt-8 max-w-form" data-print="none">
              <AddCompared ids={ids} />
            </div>
          )}
        </>
      ) : (
        <>
          <EmptyState
            title={ids.length === 1 ? 'Il en faut au moins deux' : 'Rien à comparer pour l’instant'}
            actions={
              <>
                {signedIn && <ButtonLink to={tabPath('favoris')}>Choisir parmi mes favoris</ButtonLink>}
                <ButtonLink to={paths.home()} variant={signedIn ? 'secondary' : 'primary'}>
                  Chercher une annonce
                </ButtonLink>
                {ids[0] !== undefined && (
                  <ButtonLink variant="secondary" to={paths.listing({ propertyId: ids[0] })}>
                    Revenir à l’annonce
                  </ButtonLink>
                )}
              </>
            }
          >
            Pressez «&nbsp;Comparer&nbsp;» sur une annonce&nbsp;: jusqu’à {COMPARED_MAX} côte à côte, ce qui
            change mis en avant, à une adresse que vous pouvez partager.
          </EmptyState>
          <div className="mx-auto max-w-form">
            <AddCompared ids={ids} />
          </div>
        </>
      )}
    </div>
  );
}
