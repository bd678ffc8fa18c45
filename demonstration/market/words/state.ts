import type { HomeFacts } from '../homes/home.ts';
import { cellarDetail, parkingDetail, sinceDetail } from './details.ts';
import { capital, count, dayOf, euros, list, voiced } from './french.ts';
import type { Told } from './listing-text.ts';

/** « Une cave et une place de stationnement complètent l’ensemble. » */
export function annexesOf({ home, tone, chance }: Told): string | null {
  const house = ['house', 'mansion', 'castle'].includes(home.kind);
  const things = [
    ...(home.cellar ? [house ? 'une cave voûtée' : cellarDetail(chance)] : []),
    ...(home.boxes > 0 ? [home.boxes > 1 ? 'deux garages' : house ? 'un garage' : 'un box fermé'] : []),
    ...(home.parkings > 0
      ? [home.parkings === 1 ? parkingDetail(chance) : `${count(home.parkings)} places de stationnement`]
      : []),
  ];
  if (things.length === 0) return null;
  const several = things.length > 1 || home.parkings > 1 || home.boxes > 1;
  const all = list(things);
  return voiced(chance, tone, [
    `${capital(all)} ${several ? 'complètent' : 'complète'} l’ensemble.`,
    `S’y ${several ? 'ajoutent' : 'ajoute'} ${all}.`,
    `En annexe : ${all}.`,
    `Et, pour ranger, ${all}.`,
    `Le lot comprend aussi ${all}.`,
    `${capital(all)} ${several ? 'font' : 'fait'} partie du bien.`,
    `Également : ${all}.`,
    `À cela ${several ? 's’ajoutent' : 's’ajoute'} ${all}.`,
  ]);
}

const HEATING: Readonly<Record<HomeFacts['energy'], readonly [string, string, string, string]>> = {
  gas: [
    'Chaudière individuelle au gaz',
    'Chauffage au gaz, chaudière',
    'Gaz individuel, chaudière',
    'Une chaudière au gaz',
  ],
  collectiveGas: [
    'Chauffage collectif, chaufferie',
    'Chaufferie collective au gaz',
    'Chauffage collectif au gaz, brûleurs et régulation',
    'Une chaufferie d’immeuble',
  ],
  electric: [
    'Radiateurs électriques',
    'Chauffage électrique, appareils',
    'Panneaux rayonnants',
    'Radiateurs à inertie, thermostat',
  ],
  heatPump: [
    'Pompe à chaleur',
    'Pompe à chaleur air-eau',
    'Chauffage au sol par pompe à chaleur',
    'Une pompe à chaleur',
  ],
  oil: [
    'Chaudière au fioul',
    'Chauffage au fioul, chaudière',
    'Fioul, cuve contrôlée et chaudière',
    'Une chaudière au fioul',
  ],
  wood: ['Poêle à granulés', 'Chauffage au bois, poêle', 'Chaudière à granulés', 'Poêle de masse'],
};

/** « Radiateurs électriques changés il y a quatre ans ». */
function heatingOf({ home, tone, chance, year }: Told & { readonly year: number }): string {
  const noun = voiced(chance, tone, HEATING[home.energy]);
  const several = /^(?:Radiateurs|Panneaux)|appareils|brûleurs/.test(noun);
  const masculine = /^Poêle|poêle$|thermostat|Radiateurs|Panneaux|appareils|brûleurs/.test(noun);
  const done = chance.pick(['posé', 'changé', 'révisé', 'installé', 'vérifié']);
  return `${noun} ${done}${masculine ? '' : 'e'}${several ? 's' : ''} ${sinceDetail(chance, year)}`;
}

