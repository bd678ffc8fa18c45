import type { HomeFacts } from '../../homes/contract.ts';
import type { DemoPlace } from '../../places/contract.ts';
import { annexesOf, conditionOf, energyOf } from '../annexes/rules.server.ts';
import type { Told, Words } from '../contract.ts';
import { capital, count, facing, squareMetres } from '../french/rules.server.ts';

/** What a house of this place is called. */
export function houseNoun(
  home: HomeFacts,
  place: DemoPlace,
): 'maison de village' | 'maison de ville' | 'mas' | 'villa' | 'maison' {
  if (home.terraced)
    return place.southern && place.views.includes('hills') ? 'maison de village' : 'maison de ville';
  if (!home.pool) return 'maison';
  return place.houses.includes('mas') && home.epoch !== 'recent' ? 'mas' : 'villa';
}

export function houseWords(told: Told): Words {
  const { home, quarter, rental, chance } = told;
  const noun = houseNoun(home, told.place);
  const masculine = noun === 'mas';
  const size = squareMetres(home.surface);
  const outside = home.pool
    ? 'avec piscine'
    : home.garden
      ? 'avec jardin'
      : home.terrace > 0
        ? 'avec terrasse'
        : 'au calme';
  const dated =
    home.year === null
      ? ''
      : home.terraced
        ? `, dont les murs datent de ${home.year},`
        : `, ${masculine ? 'construit' : 'construite'} en ${home.year},`;
  const opening = chance.pick([
    `Près ${quarter.near}, ${masculine ? 'ce' : 'cette'} ${noun} de ${size}${dated} réunit ${home.rooms} pièces.`,
    `${capital(masculine ? 'un' : 'une')} ${noun} de ${home.rooms} pièces, tout près ${quarter.near} : ${size} habitables${home.terraced ? ' sur deux niveaux' : ''}.`,
  ]);
  const paragraphs = [
    opening,
    insideHouse(told),
    [conditionOf(told), energyOf(told), annexesOf(told)].filter(Boolean).join(' '),
    rental ? 'Louée vide, bail de trois ans.' : null,
    quarter.life,
    chance.pick(told.closings),
  ];
  return {
    title: `${capital(noun)} ${home.rooms} pièces ${outside} – ${quarter.name}`,
    description: paragraphs.filter(Boolean).join('\n'),
  };
}

function insideHouse({ home, chance }: Told): string {
  const where = facing(home.exposures);
  const living =
    home.livingSurface === null ? 'Le séjour' : `Le séjour de ${squareMetres(home.livingSurface)}`;
  const opens =
    home.terrace > 0
      ? `s’ouvre sur une terrasse de ${squareMetres(home.terrace)}`
      : home.garden
        ? 's’ouvre sur le jardin'
        : chance.pick(['garde la fraîcheur des murs épais', 'donne sur la rue, paisible']);
  const sentences = [
    `${living}${where ? `, exposé ${where},` : ''} ${opens}${home.fireplace ? ' ; la cheminée tire bien' : ''}.`,
    home.kitchen === 6
      ? 'La cuisine, équipée, lui fait suite.'
      : home.kitchen === null
        ? null
        : 'La cuisine est indépendante.',
    chance.pick([
      `${capital(count(home.bedrooms))} chambres, dont une de plain-pied.`,
      `L’étage compte ${count(home.bedrooms)} chambres.`,
      `${capital(count(home.bedrooms))} chambres en tout.`,
    ]),
    home.showerRooms > 0 ? 'Une salle de bains et une salle d’eau.' : 'Une salle de bains.',
    gardenOf(home),
  ];
  return sentences.filter(Boolean).join(' ');
}

function gardenOf({ landSurface, pool, terraced }: Told['home']): string | null {
  if (landSurface === null) return null;
  if (pool) return `Le terrain de ${squareMetres(landSurface)} est clos et planté, avec une piscine.`;
  return terraced
    ? `À l’arrière, une cour plantée ; la parcelle compte ${squareMetres(landSurface)}.`
    : `Le jardin, sur une parcelle de ${squareMetres(landSurface)}, est clos.`;
}

export function landWords({ home, place, quarter, closings, chance }: Told): Words {
  const size = squareMetres(home.landSurface ?? 0);
  const view = home.openView ? ', avec une vue dégagée sur les collines' : '';
  return {
    title: `Terrain à bâtir de ${size} – ${place.city}`,
    description: [
      `Près ${quarter.near}, un terrain constructible de ${size}, ${chance.pick(['plat', 'en pente douce', 'plat et de forme régulière'])}${view}.`,
      chance.pick([
        'Il est viabilisé : eau, électricité et tout-à-l’égout sont en limite de parcelle.',
        'Les réseaux passent devant la parcelle, hors lotissement et libre de constructeur.',
      ]),
      'Étude de sol réalisée, certificat d’urbanisme consultable à l’agence.',
      quarter.life,
      chance.pick(closings),
    ].join('\n'),
  };
}

export function parkingWords({ home, quarter, rental, chance }: Told): Words {
  const box = home.boxes > 0;
  return {
    title: `${box ? 'Box fermé' : 'Place de stationnement'} – ${quarter.name}`,
    description: [
      `${box ? 'Box fermé' : 'Place de stationnement'} de ${squareMetres(home.surface)} au sous-sol d’une résidence sécurisée, près ${quarter.near}.`,
      `${chance.pick(['Accès par télécommande, rampe large, hauteur de deux mètres.', 'Accès par badge, ascenseur jusqu’à la rue, éclairage automatique.'])} Une citadine ou une berline y entrent sans manœuvre.`,
      rental ? 'Disponible tout de suite, préavis d’un mois.' : 'Les charges de copropriété sont faibles.',
      quarter.life,
    ].join('\n'),
  };
}

export function newFlatWords({ home, quarter, programme, closings, chance }: Told): Words {
  const where = facing(home.exposures);
  return {
    title: `Neuf – T${home.rooms} avec terrasse, ${programme ?? quarter.name}`,
    description: [
      `${programme} : une résidence de ${home.floors} étages à construire près ${quarter.near}, livrée en ${home.year}.`,
      `Ce T${home.rooms} de ${squareMetres(home.surface)}${where ? `, exposé ${where},` : ''} se prolonge par une terrasse de ${squareMetres(home.terrace)}. ${chance.pick(['Le séjour et la cuisine ne font qu’une grande pièce.', 'La cuisine s’ouvre sur un séjour traversé de lumière.'])}`,
      'Performances de la réglementation environnementale 2020, pompe à chaleur collective, local à vélos et place de stationnement comprise.',
      'Vente en l’état futur d’achèvement ; garantie financière d’achèvement, frais d’acte réduits.',
      quarter.life,
      chance.pick(closings),
    ].join('\n'),
  };
}
