import { paths } from '#contract/paths.ts';
import { TextLink } from '#ui/link.tsx';
import type { Chapter } from './document.tsx';
import { Definitions, Meaning } from './document.tsx';

/** What a professional buys, pays and may expect. Every figure of a price is on the order itself, not here. */
export const orderChapters: readonly Chapter[] = [
  {
    id: 'objet',
    title: 'Ce qui se vend, et à qui',
    body: (
      <>
        <p>
          Vigie ne vend qu’une chose : des boosts. Un boost est une campagne payée qui montre l’annonce d’une
          agence sur des réseaux sociaux (Facebook, Instagram), pendant une durée et autour d’un lieu choisis.
          Il s’achète annonce par annonce, sans abonnement ni reconduction.
        </p>
        <p>
          Publier ses annonces sur Vigie est gratuit et le reste, avec ou sans boost. Un boost ne change pas
          la place d’une annonce dans les listes de Vigie.
        </p>
        <p>
          Ces conditions s’appliquent à toute commande passée par une agence ou un autre professionnel de
          l’immobilier. Les particuliers n’achètent rien sur Vigie. Elles valent seules : les conditions
          d’achat d’un client ne s’y substituent pas.
        </p>
      </>
    ),
  },
  {
    id: 'commande',
    title: 'Commander',
    body: (
      <>
        <ol>
          <li>
            Vous choisissez l’annonce, la formule, la durée et le rayon, et voyez l’aperçu de la publicité.
          </li>
          <li>
            Le récapitulatif montre, ligne par ligne, le budget dépensé auprès du réseau, nos frais de
            service, la remise d’un code promo s’il y en a un, la TVA et le total. Ces montants sont calculés
            par notre serveur au moment de la commande ; ceux du panier ne sont qu’un aperçu.
          </li>
          <li>
            Vous acceptez la version de ces conditions alors en vigueur et payez. La commande est ferme quand
            le paiement est confirmé ; nous vous l’écrivons.
          </li>
        </ol>
        <p>
          Un panier est gardé 24 heures dans votre navigateur. Une annonce vendue, louée ou retirée
          entre-temps en sort, et vous en êtes averti.
        </p>
      </>
    ),
  },
  {
    id: 'prix',
    title: 'Prix',
    body: (
      <>
        <p>
          Les prix sont en euros. Ils sont affichés hors taxes (HT), avec la TVA au taux en vigueur (20 %) et
          toutes taxes comprises (TTC), avant le paiement. Le prix dû est celui du récapitulatif que vous avez
          accepté, même si le tarif change ensuite.
        </p>
        <p>
          Un code promo s’applique dans les limites dites avec lui (durée, formules, montant minimum, nombre
          d’usages). Il ne s’échange pas contre de l’argent et ne fait jamais descendre un total sous zéro.
        </p>
      </>
    ),
  },
  {
    id: 'paiement',
    title: 'Paiement',
    body: (
      <>
        <p>
          Le paiement se fait en une fois, à la commande, par carte, sur la page sécurisée de notre
          prestataire Stripe. Nous ne voyons ni ne gardons le numéro de la carte. Aucun escompte n’est accordé
          pour paiement anticipé.
        </p>
        <ul>
          <li>Un paiement refusé ou abandonné n’engage à rien : le panier reste tel quel.</li>
          <li>Un paiement reçu deux fois pour la même commande est rendu.</li>
          <li>
            Une somme qui resterait due porte, sans rappel, des pénalités au taux de trois fois l’intérêt
            légal et une indemnité forfaitaire de recouvrement de 40 € (code de commerce, articles L441-10 et
            D441-5).
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'diffusion',
    title: 'Diffusion',
    body: (
      <>
        <p>
          La campagne est transmise au réseau après le paiement. Elle commence quand le réseau l’a acceptée ;
          sa durée se compte à partir de là. Son état, ses dépenses et ses résultats se lisent dans Mes
          Boosts.
        </p>
        <ul>
          <li>
            Les réseaux classent le logement parmi les catégories protégées : une campagne ne vise ni l’âge,
            ni le genre, ni un code postal, et n’exclut personne.
          </li>
          <li>
            Les mentions que la loi impose à l’annonce sont insérées dans la publicité, qui est signalée comme
            telle.
          </li>
          <li>
            Les estimations d’audience sont des fourchettes, pas des promesses : nous nous engageons à
            dépenser le budget auprès du réseau, non à obtenir un nombre de vues, de clics ou de prospects.
          </li>
          <li>La campagne s’arrête d’elle-même quand l’annonce est vendue, louée ou retirée.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'annulation',
    title: 'Annuler, arrêter, être remboursé',
    body: (
      <>
        <Definitions
          rows={[
            ['Avant l’envoi au réseau', 'Vous annulez sans motif : tout est remboursé.'],
            [
              'Refus ou panne du réseau',
              'Nous essayons de nouveau. Si la campagne ne peut pas commencer, tout est remboursé.',
            ],
            [
              'En cours de diffusion',
              'Vous pouvez la mettre en pause ou l’arrêter. Le budget que le réseau n’a pas dépensé est remboursé ; les frais de service restent dus.',
            ],
            ['Bien vendu ou loué, annonce retirée', 'Comme un arrêt : le budget non dépensé est remboursé.'],
            [
              'Campagne terminée',
              'Elle est due. Un budget que le réseau n’aurait pas dépensé est remboursé.',
            ],
            [
              'Arrêt pour annonce illicite',
              'Le budget non dépensé est remboursé ; les frais de service restent dus.',
            ],
          ]}
        />
        <p>
          Un remboursement se fait sur la carte qui a payé, contre une facture d’avoir ; une facture n’est
          jamais supprimée. Le délai de la banque ne dépend pas de nous.
        </p>
      </>
    ),
  },
  {
    id: 'retractation',
    title: 'Pas de droit de rétractation',
    body: (
      <p>
        Le délai de rétractation de quatorze jours protège les consommateurs. Une commande passée en ligne par
        un professionnel, pour son activité, n’en ouvre pas. Le code de la consommation (article L221-3) ne
        l’étend qu’aux contrats signés hors établissement, hors du champ de l’activité principale, par une
        entreprise de cinq salariés au plus. Les annulations du chapitre précédent vous restent ouvertes.
      </p>
    ),
  },
];

export const dutyChapters: readonly Chapter[] = [
  {
    id: 'factures',
    title: 'Factures',
    body: (
      <>
        <p>
          Chaque paiement donne lieu à une facture, à télécharger dans l’espace agence. Elle porte un numéro
          unique et continu, les deux identités avec leur SIREN et leur numéro de TVA, la date, les lignes, la
          remise, la TVA et les totaux. Un remboursement donne lieu à un avoir.
        </p>
        <p>
          Les données de facturation que vous donnez doivent être exactes : une facture émise ne se modifie
          pas. Les factures sont gardées dix ans.
        </p>
      </>
    ),
  },
  {
    id: 'agence',
    title: 'Ce que l’agence garantit',
    body: (
      <>
        <p>En commandant un boost, l’agence garantit :</p>
        <ul>
          <li>
            qu’elle détient la carte professionnelle et le mandat nécessaires, et que le bien est disponible ;
          </li>
          <li>que l’annonce est exacte et porte les mentions que la loi impose ;</li>
          <li>
            qu’elle a les droits sur les photos et les textes, et nous permet de les montrer sur les réseaux
            le temps de la campagne ;
          </li>
          <li>qu’elle respecte les règles publicitaires du réseau.</li>
        </ul>
        <p>Elle répond des réclamations de tiers qui viendraient de là.</p>
      </>
    ),
  },
  {
    id: 'refus',
    title: 'Refus et suspension',
    body: (
      <p>
        Nous pouvons refuser ou arrêter un boost dont l’annonce n’est plus conforme, a été signalée à bon
        droit ou est écartée par le réseau. L’agence en reçoit le motif par écrit avant que la mesure prenne
        effet, ou en même temps quand la loi ou l’urgence l’impose, et peut la contester comme le disent les{' '}
        <TextLink to={`${paths.terms()}#moderation`}>conditions d’utilisation</TextLink>.
      </p>
    ),
  },
  {
    id: 'responsabilite',
    title: 'Responsabilité',
    body: (
      <>
        <p>
          Nous répondons de la transmission de la campagne et de l’emploi du budget. Nous ne maîtrisons ni le
          fonctionnement des réseaux, ni le calcul de leurs enchères, ni le succès commercial de l’annonce.
        </p>
        <p>
          Sauf faute lourde ou dolosive, ce que nous devrions pour un boost ne dépasse pas le prix HT payé
          pour lui. Aucune partie ne répond d’un retard dû à la force majeure (code civil, article 1218).
        </p>
        <Meaning>Un boost qui n’a pas eu lieu est remboursé : c’est la première des garanties.</Meaning>
      </>
    ),
  },
  {
    id: 'donnees',
    title: 'Données personnelles',
    body: (
      <p>
        Les données de contact et de facturation de l’agence servent à exécuter la commande. Les personnes qui
        répondent à une publicité écrivent à l’agence, qui est responsable de ce qu’elle garde d’elles. Le
        réseau est responsable de ce qu’il traite chez lui. Le reste est dit dans les{' '}
        <TextLink to={`${paths.legalNotice()}#donnees`}>mentions légales</TextLink>.
      </p>
    ),
  },
  {
    id: 'changements',
    title: 'Changements de ces conditions',
    body: (
      <p>
        Une nouvelle version est annoncée aux agences par e-mail au moins quinze jours avant de valoir
        (règlement européen 2019/1150, article 3). Elle ne touche pas les commandes déjà passées. Chaque
        commande garde la date de la version acceptée.
      </p>
    ),
  },
  {
    id: 'litiges',
    title: 'Réclamations et litiges',
    body: (
      <p>
        Une réclamation s’adresse d’abord à nous, par{' '}
        <TextLink to={paths.contact()}>la page de contact</TextLink>, avec le numéro de la facture ; nous y
        répondons par écrit. Ces conditions sont soumises au droit français. À défaut d’accord, le tribunal
        compétent est celui que désigne la loi.
      </p>
    ),
  },
];
