/**
 * Tactics: how scammers ask, in French and in English, on folded letters. Each is looked for clause by clause, and only where
 * one of its words stands in the text.
 */
import { type ScamCode, scamSignals } from '../scam-words.ts';
import { type Clause, isDenied } from './negation.ts';

interface Tactic {
  readonly code: ScamCode;
  /** Cheap: without a match in the whole text nothing more is read. */
  readonly calls: RegExp;
  readonly says: RegExp;
  /** Words of the clause that make it innocent. */
  readonly unless?: RegExp;
  /** Words that the clause must hold beside. */
  readonly beside?: RegExp;
  /** That of its signal when not given. */
  readonly weight?: number;
}

function any(...ways: readonly string[]): RegExp {
  return new RegExp(ways.join('|'), 'g');
}

const PAY =
  '(?:vers(?:er?|ez|es|ee?s?|ement)|pay(?:er?|ez|es|ee?s?|ing|s)?|paid|paie(?:s|nt|ment)?s?|regl(?:er?|ez|ee?s?|ement)|vir(?:er|ez|ement|ment)|wir(?:ed?|ing)|transfer(?:red|er|ez)?|deposer|deposez|acquitt(?:er|ez)|effectu(?:er|ez)|envoy(?:er|ez|e)|send|sent)';
const MONEY =
  '(?:acompt?es?|arr?hes|virr?e?ments?|versements?|paiements?|reglements?(?! (?:interieur|de (?:la )?copropriete))|deposits?|down payments?|(?:bank|wire) transfers?|payments?)';
const SUM =
  "(?:cautions?(?! (?:s[a-z]*d[a-z]*|familiale|parentale|physique|bancaire|simple|visale|ou garant))|depots?(?: de garantie)?(?! (?:du?|de votre|des|d'un|de|le) (?:dossier|candidature|pieces|documents|offre))|garantie de \\d+|(?:premiers?|1er|deux(?: premiers)?|trois) (?:mois|loyers?)|mois (?:de loyer|de caution|d'avance)|loyers? d'avance|avance (?:de|sur)|frais de (?:dossier|visites?|reservation|deplacement|transport)|somme de|first (?:month|rent)|\\d+ ?(?:\\$|(?:euros?|eur)\\b))";
const VISIT =
  '(?:visit(?:e[rzs]?|es|ing|s)?\\b|rendez vous|rdv\\b|deplacer|deplacement|viewings?\\b|view(?:ing)? (?:it|the)|see(?:ing)? (?:it|the (?:flat|apartment|house|place|property)))';
const BEFORE =
  "(?:avant|prealable(?:ment)? a|before|prior to|pour (?:pouvoir|avoir|obtenir|fixer|organiser|programmer|confirmer)|pour(?= (?:visiter|la visite|une visite|le voir))|afin de(?: pouvoir)?|in order to)(?: (?:de|d'|la|le|toute?|une?|votre|notre|me|vous|te|any|the|a|your|my|l'|meme)){0,4} (?:(?:premiere|la|un) )?";
const ASKED =
  /\b(?:demand|exig|oblig|requi|necess|vers|pay|paie|regl|vir[ez]|virement|transf|depose|recu|reception|required|must|need)/;

const advance: Tactic = {
  code: 'advance_payment',
  calls: /visit|rendez.vous|\brdv|deplac|viewing|before|see(?:ing)? (?:it|the)/,
  says: any(
    `\\b${MONEY}\\b.{0,90}?\\b${BEFORE}${VISIT}`,
    `\\b${BEFORE}${VISIT}.{0,90}?\\b(?:${MONEY}|${PAY}\\b.{0,40}?${SUM})`,
    `\\b${PAY}\\b.{0,60}?\\b${SUM}.{0,70}?\\b${BEFORE}${VISIT}`,
    `\\b${SUM}.{0,70}?\\b${BEFORE}${VISIT}`,
    `\\b${VISIT}[^,]{0,40}?\\b(?:apres|une fois|des que|des (?:la )?reception|des (?:le|la|votre)|contre|only after|after|once) [^,]{0,40}?\\b(?:${MONEY}|${SUM})`,
    `\\b(?:pas|aucune|jamais|no) (?:de )?${VISIT}[^,]{0,25}?\\b(?:sans|avant|without|before) [^,]{0,25}?\\b(?:${MONEY}|${SUM})`,
    String.raw`\bfrais de visites?\b`,
  ),
  beside: ASKED,
  unless: /\bgratuit(?:e|es|ement)?\b/,
};

