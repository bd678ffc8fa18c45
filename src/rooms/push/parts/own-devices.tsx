import { BellRing } from 'lucide-react';
import { useEffect, useState } from 'react';
import { callApi } from '#browser/api.ts';
import {
  PushDenied,
  type PushState,
  readPushState,
  subscribeToPush,
  unsubscribeFromPush,
} from '#browser/push.ts';
import { ApiError } from '#browser/read-error.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Time } from '#ui/time.tsx';
import { addDeviceCall, type Devices, removeDeviceCall } from '../contract.ts';

const SILENT_SERVICE = 'Le service de notifications de ce navigateur ne répond pas. Réessayez plus tard.';

/** « Recevoir aussi sur cet appareil », and the other devices of the account. Asks the browser only when pressed. */
export function OwnDevices({ devices: given }: { devices: Devices }) {
  const [{ publicKey, devices }, setDevices] = useState(given);
  const [standing, setStanding] = useState<PushState | null>(null);
  const [busy, setBusy] = useState<number | 'here' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  useEffect(() => {
    let there = true;
    void readPushState()
      .catch(() => ({ state: 'unsupported' as const }))
      .then((found) => there && setStanding(found));
    return () => {
      there = false;
    };
  }, []);

  async function act(what: number | 'here', change: () => Promise<Devices>) {
    setBusy(what);
    setFailure(null);
    try {
      setDevices(await change());
    } catch (error) {
      if (error instanceof PushDenied) return;
      setFailure(error instanceof ApiError ? error.message : SILENT_SERVICE);
    } finally {
      setStanding(await readPushState().catch(() => ({ state: 'unsupported' as const })));
      setBusy(null);
    }
  }

  const add = () =>
    act('here', async () => (await callApi(addDeviceCall, { body: await subscribeToPush(publicKey) })).data);
  const remove = (id: number, here: boolean) =>
    act(id, async () => {
      const left = await callApi(removeDeviceCall, { params: { id } });
      if (here) await unsubscribeFromPush();
      return left.data;
    });

  const own = standing?.state === 'on' ? devices.find(({ mark }) => mark === standing.mark) : undefined;
  return (
    <div className="space-y-3" aria-busy={busy !== null}>
      {standing?.state === 'denied' && (
        <Notice tone="warning" live>
          Ce navigateur bloque les notifications de Vigie. Autorisez-les dans ses réglages (le cadenas, à côté
          de l’adresse), puis rechargez la page.
        </Notice>
      )}
      {standing?.state === 'unsupported' && (
        <p className="text-small text-ardoise-600">
          Ce navigateur ne reçoit pas de notifications. Sur un autre de vos appareils, ouvrez cette page.
        </p>
      )}
      {failure && (
        <Notice tone="error" live>
          {failure}
        </Notice>
      )}
      {devices.length > 0 && (
        <ul className="divide-y divide-ardoise-200 border-y border-ardoise-200">
          {devices.map(({ id, name, createdAt, sentAt }) => (
            <li key={id} className="flex items-center justify-between gap-4 py-2.5">
              <p className="min-w-0">
                <span className="font-medium">{name}</span>
                {id === own?.id && (
                  <span className="ml-2 rounded-chip bg-vert-100 px-2 py-0.5 text-caption font-medium text-vert-700">
                    Cet appareil
                  </span>
                )}
                <span className="block text-small text-ardoise-600">
                  {sentAt ? (
                    <>
                      Dernière notification le <Time at={sentAt} />
                    </>
                  ) : (
                    <>
                      Ajouté le <Time at={createdAt} />
                    </>
                  )}
                </span>
              </p>
              <Button
                type="button"
                variant="quiet"
                size="sm"
                busy={busy === id}
                onClick={() => void remove(id, id === own?.id)}
              >
                Retirer<span className="sr-only"> {name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {!own && standing?.state !== 'unsupported' && standing?.state !== 'denied' && (
        <Button
          type="button"
          variant="secondary"
          icon={<BellRing aria-hidden="true" className="size-4.5" />}
          disabled={standing === null}
          busy={busy === 'here'}
          onClick={() => void add()}
        >
          Recevoir aussi sur cet appareil
        </Button>
      )}
    </div>
  );
}
