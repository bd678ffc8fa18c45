// Written by `npm run db:types` from the migrations: change those, never this file.
import type { ColumnType } from 'kysely';

/** The database fills it when an insert leaves it out. */
export type Generated<T> =
  T extends ColumnType<infer Read, infer Insert, infer Update>
    ? ColumnType<Read, Insert | undefined, Update>
    : ColumnType<T, T | undefined, T>;
/** Only the database writes it. */
export type GeneratedAlways<T> = ColumnType<T, never, never>;
/** Written as text (JSON.stringify): node-postgres would turn a JavaScript array into a PostgreSQL array. */
export type Json = ColumnType<unknown, string, string>;
export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface AccountTable {
  id: GeneratedAlways<number>;
  email: string;
  firstName: string;
  lastName: string;
  phone: string | null;
  civility: string | null;
  passwordHash: string | null;
  emailVerifiedAt: Timestamp | null;
  demo: Generated<boolean>;
  createdAt: Generated<Timestamp>;
  googleSub: string | null;
  googleEmail: string | null;
  googleLinkedAt: Timestamp | null;
  exportedAt: Generated<Date[]>;
  ownedSince: Timestamp | null;
}

export interface AccountAttemptTable {
  id: GeneratedAlways<number>;
  client: string;
  subject: Buffer;
  outcome: Generated<string>;
  at: Timestamp;
}

export interface AccountConsentTable {
  id: GeneratedAlways<number>;
  accountId: number;
  subject: string;
  given: boolean;
  sentence: string;
  source: string;
  at: Timestamp;
}

export interface AccountEmailAskedTable {
  id: GeneratedAlways<number>;
  accountId: number;
  subject: Buffer;
  at: Timestamp;
}

export interface AccountEmailChangeTable {
  id: GeneratedAlways<number>;
  accountId: number;
  oldEmail: string;
  oldProven: boolean;
  newEmail: string;
  tokenHash: Buffer;
  cancelHash: Buffer;
  createdAt: Timestamp;
  sentAt: Timestamp;
  expiresAt: Timestamp;
  confirmedAt: Timestamp | null;
  cancelledAt: Timestamp | null;
}

export interface AccountLinkTable {
  tokenHash: Buffer;
  accountId: number;
  purpose: string;
  email: string;
  createdAt: Timestamp;
  expiresAt: Timestamp;
  usedAt: Timestamp | null;
}

export interface AccountResetRequestTable {
  id: GeneratedAlways<number>;
  email: string;
  at: Timestamp;
}

export interface AccountSessionTable {
  tokenHash: Buffer;
  accountId: number;
  remembered: Generated<boolean>;
  userAgent: Generated<string>;
  createdAt: Generated<Timestamp>;
  seenAt: Generated<Timestamp>;
  expiresAt: Timestamp;
  id: GeneratedAlways<number>;
}

export interface AccountSpentTokenTable {
  tokenHash: Buffer;
  expiresAt: Timestamp;
}

export interface AdminAuditTable {
  id: GeneratedAlways<number>;
  at: Timestamp;
  administrator: string;
  action: string;
  subject: string;
  subjectId: string;
  label: string;
  before: Json | null;
  after: Json | null;
  reason: string | null;
}

export interface AgencyTable {
  id: GeneratedAlways<number>;
  ownerReference: string;
  name: string;
  siren: string | null;
  rcsCity: string | null;
  cardNumber: string | null;
  email: string | null;
  phone: string | null;
  address: string | null;
  postalCode: string | null;
  city: string | null;
  website: string | null;
  feeScheduleUrl: string | null;
  demo: Generated<boolean>;
  createdAt: Generated<Timestamp>;
  tradeName: string | null;
  companyName: string | null;
  legalForm: string | null;
  capital: number | null;
  siret: string | null;
  vatNumber: string | null;
  soleTrader: boolean | null;
  cardOffice: string | null;
  cardActivities: string | null;
  cardUntil: string | null;
  guarantorName: string | null;
  guarantorAddress: string | null;
  guaranteeAmount: number | null;
  holdsNoFunds: boolean | null;
  insurance: string | null;
  mediatorName: string | null;
  mediatorUrl: string | null;
  feeScheduleOn: string | null;
  software: string | null;
  openingHours: string | null;
  presentation: string | null;
  judgeAskedAt: Timestamp | null;
  excludedOn: string | null;
  languages: string | null;
  specialties: string | null;
  wordedAs: string | null;
  feedId: string | null;
  billingAddress: string | null;
  billingPostalCode: string | null;
  billingCity: string | null;
  billingEmail: string | null;
  suspendedOn: string | null;
  suspensionReason: string | null;
}

export interface AgencyAccountTable {
  id: GeneratedAlways<number>;
  agencyId: number;
  email: string;
  phone: string | null;
  passwordHash: string | null;
  termsAgreedAt: Timestamp | null;
  demo: Generated<boolean>;
  createdAt: Timestamp;
}

export interface AgencyAskedTable {
  id: GeneratedAlways<number>;
  kind: string;
  email: string;
  registrationId: number | null;
  at: Timestamp;
}

export interface AgencyCheckTable {
  agencyId: number;
  kind: string;
  outcome: string;
  stated: string;
  reason: string | null;
  byWhom: string;
  at: Timestamp;
}

export interface AgencyDigestTable {
  agencyId: number;
  day: string;
}

export interface AgencyExclusionTable {
  tokenHash: Buffer;
  agencyId: number;
  email: string;
  createdAt: Timestamp;
  confirmedAt: Timestamp | null;
  removed: number | null;
  revokedAt: Timestamp | null;
}

export interface AgencyExclusionAskedTable {
  id: GeneratedAlways<number>;
  ownerReference: string;
  at: Timestamp;
}

export interface AgencyIdentityTable {
  agencyId: number | null;
  state: string | null;
}

export interface AgencyLinkTable {
  tokenHash: Buffer;
  purpose: string;
  registrationId: number | null;
  accountId: number | null;
  email: string;
  createdAt: Timestamp;
  expiresAt: Timestamp;
  usedAt: Timestamp | null;
}

export interface AgencyLogoTable {
  key: string;
  agencyId: number | null;
  width: number;
  height: number;
  at: Timestamp;
}

export interface AgencyNoteTable {
  id: GeneratedAlways<number>;
  agencyId: number;
  at: Timestamp;
  byWhom: string;
  text: string;
}

