import type * as z from 'zod/mini';
import { formatNumber } from '#contract/fmt.ts';
import { formatTyped } from '#contract/phone.ts';
import type { AgencyBilling } from '#rooms/agencies/billing.ts';
import type { Agency } from '#rooms/agencies/contract.ts';
import {
  billingSchema,
  cardSchema,
  clientsSchema,
  companySchema,
  contactSchema,
  guaranteeSchema,
} from '#rooms/agencies/identity.ts';

/** What the profile shows: what everyone may know, and what only invoices say. */
export type ProfiledAgency = Agency & AgencyBilling;

export interface ProfileField {
  readonly name: Exclude<keyof ProfiledAgency, 'logo'>;
  readonly label: string;
  readonly kind?: 'line' | 'lines' | 'day' | 'tick' | 'phone' | 'address' | 'number' | 'web' | 'activities';
  readonly hint?: string;
  /** Asked by the law; in words, what it keeps from being done. */
  readonly law?: true | string;
  readonly half?: boolean;
}

export interface ProfileForm {
  readonly id: string;
  readonly title: string;
  readonly lead: string;
  readonly schema: z.ZodMiniType;
  readonly fields: readonly ProfileField[];
}

const IN_LISTINGS = 'Sans lui, aucune annonce ne paraît.';

