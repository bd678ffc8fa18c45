import { dayBefore, parisDay } from '#contract/day.ts';
import { formatCount, NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import type { Queryable } from '#platform/db.server.ts';
import type { ListingStatus } from '#rooms/listings/contract.ts';
import { checkWording } from '#rooms/listings/legal-engine.ts';
import { placesByCode, populationsWithin } from '#rooms/places/places.server.ts';
import {
  type BoostConfiguration,
  formulaOn,
  PHOTO_LEAST,
  type PreflightFailure,
  type Reach,
  START_WITHIN_DAYS,
  type WantedBoost,
} from './contract.ts';
import { type PreflightListing, selectPreflightListings } from './preflight.sql.server.ts';
import { estimateReach } from './reach.ts';
import { countRunning } from './running.sql.server.ts';

export interface Preflight {
  /** Listings of the request that can be boosted, each once, in its order. */
  readonly listingIds: number[];
  /** The others, and why. Of a listing that is not the agency's nothing is told. */
  readonly dropped: { readonly listingId: number; readonly title: string; readonly reason: string }[];
  /** Empty: it can be paid. Housing leaves nothing else to choose: no age, gender, postcode nor exclusion. */
  readonly failures: PreflightFailure[];
  /** Null without a formula, or where the inhabitants are unknown. */
  readonly reach: Reach | null;
}

/** Why a listing cannot be boosted; null: it can. */
const unfit: Readonly<Record<ListingStatus, string | null>> = {
  online: null,
  draft: 'Elle n’est pas encore publiée.',
  pending: 'Elle attend d’être relue ou confirmée.',
  suspended: 'Elle est suspendue.',
  under_offer: 'Le bien est sous offre.',
  sold: 'Le bien est vendu.',
  rented: 'Le bien est loué.',
  expired: 'Elle a quitté la ligne, faute de confirmation.',
  refused: 'La loi la retient hors ligne.',
  withdrawn: 'Elle est retirée.',
};

/**
 * Checks each campaign that an agency wants, before it is paid: its listings, what the law and the networks ask of them,
 * their photos, its words, place, radius, first day, and how many run already or are ordered. One answer per campaign, in their order.
 */
export async function preflight(
  db: Queryable,
  agencyId: number,
  wanted: readonly WantedBoost[],
  configuration: BoostConfiguration,
  now: Date,
): Promise<Preflight[]> {
  const ids = [...new Set(wanted.flatMap(({ listingIds }) => listingIds))];
  const [rows, running, places] = await Promise.all([
    selectPreflightListings(db, ids),
    countRunning(db, agencyId, { ordered: true }),
    placesByCode(
      db,
      wanted.map(({ place }) => place),
    ),
  ]);
  const own = new Map(rows.filter((row) => row.agencyId === agencyId).map((row) => [row.id, row]));
  const { day } = parisDay(now);
  const populations = await populationsWithin(
    db,
    wanted.map(({ place, radiusKm }) => ({ code: places.get(place)?.code ?? '', radiusKm })),
  );
  return wanted.map((one, rank) => {
    const asked = [...new Set(one.listingIds)];
    const listings = asked.flatMap((id) => own.get(id) ?? []).filter(({ status }) => unfit[status] === null);
    const place = places.get(one.place);
    const isPlace = place !== undefined && place.kind !== 'department';
    const formula = formulaOn(configuration, one.formula, day);
    const population = isPlace ? (populations[rank] ?? null) : null;
    return {
      listingIds: listings.map(({ id }) => id),
      dropped: asked.flatMap((id) => droppedOf(id, own.get(id))),
      failures: [
        ...(listings.length === 0 ? [nothingLeft] : []),
        ...listings.flatMap((listing) => listingFailures(listing, configuration)),
        ...wordingFailures(one),
        ...(isPlace ? [] : [failure('place', 'Choisissez une commune ou un arrondissement de la liste.')]),
        ...radiusFailures(one.radiusKm, configuration),
        ...startFailures(one.startOn, day),
        ...capFailures(running + rank + 1, configuration),
      ],
      reach:
        formula && population !== null
          ? estimateReach({ ...formula, radiusKm: one.radiusKm, population })
          : null,
    };
  });
}

function droppedOf(listingId: number, listing: PreflightListing | undefined): Preflight['dropped'] {
  if (!listing)
    return [
      { listingId, title: `Annonce ${listingId}`, reason: 'Cette annonce n’est pas, ou plus, des vôtres.' },
    ];
  const reason = unfit[listing.status];
  return reason === null ? [] : [{ listingId, title: titleOf(listing), reason }];
}

const titleOf = ({ title, reference }: PreflightListing) => title || reference;

function failure(
  code: PreflightFailure['code'],
  message: string,
  where: Partial<Pick<PreflightFailure, 'listingId' | 'path' | 'field'>> = {},
): PreflightFailure {
  return { listingId: null, path: null, field: null, ...where, code, message };
}

const nothingLeft = failure('offline', 'Aucune des annonces choisies n’est en ligne.', {
  path: paths.agencyListings(),
});

/** Where a fact of a listing, or of its agency, is typed. */
function fieldPath(listingId: number, field: string): string {
  if (field.startsWith('agency.')) return paths.agencyProfile();
  const words = new URLSearchParams({ champ: field });
  return `${paths.agencyEditListing({ propertyId: listingId })}?${words}#champ-${field}`;
}

function listingFailures(
  { id, score, findings, photos, ...listing }: PreflightListing,
  { requiredScore, requiredPhotos }: BoostConfiguration,
): PreflightFailure[] {
  const name = listing.title || listing.reference;
  const failures: PreflightFailure[] = [];
  if (score < requiredScore) {
    const about = `${name}${NBSP}: conformité ${score} sur 100, il en faut ${requiredScore}.`;
    failures.push(
      ...findings.map(({ field, message, remedy }) =>
        failure('score', `${about} ${message} ${remedy}`, { listingId: id, path: fieldPath(id, field) }),
      ),
    );
    if (findings.length === 0)
      failures.push(failure('score', about, { listingId: id, path: fieldPath(id, 'title') }));
  }
  const sharp = photos.filter(
    ({ width, height }) => width >= PHOTO_LEAST.width && height >= PHOTO_LEAST.height,
  ).length;
  const photosPath = fieldPath(id, 'photos');
  if (sharp < requiredPhotos) {
    const message = `${name}${NBSP}: ${formatCount(sharp, 'photo assez grande', 'photos assez grandes')}, il en faut ${requiredPhotos} d’au moins ${PHOTO_LEAST.width} sur ${PHOTO_LEAST.height} pixels.`;
    failures.push(failure('photos', message, { listingId: id, path: photosPath }));
  } else if (photos[0] && (photos[0].width < PHOTO_LEAST.width || photos[0].height < PHOTO_LEAST.height)) {
    const message = `${name}${NBSP}: la première photo est trop petite pour la publicité, qui est faite avec elle.`;
    failures.push(failure('photos', message, { listingId: id, path: photosPath }));
  }
  return failures;
}

/** The rule on discrimination holds for the words of the advertisement as for those of a listing (R26). */
function wordingFailures({ title, text }: WantedBoost): PreflightFailure[] {
  const found = {
    title: checkWording({ title, description: '' }),
    text: checkWording({ title: '', description: text }),
  };
  return (['title', 'text'] as const).flatMap((field) =>
    found[field].map(({ message, remedy }) => failure('discrimination', `${message} ${remedy}`, { field })),
  );
}

function radiusFailures(
  radiusKm: number,
  { radiusMinKm, radiusMaxKm }: BoostConfiguration,
): PreflightFailure[] {
  if (radiusKm >= radiusMinKm && radiusKm <= radiusMaxKm) return [];
  return [
    failure(
      'radius',
      `Le rayon va de ${radiusMinKm} à ${radiusMaxKm}${NBSP}km${NBSP}: les réseaux refusent plus étroit pour un logement.`,
    ),
  ];
}

function startFailures(startOn: string | null, today: string): PreflightFailure[] {
  if (startOn === null) return [];
  if (startOn < today)
    return [failure('start', `Le premier jour est passé${NBSP}: choisissez aujourd’hui ou plus tard.`)];
  if (startOn > dayBefore(today, -START_WITHIN_DAYS))
    return [failure('start', `Le premier jour est à ${START_WITHIN_DAYS} jours d’ici au plus.`)];
  return [];
}

function capFailures(count: number, { runningMax }: BoostConfiguration): PreflightFailure[] {
  if (count <= runningMax) return [];
  return [
    failure(
      'cap',
      `Une agence a ${formatCount(runningMax, 'boost', 'boosts')} en même temps au plus${NBSP}: attendez la fin d’un autre, arrêtez-le, ou renoncez à une commande qui attend son paiement.`,
      { path: paths.agencyBoosts() },
    ),
  ];
}