export interface AgencyNotificationTable {
  id: GeneratedAlways<number>;
  agencyId: number;
  event: string;
  key: string;
  title: string;
  path: string;
  at: Timestamp;
  readAt: Timestamp | null;
  mail: string;
}

export interface AgencyNotificationSettingTable {
  agencyId: number;
  channels: Json;
  recipients: string[];
  quietFrom: number | null;
  quietUntil: number | null;
  days: number[];
  updatedAt: Timestamp;
}

export interface AgencyRegistrationTable {
  id: GeneratedAlways<number>;
  email: string;
  name: string;
  phone: string | null;
  software: string | null;
  siren: string | null;
  passwordHash: string | null;
  termsAgreedAt: Timestamp | null;
  agencyId: number | null;
  createdAt: Timestamp;
  provenAt: Timestamp | null;
  settledAt: Timestamp | null;
  outcome: string | null;
  town: string | null;
  browserHash: Buffer | null;
  destination: string | null;
}

export interface AgencySessionTable {
  tokenHash: Buffer;
  accountId: number;
  remembered: Generated<boolean>;
  userAgent: Generated<string>;
  createdAt: Timestamp;
  seenAt: Timestamp;
  expiresAt: Timestamp;
}

export interface AgencyStatedTable {
  agencyId: number | null;
  kind: string | null;
  stated: string | null;
}

export interface AgencyTermTable {
  word: string;
  typo: number[];
}

export interface AgencyWordTable {
  word: string;
  agencyId: number;
  town: boolean;
}

export interface AlertTable {
  id: GeneratedAlways<number>;
  subscriberId: number;
  name: string;
  criteria: Json;
  frequency: string;
  hour: Generated<number>;
  status: string;
  tokenVersion: Generated<number>;
  since: string | null;
  toldOn: string | null;
  lastSentAt: Timestamp | null;
  createdAt: Generated<Timestamp>;
  confirmedAt: Timestamp | null;
  updatedAt: Generated<Timestamp>;
  visitedAt: Timestamp | null;
  seenUntil: Timestamp | null;
  pausedUntil: Timestamp | null;
  statusBefore: string | null;
  deletedAt: Timestamp | null;
  weekday: Generated<number>;
  quietFrom: number | null;
  quietTo: number | null;
  events: Generated<string[]>;
  minDrop: Generated<number>;
  feedsOpen: Generated<boolean>;
  feedsVersion: Generated<number>;
  push: Generated<boolean>;
  suggested: Generated<string[]>;
}

export interface AlertConfirmationTable {
  tokenHash: Buffer;
  alertId: number;
  createdAt: Timestamp;
  expiresAt: Timestamp;
  usedAt: Timestamp | null;
}

export interface AlertEpochTable {
  onlyOne: Generated<boolean>;
  epoch: string;
}

export interface AlertFactTable {
  seq: number;
  listingId: number;
  xid: string;
  readAt: Timestamp;
  facts: Json | null;
}

export interface AlertFollowTable {
  listingId: number;
  alertId: number;
}

export interface AlertHitTable {
  alertId: number;
  run: string;
  batch: number;
  sure: number[];
  unsure: number[];
  at: Timestamp;
  retryAt: Timestamp;
  toldAt: Timestamp | null;
  told: Generated<number>;
}

export interface AlertKeyTable {
  alertId: number;
  zone: string;
  transaction: string;
  since: string;
  inPropertyType: string[] | null;
  minPrice: number;
  maxPrice: number;
  maxPricePerM2: number | null;
  minSurface: number | null;
  maxSurface: number | null;
  minLandSurface: number | null;
  minRooms: number | null;
  maxRooms: number | null;
  minBedrooms: number | null;
  minBathrooms: number | null;
  minFloor: number | null;
  maxFloor: number | null;
  minBuiltYear: number | null;
  minPhotoCount: number;
  inEnergyClass: string[] | null;
  inClimateClass: string[] | null;
  flagsOn: number;
  flagsOff: number;
  others: Json | null;
}

export interface AlertPairTable {
  alertId: number;
  partnerId: number;
  invitedAt: Timestamp;
}

export interface AlertRunTable {
  run: string;
  beganAt: Timestamp;
  releasedAt: Timestamp | null;
  sweptAt: Timestamp | null;
}

export interface AlertToldTable {
  alertId: number;
  occasion: string;
  at: Timestamp;
  listings: number[];
  prices: number[];
  aside: Generated<number[]>;
  reasons: Generated<string[]>;
  upto: number[];
}

export interface AlertVerdictTable {
  alertId: number;
  listingId: number;
  verdict: string;
  reason: string | null;
  at: Timestamp;
}

export interface AlertVersionTable {
  id: GeneratedAlways<number>;
  alertId: number;
  at: Timestamp;
  criteria: Json;
  since: string | null;
}

export interface BoostTable {
  id: GeneratedAlways<number>;
  reference: string;
  agencyId: number;
  status: string;
  formula: string;
  formulaName: string;
  networks: string[];
  objective: string;
  days: number;
  freeDays: Generated<number>;
  mediaBudget: number;
  fee: number;
  placeCode: string;
  placeName: string;
  radiusKm: number;
  title: string;
  text: string;
  callToAction: string;
  startOn: string | null;
  publisher: Generated<string>;
  externalId: string | null;
  externalUrl: string | null;
  networkState: string | null;
  failure: string | null;
  attempts: Generated<number>;
  nextAttemptAt: Timestamp | null;
  figuresAt: Timestamp | null;
  startedAt: Timestamp | null;
  endsAt: Timestamp | null;
  pausedAt: Timestamp | null;
  endedAt: Timestamp | null;
  endedBecause: string | null;
  settledAt: Timestamp | null;
  demo: Generated<boolean>;
  version: Generated<number>;
  createdAt: Timestamp;
  updatedAt: Timestamp;
  networkEndsAt: Timestamp | null;
}

export interface BoostConfigurationTable {
  id: GeneratedAlways<number>;
  effectiveAt: Timestamp;
  settings: Json;
  author: string;
  note: string | null;
  createdAt: Timestamp;
}

export interface BoostDayTable {
  boostId: number;
  day: string;
  impressions: number;
  reach: number;
  clicks: number;
  spend: number;
  updatedAt: Timestamp;
}

