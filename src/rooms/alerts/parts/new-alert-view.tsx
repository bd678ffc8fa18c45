import { MailCheck } from 'lucide-react';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { redirect, useNavigation } from 'react-router';
import { callApi } from '#browser/api.ts';
import { toast } from '#browser/toasts.ts';
import { wordsOf } from '#contract/form-text.ts';
import { paths } from '#contract/paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Preview } from '../asking/preview.ts';
import { createAlertCall, newAlertSchema } from '../contract.ts';
import {
  AlertForm,
  type RefusedAlert,
  readAlertForm,
  refusedAlert,
  refusedForm,
  type TypedDetails,
} from './alert-form.tsx';
import { SentenceBox } from './sentence-box.tsx';

/** What the page's `clientAction` answers. */
export async function createAlert(request: Request) {
  const form = await request.formData();
  const words = wordsOf(form);
  const given = {
    ...readAlertForm(form),
    ...(words.has('email') ? { email: words.get('email') ?? '' } : {}),
  };
  const parsed = newAlertSchema.safeParse(given);
  if (!parsed.success) {
    return refusedForm(parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })));
  }
  try {
    const { data } = await callApi(createAlertCall, { body: given as never });
    if (data.status === 'unconfirmed') return { sentTo: given.email ?? '' };
  } catch (error) {
    return refusedAlert(error);
  }
  toast({ title: 'Alerte créée', description: 'Le premier courriel partira dès qu’une annonce correspond.' });
  return redirect(paths.dashboard());
}

type Form = ComponentProps<typeof AlertForm>;

interface NewAlertViewProps {
  draft: Form['initial'] & {
    /** Another search is another form. */
    key: string;
  };
  preview: Preview | null;
  account: Form['account'];
  devices: Form['devices'];
  /** Of the account, the alert that looks for the same. */
  twin: string | null;
  sentence: ComponentProps<typeof SentenceBox>;
  mailboxPath: string | null;
  answer: RefusedAlert | { sentTo: string } | undefined;
}

/** The whole of the page that makes an alert, and what it says once the link is on its way. */
export function NewAlertView(props: NewAlertViewProps) {
  const { account, devices, mailboxPath, draft, preview, sentence, twin, answer } = props;
  const busy = useNavigation().state !== 'idle';
  const [typed, setTyped] = useState<TypedDetails | null>(null);
  const failure = answer && 'failure' in answer ? answer.failure : null;
  if (answer && 'sentTo' in answer) {
    return <Sent to={answer.sentTo ?? account?.email ?? ''} mailboxPath={mailboxPath} />;
  }
  return (
    <div className="page py-10 sm:py-14">
      <h1 className="text-h1">Créer une alerte</h1>
      <p className="mt-2 mb-8 max-w-[60ch] text-ardoise-600">
        Dites ce que vous cherchez. Vous recevrez chaque annonce qui correspond, et chaque baisse de prix.
      </p>
      <noscript>
        <div className="mb-8">
          <Notice>
            Ce formulaire a besoin de JavaScript pour créer l’alerte. Son aperçu, la recherche, la
            confirmation et la désinscription s’en passent.
          </Notice>
        </div>
      </noscript>
      <SentenceBox {...sentence} />
      {twin && (
        <div className="mb-8">
          <Notice tone="warning" title="Une de vos alertes cherche déjà cela">
            « {twin} » a les mêmes critères. Changez-en un, ou{' '}
            <TextLink to={paths.dashboard()}>gardez celle que vous avez</TextLink>.
          </Notice>
        </div>
      )}
      <AlertForm
        key={draft.key}
        initial={draft}
        account={account}
        devices={devices}
        preview={preview}
        errors={(answer && 'errors' in answer && answer.errors) || none}
        failure={
          failure && (
            <Notice tone="error" live>
              {failure}
            </Notice>
          )
        }
        busy={busy}
        typed={typed}
        onTyped={setTyped}
      />
    </div>
  );
}

const none = {};

/** What happens next, said before it happens. */
function Sent({ to, mailboxPath }: { to: string; mailboxPath: string | null }) {
  const title = useRef<HTMLHeadingElement>(null);
  // The address is the same: nothing else brings the reader to what has changed.
  useEffect(() => {
    window.scrollTo(0, 0);
    title.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="mx-auto w-full max-w-[36rem] px-4 py-16 text-center sm:py-24">
      <MailCheck
        aria-hidden="true"
        className="mx-auto mb-6 size-14 animate-pop-in text-phare-700"
        strokeWidth={1.5}
      />
      <h1 ref={title} tabIndex={-1} className="text-h1 outline-none">
        Vérifiez votre boîte aux lettres
      </h1>
      <p className="mt-4 text-lead" aria-live="polite">
        Un lien de confirmation part vers <strong>{to}</strong>. L’alerte veille dès que vous l’ouvrez.
      </p>
      <p className="mt-3 text-ardoise-600">
        Rien reçu ? Regardez dans les courriers indésirables. Trois liens au plus sont envoyés par jour à une
        adresse.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {mailboxPath && (
          <ButtonLink to={`${mailboxPath}?to=${encodeURIComponent(to)}`} variant="secondary">
            Boîte aux lettres de démonstration
          </ButtonLink>
        )}
        <TextLink to={paths.home()} className="self-center">
          Revenir à l’accueil
        </TextLink>
      </div>
    </div>
  );
}
