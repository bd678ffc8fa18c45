/**
 * Portfolio: the listings of an agency, as the agency itself keeps them.
 * Owns nothing: every row is written by the rules of listings.
 * Announces nothing: the events are those of listings.
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { defineErrors, sharedErrors } from '#contract/errors.ts';
import { shown } from '#contract/fields.ts';
import { visibleLine } from '#contract/visible.ts';
import {
  type ListingStatus,
  listingSources,
  listingStatuses,
  type PropertyType,
  propertyTypes,
} from '#rooms/listings/contract.ts';
import { suspensionSchema } from '#rooms/listings/moderation.ts';
import { photoSchema } from '#rooms/listings/photos.ts';
import { placeSchema } from '#rooms/places/contract.ts';
import { factsSchema, REFERENCE_MAX, typedFactNames, typedFactsSchema } from './facts.ts';

export const portfolioErrors = defineErrors({
  LISTING_CHANGED: [
    409,
    'Cette annonce a changé entre-temps, ailleurs ou par une autre personne. Rien n’est enregistré : rechargez-la pour partir de sa dernière version.',
  ],
  LISTING_FROM_FEED: [
    409,
    'Cette annonce vient de votre logiciel : modifiez-la là-bas, son prochain envoi l’apportera. Rien n’est enregistré.',
  ],
  LISTING_UNLAWFUL: [422, 'La loi ne permet pas de publier cette annonce telle quelle.'],
  LISTING_OFF_LINE: [409, 'Cette annonce n’est pas en ligne.'],
  LISTING_SUSPENDED: [
    409,
    'Vigie a suspendu cette annonce : le courriel qui le dit en donne le motif et le moyen de le contester. Répondez-y une fois l’annonce corrigée.',
  ],
  PHOTO_REFUSED: [422, 'Cette photo ne peut être lue : envoyez un fichier JPEG, PNG, WebP, GIF ou AVIF.'],
  PHOTO_TOO_HEAVY: [413, 'Une photo pèse au plus 15 Mo.'],
  PHOTOS_TOO_MANY: [409, 'Une annonce montre au plus 30 photos.'],
});

export const PHOTOS_MAX = 30;
export const PHOTO_BYTES_MAX = 15_000_000;
/** Several photos may come together. */
const UPLOAD_BYTES_MAX = 40_000_000;
export const CAPTION_MAX = 120;
/** Listings of one common action. */
const TOGETHER_MAX = 100;

const status = z.enum(Object.keys(listingStatuses) as ListingStatus[]);

const findingSchema = z.object({
  rule: z.string(),
  code: z.string(),
  /** `block`: stays off line; `review`: a person reads the text first. */
  severity: z.enum(['block', 'review', 'warning']),
  /** The fact to correct first, `agency.…` for one of the agency. */
  field: z.string(),
  message: z.string(),
  remedy: z.string(),
  /** A value that the agency may confirm as it is: cents or m², the bound that it passed, and its key. */
  held: z.optional(
    z.object({
      measure: z.enum(['price', 'pricePerM2', 'surface']),
      value: z.number(),
      bound: z.number(),
      side: z.enum(['least', 'most']),
      key: z.string(),
    }),
  ),
});
export type Found = z.output<typeof findingSchema>;

const legalSchema = z.object({
  /** 0 to 100; above 50 it may be on line. */
  score: z.int(),
  hold: z.nullable(z.enum(['block', 'review'])),
  findings: z.array(findingSchema),
});
export type Legal = z.output<typeof legalSchema>;

const ownPhotoSchema = z.object({
  /** Stable while the picture is the same. */
  key: z.string(),
  caption: z.nullable(z.string()),
  state: z.enum(['pending', 'ready', 'failed']),
  /** Of a failure, in French. */
  error: z.nullable(z.string()),
  /** Null until it is ready. */
  photo: z.nullable(photoSchema),
});
export type OwnPhoto = z.output<typeof ownPhotoSchema>;

