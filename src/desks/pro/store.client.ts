import { dashboards } from '#browser/agency-dashboards.ts';
import { rememberAgency } from '#browser/agency-session.ts';
import { callApi } from '#browser/api.ts';
import { failureOf, refusedBy } from '#browser/checked-form.ts';
import { formatCount } from '#contract/fmt.ts';
import type { Outcome } from '#rooms/accounts/parts/profile-section.tsx';
import { cancelContactCall, resendContactCall } from '#rooms/agencies/contact-address.ts';
import { agencyChangePasswordCall } from '#rooms/agencies/sessions.ts';
import { changeNotificationSettingsCall, readNotificationsCall } from '#rooms/notifications/contract.ts';
import { agencyProfileCall } from './agency-profile.ts';
import { agencyDashboardCall } from './contract.ts';

/** Heard by whatever shows what the settings of the agency change (specification 7). */
const SETTINGS_UPDATED = 'agencySettingsUpdated';

/** Makes the call of a form of the profile; what its fields were typed is what is sent. */
export async function answerProfileForm({
  intent,
  ...typed
}: { readonly intent: string } & Readonly<Record<string, unknown>>): Promise<Outcome> {
  try {
    const make = intents[intent] ?? saveProfile;
    const said = await make(typed as never);
    return { done: intent, at: Date.now(), said };
  } catch (error) {
    return refusedBy(failureOf(error));
  }
}

const intents: Readonly<Record<string, (typed: never) => Promise<string>>> = {
  password: changePassword,
  'contact-cancel': cancelContact,
  'contact-resend': resendContact,
};

async function resendContact(): Promise<string> {
  await callApi(resendContactCall, {});
  return 'Un nouveau lien est parti.';
}

async function cancelContact(): Promise<string> {
  await callApi(cancelContactCall, {});
  return 'L’adresse reste la même.';
}

async function changePassword({ currentPassword, newPassword }: Record<string, string>): Promise<string> {
  await callApi(agencyChangePasswordCall, {
    body: { currentPassword: currentPassword ?? '', newPassword: newPassword ?? '' },
  });
  return 'Mot de passe changé. Vos autres appareils sont déconnectés.';
}

async function saveProfile(body: object): Promise<string> {
  const { data } = await callApi(agencyProfileCall, { body });
  // What was believed of the dashboard is older than this.
  dashboards.clear();
  rememberAgency(data.agency);
  const asked =
    data.contactAsked &&
    `Un lien est parti vers ${data.contactAsked}\u00a0: cette adresse sert une fois confirmée.`;
  const alone =
    'email' in body && data.unreachable && 'Sans adresse, aucun courriel ne vous annonce vos prospects.';
  if (!data.listings)
    return ['Enregistré.', asked, alone, 'Vos annonces sont relues, il y en a pour quelques minutes.']
      .filter(Boolean)
      .join(' ');
  const { published, left } = data.listings;
  return [
    'Enregistré.',
    asked,
    alone,
    published > 0 && `${formatCount(published, 'annonce est', 'annonces sont')} désormais en ligne.`,
    left > 0 && `${formatCount(left, 'annonce n’est plus', 'annonces ne sont plus')} en ligne.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Saves the notification settings of the agency, and reads its dashboard again (specification 7). */
export async function saveNotifications(settings: object): Promise<string> {
  await callApi(changeNotificationSettingsCall, { body: settings as never });
  dashboards.clear();
  // They are saved whatever becomes of this: a dashboard that cannot be read now is read when it is opened.
  const read = await callApi(agencyDashboardCall, {}).catch(() => null);
  if (read) dashboards.keep(read.data.agency.ownerReference, read.data, Date.now());
  window.dispatchEvent(new CustomEvent(SETTINGS_UPDATED));
  return 'Enregistré. Les prochains courriels suivent ces choix.';
}

/** Marks notifications as read, up to this one. */
export async function readUpTo(upTo: number): Promise<string> {
  await callApi(readNotificationsCall, { body: { upTo } });
  return '';
}
