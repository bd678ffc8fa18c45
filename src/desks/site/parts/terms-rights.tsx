import { paths } from '#contract/paths.ts';
import { MAIL_WORDS_DAYS } from '#rooms/mail/contract.ts';
import { OutsideLink, TextLink } from '#ui/link.tsx';
import type { Chapter } from './document.tsx';
import { Definitions, Meaning } from './document.tsx';

const reportPath = `${paths.contact()}?${new URLSearchParams({ sujet: 'Signaler une annonce' })}`;

/** What is forbidden, how to complain, and what becomes of it. */
export function rightsChapters({ mediator }: { mediator: string | null }): readonly Chapter[] {
  return [
    {
      id: 'regles',
      title: 'Ce qui n’est pas permis',
      body: (
        <>
          <p>Sur Vigie, il n’est pas permis :</p>
          <ul>
            <li>de publier ou d’écrire ce que la loi interdit, en particulier une discrimination ;</li>
            <li>de se faire passer pour quelqu’un d’autre, ou de donner l’adresse d’autrui ;</li>
            <li>d’écrire aux agences pour autre chose qu’un projet immobilier ;</li>
            <li>
              de recopier en nombre les annonces, les photos ou les coordonnées, par un robot ou à la main,
              au-delà de ce que permettent la loi et notre fichier <code>robots.txt</code>&nbsp;;
            </li>
            <li>de chercher à contourner les protections du site ou à en gêner le fonctionnement.</li>
          </ul>
        </>
      ),
    },
    {
      id: 'signaler',
      title: 'Signaler un contenu',
      body: (
        <>
          <p>
            Toute personne peut signaler une annonce qu’elle croit fausse, frauduleuse, discriminatoire,
            contraire à la loi ou à ses droits, sans compte. Utilisez le lien de signalement de l’annonce ou{' '}
            <TextLink to={reportPath}>écrivez-nous</TextLink>. Pour que nous puissions juger, donnez :
          </p>
          <ol>
            <li>l’adresse exacte de la page (le lien) ;</li>
            <li>ce qui vous paraît illicite, et pourquoi ;</li>
            <li>
              votre nom et votre adresse e-mail, sauf si les faits touchent à une infraction sexuelle sur
              mineur ;
            </li>
            <li>une phrase disant que vous signalez de bonne foi des faits que vous croyez exacts.</li>
          </ol>
          <p>
            Vous recevez aussitôt un accusé de réception. Une personne examine le signalement sans tarder,
            sans décision automatique, et vous dit ce qui a été décidé et comment le contester. Cette adresse
            est aussi notre point de contact unique pour les autorités et pour vous (règlement européen
            2022/2065 sur les services numériques, articles 11 et 12) ; nous lisons le français et l’anglais.
          </p>
        </>
      ),
    },
    {
      id: 'moderation',
      title: 'Nos décisions, et comment les contester',
      body: (
        <>
          <p>
            Selon la gravité, nous pouvons demander une correction, suspendre une annonce, la retirer, ou
            suspendre l’agence ou le compte. Des programmes repèrent les mentions légales absentes et les
            formules qui ressemblent à une discrimination ; les premières bloquent la parution tant qu’elles
            manquent, les secondes sont relues par une personne.
          </p>
          <p>
            Qui voit son contenu retiré ou restreint en reçoit les motifs : les faits, la règle ou la loi, la
            part d’un programme dans la décision, et les recours. Qui signale de façon répétée et
            manifestement infondée, ou publie souvent de l’illicite, peut être suspendu après un
            avertissement.
          </p>
          <p>
            Une décision se conteste gratuitement pendant six mois, en répondant au courriel qui l’annonce ou
            par <TextLink to={paths.contact()}>la page de contact</TextLink>. Une autre personne que celle qui
            a décidé la réexamine quand c’est possible. Vous gardez le droit de saisir le juge ou, le cas
            échéant, un organe de règlement extrajudiciaire certifié (article 21 du même règlement).
          </p>
        </>
      ),
    },
    {
      id: 'donnees',
      title: 'Vos données',
      body: (
        <>
          <p>Nous gardons le moins possible, et rien n’est vendu, loué ni échangé.</p>
          <Definitions
            rows={[
              [
                'Chercher et lire',
                'Rien de vous. Les journaux techniques sont effacés au bout d’un an au plus.',
              ],
              [
                'Une alerte',
                'Votre adresse, vos critères, les dates de confirmation et d’envoi. Pour vous écrire, à votre demande, jusqu’à ce que vous l’arrêtiez ou la supprimiez.',
              ],
              [
                'Un compte',
                'Votre nom, votre adresse, votre téléphone si vous le donnez, l’empreinte de votre mot de passe. Tant que le compte vit.',
              ],
              [
                'Une demande à une agence',
                'Votre nom, vos coordonnées et votre message, transmis à l’agence. Trois ans après votre dernier échange.',
              ],
              [
                'Un courriel que nous vous envoyons',
                `Son texte, sans les clés de ses liens, ${MAIL_WORDS_DAYS} jours ; votre adresse, l’objet, la date et ce qu’il est devenu, un an.`,
              ],
              ['Un message à l’équipe', 'Ce que vous avez écrit. Trois ans au plus.'],
              [
                'Un signalement',
                'Votre nom, votre adresse, ce que vous avez écrit et joint, que l’agence ne reçoit pas. Trois ans au plus.',
              ],
            ]}
          />
          <p>
            Vous pouvez consulter, corriger, emporter ou effacer ces données, vous opposer à leur usage et
            retirer un consentement quand vous voulez. Qui en répond, à qui s’adresser et comment saisir la
            CNIL : <TextLink to={`${paths.legalNotice()}#donnees`}>mentions légales</TextLink>. Ce que votre
            navigateur garde : <TextLink to={paths.cookies()}>cookies</TextLink>.
          </p>
        </>
      ),
    },
    {
      id: 'responsabilite',
      title: 'Ce dont nous répondons',
      body: (
        <>
          <p>
            Nous tenons le site avec soin, mais il peut s’arrêter pour entretien ou par accident, et nous ne
            promettons pas qu’il soit toujours là. Nous ne répondons ni du contenu que rédigent les agences
            tant qu’il ne nous a pas été signalé, ni du contrat que vous passez avec elles.
          </p>
          <Meaning>
            Rien ici ne limite les droits que la loi donne aux consommateurs, ni ce dont on répond en cas de
            faute.
          </Meaning>
        </>
      ),
    },
    {
      id: 'propriete',
      title: 'Textes, images et données',
      body: (
        <p>
          Les photos et les textes des annonces appartiennent aux agences ou à leurs auteurs. Le nom, le
          dessin et le programme de Vigie appartiennent à leur éditeur. Vous pouvez partager un lien, imprimer
          une annonce et citer nos chiffres en nommant leur source ; les données publiques gardent leur{' '}
          <TextLink to={paths.sources()}>licence</TextLink>.
        </p>
      ),
    },
    {
      id: 'differends',
      title: 'Réclamation, médiation et juge',
      body: (
        <>
          <p>
            Une réclamation sur Vigie s’adresse d’abord à nous, par{' '}
            <TextLink to={paths.contact()}>écrit</TextLink>. Si la réponse ne vous satisfait pas, un
            consommateur peut recourir gratuitement à un médiateur de la consommation (code de la
            consommation, article L612-1).
          </p>
          <p>
            {mediator
              ? `Le médiateur dont nous relevons : ${mediator}.`
              : 'Le médiateur dont nous relevons sera indiqué ici avant l’ouverture du site au public.'}
          </p>
          <p>
            Un différend avec une agence relève du médiateur de cette agence, nommé dans ses informations
            légales. La liste des médiateurs est tenue par l’État :{' '}
            <OutsideLink href="https://www.economie.gouv.fr/mediation-conso">
              economie.gouv.fr/mediation-conso
            </OutsideLink>
            .
          </p>
          <p>
            Ces conditions sont soumises au droit français. Un consommateur peut saisir le tribunal du lieu où
            il demeurait à la conclusion du contrat ou de celui où le dommage s’est produit. Ce que les
            agences achètent relève des{' '}
            <TextLink to={paths.salesTerms()}>conditions générales de vente</TextLink>.
          </p>
        </>
      ),
    },
  ];
}