const ownListingSchema = z.object({
  id: z.int(),
  reference: z.string(),
  source: z.enum(listingSources),
  /** What its feed says belongs to the agency's software: it is read, not typed. */
  fromFeed: z.boolean(),
  /** Of one from a feed, the facts that the feed leaves unsaid: they are typed, and kept for the files to come. */
  completable: z.array(z.enum(typedFactNames)),
  status,
  /** By Vigie, until it gives the listing back; null: it does not suspend it. */
  suspension: z.nullable(suspensionSchema),
  /** Of the facts, the reference and the photos: to be sent back with the next change. */
  version: z.string(),
  facts: factsSchema,
  place: z.nullable(
    z.extend(
      z.pick(placeSchema, { code: true, slug: true, postalCodes: true, lng: true, lat: true, bbox: true }),
      {
        label: z.string(),
      },
    ),
  ),
  photos: z.array(ownPhotoSchema),
  legal: legalSchema,
  /** The sentences that the law puts on its page, in their order. */
  mentions: z.array(z.string()),
  /** ISO. */
  publishedAt: z.nullable(z.string()),
  confirmedAt: z.nullable(z.string()),
  updatedAt: z.string(),
});
export type OwnListing = z.output<typeof ownListingSchema>;

const id = z.object({ id: z.string() });

export const createListingCall = defineCall({
  method: 'POST',
  path: '/agence/listings',
  access: 'agency',
  summary: 'Commence une annonce : un brouillon, que rien ne montre',
  body: z.object({
    transaction: z.union([z.literal(1), z.literal(2)]),
    propertyType: z.enum(Object.keys(propertyTypes) as PropertyType[]),
    placeCode: z
      .string({ error: 'Le lieu est requis' })
      .check(z.regex(/^[0-9AB]{5}$/, 'Choisissez une commune de la liste')),
    /** Cents: fees included, or the rent with its charges; of a programme, that of its cheapest lot. */
    price: z
      .int({ error: 'Le prix est requis' })
      .check(z.positive('Le prix est requis'), z.maximum(100_000_000_000, 'Ce prix est trop grand')),
  }),
  answer: ownListingSchema,
});

export const ownListingCall = defineCall({
  method: 'GET',
  path: '/agence/listings/:id',
  access: 'agency',
  summary: 'Une annonce de l’agence, entière, avec ce que la loi en dit',
  params: id,
  answer: ownListingSchema,
  errors: [sharedErrors.NOT_FOUND],
});

const changes = {
  reference: z.optional(
    z.pipe(
      z.pipe(z.string(), z.transform(visibleLine)),
      z
        .string()
        .check(
          z.minLength(1, 'La référence est requise'),
          z.maxLength(REFERENCE_MAX, `La référence compte au plus ${REFERENCE_MAX} caractères`),
        ),
    ),
  ),
  facts: z.optional(typedFactsSchema),
  /** All of them, in their order: those left out are removed. */
  photos: z.optional(
    z
      .array(
        z.object({ key: z.string(), caption: z.nullable(z.string().check(shown, z.maxLength(CAPTION_MAX))) }),
      )
      .check(z.maxLength(PHOTOS_MAX)),
  ),
};
const changesSchema = z.object(changes);
export type Changes = z.output<typeof changesSchema>;

export const reviseListingCall = defineCall({
  method: 'PUT',
  path: '/agence/listings/:id',
  access: 'agency',
  summary: 'Change ce qui est dit d’une annonce ; la version lue doit être la dernière',
  params: id,
  body: z.object({ version: z.string(), ...changes }),
  answer: ownListingSchema,
  errors: [
    sharedErrors.NOT_FOUND,
    portfolioErrors.LISTING_CHANGED,
    portfolioErrors.LISTING_FROM_FEED,
    portfolioErrors.LISTING_UNLAWFUL,
  ],
});

export const checkListingCall = defineCall({
  method: 'POST',
  path: '/agence/listings/:id/check',
  access: 'agency',
  summary: 'Ce que la loi dirait d’une annonce si elle était changée ainsi ; rien n’est enregistré',
  params: id,
  body: changesSchema,
  answer: legalSchema,
  errors: [sharedErrors.NOT_FOUND],
});

