import { Text } from 'react-email';
import { formatCount, NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { MailLink, text } from '#rooms/mail/parts/mail-frame.tsx';
import { type Mail, MailAction, MailNotice } from '#rooms/mail/parts/notice.tsx';
import { changedPasswordMail, newPasswordMail } from '#rooms/mail/parts/password-mails.tsx';

// Nothing typed by the person who registered stands in a mail to an address that has not answered yet.

/** Asks the reader of this address to prove that it is theirs. */
export function confirmationMail(props: { origin: string; link: string; hours: number }): Mail {
  const { origin, link, hours } = props;
  return {
    subject: 'Confirmez l’adresse de votre agence',
    element: (
      <MailNotice
        origin={origin}
        preview="Un clic, et l’espace de votre agence s’ouvre."
        why={`Vous recevez ce message parce que cette adresse a servi à inscrire une agence sur Vigie Pro. Si ce n’est pas vous, ne faites rien${NBSP}: aucun espace ne sera ouvert.`}
      >
        <Text style={text.title}>Confirmez votre adresse</Text>
        <Text style={text.body}>
          L’espace de votre agence s’ouvre dès que cette adresse a répondu, et vous y êtes connecté aussitôt.
        </Text>
        <MailAction link={link} label="Confirmer mon adresse" />
        <Text style={text.body}>
          Dans le navigateur où vous avez inscrit l’agence, un clic suffit. Ouvert ailleurs, ce lien vous fait
          choisir le mot de passe de l’espace{NBSP}: celui donné à l’inscription ne vaut pas.
        </Text>
        <Text style={text.small}>Ce lien est valable {hours} heures et ne sert qu’une fois.</Text>
      </MailNotice>
    ),
  };
}

/** The address that registers has a space already. */
export function knownAddressMail(props: { origin: string; loginUrl: string; forgotUrl: string }): Mail {
  const { origin, loginUrl, forgotUrl } = props;
  return {
    subject: 'Votre agence a déjà un espace',
    element: (
      <MailNotice
        origin={origin}
        preview="Connectez-vous, ou choisissez un nouveau mot de passe."
        why="Vous recevez ce message parce qu’une inscription a été demandée avec cette adresse, qui est celle d’un espace Vigie Pro."
      >
        <Text style={text.title}>Votre agence a déjà un espace</Text>
        <Text style={text.body}>
          Une inscription vient d’être demandée avec cette adresse. Elle ouvre déjà un espace{NBSP}: rien n’a
          été changé.
        </Text>
        <MailAction link={loginUrl} label="Se connecter" />
        <Text style={text.body}>
          Mot de passe oublié{NBSP}? <MailLink href={forgotUrl}>En choisir un autre</MailLink>.
        </Text>
      </MailNotice>
    ),
  };
}

/** Asks the agency that is known under a reference whether this is one of its own. */
export function approvalMail(props: {
  origin: string;
  link: string;
  agency: string;
  email: string;
  days: number;
}): Mail {
  const { origin, link, agency, email, days } = props;
  return {
    subject: `Quelqu’un demande l’espace de votre agence`,
    element: (
      <MailNotice
        origin={origin}
        preview={`${email} demande à gérer ${agency}.`}
        why={`Vous recevez ce message parce que cette adresse est celle de ${agency} sur Vigie. Sans réponse de votre part, rien ne change.`}
      >
        <Text style={text.title}>Est-ce bien votre agence{NBSP}?</Text>
        <Text style={text.body}>
          L’adresse <strong>{email}</strong> demande à gérer l’espace de <strong>{agency}</strong>
          {NBSP}: ses annonces, ses prospects, son profil. Acceptez seulement si vous connaissez cette
          adresse.
        </Text>
        <MailAction link={link} label="Répondre à la demande" />
        <Text style={text.small}>
          La page qui s’ouvre permet d’accepter ou de refuser. Ce lien est valable {days} jours.
        </Text>
      </MailNotice>
    ),
  };
}

/** An agency that has no address on file is claimed: somebody must look. */
export function claimNoticeMail(props: {
  origin: string;
  claim: number;
  reference: string;
  email: string;
}): Mail {
  const { origin, claim, reference, email } = props;
  return {
    subject: `Une agence sans adresse est revendiquée (${reference})`,
    element: (
      <MailNotice
        origin={origin}
        preview={`${email} demande l’espace de ${reference}.`}
        why="Vous recevez ce message parce que cette adresse est celle de l’équipe du site."
      >
        <Text style={text.title}>Une demande à vérifier</Text>
        <Text style={text.body}>
          L’adresse {email}, confirmée, demande l’espace de l’agence {reference}, dont aucune adresse n’est
          connue. Vérifiez qui demande (SIREN, carte professionnelle), puis décidez{NBSP}:
        </Text>
        <MailAction link={origin + paths.adminRequests()} label="Lire la demande" />
        <Text style={text.body}>npm run vigie -- agencies approve --claim {claim}</Text>
        <Text style={text.body}>npm run vigie -- agencies refuse --claim {claim}</Text>
      </MailNotice>
    ),
  };
}

/** The agency, or an administrator, has answered the person who claimed it. */
export function claimAnsweredMail(props: {
  origin: string;
  agency: string;
  opened: boolean;
  url: string;
  hasPassword: boolean;
  /** Of a refusal by an administrator. */
  reason: string | null;
}): Mail {
  const { origin, agency, opened, url, hasPassword, reason } = props;
  const title = opened ? 'L’espace de votre agence est ouvert' : 'L’espace demandé ne vous est pas ouvert';
  return {
    subject: title,
    element: (
      <MailNotice
        origin={origin}
        preview={opened ? `Vous gérez désormais ${agency}.` : `Votre demande pour ${agency} a été refusée.`}
        why="Vous recevez ce message parce que cette adresse a demandé l’espace d’une agence sur Vigie Pro."
      >
        <Text style={text.title}>{title}</Text>
        <Text style={text.body}>
          {opened
            ? `Votre demande pour ${agency} a été acceptée.`
            : `Votre demande pour ${agency} a été refusée. Si c’est une erreur, écrivez-nous${NBSP}: une personne vérifiera.`}
        </Text>
        {!opened && reason !== null && (
          <Text style={text.body}>
            Motif{NBSP}: {reason}
          </Text>
        )}
        <MailAction
          link={url}
          label={opened ? (hasPassword ? 'Se connecter' : 'Choisir un mot de passe') : 'Nous écrire'}
        />
        {opened && !hasPassword && (
          <Text style={text.small}>
            Ce lien est valable une heure{NBSP}; ensuite, la page qu’il ouvre vous en envoie un autre.
          </Text>
        )}
      </MailNotice>
    ),
  };
}

/** The link of a forgotten password. */
export function resetMail(props: { origin: string; link: string; hours: number }): Mail {
  return newPasswordMail({ ...props, of: 'pour l’espace de votre agence' });
}

/** Says that the password was changed: if it was not by the agency, it learns it here. */
export function passwordChangedMail(props: { origin: string; forgotUrl: string; at: Date }): Mail {
  return changedPasswordMail({
    ...props,
    whose: 'Le mot de passe de votre agence',
    why: 'Vous recevez ce message parce que cette adresse ouvre l’espace d’une agence sur Vigie Pro.',
  });
}

/** Asks an address whether the leads of an agency are to go there. No name: it may be a stranger’s. */
export function newContactMail(props: { origin: string; link: string; hours: number }): Mail {
  const { origin, link, hours } = props;
  return {
    subject: 'Confirmez l’adresse de vos prospects',
    element: (
      <MailNotice
        origin={origin}
        preview="Un clic, et les demandes arrivent à cette adresse."
        why={`Vous recevez ce message parce qu’une agence a donné cette adresse sur Vigie Pro pour recevoir ses demandes. Si ce n’est pas vous, ne faites rien${NBSP}: rien n’y sera envoyé.`}
      >
        <Text style={text.title}>Confirmez cette adresse</Text>
        <Text style={text.body}>
          Les demandes adressées à votre agence y arriveront. Tant qu’elle n’a pas répondu, elles partent où
          elles partaient.
        </Text>
        <MailAction link={link} label="Confirmer cette adresse" />
        <Text style={text.small}>Ce lien est valable {hours} heures et ne sert qu’une fois.</Text>
      </MailNotice>
    ),
  };
}

/** Says to the address of today that another one is asked to take its place. */
export function contactAskedMail(props: {
  origin: string;
  agency: string;
  newAddress: string;
  profileUrl: string;
}): Mail {
  const { origin, agency, newAddress, profileUrl } = props;
  return {
    subject: 'Une autre adresse est demandée pour vos prospects',
    element: (
      <MailNotice
        origin={origin}
        preview="Rien n’a encore changé. Si ce n’est pas vous, vous pouvez l’arrêter."
        why={`Vous recevez ce message parce que cette adresse est celle de ${agency} sur Vigie.`}
      >
        <Text style={text.title}>Une autre adresse est demandée</Text>
        <Text style={text.body}>
          Les demandes adressées à {agency} partiront vers {newAddress} une fois cette adresse confirmée.
          D’ici là, rien ne change.
        </Text>
        <Text style={text.body}>
          Ce n’est pas vous{NBSP}? Renoncez-y dans{' '}
          <MailLink href={profileUrl}>le profil de l’agence</MailLink>, puis changez son mot de passe{NBSP}:
          le lien envoyé à cette adresse ne servira plus.
        </Text>
      </MailNotice>
    ),
  };
}

/** Says to the address that requests went to until now that they go elsewhere. */
export function contactChangedMail(props: {
  origin: string;
  agency: string;
  /** Null: nowhere. */
  address: string | null;
  profileUrl: string;
}): Mail {
  const { origin, agency, address, profileUrl } = props;
  return {
    subject: 'Vos prospects n’arrivent plus à cette adresse',
    element: (
      <MailNotice
        origin={origin}
        preview={address ? `Ils partent désormais vers ${address}.` : 'Plus aucune adresse ne les reçoit.'}
        why={`Vous recevez ce message parce que cette adresse était celle de ${agency} sur Vigie.`}
      >
        <Text style={text.title}>L’adresse de votre agence a changé</Text>
        <Text style={text.body}>
          {address ? (
            <>
              Les demandes adressées à {agency} partent désormais vers <strong>{address}</strong>.
            </>
          ) : (
            `Plus aucune adresse ne reçoit les demandes adressées à ${agency}.`
          )}
        </Text>
        <Text style={text.body}>
          Ce n’est pas vous{NBSP}? Corrigez-la dans{' '}
          <MailLink href={profileUrl}>le profil de l’agence</MailLink>, puis changez son mot de passe.
        </Text>
      </MailNotice>
    ),
  };
}

/** Asks the agency itself, at the address on file, whether its listings are to leave. */
export function exclusionMail(props: {
  origin: string;
  link: string;
  agency: string;
  listings: number;
}): Mail {
  const { origin, link, agency, listings } = props;
  return {
    subject: 'Ne plus diffuser les annonces de votre agence',
    element: (
      <MailNotice
        origin={origin}
        preview={`Un clic retire de Vigie les annonces de ${agency}.`}
        why={`Vous recevez ce message parce que cette adresse est celle de ${agency} sur Vigie, et que son retrait a été demandé. Si ce n’est pas votre choix, ne faites rien${NBSP}: rien ne change.`}
      >
        <Text style={text.title}>Ne plus diffuser vos annonces{NBSP}?</Text>
        <Text style={text.body}>
          {listings > 0
            ? `${formatCount(listings, 'annonce', 'annonces')} de ${agency} ${listings > 1 ? 'sont' : 'est'} en ligne.`
            : `Aucune annonce de ${agency} n’est en ligne.`}{' '}
          La page qui s’ouvre les retire, et les flux à venir ne les ramènent pas.
        </Text>
        <MailAction link={link} label="Choisir de ne plus être diffusé" />
        <Text style={text.small}>
          Rien n’est retiré avant votre confirmation sur cette page. Ce lien fonctionne pendant 24 heures.
        </Text>
      </MailNotice>
    ),
  };
}

/** The choice is made; how to come back. */
export function excludedMail(props: {
  origin: string;
  agency: string;
  removed: number;
  contact: string;
}): Mail {
  const { origin, agency, removed, contact } = props;
  return {
    subject: 'Vos annonces ne sont plus diffusées sur Vigie',
    element: (
      <MailNotice
        origin={origin}
        preview={`${agency} n’est plus diffusée.`}
        why={`Vous recevez ce message parce que cette adresse est celle de ${agency} sur Vigie.`}
      >
        <Text style={text.title}>Vos annonces ne sont plus diffusées</Text>
        <Text style={text.body}>
          {removed > 0
            ? `${formatCount(removed, 'annonce quitte', 'annonces quittent')} la ligne.`
            : 'Aucune annonce n’était en ligne.'}{' '}
          Les flux de votre logiciel sont désormais refusés.
        </Text>
        <Text style={text.body}>
          Pour revenir, écrivez-nous depuis cette adresse{NBSP}:{' '}
          <MailLink href={`mailto:${contact}`}>{contact}</MailLink>.
        </Text>
      </MailNotice>
    ),
  };
}

/** An agency that has no address on file is asked to leave: somebody must look. */
export function exclusionNoticeMail(props: { origin: string; reference: string }): Mail {
  const { origin, reference } = props;
  return {
    subject: `Le retrait d’une agence sans adresse est demandé (${reference})`,
    element: (
      <MailNotice
        origin={origin}
        preview={`Quelqu’un demande que ${reference} ne soit plus diffusée.`}
        why="Vous recevez ce message parce que cette adresse est celle de l’équipe du site."
      >
        <Text style={text.title}>Un retrait à vérifier</Text>
        <Text style={text.body}>
          Quelqu’un demande que l’agence {reference}, dont aucune adresse n’est connue, ne soit plus diffusée.
          Joignez-la, puis{NBSP}:
        </Text>
        <MailAction link={origin + paths.adminRequests()} label="Retirer l’agence" />
        <Text style={text.body}>npm run vigie -- agencies exclude --ref {reference}</Text>
      </MailNotice>
    ),
  };
}
