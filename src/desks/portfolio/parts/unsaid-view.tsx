import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import type { AnswerOf } from '#contract/call.ts';
import { formatCount, formatNumber } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { TabLinks } from '#ui/tabs.tsx';
import { type completeUnsaidCall, type MissingFacts, subjectNames, subjects } from '../missing-facts.ts';
import { writeTableWords } from '../table.ts';
import { UnsaidForm } from './unsaid-form.tsx';

type Done = AnswerOf<typeof completeUnsaidCall>;

/** What the law asks and the agency's feed does not say, by subject: typed for many listings in one page. */
export function UnsaidView({ unsaid, ownerReference }: { unsaid: MissingFacts; ownerReference: string }) {
  const { counts, ofAgency, others, subject, rows } = unsaid;
  const { revalidate } = useRevalidator();
  const [done, setDone] = useState<{ round: number; last: Done | null }>({ round: 0, last: null });
  const base = paths.ownedUnsaid({ ownerReference });
  const listings = paths.ownedListings({ ownerReference });

  /** What is left is asked again, from what is now known. */
  async function saved(last: Done) {
    await revalidate();
    setDone(({ round }) => ({ round: round + 1, last }));
  }

  const waiting = subjectNames.filter((each) => counts[each] > 0);
  return (
    <div className="page py-8 lg:py-10">
      <Link
        to={listings}
        className="inline-flex min-h-9 items-center gap-1 text-small text-phare-700 underline-offset-4 hover:underline"
      >
        <ChevronLeft aria-hidden="true" className="size-4" />
        Annonces
      </Link>
      <h1 className="text-h1">Compléter les annonces</h1>
      <p className="mt-2 max-w-[68ch] text-ardoise-600">
        Votre logiciel ne transmet pas tout ce que la loi demande. Ce que vous indiquez ici est gardé d’un
        envoi à l’autre, tant que le logiciel ne le dit pas lui-même.
      </p>
      <div className="mt-6 space-y-4 empty:hidden">
        {done.last && <Outcome key={done.round} {...done.last} />}
        {ofAgency > 0 && (
          <Notice
            tone="warning"
            title={`${formatCount(ofAgency, 'annonce attend', 'annonces attendent')} une information de votre agence`}
            actions={
              <ButtonLink to={paths.ownedProfile({ ownerReference })} size="sm">
                Compléter le profil de l’agence
              </ButtonLink>
            }
          >
            Barème des honoraires, carte professionnelle ou identité{'\u00a0'}: indiquez-les une fois pour
            toutes.
          </Notice>
        )}
      </div>
      {waiting.length === 0 ? (
        <EmptyState
          title="Rien à compléter ici"
          actions={
            <ButtonLink to={listings} variant="secondary">
              Revenir aux annonces
            </ButtonLink>
          }
        >
          Ce que votre logiciel ne dit pas et que la loi demande apparaît ici, annonce par annonce.
        </EmptyState>
      ) : (
        <>
          <div className="mt-6">
            <TabLinks
              label="Ce qui manque"
              tabs={subjectNames
                .filter((each) => counts[each] > 0 || each === subject)
                .map((each) => ({
                  to: `${base}?sujet=${each}`,
                  current: each === subject,
                  label: (
                    <>
                      {subjects[each].label}{' '}
                      <span className="figures text-small text-ardoise-500">
                        {formatNumber(counts[each])}
                      </span>
                    </>
                  ),
                }))}
            />
          </div>
          {rows.length === 0 ? (
            <EmptyState title={`${subjects[subject].label} : plus rien ne manque`} />
          ) : (
            <UnsaidForm
              key={`${subject} ${done.round}`}
              unsaid={unsaid}
              ownerReference={ownerReference}
              onSaved={saved}
            />
          )}
        </>
      )}
      {others > 0 && (
        <p className="mt-6 text-small text-ardoise-600">
          {formatCount(others, 'autre annonce reste', 'autres annonces restent')} hors ligne pour une autre
          raison, dite sur {others === 1 ? 'sa' : 'leur'} page{'\u00a0'}:{' '}
          <TextLink to={`${listings}${writeTableWords({ view: 'retenues' })}`}>
            voir les annonces retenues
          </TextLink>
          .
        </p>
      )}
    </div>
  );
}

/** How many went on line, how many still lack something, and what was left as it was. */
function Outcome({ completed, online, skipped }: Done) {
  const waiting = completed - online;
  return (
    <Notice
      tone={skipped.length > 0 ? 'warning' : 'success'}
      live
      title={
        completed === 0
          ? 'Rien n’a changé'
          : `${formatCount(completed, 'annonce complétée', 'annonces complétées')}, ${online === 0 ? 'aucune' : formatNumber(online)} en ligne`
      }
    >
      {waiting > 0 && (
        <p>
          {formatCount(waiting, 'annonce attend', 'annonces attendent')} encore autre chose{'\u00a0'}: les
          onglets ci-dessous disent quoi.
        </p>
      )}
      {skipped.length > 0 && (
        <ul className="mt-1 max-h-60 list-disc overflow-y-auto pl-5">
          {skipped.map(({ id, reference, message }) => (
            <li key={id}>
              <b>{reference ?? `Annonce ${id}`}</b>
              {'\u00a0'}: {message}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