const untraceable: readonly Tactic[] = [
  {
    code: 'untraceable_payment',
    calls: /western|money ?gram|mandat|pcs|transcash|neosurf|paysafe|toneo|cashlib|ria money|zelle|cash ?app/,
    says: any(
      String.raw`\bwestern ?union|\bmoney ?gram|\bria money|\bmandats? ?(?:cash|post(?:al|aux)|express|urgent|international)\b`,
      String.raw`\b(?:coupons?|tickets?|recharges?|cartes?|codes?)(?: de recharge)?(?: prepayee?s?)? (?:pcs|transcash|neosurf|paysafe ?(?:card)?|toneo|cashlib)\b|\bpcs mastercard|\b(?:transcash|neosurf|paysafe ?card|cashlib)\b`,
      String.raw`\b(?:cash ?app|zelle)\b`,
    ),
  },
  {
    code: 'untraceable_payment',
    calls: /cadeau|gift|steam|prepa|bitcoin|btc|ethereum|usdt|crypto/,
    says: any(
      String.raw`\b(?:cartes?|bons?) cadeaux?\b|\bgift ?cards?\b|\bsteam cards?\b|\bprepaid (?:cards?|vouchers?)|\bcartes? prepayees?\b`,
      String.raw`\b(?:bitcoins?|btc|ethereum|usdt|crypto ?monnaies?|cryptos?)\b`,
    ),
    beside:
      /\b(?:pa[iy]|vers|regl|achet|envo|accept|pren|donn|communiqu|buy|send|code|uniquement|seulement|only)/,
    unless: /\b(?:offert|offre|parrain|gagn|tirage|borne)/,
  },
];

const KEY = '(?:cles?|clefs?|trousseaux?|jeux? de cles|keys?|keyset)';
const BY_POST =
  "(?:par|via|avec|with|by|through) (?:(?:la|un|une|l'|le|the|a) ?)?(?:poste|courrier|colis|colissimo|chronopost|coursier|transporteur|lettre|recommande|dhl|ups|fed ?ex|tnt|mondial relay|mail|post|courier|express|parcel)";
const SEND =
  '(?:envo[iy][a-z]*|enverra[a-z]*|expedi[a-z]*|post(?:ee?s?|ed|er|erai)|(?:fer|fai)[a-z]* parvenir|parvien[a-z]*|ship(?:ped|ping)?|send(?:ing)?|sent|mailed|deliver(?:ed|y)?|courier(?:ed)?|fed ?ex)';
const keys: Tactic = {
  code: 'keys_by_post',
  calls: /\bcle|trousseau|\bkey/,
  says: any(
    `\\b${KEY}\\b(?! en mains?).{0,70}?\\b${BY_POST}\\b`,
    `\\b${BY_POST}\\b.{0,50}?\\b(?:les|vos|mes|des|le|the|your|my) ${KEY}\\b`,
    `\\b${SEND}\\b.{0,40}?\\b(?:les|vos|mes|le|the|your|my) ${KEY}\\b`,
    `\\b(?:les|vos|mes|the|your|my) ${KEY}\\b.{0,60}?\\b${SEND}\\b`,
  ),
  unless: /\bboites? a cles?\b|\bcles? en mains?\b|\bmain propre\b|\bcode\b|\bcle(?:s)? usb\b/,
};

