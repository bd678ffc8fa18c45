/**
 * Wordings that a listing may not use: by criterion of the Code pénal, article 225-1 (R26), and « FAI » (R3).
 */

/** French names of the criteria, as agencies and moderators read them. */
export const criteria = {
  fees: 'honoraires inclus',
  origin: 'l’origine',
  religion: 'la religion',
  sex: 'le sexe',
  family: 'la situation de famille',
  age: 'l’âge',
  disability: 'le handicap',
  orientation: 'l’orientation sexuelle ou l’identité de genre',
  health: 'l’état de santé',
  pregnancy: 'la grossesse',
  resources: 'la vulnérabilité économique',
  appearance: 'l’apparence physique',
} as const;
export type Criterion = keyof typeof criteria;

/** Texts are folded before they are read: lower case, no accents, straight spaces and apostrophes. */
export interface Wording {
  readonly criterion: Criterion;
  /** Beginnings of words that call for a look at their sentence; with a final `$`, whole words. */
  readonly stems: string;
  /** What is said, in the folded sentence. */
  readonly says: RegExp;
}

// Ways to choose people: for them, without them, only them, not them. All in folded letters.
const FOR =
  "(?:ideale?(?:ment)?|parfaite?|convient|conviendrait|reservee?s?|destinee?s?|exclusivement|uniquement|seulement|(?:re)?cherch(?:e|ons)|souhait(?:e|ons)|prefer(?:e|ons|ence)|priorite|(?:je|a|nous) loue(?:r|ns)?)(?: (?:a|au|aux|de|des|du|les|le|la|un|une|pour|que|bien|locataires?|candidate?s?|colocataires?|personnes?|profils?))* (?:d'|l')?";
const NOT =
  "(?:pas (?:d'|de |les |aux? |a (?:des |de |d'|une? )?)|sans |ni |aucune?s? |non aux? |interdite?s? aux? |refus(?:e|ons|es|ees)? (?:d'|de |les |aux? |des )?|hors |sauf |excepte )";
const ONLY =
  '(?: [a-z]+)?,? ?\\(?(?:uniquement|seulement|exclusivement|only|obligatoire(?:ment)?|imperati(?:f|ve|vement)|exigee?s?|requise?s?|de preference|en priorite)';
const OUT =
  ",? (?:s'abstenir|(?:sont |est )?(?:non |pas )?(?:exclue?s?|refusee?s?|interdite?s?)|(?:sont |ne sont |n'est )?(?:non |pas )(?:admis(?:es)?|acceptee?s?|bienvenue?s?|autorisee?s?|toleree?s?|souhaitee?s?|etudiee?s?|retenue?s?))";
/** What may stand between people and their refusal: « hommes seuls refusés ». */
const SUCH = '(?: (?:seule?s?|voilee?s?|isolee?s?|nombreuses?|mariee?s?|en bas age|avec enfants?))*';
const WITH =
  '(?:(?:jeunes?|couples?|familles?|personnes?|locataires?|gens|candidate?s?|dossiers?|etudiante?s?) )*';

const FROM =
  'origines? (?:francaise|europeenne|etrangere|africaine|maghrebine|arabe|asiatique|antillaise|turque|algerienne|marocaine|portugaise)s?';

/** People refused for what they are. */
function refusing(people: string): string {
  return `\\b${NOT}${WITH}(?:${people})\\b|\\b(?:${people})\\b${SUCH}${OUT}`;
}

/** People chosen, or refused, for what they are. */
function choosing(people: string): string {
  return `\\b${FOR}${WITH}(?:${people})\\b|${refusing(people)}|\\b(?:${people})\\b${ONLY}`;
}

/** One expression out of several ways to say it. */
function any(...ways: string[]): RegExp {
  return new RegExp(ways.join('|'));
}

/**
 * Beginnings of the words by which people are chosen or refused: a sentence without any is not read further, except
 * for fees. As for stems, `$` ends a whole word.
 */
