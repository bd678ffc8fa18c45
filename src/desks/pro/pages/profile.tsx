import { data } from 'react-router';
import { paths } from '#contract/paths.ts';
import { services } from '#platform/context.server.ts';
import { agencyOfPage } from '#platform/pages.server.ts';
import { PasswordChange } from '#rooms/accounts/parts/password-change.tsx';
import { ProfileSection, SectionNav, useOwnForm } from '#rooms/accounts/parts/profile-section.tsx';
import { WebhookSettings } from '#rooms/leads/parts/webhook-settings.tsx';
import { webhookOf } from '#rooms/leads/webhook.server.ts';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { privatePage } from '#ui/page-meta.ts';
import { agencyProfile } from '../agency-profile.server.ts';
import { LegalProgress } from '../parts/legal-progress.tsx';
import { LogoSettings } from '../parts/logo-settings.tsx';
import { profileForms } from '../parts/profile-fields.tsx';
import { ProfileFormSection } from '../parts/profile-form.tsx';
import { UnreachableNotice } from '../parts/unreachable.tsx';
import { WaitingContactNotice } from '../parts/waiting-contact.tsx';
import { answerProfileForm } from '../store.client.ts';
import type { Route } from './+types/profile.ts';

export const meta: Route.MetaFunction = () => privatePage('Profil de l’agence – Vigie Pro');

export async function loader({ context, params }: Route.LoaderArgs) {
  const here = services(context);
  const { agencyId } = agencyOfPage(here, params);
  const [profile, webhook] = await Promise.all([agencyProfile(here.db, agencyId), webhookOf(here, agencyId)]);
  return { ...profile, webhook, now: new Date().toISOString() };
}

/** Every form of the page comes here under its own name. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const outcome = await answerProfileForm(await request.json());
  // A refusal asks no loader again: without a network that would replace the page, and what is typed in it.
  return 'done' in outcome ? outcome : data(outcome, { status: 422 });
}

const logo = { id: 'logo', title: 'Logo' };
const software = { id: 'logiciel', title: 'Votre logiciel' };
const parts = [logo, ...profileForms, software, { id: 'mot-de-passe', title: 'Mot de passe' }];

export default function AgencyProfile({ loaderData }: Route.ComponentProps) {
  const { agency, waiting, unreachable, login, hasPassword, lacks, completeness, webhook, now } = loaderData;
  return (
    <div className="page py-8 lg:py-10">
      <h1 className="text-h1">Profil de l’agence</h1>
      <p className="mt-1 text-ardoise-600">
        {agency.name} <span className="text-ardoise-500">· {agency.ownerReference}</span>
        {' · '}
        <TextLink to={paths.agencyCatalogue(agency)}>Voir la page publique</TextLink>
      </p>
      <noscript>
        <div className="mt-6">
          <Notice>Changer le profil a besoin de JavaScript.</Notice>
        </div>
      </noscript>
      <div className="mt-6">
        <LegalProgress lacks={lacks} completeness={completeness} />
      </div>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-6 lg:mt-8 lg:grid-cols-[13rem_minmax(0,46rem)]">
        <SectionNav parts={parts} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <ProfileSection {...logo} lead="Sur votre page et sur chacune de vos annonces.">
            <LogoSettings agency={agency} />
          </ProfileSection>
          {profileForms.map((said) => (
            <ProfileFormSection key={said.id} said={said} agency={agency} lacks={lacks}>
              {said.id === 'coordonnees' && waiting && (
                <WaitingContactNotice waiting={waiting} present={agency.email} />
              )}
              {said.id === 'coordonnees' && unreachable && !waiting && <UnreachableNotice {...agency} />}
            </ProfileFormSection>
          ))}
          <ProfileSection
            {...software}
            lead="Vos prospects y arrivent aussitôt, et chaque changement ensuite. Ce qui n’arrive pas est essayé à nouveau pendant un jour."
          >
            <WebhookSettings webhook={webhook} now={now} />
          </ProfileSection>
          <Password login={login} hasPassword={hasPassword} />
        </div>
      </div>
    </div>
  );
}

function Password({ login, hasPassword }: { login: string; hasPassword: boolean }) {
  const own = useOwnForm('password');
  return (
    <ProfileSection
      id="mot-de-passe"
      title="Mot de passe"
      lead={
        <>
          Pour se connecter avec l’adresse <span className="wrap-anywhere">{login}</span>. Vos autres
          appareils seront déconnectés, et un courriel vous dira que le mot de passe a changé.
        </>
      }
    >
      {hasPassword ? (
        <PasswordChange key={own.round} own={own} />
      ) : (
        <p>
          Votre espace n’en a pas encore&nbsp;:{' '}
          <TextLink to={`${paths.agencyForgotPassword()}?${new URLSearchParams({ email: login })}`}>
            en choisir un par courriel
          </TextLink>
          .
        </p>
      )}
    </ProfileSection>
  );
}