const PLATFORM = '(?:air ?b ?n ?b|booking|abritel|trip ?advisor|homeaway|vrbo|homelidays)';
const platform: readonly Tactic[] = [
  {
    code: 'fake_platform',
    calls: /air ?b ?n ?b|booking|abritel|trip ?advisor|homeaway|vrbo|homelidays/,
    says: any(
      `\\b(?:pa(?:y|ie)[a-z]*|regl(?:er?|ez|ement)|virement|verse[a-z]*|cautions?|depots?|deposit|argent|money|somme|securis[a-z]+)\\b.{0,70}?\\b${PLATFORM}\\b`,
      `\\b(?:transaction|location|contrat|reservation|rental|rent|deal)s?\\b.{0,40}?\\b(?:par|via|avec|through|by|with) ${PLATFORM}\\b[^,]{0,20}(?:$|,|:| (?:pour|qui|car|for|who|which))`,
      `\\b${PLATFORM}\\b.{0,70}?\\b(?:garde(?:ra|nt)?|conserve(?:ra)?|bloque|se charge|s'occupe|remet(?:tra)?|rembourse|envoie|enverra|hold|keeps?|release|refund|sends?|invoice|fera visiter|fait visiter|argent|money|paiement|payment)`,
      `\\b(?:agent|employe|conseiller|representant)e?s? (?:de |d')?${PLATFORM}\\b`,
    ),
    unless:
      /\b(?:concierg[a-z]*|rendement|rentab[a-z]*|revenus?|investi[a-z]*|saisonn[a-z]*|courte duree|autoris[a-z]*|interdi[a-z]*|exploit[a-z]*|taux|bilans?|chiffre)\b/,
  },
  {
    code: 'fake_platform',
    calls: /tiers de confiance|escrow|compte sequestre en ligne/,
    says: any(
      String.raw`\b(?:tiers de confiance|escrow)\b.{0,80}?\b(?:garde|conserv|argent|somme|versement|paiement|caution|money|deposit|payment)`,
      String.raw`\b(?:argent|somme|versement|paiement|caution|depot|money|deposit|payment)\b.{0,80}?\b(?:tiers de confiance|escrow)\b`,
    ),
    unless: /\bnotaire\b/,
  },
];

// What follows makes it a matter of hours, of papers, of who lives there.
const ONLY_THEN =
  "(?! ?(?:(?:possible|organisee?s?|prevue?s?|envisageable|physique|prealable|n'est|ne sera|pas) )*(?:sans |avant |hors |en dehors|en soiree|en semaine|le |les |ce |pendant |durant |entre |du |au mois|jusqu|tant que|until |before |on |unless |virtuelle|inutile|after \\d))";
