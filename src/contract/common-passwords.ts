/** Composed (é) and decomposed (e and its accent) are one password: keyboards differ, people do not see it. */
export const composedPassword = (typed: string): string => typed.normalize('NFC');

// Of public lists, those that have an upper case letter, a lower case one and a digit in some case, and whose digits are
// not only at their ends: the first ones anybody tries (security.md D2, ASVS 6.2.4).
const WHOLE = new Set(
  `qwer1234 abc12345 abcd1234 abcde123 abcdef12 abcdefg1 abcdefgh1 abc123456 a1b2c3d4 a1234567 a12345678 a123456789 aa123456 aa12345678
  1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 q1w2e3r4 q1w2e3r4t5 1a2z3e4r 1a2z3e4r5t a1z2e3r4 a1z2e3r4t5 zaq12wsx zaq1zaq1
  zaq1xsw2 blink182 test1234 love1234 pass1234 123456789a 12345678a 1234567a 123456aa 1234qwer 123qweasd 123qwe123 123abc123
  1234azer azer1234 123azerty 123soleil 1234abcd`.split(/\s+/),
);

// What people of here put before or after a few digits: words, first names, towns, clubs, months. Without accents or capitals.
const STEMS = new Set(
  `password passwd passwort motdepasse motpasse monmotdepasse mdp pass passe secret admin administrateur administrator root
  test testtest demo user utilisateur compte login connexion identifiant bienvenue welcome changeme letmein trustno
  azerty azertyuiop azert qwerty qwertyuiop qwert asdfghjkl qsdfghjklm wxcvbn zxcvbnm aqwzsx
  bonjour bonsoir salut coucou merci hello soleil lune etoile etoiles arcenciel papillon fleur fleurs rose violette
  jardin montagne plage vacances voyage liberte amour amitie bonheur jetaime jtaime toujours famille maman papa
  mamie papi mamanpapa bebe enfant enfants frere soeur cherie cheri chouchou doudou loulou loulous nounours bisous bisou
  calin titi toto tata tonton minou minette chaton chatte chien chienne toutou lapin lapinou poussin poulet canard cochon cheval
  chevaux tigre lion panda dauphin loup louloute princesse prince reine dragon monkey shadow killer master superman
  batman spiderman pokemon pikachu starwars naruto minecraft fortnite playstation nintendo samsung iphone apple google
  facebook internet ordinateur computer windows microsoft orange wanadoo freebox chocolat nutella caramel vanille
  fraise cerise banane citron biscuit fromage cafe whisky pastis
  football foot rugby tennis baseball basketball judo natation velo moto voiture ferrari porsche renault peugeot citroen mercedes
  zidane mbappe ronaldo messi liverpool chelsea arsenal barcelona barcelone realmadrid juventus
  paris marseille lyon toulouse nice nantes montpellier strasbourg bordeaux lille rennes reims toulon grenoble dijon angers nimes
  brest tours limoges metz perpignan orleans mulhouse rouen caen nancy avignon france bretagne corse normandie alsace provence
  guadeloupe martinique reunion algerie maroc tunisie portugal italie espagne
  psg parissg parissaintgermain om olympique lorient guingamp lens saintetienne
  janvier fevrier mars avril juin juillet aout septembre octobre novembre decembre
  printemps ete automne hiver noel lundi mardi mercredi jeudi vendredi samedi dimanche
  nicolas thomas julien alexandre maxime antoine pierre kevin quentin romain guillaume florian clement anthony benjamin vincent
  mathieu matthieu jeremy adrien sebastien jerome michel philippe laurent christophe stephane olivier frederic thierry
  patrick christian bernard daniel gerard francois jacques andre robert marcel louis jules gabriel raphael arthur lucas hugo theo
  enzo nathan mathis mohamed mehdi karim rachid samir david eric bruno pascal didier fabien cedric ludovic sylvain damien charles
  marie julie camille laura pauline sarah manon marine emma lea chloe ines jade louise alice lola clara juliette charlotte
  sophie celine aurelie emilie caroline virginie stephanie sandrine nathalie isabelle valerie veronique sylvie catherine christine
  martine monique nicole jacqueline francoise elodie melanie jessica amandine anais mathilde oceane lucie eva zoe fatima
  michael charlie jordan ashley sunshine princess iloveyou whatever freedom passion
  immobilier immo agence agent maison appartement logement location notaire vigie bureau travail entreprise societe`.split(
    /\s+/,
  ),
);

/** What is longer is nobody's habit. */
const LONGEST = 40;

/** Digits that a hand runs along: 123456789, 0000. */
const RUNS = ['01234567890123456789', '98765432109876543210'];
const isRun = (digits: string) => RUNS.some((run) => run.includes(digits)) || /^(\d)\1*$/.test(digits);

const LIKE_LETTERS: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '0': 'o',
  '1': 'i',
  '!': 'i',
  $: 's',
  '5': 's',
  '7': 't',
  '8': 'b',
};

/**
 * Whether everybody tries this password: a word of the list, with accents or not, some of its letters written as digits
 * or not, once or twice, with up to four digits or a run of them (a year, a department, 123456) and a sign or two around.
 */
export function isCommonPassword(typed: string): boolean {
  if (typed.length > LONGEST) return false;
  const plain = typed.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  if (WHOLE.has(plain)) return true;
  // Between what may stand around a word; what looks like a letter may be one of it.
  const [, before = '', inner = ''] = /^([^\p{L}@$]*)(.*)$/su.exec(plain) ?? [];
  for (let end = inner.length; end > 0; end -= 1) {
    const around = before + inner.slice(end);
    if (/\p{L}/u.test(around)) return false;
    const digits = around.replaceAll(/\D/g, '');
    if (around.length - digits.length > 2 || (digits.length > 4 && !isRun(digits))) continue;
    const word = inner
      .slice(0, end)
      .replaceAll(/[@4301!$578]/g, (sign) => LIKE_LETTERS[sign] ?? sign)
      .replaceAll(/[\s._-]/g, '');
    const half = word.slice(0, word.length / 2);
    if (STEMS.has(word) || (word === half + half && STEMS.has(half))) return true;
  }
  return false;
}
