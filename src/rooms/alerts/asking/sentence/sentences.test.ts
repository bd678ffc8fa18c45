import { beforeAll, describe, expect, test } from 'vitest';
import { type TestDb, testDb } from '../../../../../tests/kit/db.ts';
import { readSentence } from './sentence.server.ts';
import type { Sentence } from './sentence.ts';

const TODAY = '2026-11-21';

// A sentence => its transaction (a question mark: not said) and its words; then « ? » what is not understood, « ! » the
// places among which to choose.
const usual = `
acheter appartement Lyon max 1'250'000 € => achat lieux=lyon-69000&type=appartement&prixMax=1250000
acheter appartement Lyon max 1.250.000,00 € => achat lieux=lyon-69000&type=appartement&prixMax=1250000
acheter appartement Lyon max 1,250,000 € => achat lieux=lyon-69000&type=appartement&prixMax=1250000
T3 Lyon 7e max 1 100 CC avec balcon, pas de RDC => location lieux=lyon-7e-arrondissement-69007&prixMax=1100&pieces=3&piecesMax=3&rdc=non&balcon=oui
appartement 3 pièces à Nîmes moins de 250 000 € => achat lieux=nimes-30000&type=appartement&prixMax=250000&pieces=3&piecesMax=3
maison avec jardin à Montpellier budget 400 000 euros => achat lieux=montpellier-34000&type=maison&prixMax=400000&jardin=oui
studio Paris 11 max 900 € cc => location lieux=paris-11e-arrondissement-75011&type=appartement&prixMax=900&pieces=1&piecesMax=1
T2 ou T3 à louer à Lille max 850 euros par mois => location lieux=lille-59000&prixMax=850&pieces=2&piecesMax=3
achat maison 4 chambres Bordeaux 450k => achat lieux=bordeaux-33000&type=maison&prixMax=450000&chambres=4
loft à vendre à Roubaix à partir de 120 m² => achat lieux=roubaix-59100&type=loft&surfaceMin=120
terrain constructible 800 m² à Béziers => ? lieux=beziers-34500&type=terrain&terrainMin=800
place de parking à louer à Paris 15e => location lieux=paris-15e-arrondissement-75015&type=parking
maison avec piscine et garage dans l'Hérault max 500 000 € => achat lieux=herault-34&type=maison&prixMax=500000&parking=oui&piscine=oui
T4 Toulouse entre 250 000 et 350 000 € => achat lieux=toulouse-31000&prixMin=250000&prixMax=350000&pieces=4&piecesMax=4
appartement meublé à Strasbourg, 45 m² minimum, 700 euros cc => location lieux=strasbourg-67000&type=appartement&prixMax=700&surfaceMin=45&meuble=oui
2 pièces Rennes 40m2 min 650€/mois => location lieux=rennes-35000&prixMin=650&surfaceMin=40&pieces=2&piecesMax=2
maison 5 pièces et plus à Nantes avec terrain de 500 m² => ? lieux=nantes-44000&type=maison&terrainMin=500&pieces=5
T3/T4 Lyon 3e, 6e et 7e achat 400000 => achat lieux=lyon-3e-arrondissement-69003,lyon-6e-arrondissement-69006,lyon-7e-arrondissement-69007&prixMax=400000&pieces=3&piecesMax=4
je cherche un appartement de 3 pièces à Marseille 8e avec terrasse et ascenseur => ? lieux=marseille-8e-arrondissement-13008&type=appartement&pieces=3&piecesMax=3&ascenseur=oui&terrasse=oui
appartement dernier étage avec ascenseur à Grenoble max 300 k€ => achat lieux=grenoble-38000&type=appartement&prixMax=300000&dernierEtage=oui&ascenseur=oui
DPE A à D, T3 Montpellier, 1000 € charges comprises => location lieux=montpellier-34000&prixMax=1000&pieces=3&piecesMax=3&dpe=A,B,C,D
pas de passoire thermique, maison Angers 280 000 => achat lieux=angers-49000&type=maison&prixMax=280000&dpe=A,B,C,D,E
appartement neuf à Toulouse T3 max 320 000 euros => neuf lieux=toulouse-31000&type=appartement&prixMax=320000&pieces=3&piecesMax=3
programme neuf Montpellier T2 => neuf lieux=montpellier-34000&pieces=2&piecesMax=2
maison sans travaux à Dijon => ? lieux=dijon-21000&type=maison&etat=neuf,refait,bon
maison à rénover en Lozère moins de 100 000 € => achat lieux=lozere-48&type=maison&prixMax=100000&etat=travaux
appartement calme exposé sud à Nice, 2 chambres, 350 000 max => achat lieux=nice-06000&type=appartement&prixMax=350000&chambres=2&calme=oui&exposition=sud
colocation possible T4 Lille 1500 => ? lieux=lille-59000&pieces=4&piecesMax=4 ? colocation possible ; 1500
T5+ Versailles => ? lieux=versailles-78000&pieces=5
location vide T2 Tours 600 cc => location lieux=tours-37000&prixMax=600&pieces=2&piecesMax=2&meuble=non
F3 Saint-Denis (93) max 250 000 € => achat lieux=saint-denis-93200&prixMax=250000&pieces=3&piecesMax=3
F3 93200 Saint-Denis max 250 000 € => achat lieux=saint-denis-93200&prixMax=250000&pieces=3&piecesMax=3
34000 T2 à louer 700 => location lieux=montpellier-34000&pieces=2&piecesMax=2 ? 700
T2 34000 Montpellier max 200000 => achat lieux=montpellier-34000&prixMax=200000&pieces=2&piecesMax=2
appartement Paris 10, 11 ou 12, 2 pièces, 450 000 € => achat lieux=paris-10e-arrondissement-75010,paris-11e-arrondissement-75011,paris-12e-arrondissement-75012&type=appartement&prixMax=450000&pieces=2&piecesMax=2
Paris 11 450 000 € T2 => achat lieux=paris-11e-arrondissement-75011&prixMax=450000&pieces=2&piecesMax=2
75011 75012 T2 achat 400 k => achat lieux=paris-11e-arrondissement-75011,paris-12e-arrondissement-75012&prixMax=400000&pieces=2&piecesMax=2
maison Le Havre 200 000 => achat lieux=le-havre-76600&type=maison&prixMax=200000
appartement La Rochelle vue dégagée sans vis-à-vis => ? lieux=la-rochelle-17000&type=appartement&vue=oui&visAVis=non
villa à Aix-en-Provence avec piscine, 4 chambres, 900 000 € max => achat lieux=aix-en-provence-13080&type=maison&prixMax=900000&chambres=4&piscine=oui
maison Saint-Étienne moins de 1 500 €/m² => ? lieux=saint-etienne-42000&type=maison&prixM2Max=1500
T3 Villeurbanne 3 500 €/m2 max => ? lieux=villeurbanne-69100&prixM2Max=3500&pieces=3&piecesMax=3
appartement avec cave et parking, sans balcon, Metz => ? lieux=metz-57000&type=appartement&balcon=non&parking=oui&cave=oui
T2 Annecy au 2e étage minimum avec ascenseur => ? lieux=annecy-74000&pieces=2&piecesMax=2&etageMin=2&ascenseur=oui
T2 Annecy pas au dernier étage => ? lieux=annecy-74000&pieces=2&piecesMax=2&dernierEtage=non
appartement rdc avec jardin à Pau => ? lieux=pau-64000&type=appartement&rdc=oui&jardin=oui
T3 Lyon 8 chauffage gaz => ? lieux=lyon-8e-arrondissement-69008&pieces=3&piecesMax=3&chauffage=gaz
chauffage au gaz ou électrique, maison Limoges => ? lieux=limoges-87000&type=maison&chauffage=gaz,electrique
pompe à chaleur => ? chauffage=pompe-a-chaleur
chauffage pompe à chaleur maison Le Mans => ? lieux=le-mans-72000&type=maison&chauffage=pompe-a-chaleur
accessible fauteuil roulant T3 Nantes location => location lieux=nantes-44000&pieces=3&piecesMax=3&pmr=oui
animaux acceptés T2 Brest 600 euros cc => location lieux=brest-29200&prixMax=600&pieces=2&piecesMax=2&animaux=oui
T3 Caen loyer 800 animaux acceptés => location lieux=caen-14000&prixMax=800&pieces=3&piecesMax=3&animaux=oui
T2 Montpellier disponible avant le 1er mars => ? lieux=montpellier-34000&pieces=2&piecesMax=2&disponibleAvant=2027-03-01
T2 Montpellier location libre au 15/01/2027 => location lieux=montpellier-34000&pieces=2&piecesMax=2&disponibleAvant=2027-01-15
louable en 2028 T2 Lille achat => achat lieux=lille-59000&pieces=2&piecesMax=2&louable=2028
prix en baisse maison Quimper => ? lieux=quimper-29000&type=maison&baisse=oui
annonces de moins de 7 jours T3 Reims => ? lieux=reims-51100&pieces=3&piecesMax=3&depuis=7
depuis moins de 2 semaines T3 Reims => ? lieux=reims-51100&pieces=3&piecesMax=3&depuis=14
T2 Lyon "vue mer" => ? lieux=lyon-69000&pieces=2&piecesMax=2&mots="vue+mer"
maison Sète « vue mer » sans "viager" => ? lieux=sete-34200&type=maison&mots="vue+mer"&sans=viager
T3 Lille honoraires max 5000 => ? lieux=lille-59000&pieces=3&piecesMax=3&honorairesMax=5000
T2 Paris 18 loyer encadré => location lieux=paris-18e-arrondissement-75018&pieces=2&piecesMax=2&encadrement=oui
visite virtuelle T3 Orléans => ? lieux=orleans-45000&pieces=3&piecesMax=3&visite=oui
maison 120 m² 500 m² de terrain Tours => ? lieux=tours-37000&type=maison&surfaceMin=120&terrainMin=500
maison d'au moins 120 m² à moins de 350 000 € à Tours => achat lieux=tours-37000&type=maison&prixMax=350000&surfaceMin=120
maison de 100 à 140 m² Poitiers => ? lieux=poitiers-86000&type=maison&surfaceMin=100&surfaceMax=140
T3 de 60 à 80 m2 Bayonne => ? lieux=bayonne-64100&surfaceMin=60&surfaceMax=80&pieces=3&piecesMax=3
maison 300-350k€ Vannes => achat lieux=vannes-56000&type=maison&prixMin=300000&prixMax=350000
3 chambres minimum, 2 salles de bain, Lorient => ? lieux=lorient-56100&chambres=3&sdbMin=2
appartement 2 sdb Cannes => ? lieux=cannes-06150&type=appartement&sdbMin=2
immeuble de rapport Roanne 300 000 => achat lieux=roanne-42300&type=immeuble&prixMax=300000
bureaux à louer à Lyon 2 => location lieux=lyon-2e-arrondissement-69002&type=bureaux
local commercial Nîmes => ? lieux=nimes-30000&type=local
château en Dordogne => ? lieux=dordogne-24&type=chateau
maison construite après 2000 à Rouen => ? lieux=rouen-76000&type=maison&anneeMin=2000
T2 à T4 Besançon => ? lieux=besancon-25000&pieces=2&piecesMax=4
maison ou terrain à Albi => ? lieux=albi-81000&type=maison,terrain
appartement ou maison à Avignon avec garage => ? lieux=avignon-84000&type=appartement,maison&parking=oui
T3 dans le 34 max 180 000 => achat lieux=herault-34&prixMax=180000&pieces=3&piecesMax=3
département du Gard maison 250000 => achat lieux=gard-30&type=maison&prixMax=250000
maison Gironde 4 chambres => ? lieux=gironde-33&type=maison&chambres=4
T3 Montpellier état neuf => ? lieux=montpellier-34000&pieces=3&piecesMax=3&etat=neuf
appartement refait à neuf Nancy => ? lieux=nancy-54000&type=appartement&etat=refait
au moins un T3 à Toulon => ? lieux=toulon-83000&pieces=3
T4 maximum Toulon => ? lieux=toulon-83000&piecesMax=4
budget mensuel 900 € T2 Lyon achat => achat lieux=lyon-69000&budgetMax=900&pieces=2&piecesMax=2
T2 Clermont-Ferrand 550 euros hors charges => location lieux=clermont-ferrand-63000&prixMax=550&pieces=2&piecesMax=2 ? hors charges
T3 Lyon proche métro => ? lieux=lyon-69000&pieces=3&piecesMax=3 ? proche métro
maison près de la gare à Chartres => ? lieux=chartres-28000&type=maison ? près de la gare
duplex Bordeaux => ? lieux=bordeaux-33000 ? duplex
maison lumineuse avec poutres apparentes Colmar => ? lieux=colmar-68000&type=maison ? lumineuse avec poutres apparentes
quartier Antigone Montpellier T2 => ? lieux=montpellier-34000&pieces=2&piecesMax=2 ? quartier Antigone
T2 Bretagne => ? pieces=2&piecesMax=2 ? Bretagne
Vue => ? ? Vue
maison à Vue => ? lieux=vue-44640&type=maison
appartement avec vue => ? type=appartement ? vue
grand appartement Amiens => ? lieux=amiens-80000&type=appartement ? grand
T2 Paris 2 500 € cc => ? lieux=paris-75000&pieces=2&piecesMax=2 ? 2 500 € cc
T2 Paris 1 200 € cc => location lieux=paris-75000&prixMax=1200&pieces=2&piecesMax=2
appartement Saint-Denis => ? type=appartement ! saint-denis-97400,saint-denis-93200,saint-denis-11310,saint-denis-30500
Saint-Denis, Réunion T3 => ? lieux=saint-denis-97400&pieces=3&piecesMax=3
T3 Sainte-Marie => ? pieces=3&piecesMax=3 ! sainte-marie-97438,sainte-marie-97230,sainte-marie-35600,sainte-marie-25113
maison Montreuil => ? lieux=montreuil-93100&type=maison
T2 Lens 62 => ? lieux=lens-62300&pieces=2&piecesMax=2
T2 Lens 62 m² => ? lieux=lens-62300&surfaceMin=62&pieces=2&piecesMax=2
T3 Nord => ? pieces=3&piecesMax=3 ? Nord
maison dans le Nord => ? lieux=nord-59&type=maison
pas au rez-de-chaussée T2 Nantes => ? lieux=nantes-44000&pieces=2&piecesMax=2&rdc=non
exposé sud-ouest T3 Nantes => ? lieux=nantes-44000&pieces=3&piecesMax=3&exposition=sud,ouest
viager Nice => ? lieux=nice-06000 ? viager
T3 bis Lyon 6 => ? lieux=lyon-6e-arrondissement-69006&pieces=3&piecesMax=3 ? bis
souplex Paris 9 => ? lieux=paris-9e-arrondissement-75009 ? souplex
maison en pierre Uzès => ? lieux=uzes-30700&type=maison ? pierre
appartement haussmannien Paris 8 => ? lieux=paris-8e-arrondissement-75008&type=appartement ? haussmannien
T2 proche de la plage La Baule => ? lieux=la-baule-escoublac-44500&pieces=2&piecesMax=2 ? proche de la plage
maison pas cher Limoges => ? lieux=limoges-87000&type=maison ? pas cher
T3 avec cheminée Annecy => ? lieux=annecy-74000&pieces=3&piecesMax=3 ? cheminée
maison bord de mer Quiberon 300 000 => achat lieux=quiberon-56170&type=maison&prixMax=300000 ? bord de mer
appartement traversant Lille => ? lieux=lille-59000&type=appartement ? traversant
colocation Montpellier 400 euros => location lieux=montpellier-34000&prixMax=400 ? colocation
maison Lyon et alentours => ? lieux=lyon-69000&type=maison ? alentours
T3 à 10 km de Rennes => ? lieux=rennes-35000&pieces=3&piecesMax=3 ? 10 km
maison au calme sans voisins Rodez => ? lieux=rodez-12000&type=maison&calme=oui ? sans voisins
T2 idéalement Lyon 3 => ? lieux=lyon-3e-arrondissement-69003&pieces=2&piecesMax=2 ? idéalement
environ 60 m² Dijon => ? lieux=dijon-21000&surfaceMin=60 ? environ
T3 Lyon HC 900 => ? lieux=lyon-69000&pieces=3&piecesMax=3 ? HC 900
maison 3 à 5 chambres Niort => ? lieux=niort-79000&type=maison ? 3 à 5 chambres
T2 entre 500 et 700 € Le Mans => location lieux=le-mans-72000&prixMin=500&prixMax=700&pieces=2&piecesMax=2
T2 Metz de 500 à 700 euros par mois => location lieux=metz-57000&prixMin=500&prixMax=700&pieces=2&piecesMax=2
maison 1,2 M€ Biarritz => achat lieux=biarritz-64200&type=maison&prixMax=1200000
hôtel particulier Bordeaux 2M => achat lieux=bordeaux-33000&type=hotel-particulier&prixMax=2000000
500 k max maison Antibes => achat lieux=antibes-06160&type=maison&prixMax=500000
appartement < 200000 Reims => achat lieux=reims-51100&type=appartement&prixMax=200000
surface > 50 m2 T2 Troyes => ? lieux=troyes-10000&surfaceMin=50&pieces=2&piecesMax=2
parking Nice => ? lieux=nice-06000&type=parking
garage à vendre Nice => achat lieux=nice-06000&type=parking
appartement avec garage Nice => ? lieux=nice-06000&type=appartement&parking=oui
20 m² minimum studio Lille => ? lieux=lille-59000&type=appartement&surfaceMin=20&pieces=1&piecesMax=1
dpe c ou mieux T3 Lille => ? lieux=lille-59000&pieces=3&piecesMax=3&dpe=A,B,C
DPE C T3 à Lille => ? lieux=lille-59000&pieces=3&piecesMax=3&dpe=C
classe énergie ABC T3 Lille => ? lieux=lille-59000&pieces=3&piecesMax=3&dpe=A,B,C
GES A ou B Lille => ? lieux=lille-59000&ges=A,B
dpe minimum D maison Brest => ? lieux=brest-29200&type=maison&dpe=A,B,C,D
T3 non meublé Caen => location lieux=caen-14000&pieces=3&piecesMax=3&meuble=non
T3 sans ascenseur ni balcon Caen => ? lieux=caen-14000&pieces=3&piecesMax=3&ascenseur=non&balcon=non
T3 Caen avec ascenseur mais pas au 4e étage => ? lieux=caen-14000&pieces=3&piecesMax=3&ascenseur=oui ? mais pas au 4e étage
étage 2 minimum Caen T3 => ? lieux=caen-14000&pieces=3&piecesMax=3&etageMin=2
T3 3e étage Caen => ? lieux=caen-14000&pieces=3&piecesMax=3&etageMin=3&etageMax=3
3e étage maximum T3 Caen => ? lieux=caen-14000&pieces=3&piecesMax=3&etageMax=3
maison 200 000 - 250 000 euros Agen => achat lieux=agen-47000&type=maison&prixMin=200000&prixMax=250000
maison Agen 200000 => achat lieux=agen-47000&type=maison&prixMax=200000
200 000 => achat prixMax=200000
1100 cc => location prixMax=1100
T2 Nîmes 34000 => ? lieux=nimes-30000,montpellier-34000&pieces=2&piecesMax=2
maison Nîmes 30 000 € => achat lieux=nimes-30000&type=maison&prixMax=30000
BONJOUR, JE CHERCHE UN T2 A LYON, 700€ CC MAX => location lieux=lyon-69000&prixMax=700&pieces=2&piecesMax=2
T3/F3 Lyon => ? lieux=lyon-69000&pieces=3&piecesMax=3
F2-F3 Lyon => ? lieux=lyon-69000&pieces=2&piecesMax=3
deux pièces Lyon => ? lieux=lyon-69000&pieces=2&piecesMax=2
trois chambres Lyon maison => ? lieux=lyon-69000&type=maison&chambres=3
appartement de type 3 Lyon => ? lieux=lyon-69000&type=appartement&pieces=3&piecesMax=3
T2 Villefranche-sur-Saône => ? lieux=villefranche-sur-saone-69400&pieces=2&piecesMax=2
T2 Boulogne-Billancourt location 1 300 euros => location lieux=boulogne-billancourt-92100&prixMax=1300&pieces=2&piecesMax=2
maison à Trois-Rivières => ? type=maison ! trois-rivieres-97114,trois-rivieres-80500
T2 Issy les Moulineaux => ? lieux=issy-les-moulineaux-92130&pieces=2&piecesMax=2
maisons-alfort T2 => ? lieux=maisons-alfort-94700&pieces=2&piecesMax=2
T3 St Etienne => ? lieux=saint-etienne-42000&pieces=3&piecesMax=3
T2 ste foy les lyon => ? lieux=sainte-foy-les-lyon-69110&pieces=2&piecesMax=2
appartement Paris XV => ? lieux=paris-75000&type=appartement ? XV
Paris quinzième => ? lieux=paris-75000 ? quinzième
7e arrondissement de Lyon T2 => ? lieux=lyon-7e-arrondissement-69007&pieces=2&piecesMax=2
T2 à Marseille dans le 8e => ? lieux=marseille-8e-arrondissement-13008&pieces=2&piecesMax=2
pas plus de 3 pièces Lille => ? lieux=lille-59000&piecesMax=3
pas plus de 800 euros T2 Lille => location lieux=lille-59000&prixMax=800&pieces=2&piecesMax=2
T2 ou T4 Lille => ? lieux=lille-59000 ? T2 ou T4
entre 2 et 4 pièces Rennes => ? lieux=rennes-35000&pieces=2&piecesMax=4
vue mer Nice T2 => ? lieux=nice-06000&pieces=2&piecesMax=2 ? vue mer
T2 vue sur le port Marseille => ? lieux=marseille-13000&pieces=2&piecesMax=2 ? vue sur le port
Villefranche T2 => ? pieces=2&piecesMax=2 ? Villefranche
maison Montauban pas de piscine => ? lieux=montauban-82000&type=maison&piscine=non
T2 sans fumeur Lyon => ? lieux=lyon-69000&pieces=2&piecesMax=2 ? sans fumeur
T3 Bruxelles => ? pieces=3&piecesMax=3 ? Bruxelles
maison Londres => ? type=maison ? Londres
T3 Atlantide => ? pieces=3&piecesMax=3 ? Atlantide
appartement centre ville Dijon => ? lieux=dijon-21000&type=appartement ? centre
T2 Dijon centre => ? lieux=dijon-21000&pieces=2&piecesMax=2 ? centre
maison avec dépendances Cahors => ? lieux=cahors-46000&type=maison ? dépendances
T4 avec deux salles de bains Angers => ? lieux=angers-49000&pieces=4&piecesMax=4&sdbMin=2
appartement Lyon, Villeurbanne ou Bron, T3, 280 000 => achat lieux=lyon-69000,villeurbanne-69100,bron-69500&type=appartement&prixMax=280000&pieces=3&piecesMax=3
maison Nantes, Rezé et Saint-Herblain => ? lieux=nantes-44000,reze-44400,saint-herblain-44800&type=maison
T2 Bagneux => ? lieux=bagneux-92220&pieces=2&piecesMax=2
T3 Vincennes ou Montreuil 450 000 max => achat lieux=vincennes-94300,montreuil-93100&prixMax=450000&pieces=3&piecesMax=3
duplex avec mezzanine Nantes => ? lieux=nantes-44000 ? duplex avec mezzanine
maison 6 pièces min 150 m² Orléans => ? lieux=orleans-45000&type=maison&surfaceMin=150&pieces=6&piecesMax=6
T2 max 45 m² Paris 12 => ? lieux=paris-12e-arrondissement-75012&surfaceMax=45&pieces=2&piecesMax=2
studio max 500 Dijon location => location lieux=dijon-21000&type=appartement&prixMax=500&pieces=1&piecesMax=1
logement étudiant Poitiers => ? lieux=poitiers-86000 ? étudiant
appartement lumineux sans vis à vis Lyon 4 => ? lieux=lyon-4e-arrondissement-69004&type=appartement&visAVis=non ? lumineux
maison plain-pied Royan => ? lieux=royan-17200&type=maison ? plain-pied
terrain Royan max 100 000 => achat lieux=royan-17200&type=terrain&prixMax=100000
parking box Lyon 3 à louer 100 € => location lieux=lyon-3e-arrondissement-69003&type=parking&prixMax=100
T3 louable en 2034 Metz => ? lieux=metz-57000&pieces=3&piecesMax=3&louable=2034
T2 ancien Rennes => ? lieux=rennes-35000&pieces=2&piecesMax=2 ? ancien
T3 Nice exclusivité => ? lieux=nice-06000&pieces=3&piecesMax=3&exclusivite=oui
maison récente Laval => ? lieux=laval-53000&type=maison ? récente
sans frais d'agence T3 Laval => ? lieux=laval-53000&pieces=3&piecesMax=3&honorairesMax=0
T3 avec photos Laval => ? lieux=laval-53000&pieces=3&piecesMax=3&photos=1
maison 8 pièces château Tours => ? lieux=tours-37000&type=maison,chateau&pieces=8&piecesMax=8
chambre chez l'habitant Tours => ? lieux=tours-37000 ? chambre chez l'habitant
T2 Grenoble DPE inférieur à D => ? lieux=grenoble-38000&pieces=2&piecesMax=2 ? DPE inférieur
T2 colocataire Lille => ? lieux=lille-59000&pieces=2&piecesMax=2 ? colocataire
location saisonnière Biarritz => location lieux=biarritz-64200 ? saisonnière
viager libre Cannes => ? lieux=cannes-06150 ? viager libre
T2 Tours 600 cc => location lieux=tours-37000&prixMax=600&pieces=2&piecesMax=2
maison Annecy-le-Vieux 700 000 => achat lieux=annecy-74000&type=maison&prixMax=700000
T2 Cherbourg => ? lieux=cherbourg-en-cotentin-50100&pieces=2&piecesMax=2
T3 Besancon a louer 700 euros cc => location lieux=besancon-25000&prixMax=700&pieces=3&piecesMax=3
T3 Villeurbanne climatisation => ? lieux=villeurbanne-69100&pieces=3&piecesMax=3 ? climatisation
T2 Lyon 7 avec cuisine équipée => ? lieux=lyon-7e-arrondissement-69007&pieces=2&piecesMax=2 ? cuisine équipée
T3 bas carbone Nantes => ? lieux=nantes-44000&pieces=3&piecesMax=3 ? bas carbone
maison mitoyenne Lens => ? lieux=lens-62300&type=maison ? mitoyenne
maison individuelle Lens => ? lieux=lens-62300&type=maison
appartement bourgeois Lyon 6 => ? lieux=lyon-6e-arrondissement-69006&type=appartement ? bourgeois
T2 bail mobilité Lyon => ? lieux=lyon-69000&pieces=2&piecesMax=2 ? bail mobilité
T3 Paris rive gauche => ? lieux=paris-75000&pieces=3&piecesMax=3 ? rive gauche
maison avec véranda Arras 180 000 € => achat lieux=arras-62000&type=maison&prixMax=180000 ? véranda
T3 double vitrage Arras => ? lieux=arras-62000&pieces=3&piecesMax=3 ? double vitrage
cherche coloc Lille => ? lieux=lille-59000 ? coloc
`;

