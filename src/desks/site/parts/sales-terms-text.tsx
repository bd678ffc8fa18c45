import { paths } from '#contract/paths.ts';
import { LISTINGS_MAX } from '#rooms/boosts/contract.ts';
import { TextLink } from '#ui/link.tsx';
import type { Chapter } from './document.tsx';
import { Definitions, Meaning } from './document.tsx';

/**
 * What a professional buys, pays and may expect. Every figure of a price is on the order itself, not here. What is given back is
 * what payments give back (docs/decisions/0075): another text is another day in src/rooms/payments/terms.ts.
 */
export const orderChapters: readonly Chapter[] = [
  {
    id: 'objet',
    title: 'Ce qui se vend, et à qui',
    body: (
      <>
        <p>
          Vigie ne vend qu’une chose : des boosts. Un boost est une campagne payée qui montre une annonce en
          ligne d’une agence, ou jusqu’à {LISTINGS_MAX}, sur des réseaux sociaux (Facebook, Instagram),
          pendant une durée et autour d’un lieu choisis. Il s’achète à l’unité, sans abonnement ni
          reconduction.
        </p>
        <p>
          Publier ses annonces sur Vigie est gratuit et le reste, avec ou sans boost. Un boost ne change
          jamais la place d’une annonce dans les listes de Vigie :{' '}
          <TextLink to={paths.ranking()}>comment elles sont classées</TextLink>.
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
    id: 'formules',
    title: 'Formules',
    body: (
      <>
        <p>Chaque formule fixe :</p>
        <ul>
          <li>le nombre de jours de diffusion, et le ou les réseaux ;</li>
          <li>le budget de diffusion, que nous dépensons auprès du réseau ;</li>
          <li>nos frais de service : images, relecture, transmission, suivi, chiffres.</li>
        </ul>
        <p>
          Les formules en vente et leurs prix sont sur la page{' '}
          <TextLink to={paths.boostHome()}>Boost Réseaux Sociaux</TextLink>. Plusieurs annonces d’un même
          boost se partagent son budget, dans la proportion que décide le réseau.
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
            Vous choisissez les annonces, la formule, la ville, le rayon et le premier jour, et voyez l’aperçu
            de la publicité sur chaque réseau.
          </li>
          <li>
            Chaque annonce est relue : conformité légale, photos, règles du logement. Un point qui manque est
            à corriger avant de payer.
          </li>
          <li>
            Le récapitulatif montre, ligne par ligne, le budget dépensé auprès du réseau, nos frais de
            service, la remise d’un code promo s’il y en a un, la TVA et le total. Ces montants sont calculés
            par notre serveur, et recalculés quand vous payez : si le total a changé, rien n’est débité avant
            que vous l’ayez relu.
          </li>
          <li>
            Vous acceptez la version de ces conditions alors en vigueur et payez. La commande est ferme quand
            notre prestataire de paiement l’a confirmé ; nous vous l’écrivons.
          </li>
        </ol>
        <p>
          L’adresse de facturation et le SIREN de l’agence sont demandés avant la première commande. Un panier
          est gardé 24 heures dans votre navigateur. Une annonce vendue, louée ou retirée entre-temps en sort,
          et vous en êtes averti.
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
          Les prix sont en euros. Ils sont affichés hors taxes (HT), avec la TVA au taux en vigueur et toutes
          taxes comprises (TTC), avant le paiement. La TVA se calcule une fois, sur le total après remise. Le
          prix dû est celui du récapitulatif que vous avez accepté, même si le tarif change ensuite.
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
            Un paiement qui arrive pour une commande abandonnée est rendu, si ses boosts ont été annulés
            entre-temps.
          </li>
          <li>Quand un code promo couvre tout, rien n’est à payer et la commande est ferme aussitôt.</li>
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
          La campagne est transmise au réseau après le paiement, par un programme ou par une personne de notre
          équipe. Elle commence le premier jour choisi ou, à défaut, dès que le réseau l’a acceptée ; sa durée
          se compte à partir de là. Une pause repousse la fin d’autant : les jours achetés sont des jours
          diffusés. Son état, ses dépenses et ses résultats se lisent dans Mes Boosts.
        </p>
        <p>
          Un réseau qui ne répond pas est sollicité de nouveau ; au bout d’une demi-journée, le boost passe en
          « Erreur de diffusion » et une personne s’en occupe.
        </p>
        <ul>
          <li>
            Les réseaux classent le logement parmi les catégories protégées : une campagne ne vise ni l’âge,
            ni le genre, ni un code postal, et n’exclut personne.
          </li>
          <li>
            La publicité porte « Annonce sponsorisée » et le nom de l’agence, et les mentions que la loi
            impose à l’annonce y sont insérées.
          </li>
          <li>
            Les estimations d’audience sont des fourchettes, pas des promesses : nous nous engageons à
            dépenser le budget auprès du réseau, non à obtenir un nombre de vues, de clics ou de prospects.
          </li>
          <li>
            Une annonce sous offre, vendue, louée, retirée ou qui ne respecte plus la loi sort de la campagne.
            Celle-ci s’arrête d’elle-même avec la dernière.
          </li>
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
            [
              'Avant le premier jour',
              'Vous annulez sans motif : tout est remboursé, frais de service compris.',
            ],
            [
              'Le réseau refuse, ou tombe en panne',
              'Si la campagne n’a pas commencé, tout est remboursé. Sinon, comme un arrêt.',
            ],
            ['En cours de diffusion, une pause', 'Rien n’est remboursé : les jours restants sont gardés.'],
            [
              'En cours de diffusion, un arrêt',
              'La part du budget de diffusion que le réseau n’a pas dépensée est remboursée ; les frais de service restent dus.',
            ],
            [
              'Bien sous offre, vendu ou loué, annonce retirée ou illicite',
              'Avant le premier jour, tout est remboursé ; après, comme un arrêt.',
            ],
            [
              'Campagne terminée',
              'Elle est due. La part du budget que le réseau n’aurait pas dépensée est remboursée.',
            ],
          ]}
        />
        <p>
          Les remboursements se calculent au prix réellement payé, après remise, avec sa TVA. Les derniers
          chiffres du réseau arrêtent le compte. S’ils manquent encore 48 heures après la fin, les jours qui
          n’ont pas commencé comptent comme non dépensés, et ceux qui ont commencé sans chiffres comme
          dépensés pour leur part.
        </p>
        <p>
          Un remboursement se fait sur la carte qui a payé, contre une facture d’avoir ; une facture n’est
          jamais supprimée. L’avoir et la demande de remboursement partent ensemble ; le délai de la banque ne
          dépend pas de nous.
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
        l’étend qu’aux contrats conclus hors établissement (à la suite d’une visite ou d’un démarchage), dont
        l’objet n’entre pas dans le champ de l’activité principale, par une entreprise de cinq salariés au
        plus : qui remplit ces trois conditions a quatorze jours pour nous l’écrire. Les annulations du
        chapitre précédent vous restent ouvertes dans tous les cas.
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
          Chaque commande payée donne lieu à une facture, au format Factur-X : un PDF que l’on lit, avec les
          données qu’un logiciel comptable reprend. Elle est envoyée à l’adresse e-mail de facturation et se
          télécharge dans l’espace agence. Elle porte un numéro unique et continu, les deux identités avec
          leur SIREN et, s’il est connu, leur numéro de TVA, la date, les lignes, la remise, la TVA et les
          totaux. Un remboursement donne lieu à un avoir, numéroté de même, qui nomme la facture corrigée.
        </p>
        <p>
          Les sommes sont payées à la commande. La facture rappelle ce que la loi demande en cas de retard :
          des pénalités au taux de trois fois l’intérêt légal et une indemnité forfaitaire de recouvrement de
          40 €.
        </p>
        <p>
          Les données de facturation que vous donnez doivent être exactes : une facture émise ne se modifie
          pas. Les factures sont gardées dix ans, même si l’agence ferme son espace.
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
