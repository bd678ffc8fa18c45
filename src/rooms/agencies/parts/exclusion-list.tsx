import { useState } from 'react';
import { formatCount, formatNumber } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { DecisionDialog } from '#rooms/administrators/parts/decision-dialog.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Field } from '#ui/field.tsx';
import { TextLink } from '#ui/link.tsx';
import { type Column, Table } from '#ui/table.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { Time } from '#ui/time.tsx';
import type { ShownExclusion } from '../requests.ts';

const columns: readonly Column<ShownExclusion>[] = [
  {
    key: 'name',
    header: 'Agence',
    rowHeader: true,
    cell: (row) => <Naming row={row} />,
  },
  {
    key: 'on',
    header: 'Depuis le',
    cell: ({ excludedOn }) => <Time at={`${excludedOn}T12:00:00Z`} />,
  },
  {
    key: 'by',
    header: 'Choix de',
    cell: choiceOf,
  },
  {
    key: 'removed',
    header: 'Annonces retirées',
    numeric: true,
    cell: ({ removed }) => (removed === null ? '–' : formatNumber(removed)),
  },
  { key: 'back', header: 'Retour', cell: (row) => <ComeBack row={row} /> },
];

/** Agencies that left by their own choice, and what an administrator does in the place of one that has no address. */
export function ExclusionList({ exclusions }: { exclusions: readonly ShownExclusion[] }) {
  return (
    <>
      <div className="mb-4">
        <ExcludeOne />
      </div>
      {exclusions.length === 0 ? (
        <EmptyState heading="h3" title="Aucune agence retirée" />
      ) : (
        <>
          <div className="hidden md:block">
            <Table
              density="pro"
              caption="Agences retirées, les dernières d’abord"
              hiddenCaption
              rows={exclusions}
              rowKey={({ agencyId }) => agencyId}
              columns={columns}
            />
          </div>
          <ul className="space-y-3 md:hidden">
            {exclusions.map((row) => (
              <Card key={row.agencyId} as="li" padding="dense">
                <Naming row={row} />
                <p className="mt-1 mb-3 text-ardoise-600">
                  Depuis le <Time at={`${row.excludedOn}T12:00:00Z`} />, choix de {choiceOf(row)}
                  {row.removed !== null &&
                    `, ${formatCount(row.removed, 'annonce retirée', 'annonces retirées')}`}
                  .
                </p>
                <ComeBack row={row} />
              </Card>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Naming({ row: { agencyId, name, ownerReference } }: { row: ShownExclusion }) {
  return (
    <>
      <TextLink to={paths.adminAgency({ id: agencyId })} className="wrap-anywhere">
        {name}
      </TextLink>
      <span className="block font-regular text-ardoise-600">{ownerReference}</span>
    </>
  );
}

function choiceOf({ byAgency }: ShownExclusion): string {
  return byAgency ? 'l’agence' : 'l’administration, à sa demande';
}

function ComeBack({ row: { name, ownerReference } }: { row: ShownExclusion }) {
  return (
    <DecisionDialog
      trigger={
        <Button size="sm" variant="secondary">
          Laisser revenir…<span className="sr-only"> {name}</span>
        </Button>
      }
      title={'Laisser revenir cette agence\u00a0?'}
      objects={[`${name} (${ownerReference})`]}
      consequence="Ses annonces reviennent en ligne si la loi le permet, et ses flux sont de nouveau lus. Faites-le seulement si l’agence elle-même l’a demandé."
      reasonHint={'Dites qui l’a demandé et comment vous vous en êtes assuré\u00a0: le journal le garde.'}
      yes="Laisser revenir"
      words={{ act: 'exclusion', ownerReference, excluded: false }}
    />
  );
}

function ExcludeOne() {
  const [reference, setReference] = useState('');
  const ownerReference = reference.trim().toLowerCase();
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field
        label="Retirer une agence à sa demande"
        hint="Sa référence, par exemple agence-du-port."
        reserve={false}
      >
        {(control) => (
          <TextInput
            {...control}
            value={reference}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            maxLength={32}
            onChange={(event) => setReference(event.currentTarget.value)}
          />
        )}
      </Field>
      <DecisionDialog
        trigger={
          <Button variant="secondary" disabled={ownerReference === ''}>
            Retirer…
          </Button>
        }
        title={'Retirer les annonces de cette agence\u00a0?'}
        objects={[ownerReference]}
        consequence="Ses annonces quittent la ligne et ses flux sont refusés, jusqu’à ce qu’elle demande à revenir. Faites-le seulement si l’agence elle-même l’a demandé."
        reasonHint={'Dites qui l’a demandé et comment vous vous en êtes assuré\u00a0: le journal le garde.'}
        yes="Retirer ses annonces"
        destructive
        words={{ act: 'exclusion', ownerReference, excluded: true }}
      />
    </div>
  );
}