export const removeListingCall = defineCall({
  method: 'DELETE',
  path: '/agence/listings/:id',
  access: 'agency',
  summary: 'Retire une annonce, vendue ou louée si `motif` le dit ; un brouillon disparaît',
  params: id,
  query: z.object({ motif: z._default(z.enum(['retiree', 'vendue', 'louee']), 'retiree') }),
  errors: [sharedErrors.NOT_FOUND, portfolioErrors.LISTING_FROM_FEED],
});

export const addPhotosCall = defineCall({
  method: 'POST',
  path: '/agence/listings/:id/photos',
  access: 'agency',
  upload: UPLOAD_BYTES_MAX,
  summary: 'Ajoute des photos à la fin, chacune 15 Mo au plus, 30 au plus par annonce',
  params: id,
  answer: ownListingSchema,
  errors: [
    sharedErrors.NOT_FOUND,
    sharedErrors.PAYLOAD_TOO_LARGE,
    portfolioErrors.LISTING_FROM_FEED,
    portfolioErrors.PHOTO_REFUSED,
    portfolioErrors.PHOTO_TOO_HEAVY,
    portfolioErrors.PHOTOS_TOO_MANY,
  ],
});

const outcomeSchema = z.object({ status });

export const publishListingCall = defineCall({
  method: 'POST',
  path: '/agence/listings/:id/publish',
  access: 'agency',
  summary: 'Met en ligne ; refusé avec toutes les règles qui s’y opposent, chacune et son remède',
  params: id,
  answer: outcomeSchema,
  errors: [
    sharedErrors.NOT_FOUND,
    portfolioErrors.LISTING_UNLAWFUL,
    portfolioErrors.LISTING_FROM_FEED,
    portfolioErrors.LISTING_SUSPENDED,
  ],
});

export const pauseListingCall = defineCall({
  method: 'POST',
  path: '/agence/listings/:id/pause',
  access: 'agency',
  summary: 'Suspend une annonce jusqu’à ce que son agence la remette en ligne',
  params: id,
  answer: outcomeSchema,
  errors: [sharedErrors.NOT_FOUND, portfolioErrors.LISTING_OFF_LINE, portfolioErrors.LISTING_SUSPENDED],
});

export const confirmListingCall = defineCall({
  method: 'POST',
  path: '/agence/listings/:id/confirm',
  access: 'agency',
  summary: 'Confirme une annonce, « toujours disponible » : quatorze jours de plus en ligne',
  params: id,
  answer: outcomeSchema,
  errors: [
    sharedErrors.NOT_FOUND,
    portfolioErrors.LISTING_OFF_LINE,
    portfolioErrors.LISTING_UNLAWFUL,
    portfolioErrors.LISTING_SUSPENDED,
  ],
});

export const confirmValuesCall = defineCall({
  method: 'POST',
  path: '/agence/listings/:id/confirm-values',
  access: 'agency',
  summary: 'Confirme un prix ou une surface hors du vraisemblable, par leurs clés, ou le reprend',
  params: id,
  body: z.object({
    /** Of `held` of the findings: each names one value, and no other. */
    keys: z.array(z.string().check(z.minLength(1), z.maxLength(200))).check(z.minLength(1), z.maxLength(50)),
    confirmed: z._default(z.boolean(), true),
  }),
  answer: ownListingSchema,
  errors: [sharedErrors.NOT_FOUND],
});

const actionNames = ['publish', 'pause', 'confirm'] as const;
export type ActionName = (typeof actionNames)[number];

export const actTogetherCall = defineCall({
  method: 'POST',
  path: '/agence/listings/actions',
  access: 'agency',
  summary: 'La même action sur plusieurs annonces ; ce qu’il en est de chacune',
  body: z.object({
    action: z.enum(actionNames),
    ids: z.array(z.int()).check(z.minLength(1), z.maxLength(TOGETHER_MAX)),
  }),
  answer: z.object({
    results: z.array(
      z.object({
        id: z.int(),
        /** Null: there is no such listing here. */
        reference: z.nullable(z.string()),
        done: z.boolean(),
        status: z.nullable(status),
        /** Why not, in French. */
        message: z.nullable(z.string()),
        findings: z.array(findingSchema),
      }),
    ),
  }),
});
