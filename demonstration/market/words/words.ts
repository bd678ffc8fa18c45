import { aroundOf } from './around.ts';
import { capital, count, facing, of, squareMetres, typeset, voiced } from './french.ts';
import { insideOf } from './inside.ts';
import type { Told, Words } from './listing-text.ts';
import { flatOpening, gardenOf, houseOpening } from './opening.ts';
import { buildingWords, landWords, parkingWords, shopWords } from './premises.ts';
import { annexesOf, conditionOf, energyOf, termsOf } from './state.ts';
import { flatTitle, houseTitle } from './titles.ts';

const LONGEST_TITLE = 64;

const WRITERS: Readonly<Record<Told['home']['kind'], (told: Told) => Words>> = {
  flat: flatWords,
  loft: flatWords,
  house: houseWords,
  mansion: estateWords,
  castle: estateWords,
  land: landWords,
  parking: parkingWords,
  newFlat: newFlatWords,
  building: buildingWords,
  shop: shopWords,
  office: shopWords,
};

/** Title and description of a listing. Both follow from its facts: the same facts and draws give the same words. */
export function writeWords(told: Told): Words {
  const { title, description } = WRITERS[told.home.kind](told);
  const short = title.length <= LONGEST_TITLE ? title : (title.split(' – ')[0] ?? title);
  // Some texts end without a word of their agency.
  const silent = told.chance.branch('silent').maybe(0.3);
  const closing = told.chance
    .branch('closing')
    .pick(told.closings)
    .replace('{contact}', told.contact.split(' ')[0]!);
  return {
    title: typeset(short).slice(0, LONGEST_TITLE).trimEnd(),
    description: typeset(silent ? description : `${description}\n${closing}`),
  };
}

/** Each tone has its own order: what it finds important comes first. */
function arranged(
  told: Told,
  parts: Record<'opening' | 'inside' | 'state' | 'around' | 'terms', string | null>,
): string {
  const { opening, inside, state, around, terms } = parts;
  const { tone } = told;
  const order =
    tone === 'sober'
      ? [joined(opening, inside), joined(state, terms), around]
      : tone === 'warm'
        ? [opening, inside, around, joined(state, terms)]
        : tone === 'precise'
          ? [opening, inside, state, terms, around]
          : [joined(opening, around), inside, joined(state, terms)];
  return order.filter(Boolean).join('\n');
}

function joined(...parts: readonly (string | null)[]): string {
  return parts.filter(Boolean).join(' ');
}

function stateOf(told: Told): string {
  return joined(conditionOf(told), energyOf(told), annexesOf(told));
}

function flatWords(told: Told): Words {
  return {
    title: flatTitle(told),
    description: arranged(told, {
      opening: flatOpening(told),
      inside: insideOf(told),
      state: stateOf(told),
      around: aroundOf(told),
      terms: termsOf(told),
    }),
  };
}

function houseWords(told: Told): Words {
  return {
    title: houseTitle(told),
    description: arranged(told, {
      opening: houseOpening(told),
      inside: joined(insideOf(told), gardenOf(told)),
      state: stateOf(told),
      around: aroundOf(told),
      terms: termsOf(told),
    }),
  };
}

function estateWords(told: Told): Words {
  const { home, place, quarter, tone, chance } = told;
  const castle = home.kind === 'castle';
  const noun = castle ? 'château' : 'hôtel particulier';
  const land = squareMetres(home.landSurface ?? 0);
  const where = quarter.name === 'Centre' ? place.city : quarter.name;
  return {
    title: castle
      ? `Château de ${home.rooms} pièces et son parc – ${place.city}`
      : `Hôtel particulier – ${where}`,
    description: arranged(told, {
      opening: voiced(chance, tone, [
        `Un ${noun} de ${home.year}, ${squareMetres(home.surface)} et ${home.rooms} pièces, ${castle ? 'dans un parc' : 'entre cour et jardin'} de ${land}.`,
        `${capital(noun)} élevé en ${home.year} près ${of(quarter.spot)} : ${squareMetres(home.surface)}, ${land} ${castle ? 'de parc' : 'de jardin'}.`,
        `Depuis ${home.year}, ce ${noun} de ${squareMetres(home.surface)} veille sur ${land} ${castle ? 'd’arbres centenaires' : 'de jardin clos'}.`,
        `${home.rooms} pièces, ${squareMetres(home.surface)}, ${land} de terrain : un ${noun} tel qu’il fut bâti en ${home.year}.`,
      ]),
      inside: joined(
        voiced(chance, tone, [
          'L’escalier d’honneur dessert des salons en enfilade.',
          'Boiseries, parquets et cheminées de marbre ont traversé les siècles.',
          'Le grand salon, la bibliothèque et la salle à manger regardent le jardin.',
          'Les communs peuvent devenir atelier ou logement de gardien.',
        ]),
        insideOf(told),
      ),
      state: stateOf(told),
      around: aroundOf(told),
      terms: termsOf(told),
    }),
  };
}

function newFlatWords(told: Told): Words {
  const { home, quarter, programme, tone, chance } = told;
  const where = facing(home.exposures);
  const name = programme?.name ?? quarter.name;
  const size = squareMetres(home.surface);
  return {
    title: chance.pick([
      `Neuf – T${home.rooms} avec terrasse, ${name}`,
      `${name} – T${home.rooms} neuf de ${size}`,
      `T${home.rooms} neuf à ${quarter.name}, ${name}`,
    ]),
    description: [
      voiced(chance, tone, [
        `${name} : une résidence de ${home.floors} étages à construire près ${of(quarter.spot)}, livrée au ${programme?.delivery}.`,
        `Dans ${name}, résidence neuve attendue pour le ${programme?.delivery}, à côté ${of(quarter.spot)}.`,
        `Livraison prévue au ${programme?.delivery} : ${name} s’élève sur ${home.floors} étages, secteur ${quarter.name}.`,
        `${name} sort de terre du côté ${of(quarter.spot)} ; remise des clés au ${programme?.delivery}.`,
      ]),
      voiced(chance, tone, [
        `Ce T${home.rooms} de ${size}${where ? `, exposé ${where},` : ''} se prolonge par une terrasse de ${squareMetres(home.terrace)}.`,
        `Un T${home.rooms} de ${size} au ${home.floor === 1 ? '1er' : `${home.floor}e`} étage, terrasse de ${squareMetres(home.terrace)} devant le séjour.`,
        `${size}, ${count(home.bedrooms)} ${home.bedrooms > 1 ? 'chambres' : 'chambre'}, ${squareMetres(home.terrace)} de terrasse${where ? ` orientée ${where}` : ''}.`,
        `Séjour et cuisine d’un seul tenant, ${count(home.bedrooms)} ${home.bedrooms > 1 ? 'chambres' : 'chambre'} et une terrasse de ${squareMetres(home.terrace)} : ${size} en tout.`,
      ]),
      'Performances de la réglementation environnementale 2020, local à vélos et place de stationnement comprise.',
      'Vente en l’état futur d’achèvement ; garantie financière d’achèvement, frais d’acte réduits.',
      aroundOf(told),
    ].join('\n'),
  };
}