/** The forms of the profile of an agency, in the order of the page. */
export const profileForms: readonly ProfileForm[] = [
  {
    id: 'coordonnees',
    title: 'Coordonnées',
    lead: 'Ce que voient les personnes qui vous écrivent.',
    schema: contactSchema,
    fields: [
      { name: 'name', label: 'Nom de l’agence' },
      {
        name: 'email',
        label: 'Adresse e-mail des prospects',
        kind: 'address',
        half: true,
        hint: 'Les demandes y partent. Une autre adresse sert une fois confirmée, par un lien qu’elle reçoit.',
      },
      { name: 'phone', label: 'Téléphone', kind: 'phone', half: true },
      {
        name: 'website',
        label: 'Site web',
        kind: 'web',
        hint: 'Adresse complète, par exemple https://agence.example',
      },
      { name: 'address', label: 'Adresse' },
      { name: 'postalCode', label: 'Code postal', kind: 'number', half: true },
      { name: 'city', label: 'Ville', half: true },
      {
        name: 'openingHours',
        label: 'Horaires',
        kind: 'lines',
        hint: 'Par exemple : du lundi au samedi, 9 h – 12 h et 14 h – 19 h.',
      },
      {
        name: 'presentation',
        label: 'Présentation',
        kind: 'lines',
        hint: 'Quelques phrases sur votre agence.',
      },
      { name: 'languages', label: 'Langues parlées', half: true, hint: 'Par exemple français, anglais.' },
      { name: 'specialties', label: 'Spécialités', half: true, hint: 'Par exemple viager, terrains.' },
    ],
  },
  {
    id: 'entreprise',
    title: 'Entreprise',
    lead: 'Qui publie. Ce que la loi exige paraît dans vos annonces.',
    schema: companySchema,
    fields: [
      { name: 'siren', label: 'SIREN', kind: 'number', half: true, hint: '9 chiffres.', law: IN_LISTINGS },
      { name: 'siret', label: 'SIRET', kind: 'number', half: true, hint: '14 chiffres, de l’établissement.' },
      { name: 'companyName', label: 'Raison sociale', half: true, hint: 'Si elle diffère du nom.' },
      { name: 'tradeName', label: 'Enseigne ou réseau', half: true, hint: 'Si elle diffère du nom.' },
      {
        name: 'soleTrader',
        label: 'Entreprise individuelle',
        kind: 'tick',
        hint: '« EI » est alors écrit à côté du nom.',
      },
      {
        name: 'legalForm',
        label: 'Forme juridique',
        half: true,
        hint: 'Par exemple SARL ou SAS.',
        law: true,
      },
      {
        name: 'capital',
        label: 'Capital social',
        kind: 'number',
        half: true,
        hint: 'En euros.',
        law: true,
      },
      {
        name: 'rcsCity',
        label: 'Ville du RCS',
        half: true,
        hint: 'Du registre du commerce.',
        law: true,
      },
      {
        name: 'vatNumber',
        label: 'Numéro de TVA',
        half: true,
        hint: 'Par exemple FR 44 732 829 320.',
        law: true,
      },
    ],
  },
  {
    id: 'carte',
    title: 'Carte professionnelle',
    lead: 'Loi Hoguet : nul ne publie pour autrui sans elle.',
    schema: cardSchema,
    fields: [
      {
        name: 'cardNumber',
        label: 'Numéro de la carte',
        hint: 'Comme CPI 7501 2026 000 000 000.',
        law: IN_LISTINGS,
      },
      {
        name: 'cardOffice',
        label: 'Délivrée par',
        half: true,
        hint: 'Par exemple CCI Lyon Métropole.',
        law: true,
      },
      {
        name: 'cardActivities',
        label: 'Mentions',
        kind: 'activities',
        half: true,
        hint: 'Ce que la carte autorise.',
        law: true,
      },
      {
        name: 'cardUntil',
        label: 'Valable jusqu’au',
        kind: 'day',
        half: true,
        hint: 'Trois ans après sa délivrance.',
      },
    ],
  },
  {
    id: 'garanties',
    title: 'Garanties',
    lead: 'Ce qui protège vos clients : le garant des fonds, l’assureur.',
    schema: guaranteeSchema,
    fields: [
      {
        name: 'holdsNoFunds',
        label: 'L’agence ne reçoit aucun fonds, effet ou valeur',
        kind: 'tick',
        hint: 'Un garant n’est alors pas nécessaire, et la page le dit.',
      },
      {
        name: 'guarantorName',
        label: 'Garant financier',
        half: true,
        hint: 'Par exemple Galian.',
        law: true,
      },
      { name: 'guaranteeAmount', label: 'Montant garanti', kind: 'number', half: true, hint: 'En euros.' },
      { name: 'guarantorAddress', label: 'Adresse du garant', law: true },
      {
        name: 'insurance',
        label: 'Responsabilité professionnelle',
        hint: 'Assureur et numéro de police.',
        law: true,
      },
    ],
  },
  {
    id: 'honoraires',
    title: 'Honoraires et médiation',
    lead: 'Le barème à deux clics de chaque annonce, et à qui s’adresser en cas de litige.',
    schema: clientsSchema,
    fields: [
      {
        name: 'feeScheduleUrl',
        label: 'Barème des honoraires',
        kind: 'web',
        hint: 'Adresse complète du barème en ligne, TTC.',
        law: 'Les annonces qui n’ont pas le leur en ont besoin pour paraître.',
      },
      { name: 'feeScheduleOn', label: 'En vigueur depuis le', kind: 'day', half: true },
      { name: 'mediatorName', label: 'Médiateur de la consommation', half: true, law: true },
      {
        name: 'mediatorUrl',
        label: 'Site du médiateur',
        kind: 'web',
        hint: 'Adresse complète.',
        law: true,
      },
    ],
  },
  {
    id: 'facturation',
    title: 'Facturation',
    lead: 'À qui nos factures sont adressées, quand ce n’est ni à l’adresse ni à l’e-mail de l’agence. Rien n’en paraît.',
    schema: billingSchema,
    fields: [
      { name: 'billingAddress', label: 'Adresse de facturation', hint: 'Vide : celle de l’agence.' },
      { name: 'billingPostalCode', label: 'Code postal de facturation', kind: 'number', half: true },
      { name: 'billingCity', label: 'Ville de facturation', half: true },
      {
        name: 'billingEmail',
        label: 'Adresse e-mail des factures',
        kind: 'address',
        hint: 'Vide : celle des prospects, ou à défaut celle qui ouvre l’espace.',
      },
    ],
  },
];

/** What the agency says today, as one would type it. */
export function typedOf(agency: ProfiledAgency, { name, kind }: ProfileField): string | boolean {
  const said = agency[name];
  if (kind === 'tick') return said === true;
  if (said === null || said === undefined) return '';
  if (kind === 'phone') return formatTyped(String(said).replace(/^\+33/, '0'));
  if (name === 'capital' || name === 'guaranteeAmount') return formatNumber(Number(said) / 100);
  return String(said);
}