const misspelt = `
apartement 3 pieces Monpellier 250000 euros => achat lieux=montpellier-34000&type=appartement&prixMax=250000&pieces=3&piecesMax=3
maizon avec jardain à Bordeau => ? lieux=bordeaux-33000&type=maison&jardin=oui
appartemant Toulous balcom => ? lieux=toulouse-31000&type=appartement&balcon=oui
T3 Marseile avec terasse et asenseur => ? lieux=marseille-13000&pieces=3&piecesMax=3&ascenseur=oui&terrasse=oui
studio Lyom location meublé => location type=appartement&pieces=1&piecesMax=1&meuble=oui ? Lyom
maison 4 chanbres Strasbour => ? lieux=strasbourg-67000&type=maison&chambres=4
T2 Grenobles chaufage gaz => ? lieux=grenoble-38000&pieces=2&piecesMax=2&chauffage=gaz
apartment Nante parcking => ? lieux=nantes-44000&type=appartement&parking=oui
maison pisine Aix en Provense => ? lieux=aix-en-provence-13080&type=maison&piscine=oui
T3 à Villeurbane pas de rdc => ? lieux=villeurbanne-69100&pieces=3&piecesMax=3&rdc=non
T2 Rene 600 euro cc => location lieux=rene-72260&prixMax=600&pieces=2&piecesMax=2
T2 Rennnes 600 euro cc => location lieux=rennes-35000&prixMax=600&pieces=2&piecesMax=2
maison Perpignian garaje => ? lieux=perpignan-66000&type=maison&parking=oui
loft Roubait => ? lieux=roubaix-59100&type=loft
appartement Saint Etiene dernier étaje => ? lieux=saint-etienne-42000&type=appartement&dernierEtage=oui
T3 Montpellier disponnible imédiatement => ? lieux=montpellier-34000&pieces=3&piecesMax=3&disponibleAvant=2026-11-21
T3 Clermont Ferand => ? lieux=clermont-ferrand-63000&pieces=3&piecesMax=3
villa Bezier piscinne => ? lieux=beziers-34500&type=maison&piscine=oui
apartement Tour => ? type=appartement ? Tour
maison Chalons en champagne => ? lieux=chalons-en-champagne-51000&type=maison
appartement Boulogne billancour => ? lieux=boulogne-billancourt-92100&type=appartement
T3 Montreuille => ? pieces=3&piecesMax=3 ? Montreuille
maison Fontainebleu 450 000 => achat lieux=fontainebleau-77300&type=maison&prixMax=450000
T2 Vileurbane loyer 700 => location lieux=villeurbanne-69100&prixMax=700&pieces=2&piecesMax=2
aparttement Lilles avec acsenseur => ? lieux=lille-59000&type=appartement&ascenseur=oui
apparttement T3 Rouenn => ? lieux=rouen-76000&type=appartement&pieces=3&piecesMax=3
maisson Angersse jardin => ? type=maison&jardin=oui ? Angersse
T4 Toulouze 300000 euros maximun => achat lieux=toulouse-31000&prixMax=300000&pieces=4&piecesMax=4
pavilon Limoge terrase => ? lieux=limoges-87000&type=maison&terrasse=oui
studio meublee Renne 450 euros => location lieux=rennes-35000&type=appartement&prixMax=450&pieces=1&piecesMax=1&meuble=oui
appartement Dijonn deux chambre balkon => ? lieux=dijon-21000&type=appartement&chambres=2&balcon=oui
T2 Versaille sans assenseur => ? lieux=versailles-78000&pieces=2&piecesMax=2&ascenseur=non
maison Biaritz pissine => ? lieux=biarritz-64200&type=maison&piscine=oui
T3 Besançons à louer 700 euros cc => location lieux=besancon-25000&prixMax=700&pieces=3&piecesMax=3
immeubles Mulhous => ? lieux=mulhouse-68100&type=immeuble
apartemment Avigon => ? type=appartement ? Avigon
T2 Orléan parkign => ? lieux=orleans-45000&pieces=2&piecesMax=2&parking=oui
maison Quimperr prix en baise => ? lieux=quimper-29000&type=maison&baisse=oui
appartement Nimmes étage elevé => ? lieux=nimes-30000&type=appartement ? étage elevé
maison Perpignan construite aprés 1990 => ? lieux=perpignan-66000&type=maison&anneeMin=1990
T3 Amien exposition suud => ? lieux=amiens-80000&pieces=3&piecesMax=3 ? exposition suud
appartement Caenn chaufage éléctrique => ? lieux=caen-14000&type=appartement&chauffage=electrique
maison rénovvée Poitier => ? lieux=poitiers-86000&type=maison&etat=refait
T2 Chambery diponible immédiatement => ? lieux=chambery-73000&pieces=2&piecesMax=2&disponibleAvant=2026-11-21
terain constructible Beziers => ? lieux=beziers-34500&type=terrain
T3 neuff Montpellier => ? lieux=montpellier-34000&pieces=3&piecesMax=3 ? neuff
maison a rénovver Saint-Brieu => ? lieux=saint-brieuc-22000&type=maison&etat=travaux
villa Frejus piscinne 4 chambrres => ? lieux=frejus-83370&type=maison&chambres=4&piscine=oui
T5 Le Mants garrage => ? lieux=le-mans-72000&pieces=5&piecesMax=5&parking=oui
appartement Aix-en-Provance terrasse => ? lieux=aix-en-provence-13080&type=appartement&terrasse=oui
maison Boulogne-sur-Mère => ? lieux=boulogne-sur-mer-62200&type=maison
`;