export interface BoostEventTable {
  id: GeneratedAlways<number>;
  boostId: number;
  fromStatus: string | null;
  toStatus: string;
  author: string;
  reason: string | null;
  at: Timestamp;
}

export interface BoostListingTable {
  boostId: number;
  position: number;
  listingId: number;
  droppedAt: Timestamp | null;
  droppedBecause: string | null;
  removedAt: Timestamp | null;
  shownAs: string | null;
  currentAs: string | null;
  comparedAt: Timestamp | null;
}

export interface ChangeTable {
  seq: GeneratedAlways<number>;
  xid: Generated<string>;
  kind: string;
  ref: number;
  run: string | null;
  payload: Generated<Json>;
  at: Generated<Timestamp>;
}

export interface ChangeReaderTable {
  name: string;
  epoch: string;
  xid: Generated<string>;
  seq: Generated<number>;
  batch: Generated<number>;
  at: Generated<Timestamp>;
}

export interface ContactMessageTable {
  id: GeneratedAlways<number>;
  reference: string;
  submission: string | null;
  accountId: number | null;
  name: string;
  email: string;
  subject: string;
  message: string;
  client: string | null;
  receipt: boolean;
  createdAt: Timestamp;
  company: string | null;
  phone: string | null;
  agencyId: number | null;
}

export interface CouponTable {
  id: GeneratedAlways<number>;
  code: string;
  label: string;
  kind: string;
  value: number;
  ceiling: number | null;
  minimumNet: number | null;
  formulas: string[] | null;
  firstOrder: Generated<boolean>;
  usesMax: number | null;
  usesPerAgency: number | null;
  startsAt: Timestamp | null;
  endsAt: Timestamp | null;
  stackable: Generated<boolean>;
  stoppedAt: Timestamp | null;
  createdBy: string;
  createdAt: Timestamp;
  reserved: Generated<boolean>;
  version: Generated<number>;
}

export interface CouponAgencyTable {
  couponId: number;
  agencyId: number;
}

export interface CouponUseTable {
  couponId: number;
  orderReference: string;
  agencyId: number;
  discount: number;
  takenAt: Timestamp;
  returnedAt: Timestamp | null;
}

export interface EmbeddedSessionTable {
  id: string;
  orderReference: string;
  amount: number;
  status: string;
  paymentId: string | null;
  successUrl: string;
  cancelUrl: string;
  createdAt: Timestamp;
  expiresAt: Timestamp;
}

export interface FavoriteTable {
  accountId: number;
  listingId: number;
  note: Generated<string>;
  price: number;
  createdAt: Timestamp;
  updatedAt: Timestamp;
  removedAt: Timestamp | null;
  told: string | null;
}

export interface FavoriteMailStopTable {
  accountId: number;
  at: Timestamp;
}

export interface FeedAgencyTable {
  importId: number;
  agencyId: number;
  status: string;
  counts: Generated<Json>;
  undoable: Generated<boolean>;
}

export interface FeedCompletionTable {
  agencyId: number;
  technicalId: string;
  facts: Json;
  changedAt: Timestamp;
}

export interface FeedFormerTable {
  importId: number;
  agencyId: number;
  technicalId: string;
  listingId: number | null;
  listing: Json | null;
  verdict: Json | null;
  photos: Generated<Json>;
  prices: Generated<Json>;
  availability: Generated<Json>;
  confirmedAt: Timestamp | null;
}

export interface FeedFormerPhotoTable {
  importId: number;
  agencyId: number;
  name: string;
  mark: string | null;
  storageKey: string | null;
}

export interface FeedFormerSenderTable {
  importId: number;
  agencyId: number;
  format: string;
  sender: string | null;
}

export interface FeedImportTable {
  id: GeneratedAlways<number>;
  format: string;
  fileName: string;
  sha256: Buffer;
  receivedAt: Timestamp;
  status: string;
  reason: string | null;
  report: Generated<Json>;
  finishedAt: Timestamp | null;
  askedBy: number | null;
  archiveKey: string | null;
  confirmed: Generated<boolean>;
  progress: Json | null;
  openEnded: Generated<boolean>;
}

export interface FeedLineTable {
  importId: number;
  agencyId: number;
  kind: string;
  number: number;
  line: Json;
}

export interface FeedPhotoTable {
  agencyId: number;
  name: string;
  mark: string;
  storageKey: string;
}

export interface FeedSenderTable {
  agencyId: number;
  format: string;
  sender: string;
}

export interface FeedStagedTable {
  importId: number;
  number: number;
  agencyId: number;
  action: string;
  technicalId: string;
  listingId: number | null;
  draft: Json | null;
}

export interface HiddenListingTable {
  accountId: number;
  listingId: number;
  reason: string | null;
  at: Timestamp;
}

export interface InvoiceTable {
  id: GeneratedAlways<number>;
  number: string;
  series: string;
  year: number;
  sequence: number;
  orderId: number;
  boostId: number | null;
  agencyId: number | null;
  issuedOn: string;
  document: Json;
  net: number;
  vat: number;
  gross: number;
  file: Buffer | null;
  mailedAt: Timestamp | null;
  demo: Generated<boolean>;
  createdAt: Timestamp;
  drawAttempts: Generated<number>;
  nextDrawAt: Timestamp | null;
}

export interface InvoiceCounterTable {
  series: string;
  year: number;
  last: number;
  issuedOn: string;
}

export interface LawProlongationTable {
  id: GeneratedAlways<number>;
  law: string;
  until: string | null;
  text: string | null;
  byWhom: string;
  at: Timestamp;
}

export interface LeadTable {
  id: GeneratedAlways<number>;
  listingId: number | null;
  agencyId: number;
  listingReference: string | null;
  source: string;
  status: string;
  request: string;
  civility: string | null;
  firstName: string;
  lastName: string;
  email: string;
  phone: string | null;
  message: string | null;
  optInAlerts: Generated<boolean>;
  optInPartners: Generated<boolean>;
  disqualifiedBecause: string | null;
  assignedTo: string | null;
  remindOn: string | null;
  demo: Generated<boolean>;
  createdAt: Timestamp;
  readAt: Timestamp | null;
  firstAnswerAt: Timestamp | null;
  closedAt: Timestamp | null;
  keepUntil: string;
  accountId: number | null;
  mailKey: string | null;
  erasedAt: Timestamp | null;
  version: Generated<number>;
  toldGoneAt: Timestamp | null;
  suspicion: string | null;
  boostReference: string | null;
}

