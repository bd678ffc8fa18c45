import { agree, capital, of, to, voiced } from './french.ts';
import type { Told } from './listing-text.ts';

/** Two or three sentences on what is found around, from the landmarks of the quarter. */
export function aroundOf({
  place,
  quarter,
  tone,
  chance,
}: Pick<Told, 'place' | 'quarter' | 'tone' | 'chance'>): string {
  const { spot, transport, pleasure, shops, name } = quarter;
  const is = (thing: string) => agree(thing, 'est', 'sont');
  const walk = chance.whole(2, 9);
  const away = chance.whole(3, 14);
  const errands = chance.whole(2, 8);
  const moving = [
    `${capital(transport)} ${is(transport)} à ${away} minutes à pied.`,
    `Comptez ${away} minutes à pied jusqu’${to(transport)}.`,
    `À ${away} minutes de marche, ${transport}.`,
    `On rejoint ${transport} en ${away} minutes, sans courir.`,
    `Pour se déplacer : ${transport}, à ${away} minutes.`,
    `${capital(transport)} n’${is(transport)} qu’à ${away} minutes.`,
    `Les trajets commencent ${to(transport)}, à ${away} minutes de la porte.`,
    `En ${away} minutes à pied, vous êtes ${to(transport)}.`,
  ];
  const leisure = [
    `${capital(pleasure)} ${is(pleasure)} à ${walk} minutes.`,
    `Le dimanche, on marche jusqu’${to(pleasure)}, à ${walk} minutes.`,
    `Pour prendre l’air : ${pleasure}, à ${walk} minutes à peine.`,
    `${capital(pleasure)} ${agree(pleasure, 'se rejoint', 'se rejoignent')} à pied en ${walk} minutes.`,
    `Vous êtes ${to(pleasure)} en ${walk} minutes, et l’on y retourne souvent.`,
    `${capital(pleasure)}, à ${walk} minutes, ${agree(pleasure, 'change', 'changent')} la vie des soirs d’été.`,
    `À ${walk} minutes, ${pleasure} ${agree(pleasure, 'offre', 'offrent')} une vraie respiration.`,
    `Une promenade de ${walk} minutes mène ${to(pleasure)}.`,
  ];
  const buying = [
    `${capital(shops)} ${is(shops)} à ${errands} minutes.`,
    `Pour les courses, ${shops} à ${errands} minutes.`,
    `Le panier se remplit vite : ${shops} ${is(shops)} à ${errands} minutes.`,
    `${capital(shops)} ${agree(shops, 'suffit', 'suffisent')} au quotidien, à ${errands} minutes.`,
    `Les courses se font à pied, ${shops} étant à ${errands} minutes.`,
    `À ${errands} minutes, ${shops}.`,
    `Côté pratique, ${shops} ${is(shops)} à ${errands} minutes.`,
    `Il faut ${errands} minutes pour rejoindre ${shops}.`,
  ];
  const together = [
    `${name} se vit à pied : ${pleasure} à ${walk} minutes, ${shops} à ${errands}.`,
    `Entre ${spot} et ${pleasure}, tout est à moins de ${Math.max(walk, errands) + 2} minutes.`,
    `${capital(shops)} d’un côté, ${pleasure} de l’autre : comptez ${errands} et ${walk} minutes.`,
    `Autour ${of(spot)}, le quartier a gardé ses commerces ; ${pleasure} ${is(pleasure)} à ${walk} minutes.`,
    `Côté adresses, ${shops} à ${errands} minutes ; côté promenade, ${pleasure} à ${walk} minutes.`,
    `${name}, c’est ${shops} à ${errands} minutes et ${pleasure} à ${walk}.`,
    `Ici, ${pleasure} et ${shops} se rejoignent à pied, en ${walk} et ${errands} minutes.`,
    `De ${place.city}, ${name} a le meilleur : ${pleasure} à ${walk} minutes, ${shops} à ${errands}.`,
  ];
  const first = voiced(chance, tone, moving);
  return chance.maybe(0.45)
    ? `${voiced(chance, tone, together)} ${first}`
    : chance.maybe(0.5)
      ? `${first} ${voiced(chance, tone, leisure)} ${voiced(chance, tone, buying)}`
      : `${voiced(chance, tone, buying)} ${voiced(chance, tone, leisure)} ${first}`;
}
