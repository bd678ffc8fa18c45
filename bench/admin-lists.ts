export type Words = Readonly<Record<string, string | number>>;

export interface List {
  readonly name: string;
  /** Of its call. */
  readonly path: string;
  readonly params?: Record<string, string>;
  /** Of the list that is gone through to its depth. */
  readonly query?: Words;
  /** Of so many the last one is the deep one; 0: it has no pages. */
  readonly pages?: number;
  readonly filters?: readonly Words[];
}

/** Each list of the pages of administrators; agency 1 has the most listings. */
export const lists: readonly List[] = [
  {
    name: 'Agences',
    path: '/admin/agencies',
    filters: [
      ...[
        'gare',
        'gare lyon',
        'cabinet du parc',
        'li',
        'agence-77',
        '75',
        '300000012',
        'contact@agence-5',
        'zzz',
      ].map((q) => ({ q })),
      ...['active', 'suspended', 'excluded'].map((status) => ({ status })),
      ...['verified', 'unverified', 'missing', 'refused'].map((identity) => ({ identity })),
      { sort: 'newest' },
      { space: 'with' },
      { space: 'without' },
      { blocked: 'yes' },
      { imports: 'error' },
      { q: 'marche', identity: 'refused', space: 'without', imports: 'error' },
      { identity: 'refused', imports: 'error', status: 'suspended', sort: 'newest' },
    ],
  },
  {
    name: 'Annonces d’une agence',
    path: '/admin/agencies/:id/ads',
    params: { id: '1' },
    filters: [
      ...['retenues', 'refusees', 'a-lire', 'suspendues', 'signaux', 'signalees'].map((vue) => ({ vue })),
      ...['online', 'expired', 'draft'].map((statut) => ({ statut })),
      { q: 'R99' },
      { q: 'maison 3' },
      { q: 'introuvable' },
      { vue: 'signalees', statut: 'suspended', q: 'maison' },
    ],
  },
  {
    name: 'Signalements',
    path: '/admin/reports',
    query: { state: 'waiting' },
    filters: [
      {},
      ...['new', 'in_progress', 'contested', 'unfounded', 'duplicate'].map((state) => ({ state })),
      ...['scam', 'child_abuse', 'other'].map((reason) => ({ reason })),
      { priority: 1 },
      { kind: 'rule' },
      { agency: 'agence-1' },
      { agency: 'agence-9000' },
      { listing: 1_000 },
      { state: 'duplicate', reason: 'child_abuse', priority: 1, kind: 'rule' },
      { state: 'in_progress', reason: 'other', priority: 3, kind: 'rule' },
      { state: 'founded', agency: 'agence-1', priority: 2 },
    ],
  },
  { name: 'Signalements tranchés', path: '/admin/reports', query: { state: 'founded' } },
  {
    name: 'Signaux',
    path: '/admin/signals',
    query: { vue: 'douteuses' },
    filters: [
      ...['attente', 'tranchees'].map((vue) => ({ vue })),
      ...['attente', 'douteuses', 'tranchees'].flatMap((vue) =>
        [1, 9_000].map((agence) => ({ vue, agence })),
      ),
    ],
  },
  {
    name: 'Journal',
    path: '/admin/audit',
    filters: [
      ...['listing', 'service', 'configuration'].map((subject) => ({ subject })),
      ...['claire', 'commande', 'personne'].map((administrator) => ({ administrator })),
      ...['agency.status', 'payment.alarm', 'service.switch'].map((action) => ({ action })),
      { subject: 'listing', id: '1000' },
      { administrator: 'commande', action: 'payment.alarm' },
      { administrator: 'paul', subject: 'service' },
      { subject: 'service', action: 'agency.status' },
      { id: '1000' },
    ],
  },
  {
    name: 'Courriels',
    path: '/admin/mails',
    filters: [
      ...['attente', 'accepte', 'rejete', 'ecarte', 'abandonne'].map((etat) => ({ etat })),
      ...['alert', 'invoice', 'nothing'].map((genre) => ({ genre })),
      ...['rejete', 'ecarte', 'abandonne', 'attente'].map((etat) => ({ etat, genre: 'invoice' })),
      { personne: 'p77@exemple.test' },
      { agence: 'agence-12' },
      { agence: 'agence-12', etat: 'rejete', genre: 'invoice' },
    ],
  },
  {
    name: 'Adresses mises de côté',
    path: '/admin/mails/set-aside',
    filters: [{ motif: 'complaint' }, { motif: 'operator' }, { personne: 'p70@exemple.test' }],
  },
  {
    name: 'Codes promo',
    path: '/admin/coupons',
    filters: [
      ...['active', 'upcoming', 'ended', 'stopped'].map((state) => ({ state })),
      { kind: 'free_boost' },
      { code: '99' },
      { code: 'introuvable', state: 'active' },
    ],
  },
  { name: 'Usages d’un code', path: '/admin/coupons/:code', params: { code: 'CODE-1' } },
  {
    name: 'Boosts',
    path: '/admin/boosts',
    query: { vue: 'tous' },
    filters: [
      ...['new', 'active', 'completed', 'paused', 'sync_error'].map((statut) => ({ vue: 'tous', statut })),
      ...['BST-0001', 'agence-77', 'gare', 'zzz'].map((q) => ({ vue: 'tous', q })),
      { vue: 'tous', q: 'gare', statut: 'new' },
    ],
  },
  {
    name: 'Boosts à la main',
    path: '/admin/boosts',
    pages: 0,
    filters: [
      ...['publish', 'figures', 'look', 'remove'].map((tache) => ({ tache })),
      { q: 'gare' },
      { q: 'zzz', tache: 'publish' },
    ],
  },
  {
    name: 'Demandes d’espace',
    path: '/admin/claims',
    query: { state: 'opened' },
    filters: [{ state: 'waiting' }, { state: 'refused' }],
  },
  { name: 'Agences parties', path: '/admin/exclusions' },
  {
    name: 'Tableau de bord',
    path: '/admin/dashboard',
    pages: 0,
    query: { days: 30 },
    filters: [{ days: 7 }, { days: 90 }, { days: 365 }],
  },
  {
    name: 'Inscriptions par jour',
    path: '/admin/dashboard/registrations',
    pages: 0,
    query: { days: 1 },
    filters: [{ days: 30 }, { days: 365 }],
  },
  { name: 'Service', path: '/admin/service', pages: 0 },
];

export const files: readonly Omit<List, 'name'>[] = [
  { path: '/admin/agencies.csv' },
  { path: '/admin/agencies/:id/ads.csv', params: { id: '1' } },
  { path: '/admin/reports.csv' },
  { path: '/admin/coupons.csv' },
];