export const choosers =
  'pas$ sans$ ni$ aucun non$ interdi refus hors$ sauf$ excepte ideal parfait$ parfaite convien reserve destine exclu uniquement seulement cherch recherch souhait prefer priorit loue$ louer$ louons$ only$ obligat imperati exig requis$ requise abstenir$ admis accepte bienvenu autoris toleree locataire candidat personne coloc bonne$ belle$ certificat moins$ plus$ maxim minim limite$';

export const wordings: readonly Wording[] = [
  {
    criterion: 'fees',
    stems: 'fai$ hai$ inclus incluant compris',
    says: /\b(?:fai|hai)\b|\b(?:honoraires|frais|commission)(?: d'agence| de l'agence| agence)?(?: a la)?(?: charge)?(?: de)?(?: l'| )?(?:acquereur)?(?: \d+(?:[.,]\d+)? ?%)?(?: ttc)? (?:inclus(?:es)?|compris(?:es)?)\b|\b(?:y compris|inclus|incluant) (?:les )?(?:honoraires|frais d'agence)\b|\bagence (?:incluse|comprise)\b/,
  },
  {
    criterion: 'origin',
    stems:
      'francais europeen metropolitain etranger immigre migrant arabe maghreb africain asiatique gitan roms$ tzigane antillais nationalite souche noirs$ blancs$ turc portugais algerien marocain voyage$ manouche',
    says: any(
      choosing(
        'francaise?s?|europeen(?:ne)?s?|metropolitaine?s?|etrangere?s?|immigree?s?|migrante?s?|arabes?|maghrebine?s?|africaine?s?|asiatiques?|gitane?s?|roms|tziganes?|manouches?|antillaise?s?|noirs|blancs|turque?s?|turcs?|portugais|algerien(?:ne)?s?|marocaine?s?|gens du voyage|nationalite (?:francaise|europeenne|etrangere)|(?:de )?souche (?:francaise|europeenne)|francaise?s? de souche',
      ),
      `\\b${NOT}${WITH}(?:d')?${FROM}|\\b(?:d')?${FROM}(?: (?:souhaitee?s?|exigee?s?|requise?s?|uniquement|seulement)|${OUT})`,
    ),
  },
  {
    criterion: 'religion',
    stems:
      'juif juive musulman catholique chretien protestant$ protestants$ religi confession islam pratiquant',
    says: any(
      choosing(
        'juifs?|juives?|musulmane?s?|catholiques?|chretien(?:ne)?s?|protestante?s?|religieu(?:x|ses?)|pratiquante?s?|(?:de )?(?:religion|confession) [a-z]+|islamistes?',
      ),
    ),
  },
  {
    criterion: 'sex',
    stems:
      'femme homme fille$ filles$ garcon dame$ dames$ monsieur messieurs feminin masculin demoiselle etudiante$ etudiantes$',
    says: any(
      choosing('femmes?|hommes?|filles?|garcons?|dames?|monsieur|messieurs|demoiselles?'),
      String.raw`\b(?:colocataires?|locataires?|candidate?s?|profils?) (?:de sexe )?(?:feminine?s?|masculine?s?)\b`,
      `\\b(?:uniquement|seulement|exclusivement|reservee?s? (?:a|aux?))(?: (?:a|aux?|pour|une?|des|les))* etudiantes\\b|\\betudiantes?${ONLY}`,
      String.raw`\bcoloc(?:ation)? (?:100 ?% )?(?:feminine|masculine|entre filles|de filles|filles|garcons)\b`,
    ),
  },
  {
    criterion: 'family',
    stems:
      'enfant bebe nourrisson celibataire famille couple marie$ maries$ mere$ meres$ divorce monoparent seule$ seules$ mariee$ mariees$ isoles$',
    says: any(
      refusing(
        '(?:petits? )?(?:enfants?|bebes?|nourrissons?)|familles?(?! [dm])|familles? (?:nombreuses?|monoparentales?)|couples?|meres? (?:celibataires?|seules?)|parents? isoles?|divorcee?s?|celibataires?',
      ),
      `\\b(?:celibataires?|(?:locataires?|candidate?s?|personnes?) mariee?s?|couples? (?:maries?|sans enfants?)|personnes? seules?|familles? sans enfants?)${ONLY}`,
      String.raw`\b(?:uniquement|seulement|exclusivement|reservee?s? (?:a|aux?))(?: (?:a|aux?|pour|une?|des|les))* (?:celibataires?|couples?|personnes? seules?|familles?)\b`,
    ),
  },
  {
    criterion: 'age',
    stems: 'retraite$ retraites$ senior jeunes$ vieux$ agee$ agees$ age$ ans$',
    says: /\b(?:pas (?:d'|de )|ni (?:d'|de |des |les )?|refus(?:e|ons) (?:les )?|interdite?s? aux? )(?:retraitee?s?|retraites?|seniors?|personnes? agees?|vieux|jeunes)\b|\b(?:uniquement|seulement|exclusivement|reservee?s? (?:a|aux?))(?: (?:a|aux?|pour|une?|des|les|personnes?|locataires?))* (?:jeunes|retraitee?s?|retraites|seniors?|personnes? agees?|(?:de )?(?:moins|plus) de \d\d ans)\b|\b(?:jeunes|retraites|seniors?|personnes? agees?) (?:s'abstenir|refusee?s?|exclue?s?|uniquement|seulement|exclusivement)\b|\b(?:moins|plus) de \d\d ans (?:uniquement|seulement|exclusivement|exige|s'abstenir|refus)|\bage (?:maximum|minimum|maximal|minimal|limite)\b|\b(?:locataires?|personnes?|candidats?|colocataires?)(?: (?:serieux|serieuses?|dynamiques?|calmes?|seule?s?))? (?:agee?s? )?(?:de|entre) (?:(?:moins|plus) de )?\d\d (?:ans|(?:a|et) \d\d ans)\b/,
  },
  {
    criterion: 'disability',
    stems: 'handicap invalide fauteuil autiste deficien sourd$ aveugle mobilite tutelle curatelle',
    says: any(
      refusing(
        'handicapee?s?|handicaps?|invalides?|(?:en )?fauteuils? roulants?|autistes?|deficients?|aveugles?|sourds?',
      ),
      `\\b(?:tutelle|curatelle|mobilite reduite)\\b${OUT}`,
    ),
  },
  {
    criterion: 'orientation',
    stems:
      'homosexuel homos$ heterosexuel hetero$ heteros$ gay$ gays$ lesbienne lgbt transgenre transsexuel travesti',
    says: any(
      choosing(
        'homosexuel(?:le)?s?|homos|heterosexuel(?:le)?s?|heteros?|gays?(?![ -]friendly)|lesbiennes?|lgbt[a-z]*|transgenres?|transsexuel(?:le)?s?|travestis?',
      ),
    ),
  },
  {
    criterion: 'health',
    stems: 'sante$ malade medical seropositi vih$ depressi psychiatri',
    says: any(
      refusing('malades?|seropositi(?:f|ve)s?|depressi(?:f|ve)s?|problemes? de sante'),
      String.raw`\b(?:en )?bonne sante (?:exigee|requise|obligatoire|imperative|uniquement)`,
      String.raw`\b(?:personnes?|locataires?) (?:en|de) bonne sante\b`,
      String.raw`\bcertificat medical (?:exige|demande|obligatoire|requis)`,
    ),
  },
  {
    criterion: 'pregnancy',
    stems: 'enceinte$ enceintes$ grossesse',
    says: any(refusing('femmes? enceintes?|grossesses?')),
  },
  {
    criterion: 'resources',
    stems: 'rsa$ caf$ apl$ allocataire chomeur chomage$ smicard precaire assistes$ aah$ sociale$ sociales$',
    says: any(
      String.raw`\b(?:pas (?:d'|de |les |aux? )|ni |non aux? |refus(?:e|ons|es)? (?:d'|de |les |aux? |des )?|aucune? )(?:dossiers? |locataires? |personnes? |beneficiaires? |(?:au |du |de la |des |a la |l'))*(?:rsa|caf|apl|aah|allocataires?|chomeurs?|chomage|smicards?|precaires?|assistes|aides? sociales?)\b`,
      String.raw`\b(?:rsa|caf|apl|aah|allocataires?|chomeurs?|smicards?|precaires?|aides? sociales?)\b${OUT}`,
    ),
  },
  {
    criterion: 'appearance',
    stems: 'presentation$ apparence$',
    says: /\bbonne presentation (?:exigee|requise|obligatoire|souhaitee|indispensable|imperative)|\b(?:belle|bonne) apparence\b|\b(?:personnes?|locataires?|candidate?s?) d'apparence\b|\bapparence (?:soignee |correcte )?(?:exigee|requise|obligatoire|souhaitee)/,
  },
];