export interface LeadAddressTable {
  token: string;
  leadId: number;
  side: string;
}

export interface LeadAttemptTable {
  id: GeneratedAlways<number>;
  client: Buffer;
  sender: Buffer;
  words: Buffer | null;
  agencyId: number;
  receipt: Generated<boolean>;
  at: Timestamp;
  suspect: Generated<boolean>;
}

export interface LeadConsentTable {
  leadId: number;
  purpose: string;
  sentence: string;
  source: string;
  at: Timestamp;
}

export interface LeadDeliveryTable {
  id: GeneratedAlways<number>;
  agencyId: number;
  leadId: number;
  event: string;
  messageId: string;
  status: Generated<string>;
  attempts: Generated<number>;
  nextAt: Timestamp;
  payload: string | null;
  reason: string | null;
  createdAt: Timestamp;
  settledAt: Timestamp | null;
}

export interface LeadEventTable {
  id: GeneratedAlways<number>;
  leadId: number;
  at: Timestamp;
  kind: string;
  fromStatus: string | null;
  toStatus: string | null;
  byWhom: string;
  text: string | null;
  mailKey: string | null;
}

export interface LeadLetterTable {
  eventId: number;
  messageId: string | null;
  elsewhere: string | null;
  original: string | null;
  files: Generated<string[]>;
}

export interface LeadWebhookTable {
  agencyId: number;
  url: string;
  salt: Buffer;
  changedAt: Timestamp;
}

export interface ListingTable {
  id: GeneratedAlways<number>;
  agencyId: number;
  source: string;
  technicalId: string;
  reference: string;
  status: string;
  transaction: number;
  isNew: Generated<boolean>;
  lifeAnnuity: Generated<boolean>;
  propertyType: string;
  subType: string | null;
  title: string;
  description: string;
  placeCode: string;
  cityCode: string;
  departmentCode: string;
  postalCode: string;
  quarter: string | null;
  address: string | null;
  exactLat: number | null;
  exactLng: number | null;
  lat: number | null;
  lng: number | null;
  pointRadius: number | null;
  cell: GeneratedAlways<number | null>;
  cell2: GeneratedAlways<number | null>;
  price: number;
  priceWithoutFees: number | null;
  feesPayer: number | null;
  feesPercent: number | null;
  feeScheduleUrl: string | null;
  charges: number | null;
  chargesMode: number | null;
  rentSupplement: number | null;
  baseRent: number | null;
  referenceRent: number | null;
  rentControlled: boolean | null;
  deposit: number | null;
  tenantFees: number | null;
  inventoryFees: number | null;
  annuityBouquet: number | null;
  annuityMonthly: number | null;
  surface: number | null;
  landSurface: number | null;
  livingRoomSurface: number | null;
  terraceSurface: number | null;
  balconySurface: number | null;
  rooms: number | null;
  bedrooms: number | null;
  bathrooms: number | null;
  showerRooms: number | null;
  toilets: number | null;
  floor: number | null;
  floors: number | null;
  builtYear: number | null;
  elevator: boolean | null;
  balcony: boolean | null;
  terrace: boolean | null;
  garden: boolean | null;
  parking: boolean | null;
  cellar: boolean | null;
  pool: boolean | null;
  furnished: boolean | null;
  caretaker: boolean | null;
  openView: boolean | null;
  overlooked: boolean | null;
  quiet: boolean | null;
  accessible: boolean | null;
  petsAllowed: boolean | null;
  airConditioning: boolean | null;
  fireplace: boolean | null;
  parquet: boolean | null;
  intercom: boolean | null;
  doorCode: boolean | null;
  exclusive: boolean | null;
  renovated: boolean | null;
  workNeeded: boolean | null;
  exposures: string[] | null;
  heating: string[] | null;
  kitchen: string | null;
  energyStatus: string | null;
  energyClass: string | null;
  energyValue: number | null;
  climateClass: string | null;
  climateValue: number | null;
  energyFinal: number | null;
  energyDate: string | null;
  energyVersion: string | null;
  energyCostMin: number | null;
  energyCostMax: number | null;
  energyCostYear: number | null;
  coOwned: boolean | null;
  lots: number | null;
  yearlyCharges: number | null;
  procedure: boolean | null;
  procedureDetail: string | null;
  mandateNumber: string | null;
  availableOn: string | null;
  visitUrl: string | null;
  contactName: string | null;
  contactPhone: string | null;
  contactEmail: string | null;
  contentHash: Buffer;
  photosHash: Buffer;
  photoCount: Generated<number>;
  previousPrice: number | null;
  priceChangedAt: Timestamp | null;
  firstSeenAt: Timestamp;
  publishedAt: Timestamp | null;
  updatedAt: Timestamp;
  withdrawnAt: Timestamp | null;
  addressDisplay: string | null;
  transportLine: string | null;
  transportStation: string | null;
  carrezSurface: number | null;
  cellarSurface: number | null;
  topFloor: boolean | null;
  separateToilets: boolean | null;
  condition: string | null;
  parkings: number | null;
  boxes: number | null;
  balconies: number | null;
  terraces: number | null;
  alarm: boolean | null;
  fibre: boolean | null;
  cupboards: boolean | null;
  propertyTax: number | null;
  annuityOccupied: boolean | null;
  annuityAges: number[] | null;
  rentSupplementReason: string | null;
  medianRent: number | null;
  lease: string | null;
  leaseMonths: number | null;
  flatShare: boolean | null;
  tenantFeeZone: string | null;
  energyNumber: string | null;
  energyExemption: string | null;
  energyCertificate: boolean | null;
  energyAuditOn: string | null;
  risksConcerned: boolean | null;
  risksReportOn: string | null;
  brushClearing: boolean | null;
  mandateType: string | null;
  mandateOn: string | null;
  mandateUntil: string | null;
  contactStatus: string | null;
  contactRsac: string | null;
  contactRsacCity: string | null;
  contactSoleTrader: boolean | null;
  videoUrl: string | null;
  translations: Json | null;
  programmeName: string | null;
  developer: string | null;
  delivery: string | null;
  progress: string | null;
  re2020: boolean | null;
  reducedNotaryFees: boolean | null;
  zeroRateLoan: boolean | null;
  completionGuarantee: string | null;
  units: Json | null;
  searchWords: GeneratedAlways<string | null>;
  leads: Generated<number>;
  marketSince: Timestamp | null;
  home: number | null;
  cell3: GeneratedAlways<number | null>;
  pricePerM2: GeneratedAlways<number | null>;
  landlordFees: number | null;
  landlordInventoryFees: number | null;
}

