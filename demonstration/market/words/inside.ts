import {
  bathDetail,
  coolingDetail,
  kitchenDetail,
  mantelDetail,
  parquetDetail,
  showerDetail,
  worktopDetail,
} from './details.ts';
import { capital, count, facing, list, squareMetres, voiced } from './french.ts';
import type { Told } from './listing-text.ts';

/** What is found behind the door of a flat, a loft or a house. */
export function insideOf(told: Told): string {
  const { home } = told;
  const house = home.kind === 'house' || home.kind === 'mansion' || home.kind === 'castle';
  return [
    home.rooms === 1 ? mainRoom(told) : livingRoom(told, house),
    house ? null : outsideOf(told),
    charmOf(told),
    kitchenOf(told),
    sleepingOf(told, house),
    home.duplex ? duplexOf(told) : null,
    comfortOf(told),
  ]
    .filter(Boolean)
    .join(' ');
}

function mainRoom({ home, tone, chance }: Told): string {
  const where = facing(home.exposures);
  const size = home.livingSurface === null ? '' : ` de ${squareMetres(home.livingSurface)}`;
  const lit = where ? `, exposée ${where},` : '';
  return voiced(chance, tone, [
    `La pièce principale${size}${lit} se partage entre coin nuit et coin repas.`,
    `La pièce de vie${size}${lit} a la place d’un vrai lit et d’une table.`,
    `Une pièce${size}${lit} sans recoin perdu, avec un placard dans l’entrée.`,
    `Tout se tient dans une belle pièce${size}${lit} facile à meubler.`,
    `La pièce${size}${lit} garde un pan de mur entier pour une bibliothèque.`,
    `Le plan est simple : une entrée, une pièce${size}${lit} et ses fenêtres.`,
    `Le lit trouve sa place à l’écart, dans une pièce${size}${lit} bien proportionnée.`,
    `Pièce unique${size}${where ? ` exposée ${where}` : ''}, où un bureau tient sous la fenêtre.`,
  ]);
}

function livingRoom({ home, place, tone, chance }: Told, house: boolean): string {
  const where = facing(home.exposures);
  const size = home.livingSurface === null ? '' : ` de ${squareMetres(home.livingSurface)}`;
  const loft = home.kind === 'loft';
  const opens = house && home.terrace > 0 ? `une terrasse de ${squareMetres(home.terrace)}` : null;
  const view = home.openView
    ? {
        sea: 'la mer',
        mountains: 'les sommets',
        hills: 'les collines',
        garden: 'les jardins',
        roofs: 'les toits',
      }[place.views[0] ?? 'roofs']
    : null;
  const lit = where ? `, exposé ${where},` : '';
  if (opens) {
    return voiced(chance, tone, [
      `Le séjour${size}${lit} s’ouvre sur ${opens}.`,
      `De plain-pied avec ${opens}, le séjour${size} réunit tout le monde.`,
      `Le séjour${size}${lit} se prolonge par ${opens}, à l’abri du vent.`,
      `On passe du séjour${size} à ${opens} par deux portes-fenêtres.`,
      `Le séjour${size}${lit} et ${opens} ne font qu’un dès les beaux jours.`,
      `Les repas vont et viennent entre le séjour${size} et ${opens}.`,
      `Un séjour${size}${where ? ` exposé ${where}` : ''}, puis ${opens}.`,
      `${capital(opens)} borde le séjour${size}.`,
    ]);
  }
  if (view) {
    return voiced(chance, tone, [
      `Depuis le séjour${size}, la vue porte sur ${view}.`,
      `Le séjour${size}${lit} regarde ${view}.`,
      `Un séjour${size} d’où l’on voit ${view}, matin et soir.`,
      `Le séjour${size}${lit} doit beaucoup à sa vue sur ${view}.`,
      `Aux fenêtres du séjour${size} : ${view}.`,
      `La vue sur ${view} entre dans le séjour${size}.`,
      `Séjour${size}, vue dégagée sur ${view}.`,
      `On s’installe dans le séjour${size} pour ${view}, on y reste pour le calme.`,
    ]);
  }
  return voiced(chance, tone, [
    `Le séjour${size}${lit} a deux fenêtres et des murs droits.`,
    `Le séjour${size}${lit} accueille sans peine une grande table.`,
    `Un séjour${size}${where ? ` exposé ${where}` : ''}, coin salon d’un côté, repas de l’autre.`,
    `La pièce de vie${size}${where ? `, exposée ${where},` : ''} est le cœur ${house ? 'de la maison' : 'du logement'}.`,
    `Le séjour${size}${lit} reçoit la lumière une bonne partie de la journée.`,
    `On vit surtout dans le séjour${size}, ${where ? `tourné ${where}` : 'bien proportionné'}.`,
    `Le séjour${size}${lit} laisse la place d’un piano ou d’un grand canapé.`,
    loft
      ? `La grande pièce${size}${where ? `, exposée ${where},` : ''} a gardé ses poutres et ses châssis d’atelier.`
      : `Séjour${size}, ${where ? `exposition ${where}` : 'entrée séparée'}, belle hauteur de fenêtres.`,
  ]);
}