/**
 * What looks like the above and chooses nobody: erased before the sentence is read.
 */
export const innocent =
  /\b(?:pas|non) (?:uniquement|seulement|exclusivement|reservee?s?|forcement|necessairement)[^,;:]*|\bsans (?:aucune )?(?:distinction|discrimination)[^,;:]*|\b(?:a la|jardins?|style|parquets?|plafonds?) francaise?s?\b|\bparl(?:e|ons|ant|ees?) (?:le )?francais\b|\b(?:ecoles?|lycees?|colleges?|universites?|instituts?|eglises?|temples?|cimetieres?|quartiers?|hopital|hopitaux|cultes?|edifices?|lieux?|architecture|monuments?) (?:[a-z]+ )?(?:juif|juive|musulman|catholique|chretien|protestant|religieux|religieuse|francais|etranger)[a-z]*|\b(?:chambres?|lits?|coins?|espaces?|aires? de jeux|jeux|salle de jeux)(?: de bain)?(?: pour| d'| d'un)? ?(?:les )?(?:enfants?|bebes?|filles?|garcons?)\b|\bcouples? de parents\b|\bhommes? (?:de l'art|d'affaires|de loi|du metier|a tout faire)|\bfemmes? de menage\b|\bfemmes? et (?:les )?hommes?\b|\bhommes? et (?:les )?femmes?\b|\bh(?:ommes?)? ?\/ ?f(?:emmes?)?\b|\bresidences? (?:services? |pour |avec services? )?(?:seniors?|etudiante?s?|jeunes actifs|autonomie).*|\b(?:maisons?|poles?|centres?|professionnels?|cabinets?|metiers|personnels?) (?:pluridisciplinaires? )?(?:de |de la )?(?:sante|medical|medicaux)\b|\b(?:(?:non |in)?adaptee?s?|(?:in)?accessibles?|amenagee?s?|acces|normes?|equipee?s?|ascenseur)(?: [a-z]+)? (?:a |aux? |pour |de )?(?:les |personnes? )*(?:handicap|fauteuil|pmr|invalide)[a-z]*|\bpas (?:d'|de )?(?:acces|amenagements?)[^,;]*|\bgay[ -]friendly\b|\b(?:fai|box|internet|operateur)s? (?:internet|fibre|adsl)\b|\bfibre fai\b|\b(?:honoraires|frais)[^,;.]{0,30} non (?:inclus|compris)\b|\bmaisons? de (?:famille|retraite)\b|\b(?:deux|trois|quelques|cent) pas\b|\bresidences? (?:[a-z]+ )?reservees? aux? (?:seniors?|retraitee?s?|etudiante?s?|jeunes actifs|personnes? agees?|plus de \d\d ans)\b|\b(?:murs?|sols?|plafonds?|volets?|meubles?|peintures?|elements?|facades?|placards?|vins?|carreaux|rideaux) (?:[a-z]+ )?(?:noirs|blancs)\b|\b(?:contact(?:er|ez)?|appel(?:er|ez)|joindre|aupres de|demande[rz]|conseillere?) (?:madame|monsieur|mme|mr)(?: [a-z]+)?|\b(?:piscines?|spas?|salles? de sport)[^,;]* interdite?s? aux enfants[^,;]*|\b(?:couvents?|pensionnats?|ecoles?|internats?) (?:de|des) (?:jeunes )?(?:religieu(?:x|ses)|filles|garcons)\b|\bvie de famille\b|\bpas de porte\b/g;