export interface ListingAvailabilityTable {
  listingId: number;
  at: Timestamp;
  status: string;
}

export interface ListingConfirmationTable {
  listingId: number;
  at: Timestamp;
}

export interface ListingConfirmedValueTable {
  id: GeneratedAlways<number>;
  listingId: number;
  valueKey: string;
  confirmed: boolean;
  reason: string | null;
  byWhom: string;
  at: Timestamp;
}

export interface ListingDayTable {
  listingId: number;
  day: string;
  agencyId: number;
  views: Generated<number>;
  fromMails: Generated<number>;
  told: Generated<number>;
}

export interface ListingExceptionTable {
  id: GeneratedAlways<number>;
  listingId: number;
  rule: string;
  granted: boolean;
  reason: string;
  byWhom: string;
  at: Timestamp;
}

export interface ListingOnlineTable {
  id: number | null;
  agencyId: number | null;
  source: string | null;
  technicalId: string | null;
  reference: string | null;
  status: string | null;
  transaction: number | null;
  isNew: boolean | null;
  lifeAnnuity: boolean | null;
  propertyType: string | null;
  subType: string | null;
  title: string | null;
  description: string | null;
  placeCode: string | null;
  cityCode: string | null;
  departmentCode: string | null;
  postalCode: string | null;
  quarter: string | null;
  address: string | null;
  exactLat: number | null;
  exactLng: number | null;
  lat: number | null;
  lng: number | null;
  pointRadius: number | null;
  cell: number | null;
  cell2: number | null;
  price: number | null;
  priceWithoutFees: number | null;
  feesPayer: number | null;
  feesPercent: number | null;
  feeScheduleUrl: string | null;
  charges: number | null;
  chargesMode: number | null;
  rentSupplement: number | null;
  baseRent: number | null;
  referenceRent: number | null;
  rentControlled: boolean | null;
  deposit: number | null;
  tenantFees: number | null;
  inventoryFees: number | null;
  annuityBouquet: number | null;
  annuityMonthly: number | null;
  surface: number | null;
  landSurface: number | null;
  livingRoomSurface: number | null;
  terraceSurface: number | null;
  balconySurface: number | null;
  rooms: number | null;
  bedrooms: number | null;
  bathrooms: number | null;
  showerRooms: number | null;
  toilets: number | null;
  floor: number | null;
  floors: number | null;
  builtYear: number | null;
  elevator: boolean | null;
  balcony: boolean | null;
  terrace: boolean | null;
  garden: boolean | null;
  parking: boolean | null;
  cellar: boolean | null;
  pool: boolean | null;
  furnished: boolean | null;
  caretaker: boolean | null;
  openView: boolean | null;
  overlooked: boolean | null;
  quiet: boolean | null;
  accessible: boolean | null;
  petsAllowed: boolean | null;
  airConditioning: boolean | null;
  fireplace: boolean | null;
  parquet: boolean | null;
  intercom: boolean | null;
  doorCode: boolean | null;
  exclusive: boolean | null;
  renovated: boolean | null;
  workNeeded: boolean | null;
  exposures: string[] | null;
  heating: string[] | null;
  kitchen: string | null;
  energyStatus: string | null;
  energyClass: string | null;
  energyValue: number | null;
  climateClass: string | null;
  climateValue: number | null;
  energyFinal: number | null;
  energyDate: string | null;
  energyVersion: string | null;
  energyCostMin: number | null;
  energyCostMax: number | null;
  energyCostYear: number | null;
  coOwned: boolean | null;
  lots: number | null;
  yearlyCharges: number | null;
  procedure: boolean | null;
  procedureDetail: string | null;
  mandateNumber: string | null;
  availableOn: string | null;
  visitUrl: string | null;
  contactName: string | null;
  contactPhone: string | null;
  contactEmail: string | null;
  contentHash: Buffer | null;
  photosHash: Buffer | null;
  photoCount: number | null;
  previousPrice: number | null;
  priceChangedAt: Timestamp | null;
  firstSeenAt: Timestamp | null;
  publishedAt: Timestamp | null;
  updatedAt: Timestamp | null;
  withdrawnAt: Timestamp | null;
  addressDisplay: string | null;
  transportLine: string | null;
  transportStation: string | null;
  carrezSurface: number | null;
  cellarSurface: number | null;
  topFloor: boolean | null;
  separateToilets: boolean | null;
  condition: string | null;
  parkings: number | null;
  boxes: number | null;
  balconies: number | null;
  terraces: number | null;
  alarm: boolean | null;
  fibre: boolean | null;
  cupboards: boolean | null;
  propertyTax: number | null;
  annuityOccupied: boolean | null;
  annuityAges: number[] | null;
  rentSupplementReason: string | null;
  medianRent: number | null;
  lease: string | null;
  leaseMonths: number | null;
  flatShare: boolean | null;
  tenantFeeZone: string | null;
  energyNumber: string | null;
  energyExemption: string | null;
  energyCertificate: boolean | null;
  energyAuditOn: string | null;
  risksConcerned: boolean | null;
  risksReportOn: string | null;
  brushClearing: boolean | null;
  mandateType: string | null;
  mandateOn: string | null;
  mandateUntil: string | null;
  contactStatus: string | null;
  contactRsac: string | null;
  contactRsacCity: string | null;
  contactSoleTrader: boolean | null;
  videoUrl: string | null;
  translations: Json | null;
  programmeName: string | null;
  developer: string | null;
  delivery: string | null;
  progress: string | null;
  re2020: boolean | null;
  reducedNotaryFees: boolean | null;
  zeroRateLoan: boolean | null;
  completionGuarantee: string | null;
  units: Json | null;
  searchWords: string | null;
  leads: number | null;
  marketSince: Timestamp | null;
  home: number | null;
  cell3: number | null;
  pricePerM2: number | null;
  landlordFees: number | null;
  landlordInventoryFees: number | null;
}

