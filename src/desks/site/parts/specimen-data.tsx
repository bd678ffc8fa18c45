import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LiveData } from '#browser/live-data.tsx';
import { formatPrice } from '#contract/fmt.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { PriceSteps } from '#ui/price-steps.tsx';
import { Sparkline } from '#ui/sparkline.tsx';
import { type Column, Table } from '#ui/table.tsx';
import { Row, Specimen } from './specimen.tsx';

const listings = [
  {
    reference: 'VG-2041',
    title: 'Appartement, 3 pièces, Nîmes',
    cents: 25_000_000,
    status: 'active',
    views: 412,
  },
  { reference: 'VG-2042', title: 'Maison, 5 pièces, Uzès', cents: 43_500_000, status: 'paused', views: 96 },
  {
    reference: 'VG-2043',
    title: 'Terrain, 620 m², Sommières',
    cents: 11_900_000,
    status: 'sync_error',
    views: 0,
  },
] as const;

const columns: Column<(typeof listings)[number]>[] = [
  { key: 'titre', header: 'Bien', rowHeader: true, cell: (row) => row.title },
  { key: 'ref', header: 'Référence', cell: (row) => row.reference },
  { key: 'statut', header: 'Statut', cell: (row) => <StatusBadge status={row.status} /> },
  { key: 'prix', header: 'Prix', numeric: true, cell: (row) => formatPrice(row.cents) },
  { key: 'vues', header: 'Vues', numeric: true, cell: (row) => row.views },
];

const volume = [0, 2, 1, 0, 3, 2, 2, 0, 0, 1, 4, 3, 1, 2, 0, 2, 5, 1, 0, 0, 2, 3, 1, 4, 2, 0, 1, 2, 3, 6];

export function SpecimenData() {
  return (
    <>
      <Specimen
        id="tableaux"
        title="Tableaux"
        rule="Les nombres à droite, en chiffres alignés ; sur un écran étroit, le tableau défile et la page reste."
      >
        <Table
          caption="Annonces de l’agence"
          hiddenCaption
          rows={listings}
          rowKey={(row) => row.reference}
          columns={columns}
        />
        <Table
          density="pro"
          caption="Coupons"
          rows={[] as { code: string }[]}
          rowKey={(row) => row.code}
          columns={[
            { key: 'code', header: 'Code', cell: (row) => row.code },
            { key: 'remise', header: 'Remise', numeric: true, cell: () => null },
          ]}
          empty="Rien à traiter. Dernier coupon utilisé le 12 novembre 2026."
        />
        <Row name="Données en direct : ni nouvel essai seul, ni rechargement au retour" stack>
          <LiveData>
            <LiveCount />
          </LiveData>
        </Row>
      </Specimen>
      <Specimen
        id="courbes"
        title="Graphiques"
        rule="Dessinés sur le serveur, conclus en une phrase, doublés d’un tableau."
      >
        <PriceSteps
          until="2026-11-21T08:00:00Z"
          steps={[
            { at: '2026-03-03T08:00:00Z', cents: 34_900_000 },
            { at: '2026-05-18T08:00:00Z', cents: 33_500_000 },
            { at: '2026-07-02T08:00:00Z', cents: 33_900_000 },
            { at: '2026-10-09T08:00:00Z', cents: 32_450_000 },
          ]}
        />
        <Row name="Volume d’une alerte, 30 jours">
          <Sparkline values={volume} label="53 annonces en 30 jours, dont 18 cette semaine" />
          <Sparkline values={volume.map(() => 0)} label="Aucune annonce en 30 jours" />
        </Row>
      </Specimen>
    </>
  );
}

function LiveCount() {
  const [broken, setBroken] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['specimen', broken],
    queryFn: async () => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      if (broken) throw new Error('Le compteur ne répond pas.');
      return 128;
    },
  });
  return (
    <div className="flex flex-wrap items-center gap-4">
      <p className={isFetching ? 'opacity-60' : ''}>{data === undefined ? '…' : `${data} annonces`}</p>
      <Button size="sm" variant="secondary" busy={isFetching} onClick={() => void refetch()}>
        Recompter
      </Button>
      <Button size="sm" variant="quiet" onClick={() => setBroken(!broken)}>
        {broken ? 'Réparer' : 'Casser'}
      </Button>
      {error && (
        <Notice tone="error" live>
          {error.message}
        </Notice>
      )}
    </div>
  );
}
