import { paths } from '#contract/paths.ts';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';

/** The agency has none of the addresses that its mails go to: what is lost by it, and the two ways out. */
export function UnreachableNotice({ ownerReference }: { ownerReference: string }) {
  return (
    <Notice tone="warning" title="Aucun courriel ne vous annonce vos prospects">
      L’agence n’a pas d’adresse de contact&nbsp;: les demandes attendent dans{' '}
      <TextLink to={paths.ownedLeads({ ownerReference })}>vos prospects</TextLink>, et rien ne vous en
      prévient. Donnez une adresse ci-dessous, ou recevez-les à votre adresse de connexion, dans{' '}
      <TextLink to={paths.ownedNotifications({ ownerReference })}>vos notifications</TextLink>.
    </Notice>
  );
}
