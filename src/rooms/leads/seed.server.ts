import type { Services } from '#platform/context.server.ts';
import type { Tx } from '#platform/db.server.ts';
import {
  type Disqualification,
  type LeadRequest,
  type LeadSource,
  type LeadStatus,
  type NewLead,
  SYSTEM,
} from './contract.ts';
import { PERSON } from './conversation.ts';
import { addNote, moveLead, receiveLead } from './leads.server.ts';
import { type AskableListing, hasDemoLeads, insertEvent, selectAskable } from './leads.sql.server.ts';
import { insertLetter } from './replies.sql.server.ts';

const HOUR_MS = 3_600_000;
const PER_AGENCY = 6;
/** The agency whose login is published (agencies/seed), and how many leads more its inbox holds. */
const OPEN_TO_ALL = 'micocoule';
const MORE = 12;

/** Invented people, women and men in turn, on the reserved domain, with telephones of the range kept for fiction. */
const PEOPLE =
  `Adèle Fontanel|Bastien Ruault|Célia Marchetti|Driss Amrani|Éléonore Pasquier|Farid Zemouri|Gaëlle Lebrun
Hadrien Coste|Iris Vautrin|Jonas Delmotte|Khadija Benali|Louis Armandy|Manon Serres|Nathan Pillot|Océane Guillou
Paul Terrier|Quitterie d’Aubin|Romain Vidalenc|Sarah Hertz|Théo Mahé|Ursule Carpentier|Valentin Roche
Wassila Khelifi|Yann Simonin|Zoé Maréchal|Arthur Lenglet|Blanche Fournel|Cyprien Navarre|Dalila Saïdi|Elias Cormier`
    .split(/[|\n]/)
    .map((name) => {
      const [first = '', ...last] = name.split(' ');
      return { first, last: last.join(' ') };
    });

const MESSAGES: Readonly<Record<LeadRequest, readonly string[]>> = {
  visit: [
    'Bonjour, je souhaite visiter ce bien. Je suis libre en semaine après 18 h et le samedi toute la journée.',
    'Bonjour, serait-il possible de le visiter cette semaine ? Notre financement est prêt.',
    'Je passe dans le quartier jeudi : une visite en fin de matinée vous conviendrait-elle ?',
  ],
  information: [
    'Bonjour, pouvez-vous me dire si la cave est comprise et quel est le montant de la taxe foncière ?',
    'Le chauffage est-il individuel ? Et quand les fenêtres ont-elles été changées ?',
    'Bonjour, y a-t-il des travaux votés dans la copropriété ? Merci pour votre réponse.',
  ],
  file: [
    'Bonjour, je vous adresse mon dossier dès que vous me dites comment. Le bien est-il toujours disponible ?',
    'Mon dossier est complet, garant compris. Comment puis-je vous le transmettre ?',
  ],
  estimate: ['Bonjour, je vends un bien semblable dans la même rue : pourriez-vous passer l’estimer ?'],
  call_back: [
    'Pouvez-vous me rappeler demain entre midi et deux ? Merci.',
    'Rappelez-moi quand vous pouvez, je suis joignable le matin.',
  ],
};

/** The person whose login is published (accounts/seed): what she asked is in « Mes demandes ». */
const CLAIRE = {
  civility: 'Mme',
  firstName: 'Claire',
  lastName: 'Marchand',
  email: 'claire@demo.vigie.test',
  phone: '+33639980142',
} as const;
/** Received, on its way, lost, received: one of each that she can see. */
const OF_CLAIRE: ReadonlySet<number> = new Set([1, 5, 6, 12]);

interface Step {
  readonly to: LeadStatus;
  /** Hours after the step before. */
  readonly after: number;
  readonly reason?: string;
  readonly because?: Disqualification;
  readonly note?: string;
}

const SENT: Step = { to: 'new', after: 0.02 };

/** What became of a lead: every status, every reason, quick and slow answers. */
const STORIES: readonly (readonly Step[])[] = [
  [SENT],
  [SENT, { to: 'contacted', after: 1.4, note: 'Visite proposée samedi à 10 h.' }],
  [
    SENT,
    { to: 'contacted', after: 3.1 },
    { to: 'qualified', after: 46, note: 'Financement accordé, deuxième visite demandée.' },
  ],
  [SENT, { to: 'unreachable', after: 26, note: 'Deux messages laissés.' }],
  [SENT, { to: 'disqualified', after: 5, because: 'off_criteria' }],
  [],
  [{ to: 'error', after: 0.02 }],
  [SENT, { to: 'contacted', after: 0.4, note: 'Rappel dans la demi-heure : visite ce soir.' }],
  [SENT, { to: 'disqualified', after: 30, because: 'unavailable' }],
  [
    SENT,
    { to: 'unreachable', after: 20 },
    { to: 'contacted', after: 30, note: 'A rappelé d’elle-même.' },
    { to: 'qualified', after: 20 },
  ],
  [SENT, { to: 'disqualified', after: 2, because: 'duplicate' }],
  [
    { to: 'error', after: 0.02 },
    { to: 'processing', after: 0.5 },
    { ...SENT, after: 0.1 },
    { to: 'contacted', after: 9 },
  ],
  [SENT, { to: 'qualified', after: 6, note: 'Dossier complet reçu.' }],
  [SENT, { to: 'disqualified', after: 1, because: 'spam' }],
  [
    SENT,
    { to: 'disqualified', after: 12, because: 'unreachable' },
    { to: 'contacted', after: 70, reason: 'A répondu au courriel trois jours plus tard.' },
  ],
];