export interface ListingPhotoTable {
  id: GeneratedAlways<number>;
  listingId: number;
  position: number;
  source: string;
  kind: string;
  caption: string | null;
  status: Generated<string>;
  storageKey: string | null;
  width: number | null;
  height: number | null;
  placeholder: string | null;
  attempts: Generated<number>;
  error: string | null;
  nextAt: Generated<Timestamp>;
  perceptualHash: number | null;
  avif: Generated<string>;
  avifNextAt: Timestamp | null;
  avifAttempts: Generated<number>;
}

export interface ListingPhotoDroppedTable {
  storageKey: string;
  at: Timestamp;
}

export interface ListingPriceTable {
  listingId: number;
  at: Timestamp;
  price: number;
}

export interface ListingReviewTable {
  id: GeneratedAlways<number>;
  listingId: number;
  rule: string;
  textHash: Buffer;
  excerpts: string[];
  askedAt: Timestamp;
  decision: string | null;
  reason: string | null;
  decidedBy: string | null;
  decidedAt: Timestamp | null;
}

export interface ListingScamTable {
  listingId: number;
  place: GeneratedAlways<number>;
  score: number;
  signals: Json;
  waits: boolean;
  version: number;
  textHash: Buffer;
  price: number;
  foundAt: Timestamp;
  decided: string | null;
  decidedBy: string | null;
  decidedAt: Timestamp | null;
  reason: string | null;
}

export interface ListingSuspensionTable {
  listingId: number;
  reference: string;
  ground: string;
  source: string;
  reason: string;
  byWhom: string;
  since: Timestamp;
  paused: boolean;
}

export interface ListingTallyTable {
  zone: string;
  market: string;
  day: string;
  propertyType: string;
  homes: number;
}

export interface ListingTallyDeltaTable {
  zone: string;
  market: string;
  day: string;
  propertyType: string;
  homes: number;
}

export interface ListingTallyLiveTable {
  zone: string | null;
  market: string | null;
  day: string | null;
  propertyType: string | null;
  homes: number | null;
}

export interface ListingTouchTable {
  xid: Generated<string>;
  listingId: number;
  at: Generated<Timestamp>;
}

export interface ListingTouchFloorTable {
  single: Generated<boolean>;
  xid: string;
}

export interface ListingVerdictTable {
  listingId: number;
  hold: string | null;
  score: number;
  findings: Generated<Json>;
  wanted: string;
  checkedAt: Timestamp;
}

export interface MailAddressTable {
  email: string;
  bounces: Generated<number>;
  lastBounceAt: Timestamp | null;
  suppressedAt: Timestamp | null;
  reason: string | null;
  releasedAt: Timestamp | null;
}

export interface MailAskedTable {
  subject: Buffer;
  at: Timestamp;
}

export interface MailEventTable {
  id: string;
  at: Timestamp;
}

export interface MailOutboxTable {
  id: GeneratedAlways<number>;
  dedupeKey: string;
  stream: string;
  recipient: string;
  replyTo: string | null;
  subject: string | null;
  html: string | null;
  text: string | null;
  headers: Generated<Json>;
  messageKey: string;
  status: Generated<string>;
  attempts: Generated<number>;
  nextAt: Generated<Timestamp>;
  carrier: number | null;
  claimedAt: Timestamp | null;
  error: string | null;
  createdAt: Generated<Timestamp>;
  sentAt: Timestamp | null;
  forget: Generated<boolean>;
  list: Generated<boolean>;
  slotAt: Timestamp | null;
  writer: string | null;
  said: Json | null;
  attachmentName: string | null;
  attachmentType: string | null;
  attachment: Buffer | null;
  returnedAt: Timestamp | null;
  returnedAs: string | null;
  returnedStatus: string | null;
}

export interface MailPaceTable {
  domain: string;
  freeAt: Timestamp;
}

export interface MailRefusalTable {
  subject: Buffer;
  reason: string;
  at: Timestamp;
}

export interface PaymentEventTable {
  id: string;
  provider: string;
  type: string;
  receivedAt: Timestamp;
  outcome: string;
}

export interface PaymentLineTable {
  orderId: number;
  position: number;
  boostId: number;
  label: string;
  net: number;
  discount: number;
  settledAt: Timestamp | null;
}

export interface PaymentOrderTable {
  id: GeneratedAlways<number>;
  reference: string;
  agencyId: number | null;
  status: string;
  provider: string;
  key: string;
  net: number;
  discount: number;
  vatRate: number;
  vat: number;
  gross: number;
  termsVersion: string;
  buyer: Json;
  sessionId: string | null;
  paymentId: string | null;
  checkoutUrl: string | null;
  demo: Generated<boolean>;
  createdAt: Timestamp;
  expiresAt: Timestamp;
  paidAt: Timestamp | null;
  closedAt: Timestamp | null;
  checkedAt: Timestamp | null;
  alarm: string | null;
  alarmLoggedAt: Timestamp | null;
  alarmSeenAt: Timestamp | null;
  endingUnproven: Generated<boolean>;
}

export interface PaymentRefundTable {
  id: GeneratedAlways<number>;
  orderId: number;
  boostId: number | null;
  paymentId: string;
  amount: number;
  reason: string;
  key: string;
  status: Generated<string>;
  externalId: string | null;
  failure: string | null;
  attempts: Generated<number>;
  nextAttemptAt: Timestamp | null;
  createdAt: Timestamp;
  doneAt: Timestamp | null;
}

export interface PlaceTable {
  code: string;
  kind: string;
  name: string;
  liaison: number;
  slug: string;
  departmentCode: string;
  departmentName: string;
  cityCode: string | null;
  cityName: string | null;
  citySlug: string | null;
  rank: number | null;
  postalCodes: string[];
  population: number | null;
  lng: number | null;
  lat: number | null;
  bbox: number[] | null;
  neighbours: Generated<string[]>;
}

export interface PlaceAliasTable {
  code: string;
  placeCode: string;
  name: string | null;
}

export interface PlaceContourTable {
  code: string;
  attribution: string;
  loadedAt: Timestamp;
  rings: Buffer;
  withinMetres: number;
  origin: string;
}

export interface PlaceEditionTable {
  onlyOne: Generated<boolean>;
  version: string;
  loadedAt: Timestamp;
  contours: string | null;
}

export interface PlaceTermTable {
  term: string;
  sound: string | null;
  spelling: string | null;
  kind: number;
  placeCode: string;
  weight: number;
  alias: string | null;
  typo: number[] | null;
}

