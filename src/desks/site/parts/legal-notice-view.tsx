import { paths } from '#contract/paths.ts';
import { MAIL_WORDS_DAYS } from '#rooms/mail/contract.ts';
import { OutsideLink, TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { type Brief, type Chapter, Definitions, Document } from './document.tsx';

const SINCE = '2026-11-27';

/** What this installation says of itself. */
interface Facts {
  readonly origin: string;
  readonly demonstration: boolean;
  readonly address: string;
  readonly publisher: readonly string[];
  readonly director: string | null;
  readonly host: readonly string[];
  readonly mediator: string | null;
}

function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ));
}

const TO_COME = 'Sera indiqué ici avant l’ouverture du site au public.';

function briefOf({ address }: Facts): readonly Brief[] {
  return [
    { title: 'Une question, une erreur ?', words: <>Écrivez à {address} : une personne lit et répond.</> },
    {
      title: 'Les annonces sont celles des agences',
      words: 'Elles les rédigent et en répondent. Leur identité est sur chacune.',
    },
    {
      title: 'Vos données vous appartiennent',
      words: 'Ni vendues ni louées. Vous les consultez, les emportez, les effacez.',
    },
  ];
}

function chaptersOf(facts: Facts): readonly Chapter[] {
  const { address, publisher, director, host, mediator } = facts;
  const write = <TextLink to={paths.contact()}>page de contact</TextLink>;
  return [
    {
      id: 'editeur',
      title: 'Éditeur, direction, hébergement',
      body: (
        <>
          <p>
            Ce que demande la loi du 21 juin 2004 pour la confiance dans l’économie numérique (article 1-1) :
          </p>
          <Definitions
            rows={[
              [
                'Éditeur',
                publisher.length > 0 ? (
                  <Lines lines={publisher} />
                ) : (
                  'La personne qui exploite cette installation de Vigie. Ses nom ou raison sociale, forme et capital, adresse, immatriculation, numéro de TVA et téléphone seront indiqués ici avant l’ouverture du site au public.'
                ),
              ],
              ['Directeur de la publication', director ?? TO_COME],
              ['Hébergeur', host.length > 0 ? <Lines lines={host} /> : TO_COME],
              [
                'Contact',
                <>
                  {address}, ou la {write}
                </>,
              ],
              [
                'Point de contact unique',
                <>
                  Le même, pour les utilisateurs comme pour les autorités, en français ou en anglais
                  (règlement européen 2022/2065, articles 11 et 12).
                </>,
              ],
            ]}
          />
        </>
      ),
    },
    {
      id: 'annonces',
      title: 'Annonces',
      body: (
        <>
          <p>
            Les annonces sont rédigées par les agences, qui en répondent. Vigie les héberge, contrôle par
            programme les mentions que la loi impose et retire ce qui est illicite quand on le lui signale.
            Comment signaler, ce que nous en faisons et comment le contester :{' '}
            <TextLink to={`${paths.terms()}#signaler`}>conditions d’utilisation</TextLink>.
          </p>
          <p>
            <TextLink to={paths.ranking()}>Comment sont classées les annonces</TextLink>
          </p>
        </>
      ),
    },
    {
      id: 'donnees',
      title: 'Données personnelles',
      body: (
        <>
          <p>
            L’éditeur est responsable de ce traitement. Voici ce qu’il garde, sur quel fondement (règlement
            européen 2016/679, article 6) et combien de temps.
          </p>
          <Definitions
            rows={[
              [
                'Alertes',
                'Adresse e-mail, critères, dates de confirmation et d’envoi. Contrat : le service que vous demandez. Jusqu’à ce que vous supprimiez l’alerte.',
              ],
              [
                'Compte',
                'Nom, adresse, téléphone facultatif, empreinte du mot de passe, appareils connectés. Contrat. Jusqu’à la fermeture du compte.',
              ],
              [
                'Demandes aux agences',
                'Nom, coordonnées, messages échangés, sur le site ou par courriel. Contrat, et consentement pour les cases facultatives. Trois ans après le dernier échange. L’agence destinataire est responsable de ce qu’elle garde.',
              ],
              [
                'Lectures des annonces',
                'Un nombre par annonce et par jour, sans rien de qui a lu ; une empreinte de l’adresse réseau, du navigateur et de l’annonce, qui évite de compter deux fois, reste en mémoire jusqu’à minuit. Intérêt légitime : dire aux agences combien de fois leurs annonces sont lues. Vingt-cinq mois.',
              ],
              [
                'Messages à l’équipe',
                'Nom, adresse, message. Intérêt légitime : vous répondre. Trois ans. L’adresse réseau est effacée au bout d’un jour.',
              ],
              [
                'Courriels que nous envoyons',
                `Adresse, objet, date et ce que le courriel est devenu, un an ; son texte, sans les clés de ses liens, ${MAIL_WORDS_DAYS} jours. Intérêt légitime : savoir ce qui vous a été écrit et vous répondre.`,
              ],
              [
                'Sécurité',
                'Adresses réseau des tentatives de connexion et journaux techniques. Intérêt légitime : protéger le service. Un an au plus.',
              ],
              ['Achats des agences', 'Commandes et factures. Obligation légale. Dix ans.'],
            ]}
          />
          <p>
            Ces données ne sont ni vendues, ni louées, ni échangées. Elles sont lues par l’équipe de l’éditeur
            et par les prestataires qui font fonctionner le site (hébergement, envoi des e-mails et, pour les
            agences, paiement), pour cela seulement. Aucune décision qui vous concerne n’est prise par un
            programme seul.
          </p>
          <h3>Vos droits</h3>
          <p>
            Accéder à vos données, les corriger, les effacer, les emporter, en limiter l’usage ou vous y
            opposer, retirer un consentement, dire ce qu’il doit en advenir après votre mort. Avec un compte,
            tout se fait depuis <TextLink to={paths.profile()}>votre profil</TextLink>. Sinon, écrivez par la{' '}
            {write} ou à {address} : nous répondons dans le mois, sans frais. Si la réponse ne vous satisfait
            pas, vous pouvez saisir la CNIL (3 place de Fontenoy, 75007 Paris,{' '}
            <OutsideLink href="https://www.cnil.fr/fr/plaintes">cnil.fr</OutsideLink>).
          </p>
          <p>
            Ce que votre navigateur garde, et votre choix :{' '}
            <TextLink to={paths.cookies()}>gérer mes cookies</TextLink>.
          </p>
        </>
      ),
    },
    {
      id: 'mediation',
      title: 'Réclamations et médiation',
      body: (
        <>
          <p>
            Une réclamation s’adresse d’abord à nous, par écrit. Si elle reste sans réponse ou sans accord, un
            consommateur peut recourir gratuitement à un médiateur (code de la consommation, articles L611-1
            et suivants).
          </p>
          <p>{mediator ? `Médiateur : ${mediator}.` : `Médiateur : ${TO_COME.toLowerCase()}`}</p>
        </>
      ),
    },
    {
      id: 'propriete',
      title: 'Données et œuvres d’autrui',
      body: (
        <p>
          Photos et textes des annonces appartiennent aux agences ou à leurs auteurs. Données publiques,
          caractères et pictogrammes : <TextLink to={paths.sources()}>sources des données</TextLink>.
        </p>
      ),
    },
  ];
}

export function LegalNoticeView({ facts }: { facts: Facts }) {
  const { demonstration, origin } = facts;
  return (
    <Document
      title="Mentions légales"
      lead="Qui publie ce site, comment lui écrire, et ce qu’il garde de vous."
      since={SINCE}
      sinceWords="À jour le"
      brief={briefOf(facts)}
      chapters={chaptersOf(facts)}
    >
      {demonstration && (
        <Notice tone="warning" title="Installation de démonstration">
          <p>
            Ce site tourne sur une machine locale ({origin}). Ses annonces et ses agences sont inventées. Il
            n’est pas ouvert au public : il n’a pas d’éditeur.
          </p>
        </Notice>
      )}
    </Document>
  );
}