function outsideOf({ home, tone, chance }: Told): string | null {
  if (home.terrace > 0) {
    const size = squareMetres(home.terrace);
    return voiced(chance, tone, [
      `La terrasse de ${size} est assez grande pour dîner à six.`,
      `Dehors, une terrasse de ${size} sans perte de place.`,
      `Terrasse de ${size}, avec un point d’eau.`,
      `On profite d’une terrasse de ${size} de mars à octobre.`,
      `${size} de terrasse prolongent la pièce de vie.`,
      `La terrasse (${size}) fait une pièce de plus dès qu’il fait beau.`,
      `Une terrasse de ${size} où tiennent table, chaises et quelques pots.`,
      `Côté extérieur, ${size} de terrasse au calme.`,
    ]);
  }
  if (home.balcony === 0) return null;
  const size = squareMetres(home.balcony);
  return voiced(chance, tone, [
    `Le balcon de ${size} reçoit une table et deux chaises.`,
    `Un balcon de ${size} court devant les fenêtres.`,
    `Balcon de ${size}.`,
    `On prend le café sur un balcon de ${size}.`,
    `Petit luxe : un balcon de ${size}.`,
    `Le séjour donne sur un balcon de ${size}.`,
    `Un balcon (${size}) pour les plantes et le matin.`,
    `Dehors, ${size} de balcon.`,
  ]);
}

function charmOf({ home, tone, chance }: Told): string | null {
  const mantel = mantelDetail(chance);
  if (home.epoch !== 'old' || home.kind === 'loft') {
    if (!home.fireplace) return null;
    const burns = chance.whole(2, 9);
    return voiced(chance, tone, [
      `La cheminée tire bien, le conduit a été tubé il y a ${burns} ans.`,
      `Un insert posé il y a ${burns} ans chauffe la pièce les soirs d’hiver.`,
      `Cheminée ramonée, insert de ${burns + 5} kW.`,
      `Un poêle installé il y a ${burns} ans occupe l’ancienne cheminée.`,
    ]);
  }
  const parquet = parquetDetail(chance);
  if (home.parquet && home.fireplace) {
    return voiced(chance, tone, [
      `${capital(parquet)}, ${mantel}.`,
      `On a gardé le décor : ${parquet}, ${mantel}.`,
      `L’ancien dans ce qu’il a de mieux : ${parquet}, ${mantel}.`,
      `${capital(mantel)}, ${parquet}.`,
      `Sous les pas, ${parquet} ; au mur, une ${mantel}.`,
      `${capital(parquet)} et ${mantel} rappellent l’âge des murs.`,
      `À voir : ${mantel}, ${parquet}.`,
      `Le charme tient à peu : ${parquet}, une ${mantel}.`,
    ]);
  }
  if (home.parquet) {
    return voiced(chance, tone, [
      `${capital(parquet)}.`,
      `Au sol et aux murs : ${parquet}.`,
      `Hauteur sous plafond de ${chance.pick(['2,80', '2,90', '3,00', '3,10', '3,20'])} m, ${parquet}.`,
      `On retrouve ${parquet}.`,
      `L’ancien a été respecté : ${parquet}.`,
      `Dans les pièces sèches, ${parquet}.`,
      `Beaux restes : ${parquet}.`,
      `Le sol et les boiseries datent de l’immeuble (${parquet}).`,
    ]);
  }
  return home.fireplace
    ? voiced(chance, tone, [
        `${capital(mantel)} et tomettes au sol.`,
        `Une ${mantel} habille le mur du fond.`,
        `On a gardé les tomettes et une ${mantel}.`,
        `Tomettes, poutres et ${mantel}.`,
      ])
    : null;
}

