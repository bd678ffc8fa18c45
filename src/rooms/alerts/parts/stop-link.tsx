import type { ReactNode } from 'react';
import { PostForm } from '#browser/post-form.tsx';
import { paths } from '#contract/paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { TextLink } from '#ui/link.tsx';

/** Without a link nothing says whose alert it is, and an address typed here would prove nothing. */
export function NoLink({ asked, signedIn }: { asked: boolean; signedIn: boolean }) {
  return (
    <Frame title={asked ? 'Ce lien n’est pas valable' : 'Arrêter une alerte'}>
      {asked && (
        <p className="text-lead">
          Il est incomplet, ou il vient d’une autre adresse. Certaines messageries coupent les liens longs.
        </p>
      )}
      <ol className="list-decimal space-y-2 pl-5 marker:font-bold marker:text-phare-700">
        <li>Ouvrez un courriel de votre alerte.</li>
        <li>
          Tout en bas, suivez « Arrêter cette alerte »{' '}
          <span className="text-ardoise-600">
            (ou « Se désabonner », que votre messagerie montre à côté de l’expéditeur).
          </span>
        </li>
        <li>Confirmez : une pause, l’arrêt de cette alerte, ou de toutes.</li>
      </ol>
      <OtherWaysToStop signedIn={signedIn} />
    </Frame>
  );
}

/** Two other ways to the same end. */
export function OtherWaysToStop({ signedIn }: { signedIn: boolean }) {
  return (
    <div className="rounded-card border border-ardoise-200 bg-blanc px-5 py-4">
      <p>
        {signedIn
          ? 'Vos alertes se mettent aussi en pause et se suppriment sur votre page.'
          : 'Vous avez un compte ? Vos alertes s’y mettent en pause et s’y suppriment, sans lien.'}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-3">
        <ButtonLink to={paths.dashboard()} variant="secondary" size="sm">
          {signedIn ? 'Voir mes alertes' : 'Se connecter et voir mes alertes'}
        </ButtonLink>
        <TextLink to={paths.contact()} className="text-small">
          Nous écrire
        </TextLink>
      </div>
    </div>
  );
}

/** One button, one question to the server: it works without JavaScript. */
export function Ask({
  token,
  intent,
  fields = {},
  id,
  className,
  children,
}: {
  token: string;
  intent: string;
  fields?: Readonly<Record<string, string>>;
  /** Where a link of a mail leads. */
  id?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <PostForm id={id} {...(className ? { className } : {})}>
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="intent" value={intent} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </PostForm>
  );
}

export function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-[40rem] space-y-6 px-4 py-12 sm:py-16">
      <h1 className="text-h1">{title}</h1>
      {children}
    </div>
  );
}

/** One thing to choose of the page, with its buttons. */
export function Choice({
  id,
  title,
  text,
  children,
}: {
  /** Where a link of a mail leads. */
  id?: string;
  title: string;
  text: string;
  children: ReactNode;
}) {
  return (
    <section
      id={id}
      className="scroll-mt-6 border-t border-ardoise-200 pt-5 target:-mx-3 target:rounded-card target:border target:border-phare-700/40 target:bg-phare-100 target:px-3 target:pb-4"
    >
      <h2 className="text-h4">{title}</h2>
      <p className="mt-1 mb-4 text-ardoise-600">{text}</p>
      <div className="flex flex-wrap gap-3">{children}</div>
    </section>
  );
}
