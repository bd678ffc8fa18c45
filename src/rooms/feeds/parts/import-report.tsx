import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { callApi } from '#browser/api.ts';
import { formatCount, formatNumber } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { Progress } from '#ui/progress.tsx';
import { TabLinks } from '#ui/tabs.tsx';
import { Time } from '#ui/time.tsx';
import {
  feedReportCall,
  type Import,
  type ImportCounts,
  isUnderWay,
  type LineKind,
  lineKinds,
  type Report,
} from '../diagnosis.ts';
import { ImportActs } from './import-acts.tsx';
import { ImportCauses } from './import-causes.tsx';
import { ImportDiagnostics } from './import-diagnostics.tsx';
import { ImportLines } from './import-lines.tsx';
import { ImportState } from './import-state.tsx';

const LOOK_AGAIN_MS = 1_000;

const kinds: Record<LineKind, string> = {
  created: 'Ajoutées',
  updated: 'Modifiées',
  returned: 'De retour',
  withdrawn: 'Retirées',
  unchanged: 'Inchangées',
};

const working: Partial<Record<Import['state'], string>> = {
  received: 'Comparaison avec ce qui est en ligne',
  ordered: 'Mise en ligne demandée',
  staging: 'Lecture du fichier',
  applying: 'Mise en ligne',
  undoing: 'Retour à l’état précédent',
};

interface ImportReportProps {
  report: Report;
  /** Whether something that feeds leave unsaid may be typed for listings of the agency. */
  unsaid: boolean;
  ownerReference: string;
  /** ISO. */
  now: string;
}