export interface PriceAskingTable {
  areaCode: string;
  kind: string;
  n: number;
  median: number;
  q1: number;
  q3: number;
  at: Timestamp;
}

export interface PriceEditionTable {
  name: string;
  version: string;
  loadedAt: Timestamp;
}

export interface PriceEpciTable {
  communeCode: string;
  epciCode: string;
  epciName: string;
}

export interface PriceFigureTable {
  areaCode: string;
  departmentCode: string | null;
  kind: string;
  slice: string;
  months: number;
  firstOn: string;
  lastOn: string;
  n: number;
  median: number;
  q1: number;
  q3: number;
  mean: number;
  trimmed: Json | null;
  bins: Json | null;
}

export interface PriceImportTable {
  departmentCode: string;
  year: number;
  release: string | null;
  firstOn: string;
  lastOn: string;
  rowCount: number;
  saleCount: number;
  importedAt: Timestamp;
  sourceAddress: string | null;
  sourceVersion: string | null;
}

export interface PricePointTable {
  areaCode: string;
  kind: string;
  lastOn: string;
  n: number;
  median: number;
  q1: number;
  q3: number;
}

export interface PricePublishedTable {
  code: string;
  kind: string;
  n: number;
  median: number;
}

export interface PriceRentTable {
  placeCode: string;
  kind: string;
  year: number;
  rent: number;
  low: number | null;
  high: number | null;
  basis: string | null;
  observations: number | null;
  r2: number | null;
  origin: string;
}

export interface PriceRentEditionTable {
  year: number;
  licence: string;
}

export interface PriceSaleTable {
  departmentCode: string;
  year: number;
  soldOn: string;
  placeCode: string;
  kind: string;
  rooms: number | null;
  surface: number;
  pricePerM2: number;
}

export interface PriceSourceTable {
  departmentCode: string;
  origin: string;
  release: string;
  firstOn: string;
  lastOn: string;
  saleCount: number;
  computedAt: Timestamp;
}

export interface PropertyTable {
  id: GeneratedAlways<number>;
  firstSeenAt: Timestamp;
}

export interface PropertyLinkTable {
  low: number;
  high: number;
  score: number;
  certain: boolean;
}

export interface PropertyListingTable {
  listingId: number;
  propertyId: number;
  rank: number | null;
  market: string;
  placeCode: string;
  size: number | null;
  price: number;
  rooms: number | null;
  floor: number | null;
  prints: Generated<number[]>;
  signs: Generated<number[]>;
}

export interface PropertyMarkTable {
  mark: number;
  listingId: number;
}

export interface PropertySeparationTable {
  id: GeneratedAlways<number>;
  low: number;
  high: number;
  separated: boolean;
  reason: string;
  byWhom: string;
  at: Timestamp;
}

export interface PropertyWorkTable {
  id: GeneratedAlways<number>;
  listingId: number;
}

export interface PushDeviceTable {
  id: GeneratedAlways<number>;
  accountId: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  name: string;
  createdAt: Timestamp;
  sentAt: Timestamp | null;
}

export interface PushOutboxTable {
  id: GeneratedAlways<number>;
  deviceId: number;
  occasion: string;
  stream: string;
  payload: Json | null;
  status: Generated<string>;
  attempts: Generated<number>;
  nextAt: Timestamp;
  expiresAt: Timestamp;
  createdAt: Timestamp;
}

export interface RentCeilingTable {
  territory: string;
  validFrom: string;
  schedule: number;
  dwelling: string;
  rooms: number;
  builtFrom: number;
  builtTo: number;
  furnished: boolean;
  floor: number;
  reference: number;
  ceiling: number;
}

export interface RentOrderTable {
  territory: string;
  validFrom: string;
  lastDay: string | null;
  validTo: string | null;
  title: string | null;
  source: string | null;
  schedules: Json;
  origin: string;
  loadedAt: Timestamp;
}

export interface RentQuarterTable {
  territory: string;
  code: string;
  name: string;
  rings: Json | null;
  zone: string;
  placeCodes: string[];
}

export interface RentVerdictTable {
  listingId: number;
  verdict: string;
  excess: number | null;
  facts: string;
  edition: string;
  judgedAt: Timestamp;
}

export interface ReportTable {
  id: GeneratedAlways<number>;
  reference: string;
  submission: string | null;
  listingId: number | null;
  agencyId: number;
  url: string;
  listingReference: string;
  listingUpdatedAt: Timestamp;
  listingHash: Buffer;
  listingShown: Json;
  reason: string;
  explanation: string;
  name: string | null;
  email: string | null;
  accountId: number | null;
  goodFaith: boolean | null;
  status: Generated<string>;
  priority: number;
  client: string | null;
  receipt: boolean;
  createdAt: Timestamp;
  erasedAt: Timestamp | null;
  kind: Generated<string>;
  reviewId: number | null;
  takenBy: string | null;
  takenAt: Timestamp | null;
  agencyToldAt: Timestamp | null;
  measure: string | null;
  ground: string | null;
  statement: string | null;
  decidedBy: string | null;
  decidedAt: Timestamp | null;
  contested: Generated<boolean>;
  waiting: GeneratedAlways<boolean>;
}

export interface ReportAppealTable {
  id: GeneratedAlways<number>;
  reportId: number;
  side: string;
  body: string;
  at: Timestamp;
  outcome: string | null;
  statement: string | null;
  decidedBy: string | null;
  decidedAt: Timestamp | null;
}

export interface ReportAttachmentTable {
  id: GeneratedAlways<number>;
  reportId: number | null;
  key: string;
  kind: string;
  bytes: number;
  digest: Buffer;
  at: Timestamp;
}

export interface RequestCountTable {
  key: Buffer;
  count: number;
  endsAt: Timestamp;
}

export interface ServiceSwitchTable {
  room: string;
  closed: boolean;
  words: string | null;
  since: Timestamp;
  byWhom: string;
  reason: string;
}

export interface SharedPictureTable {
  key: string;
  bytes: number;
  drawnAt: Timestamp;
}

export interface SubscriberTable {
  id: GeneratedAlways<number>;
  email: string;
  verifiedAt: Timestamp | null;
  accountId: number | null;
  askedAt: Generated<Date[]>;
  createdAt: Generated<Timestamp>;
}

export interface ViewedListingTable {
  accountId: number;
  listingId: number;
  at: Timestamp;
}

