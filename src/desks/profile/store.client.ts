import { callApi } from '#browser/api.ts';
import { failureOf, refusedBy } from '#browser/checked-form.ts';
import { presence } from '#browser/presence.ts';
import { expireSessionCheck, rememberUser } from '#browser/session.ts';
import { localStore } from '#browser/start-up.ts';
import { toast } from '#browser/toasts.ts';
import { CONSENT_KEY, STORAGE_KEYS } from '#contract/constants.ts';
import { NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import type { ConsentName } from '#rooms/accounts/consents.ts';
import { changePasswordCall } from '#rooms/accounts/contract.ts';
import { goToGoogle } from '#rooms/accounts/parts/google-button.tsx';
import type { Outcome } from '#rooms/accounts/parts/profile-section.tsx';
import { favoriteMailsCall } from '#rooms/favorites/departures.ts';
import {
  askEmailCall,
  cancelEmailCall,
  changeProfileCall,
  consentCall,
  deleteProfileCall,
  type ExportFile,
  endDeviceCall,
  endDevicesCall,
  exportCall,
  firstPasswordCall,
  linkGoogleCall,
  resendEmailCall,
  unlinkGoogleCall,
} from './contract.ts';

/** What a form of the page sends: its name, and what was typed in it. */
export type SubmittedForm = { readonly intent: string } & Readonly<Record<string, unknown>>;

/** Each form's call, and what is said once it is done. */
const answers: Readonly<Record<string, (sent: never) => Promise<string | undefined>>> = {
  async identity(sent: { firstName: string; lastName: string; phone: string; civility: '' | 'M.' | 'Mme' }) {
    const { firstName, lastName, phone, civility } = sent;
    const { data } = await callApi(changeProfileCall, { body: { firstName, lastName, phone, civility } });
    rememberUser(data.user);
    return 'Enregistré.';
  },
  async email({ email, password }: { email: string; password: string }) {
    await callApi(askEmailCall, { body: { email, ...given(password) } });
    return undefined;
  },
  async 'email-resend'() {
    await callApi(resendEmailCall, {});
    return `Un nouveau lien est parti${NBSP}; le précédent ne vaut plus.`;
  },
  async 'email-cancel'() {
    await callApi(cancelEmailCall, {});
    toast({ title: 'Changement annulé', description: 'Votre compte garde son adresse.' });
    return undefined;
  },
  async password({ currentPassword, newPassword }: { currentPassword: string; newPassword: string }) {
    await callApi(changePasswordCall, { body: { currentPassword, newPassword } });
    return 'Mot de passe changé. Vos autres appareils sont déconnectés.';
  },
  async 'first-password'() {
    await callApi(firstPasswordCall, {});
    return 'Un lien arrive dans votre boîte. Il est valable une heure.';
  },
  async 'google-link'({ password }: { password: string }) {
    const { data } = await callApi(linkGoogleCall, { body: given(password) });
    goToGoogle({ wish: 'link', redirect: `${paths.profile()}#google` }, data.url);
    return undefined;
  },
  async 'google-unlink'() {
    await callApi(unlinkGoogleCall, {});
    return 'Google n’ouvre plus votre compte.';
  },
  async 'device-end'({ id }: { id: number }) {
    await callApi(endDeviceCall, { params: { id: String(id) } });
    return undefined;
  },
  async 'devices-end'() {
    await callApi(endDevicesCall, {});
    return 'Vos autres appareils sont déconnectés.';
  },
  async consent({ name, given: yes }: { name: ConsentName; given: boolean }) {
    await callApi(consentCall, { body: { name, given: yes } });
    return undefined;
  },
  async 'favorite-mails'({ wanted }: { wanted: boolean }) {
    await callApi(favoriteMailsCall, { body: { wanted } });
    return undefined;
  },
  async export({ password }: { password: string }) {
    const { data } = await callApi(exportCall, { body: given(password) });
    saveFile(data);
    return 'Le fichier est téléchargé. Un courriel vous le rappelle.';
  },
};

const given = (password: string | undefined) => (password ? { password } : {});

/** Makes the call of a form. `leaveTo`: the page is left for good. */
export async function answerForm({
  intent,
  ...sent
}: SubmittedForm): Promise<{ outcome: Outcome; leaveTo?: string }> {
  try {
    if (intent === 'delete') {
      await callApi(deleteProfileCall, { body: sent });
      forgetEverything();
      toast({
        title: 'Compte supprimé',
        description: 'Vos données sont effacées. Un dernier courriel le confirme.',
      });
      return { outcome: {}, leaveTo: paths.home() };
    }
    const said = await answers[intent]?.(sent as never);
    return { outcome: { done: intent, at: Date.now(), ...(said ? { said } : {}) } };
  } catch (error) {
    return { outcome: refusedBy(failureOf(error)) };
  }
}

function saveFile(file: ExportFile): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `vigie-mes-donnees-${file.about.exportedAt.slice(0, 10)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Clears the person's data from this browser: the agency's own data and the choice of cookies stay. */
function forgetEverything(): void {
  expireSessionCheck();
  const kept = new Set<string>([
    STORAGE_KEYS.agency,
    STORAGE_KEYS.agencyToken,
    STORAGE_KEYS.boostCart,
    CONSENT_KEY,
  ]);
  const store = localStore();
  for (const key of Object.keys(store ?? {})) if (!kept.has(key)) store?.removeItem(key);
  try {
    sessionStorage.clear();
  } catch {
    // No storage, nothing kept.
  }
  presence.comeBack();
}