function kitchenOf({ home, rental, tone, chance }: Told): string | null {
  const detail = kitchenDetail(chance);
  const worktop = worktopDetail(chance);
  switch (home.kitchen) {
    case 6:
      return voiced(chance, tone, [
        `La cuisine équipée est ouverte sur le séjour : ${detail}.`,
        `Cuisine ouverte et équipée, ${detail}.`,
        `On cuisine face au séjour, ${detail}.`,
        `La cuisine, ouverte et complète, se remarque : ${detail}.`,
        `Cuisine ouverte (${detail}).`,
        `Ouverte et bien rangée, la cuisine a tout : ${detail}.`,
        `La cuisine équipée prolonge la pièce de vie, ${detail}.`,
        `Côté cuisine, ouverte et équipée : ${detail}.`,
      ]);
    case 7:
      return voiced(chance, tone, [
        `La cuisine, séparée et équipée, a la place d’une petite table : ${detail}.`,
        `Cuisine indépendante et équipée, ${detail}.`,
        `La cuisine se ferme, elle est équipée : ${detail}.`,
        `Cuisine séparée, tout équipée (${detail}).`,
      ]);
    case 9:
      return `La cuisine est équipée : ${detail}.`;
    case 3:
      return rental
        ? voiced(chance, tone, [
            `La cuisine est séparée, avec une fenêtre, ${worktop}.`,
            `Cuisine indépendante, ${worktop}, arrivée pour le lave-linge.`,
            `Cuisine séparée, ${worktop}.`,
            `La cuisine, à part, a sa fenêtre et ses placards (${worktop}).`,
          ])
        : voiced(chance, tone, [
            `Cuisine séparée de ${chance.whole(6, 14)} m², à aménager à votre goût.`,
            `La cuisine est séparée, ${worktop}, avec une fenêtre.`,
            `La cuisine (${chance.whole(6, 14)} m²), à part, pourrait rejoindre le séjour.`,
            `Cuisine indépendante, ${worktop}, cloison non porteuse.`,
          ]);
    case 2:
      return rental
        ? `La cuisine est ouverte sur le séjour, ${worktop}.`
        : voiced(chance, tone, [
            `Cuisine ouverte de ${chance.whole(6, 14)} m², à équiper.`,
            `La cuisine, ouverte, attend ses meubles sur ${chance.whole(6, 14)} m².`,
            `Les arrivées de la cuisine ouverte sont prêtes, ${chance.whole(3, 5)} mètres de linéaire.`,
            `Cuisine ouverte à dessiner, ${chance.whole(6, 14)} m².`,
          ]);
    case 5:
      return `Un coin cuisine est prévu dans l’entrée, ${worktop}.`;
    case 8:
      return voiced(chance, tone, [
        `Le coin cuisine est équipé, ${worktop}.`,
        `Kitchenette équipée, ${worktop}, deux feux et réfrigérateur.`,
        `Plaques, four et réfrigérateur tiennent dans un coin cuisine soigné (${worktop}).`,
        `Coin cuisine complet derrière une verrière, ${worktop}.`,
      ]);
    default:
      return null;
  }
}

