/** Answering: what an agency writes back to the person who asked, and the words it may begin with. */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { defineErrors, sharedErrors } from '#contract/errors.ts';
import { shownText } from '#contract/fields.ts';
import { NBSP } from '#contract/fmt.ts';
import { type LeadRequest, LONGEST_NOTE, leadErrors } from './contract.ts';
import { inboxLeadSchema } from './inbox.ts';

export const answerErrors = defineErrors({
  LEAD_ANSWER_BLANKS: [422, `Complétez ce qui est entre crochets, puis envoyez.`],
  LEAD_ANSWER_CLOSED: [409, 'Cette demande est écartée\u00a0: reprenez-la avant d’y répondre.'],
});

const LENGTH_SAID = `Une réponse compte de 10 à ${LONGEST_NOTE} caractères.`;
const answerSchema = z.object({
  /** Of the lead, as it was read. */
  version: z.int(),
  text: z
    .string()
    .check(
      shownText,
      z.minLength(10, { error: LENGTH_SAID }),
      z.maxLength(LONGEST_NOTE, { error: LENGTH_SAID }),
    ),
});

/** Mails the person; a lead that was new, or could not be reached, is « contacted » from then on. */
export const answerLeadCall = defineCall({
  method: 'POST',
  path: '/agence/leads/:id/answers',
  access: 'agency',
  tier: 'sensitive',
  summary: 'Répondre par courriel à la personne',
  params: z.object({ id: z.string() }),
  body: answerSchema,
  answer: inboxLeadSchema,
  errors: [
    leadErrors.LEAD_UNKNOWN,
    leadErrors.LEAD_CHANGED,
    leadErrors.LEAD_ERASED,
    leadErrors.LEAD_TRANSITION,
    answerErrors.LEAD_ANSWER_BLANKS,
    answerErrors.LEAD_ANSWER_CLOSED,
    sharedErrors.RATE_LIMIT_EXCEEDED,
  ],
});

/** What a template leaves to be said: « [jour et heure] ». */
export function hasBlanks(text: string): boolean {
  return /\[[^\]\n]{2,60}\]/.test(text);
}

export interface Addressee {
  readonly civility: 'M.' | 'Mme' | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly request: LeadRequest;
  /** Null: they asked about no listing. */
  readonly listingReference: string | null;
  readonly rental: boolean;
}

interface Template {
  readonly name: string;
  /** It means nothing where no listing is asked about. */
  readonly ofListing: boolean;
  readonly text: (to: Addressee) => string;
}

const hello = ({ civility, firstName, lastName }: Addressee) =>
  civility === null
    ? `Bonjour ${firstName},`
    : `Bonjour ${civility === 'M.' ? 'Monsieur' : 'Madame'} ${lastName},`;

const letter = (to: Addressee, ...paragraphs: readonly string[]) =>
  [hello(to), ...paragraphs, 'Bien à vous,'].join('\n\n');

const about = (words: string, { listingReference }: Addressee) =>
  listingReference === null ? '' : ` ${words} le bien ${listingReference}`;

/** Beginnings of an answer, to be changed at will. */
export const templates: readonly Template[] = [
  {
    name: 'Proposer une visite',
    ofListing: true,
    text: (to) =>
      letter(
        to,
        `Merci de votre intérêt${about('pour', to)}. Je vous propose de le visiter [jour et heure], ou [autre moment] si cela vous convient mieux.`,
        'Répondez à ce courriel ou appelez-moi pour confirmer. Je vous enverrai alors l’adresse exacte du rendez-vous.',
      ),
  },
  {
    name: 'Demander de quoi avancer',
    ofListing: false,
    text: (to) =>
      to.rental
        ? letter(
            to,
            `Votre candidature${about('pour', to)} nous intéresse. Pour l’étudier, il nous faut votre dossier de location${NBSP}: le plus simple et le plus sûr est de le constituer sur DossierFacile (dossierfacile.logement.gouv.fr), puis de m’en envoyer le lien.`,
            'Aucune somme ni aucune coordonnée bancaire ne vous sera demandée avant la visite.',
          )
        : letter(
            to,
            `Merci de votre ${to.listingReference === null ? 'message' : 'intérêt'}${about('pour', to)}. Pour bien vous répondre, j’aimerais savoir où en est votre projet${NBSP}: votre budget, votre financement et la date à laquelle vous souhaitez acheter.`,
            'Quand puis-je vous appeler pour en parler quelques minutes\u00a0?',
          ),
  },
  {
    name: 'J’ai essayé de vous joindre',
    ofListing: false,
    text: (to) =>
      letter(
        to,
        `J’ai essayé de vous joindre par téléphone${about('pour', to)}, sans succès.`,
        'À quel moment préférez-vous que je vous rappelle\u00a0? Vous pouvez aussi me répondre ici.',
      ),
  },
  {
    name: 'Le bien n’est plus disponible',
    ofListing: true,
    text: (to) =>
      letter(
        to,
        `Merci de votre message. Le bien ${to.listingReference} n’est malheureusement plus disponible.`,
        'Voulez-vous que je vous propose des biens semblables\u00a0? Dites-moi ce qui compte le plus pour vous\u00a0: quartier, surface, budget.',
      ),
  },
];

/** Templates that make sense for the person who is answered. */
export function templatesFor({ listingReference }: Pick<Addressee, 'listingReference'>): readonly Template[] {
  return templates.filter(({ ofListing }) => !ofListing || listingReference !== null);
}
