// The agencies of the demonstration, as a table; everything in it is invented but the names of chambers and cities.

/**
 * An agency begins with `#`: reference, letters, name, legal form, capital in euros, city of the register, postal
 * code, city, address, code and name of the chamber, activities of the card, guarantee in euros (0: holds no funds).
 * `@` where it works; `=` prefix of its telephones, mailbox, software, tone, who pays its fees (1 buyer, 2 seller,
 * 3 both, as often as written), percents, share of the caps that its tenants pay, days since each of its feeds;
 * `+` who answers; `-` how its texts end.
 */
export const DIRECTORY = `
# trois-lanternes | TL | Les Trois Lanternes | SAS | 12000 | Lyon | 69007 | Lyon | 3 impasse du Falot | 6901 CCI Lyon Métropole Saint-Étienne Roanne | TG | 240000
@ 69382 69383 69384 69386 69387 69388 69266
= 046571 | bonjour | Hektor | precise | 1112 | 4 4.5 5 | 1 | 38.4 24.3 11.2 3.6 0.62
+ Agathe Perrin, Malik Benhaddou, Solène Guyot
- Plan, diagnostics et charges vous sont remis avant la visite.
- Visites du lundi au samedi, sur rendez-vous avec {contact}.
- {contact} répond le jour même à vos questions.
- Le dossier complet est à votre disposition à l’agence.
- Procès-verbaux, budget, carnet d’entretien : tout est prêt à être lu.
# cinquieme-pente | CP | La Cinquième Pente | SARL | 8000 | Lyon | 69004 | Lyon | 21 montée des Chats-Gris | 6901 CCI Lyon Métropole Saint-Étienne Roanne | T | 120000
@ 69383 69384 69386 69387 69388 69382 42218
= 046571 | allo | Apimo | warm | 2212 | 4.5 5 | 0.95 | 26.3 9.4 0.5
+ Bérénice Vial, Noé Charvet
- Montez le voir avec {contact} : la lumière de fin de journée y est belle.
- Nous habitons le quartier, nos réponses sont franches.
- {contact} vous attend, café compris.
- Un appel suffit pour fixer la visite, samedi matin inclus.
- Prenez le temps d’une seconde visite, nous la proposons toujours.
# micocoule | MI | Micocoule Immobilier | SARL | 15000 | Montpellier | 34000 | Montpellier | 12 rue du Micocoulier-Bleu | 3402 CCI Hérault | TG | 180000
@ 34172 30189 34301 34199 34142
= 046571 | contact | Netty | warm | 2213 | 5 5.5 6 | 0.95 | 31.5 17.4 6.3 1.45 0.08
+ Inès Cabrol, Rémi Fabre, Sonia Lacombe
- {contact} vous ouvre la porte quand cela vous arrange, samedi compris.
- Venez le voir à deux heures différentes : la lumière change tout.
- Les clés sont à l’agence.
- Une question sur le quartier ? Nous y habitons.
- Appelez {contact}, la visite se cale en deux minutes.
# clef-du-clapas | CC | La Clef du Clapas | SAS | 20000 | Montpellier | 34000 | Montpellier | 5 plan des Figuiers | 3402 CCI Hérault | T | 0
@ 34172 34301 34032 66136 66053 30334
= 046571 | bureau | Périclès | sober | 1121 | 5 5.5 | 0.92 | 24.6 8.2 0.9
+ Julien Pagès, Maud Serrano
- Visites sur rendez-vous.
- Diagnostics consultables à l’agence et en ligne sur demande.
- {contact} suit ce dossier du premier appel à la signature.
- Notre avis de valeur est joint au dossier de visite.
- Disponibilités de visite communiquées par {contact}.
# comptoir-toits | CT | Le Comptoir des Toits | SAS | 30000 | Nantes | 44000 | Nantes | 8 quai des Gabares | 4401 CCI Nantes St-Nazaire | TG | 260000
@ 44109 44055 49007 72181
= 026191 | accueil | Hektor | precise | 1231 | 4.5 5 6 | 0.98 | 26.7 12.6 4.5 0.35
+ Yann Le Guellec, Camille Deruelle, Hugo Bretaud
- Diagnostics et procès-verbaux d’assemblée envoyés sur demande.
- Première visite possible cette semaine avec {contact}.
- Nous connaissons l’immeuble et la rue : posez-nous vos questions.
- Visite seul ou à plusieurs, à votre rythme.
- {contact} vous remet le relevé des charges et des taxes sur place.
# estran-genets | EG | Estran & Genêts | SARL | 10000 | Rennes | 35000 | Rennes | 17 rue du Cormoran | 3502 CCI Ille-et-Vilaine | TG | 160000
@ 35238 35288 22050 56260 29019 29232
= 026191 | bonjour | Adapt Immo | lively | 2122 | 5 5.5 | 0.9 | 24.6 8.1 0.4
+ Nolwenn Kerdraon, Gaël Rouxel, Maïwenn Tanguy
- Bottes ou chaussures de ville, {contact} vous y emmène.
- On pousse la porte ensemble ? Les créneaux partent vite en fin de semaine.
- {contact} connaît les marées, les bus et les voisins.
- Écrivez-nous, la réponse part avant la prochaine marée.
- La visite dure le temps qu’il faut, goûter compris.
# deux-girouettes | DG | Cabinet des Deux Girouettes | SAS | 50000 | Paris | 75003 | Paris | 9 rue de la Girouette | 7501 CCI Paris Île-de-France | TGS | 600000
@ 75103 75109 75110 75111 75117
= 019900 | cabinet | Périclès | sober | 2221 | 4 4.5 | 1 | 13.4 0.7
+ Édouard Maillard, Victoire Leroy-Sabatier
- Visites sur rendez-vous, y compris en soirée.
- {contact} se tient à votre disposition.
- Le règlement de copropriété et les trois derniers procès-verbaux sont disponibles.
- Dossier technique complet remis lors de la visite.
- Notre cabinet gère aussi l’immeuble, les comptes en sont limpides.
# zinc-parquet | ZP | Zinc & Parquet | SAS | 10000 | Paris | 75011 | Paris | 40 passage du Moineau | 7501 CCI Paris Île-de-France | T | 0
@ 75111 75118 75120 75117 75110 75109
= 019900 | salut | Apimo | lively | 1211 | 4.5 5 | 0.96 | 29.8 12.3 3.9 0.2
+ Léon Abitan, Fanny Rousselle, Idriss Camara
- {contact} vous fait la visite, marche après marche.
- Passez le voir entre deux rendez-vous, nous sommes à côté.
- Questions, doutes, mètre ruban : apportez tout.
- La visite se réserve en un message à {contact}.
- Dites-nous quand, on s’arrange.
# quai-marronniers | QM | Le Quai aux Marronniers | SARL | 18000 | Paris | 75015 | Paris | 66 rue du Marronnier-Blanc | 7501 CCI Paris Île-de-France | TG | 320000
@ 75113 75114 75115 92012 78646
= 019900 | agence | Hektor | warm | 2312 | 4 5 | 0.98 | 12.5 0.55
+ Hélène Tournier, Stanislas Moreau
- {contact} vous accueille sur place et prend le temps d’une vraie visite.
- Le quartier se découvre à pied : nous faisons volontiers le tour avec vous.
- Un dossier clair vous attend, du règlement aux dernières factures.
- Visites en semaine et le samedi, avec {contact}.
- Nous gardons vos coordonnées si ce bien n’est pas le bon.
# passe-muraille | PM | Passe-Muraille Habitat | SCOP SARL | 9000 | Bobigny | 93100 | Montreuil | 2 cour du Passe-Lacet | 7501 CCI Paris Île-de-France | TG | 140000
@ 93048 93066 77186 75120 78646 92012 75113
= 019900 | equipe | Netty | lively | 1122 | 4.5 5 | 0.9 | 27.1 10.8 0.3
+ Samia Oukaci, Basile Lenoir, Awa Diarra
- {contact} a les clés, il ne manque que vous.
- Métro, marché, école : on vous montre le trajet réel, montre en main.
- Tous les chiffres sont dans le dossier, même ceux qui fâchent.
- Un message à {contact} et la visite est calée.
- On répond vite, et sans détour.
# brique-tilleul | BT | Brique & Tilleul | SARL | 12000 | Lille Métropole | 59000 | Lille | 31 rue du Tilleul-Creux | 5906 CCI Grand Lille | TG | 200000
@ 59350 59512 62041 80021
= 035301 | bonjour | Hektor | precise | 1221 | 5 6 | 0.96 | 28.2 11.6 2.8
+ Clémence Vandaele, Rachid Belkacem
- Charges, taxe foncière et factures d’énergie figurent au dossier de visite.
- {contact} organise les visites du mardi au samedi.
- Compteurs, toiture, chaudière : la fiche technique est jointe.
- Une contre-visite avec un artisan est possible, {contact} s’en occupe.
- Le compte rendu de visite vous est envoyé le lendemain.
# vent-des-dunes | VD | Vent des Dunes | SAS | 7500 | Dunkerque | 59140 | Dunkerque | 14 rue de l’Oyat | 5902 CCI Littoral Hauts-de-France | T | 0
@ 59183 62826 59350 62041
= 035301 | contact | Lockimmo | warm | 2122 | 5 5.5 | 0.9 | 25.7 9.9 0.8
+ Justine Delattre, Simon Maes
- {contact} vous y conduit, même un jour de grand vent.
- Venez à marée basse, la promenade fait partie de la visite.
- Nous sommes à deux rues : passez quand vous voulez.
- Le mieux est de venir voir, {contact} s’occupe du reste.
- Un coup de fil, et les volets seront ouverts à votre arrivée.
# colombage-bleu | CB | Au Colombage Bleu | SARL | 10000 | Rouen | 76000 | Rouen | 7 rue du Lin-Bleu | 7606 CCI Rouen Métropole | TG | 150000
@ 76540 76351 14333 14220 14118
= 026191 | accueil | AC3 | sober | 1213 | 5 5.5 6 | 0.93 | 16.8 0.95
+ Thibault Hamelin, Ludivine Auber, Paul-Henri Osmont
- Visite sur rendez-vous avec {contact}.
- Le dossier de diagnostics est tenu à jour.
- {contact} vous communique les plans et les charges.
- Clés à l’agence.
- Estimation des travaux disponible lorsqu’il y en a.
# treille-blonde | TB | La Treille Blonde | SAS | 25000 | Bordeaux | 33000 | Bordeaux | 10 rue de la Treille-Haute | 3301 CCI Bordeaux Gironde | TG | 280000
@ 33063 33394 24322 24520 87085
= 053649 | maison | Apimo | warm | 2212 | 4.5 5 | 0.97 | 26.7 9.2 0.45
+ Apolline Lacaze, Victor Dussaut, Mélanie Peyre
- {contact} vous en raconte l’histoire pièce par pièce.
- À voir en fin d’après-midi, quand la pierre blondit.
- {contact} vous propose trois créneaux par semaine.
- La maison se visite volets ouverts, sans hâte.
- Nos dossiers se lisent en dix minutes et disent tout.
# maree-haute | MH | Marée Haute Immobilier | SARL | 16000 | La Rochelle | 17000 | La Rochelle | 3 quai du Tamaris | 1704 CCI Charente-Maritime | T | 0
@ 33063 33009 17300 85194 86194
= 053649 | quai | Ubiflow | lively | 1221 | 5 5.5 6 | 0.94 | 14.6 0.65
+ Élodie Barraud, Antoine Guérin
- {contact} vous y attend, vélo conseillé.
- Une visite vaut mieux que trente photos.
- On vous dit aussi ce qui n’est pas parfait.
- Réservez votre créneau auprès de {contact}.
- Le reste se raconte sur place, face à la lumière.
# etxe-berdea | EB | Etxe Berdea | SAS | 14000 | Bayonne | 64100 | Bayonne | 19 rue du Piment-Doux | 6401 CCI Bayonne Pays Basque | TG | 170000
@ 64122 64102 64445
= 053649 | agur | Netty | precise | 2221 | 4.5 5 | 0.95 | 15.7 0.6
+ Maialen Etchart, Peio Lassalle
- Taxe foncière, charges et diagnostics sont transmis par {contact} avant la visite.
- Deux créneaux de visite chaque semaine.
- {contact} vous remet le plan coté et le relevé des surfaces.
- Factures de travaux et garanties sont consultables.
- Dernière assemblée : aucun gros chantier voté, le procès-verbal est joint.
# tuile-violette | TV | La Tuile Violette | SARL | 11000 | Toulouse | 31000 | Toulouse | 27 rue du Pastel-Fin | 3101 CCI Toulouse Haute-Garonne | TG | 210000
@ 31555 81004 46042 64445
= 053649 | bonjour | Hektor | lively | 1212 | 4.5 5 6 | 0.93 | 30.6 13.3 3.1
+ Marion Estève, Bastien Roques, Leïla Haddad, Quentin Vidal
- {contact} a déjà préparé la liste de vos questions.
- Le marché est juste après la visite, prévoyez un panier.
- On se retrouve devant la porte avec {contact} ?
- Vous hésitez ? Revenez un autre jour, à une autre heure.
- Tout est dans le dossier, et le reste se demande.
# toits-du-mistral | TM | Les Toits du Mistral | SAS | 40000 | Marseille | 13006 | Marseille | 52 rue du Grand-Pin | 1310 CCI Aix-Marseille-Provence | TGS | 450000
@ 13201 13206 13207 13208 13209 13001 84007 13022
= 046571 | bonjour | Périclès | warm | 2213 | 5 5.5 | 0.97 | 28.9 10.7 0.25
+ Chloé Castelli, Nassim Ferhat, Émilie Garcin
- {contact} ouvre les volets et vous laisse regarder.
- Un jour de mistral, on voit jusqu’aux îles : choisissez bien le vôtre.
- {contact} connaît chaque palier de la rue.
- Passez à l’agence, les plans sont sur la table.
- Les visites ont lieu le matin, avant la chaleur.
# olivette-claire | OC | Olivette Claire | EURL | 5000 | Avignon | 84800 | L’Isle-sur-la-Sorgue | 6 chemin de l’Olivette | 8401 CCI Vaucluse | T | 0
@ 84050 84054 84007 30334 13001 13208
= 046571 | bonjour | Lockimmo | sober | 1131 | 5 6 | 0.9 | 12.3 0.85
+ Damien Rouvière, Anne-Laure Chabert
- Visite accompagnée par {contact}, sur rendez-vous.
- Les documents d’urbanisme sont réunis.
- {contact} communique l’adresse exacte avant la visite.
- Bornage, réseaux et servitudes : tout est au dossier.
- Le bien se visite toute l’année.
# baie-citronniers | BC | Baie des Citronniers | SAS | 60000 | Nice | 06000 | Nice | 11 rue du Cédrat | 0605 CCI Nice Côte d’Azur | TGS | 520000
@ 06088 06029 06004 06083
= 046571 | agence | Apimo | precise | 2222 | 5 | 1 | 27.8 13.8 4.8 0.15
+ Laetitia Orsini, Marc-Antoine Bonelli, Yasmine Toumi
- Charges, travaux votés et taxe foncière : le détail est fourni par {contact}.
- Visites en français, en italien ou en anglais.
- {contact} vous adresse le plan et le diagnostic avant le rendez-vous.
- Les appels de fonds des deux dernières années sont joints.
- Une visite à distance est possible sur demande.
# cap-et-maquis | CM | Cap & Maquis | SARL | 13000 | Toulon | 83000 | Toulon | 24 rue de l’Arbousier | 8301 CCI Var | T | 0
@ 83137 83069 2A004 2B033 2A247 06088
= 046571 | cap | AC3 | lively | 2212 | 5 5.5 | 0.94 | 23.1 9.2 0.75
+ Lisandru Mattei, Coralie Blanc, Thierry Aubert
- {contact} vous y attend, vue et café offerts.
- Le bateau n’attend pas, {contact} si.
- Venez tôt : à neuf heures, tout est encore frais.
- Une question ? {contact} rappelle dans la matinée.
- Prenez la visite du soir, vous comprendrez la lumière.
# sept-alpages | SA | Les Sept Alpages | SAS | 35000 | Annecy | 74000 | Annecy | 15 chemin du Chamois | 7401 CCI Haute-Savoie | TGS | 400000
@ 74010 74056 74173 38185 73065 05023
= 046571 | bonjour | Hektor | warm | 2221 | 4 4.5 5 | 0.98 | 27.4 9.9 0.6
+ Aurélie Mugnier, Florent Ducret, Jade Pellissier
- {contact} vous y conduit, neige ou soleil.
- Regardez les sommets depuis le séjour, le reste suivra.
- {contact} connaît l’enneigement, les navettes et les bons artisans.
- Les visites se font de jour, pour l’exposition.
- Nous tenons le dossier de charges à jour chaque saison.
# cigogne-et-gres | CG | Cigogne & Grès | SARL | 22000 | Strasbourg | 67000 | Strasbourg | 4 quai du Héron | 6701 CCI Alsace Eurométropole | TG | 230000
@ 67482 68066 68277 68224 57463 54395
= 035301 | accueil | Adapt Immo | precise | 1212 | 4.5 5 5.5 | 0.96 | 29.3 12.9 4.4 0.5
+ Éloïse Schmitt, Matthieu Klein, Fatou Sarr
- {contact} transmet plans, diagnostics et dernières factures.
- Cave, grenier, compteurs : la visite est complète.
- Rendez-vous en semaine jusqu’à dix-neuf heures.
- {contact} vous reçoit à l’agence ou sur place.
- Charges détaillées poste par poste dans le dossier.
# clos-aux-merles | CL | Le Clos aux Merles | Entrepreneur individuel | 0 | Dijon | 21000 | Dijon | 18 rue du Merle-Moqueur | 2102 CCI Côte-d’Or Saône-et-Loire | T | 0
@ 21231 21054 25056 89446 51454 10387
= 035301 | merle | Crypto | sober | 2121 | 5 5.5 | 0.92 | 13.9 0.7
+ Bénédicte Rameau
- {contact} assure elle-même chaque visite.
- Rendez-vous à votre convenance, week-end compris.
- Un seul interlocuteur, de la visite à l’acte.
- Les diagnostics sont complets et à jour.
- Estimation et dossier rédigés par {contact}.
# loire-et-volcans | LV | Entre Loire et Volcans | SAS | 28000 | Tours | 37000 | Tours | 33 rue du Tuffeau-Blanc | 3702 CCI Touraine | TG | 190000
@ 37261 37003 45234 18033 63113 15014 43157 42218 87085 86194
= 026191 | bonjour | ICS | warm | 1221 | 5 6 | 0.92 | 17.2 0.9
+ Margaux Pineau, Alban Chassagne, Ophélie Tixier
- {contact} vous montre aussi les alentours, ils comptent autant.
- Vous pouvez venir deux fois, nous avons le temps.
- {contact} a le dossier sous le bras et les clés en poche.
- Les volets sont ouverts le samedi.
- Un bien à voir, une région à respirer.
`;