let base: TestDb;
beforeAll(async () => {
  base = await testDb();
});

const rowsOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [sentence = '', expected = ''] = line.split(' => ');
      return { sentence, expected };
    });

/** As the tables above write it. */
function written({ transaction, search, unread, ambiguous }: Sentence): string {
  const words = decodeURIComponent(search).replace(/^transaction=\w+&?/, '');
  const left = unread.map(({ text }) => text).join(' ; ');
  const choices = ambiguous.map(({ places }) => places.map(({ slug }) => slug).join(',')).join(' ; ');
  return [`${transaction ?? '?'} ${words}`, choices && `! ${choices}`, left && `? ${left}`]
    .filter(Boolean)
    .map((part) => part.trim())
    .join(' ');
}

describe.each([
  ['as people write', usual],
  ['misspelt', misspelt],
])('sentences %s', (_, table) => {
  test.for(rowsOf(table))('$sentence', async ({ sentence, expected }) => {
    expect(written(await readSentence(base.db, sentence, TODAY))).toBe(expected);
  });
});

test('are two hundred, forty of them misspelt and forty with something that is not understood', () => {
  const all = [...rowsOf(usual), ...rowsOf(misspelt)];
  expect(new Set(all.map(({ sentence }) => sentence)).size).toBe(all.length);
  expect(all.length).toBeGreaterThanOrEqual(200);
  expect(rowsOf(misspelt).length).toBeGreaterThanOrEqual(40);
  expect(all.filter(({ expected }) => expected.includes(' ? ')).length).toBeGreaterThanOrEqual(40);
});