/** One import: where it stands, what it changes, what is wrong with it, and what to do. */
export function ImportReport({ report, unsaid, ownerReference, now }: ImportReportProps) {
  const own = report.import;
  const { id, counts } = own;
  const under = isUnderWay(own.state);
  const progress = useProgress(own, report.progress);
  const base = `${paths.ownedImport({ ownerReference })}?envoi=${id}`;
  return (
    <section aria-labelledby="envoi" className="rounded-card border border-ardoise-200 bg-blanc">
      <header className="border-b border-ardoise-200 px-5 py-4">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h2 id="envoi" className="min-w-0 text-h4 wrap-anywhere">
            {own.fileName}
          </h2>
          <ImportState state={own.state} />
        </div>
        <p className="mt-1 text-small text-ardoise-600">
          Import n°{'\u00a0'}
          {id}, {own.origin === 'agency' ? 'envoyé d’ici' : 'déposé par votre logiciel'}{' '}
          <Time at={own.receivedAt} format="ago" now={now} />
          {counts && <>, {formatCount(counts.rows, 'annonce lue', 'annonces lues')}</>}
        </p>
      </header>
      <div className="space-y-6 px-5 py-5">
        {under ? (
          <Progress
            label={working[progress.state] ?? 'En cours'}
            value={progress.said ? progress.said.done : null}
            max={progress.said?.total ?? 0}
            detail="Vous pouvez quitter cette page : le travail continue et son rapport reste ici."
          />
        ) : (
          <Outcome own={own} />
        )}
        {counts && !under && own.state !== 'refused' && (
          <Difference
            counts={counts}
            unsaid={unsaid && own.state === 'done'}
            ownerReference={ownerReference}
          />
        )}
        <ImportCauses causes={report.causes} ownerReference={ownerReference} />
        {!under && <ImportActs own={own} />}
        {report.notes.length > 0 && (
          <ul className="list-disc space-y-1 pl-5 text-small text-ardoise-700 marker:text-ardoise-500">
            {report.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
        {report.diagnostics.length > 0 && <ImportDiagnostics report={report} />}
        {counts && !under && lineKinds.some((kind) => counts[kind] > 0) && (
          <div>
            <h3 className="mb-1 font-bold">Annonce par annonce</h3>
            <TabLinks
              label="Ce qui change"
              tabs={lineKinds.flatMap((kind) =>
                counts[kind] > 0
                  ? {
                      to: `${base}&vue=${kind}`,
                      current: kind === report.kind,
                      label: (
                        <>
                          {kinds[kind]}{' '}
                          <span className="figures text-small text-ardoise-500">
                            {formatNumber(counts[kind])}
                          </span>
                        </>
                      ),
                    }
                  : [],
              )}
            />
            <ImportLines report={report} base={base} ownerReference={ownerReference} />
          </div>
        )}
      </div>
    </section>
  );
}

/** Asks how far the work is until it is over, then reads the page again. */
function useProgress(own: Import, first: Report['progress']) {
  const { revalidate } = useRevalidator();
  const [seen, setSeen] = useState({ state: own.state, said: first });
  const under = isUnderWay(own.state);
  useEffect(() => {
    if (!under) return undefined;
    let stopped = false;
    const look = async () => {
      try {
        const params = { id: String(own.id) };
        const { data } = await callApi(feedReportCall, { params }, { quiet: true });
        if (stopped) return;
        if (!isUnderWay(data.import.state)) return await revalidate();
        setSeen({ state: data.import.state, said: data.progress });
      } catch {
        // The line or the site is away for a moment: asked again.
      }
      if (!stopped) timer = setTimeout(() => void look(), LOOK_AGAIN_MS);
    };
    let timer = setTimeout(() => void look(), LOOK_AGAIN_MS);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [under, own.id, revalidate]);
  return seen;
}

/** In a sentence, its outcome or what it waits for. */
function Outcome({ own }: { own: Import }) {
  const { state, counts, message } = own;
  if (state === 'refused')
    return (
      <Notice tone="error" title="Ce fichier est refusé, rien n’a changé">
        {message ?? 'Corrigez-le, puis envoyez-le à nouveau.'}
      </Notice>
    );
  if (state === 'held')
    return (
      <Notice tone="warning" title="Cet envoi attend votre confirmation">
        {message} Rien n’est fait tant que vous ne l’avez pas confirmé. Si l’export est incomplet, renvoyez-le
        entier.
      </Notice>
    );
  if (state === 'done')
    return (
      <Notice tone={counts?.withheld ? 'warning' : 'success'} title="Ce fichier est appliqué">
        Vos annonces sont celles qu’il contient
        {counts?.withheld ? (
          <>
            , mais {formatCount(counts.withheld, 'reste', 'restent')} hors ligne, faute de ce que la loi
            demande.
          </>
        ) : (
          '.'
        )}
      </Notice>
    );
  if (state === 'undone')
    return (
      <Notice tone="info" title="Cet import est annulé">
        Vos annonces sont revenues à ce qu’elles étaient juste avant lui. Personne n’a été prévenu.
      </Notice>
    );
  if (state === 'identical')
    return (
      <Notice tone="info" title="Le même fichier que le dernier appliqué">
        Rien n’a changé{'\u00a0'}; la disponibilité de vos annonces est confirmée à nouveau.
      </Notice>
    );
  if (state === 'outdated')
    return (
      <Notice tone="info" title="Un envoi plus récent l’a remplacé">
        {message ?? 'Celui-ci n’est plus à appliquer.'}
      </Notice>
    );
  const moves = counts ? counts.created + counts.updated + counts.returned + counts.withdrawn : 0;
  return (
    <Notice tone="info" title={moves === 0 ? 'Rien ne changerait' : 'Comparé, pas encore appliqué'}>
      {moves === 0
        ? 'Ce fichier dit ce qui est déjà en ligne. L’appliquer confirme la disponibilité de vos annonces.'
        : 'Voici ce que ce fichier changerait. Rien n’est en ligne avant que vous l’appliquiez.'}
    </Notice>
  );
}

const shares = [
  ['created', 'ajoutée', 'ajoutées', 'fill-vert-700', 'bg-vert-700'],
  ['updated', 'modifiée', 'modifiées', 'fill-phare-600', 'bg-phare-600'],
  ['returned', 'de retour', 'de retour', 'fill-violet-700', 'bg-violet-700'],
  ['withdrawn', 'retirée', 'retirées', 'fill-rouge-700', 'bg-rouge-700'],
  ['refused', 'refusée', 'refusées', 'fill-ambre-700', 'bg-ambre-700'],
  ['unchanged', 'inchangée', 'inchangées', 'fill-ardoise-200', 'bg-ardoise-200'],
] as const;

/** The whole portfolio in one bar, with its figures. */
function Difference({
  counts,
  unsaid,
  ownerReference,
}: {
  counts: ImportCounts;
  unsaid: boolean;
  ownerReference: string;
}) {
  const total = shares.reduce((sum, [key]) => sum + counts[key], 0);
  if (total === 0) return null;
  const bars = shares.map(([key, , , fill], rank) => ({
    key,
    fill,
    x: (100 * shares.slice(0, rank).reduce((sum, [before]) => sum + counts[before], 0)) / total,
    width: (100 * counts[key]) / total,
  }));
  return (
    <div>
      <svg
        aria-hidden="true"
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        className="h-4 w-full overflow-hidden rounded-chip"
      >
        {bars.map(({ key, fill, x, width }) =>
          width > 0 ? <rect key={key} x={x} width={width} height="4" className={fill} /> : null,
        )}
      </svg>
      <dl className="figures mt-3 flex flex-wrap gap-x-6 gap-y-2">
        {shares.map(([key, one, many, , dot]) =>
          counts[key] > 0 ? (
            <div key={key} className="flex flex-row-reverse items-baseline gap-2">
              <dt className="text-small text-ardoise-600">{counts[key] === 1 ? one : many}</dt>
              <dd className="flex items-baseline gap-2 text-h4">
                <span aria-hidden="true" className={`size-2.5 rounded-full ${dot}`} />
                {formatNumber(counts[key])}
              </dd>
            </div>
          ) : null,
        )}
      </dl>
      {counts.withheld > 0 && (
        <p className="mt-2 text-small text-ardoise-700">
          La loi garde {formatCount(counts.withheld, 'annonce', 'annonces')} hors ligne{'\u00a0'}: ce qui
          manque est écrit plus bas, à la ligne de l’annonce.
          {unsaid && (
            <>
              {' '}
              <TextLink to={paths.ownedUnsaid({ ownerReference })}>
                Compléter ce que votre logiciel ne dit pas
              </TextLink>
            </>
          )}
        </p>
      )}
    </div>
  );
}
