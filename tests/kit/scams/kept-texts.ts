/**
 * The half of the labelled set that gives the figure: nobody looked at it while the detector was tuned. A word in braces is
 * one of its alternatives; a word between « < » and « > » is filled in (corpus.ts).
 */
import type { LabelledTexts } from './corpus.ts';

export const keptTexts: LabelledTexts = {
  scam: {
    openings: {
      fr: [
        'Bonjour, je propose à la location mon {grand|joli|charmant} {deux pièces|T2|studio} de <surface> m², {tout équipé|entièrement meublé}, en plein centre de <ville>.',
        '<ville> : {superbe|magnifique} appartement rénové, <surface> m², {balcon filant|grande terrasse}, charges et internet compris.',
        'Je loue ma maison de famille, <pieces> pièces, jardin clos, {quartier résidentiel|secteur très calme} à <ville>.',
        'Logement {de standing|haut de gamme} avec {parking privé|cave et parking}, <surface> m², disponible {immédiatement|tout de suite}. Animaux acceptés.',
        'Vends {cause départ|pour raison familiale} {bel appartement|maison} de <surface> m² à <ville>, {aucun travaux à prévoir|état impeccable}.',
      ],
      en: [
        'Lovely fully furnished {one bedroom|two bedroom} flat in the heart of <ville>, <surface> sqm, all bills {included|covered}.',
        'I am renting out my own apartment in <ville>: {spacious|bright}, <surface> sqm, washing machine, {fast internet|heating included}.',
      ],
    },
    tactics: {
      untraceable: [
        'Le règlement se {fait|fera} par {transfert Western Union|mandat postal urgent|MoneyGram} au nom de mon {épouse|conjoint|notaire}.',
        '{Achetez|Prenez} deux {tickets PCS|recharges Transcash|coupons Neosurf} de <montant> € au bureau de tabac et {donnez|communiquez}-moi les codes.',
        'Vous m’adressez <montant> € en {mandat cash|Mandat-Cash|MANDAT CASH} dès demain, la quittance suivra.',
        'Je prends uniquement {les bitcoins|le bitcoin|les cryptomonnaies} ou une carte cadeau {Google Play|iTunes|Amazon}.',
        'The deposit goes through {Western Union|MoneyGram|Ria money transfer} to my {lawyer|cousin} and then the flat is yours.',
        'You can buy a {gift card|Steam card|prepaid voucher} and send me the code, that will count as the first month.',
      ],
      advance: [
        'Avant de vous déplacer, il faudra {déposer|régler} {une garantie de <montant> €|<montant> € de caution} sur mon compte, pour être sûr que vous viendrez.',
        '{Un virement|Un versement} de <montant> € {est nécessaire|me sera fait} avant le rendez-vous de visite, il sera {déduit|soustrait} du loyer.',
        'Trop de gens ne viennent pas aux rendez-vous : je demande donc <montant> € d’acompte à chaque candidat avant la visite.',
        'Les visites ont lieu {une fois|dès que} les arrhes {sont reçues|ont été versées}.',
        'On pourra visiter dès réception de {votre premier loyer|vos deux mois de caution}.',
        'Pour obtenir un créneau de visite, réglez {les frais de dossier|des frais de déplacement} de <montant> €.',
        'I only meet people who have {wired|transferred} the deposit first, {it is|this is} refunded if you do not like the place.',
        'Please {pay|send} the first month and the security deposit before the viewing so that I know you are serious.',
      ],
      keys: [
        'Dès que tout est en ordre, {le trousseau part|les clés partent} {par Chronopost|en Colissimo suivi|par DHL} à votre {domicile|adresse}.',
        'Je vous {ferai parvenir|adresserai} les clés et le bail {signé|en double} par {courrier recommandé|colis express}.',
        'Vous {aurez|recevrez} les clefs {à la maison|chez vous} sous 48 heures avec {UPS|FedEx|un transporteur}.',
        'The keys and the lease will be {posted|couriered|shipped} to your address {the same day|within two days}.',
        'I will FedEx you the keys together with the signed contract.',
      ],
      platform: [
        'La transaction passe par {Airbnb|Booking|Abritel}, qui {garde|conserve} {l’argent|la somme} {jusqu’à|le temps de} votre emménagement.',
        'Un {agent|conseiller} {Airbnb|de Booking} viendra vous {remettre les clés|ouvrir l’appartement} une fois la réservation réglée.',
        'Vous recevrez {un lien|une facture} {sécurisé|officielle} de {TripAdvisor|Airbnb} pour régler {les deux premiers mois|la caution}.',
        'Le paiement est {bloqué|protégé} par un tiers de confiance en ligne, vous pouvez annuler sous sept jours.',
        'Airbnb will hold your money for {three|five} days and {release|pay} it to me only when you {move in|say yes}.',
        'The rental is handled by {Booking|Vrbo|Airbnb}: they send you the invoice, you pay the deposit, they deliver the keys.',
      ],
      novisit: [
        'Je ne suis {malheureusement|hélas} pas en mesure de vous montrer {l’appartement|les lieux}, les photos {sont récentes|parlent d’elles-mêmes}.',
        'Personne n’est sur place pour {les visites|ouvrir la porte}, mais {tout est conforme aux|vous avez assez de} photos.',
        'Il n’est pas possible de visiter pour le moment puisque {j’ai emporté les clés|les clés sont avec moi}.',
        'Pas de visite, désolé : {regardez les photos et la vidéo|les photos suffisent}.',
        'La visite n’est pas envisageable, {le logement est fermé|je garde les clés avec moi}.',
        'There is nobody {over there|in town} who can show you the place, {you can look from outside|the pictures are accurate}.',
        'I {can not|cannot|can’t} show it to you in person because the keys are with me.',
      ],
      reserve: [
        'Versez {seulement|simplement} <montant> € et {je retire l’annonce|l’appartement est à vous|je vous le garde}.',
        '{Un petit acompte|Une avance} de <montant> € suffit à {bloquer|mettre de côté} le logement.',
        'Pour prouver votre {sérieux|bonne foi}, faites un virement de <montant> € que je vous rends {si ça ne va pas|en cas de désaccord}.',
        'A holding deposit of <montant> euros takes the ad {down|offline} and {keeps|secures} the flat for you.',
      ],
      abroad: [
        'Je travaille {actuellement|en ce moment} {à Londres|au Canada|en Côte d’Ivoire} {pour une ONG|dans le pétrole}.',
        'Mon {mari|épouse} a été muté {à Dublin|à Abidjan|aux États-Unis} et nous y {restons|vivons} {trois|cinq} ans.',
        'Étant {missionnaire|bénévole} au {Bénin|Togo}, je ne reviens en France que {l’an prochain|dans deux ans}.',
        'Je me trouve {à l’étranger|hors de France} pour {un long chantier|des soins médicaux}.',
        'I relocated to {the United Kingdom|Spain|Nigeria} with my family for {work|a mission} and do not need the flat any more.',
        'I am a marine engineer and work {offshore|on an oil rig}, so I am out of the country.',
      ],
      story: [
        'Ce n’est pas le loyer qui m’intéresse, je veux surtout {quelqu’un d’honnête qui en prendra soin|une personne qui traite ma maison comme la sienne}.',
        'Depuis {le décès de mon épouse|la mort de mon mari} je ne peux plus y vivre, et Dieu {vous bénira|vous le rendra}.',
        'J’ai déjà été trompé par un locataire, je cherche donc une personne croyante et de bonne foi.',
        'I am not after the money, I just want a God-fearing person who will {look after|take care of} my home.',
        'My late husband bought it for us and I want someone who treats it as {his|her} own.',
      ],
      contact: [
        'Écrivez-moi {directement|seulement} sur WhatsApp, je ne {regarde|consulte} pas les messages d’ici.',
        '{Répondez|Écrivez}-moi à <prenom>.<nom>@gmail.com, {le site ne marche pas bien|je ne vois pas les messages du site}.',
        'On se parle sur Telegram uniquement.',
        '{Mon adresse|Mon mail} : <prenom><nombre> (arobase) outlook point fr, {pas d’appel|je ne réponds pas au téléphone}.',
        'Kindly {text me|reach me} on {WhatsApp|Telegram} or at <prenom>.<nom>@hotmail.com only.',
      ],
      urgency: [
        '{Dépêchez-vous|Faites vite} : <nombre> personnes {attendent|sont prêtes à verser}.',
        'Le premier qui {paie|règle} l’emporte, je ne {garde|réserve} rien sans argent.',
        'Many people want it, whoever pays first gets it.',
      ],
    },
    closings: {
      fr: [
        'Merci de me dire qui vous êtes et ce que vous faites.',
        'Dans l’attente de vous lire, cordialement.',
        'Bien à vous, <prenom>.',
        '',
      ],
      en: ['Waiting to hear from you, regards <prenom>.', 'Tell me about yourself and your job.', ''],
    },
  },
  honest: {
    openings: [
      'Au {premier|troisième|quatrième} étage d’un {immeuble ancien|bâtiment des années 1970}, {lumineux|agréable} {T2|T3|T4} de <surface> m² {sur cour|avec vue dégagée}.',
      'À <ville>, {maison mitoyenne|pavillon sur sous-sol} de <pieces> pièces avec {jardin|cour} et {garage|cabanon}.',
      '{Exclusivité|Nouveauté} : {studio|appartement} de <surface> m² {refait|en bon état}, {à cinq minutes du tram|face au parc}.',
      'Notre agence vous propose {à la vente|à la location} ce {duplex|plain-pied} de <surface> m², {proche commerces|quartier des écoles}.',
      'Belle {longère|bastide|échoppe} de <surface> m² {à rafraîchir|entretenue}, sur <nombre>00 m² de terrain.',
    ],
    plain: [
      'Cuisine {aménagée|ouverte sur le séjour}, salle d’eau, {cellier|placards}, chauffage {au gaz|électrique}.',
      'Double vitrage, {interphone|digicode}, {fibre|cave}, {ravalement récent|ascenseur}.',
      '{Deux|Trois} chambres, {bureau|dressing}, salle de bains {avec fenêtre|récente}.',
      '{Gare|Métro|Bus} à <nombre> minutes à pied, {crèche|collège} et {boulangerie|pharmacie} à côté.',
      'Copropriété de <nombre> lots, charges de <montant> € par trimestre, {pas de procédure en cours|travaux votés réglés}.',
      'Le bien {dispose|bénéficie} d’un {extérieur|double garage} et d’une {belle exposition|vue sur les toits}.',
      'Honoraires à la charge {du vendeur|de l’acquéreur}, barème affiché à l’agence.',
      'Loyer {hors charges|charges comprises}, provision pour l’eau froide et l’entretien {des communs|de l’ascenseur}.',
    ],
    traps: [
      // Payments that are denied, forbidden or lawful.
      'Méfiez-vous : aucun professionnel ne réclame d’argent pour une visite, et nous moins que quiconque.',
      'Nos visites sont gratuites et nous n’encaissons rien avant la signature du bail.',
      'Vigie et notre agence ne vous demanderont jamais de payer par coupon, mandat ou carte cadeau.',
      'Dépôt de garantie : <montant> € (un mois hors charges), {payable|exigible} à la signature du bail.',
      'À prévoir à l’entrée : premier mois, dépôt de garantie et honoraires, par virement le jour de la signature.',
      'Dépôt de garantie de 5 % versé chez le notaire au compromis, {restitué|remboursé} si le prêt est refusé.',
      'Un dossier {complet|numérique} est demandé avant toute visite (bulletins de salaire, avis d’imposition, pièce d’identité).',
      'Garant ou caution solidaire exigé ; dossier à déposer sur notre site avant le rendez-vous.',
      'Pas de frais de réservation, pas d’acompte : seuls les honoraires légaux sont dus.',
      'Attention aux fausses annonces : si quelqu’un se fait passer pour nous et exige un mandat, prévenez la police.',
      'Les loyers se règlent par prélèvement ou virement, au choix du locataire.',
      'Réservation de votre lot par un dépôt de garantie de <montant> € consigné chez le notaire (contrat de réservation, VEFA).',
      // Visits.
      'Visites {uniquement|seulement} le samedi matin, sur rendez-vous.',
      'Visite impossible avant le départ du locataire fin {mars|juin}.',
      'Vendu loué : la visite intérieure n’est pas possible, le bail et les quittances sont consultables à l’agence.',
      'Visite virtuelle en ligne, puis visite sur place avec un conseiller.',
      'Pas de visite sans dossier, merci de votre compréhension.',
      'Impossible de visiter le dimanche ; les créneaux du soir partent vite.',
      // Owners and tenants far away, people in mission.
      'Les propriétaires, expatriés à {Singapour|Montréal}, nous ont confié {la vente|la gestion} ; nous avons les clés.',
      'Vente suite à mutation professionnelle à l’étranger.',
      'Idéal agent en mission, {intérimaire|consultant} ou étudiant : bail mobilité de un à dix mois.',
      'Convient à une mutation militaire, gendarmerie à deux pas, préavis {réduit|d’un mois}.',
      'Ancienne mission catholique transformée en logements.',
      'Notre mission : vous accompagner de la visite à la remise des clés.',
      'Le vendeur vivant en Belgique, la signature se fera par procuration chez le notaire.',
      // Keys and post.
      'Remise des clés en main propre {après|lors de} l’état des lieux.',
      'Projet clés en main, à deux pas de la poste et de la mairie.',
      'Les clés se retirent à l’agence ; la boîte à clés est réservée aux artisans.',
      'Arrivée autonome par boîte à clés pour les séjours courts.',
      // Platforms and messengers.
      'Beau potentiel en location saisonnière : Airbnb autorisé par le règlement.',
      'Actuellement exploité en courte durée sur Booking, bilans à disposition.',
      'Notre équipe répond au téléphone, par courriel et sur WhatsApp.',
      'Paiement du loyer en ligne sur l’espace locataire sécurisé de l’agence.',
      // Urgency without money.
      'Rare sur le secteur, à visiter rapidement !',
      'Affaire à saisir, plusieurs demandes déjà.',
      'Vente urgente pour cause de succession.',
      // English by honest agencies.
      'English spoken. Viewings by appointment; no payment is ever due before you sign the lease.',
      'International clients welcome: we handle the paperwork and the handover of the keys on site.',
      'The owner lives abroad and the agency holds the keys.',
    ],
    cheap: [
      '{Gros travaux|Rénovation complète} à prévoir, {toiture|électricité} à reprendre.',
      'Vendu occupé, bail en cours, {rendement|loyer} de <montant> € par mois.',
      'Vente en nue-propriété, usufruit réservé au vendeur de <nombre> ans.',
      'Bail réel solidaire : prix encadré, sous conditions de ressources.',
      'Vente aux enchères, mise à prix.',
      'Logement conventionné, loyer plafonné, sous plafond de ressources.',
      'Chambre en colocation, {cuisine|salon} partagés.',
      'Maison sinistrée {par un incendie|après inondation}, vendue en l’état.',
    ],
  },
};
