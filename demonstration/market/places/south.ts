// Places of the demonstration: Occitania, Provence, the Riviera and Corsica.

/** One place a line that begins with `#`, then its quarters: see `readPlaces`. */
export const SOUTH = `
# 31555 | Toulouse | city south-west | 62 | 3450 4100 5000 470 | 13.4
Carmes | 31000 | 43.5980 1.4450 | o | la place des Carmes | le métro Carmes | le jardin Royal | le marché des Carmes
Saint-Cyprien | 31300 | 43.5966 1.4310 | m | les allées Charles-de-Fitte | le métro Saint-Cyprien-République | la prairie des Filtres | le marché Saint-Cyprien
Minimes | 31200 | 43.6210 1.4350 | m | l’avenue des Minimes | le métro Minimes-Claude-Nougaro | le canal du Midi | le marché des Minimes
Côte-Pavée | 31500 | 43.5936 1.4680 | m | l’avenue Jean-Rieux | la Linéo 10 | le jardin de l’Observatoire | les commerces de la place de l’Ormeau
# 81004 | Albi | town south-west | 30 | 1950 2050 3200 120 | 9.8
Cathédrale | 81000 | 43.9280 2.1430 | o | la place du Vigan | la gare d’Albi-Ville | les berges du Tarn | le marché couvert
Madeleine | 81000 | 43.9350 2.1480 | m | la rue de la Madeleine | la gare d’Albi-Madeleine | le pont Vieux | les commerces de la rue Porta
# 46042 | Cahors | town south-west | 28 | 1650 1750 2900 70 | 8.9
Badernes | 46000 | 44.4450 1.4410 | o | la rue Nationale | la gare de Cahors | le pont Valentré | la halle de Cahors
# 34172 | Montpellier | city south | 62 | 3450 3950 5100 480 | 15
Écusson | 34000 | 43.6112 3.8758 | o | la place de la Canourgue | le tramway Louis-Blanc | la promenade du Peyrou | les halles Castellane
Antigone | 34000 | 43.6079 3.8889 | l | la place du Nombre-d’Or | le tramway Antigone | les berges du Lez | les halles Jacques-Cœur
Beaux-Arts | 34090 | 43.6172 3.8832 | o | la rue de la Cavalerie | le tramway Corum | le jardin du Champ-de-Mars | le marché des Beaux-Arts
Port Marianne | 34000 | 43.6022 3.9012 | r | l’avenue de la Mer | le tramway Port-Marianne | le bassin Jacques-Cœur | les commerces de la place Ernest-Granier
Les Arceaux | 34000 | 43.6114 3.8662 | m | le boulevard des Arceaux | le tramway Les Arceaux | l’aqueduc Saint-Clément | le marché des Arceaux
Hôpitaux-Facultés | 34090 | 43.6288 3.8622 | l | l’avenue du Père-Soulas | le tramway Universités | le domaine de Méric | les commerces du Plan des Quatre-Seigneurs
# 30189 | Nîmes | city south | 34 | 2250 2600 3900 220 | 11.8
Écusson | 30000 | 43.8369 4.3601 | o | la rue de l’Aspic | le trambus T1 | les jardins de la Fontaine | les halles de Nîmes
Jean-Jaurès | 30900 | 43.8299 4.3541 | m | l’avenue Jean-Jaurès | la gare de Nîmes-Centre | les allées plantées du cours | le marché Jean-Jaurès
Castanet | 30900 | 43.8502 4.3392 | l | le chemin de Castanet | la ligne de bus T3 | les garrigues et leurs capitelles | les commerces de la route d’Alès
# 34301 | Sète | sea riviera-west | 33 | 3800 3950 5300 420 | 13
Quartier Haut | 34200 | 43.4008 3.6962 | o | la Grande-Rue-Haute | la navette du port | le théâtre de la Mer | les halles de Sète
Canal Royal | 34200 | 43.4042 3.6961 | m | le quai de la Résistance | la gare de Sète | le canal Royal | les halles de Sète
La Corniche | 34200 | 43.3948 3.6762 | l | le chemin des Quilles | la navette des plages | la plage de la Corniche | les commerces de la Corniche
# 34032 | Béziers | city south | 28 | 1500 1800 3000 150 | 9.4
Allées | 34500 | 43.3430 3.2180 | o | les allées Paul-Riquet | la gare de Béziers | le plateau des Poètes | les halles de Béziers
# 34199 | Pézenas | village hilltop | 28 | 1950 2150 3200 170 | 10.6
Centre historique | 34120 | 43.4604 3.4232 | o | le cours Jean-Jaurès | l’autocar de Montpellier | les hôtels de la vieille ville | le marché du samedi
Sans-Souci | 34120 | 43.4588 3.4278 | m | l’avenue de Verdun | l’autocar de Béziers | le parc Sans-Souci | les ateliers de la rue Conti
# 34142 | Lodève | village hilltop | 28 | 1250 1400 2800 90 | 8.8
Centre | 34700 | 43.7314 3.3192 | m | le boulevard de la Liberté | l’autocar de Montpellier | les bords de la Lergue | le marché du samedi
# 30334 | Uzès | village hilltop | 28 | 3300 3600 4300 190 | 11.2
Duché | 30700 | 44.0120 4.4200 | o | la place aux Herbes | l’autocar de Nîmes | le parc du Duché | le marché du mercredi
Mas de Mayac | 30700 | 44.0030 4.4100 | l | le chemin de Mayac | la voie verte du pont du Gard | les olivettes de l’Alzon | les boutiques de la place aux Herbes
# 66136 | Perpignan | city south | 31 | 1550 1950 3100 170 | 9.8
La Réal | 66000 | 42.6966 2.8980 | o | la place Rigaud | la gare de Perpignan | les quais de la Basse | le marché de la place Cassanyes
Moulin-à-Vent | 66100 | 42.6806 2.8890 | l | l’avenue Paul-Alduy | la ligne de bus 1 | les pins du Serrat d’en Vaquer | les commerces du Moulin-à-Vent
# 66053 | Collioure | sea riviera-west | 28 | 4600 4700 5500 480 | 12.2
Mouré | 66190 | 42.5270 3.0850 | o | la rue de la Fraternité | la gare de Collioure | la plage du Boramar | le marché de la place du Maréchal-Leclerc
# 13201 | Marseille | district south-town | 25 | 3000 3900 4800 500 | 15
Belsunce | 13001 | 43.2990 5.3780 | o | le cours Belsunce | le métro Colbert | la bibliothèque de l’Alcazar | le marché des Capucins
Thiers | 13001 | 43.2976 5.3850 | o | le boulevard Thiers | le métro Réformés-Canebière | le parc Longchamp | le marché de la Plaine
# 13206 | Marseille | district south-town | 27 | 3900 4900 5600 650 | 15.6
Castellane | 13006 | 43.2860 5.3830 | o | la place Castellane | le métro Castellane | le jardin Puget | le marché du Prado
Vauban | 13006 | 43.2846 5.3740 | o | la rue Vauban | le métro Estrangin | la colline de la Garde | les primeurs de la rue Breteuil
# 13207 | Marseille | district riviera | 28 | 4900 6400 6600 900 | 16.8
Endoume | 13007 | 43.2850 5.3560 | o | la rue d’Endoume | la ligne de bus 80 | l’anse de Malmousque | les commerces de la place Saint-Eugène
Saint-Victor | 13007 | 43.2896 5.3660 | o | la rue Sainte | la ligne de bus 60 | le jardin du Pharo | les boulangeries de la rue Sainte
# 13208 | Marseille | district riviera | 33 | 4400 5600 6000 700 | 16.5
Périer | 13008 | 43.2742 5.3852 | m | l’avenue du Prado | le métro Périer | le parc Borély | le marché du Prado
Bonneveine | 13008 | 43.2512 5.3838 | l | l’avenue de Hambourg | la ligne de bus 44 | les plages du Prado | les commerces de Bonneveine
Pointe-Rouge | 13008 | 43.2468 5.3752 | m | l’avenue de Montredon | la navette maritime | le port de la Pointe-Rouge | les commerces de la traverse Prat
# 13209 | Marseille | district south-town | 27 | 3600 4900 5200 560 | 14.8
Mazargues | 13009 | 43.2490 5.4040 | m | l’avenue de Mazargues | la ligne de bus 22 | les calanques de Luminy | le marché de Mazargues
Sainte-Anne | 13009 | 43.2606 5.3930 | l | le boulevard Luce | le métro Rond-Point-du-Prado | le parc du 26e-Centenaire | les commerces du boulevard Michelet
# 13001 | Aix-en-Provence | city south | 44 | 5300 6300 6700 800 | 17
Mazarin | 13100 | 43.5256 5.4500 | o | la rue Cardinale | la gare routière | le musée Granet | le marché de la place Richelme
Sextius | 13100 | 43.5290 5.4380 | r | l’avenue des Belges | la gare d’Aix-Centre | les allées provençales | les commerces du cours Sextius
Puyricard | 13540 | 43.5810 5.4180 | m | le village de Puyricard | la ligne de bus 12 | les vignes et la Touloubre | les commerces du village
# 13022 | Cassis | sea riviera | 28 | 6900 8000 8300 1200 | 18
Port | 13260 | 43.2146 5.5380 | o | le quai Jean-Jacques-Barthélemy | la navette de la gare | la plage de la Grande-Mer | le marché de la place Baragnon
Les Janots | 13260 | 43.2220 5.5480 | m | l’avenue des Albizzi | la gare de Cassis | les vignes du Clos | les commerces de l’avenue Victor-Hugo
# 84007 | Avignon | city south | 33 | 2250 2700 3600 190 | 11.6
Intra-Muros | 84000 | 43.9490 4.8060 | o | la rue Joseph-Vernet | la gare d’Avignon-Centre | le rocher des Doms | les halles d’Avignon
Saint-Ruf | 84000 | 43.9356 4.8010 | m | l’avenue Saint-Ruf | le tramway Saint-Ruf | les bords de la Sorgue | les commerces de l’avenue Saint-Ruf
# 84050 | Gordes | village hilltop | 28 | 5600 6400 6800 420 | 13.6
Village | 84220 | 43.9116 5.2000 | o | la place du Château | l’autocar de Cavaillon | les calades et leur vue sur le Luberon | le marché du mardi
Les Imberts | 84220 | 43.8880 5.1720 | m | le hameau des Imberts | la véloroute du Calavon | les oliviers de la plaine | les commerces de Coustellet
# 84054 | L’Isle-sur-la-Sorgue | village hilltop | 28 | 3300 3700 4200 240 | 11.6
Centre | 84800 | 43.9196 5.0510 | o | le quai Jean-Jaurès | la gare de L’Isle-Fontaine-de-Vaucluse | les quais de la Sorgue | le marché du dimanche
Velorgues | 84800 | 43.9060 5.0560 | l | la route de Cavaillon | la gare de L’Isle-Fontaine-de-Vaucluse | les canaux et les prairies | les antiquaires du village
# 83137 | Toulon | city riviera | 38 | 3300 4300 5000 420 | 13
Mourillon | 83000 | 43.1116 5.9420 | m | le boulevard Docteur-Cunéo | la ligne de bus 3 | les plages du Mourillon | le marché du Mourillon
Haute-Ville | 83000 | 43.1260 5.9300 | o | le boulevard de Strasbourg | la gare de Toulon | le jardin Alexandre-Ier | le marché du cours Lafayette
Cap Brun | 83000 | 43.1110 5.9680 | m | l’avenue de la Résistance | la ligne de bus 23 | l’anse Méjean | les commerces du Pont-du-Las
# 83069 | Hyères | sea riviera | 33 | 4200 5000 5700 420 | 14
Vieille ville | 83400 | 43.1206 6.1290 | o | la place Massillon | la gare d’Hyères | le parc Sainte-Claire | le marché de la place Clemenceau
Le Port | 83400 | 43.0830 6.1560 | l | l’avenue du Docteur-Robin | la ligne de bus 67 | la plage et le port Saint-Pierre | les commerces de l’avenue de la Méditerranée
# 06088 | Nice | city riviera | 65 | 5300 6500 7200 1000 | 18
Carré d’Or | 06000 | 43.6970 7.2610 | o | la rue de France | le tramway Jean-Médecin | la promenade des Anglais | les boutiques de la rue Masséna
Libération | 06100 | 43.7106 7.2610 | m | l’avenue Malausséna | le tramway Libération | la gare du Sud | le marché de la Libération
Port | 06300 | 43.6990 7.2850 | o | la rue Cassini | le tramway Port-Lympia | le port Lympia | les antiquaires de la rue Catherine-Ségurane
Cimiez | 06000 | 43.7190 7.2750 | m | le boulevard de Cimiez | la ligne de bus 5 | les jardins du monastère | les commerces de l’avenue Cap-de-Croix
# 06029 | Cannes | sea riviera | 41 | 6300 7800 9000 1500 | 18.5
Banane | 06400 | 43.5530 7.0220 | o | la rue d’Antibes | la gare de Cannes | la Croisette | le marché Forville
Le Suquet | 06400 | 43.5510 7.0100 | o | la rue du Suquet | la navette du centre | le vieux port | le marché Forville
Basse-Californie | 06400 | 43.5560 7.0380 | m | l’avenue du Maréchal-Juin | la ligne de bus 4 | les plages du Mouré-Rouge | les commerces de la place de l’Étang
# 06004 | Antibes | sea riviera | 37 | 5800 7300 7900 1100 | 17
Vieil Antibes | 06600 | 43.5806 7.1260 | o | la rue Sade | la gare d’Antibes | les remparts et la Gravette | le marché provençal
Juan-les-Pins | 06160 | 43.5690 7.1110 | m | le boulevard Wilson | la gare de Juan-les-Pins | la pinède Gould | les commerces du boulevard Poincaré
# 06083 | Menton | sea riviera | 31 | 5300 6200 6900 800 | 16
Vieille ville | 06500 | 43.7766 7.5060 | o | la rue Saint-Michel | la gare de Menton | la plage des Sablettes | les halles de Menton
Garavan | 06500 | 43.7830 7.5180 | m | le boulevard de Garavan | la gare de Menton-Garavan | les jardins exotiques | les commerces de la porte de France
# 05023 | Briançon | mountain alps-south | 30 | 2900 3300 4500 230 | 11.8
Cité Vauban | 05100 | 44.9006 6.6430 | o | la Grande-Gargouille | la navette du Prorel | les remparts et les forts | le marché du mercredi
Sainte-Catherine | 05100 | 44.8906 6.6310 | l | l’avenue du Général-de-Gaulle | la gare de Briançon | les pistes du Prorel | les commerces de Sainte-Catherine
# 2A004 | Ajaccio | sea corsica | 33 | 4000 4700 5200 400 | 14.2
Vieille ville | 20000 | 41.9196 8.7380 | o | la rue Fesch | la gare d’Ajaccio | la plage Saint-François | le marché de la place Campinchi
Route des Sanguinaires | 20000 | 41.9110 8.7080 | l | la route des Sanguinaires | la ligne de bus 5 | les criques du golfe | les commerces du Scudo
# 2B033 | Bastia | sea corsica | 30 | 3200 3900 4700 330 | 13
Terra Nova | 20200 | 42.6930 9.4510 | o | la rue Notre-Dame | la gare de Bastia | la citadelle et le vieux port | le marché de la place de l’Hôtel-de-Ville
Toga | 20200 | 42.7110 9.4530 | m | le boulevard Graziani | la ligne de bus du centre | le port de plaisance de Toga | les commerces du Fango
# 2A247 | Porto-Vecchio | sea corsica | 28 | 5600 6900 6700 520 | 15
Citadelle | 20137 | 41.5910 9.2790 | o | la place de la République | la navette des plages | les salines et la marine | les boutiques de la vieille ville
Palombaggia | 20137 | 41.5630 9.3190 | m | la route de Palombaggia | la navette des plages | la plage de Palombaggia | les commerces du Bocca-di-l’Oro
`;
