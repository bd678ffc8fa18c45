// Places of the demonstration: Paris, Île-de-France, Hauts-de-France and Normandy.

/** One place a line that begins with `#`, then its quarters: see `readPlaces`. */
export const NORTH = `
# 75103 | Paris | district paris | 25 | 11900 14500 15500 3500 | 34
Marais | 75003 | 48.8606 2.3618 | o | la rue de Bretagne | le métro Filles-du-Calvaire | le square du Temple | le marché des Enfants-Rouges
Arts-et-Métiers | 75003 | 48.8652 2.3562 | o | la rue Réaumur | le métro Arts-et-Métiers | la Gaîté-Lyrique | les commerces de la rue de Turbigo
# 75109 | Paris | district paris | 25 | 10700 13000 14200 3200 | 31
Saint-Georges | 75009 | 48.8788 2.3378 | o | la place Saint-Georges | le métro Notre-Dame-de-Lorette | le musée de la Vie romantique | les primeurs de la rue des Martyrs
Trudaine | 75009 | 48.8816 2.3434 | o | l’avenue Trudaine | le métro Anvers | le square d’Anvers | le marché d’Anvers
# 75110 | Paris | district paris | 27 | 9500 11500 12800 3000 | 30
Canal Saint-Martin | 75010 | 48.8716 2.3650 | o | le quai de Valmy | le métro Jacques-Bonsergent | le canal Saint-Martin | le marché Saint-Quentin
Porte Saint-Denis | 75010 | 48.8702 2.3540 | o | la rue du Faubourg-Saint-Denis | le métro Strasbourg-Saint-Denis | les théâtres des Grands Boulevards | les étals du passage Brady
Hôpital-Saint-Louis | 75010 | 48.8746 2.3690 | m | la rue de la Grange-aux-Belles | le métro Colonel-Fabien | le jardin Villemin | les commerces de la rue Bichat
# 75111 | Paris | district paris | 37 | 9800 11500 13000 3000 | 30
Roquette | 75011 | 48.8568 2.3772 | m | la rue de la Roquette | le métro Voltaire | le square de la Roquette | le marché Bastille
Oberkampf | 75011 | 48.8647 2.3768 | m | la rue Oberkampf | le métro Parmentier | le square Maurice-Gardette | les commerces de la rue Saint-Maur
Charonne | 75011 | 48.8538 2.3842 | m | la rue de Charonne | le métro Charonne | les passages plantés du faubourg | le marché d’Aligre
# 75113 | Paris | district paris | 25 | 8500 10200 11600 2800 | 27
Butte-aux-Cailles | 75013 | 48.8276 2.3508 | o | la rue des Cinq-Diamants | le métro Corvisart | la piscine de la Butte-aux-Cailles | le marché Auguste-Blanqui
Bibliothèque | 75013 | 48.8296 2.3768 | r | l’avenue de France | le RER Bibliothèque | les quais de Seine | les commerces de la rue du Chevaleret
Gobelins | 75013 | 48.8358 2.3530 | m | l’avenue des Gobelins | le métro Les Gobelins | le square René-Le-Gall | les étals de la rue Mouffetard
# 75114 | Paris | district paris | 25 | 9200 11200 12500 3000 | 28
Pernety | 75014 | 48.8340 2.3186 | m | la rue Raymond-Losserand | le métro Pernety | les ateliers de la rue des Thermopyles | les commerces de la rue Raymond-Losserand
Montsouris | 75014 | 48.8226 2.3362 | m | l’avenue Reille | le RER Cité-Universitaire | le parc Montsouris | le marché Alésia
# 75115 | Paris | district paris | 30 | 9400 11500 12700 3000 | 28
Commerce | 75015 | 48.8446 2.2940 | m | la rue du Commerce | le métro Commerce | le square Saint-Lambert | les boutiques de la rue du Commerce
Convention | 75015 | 48.8372 2.2966 | m | la rue de la Convention | le métro Convention | le parc Georges-Brassens | le marché Convention
Beaugrenelle | 75015 | 48.8490 2.2830 | l | la rue Linois | le métro Charles-Michels | l’île aux Cygnes | les commerces de Beaugrenelle
# 75117 | Paris | district paris | 28 | 10100 12300 13500 3200 | 29
Batignolles | 75017 | 48.8872 2.3192 | o | la rue des Batignolles | le métro Rome | le square des Batignolles | le marché des Batignolles
Clichy-Batignolles | 75017 | 48.8916 2.3140 | r | la rue Cardinet | le métro Pont-Cardinet | le parc Martin-Luther-King | les commerces de l’avenue de Clichy
Ternes | 75017 | 48.8806 2.2954 | o | l’avenue des Ternes | le métro Ternes | la place des Ternes fleurie | les étals de la rue Poncelet
# 75118 | Paris | district paris | 31 | 8900 11000 12000 2800 | 28.5
Abbesses | 75018 | 48.8850 2.3376 | o | la rue des Abbesses | le métro Abbesses | la butte Montmartre | les commerces de la rue Lepic
Jules-Joffrin | 75018 | 48.8926 2.3444 | m | la place Jules-Joffrin | le métro Jules-Joffrin | le square de Clignancourt | les primeurs de la rue du Poteau
Marx-Dormoy | 75018 | 48.8908 2.3604 | m | la rue Marx-Dormoy | le métro Marx-Dormoy | les jardins d’Éole | le marché de l’Olive
# 75120 | Paris | district paris | 31 | 8300 10000 11300 2600 | 27
Gambetta | 75020 | 48.8652 2.3984 | m | la place Gambetta | le métro Gambetta | le square Édouard-Vaillant | les commerces de l’avenue Gambetta
Jourdain | 75020 | 48.8744 2.3894 | m | la rue du Jourdain | le métro Jourdain | le parc de Belleville | les boulangeries de la rue des Pyrénées
Saint-Blaise | 75020 | 48.8590 2.4070 | m | la rue Saint-Blaise | le métro Porte-de-Bagnolet | le jardin de la Gare-de-Charonne | le marché de la Réunion
# 92012 | Boulogne-Billancourt | city suburb | 34 | 8900 10500 10800 2600 | 25
Nord | 92100 | 48.8466 2.2392 | m | le rond-point Rhin-et-Danube | le métro Boulogne-Jean-Jaurès | le bois de Boulogne | le marché Escudier
Marcel-Sembat | 92100 | 48.8336 2.2436 | m | le boulevard Jean-Jaurès | le métro Marcel-Sembat | le square Léon-Blum | les commerces de l’avenue du Général-Leclerc
Trapèze | 92100 | 48.8256 2.2336 | r | le cours de l’Île-Seguin | le métro Billancourt | le parc de Billancourt | les commerces de la rue Yves-Kermen
# 78646 | Versailles | city suburb | 33 | 7400 8300 8800 1600 | 21.5
Notre-Dame | 78000 | 48.8068 2.1330 | o | la rue de la Paroisse | la gare Rive-Droite | les allées du parc du château | les halles Notre-Dame
Saint-Louis | 78000 | 48.7982 2.1246 | o | la place de la cathédrale Saint-Louis | la gare Château-Rive-Gauche | le Potager du Roi | les carrés Saint-Louis
Montreuil | 78000 | 48.8036 2.1500 | m | la rue de Montreuil | la gare de Montreuil | le domaine de Madame-Élisabeth | les commerces de la rue de Montreuil
# 93048 | Montreuil | city suburb | 33 | 6300 6800 7600 1500 | 21.5
Bas-Montreuil | 93100 | 48.8556 2.4240 | m | la rue de Paris | le métro Robespierre | le parc des Guilands | le marché de la Croix-de-Chavaux
Mairie | 93100 | 48.8624 2.4430 | m | la place Jean-Jaurès | le métro Mairie-de-Montreuil | le Nouveau Théâtre | les commerces de la rue Galliéni
Signac | 93100 | 48.8660 2.4580 | l | la place du Général-de-Gaulle | le tramway T1 | les murs à pêches | le marché des Ruffins
# 93066 | Saint-Denis | city suburb | 28 | 4100 4300 5600 1100 | 18.5
Basilique | 93200 | 48.9358 2.3596 | m | la rue de la République | le métro Basilique-de-Saint-Denis | le parc de la Légion-d’Honneur | le marché de Saint-Denis
Confluence | 93200 | 48.9276 2.3460 | r | la rue Ambroise-Croizat | la gare de Saint-Denis | le canal Saint-Denis | les commerces du boulevard Jules-Guesde
# 77186 | Fontainebleau | town suburb | 28 | 4700 4300 5600 520 | 16
Centre | 77300 | 48.4066 2.7006 | o | la rue Grande | les bus de la gare de Fontainebleau-Avon | le parc du château | le marché de la place de la République
Les Provenceaux | 77300 | 48.4012 2.6920 | l | le boulevard du Maréchal-Foch | la ligne de bus de la gare | la forêt de Fontainebleau | les commerces du centre
# 59350 | Lille | city north | 55 | 3500 3200 4900 400 | 15
Vieux-Lille | 59800 | 50.6408 3.0622 | o | la place Louise-de-Bettignies | le métro Rihour | le parc de la Citadelle | les boutiques de la rue de la Monnaie
Wazemmes | 59000 | 50.6242 3.0512 | m | la rue Gambetta | le métro Gambetta | la maison Folie | le marché de Wazemmes
Vauban | 59000 | 50.6332 3.0452 | m | le boulevard Vauban | la station Cormontaigne | les berges de la Deûle | les halles de la rue Solférino
Saint-Maurice | 59800 | 50.6424 3.0846 | m | la rue du Faubourg-de-Roubaix | le métro Saint-Maurice-Pellevoisin | le parc des Dondaines | les commerces de la rue Saint-Gabriel
# 59512 | Roubaix | city north | 30 | 1750 1650 3300 170 | 11
Centre | 59100 | 50.6906 3.1786 | m | la Grand-Place | le métro Roubaix-Grand-Place | le musée de la Piscine | le marché de la place de la Liberté
Barbieux | 59100 | 50.6806 3.1640 | m | l’avenue Jean-Jaurès | le tramway de Roubaix | le parc Barbieux | les commerces de la rue de Lille
# 62041 | Arras | town north | 28 | 2250 1950 3200 140 | 10.6
Places | 62000 | 50.2924 2.7796 | o | la place des Héros | la gare d’Arras | les promenades de la Citadelle | le marché de la Grand-Place
Méaulens | 62000 | 50.2982 2.7760 | m | la rue Méaulens | la navette du centre | les berges du Crinchon | les commerces de la place d’Ipswich
# 62826 | Le Touquet-Paris-Plage | sea dunes | 30 | 6600 7300 8200 900 | 16.5
Centre-Plage | 62520 | 50.5222 1.5806 | m | la rue Saint-Jean | la navette de la gare d’Étaples | la digue et la plage | le marché couvert
Forêt | 62520 | 50.5180 1.6020 | m | l’avenue du Golf | les pistes cyclables | les pins de la forêt du Touquet | les commerces de la rue de Metz
# 59183 | Dunkerque | town dunes | 28 | 2050 1900 3300 200 | 10.4
Centre | 59140 | 51.0344 2.3768 | l | la place Jean-Bart | la gare de Dunkerque | le port de plaisance | les commerces de la rue Clemenceau
Malo-les-Bains | 59240 | 51.0488 2.4040 | m | l’avenue Faidherbe | la ligne de bus C3 | la digue de mer | le marché de la place Turenne
# 80021 | Amiens | city north | 31 | 2350 2250 3500 190 | 11.8
Saint-Leu | 80000 | 49.8970 2.3046 | o | la rue des Archers | la gare d’Amiens | les hortillonnages | le marché sur l’eau
Henriville | 80000 | 49.8850 2.2930 | o | la rue Jules-Barni | le bus Nemo 1 | les allées du boulevard de Bapaume | les halles du Beffroi
# 76540 | Rouen | city norman | 38 | 2850 2900 4100 260 | 12.8
Vieux-Marché | 76000 | 49.4428 1.0884 | o | la place du Vieux-Marché | le métro Palais-de-Justice | les quais de Seine | les halles du Vieux-Marché
Saint-Marc | 76000 | 49.4388 1.1028 | o | la place Saint-Marc | le bus Teor | l’aître Saint-Maclou | le marché Saint-Marc
Rive-Gauche | 76100 | 49.4288 1.0846 | l | l’avenue de Bretagne | le métro Saint-Sever | le jardin des Plantes | les commerces de Saint-Sever
# 76351 | Le Havre | city norman-sea | 34 | 2550 2500 4000 230 | 11.6
Perret | 76600 | 49.4944 0.1060 | l | la rue de Paris | le tramway Hôtel-de-Ville | le bassin du Commerce | les halles centrales
Saint-Vincent | 76600 | 49.4936 0.0930 | o | la rue Guillemard | le tramway Saint-Roch | la plage du Havre | les commerces de la place Saint-Vincent
# 14333 | Honfleur | sea norman-sea | 28 | 4200 3900 4700 260 | 12.6
Vieux Bassin | 14600 | 49.4196 0.2328 | o | le quai Sainte-Catherine | la ligne d’autocar de Deauville | le Vieux Bassin | le marché de la place Sainte-Catherine
Côte de Grâce | 14600 | 49.4206 0.2200 | m | le chemin de la côte de Grâce | les bus du centre | le plateau de Grâce et sa vue sur l’estuaire | les boulangeries de la rue de la République
# 14220 | Deauville | sea norman-sea | 28 | 6800 7800 8200 900 | 16
Planches | 14800 | 49.3622 0.0700 | m | le boulevard de la Mer | la gare de Trouville-Deauville | les planches | le marché de la place Morny
Hippodrome | 14800 | 49.3536 0.0716 | m | l’avenue Hocquart-de-Turgot | la gare de Trouville-Deauville | l’hippodrome de La Touques | les commerces de la rue Désiré-Le-Hoc
# 14118 | Caen | city norman | 31 | 2850 2900 4000 270 | 12.6
Vaugueux | 14000 | 49.1866 -0.3602 | o | la rue du Vaugueux | le tramway Quatrans | le château de Caen | le marché du port
Saint-Jean | 14000 | 49.1796 -0.3566 | l | la rue Saint-Jean | la gare de Caen | le bassin Saint-Pierre | les commerces de la rue Saint-Jean
`;
