import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { callApi } from '#browser/api.ts';
import { ApiError } from '#browser/read-error.ts';
import { toast } from '#browser/toasts.ts';
import { paths } from '#contract/paths.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { restoreAddressCall, type Silenced } from '../silenced-address.ts';

/** Alerts go on finding while mail does not arrive: what was found is on their pages. */
export function SilencedNotice({ address, reason, canRetry }: Silenced) {
  const retry = useRetry();
  return (
    <Notice
      tone="warning"
      title="Vos courriels sont suspendus"
      actions={
        <>
          {canRetry && (
            <Button variant="secondary" size="sm" busy={retry.busy} onClick={() => void retry.send()}>
              {reason === 'bounces' ? 'Réessayer cette adresse' : 'Recevoir de nouveau'}
            </Button>
          )}
          <ButtonLink to={`${paths.profile()}#adresse`} variant="secondary" size="sm">
            Changer d’adresse
          </ButtonLink>
          <TextLink to={paths.contact()} className="self-center text-small">
            Nous écrire
          </TextLink>
        </>
      }
    >
      {reason === 'bounces' && (
        <>
          Les derniers envois à <strong className="wrap-anywhere">{address}</strong> nous sont revenus : boîte
          pleine, ou adresse qui n’existe plus.
        </>
      )}
      {reason === 'complaint' && (
        <>
          Un de nos courriels à <strong className="wrap-anywhere">{address}</strong> a été signalé comme
          indésirable. Nous n’écrivons plus à cette adresse, pas même pour un mot de passe oublié.
        </>
      )}
      {reason === 'operator' && (
        <>
          Nous n’écrivons plus à <strong className="wrap-anywhere">{address}</strong>, à votre demande.
        </>
      )}{' '}
      Vos alertes continuent de chercher : les résultats sont dans Mes alertes.
    </Notice>
  );
}

/** Has the address written to again, and says what came of it. */
function useRetry() {
  const [busy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();
  const send = async () => {
    setBusy(true);
    try {
      const {
        data: { address },
      } = await callApi(restoreAddressCall, {});
      toast({
        title: 'Vos courriels repartent',
        description: address === null ? 'Rien ne les retenait.' : `Le prochain ira à ${address}.`,
      });
      await revalidate();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast({ title: 'Rien n’a changé', description: error.message, variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  };
  return { busy, send };
}