const SOURCES: readonly LeadSource[] = [
  'listing_form',
  'listing_form',
  'alert',
  'call',
  'listing_form',
  'agency_page',
  'boost',
];
const SALE_REQUESTS: readonly LeadRequest[] = ['visit', 'information', 'visit', 'call_back', 'estimate'];
const RENT_REQUESTS: readonly LeadRequest[] = ['file', 'visit', 'file', 'call_back', 'information'];

/**
 * Leads of the demonstration, spread over its agencies and their weeks, with their history. Laid once, all or
 * none. `now` is the end of it all.
 */
export async function seedLeads({ db }: Pick<Services, 'db'>, now: Date): Promise<void> {
  if (await hasDemoLeads(db)) return;
  const agencies = Map.groupBy(await selectAskable(db), ({ ownerReference }) => ownerReference);
  await db.transaction().execute(async (tx) => {
    let rank = 0;
    for (const listings of agencies.values()) {
      for (let turn = 0; turn < Math.min(PER_AGENCY, listings.length); turn += 1) {
        // Far from each other in the portfolio, so in several cities.
        await layLead(tx, listings[Math.floor((turn * listings.length) / PER_AGENCY)]!, rank, now);
        rank += 1;
      }
    }
    const open = agencies.get(OPEN_TO_ALL) ?? [];
    for (let turn = 0; turn < Math.min(MORE, open.length); turn += 1) {
      const { id, at, answered } = await layLead(tx, open.at(-1 - turn)!, rank, now);
      if (answered) await layLetters(tx, { id, at, turn }, now);
      rank += 1;
    }
  });
}

/** What is said back and forth: answered in the inbox, then continued by mail. */
const LETTERS: readonly (readonly ['answer' | 'reply', string])[][] = [
  [
    [
      'answer',
      'Bonjour,\n\nJe vous propose de le visiter jeudi à 18 h 30, ou samedi à 10 h.\n\nBien à vous,',
    ],
    ['reply', 'Bonjour, samedi à 10 h me convient très bien. Où nous retrouvons-nous\u00a0?'],
    ['answer', 'Devant l’entrée de la résidence. À samedi\u00a0!'],
  ],
  [
    [
      'answer',
      'Bonjour,\n\nLa cave est comprise, et la taxe foncière figure dans le dossier que je tiens prêt.',
    ],
    ['reply', 'Merci pour votre réponse rapide. Pouvons-nous en parler par téléphone demain matin\u00a0?'],
  ],
];

async function layLetters(
  tx: Tx,
  { id, at, turn }: { id: number; at: Date; turn: number },
  now: Date,
): Promise<void> {
  const letters = LETTERS[turn % LETTERS.length] ?? [];
  const step = (now.getTime() - at.getTime()) / (letters.length + 1);
  for (const [index, [kind, text]] of letters.entries()) {
    const eventId = await insertEvent(tx, id, {
      at: new Date(at.getTime() + (index + 1) * Math.min(step, 3 * HOUR_MS)),
      kind,
      fromStatus: null,
      toStatus: null,
      byWhom: kind === 'reply' ? PERSON : 'Équipe de l’agence',
      text,
    });
    if (kind === 'reply')
      await insertLetter(tx, { eventId, messageId: null, elsewhere: null, original: null, files: [] });
  }
}

async function layLead(
  tx: Tx,
  listing: AskableListing,
  rank: number,
  now: Date,
): Promise<{ id: number; at: Date; answered: boolean }> {
  const story = STORIES[rank % STORIES.length]!;
  const told = story.reduce((hours, { after }) => hours + after, 0);
  const age = now.getTime() - listing.publishedAt.getTime();
  const start = Math.max(age * (1 - ((rank * 7) % 11) / 12), 0);
  // What is told of it is over by now.
  let at = new Date(now.getTime() - Math.max(start, (told + 0.2) * HOUR_MS));
  const by = 'Équipe de l’agence';
  const id = await receiveLead(tx, leadOf(listing, rank), { now: at, demo: true });
  for (const { to, after, note, reason, because } of story) {
    at = new Date(at.getTime() + after * HOUR_MS);
    const sending = to === 'new' || to === 'error' || to === 'processing';
    await moveLead(
      tx,
      {
        id,
        to,
        by: sending ? SYSTEM : by,
        ...(reason === undefined ? {} : { reason }),
        ...(because === undefined ? {} : { because }),
      },
      at,
    );
    if (note) await addNote(tx, { id, by, text: note }, at);
  }
  return { id, at, answered: story.at(-1)?.to === 'contacted' || story.at(-1)?.to === 'qualified' };
}

function leadOf({ id, transaction }: AskableListing, rank: number): NewLead {
  const person = (rank * 7) % PEOPLE.length;
  const { first, last } = PEOPLE[person]!;
  const requests = transaction === 2 ? RENT_REQUESTS : SALE_REQUESTS;
  const request = requests[rank % requests.length]!;
  const messages = MESSAGES[request];
  const plain = `${first}.${last}`
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z.]+/g, '-');
  return {
    listingId: id,
    source: SOURCES[rank % SOURCES.length]!,
    request,
    ...(rank % 3 === 0 ? {} : { civility: person % 2 === 0 ? ('Mme' as const) : ('M.' as const) }),
    firstName: first,
    lastName: last,
    email: `${plain}.${rank}@demo.vigie.test`,
    phone: rank % 4 === 3 ? null : `+33639980${String(rank % 1000).padStart(3, '0')}`,
    message: messages[rank % messages.length]!,
    optInAlerts: rank % 5 === 0,
    optInPartners: false,
    ...(OF_CLAIRE.has(rank) ? CLAIRE : {}),
  };
}