const noVisit: Tactic = {
  code: 'no_visit',
  calls: /visit|view|show|montrer|sur place/,
  says: any(
    `\\bvisites? (?:(?:est|sont|sera|seront|reste) )?(?:malheureusement |helas )?(?:impossibles?|pas possibles?|non possibles?|pas envisageables?)\\b${ONLY_THEN}`,
    `\\bvisites? (?:n'est|ne sera|ne sont|n'etant)(?: malheureusement| helas)? pas (?:possibles?|envisageables?|realisables?)\\b${ONLY_THEN}`,
    `\\b(?:aucune visite|pas de visites?)(?: physique| prealable)?(?: n'est| ne sera)?(?: possible| prevue| envisageable)?\\b${ONLY_THEN}`,
    `\\b(?:ne|n') ?(?:peux|pourrai|pouvons|puis|pourrons|suis|sommes)(?: malheureusement| helas)? (?:pas|plus|guere)(?: malheureusement| helas)? (?:en mesure de |capable de |disponible pour |la pour |sur place pour |present pour |etre la pour |assurer |organiser |vous |te )*(?:faire )?(?:la |les |une |de |des |l')?(?:visit(?:e[rs]?|es)|montrer)\\b`,
    String.raw`\bimpossible (?:pour (?:moi|nous) |d'etre present |actuellement )*(?:de |d')?(?:vous )?(?:le |la |l'|les )?(?:faire |organiser |assurer )?(?:la |une |des |les )?(?:visit(?:e[rs]?|es)|montrer)\b(?! (?:le|les|en|avant|sans|la nuit) )`,
    String.raw`\bpersonne (?:sur place |la bas |n'est |ne peut |pour |disponible ){1,3}.{0,25}?\b(?:visit(?:e[rs]?|es)|montrer|ouvrir)`,
    `\\b(?:no|not? (?:any )?) ?(?:viewings?|visits?|showings?)(?: is| are)?(?: possible| available| allowed)?\\b${ONLY_THEN}`,
    String.raw`\b(?:viewings?|visits?|showings?) (?:is|are) (?:not|im) ?possible\b`,
    String.raw`\b(?:can ?not|can't|cant|unable to|not able to|won't be able to|will not be able to|not (?:there|around|available|here) to) (?:be there to |personally )?(?:show|let you (?:in|see|visit)|give you a tour|arrange)`,
    String.raw`\bnobody (?:is )?(?:there |here |around |over there )?(?:to|who can|can|that can) (?:show|open)`,
  ),
  unless:
    /\b(?:vendue?s? loue|vendue?s? occupe|occupee? par|locataire|bail en cours|dossier|virtuelle puis|dimanche|samedi|week ?end|rendez vous uniquement)\b/,
};

const reserve: Tactic = {
  code: 'reserve_by_paying',
  calls: /reserv|bloqu|garde|mettre de cote|retir|serieux|bonne foi|\bhold|secure/,
  says: any(
    `\\b(?:${MONEY}|${SUM}|${PAY}).{0,70}?\\b(?:pour|afin de|suffit a|permet de|to|will|and) (?:me |vous |te |le |la |l'|les |que je )?(?:bloque[a-z]*|reserve[a-z]*|reserver|retir[a-z]*|garde[a-z]*|mettre de cote|prouver votre|montrer votre|hold|secure|keep|book)\\b`,
    `\\b(?:pour|afin de) (?:le |la |l'|les |me )?(?:bloquer|reserver|prouver|montrer)\\b.{0,50}?\\b(?:${MONEY}|${PAY}\\b.{0,30}?${SUM})`,
  ),
  unless:
    /\b(?:notaire|sequestre|consigne|vefa|contrat de reservation|residence (?:etudiante|services|de tourisme)|programme|promoteur|lot|compromis|promesse)\b/,
};

const PLACE =
  "(?:l'etranger|hors de france|abroad|overseas|out of (?:the )?(?:country|town|state)|(?:en|au|aux|a|in|to|from)(?: the)? (?:west )?(?:afrique|africa|cote d'ivoire|abidjan|benin|cotonou|togo|lome|senegal|dakar|cameroun|cameroon|douala|nigeria|lagos|ghana|accra|mali|bamako|burkina|gabon|congo|angleterre|england|londres|london|royaume uni|united kingdom|uk|dublin|irlande|ireland|ecosse|canada|quebec|montreal|etats unis|usa|us|united states|america|new york|allemagne|germany|espagne|spain|italie|italy|portugal|suisse|belgique|dubai|qatar|emirats|arabie|australie|bresil|thailande))";
const FIRST =
  "(?:je (?:suis|vis|reside|travaille|me trouve|serai|demeure|pars)|j'(?:habite|ai ete (?:mutee?|affectee?|transferee?)|ai demenage|exerce)|nous (?:sommes|vivons|residons|habitons|y vivons)|mon (?:mari|epoux|epouse|travail)|ma femme|etant|i am|i'm|i live|i work|i was|i moved|i relocated|i have moved|we are|we live|we moved|my (?:husband|wife|job|company))";
