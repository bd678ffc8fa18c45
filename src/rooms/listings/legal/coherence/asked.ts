/**
 * Asked before publication: what finds a home (C14), where it is (C15), texts without ways around the agency (C16).
 */
import { cutCities } from '#rooms/places/contract.ts';
import { contactsIn, contactWords, readTexts } from '../../contacts-in-texts.ts';
import { propertyTypes } from '../../contract.ts';
import type { AddFinding, Rule } from '../terms.ts';

/** Typed here, each is asked; a feed that says less is told, and held where nobody could find the home. */
export const askedRules: readonly Rule[] = [
  {
    id: 'C14',
    when: ({ draft: { propertyType } }) =>
      propertyType !== 'programme' && propertyTypes[propertyType].dwelling,
    check: ({ draft: { surface, rooms }, rental, context: { byHand } }, found) => {
      // Of a home to let, R13 asks the surface.
      const [sized, counted] = [rental || (surface ?? 0) > 0, (rooms ?? 0) > 0];
      if (!sized && !counted && !byHand) {
        found(
          'sizes_missing',
          'block',
          'surface',
          'Ni la surface ni le nombre de pièces ne sont indiqués : personne ne peut trouver ce logement.',
          'Indiquez-les dans votre logiciel, ou complétez l’annonce ici.',
        );
        return;
      }
      if (!sized) {
        found(
          'surface_missing',
          byHand ? 'block' : 'warning',
          'surface',
          'La surface habitable n’est pas indiquée : l’annonce n’est dans aucune recherche par surface.',
          'Indiquez la surface habitable.',
        );
      }
      if (!counted) {
        found(
          'rooms_missing',
          byHand ? 'block' : 'warning',
          'rooms',
          'Le nombre de pièces n’est pas indiqué : l’annonce n’est dans aucune recherche par pièces.',
          'Indiquez le nombre de pièces.',
        );
      }
    },
  },
  {
    id: 'C15',
    when: () => true,
    check: ({ draft: { placeCode, postalCode }, rental, dwelling, context: { byHand } }, found) => {
      const city = cutCities.find(({ code }) => code === placeCode);
      // Of a home to let, R13 asks it.
      if (city && rental && dwelling) return;
      if (city) {
        found(
          'district_missing',
          'block',
          'placeCode',
          `L’arrondissement de ${city.name} n’est pas indiqué.`,
          byHand
            ? 'Choisissez l’arrondissement.'
            : `Envoyez le code postal de l’arrondissement, par exemple ${city.postalBase + 1}.`,
        );
      } else if (placeCode !== '' && postalCode === '') {
        found(
          'postal_code_missing',
          'warning',
          'postalCode',
          'Le code postal n’est pas indiqué.',
          'Choisissez le code postal.',
        );
      }
    },
  },
  {
    // Those of feeds are taken out when they are read.
    id: 'C16',
    when: ({ context }) => context.byHand === true,
    check: ({ draft }, found) => {
      for (const [name, label] of Object.entries(readTexts)) {
        const text = draft[name as keyof typeof readTexts];
        if (text !== null) look(`contact_in_${name}`, name as keyof typeof readTexts, label, text, found);
      }
      for (const { caption } of draft.photos) {
        if (
          caption !== null &&
          look('contact_in_caption', 'photos', 'La légende d’une photo', caption, found)
        )
          break;
      }
    },
  },
];

function look(
  code: string,
  field: keyof typeof readTexts | 'photos',
  label: string,
  text: string,
  found: AddFinding,
): boolean {
  const [first] = contactsIn(text);
  if (!first) return false;
  found(
    code,
    'block',
    field,
    `${label} contient ${contactWords[first.kind]} : « ${first.written} ».`,
    'Retirez-le : vos coordonnées sont déjà à côté de l’annonce.',
  );
  return true;
}
