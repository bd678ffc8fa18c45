// Places of the demonstration: Grand Est, Burgundy, Lyon and the Alps, Auvergne.

/** One place a line that begins with `#`, then its quarters: see `readPlaces`. */
export const EAST = `
# 69382 | Lyon | district lyon | 25 | 5000 6000 6500 1000 | 15.4
Ainay | 69002 | 45.7536 4.8280 | o | la rue Victor-Hugo | le métro Ampère | les quais de Saône | les commerces de la rue de la Charité
Confluence | 69002 | 45.7420 4.8180 | r | le cours Charlemagne | le tramway Montrochet | la place nautique | les halles de la Confluence
# 69383 | Lyon | district lyon | 38 | 4700 5600 6200 900 | 14.8
Part-Dieu | 69003 | 45.7592 4.8572 | l | le cours Lafayette | la gare de la Part-Dieu | la bibliothèque municipale | les halles Paul-Bocuse
Montchat | 69003 | 45.7497 4.8795 | m | le cours du Docteur-Long | le métro Grange-Blanche | le parc Chambovet | le marché de la place Ronde
Sans-Souci | 69003 | 45.7482 4.8645 | m | l’avenue des Frères-Lumière | le métro Sans-Souci | l’institut Lumière | le marché Monplaisir
Préfecture | 69003 | 45.7572 4.8445 | o | la rue Moncey | le métro Place-Guichard | les berges du Rhône | le marché de la place Guichard
# 69384 | Lyon | district lyon | 28 | 4900 6200 6300 950 | 15
Croix-Rousse | 69004 | 45.7766 4.8300 | o | la rue d’Austerlitz | le métro Croix-Rousse | le gros Caillou et sa vue | le marché du boulevard de la Croix-Rousse
Hénon | 69004 | 45.7806 4.8270 | m | la rue Hénon | le métro Hénon | le parc Popy | les commerces de la rue de Cuire
# 69386 | Lyon | district lyon | 28 | 5600 7000 7200 1100 | 15.6
Brotteaux | 69006 | 45.7680 4.8580 | o | le boulevard des Brotteaux | le métro Brotteaux | le parc de la Tête-d’Or | les commerces de la rue Vendôme
Foch | 69006 | 45.7686 4.8440 | o | l’avenue du Maréchal-Foch | le métro Foch | les quais du Rhône | le marché de la rue Tronchet
# 69387 | Lyon | district lyon | 37 | 4500 5200 5900 850 | 14.8
Guillotière | 69007 | 45.7528 4.8428 | o | la place Gabriel-Péri | le métro Guillotière | les quais du Rhône | les épiceries de la Grande-Rue
Jean-Macé | 69007 | 45.7459 4.8422 | o | la place Jean-Macé | le métro Jean-Macé | les facultés des quais | le marché Jean-Macé
Blandan | 69007 | 45.7452 4.8518 | m | la rue du Repos | le tramway Garibaldi-Berthelot | le parc Blandan | les commerces de l’avenue Berthelot
Gerland | 69007 | 45.7302 4.8322 | r | l’avenue Jean-Jaurès | le métro Debourg | le parc de Gerland | le marché de la place des Pavillons
# 69388 | Lyon | district lyon | 28 | 4000 4900 5400 750 | 14
Monplaisir | 69008 | 45.7446 4.8700 | m | la place Ambroise-Courtois | le métro Monplaisir-Lumière | le musée Lumière | le marché de Monplaisir
États-Unis | 69008 | 45.7286 4.8640 | l | le boulevard des États-Unis | le tramway T4 | la cité Tony-Garnier | les commerces de la place du Huit-Mai
# 69266 | Villeurbanne | city lyon | 36 | 3400 4300 4900 600 | 13.4
Gratte-Ciel | 69100 | 45.7690 4.8797 | l | l’avenue Henri-Barbusse | le métro Gratte-Ciel | le théâtre de Villeurbanne | le marché de la place Wilson
Charpennes | 69100 | 45.7712 4.8648 | m | la place Charles-Hernu | le métro Charpennes | le parc de la Tête-d’Or | le marché de Charpennes
Cusset | 69100 | 45.7668 4.8972 | m | le cours Émile-Zola | le métro Cusset | les berges du canal de Jonage | les commerces de la place de Cusset
# 42218 | Saint-Étienne | city auvergne | 31 | 1350 1900 2900 130 | 8.9
Centre | 42000 | 45.4366 4.3870 | o | la place Jean-Jaurès | le tramway Peuple | le jardin des Plantes | les halles Mazerat
Bellevue | 42100 | 45.4186 4.3940 | m | la place Bellevue | le tramway Bellevue | le parc de l’Europe | le marché de Bellevue
# 38185 | Grenoble | city alps-town | 41 | 2550 3600 4300 380 | 13
Championnet | 38000 | 45.1850 5.7240 | o | la rue de Turenne | le tramway Gustave-Rivet | la place de Metz | les commerces de la place Championnet
Île-Verte | 38000 | 45.1946 5.7410 | m | la place du Docteur-Girard | le tramway Île-Verte | les berges de l’Isère | les commerces de la rue Blanche-Monier
Europole | 38000 | 45.1930 5.7110 | r | la place Robert-Schuman | la gare de Grenoble | les quais face à la Bastille | le marché de l’Estacade
# 73065 | Chambéry | town alps-town | 30 | 3100 3800 4500 280 | 12.6
Centre ancien | 73000 | 45.5656 5.9206 | o | la place Saint-Léger | la gare de Chambéry | le parc du Verney | les halles de Chambéry
Bissy | 73000 | 45.5736 5.8900 | m | l’avenue de la Boisse | le bus Chrono A | la voie verte du lac | les commerces de Bissy
# 74010 | Annecy | city alps-lake | 43 | 5300 6000 6700 620 | 18
Vieille-Ville | 74000 | 45.8990 6.1272 | o | la rue Sainte-Claire | la gare d’Annecy | le canal du Thiou | le marché du dimanche
Albigny | 74940 | 45.9122 6.1432 | l | l’avenue du Petit-Port | la ligne de bus Rythmo | la plage d’Albigny | les commerces d’Annecy-le-Vieux
Seynod | 74600 | 45.8882 6.0968 | l | l’avenue des Neigeos | la navette de la gare | les sentiers du Semnoz | le marché de Seynod
# 74056 | Chamonix-Mont-Blanc | mountain alps | 31 | 9200 10800 10500 1300 | 21
Centre | 74400 | 45.9236 6.8690 | o | la rue du Docteur-Paccard | le train du Mont-Blanc | le téléphérique de l’Aiguille du Midi | le marché de la place du Mont-Blanc
Les Praz | 74400 | 45.9390 6.8870 | m | la route des Tines | la navette des stations | le golf et la Flégère | les commerces des Praz
# 74173 | Megève | mountain alps | 30 | 11500 14500 13000 2200 | 22
Mont d’Arbois | 74120 | 45.8540 6.6320 | m | la route Edmond-de-Rothschild | la navette du village | les pistes du mont d’Arbois | les épiceries fines du village
Centre-village | 74120 | 45.8570 6.6170 | o | la rue Charles-Feige | la navette des remontées | le téléphérique de Rochebrune | le marché du vendredi
# 63113 | Clermont-Ferrand | city auvergne | 33 | 2250 2500 3900 210 | 10.6
Jaude | 63000 | 45.7766 3.0820 | o | la place de Jaude | le tramway Jaude | le jardin Lecoq | le marché Saint-Pierre
Montferrand | 63100 | 45.7936 3.1120 | o | la rue Jules-Guesde | le tramway Musée | le musée Roger-Quilliot | le marché de Montferrand
# 15014 | Aurillac | town auvergne | 28 | 1450 1500 2700 60 | 8.2
Centre | 15000 | 44.9290 2.4430 | o | la rue des Carmes | la gare d’Aurillac | les quais de la Jordanne | la halle de l’Hôtel-de-Ville
# 43157 | Le Puy-en-Velay | town auvergne | 28 | 1400 1450 2700 60 | 8.1
Haute ville | 43000 | 45.0450 3.8850 | o | la rue des Tables | la gare du Puy | le rocher Corneille | le marché du Plot
# 67482 | Strasbourg | city rhine | 49 | 3600 3800 5200 470 | 14
Krutenau | 67000 | 48.5798 7.7598 | o | le quai des Pêcheurs | le tramway Landsberg | les quais de l’Ill | les commerces de la rue de Zurich
Neudorf | 67100 | 48.5658 7.7612 | m | la route du Polygone | le tramway Schluthfeld | le parc du Schulmeister | le marché du Neudorf
Orangerie | 67000 | 48.5902 7.7702 | m | l’allée de la Robertsau | le bus de l’Europe | le parc de l’Orangerie | les commerces du boulevard de la Marne
# 68066 | Colmar | town vineyard | 30 | 2450 2600 3700 240 | 10.8
Petite Venise | 68000 | 48.0736 7.3600 | o | le quai de la Poissonnerie | la gare de Colmar | les rives de la Lauch | le marché couvert
Maraîchers | 68000 | 48.0786 7.3760 | l | l’avenue d’Alsace | la ligne de bus du centre | les jardins maraîchers | les commerces de l’avenue d’Alsace
# 68277 | Riquewihr | village vineyard | 28 | 3100 2900 3700 190 | 10.4
Cité fortifiée | 68340 | 48.1666 7.2976 | o | la rue du Général-de-Gaulle | l’autocar de Colmar | les coteaux du Schoenenbourg | les caves de vignerons
# 68224 | Mulhouse | city rhine | 30 | 1350 1850 2900 190 | 9.4
Rebberg | 68100 | 47.7386 7.3380 | o | la rue du Jardin-Zoologique | la gare de Mulhouse | le parc zoologique | les commerces de la place de la République
Dornach | 68200 | 47.7486 7.3130 | m | la rue de Belfort | le tramway de Dornach | la cité de l’Automobile | le marché du canal couvert
# 57463 | Metz | city rhine | 34 | 2500 2650 3900 230 | 11.2
Impérial | 57000 | 49.1110 6.1760 | o | l’avenue Foch | la gare de Metz | l’esplanade | le marché couvert
Sablon | 57000 | 49.1016 6.1740 | m | la rue Saint-Bernard | le Mettis | le parc de la Seille | les commerces de la rue de la Chapelle
# 54395 | Nancy | city rhine | 36 | 2350 2600 3700 220 | 11.6
Ville vieille | 54000 | 48.6970 6.1790 | o | la Grande-Rue | la gare de Nancy | le parc de la Pépinière | le marché central
Saurupt | 54000 | 48.6780 6.1770 | o | la rue du Maréchal-Oudinot | le trolley T1 | le parc de Sainte-Marie | les halles de l’avenue du Général-Leclerc
# 51454 | Reims | city north-east | 36 | 2950 3100 4200 260 | 12.2
Boulingrin | 51100 | 49.2626 4.0310 | o | la rue de Mars | la gare de Reims | les promenades | les halles du Boulingrin
Clairmarais | 51100 | 49.2640 4.0170 | r | la rue Edmond-Rostand | le tramway Franchet-d’Espérey | la coulée verte | les commerces de la place Luton
# 10387 | Troyes | town north-east | 28 | 1850 1850 3000 120 | 9.6
Bouchon | 10000 | 48.2970 4.0750 | o | la rue Émile-Zola | la gare de Troyes | les quais de la Seine | les halles de l’Hôtel-de-Ville
# 21231 | Dijon | city burgundy | 40 | 2800 3100 4200 290 | 12.4
Antiquaires | 21000 | 47.3236 5.0430 | o | la rue Verrerie | le tramway Godrans | le jardin Darcy | les halles de Dijon
Montchapet | 21000 | 47.3330 5.0260 | m | la rue de Montchapet | la gare de Dijon | le parc des Carrières-Bacquin | les commerces de la rue des Marmuzots
Toison d’Or | 21000 | 47.3530 5.0500 | r | l’avenue de Langres | le tramway Toison-d’Or | le lac de la Toison-d’Or | les commerces de la Toison-d’Or
# 21054 | Beaune | town burgundy-vines | 28 | 2700 2750 3700 170 | 11
Remparts | 21200 | 47.0236 4.8390 | o | la place Monge | la gare de Beaune | les remparts et leurs jardins | la halle de la place Fleury
# 25056 | Besançon | city burgundy | 33 | 2450 2700 3900 210 | 11.4
Battant | 25000 | 47.2416 6.0190 | o | la rue Battant | le tramway Battant | les quais du Doubs | le marché de la place de la Révolution
Chaprais | 25000 | 47.2476 6.0350 | m | la rue de Belfort | la gare Viotte | les Glacis | les commerces de la rue de Belfort
# 89446 | Vézelay | village burgundy-vines | 28 | 1700 1750 2400 50 | 8.6
Colline | 89450 | 47.4660 3.7460 | o | la rue Saint-Étienne | l’autocar de Sermizelles | la basilique et les vignes | les commerces de la Grande-Rue
`;
