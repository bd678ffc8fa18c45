import { useState } from 'react';
import { callApi } from '#browser/api.ts';
import { invalidAnswer, readError } from '#browser/read-error.ts';
import { toast } from '#browser/toasts.ts';
import { Button } from '#ui/button.tsx';
import { googleUrlCall } from '../contract.ts';
import { type GoogleTrip, saveTrip } from '../store.client.ts';

/** What failed with Google, in the words of specification 8. */
export function toastGoogleFailure(wish: GoogleTrip['wish'], message: string): void {
  const login = wish !== 'register';
  toast({
    variant: 'destructive',
    title: login ? 'Erreur de connexion Google' : "Erreur d'inscription Google",
    description:
      message ||
      (login
        ? 'Échec de la connexion avec Google. Veuillez réessayer.'
        : "Échec de l'inscription avec Google. Veuillez réessayer."),
  });
}

/** Goes where Google asks who it is; the way back is kept by this tab. */
export function goToGoogle(trip: GoogleTrip, url: string): void {
  saveTrip(trip);
  window.location.assign(url);
}

/** Leaves for Google by a redirect: no script of theirs runs here. */
export function GoogleAction({
  wish,
  redirect,
  label,
  ...look
}: GoogleTrip & { label: string; size?: 'lg'; wide?: boolean }) {
  const [busy, setBusy] = useState(false);

  async function leave() {
    setBusy(true);
    try {
      const { data } = await callApi(googleUrlCall, {});
      if (typeof data.url !== 'string') throw invalidAnswer(googleUrlCall);
      goToGoogle({ wish, redirect }, data.url);
    } catch (error) {
      setBusy(false);
      toastGoogleFailure(wish, readError(error).message);
    }
  }

  return (
    <Button
      variant="secondary"
      {...look}
      busy={busy}
      onClick={() => void leave()}
      icon={<img src="/google.svg" alt="" width={20} height={20} />}
    >
      {label}
    </Button>
  );
}

/** The same, before a form that asks for an address. */
export function GoogleButton({ wish, redirect }: GoogleTrip) {
  return (
    <>
      <GoogleAction
        wish={wish}
        redirect={redirect}
        size="lg"
        wide
        label={wish === 'register' ? 'S’inscrire avec Google' : 'Se connecter avec Google'}
      />
      <p className="my-5 flex items-center gap-4 text-small text-ardoise-600 before:h-px before:flex-1 before:bg-ardoise-200 after:h-px after:flex-1 after:bg-ardoise-200">
        ou avec votre adresse
      </p>
    </>
  );
}