test('says where in the sentence each thing is, and what it means in French', async () => {
  const sentence = 'T3 Lyon 7e max 1 100 CC avec balcon, pas de RDC, proche métro';
  const read = await readSentence(base.db, sentence, TODAY);
  expect(read.understood.map(({ text, means }) => [text, means])).toEqual([
    ['T3', ['3\u00a0pièces']],
    ['Lyon 7e', ['Lyon 7e']],
    ['max 1 100 CC', ["Jusqu'à 1\u00a0100,00\u00a0€/mois"]],
    ['balcon', ['Balcon']],
    ['pas de RDC', ['Pas de rez-de-chaussée']],
  ]);
  for (const { start, end, text } of [...read.understood, ...read.unread]) {
    expect(sentence.slice(start, end)).toBe(text);
  }
});

test('keeps the first of two that contradict each other, and shows the second', async () => {
  const read = await readSentence(base.db, 'T2 Lyon max 700 € cc, à vendre, meublé, non meublé', TODAY);
  expect(written(read)).toBe(
    'location lieux=lyon-69000&prixMax=700&pieces=2&piecesMax=2&meuble=oui ? vendre ; non meublé',
  );
});

test('reads hostile text in order, and in time', async () => {
  for (const text of [
    '(((((((',
    '9'.repeat(300),
    'a '.repeat(150),
    'lyon '.repeat(60),
    'T3 '.repeat(100),
    '« « «',
    '\u0000\ud800',
    "'; drop table place; --",
    'T3 entre entre entre et et et',
    'paris 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21',
  ]) {
    const read = await readSentence(base.db, text, TODAY);
    for (const { start, end } of [...read.understood, ...read.unread]) expect(end).toBeGreaterThan(start);
  }
});
