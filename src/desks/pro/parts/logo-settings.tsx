import { ImageUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { callApi } from '#browser/api.ts';
import { failureOf } from '#browser/checked-form.ts';
import { useOnce } from '#browser/post-form.tsx';
import { NBSP } from '#contract/fmt.ts';
import type { AgencyLogo as Logo } from '#rooms/agencies/logo.ts';
import { AgencyLogo } from '#rooms/agencies/parts/agency-logo.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { dropLogoCall, LOGO_BYTES_MAX, logoErrors, setLogoCall } from '../logo.ts';

interface Outcome {
  readonly said: string;
  readonly refused: boolean;
}

/** The logo of the agency as people see it, and the ways to change it: sent as soon as it is chosen. */
export function LogoSettings({ agency }: { agency: { readonly name: string; readonly logo: Logo | null } }) {
  const [logo, setLogo] = useState(agency.logo);
  const [busy, setBusy] = useState<'send' | 'drop' | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const once = useOnce();

  const act = (of: 'send' | 'drop', work: () => Promise<string>) => once(() => tryTo(of, work));

  async function tryTo(of: 'send' | 'drop', work: () => Promise<string>) {
    setBusy(of);
    try {
      setOutcome({ said: await work(), refused: false });
    } catch (error) {
      const { status, message } = failureOf(error);
      const said =
        status === null ? 'Le serveur ne répond pas. Votre logo n’a pas changé\u00a0: réessayez.' : message;
      setOutcome({ said, refused: true });
    } finally {
      setBusy(null);
    }
  }

  const send = (chosen: File) =>
    act('send', async () => {
      const form = new FormData();
      form.append('logo', chosen);
      const { data } = await callApi(setLogoCall, {}, { form, quiet: true });
      setLogo(data.logo);
      return 'Votre logo est en ligne, sur votre page et sur vos annonces.';
    });
  const drop = () =>
    act('drop', async () => {
      await callApi(dropLogoCall, {}, { quiet: true });
      setLogo(null);
      return 'Votre logo est retiré. Vos initiales le remplacent.';
    });

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <AgencyLogo agency={{ name: agency.name, logo }} size="lg" />
        <div className="min-w-0 flex-[1_1_16rem]">
          <p id="logo-formats" className="text-small text-ardoise-600">
            PNG, JPEG ou WebP, 2{NBSP}Mo au plus, de 64 à 6{NBSP}000 pixels de côté. Il est montré sur fond
            blanc.
          </p>
          <div className="mt-3 flex flex-wrap gap-3">
            <Button
              variant="secondary"
              busy={busy === 'send'}
              disabled={busy === 'drop'}
              aria-describedby="logo-formats"
              icon={<ImageUp aria-hidden="true" className="size-5" />}
              onClick={() => file.current?.click()}
            >
              {logo ? 'Changer le logo' : 'Choisir un logo'}
            </Button>
            {logo && (
              <Button
                variant="quiet"
                busy={busy === 'drop'}
                disabled={busy === 'send'}
                onClick={() => void drop()}
              >
                Retirer<span className="sr-only"> le logo</span>
              </Button>
            )}
          </div>
        </div>
        <input
          ref={file}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          className="sr-only"
          tabIndex={-1}
          aria-label="Fichier du logo"
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            currentTarget.value = '';
            if (chosen && chosen.size > LOGO_BYTES_MAX)
              setOutcome({ said: logoErrors.LOGO_TOO_HEAVY.message, refused: true });
            else if (chosen) void send(chosen);
          }}
        />
      </div>
      {outcome && (
        <Notice tone={outcome.refused ? 'error' : 'success'} live>
          {outcome.said}
        </Notice>
      )}
    </>
  );
}