/** How it is heated, what that costs, and what a bad letter means. */
export function energyOf(told: Told): string {
  const { home, rental, tone, chance } = told;
  const { rating } = home;
  if (!rating) return '';
  const { energyClass, costMin, costMax, date } = rating;
  const heating = heatingOf({ ...told, year: Number(date.slice(0, 4)) });
  const bill = `de ${euros(costMin)} à ${euros(costMax)} d’énergie par an selon le diagnostic`;
  if ('AB'.includes(energyClass)) {
    return voiced(chance, tone, [
      `${heating} : classe ${energyClass}, ${bill}.`,
      `${heating}. Classé ${energyClass}, le logement coûte ${bill}.`,
      `${heating}. La classe ${energyClass} se lit sur les factures : ${bill}.`,
      `${heating} ; en classe ${energyClass}, comptez ${bill}.`,
    ]);
  }
  const audited = !rental && energyClass >= 'E' && ['house', 'mansion', 'castle'].includes(home.kind);
  const audit = audited ? ` Audit énergétique réalisé le ${dayOf(date)}, remis à la première visite.` : '';
  if (!'FG'.includes(energyClass)) {
    return `${voiced(chance, tone, [
      `${heating}.`,
      `${heating} (classe ${energyClass}).`,
      `${heating} ; ${bill}.`,
      `${heating} : comptez ${bill}.`,
    ])}${audit}`;
  }
  if (rental) {
    return `${heating}. Le logement est classé ${energyClass}, ${bill} : nous préférons le dire avant la visite.`;
  }
  const words = voiced(chance, tone, [
    `Classé ${energyClass}, ${bill} : isolation et chauffage sont à reprendre.`,
    `Le classement ${energyClass} appelle une rénovation énergétique ; ${bill} aujourd’hui.`,
    `En l’état, la classe est ${energyClass} : ${bill}, et des devis d’isolation sont consultables.`,
    `La classe ${energyClass} est dite sans détour : ${bill} avant travaux.`,
  ]);
  return `${heating}. ${words}${audit}`;
}

/** What was done, or remains to be. */
export function conditionOf({ home, tone, chance }: Told): string | null {
  const year = home.year ?? chance.whole(2016, 2024);
  const done = chance.whole(2, 9);
  switch (home.condition) {
    case 'renovated':
      return voiced(chance, tone, [
        `Électricité, menuiseries et peintures ont été refaites il y a ${done} ans.`,
        `La rénovation a ${done} ans, et les matériaux ont été bien choisis.`,
        `Tout a été repris avec soin, des sols à la salle d’eau, voici ${done} ans.`,
        `Il ne reste qu’à poser les meubles : la rénovation date d’il y a ${done} ans.`,
        `Travaux achevés il y a ${done} ans : plomberie, tableau électrique, doubles vitrages.`,
        `Sols, cuisine et sanitaires ont été refaits par des artisans du coin, il y a ${done} ans.`,
        `Rien à prévoir : l’intérieur a été refait il y a ${done} ans.`,
        `Une rénovation menée par un architecte il y a ${done} ans, jusqu’aux rangements.`,
      ]);
    case 'dated':
      return voiced(chance, tone, [
        `L’ensemble est sain ; les peintures, qui ont ${done + 8} ans, demandent un rafraîchissement.`,
        `Le décor a ${done + 12} ans, la structure est saine : un rafraîchissement suffira.`,
        `Habité par les mêmes propriétaires depuis ${done + 11} ans, bien entretenu, à remettre au goût du jour.`,
        `Les papiers peints ont ${done + 20} ans, les murs et les sols tiennent bon.`,
        `Une cuisine de ${done + 13} ans et des peintures à revoir ; le gros œuvre n’appelle rien.`,
        'On y entre tel quel, et l’on rafraîchit pièce après pièce.',
        `Toiture et réseaux ont été revus il y a ${done} ans ; reste la décoration.`,
        `À rafraîchir, sans toucher aux murs : électricité revue il y a ${done} ans.`,
      ]);
    case 'toRenovate':
      return voiced(chance, tone, [
        'Des travaux sont à prévoir (électricité, cuisine, isolation) ; le prix en tient compte.',
        'À rénover entièrement : les volumes sont là, le reste est à imaginer.',
        'Prévoyez l’électricité, la plomberie et les menuiseries ; les plans sont au dossier.',
        'Un projet complet : tout est à refaire, rien n’est à démolir.',
        'Le bien se vend dans son jus, avec une étude de travaux.',
        'Les murs attendent quelqu’un qui aime les chantiers.',
        `Aucun travail depuis ${done + 22} ans : c’est une page blanche.`,
        'Rénovation lourde, chiffrée par deux entreprises.',
      ]);
    default:
      return chance.maybe(0.6)
        ? voiced(chance, tone, [
            `L’entretien a été suivi, le dernier passage du peintre remonte à ${done} ans.`,
            `Bon état général : sols de ${done + 1} ans, murs sains.`,
            `Peintures refaites il y a ${chance.whole(1, 8)} ans, sols d’origine.`,
            `Tout fonctionne, du tableau électrique (${done + 2} ans) aux volets.`,
            `Les fenêtres ont ${done + 1} ans, le tableau électrique est aux normes.`,
            `Rien d’urgent, et de quoi embellir : les fenêtres ont ${done + 3} ans.`,
            home.epoch === 'recent' && home.year !== null
              ? `Construit en ${year}, encore très frais.`
              : `Un intérieur soigné, revu il y a ${done} ans.`,
            `Bien tenu, doubles vitrages posés il y a ${done} ans.`,
          ])
        : null;
  }
}

