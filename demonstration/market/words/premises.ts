import { aroundOf } from './around.ts';
import { capital, count, euros, of, squareMetres, to, voiced } from './french.ts';
import type { Told, Words } from './listing-text.ts';

export function landWords(told: Told): Words {
  const { home, place, quarter, tone, chance } = told;
  const size = squareMetres(home.landSurface ?? 0);
  const front = chance.whole(14, 34);
  const view = home.openView ? ', avec une vue dégagée' : '';
  const where = chance.maybe(0.5) ? place.city : quarter.name;
  return {
    title: chance.pick([
      `Terrain à bâtir de ${size} – ${where}`,
      `${where} – terrain constructible de ${size}`,
      `Terrain de ${size} près ${of(quarter.spot)}`,
    ]),
    description: [
      voiced(chance, tone, [
        `Près ${of(quarter.spot)}, un terrain constructible de ${size}, plat${view}.`,
        `${capital(size)} à bâtir, en pente douce, du côté ${of(quarter.spot)}${view}.`,
        `Une parcelle régulière de ${size}, ${front} mètres de façade${view}, secteur ${quarter.name}.`,
        `Terrain de ${size} dont ${front} mètres donnent sur la voie${view}.`,
      ]),
      voiced(chance, tone, [
        'Il est viabilisé : eau, électricité et tout-à-l’égout sont en limite de parcelle.',
        'Les réseaux passent devant la parcelle, hors lotissement et libre de constructeur.',
        `Viabilités à ${chance.whole(3, 20)} mètres, assainissement collectif, libre de constructeur.`,
        'Borné, viabilisé et prêt à construire.',
      ]),
      voiced(chance, tone, [
        'Étude de sol réalisée, certificat d’urbanisme consultable à l’agence.',
        `Emprise au sol possible de ${chance.whole(25, 45)} %, étude de sol jointe.`,
        `Le plan local d’urbanisme y permet ${squareMetres(chance.whole(9, 22) * 10)} de plancher environ.`,
        'Le certificat d’urbanisme est positif ; l’étude de sol est faite.',
      ]),
      aroundOf(told),
    ].join('\n'),
  };
}

export function parkingWords(told: Told): Words {
  const { home, quarter, rental, tone, chance } = told;
  const noun = home.boxes > 0 ? 'Box fermé' : 'Place de stationnement';
  const height = `${chance.pick(['1,90', '2,00', '2,10', '1,95'])} m`;
  return {
    title: chance.pick([
      `${noun} – ${quarter.name}`,
      `${noun} près ${of(quarter.spot)}`,
      `${quarter.name} – ${noun.toLowerCase()} ${rental ? 'à louer' : 'à vendre'}`,
    ]),
    description: [
      voiced(chance, tone, [
        `${noun} de ${squareMetres(home.surface)} au sous-sol d’une résidence sécurisée, près ${of(quarter.spot)}.`,
        `Au ${chance.pick(['premier', 'deuxième'])} sous-sol d’une résidence proche ${of(quarter.spot)}, ${noun.toLowerCase()} de ${squareMetres(home.surface)}.`,
        `${noun}, ${squareMetres(home.surface)}, dans une copropriété calme, secteur ${quarter.name}.`,
        `À deux pas ${of(quarter.spot)}, ${noun.toLowerCase()} de ${squareMetres(home.surface)} facile d’accès.`,
      ]),
      voiced(chance, tone, [
        `Accès par télécommande, rampe large, hauteur de ${height}.`,
        `Accès par badge, ascenseur jusqu’à la rue, hauteur de ${height}.`,
        `Porte automatique, éclairage neuf, hauteur libre de ${height}.`,
        `Rampe en ligne droite, ${height} de hauteur, une citadine ou une berline y entre sans manœuvre.`,
      ]),
      rental
        ? `Préavis d’un mois, à ${chance.whole(2, 8)} minutes ${of(quarter.transport)}.`
        : `Charges faibles, à ${chance.whole(2, 8)} minutes ${of(quarter.transport)}.`,
    ].join('\n'),
  };
}

export function buildingWords(told: Told): Words {
  const { home, place, quarter, tone, chance } = told;
  const rent = Math.round((home.surface * place.rent * 0.92) / 50) * 50;
  return {
    title: `Immeuble de ${count(home.flats)} logements – ${quarter.name}`,
    description: [
      voiced(chance, tone, [
        `Immeuble de ${home.year}, ${count(home.flats)} logements et ${squareMetres(home.surface)}, près ${of(quarter.spot)}.`,
        `${capital(count(home.flats))} logements réunis en un seul immeuble de ${squareMetres(home.surface)}, secteur ${quarter.name}.`,
        `Un immeuble entier de ${squareMetres(home.surface)} sur ${home.floors} étages, à côté ${of(quarter.spot)}.`,
        `À vendre en bloc : ${count(home.flats)} logements, ${squareMetres(home.surface)}, murs de ${home.year}.`,
      ]),
      voiced(chance, tone, [
        `${capital(count(home.flats - 1))} logements sont loués, un est libre ; les loyers atteignent ${euros(rent)} par mois.`,
        `Entièrement loué, ${euros(rent)} de loyers mensuels hors charges.`,
        `Compteurs individuels, toiture révisée il y a ${chance.whole(3, 12)} ans, loyers de ${euros(rent)} par mois.`,
        `Monopropriété, sans syndic : ${euros(rent)} de loyers mensuels attendus une fois tout loué.`,
      ]),
      aroundOf(told),
    ].join('\n'),
  };
}

export function shopWords(told: Told): Words {
  const { home, quarter, rental, tone, chance } = told;
  const office = home.kind === 'office';
  const noun = office ? 'Bureaux' : 'Local commercial';
  const size = squareMetres(home.surface);
  const window = chance.whole(3, 9);
  return {
    title: `${noun} de ${size} – ${quarter.name}`,
    description: [
      office
        ? voiced(chance, tone, [
            `Bureaux de ${size} près ${of(quarter.transport)}, cloisons mobiles et salle de réunion.`,
            `${size} de bureaux divisés en ${chance.whole(3, 7)} pièces, câblés, à côté ${of(quarter.spot)}.`,
            `Plateau de ${size}, clair et sans poteaux, secteur ${quarter.name}.`,
            `Un plateau de bureaux de ${size} avec cuisine et deux sanitaires, ${to(quarter.spot)}.`,
          ])
        : voiced(chance, tone, [
            `Local de ${size} avec ${window} mètres de vitrine, près ${of(quarter.spot)}.`,
            `Une boutique de ${size} en pied d’immeuble, vitrine de ${window} mètres, à côté ${of(quarter.spot)}.`,
            `${size} de surface de vente et de réserve, secteur ${quarter.name}, ${window} mètres de linéaire.`,
            `Murs de boutique : ${size}, rideau électrique, vitrine de ${window} mètres.`,
          ]),
      rental
        ? voiced(chance, tone, [
            'Bail commercial de neuf ans, sans droit d’entrée.',
            `Bail commercial classique, local remis propre, à ${chance.whole(2, 8)} minutes ${of(quarter.transport)}.`,
            'Bail neuf, loyer indexé, charges au réel.',
            'Bail 3, 6, 9, garantie bancaire acceptée.',
          ])
        : voiced(chance, tone, [
            'Vendu libre de toute occupation.',
            'Les murs sont libres, l’extraction est possible.',
            `Vendu loué, bail en cours depuis ${chance.whole(2, 7)} ans.`,
            'Murs seuls, toutes activités sauf restauration.',
          ]),
      aroundOf(told),
    ].join('\n'),
  };
}