export interface WeeklyReportStopTable {
  agencyId: number;
  at: Timestamp;
}

export interface DB {
  account: AccountTable;
  accountAttempt: AccountAttemptTable;
  accountConsent: AccountConsentTable;
  accountEmailAsked: AccountEmailAskedTable;
  accountEmailChange: AccountEmailChangeTable;
  accountLink: AccountLinkTable;
  accountResetRequest: AccountResetRequestTable;
  accountSession: AccountSessionTable;
  accountSpentToken: AccountSpentTokenTable;
  adminAudit: AdminAuditTable;
  agency: AgencyTable;
  agencyAccount: AgencyAccountTable;
  agencyAsked: AgencyAskedTable;
  agencyCheck: AgencyCheckTable;
  agencyDigest: AgencyDigestTable;
  agencyExclusion: AgencyExclusionTable;
  agencyExclusionAsked: AgencyExclusionAskedTable;
  agencyIdentity: AgencyIdentityTable;
  agencyLink: AgencyLinkTable;
  agencyLogo: AgencyLogoTable;
  agencyNote: AgencyNoteTable;
  agencyNotification: AgencyNotificationTable;
  agencyNotificationSetting: AgencyNotificationSettingTable;
  agencyRegistration: AgencyRegistrationTable;
  agencySession: AgencySessionTable;
  agencyStated: AgencyStatedTable;
  agencyTerm: AgencyTermTable;
  agencyWord: AgencyWordTable;
  alert: AlertTable;
  alertConfirmation: AlertConfirmationTable;
  alertEpoch: AlertEpochTable;
  alertFact: AlertFactTable;
  alertFollow: AlertFollowTable;
  alertHit: AlertHitTable;
  alertKey: AlertKeyTable;
  alertPair: AlertPairTable;
  alertRun: AlertRunTable;
  alertTold: AlertToldTable;
  alertVerdict: AlertVerdictTable;
  alertVersion: AlertVersionTable;
  boost: BoostTable;
  boostConfiguration: BoostConfigurationTable;
  boostDay: BoostDayTable;
  boostEvent: BoostEventTable;
  boostListing: BoostListingTable;
  change: ChangeTable;
  changeReader: ChangeReaderTable;
  contactMessage: ContactMessageTable;
  coupon: CouponTable;
  couponAgency: CouponAgencyTable;
  couponUse: CouponUseTable;
  embeddedSession: EmbeddedSessionTable;
  favorite: FavoriteTable;
  favoriteMailStop: FavoriteMailStopTable;
  feedAgency: FeedAgencyTable;
  feedCompletion: FeedCompletionTable;
  feedFormer: FeedFormerTable;
  feedFormerPhoto: FeedFormerPhotoTable;
  feedFormerSender: FeedFormerSenderTable;
  feedImport: FeedImportTable;
  feedLine: FeedLineTable;
  feedPhoto: FeedPhotoTable;
  feedSender: FeedSenderTable;
  feedStaged: FeedStagedTable;
  hiddenListing: HiddenListingTable;
  invoice: InvoiceTable;
  invoiceCounter: InvoiceCounterTable;
  lawProlongation: LawProlongationTable;
  lead: LeadTable;
  leadAddress: LeadAddressTable;
  leadAttempt: LeadAttemptTable;
  leadConsent: LeadConsentTable;
  leadDelivery: LeadDeliveryTable;
  leadEvent: LeadEventTable;
  leadLetter: LeadLetterTable;
  leadWebhook: LeadWebhookTable;
  listing: ListingTable;
  listingAvailability: ListingAvailabilityTable;
  listingConfirmation: ListingConfirmationTable;
  listingConfirmedValue: ListingConfirmedValueTable;
  listingDay: ListingDayTable;
  listingException: ListingExceptionTable;
  listingOnline: ListingOnlineTable;
  listingPhoto: ListingPhotoTable;
  listingPhotoDropped: ListingPhotoDroppedTable;
  listingPrice: ListingPriceTable;
  listingReview: ListingReviewTable;
  listingScam: ListingScamTable;
  listingSuspension: ListingSuspensionTable;
  listingTally: ListingTallyTable;
  listingTallyDelta: ListingTallyDeltaTable;
  listingTallyLive: ListingTallyLiveTable;
  listingTouch: ListingTouchTable;
  listingTouchFloor: ListingTouchFloorTable;
  listingVerdict: ListingVerdictTable;
  mailAddress: MailAddressTable;
  mailAsked: MailAskedTable;
  mailEvent: MailEventTable;
  mailOutbox: MailOutboxTable;
  mailPace: MailPaceTable;
  mailRefusal: MailRefusalTable;
  paymentEvent: PaymentEventTable;
  paymentLine: PaymentLineTable;
  paymentOrder: PaymentOrderTable;
  paymentRefund: PaymentRefundTable;
  place: PlaceTable;
  placeAlias: PlaceAliasTable;
  placeContour: PlaceContourTable;
  placeEdition: PlaceEditionTable;
  placeTerm: PlaceTermTable;
  priceAsking: PriceAskingTable;
  priceEdition: PriceEditionTable;
  priceEpci: PriceEpciTable;
  priceFigure: PriceFigureTable;
  priceImport: PriceImportTable;
  pricePoint: PricePointTable;
  pricePublished: PricePublishedTable;
  priceRent: PriceRentTable;
  priceRentEdition: PriceRentEditionTable;
  priceSale: PriceSaleTable;
  priceSource: PriceSourceTable;
  property: PropertyTable;
  propertyLink: PropertyLinkTable;
  propertyListing: PropertyListingTable;
  propertyMark: PropertyMarkTable;
  propertySeparation: PropertySeparationTable;
  propertyWork: PropertyWorkTable;
  pushDevice: PushDeviceTable;
  pushOutbox: PushOutboxTable;
  rentCeiling: RentCeilingTable;
  rentOrder: RentOrderTable;
  rentQuarter: RentQuarterTable;
  rentVerdict: RentVerdictTable;
  report: ReportTable;
  reportAppeal: ReportAppealTable;
  reportAttachment: ReportAttachmentTable;
  requestCount: RequestCountTable;
  serviceSwitch: ServiceSwitchTable;
  sharedPicture: SharedPictureTable;
  subscriber: SubscriberTable;
  viewedListing: ViewedListingTable;
  weeklyReportStop: WeeklyReportStopTable;
}
