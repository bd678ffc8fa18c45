// Places of the demonstration: Brittany, Loire, Centre and the Atlantic side down to the Pyrenees.

/** One place a line that begins with `#`, then its quarters: see `readPlaces`. */
export const WEST = `
# 35238 | Rennes | city west | 49 | 3800 4300 5300 560 | 13.8
Sainte-Anne | 35000 | 48.1144 -1.6802 | o | la place Sainte-Anne | le métro Sainte-Anne | le jardin des Carmélites | le marché des Lices
Thabor | 35000 | 48.1148 -1.6692 | m | la rue de Paris | le métro Saint-Germain | le parc du Thabor | les halles Martenot
Sud-Gare | 35200 | 48.0988 -1.6742 | m | le boulevard Oscar-Leroux | la gare de Rennes | le parc de Villeneuve | le marché Sainte-Thérèse
Beaulieu | 35700 | 48.1196 -1.6430 | l | l’avenue des Buttes-de-Coësmes | le métro Beaulieu | le parc des Gayeulles | les commerces de la Bellangerais
# 35288 | Saint-Malo | sea coast | 40 | 4700 4800 5900 380 | 13
Intra-Muros | 35400 | 48.6492 -2.0258 | o | la rue de Dinan | la navette de la gare | les remparts | le marché de la halle au Blé
Paramé | 35400 | 48.6588 -1.9928 | m | le boulevard Chateaubriand | la ligne de bus du Sillon | la digue de Paramé | le marché de Paramé
Saint-Servan | 35400 | 48.6352 -2.0122 | m | la rue Ville-Pépin | la gare maritime | la tour Solidor | le marché de Saint-Servan
# 22050 | Dinan | town country | 28 | 2500 2550 3600 120 | 10.6
Vieille ville | 22100 | 48.4548 -2.0446 | o | la place des Merciers | la gare de Dinan | les remparts | le marché de la place Du Guesclin
Le port | 22100 | 48.4552 -2.0370 | o | la rue du Petit-Fort | la voie verte | le port de la Rance | les boutiques de la rue du Jerzual
# 56260 | Vannes | sea coast | 34 | 4000 4100 5000 330 | 12.8
Intra-Muros | 56000 | 47.6566 -2.7570 | o | la place Gambetta | la gare de Vannes | le jardin des remparts | les halles des Lices
Conleau | 56000 | 47.6336 -2.7780 | m | l’avenue du Maréchal-Juin | la ligne de bus 7 | la presqu’île de Conleau | les commerces de la rue de la Brise
# 29019 | Brest | city coast | 31 | 2350 2350 3700 190 | 10.8
Siam | 29200 | 48.3866 -4.4906 | l | la rue de Siam | le tramway Siam | le cours Dajot face à la rade | les halles Saint-Louis
Saint-Marc | 29200 | 48.3946 -4.4590 | m | la place de Strasbourg | le tramway Saint-Marc | le port de plaisance du Moulin-Blanc | le marché de Saint-Marc
# 29232 | Quimper | town country | 28 | 2100 2150 3300 110 | 9.9
Centre | 29000 | 47.9960 -4.1020 | o | la rue Kéréon | la gare de Quimper | les quais de l’Odet | les halles Saint-François
Ergué-Armel | 29000 | 47.9836 -4.0890 | l | l’avenue de la Libération | la ligne de bus A | le vallon du Frugy | les commerces de la place du Stivel
# 44109 | Nantes | city west | 53 | 3500 3950 5100 520 | 13.6
Graslin | 44000 | 47.2134 -1.5618 | o | la place Graslin | le tramway Médiathèque | le cours Cambronne | les boutiques du passage Pommeraye
Île de Nantes | 44200 | 47.2062 -1.5522 | r | le boulevard de la Prairie-au-Duc | le busway Wattignies | le parc des Chantiers | les commerces de la rue La Tour-d’Auvergne
Saint-Donatien | 44000 | 47.2268 -1.5432 | m | la rue Saint-Donatien | le tramway Manufacture | le jardin des Plantes | les commerces de la place Saint-Donatien
Zola | 44100 | 47.2152 -1.5858 | m | la place Émile-Zola | le tramway Égalité | le parc de Procé | le marché de Zola
# 44055 | La Baule-Escoublac | sea sea-west | 37 | 6400 7000 7800 800 | 15.2
Benoît | 44500 | 47.2792 -2.4060 | m | l’avenue du Général-de-Gaulle | la gare de La Baule-Escoublac | la plage Benoît | le marché couvert
La Baule-les-Pins | 44500 | 47.2806 -2.3740 | m | l’allée Cavalière | la gare de La Baule-les-Pins | le parc des Dryades | le marché des Pins
Escoublac | 44500 | 47.2950 -2.3660 | m | le bourg d’Escoublac | la ligne de bus du bourg | les sentiers de la forêt d’Escoublac | les commerces du bourg
# 49007 | Angers | city west | 34 | 3000 3150 4300 290 | 12.2
La Doutre | 49100 | 47.4752 -0.5626 | o | la place de la Laiterie | le tramway Molière | les quais de la Maine | le marché de la place Imbach
La Fayette | 49000 | 47.4636 -0.5450 | m | la place La Fayette | la gare Saint-Laud | le jardin des Plantes | le marché La Fayette
# 72181 | Le Mans | city west | 30 | 2050 2150 3300 180 | 10.4
Cité Plantagenêt | 72000 | 48.0092 0.1986 | o | la place Saint-Michel | le tramway Éperon | les jardins des remparts | le marché des Jacobins
Gare Sud | 72000 | 47.9926 0.1946 | m | la rue Nationale | la gare du Mans | le jardin d’horticulture | les commerces de l’avenue Jean-Jaurès
# 85194 | Les Sables-d’Olonne | sea sea-west | 33 | 5000 4800 5900 390 | 13.2
Remblai | 85100 | 46.4936 -1.7850 | m | la rue de l’Hôtel-de-Ville | la gare des Sables-d’Olonne | le remblai et la grande plage | les halles centrales
La Chaume | 85100 | 46.4966 -1.7980 | o | le quai George-V | le passeur du chenal | le prieuré Saint-Nicolas | le marché de La Chaume
# 17300 | La Rochelle | sea sea-west | 41 | 5000 5200 6000 500 | 15
Vieux-Port | 17000 | 46.1580 -1.1530 | o | le quai Duperré | la gare de La Rochelle | les tours du Vieux-Port | le marché central
La Genette | 17000 | 46.1612 -1.1700 | m | l’avenue Coligny | le bus Illico | les allées du Mail | les commerces de la place de l’Île-de-France
Les Minimes | 17000 | 46.1450 -1.1650 | l | l’avenue Michel-Crépeau | le bus de mer | le port de plaisance des Minimes | les commerces de l’avenue Marillac
# 37261 | Tours | city west | 34 | 3050 3200 4300 300 | 12.6
Plumereau | 37000 | 47.3948 0.6818 | o | la place Plumereau | le tramway Nationale | les bords de Loire | les halles de Tours
Prébendes | 37000 | 47.3842 0.6830 | o | la rue Boisdenier | la gare de Tours | le jardin des Prébendes | les commerces de l’avenue de Grammont
# 37003 | Amboise | town country | 28 | 2350 2300 3300 110 | 10.4
Centre | 37400 | 47.4120 0.9840 | o | la rue Nationale | la gare d’Amboise | le château et les bords de Loire | le marché du quai
Les Violettes | 37400 | 47.4036 0.9900 | l | l’avenue de Tours | la navette de la gare | la forêt d’Amboise | les boutiques de la rue Nationale
# 45234 | Orléans | city west | 31 | 2700 2750 4000 250 | 12
Bourgogne | 45000 | 47.9012 1.9130 | o | la rue de Bourgogne | le tramway Cathédrale | les quais de Loire | les halles Châtelet
Madeleine | 45000 | 47.9056 1.8860 | m | le faubourg Madeleine | le tramway Croix-Morin | le parc Pasteur | le marché de la Madeleine
# 18033 | Bourges | town country | 28 | 1600 1650 2900 80 | 9
Cathédrale | 18000 | 47.0826 2.3970 | o | la rue Porte-Jaune | la gare de Bourges | les jardins de l’Archevêché | les halles Saint-Bonnet
Marais | 18000 | 47.0876 2.4050 | m | la rue Édouard-Vaillant | la ligne de bus du centre | les jardins des marais | le marché de la Halle-au-Blé
# 86194 | Poitiers | city west | 30 | 2200 2050 3400 130 | 11.2
Plateau | 86000 | 46.5816 0.3420 | o | la place Charles-de-Gaulle | la gare de Poitiers | le parc de Blossac | le marché Notre-Dame
Montbernage | 86000 | 46.5826 0.3580 | m | la rue du Faubourg-du-Pont-Neuf | la ligne de bus 1 | les bords du Clain | les commerces de la rue Grandmaison
# 87085 | Limoges | city country | 30 | 1550 1600 2800 80 | 9.2
Boucherie | 87000 | 45.8290 1.2580 | o | la rue de la Boucherie | la gare des Bénédictins | le jardin de l’Évêché | les halles centrales
Emailleurs | 87000 | 45.8366 1.2670 | m | l’avenue de la Révolution | le trolleybus 4 | les bords de Vienne | les commerces de la place Carnot
# 33063 | Bordeaux | city bordeaux | 64 | 4300 4800 5400 620 | 15.4
Chartrons | 33000 | 44.8542 -0.5702 | o | la rue Notre-Dame | le tramway Paul-Doumer | les quais de la Garonne | le marché des Chartrons
Capucins | 33800 | 44.8318 -0.5652 | o | le cours de la Marne | le tramway Victoire | la flèche Saint-Michel | le marché des Capucins
Caudéran | 33200 | 44.8518 -0.6118 | m | l’avenue Louis-Barthou | la Lianes 2 | le parc Bordelais | les commerces de la place Saint-Amand
Bassins à flot | 33300 | 44.8660 -0.5580 | r | le quai Lawton | le tramway Cité-du-Vin | les bassins à flot | les halles de Bacalan
# 33009 | Arcachon | sea sea-west | 31 | 8300 8800 9500 1300 | 16.8
Ville d’Hiver | 33120 | 44.6566 -1.1720 | o | l’allée Rebsomen | la gare d’Arcachon | le parc Mauresque | le marché municipal
Ville d’Été | 33120 | 44.6636 -1.1690 | m | le boulevard de la Plage | la gare d’Arcachon | la jetée Thiers | les boutiques du cours Lamarque
# 33394 | Saint-Émilion | village vineyard-west | 28 | 3600 3300 4000 150 | 11
Cité | 33330 | 44.8940 -0.1556 | o | la rue Guadet | la gare de Saint-Émilion | le clocher et les remparts | le marché du dimanche
# 24322 | Périgueux | town country | 28 | 1850 1850 3000 80 | 9.6
Saint-Front | 24000 | 45.1840 0.7220 | o | la place de la Clautre | la gare de Périgueux | la voie verte de l’Isle | le marché du Coderc
# 24520 | Sarlat-la-Canéda | village country | 28 | 2200 2200 3000 70 | 9.6
Centre médiéval | 24200 | 44.8900 1.2166 | o | la rue des Consuls | la gare de Sarlat | le jardin du Plantier | le marché de la place de la Liberté
La Canéda | 24200 | 44.8760 1.2330 | m | le bourg de La Canéda | la voie verte de Carsac | les bois de châtaigniers | les commerces de l’avenue de la Dordogne
# 64122 | Biarritz | sea basque | 38 | 8000 8700 9300 1500 | 19
Halles | 64200 | 43.4800 -1.5610 | m | la rue des Halles | les bus du centre | la Grande Plage | les halles de Biarritz
Saint-Charles | 64200 | 43.4866 -1.5500 | m | l’avenue de la Reine-Victoria | la ligne de bus T1 | la plage Miramar | les commerces de la rue Pellot
Beaurivage | 64200 | 43.4720 -1.5670 | m | l’avenue Beaurivage | le bus de la Côte | la Côte des Basques | les commerces de la place Beaurivage
# 64102 | Bayonne | city basque | 31 | 4300 4900 5500 500 | 15.4
Grand Bayonne | 64100 | 43.4910 -1.4770 | o | la rue d’Espagne | la ligne de bus T1 | les remparts Vauban | les halles de Bayonne
Saint-Esprit | 64100 | 43.4970 -1.4690 | m | la place de la République | la gare de Bayonne | les quais de l’Adour | les commerces de la rue Maubec
# 64445 | Pau | city pyrenees | 30 | 2050 2250 3400 130 | 10.2
Château | 64000 | 43.2956 -0.3740 | o | la rue Maréchal-Joffre | le funiculaire de la gare | le boulevard des Pyrénées | les halles de Pau
Trespoey | 64000 | 43.2966 -0.3500 | m | l’avenue Trespoey | le Fébus | le parc Beaumont | les commerces de l’avenue de Buros
`;
