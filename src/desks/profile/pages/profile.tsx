import { data, redirect } from 'react-router';
import { fail, sharedErrors } from '#contract/errors.ts';
import { formatDate } from '#contract/fmt.ts';
import { clock } from '#platform/clock.server.ts';
import { services } from '#platform/context.server.ts';
import { sessionTokenIn } from '#rooms/accounts/accounts.server.ts';
import { devicesOf } from '#rooms/accounts/devices.server.ts';
import { SectionNav } from '#rooms/accounts/parts/profile-section.tsx';
import { Notice } from '#ui/notice.tsx';
import { profileSections } from '../contract.ts';
import { ConsentsSection } from '../parts/consents-section.tsx';
import { DeletionSection } from '../parts/deletion-section.tsx';
import { DevicesSection } from '../parts/devices-section.tsx';
import { EmailSection } from '../parts/email-section.tsx';
import { ExportSection } from '../parts/export-section.tsx';
import { GoogleSection } from '../parts/google-section.tsx';
import { IdentitySection } from '../parts/identity-section.tsx';
import { MailsSection } from '../parts/mails-section.tsx';
import { PasswordSection } from '../parts/password-section.tsx';
import { profileOf } from '../profile.server.ts';
import { answerForm, type SubmittedForm } from '../store.client.ts';
import type { Route } from './+types/profile.ts';

export const meta: Route.MetaFunction = () => [
  { title: 'Mon profil – Vigie' },
  { name: 'robots', content: 'noindex' },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { actor, ...open } = services(context);
  // The front door has let only users in.
  if (actor.kind !== 'user') throw fail(sharedErrors.LOGIN_REQUIRED);
  const token = sessionTokenIn(open.env, request.headers.get('cookie'));
  const [profile, devices] = await Promise.all([
    profileOf(open, actor.userId, token),
    devicesOf(open.db, actor.userId, token),
  ]);
  return { profile, devices, now: clock.now().toISOString() };
}

/** Every form of the page comes here under its own name. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const { outcome, leaveTo } = await answerForm((await request.json()) as SubmittedForm);
  if (leaveTo) return redirect(leaveTo);
  // A refusal asks no loader again: without a network that would replace the page, and what is typed in it.
  return 'done' in outcome ? outcome : data(outcome, { status: 422 });
}

const withoutGoogle = profileSections.filter(({ id }) => id !== 'google');

export default function ProfilePage({ loaderData: { profile, devices, now } }: Route.ComponentProps) {
  const { google } = profile;
  const withGoogle = google.enabled || google.linked;
  const shown = withGoogle ? profileSections : withoutGoogle;
  return (
    <div className="page py-10 sm:py-14">
      <h1 className="text-h1">Mon profil</h1>
      <p className="mt-2 text-ardoise-600">Compte ouvert le {formatDate(new Date(profile.createdAt))}.</p>
      <noscript>
        <div className="mt-6">
          <Notice>
            Changer votre profil a besoin de JavaScript. La recherche, la confirmation d’une alerte et la
            désinscription s’en passent.
          </Notice>
        </div>
      </noscript>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-6 lg:mt-8 lg:grid-cols-[13rem_minmax(0,46rem)]">
        <SectionNav parts={shown} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <IdentitySection user={profile.user} />
          <EmailSection profile={profile} />
          <PasswordSection profile={profile} />
          {withGoogle && <GoogleSection profile={profile} />}
          <DevicesSection devices={devices} now={now} />
          <MailsSection notices={profile.notices} />
          <ConsentsSection consents={profile.consents} />
          <ExportSection profile={profile} />
          <DeletionSection profile={profile} />
        </div>
      </div>
    </div>
  );
}