const abroad: readonly Tactic[] = [
  {
    code: 'owner_abroad',
    calls:
      /etranger|hors de france|abroad|overseas|out of|afriq|africa|londres|london|uk\b|canada|benin|ivoire|senegal|angleterre|england|kingdom|espagne|spain|portugal|nigeria|etats unis|usa|en mission|missionn|mission|offshore|oil rig|dublin|togo|cameroun|abidjan|dubai|suisse|belgique|italie|allemagne|quebec|montreal/,
    says: any(
      `\\b${FIRST}\\b.{0,90}?\\b${PLACE}\\b`,
      String.raw`\b(?:je suis|etant|i am|i'm|nous sommes|actuellement)\b.{0,40}?\b(?:en mission|missionnaires?|missionar(?:y|ies)|missionary|on (?:a )?mission|plateforme petroliere|offshore|oil rig)`,
    ),
  },
  {
    code: 'owner_abroad',
    weight: 15,
    calls: /proprietaire|bailleur|owner|landlord|vendeur/,
    says: any(
      `\\b(?:proprietaires?|bailleurs?|owners?|landlords?)\\b.{0,60}?\\b(?:${PLACE}|expatriee?s?)\\b`,
    ),
    unless: /\b(?:agence|agency|notaire|nos soins|notre|nous|gestion|mandate|procuration|confi)/,
  },
];

const story: Tactic = {
  code: 'personal_story',
  calls:
    /dieu|\bgod|soin|care of|croyant|honnete|honest|deces|mort de|veuv|widow|\blate (?:husband|wife)|confiance|money|l'argent/,
  says: any(
    String.raw`\b(?:que |par la grace de )?dieu\b(?:.{0,20}?\b(?:benisse|benira|vous|grace))?|\bgod (?:bless|fearing)|\bgodfearing`,
    String.raw`\b(?:prendr|prenn|pren)[a-z]*(?: bien| grand)? soin (?:de|du) (?:mon|ma|mes|notre|l'|la)`,
    String.raw`\b(?:take|takes|taking)(?: good| great| proper)? care of (?:my|our|the|it)|\bas if it (?:were|was) (?:your|their|his|her) own`,
    String.raw`\bcomme si c'etait (?:le |la )?(?:sien|sienne|votre|leur)|\bcomme (?:le sien|la sienne)\b`,
    String.raw`\b(?:deces|mort|disparition) de (?:mon|ma|notre)|\b(?:my )?late (?:husband|wife|father|mother)`,
    String.raw`\b(?:personne|locataire|quelqu'un|famille).{0,25}?\b(?:honnete|croyante?|de bonne moralite|de confiance)\b|\bhonest (?:person|tenant|people)`,
    String.raw`\bl'argent n'est pas|\bmoney is not|\bnot after (?:the )?money`,
  ),
  unless:
    /\b(?:rue|place|impasse|chemin|eglise|chapelle|hotel dieu|tiers de confiance|agence|votre agent|partenaire)\b/,
};

