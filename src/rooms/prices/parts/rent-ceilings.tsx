import { formatDate, formatPrice, NBSP } from '#contract/fmt.ts';
import { atPlace } from '#rooms/places/contract.ts';
import { type Column, Table } from '#ui/table.tsx';
import type { PricePage } from '../price-page.ts';
import { orderWords, type RentCeilings as Range, type RentControlHere } from '../rent-control.ts';
import { Section } from './section.tsx';

type Line = RentControlHere['ceilings'][number];

const columns: readonly Column<Line>[] = [
  { key: 'rooms', header: 'Pièces', cell: ({ rooms }) => roomWords(rooms), rowHeader: true, wrap: false },
  { key: 'empty', header: 'Loué vide', cell: ({ empty }) => <RangeOf range={empty} />, numeric: true },
  {
    key: 'furnished',
    header: 'Meublé',
    cell: ({ furnished }) => <RangeOf range={furnished} />,
    numeric: true,
  },
];

/** Where rents are controlled: by which order, and what it allows here. */
export function RentCeilings({ page: { place, rentControl } }: { page: PricePage }) {
  if (!rentControl) return null;
  const { area, partly, ended, source, over, byDwelling, ceilings } = rentControl;
  return (
    <Section
      id="encadrement"
      title="Encadrement des loyers"
      lead={
        <>
          <p>
            {partly ? 'Dans une partie de la commune, les' : 'Les'} loyers des logements{' '}
            {over ? 'ont été' : 'sont'} encadrés {atPlace(place)}
            {NBSP}: zone {area}.
          </p>
          <p className="mt-3">{standingWords(rentControl)}</p>
        </>
      }
    >
      {over && (
        <p className="mb-4 max-w-measure">
          L’expérimentation de l’encadrement des loyers a pris fin le{' '}
          {formatDate(new Date(`${over}T12:00:00Z`))}, et aucune loi qui la prolonge n’est enregistrée sur
          Vigie.{ceilings.length > 0 && ' Ces plafonds ne s’imposent peut-être plus.'}
        </p>
      )}
      {ceilings.length > 0 ? (
        <>
          <Table
            caption={`Loyer de référence majoré ${atPlace(place)}, par m² et par mois, hors charges`}
            columns={columns}
            rows={ceilings}
            rowKey={({ rooms }) => rooms}
          />
          <p className="mt-3 max-w-measure text-small text-ardoise-600">
            Du plus bas au plus haut selon le quartier et l’époque de construction
            {byDwelling ? ', appartement ou maison' : ''}. L’arrêté du préfet fait seul foi.
            {source ? ` Source${NBSP}: ${source}.` : ''}
          </p>
        </>
      ) : (
        <p className="max-w-measure text-ardoise-700">
          {ended
            ? 'Les plafonds de cet arrêté ne s’appliquent plus.'
            : 'Vigie ne connaît pas les plafonds d’ici.'}{' '}
          {over === null && 'Le loyer de référence majoré doit être écrit dans l’annonce et dans le bail.'}
        </p>
      )}
    </Section>
  );
}

/** Which order, and whether it still holds. */
function standingWords({ order, ended, over }: RentControlHere): string {
  if (!order) return 'L’arrêté du préfet n’est pas chargé ici.';
  const cited = orderWords(order);
  if (ended) return `Le dernier arrêté connu ici n’est plus en vigueur${NBSP}: ${cited}.`;
  const whole = `${cited.charAt(0).toUpperCase()}${cited.slice(1)}.`;
  return order.outdated && over === null ? `${whole} Un plus récent devrait exister.` : whole;
}

const roomWords = (rooms: number) => (rooms === 4 ? `4${NBSP}et plus` : String(rooms));

/** On two lines where the screen is narrow. */
function RangeOf({ range }: { range: Range | null }) {
  if (!range) return '–';
  const [low, high] = [range.low, range.high].map((euros) => formatPrice(Math.round(euros * 100)));
  if (low === high) return low;
  return (
    <>
      <span className="max-sm:block">{low}</span> <span className="max-sm:block">à {high}</span>
    </>
  );
}