function sleepingOf({ home, tone, chance }: Told, house: boolean): string {
  const wash = [
    ...(home.bathrooms > 0
      ? [home.bathrooms > 1 ? `${count(home.bathrooms)} salles de bains` : bathDetail(chance)]
      : []),
    ...(home.showerRooms > 0
      ? [home.showerRooms > 1 ? `${count(home.showerRooms)} salles d’eau` : showerDetail(chance)]
      : []),
  ];
  const all = list(wash);
  if (home.bedrooms === 0) {
    return voiced(chance, tone, [
      `${capital(all)}, toilettes comprises.`,
      `${capital(all)}, un dressing.`,
      `${capital(all)} et une penderie complètent le plan.`,
      `À l’écart : ${all}.`,
    ]);
  }
  if (home.bedrooms === 1) {
    const room = chance.whole(9, 15);
    return voiced(chance, tone, [
      `La chambre de ${room} m², au calme, voisine avec ${all}.`,
      `Une chambre de ${room} m² avec placard, ${all}.`,
      `La chambre donne sur l’arrière ; à côté, ${all}.`,
      `Côté nuit : ${list([`une vraie chambre de ${room} m²`, ...wash])}.`,
      `La chambre a la place d’un lit de 160 et d’un bureau ; plus loin, ${all}.`,
      `Chambre séparée de ${room} m², ${all}, toilettes.`,
      `La chambre reçoit le soleil du matin ; ${all} la jouxte.`,
      `Une chambre à part (${room} m²), ${all}, et des rangements.`,
    ]);
  }
  const bedrooms = `${count(home.bedrooms)} chambres`;
  const [small, large] = [chance.whole(9, 11), chance.whole(12, 17)];
  return voiced(chance, tone, [
    `${capital(bedrooms)} de ${small} à ${large} m² se partagent ${all}.`,
    `Côté nuit : ${list([bedrooms, ...wash])}.`,
    house
      ? `L’étage compte ${list([bedrooms, ...wash])}.`
      : `Un couloir dessert ${list([`${bedrooms} (${small} à ${large} m²)`, ...wash])}.`,
    `${capital(bedrooms)}, dont une de ${large} m² ; ${all}.`,
    `${capital(bedrooms)} en tout, la plus grande de ${large} m² ; ${all}.`,
    house
      ? `${capital(bedrooms)}, dont une de plain-pied de ${small} m² ; ${all}.`
      : `${capital(bedrooms)} au calme, ${all}.`,
    `On compte ${bedrooms}, de ${small} à ${large} m² ; ${all}.`,
    `À l’écart du séjour, ${list([bedrooms, ...wash])}.`,
  ]);
}

function duplexOf({ tone, chance }: Told): string {
  return voiced(chance, tone, [
    `Un escalier de ${chance.pick(['chêne', 'métal', 'hêtre', 'pierre'])} mène aux chambres, sous les toits.`,
    `Le second niveau loge les chambres sous les poutres, à ${chance.pick(['2,10', '2,20', '2,40'])} m au plus haut.`,
    'En duplex : on vit en bas, on dort en haut.',
    `À l’étage, les chambres prennent le jour par ${chance.pick(['deux', 'trois', 'quatre'])} fenêtres de toit.`,
  ]);
}

function comfortOf({ home, tone, chance }: Told): string | null {
  if (!home.airConditioning) return null;
  const where = coolingDetail(chance);
  return voiced(chance, tone, [
    `La climatisation réversible, ${where}, rend les étés confortables.`,
    `Climatisation ${where}.`,
    `La climatisation a été posée ${where} il y a ${chance.whole(2, 9)} ans.`,
    `Climatisation réversible ${where}, discrète.`,
  ]);
}