const MAILBOX = '(?:g ?mail|hot ?mail|yahoo|outlook|proton ?mail|yandex|icloud|gmx|aol)';
const contact: readonly Tactic[] = [
  {
    code: 'diverted_contact',
    calls: /whats ?(?:')?app|telegram|viber|hangouts|wechat|\bimo\b/,
    says: any(
      String.raw`\b(?:contact[a-z]*|ecri[a-z]*|joi[gn][a-z]*|repond[a-z]*|parl[a-z]*|message[a-z]*|text|write|reach|reply|discut[a-z]*)\b[^,]{0,60}?\b(?:whats ?'?app|telegram|viber|hangouts|wechat|imo)\b`,
      String.raw`\b(?:whats ?'?app|telegram|viber|hangouts|wechat)\b[^,]{0,30}?\b(?:uniquement|seulement|exclusivement|only)`,
    ),
    beside: /\b(?:uniquement|seulement|exclusivement|directement|only|moi|me|my|mon|se)\b/,
    unless: /\b(?:notre|nos|agence|conseill[a-z]+|equipe|negociat[a-z]+|nous)\b/,
  },
  {
    code: 'diverted_contact',
    calls: /g ?mail|hot ?mail|yahoo|outlook|proton ?mail|yandex|icloud|gmx|\baol/,
    says: any(
      String.raw`${MAILBOX} ?(?:\.|point|dot|\(\.\)) ?(?:com|fr|net|me|be)\b`,
      String.raw`\b(?:arobase|at)\b\)? ?${MAILBOX}`,
    ),
    unless: /\b(?:agence|immo[a-z]*)\b/,
  },
  {
    code: 'diverted_contact',
    weight: 15,
    calls: /messages du site|e ?mails? only|telephone/,
    says: any(
      String.raw`\b(?:ne|n'|pas) .{0,20}?(?:recois|recoit|lis|vois|reponds)\b.{0,20}?\b(?:messages? (?:du|de ce) site|au telephone|appels)`,
      String.raw`\be ?mails? only\b`,
    ),
  },
];

const urgency: Tactic = {
  code: 'urgency',
  calls: /urgent|depech|vite\b|hurry|premier|first|rapide/,
  says: any(
    String.raw`\b(?:c'est |tres )?urgent\b|\bdepeche[rz]|\bfaites (?:tres )?vite\b|\bhurry\b|\bpremiere?s? (?:arrivee?s?|qui (?:pai|pay|vers|regl|envoi))|\bfirst (?:come|to pay)`,
  ),
};

const tactics: readonly Tactic[] = [
  advance,
  ...untraceable,
  keys,
  ...platform,
  noVisit,
  reserve,
  ...abroad,
  story,
  ...contact,
  urgency,
];

export interface TacticHit {
  readonly code: ScamCode;
  readonly weight: number;
  /** Where it stands in the folded letters. */
  readonly from: number;
  readonly to: number;
}

/** The end of a clause; not the point of a number, nor that of an address. */
const END = /[!?;\n]|\.(?!\d)(?! ?(?:com|fr|net|me|be)\b)/g;

/** What the folded letters ask, each tactic once, where it weighs most. Urgency counts beside a payment alone. */
export function tacticsIn(letters: string): TacticHit[] {
  const called = tactics.filter(({ calls }) => calls.test(letters));
  if (called.length === 0) return [];
  const found = new Map<ScamCode, TacticHit>();
  let start = 0;
  for (const end of [...Array.from(letters.matchAll(END), ({ index }) => index), letters.length]) {
    const clause = { text: letters.slice(start, end), rest: letters.slice(end, end + 40) };
    for (const tactic of called) {
      const { code, weight = scamSignals[tactic.code].weight } = tactic;
      if ((found.get(code)?.weight ?? 0) >= weight) continue;
      const place = said(tactic, clause);
      if (place) found.set(code, { code, weight, from: start + place[0], to: start + place[1] });
    }
    start = end + 1;
  }
  const asksMoney = (
    ['untraceable_payment', 'advance_payment', 'reserve_by_paying', 'fake_platform'] as const
  ).some((code) => found.has(code));
  if (!asksMoney) found.delete('urgency');
  return [...found.values()];
}

/** Where the clause says it without denying it; null when it does not. */
function said({ says, unless, beside }: Tactic, clause: Clause): readonly [from: number, to: number] | null {
  // Not `matchAll`, which makes a new expression for each clause: four times the time of all the rest.
  says.lastIndex = 0;
  for (let match = says.exec(clause.text); match !== null; match = says.exec(clause.text)) {
    if (unless?.test(clause.text) || (beside && !beside.test(clause.text))) return null;
    const [from, to] = [match.index, match.index + match[0].length];
    if (!isDenied(clause, from, to)) return [from, to];
  }
  return null;
}
