import type { HomeFacts } from '../../homes/contract.ts';
import type { Told } from '../contract.ts';
import { capital, count, dayOf, list } from '../french/rules.server.ts';

/** « Une cave et une place de stationnement complètent l’ensemble. » */
export function annexesOf({ home, chance }: Told): string | null {
  const things = [
    ...(home.cellar ? ['une cave'] : []),
    ...(home.boxes > 0 ? [home.kind === 'house' ? 'un garage' : 'un box fermé'] : []),
    ...(home.parkings > 0
      ? [
          home.parkings === 1
            ? 'une place de stationnement'
            : `${count(home.parkings)} places de stationnement`,
        ]
      : []),
  ];
  if (things.length === 0) return null;
  const several = things.length > 1 || home.parkings > 1;
  const ending = several
    ? chance.pick(['complètent l’ensemble', 's’y ajoutent'])
    : chance.pick(['complète l’ensemble', 's’y ajoute']);
  return `${capital(list(things))} ${ending}.`;
}

const HEATING: Readonly<Record<HomeFacts['energy'], string>> = {
  gas: 'Chauffage individuel au gaz.',
  collectiveGas: 'Chauffage collectif, compris dans les charges.',
  electric: 'Chauffage électrique individuel.',
  heatPump: 'Chauffage par pompe à chaleur.',
  oil: 'Chauffage au fioul, chaudière entretenue chaque année.',
};

/** How it is heated, and what a bad or a good letter means. */
export function energyOf({ home, rental, chance }: Told): string {
  const { rating, kind } = home;
  if (!rating) return '';
  const { energyClass, date } = rating;
  if (energyClass === 'A' || energyClass === 'B')
    return `${HEATING[home.energy]} ${chance.pick([`Avec la classe ${energyClass}, les dépenses d’énergie restent faibles.`, `Classe ${energyClass} : des factures légères, été comme hiver.`])}`;
  if (!'FG'.includes(energyClass)) return HEATING[home.energy];
  if (rental)
    return `${HEATING[home.energy]} Le logement est classé ${energyClass} : nous préférons le dire avant la visite.`;
  const audit =
    kind === 'house' ? ` Audit énergétique réalisé le ${dayOf(date)}, remis à la première visite.` : '';
  const quotes = `Le logement est classé ${energyClass} : isolation et chauffage sont à reprendre, des devis sont consultables à l’agence.`;
  const price = `Classé ${energyClass}, le logement appelle une rénovation énergétique, et le prix en tient compte.`;
  // Works to be done have already been said to weigh on the price.
  return `${HEATING[home.energy]} ${home.condition === 'toRenovate' ? quotes : chance.pick([quotes, price])}${audit}`;
}

/** What was done, or remains to be. */
export function conditionOf({ home, chance }: Told): string | null {
  switch (home.condition) {
    case 'renovated':
      return chance.pick([
        'Électricité, menuiseries et peintures ont été refaites : il ne reste qu’à poser les meubles.',
        'Tout a été repris avec soin, des sols à la salle d’eau.',
        'La rénovation est récente et les matériaux bien choisis.',
      ]);
    case 'dated':
      return chance.pick([
        'L’ensemble est sain ; peintures et cuisine demandent un rafraîchissement.',
        'Le décor a quelques années, la structure est saine : un rafraîchissement suffira.',
      ]);
    case 'toRenovate':
      return chance.pick([
        'Des travaux sont à prévoir (électricité, cuisine, isolation) ; le prix en tient compte.',
        'À rénover entièrement : les volumes sont là, le reste est à imaginer.',
      ]);
    default:
      return chance.maybe(0.5)
        ? chance.pick([
            'L’entretien a été suivi, rien n’est à refaire.',
            'Bon état général, on peut s’y installer tout de suite.',
          ])
        : null;
  }
}
