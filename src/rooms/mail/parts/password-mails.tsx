import { Text } from 'react-email';
import { formatDate, formatTime, NBSP } from '#contract/fmt.ts';
import { MailLink, text } from './mail-frame.tsx';
import { type Mail, MailAction, MailNotice } from './notice.tsx';

/** The link of a forgotten password. `of`: « pour cette adresse sur Vigie ». */
export function newPasswordMail(props: { origin: string; link: string; hours: number; of: string }): Mail {
  const { origin, link, hours, of } = props;
  return {
    subject: 'Choisissez un nouveau mot de passe',
    element: (
      <MailNotice
        origin={origin}
        preview={`Le lien est valable ${hours} heure, une seule fois.`}
        why={`Vous recevez ce message parce qu’un nouveau mot de passe a été demandé ${of}. Si ce n’est pas vous, ne faites rien${NBSP}: le mot de passe d’aujourd’hui reste le bon.`}
      >
        <Text style={text.title}>Un nouveau mot de passe</Text>
        <Text style={text.body}>
          Choisissez-le sur la page qui s’ouvre. Vous vous connecterez ensuite, et vos autres appareils
          devront se reconnecter.
        </Text>
        <MailAction link={link} label="Choisir un mot de passe" />
        <Text style={text.small}>
          Ce lien est valable {hours} heure et ne sert qu’une fois. Ne le transmettez à personne.
        </Text>
      </MailNotice>
    ),
  };
}

/** Says that the password was changed: if it was not by the person who owns it, they learn it here. */
export function changedPasswordMail(props: {
  origin: string;
  forgotUrl: string;
  at: Date;
  /** « Votre mot de passe ». */
  whose: string;
  why: string;
}): Mail {
  const { origin, forgotUrl, at, whose, why } = props;
  return {
    subject: `${whose} a été changé`,
    element: (
      <MailNotice origin={origin} preview="Vos autres appareils ont été déconnectés." why={why}>
        <Text style={text.title}>{whose} a été changé</Text>
        <Text style={text.body}>
          Le {formatDate(at)} à {formatTime(at)}. Vos autres appareils ont été déconnectés.
        </Text>
        <Text style={text.body}>
          Ce n’est pas vous{NBSP}?{' '}
          <MailLink href={forgotUrl}>Demandez tout de suite un nouveau mot de passe</MailLink>
          {NBSP}: celui qui vient d’être choisi ne vaudra plus.
        </Text>
      </MailNotice>
    ),
  };
}