/** What a co-ownership or a tax costs, when it is a sale; the lease, when it is a rental. */
export function termsOf(told: Told): string | null {
  const { money, tone, chance, furnished, shared, home } = told;
  if (money.kind === 'sale') {
    if (money.annuity) return annuityOf(told);
    if (money.lots === null || money.charges === null) {
      return money.propertyTax === null ? null : `Taxe foncière : ${euros(money.propertyTax)} par an.`;
    }
    const perMonth = euros(money.charges / 12);
    const tax = money.propertyTax === null ? '' : ` Taxe foncière : ${euros(money.propertyTax)}.`;
    return `${voiced(chance, tone, [
      `Copropriété de ${money.lots} lots, environ ${perMonth} de charges par mois.`,
      `Charges courantes : à peu près ${perMonth} par mois, pour ${money.lots} lots.`,
      `L’immeuble compte ${money.lots} lots ; les charges reviennent à ${perMonth} par mois.`,
      `${money.lots} lots dans la copropriété, ${perMonth} de charges mensuelles en moyenne.`,
    ])}${tax}`;
  }
  if (home.rooms === 0) return null;
  if (shared) {
    return voiced(chance, tone, [
      `Colocation à ${count(home.bedrooms)}, bail unique, loyer pour l’ensemble du logement.`,
      `${capital(count(home.bedrooms))} chambres à louer ensemble, sous un seul bail meublé.`,
      `Le loyer vaut pour tout l’appartement, que se partagent ${count(home.bedrooms)} colocataires.`,
      `Bail commun à ${count(home.bedrooms)} colocataires, meublé et équipé jusqu’aux draps.`,
    ]);
  }
  const lease = furnished
    ? voiced(chance, tone, [
        'Loué meublé pour un an renouvelable : literie, vaisselle et électroménager sont fournis.',
        'Bail meublé d’un an. L’inventaire du mobilier est remis avec le bail.',
        `Meublé complet, du lit de ${chance.pick([140, 160])} à la cafetière ; bail d’un an.`,
        `Mobilier acheté il y a ${chance.whole(2, 6)} ans et inventaire détaillé, bail meublé d’un an.`,
        'On arrive avec sa valise : linge, vaisselle et bureau sont là.',
        'Location meublée, un mois de préavis.',
        `Bail d’un an, meublé ; lave-linge et four compris dans les ${home.surface > 30 ? 'équipements' : 'équipements du studio'}.`,
        'Le mobilier est choisi, l’inventaire est court et clair.',
      ])
    : voiced(chance, tone, [
        'Loué vide, bail de trois ans.',
        `Location vide ; l’état des lieux est fait sur place, avec vous, en ${chance.whole(40, 90)} minutes.`,
        'Bail de trois ans, logement vide et propre.',
        'Vide, prêt à recevoir vos meubles ; bail de trois ans.',
        'Location non meublée. Les compteurs sont ouverts.',
        'Le bail est de trois ans, le loyer révisé chaque année sur l’indice.',
        'Logement loué vide, nettoyé et vérifié pièce par pièce.',
        'Bail classique de trois ans, renouvelable.',
      ]);
  // Charges do not move with the rent.
  return chance.maybe(0.7) ? `${lease.slice(0, -1)} ; ${euros(money.charges)} de charges par mois.` : lease;
}

function annuityOf({ money, tone, chance }: Told): string {
  if (money.kind !== 'sale' || !money.annuity) return '';
  const { bouquet, monthly, ages, occupied } = money.annuity;
  const heads = ages.length > 1 ? `deux têtes (${ages.join(' et ')} ans)` : `une tête (${ages[0]} ans)`;
  return voiced(chance, tone, [
    `Viager ${occupied ? 'occupé' : 'libre'} sur ${heads} : bouquet de ${euros(bouquet)}, rente de ${euros(monthly)} par mois.`,
    `Vendu en viager ${occupied ? 'occupé' : 'libre'}, ${heads}. Le bouquet est de ${euros(bouquet)}, la rente mensuelle de ${euros(monthly)}.`,
    `${occupied ? 'Le bien reste occupé par le vendeur' : 'Le bien est libre à la signature'} : viager sur ${heads}, ${euros(bouquet)} comptant puis ${euros(monthly)} par mois.`,
    `Bouquet de ${euros(bouquet)}, rente indexée de ${euros(monthly)} par mois, ${heads} ; viager ${occupied ? 'occupé' : 'libre'}.`,
  ]);
}
