import { useEffect, useId, useRef } from 'react';
import type * as z from 'zod/mini';
import { callApi } from '../../../browser/api.ts';
import { type Refused, refusal, useCheckedForm } from '../../../browser/checked-form.ts';
import { MESSAGE_MAX } from '../../../contract/constants.ts';
import { paths } from '../../../contract/paths.ts';
import { services } from '../../../platform/context.server.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { EmailField } from '../../../ui/email-field.tsx';
import { Field } from '../../../ui/field.tsx';
import { OutsideLink, TextLink } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { pageMeta } from '../../../ui/page-meta.ts';
import { TextArea, TextInput } from '../../../ui/text-input.tsx';
import { userOf } from '../../accounts/rules.server.ts';
import { contactCall, contactSchema, KEPT_YEARS } from '../contact/contract.ts';
import { HelpFirst } from '../parts/help-first.tsx';
import type { Route } from './+types/contact.ts';

const SUBJECT_MAX = 150;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { actor, db, env } = services(context);
  const user = actor.kind === 'user' ? await userOf(db, actor.userId) : null;
  const subject = new URL(request.url).searchParams.get('sujet') ?? '';
  return {
    origin: env.publicUrl,
    address: env.contactAddress,
    name: user ? `${user.firstName} ${user.lastName}` : '',
    email: user?.email ?? '',
    subject: subject.replaceAll(/\s+/g, ' ').trim().slice(0, SUBJECT_MAX),
  };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({
    title: 'Nous contacter – Vigie',
    description: 'Écrire à l’équipe de Vigie, et les réponses aux questions les plus posées.',
    origin: loaderData?.origin ?? '',
    path: paths.contact(),
  });
}

interface Sent {
  readonly reference: string;
  readonly receipt: boolean;
  readonly email: string;
}

/** The same words sent again after a silence of the network are the same message. */
let tried: { readonly words: string; readonly submission: string } | null = null;

function submissionOf(words: string): string {
  if (tried?.words !== words) {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    tried = { words, submission: [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('') };
  }
  return tried.submission;
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const given = (await request.json()) as z.input<typeof contactSchema> & { email: string };
  try {
    const { data: written } = await callApi(contactCall, {
      body: { ...given, submission: submissionOf(JSON.stringify(given)) },
    });
    tried = null;
    return { sent: { ...written, email: given.email.trim() } satisfies Sent };
  } catch (error) {
    return refusal(error);
  }
}

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const sent = actionData && 'sent' in actionData ? actionData.sent : undefined;
  return (
    <div className="page py-10 lg:py-16">
      {sent ? (
        <Arrived sent={sent} />
      ) : (
        <>
          <header className="max-w-[46rem]">
            <h1 className="text-home">Nous contacter</h1>
            <p className="mt-4 text-lead text-ardoise-700">
              Une personne lit chaque message et répond à l’adresse que vous donnez.
            </p>
          </header>
          <div className="mt-8 grid gap-x-16 gap-y-12 lg:mt-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
            <HelpFirst />
            <Form {...loaderData} refused={actionData && !('sent' in actionData) ? actionData : undefined} />
          </div>
        </>
      )}
    </div>
  );
}

interface FormProps {
  name: string;
  email: string;
  subject: string;
  address: string;
  refused: Refused | undefined;
}

function Form({ address, refused, name, email, subject }: FormProps) {
  const title = useId();
  const trap = useId();
  const { form, field, errorOf, valueOf, busy } = useCheckedForm({
    schema: contactSchema,
    defaults: { name, email, subject, message: '', website: '' },
    refused,
  });
  const mailto = `mailto:${address}?${new URLSearchParams({
    subject: valueOf('subject'),
    body: valueOf('message'),
  })
    .toString()
    .replaceAll('+', '%20')}`;
  return (
    <section aria-labelledby={title}>
      <h2 id={title} className="text-h4">
        Écrire à l’équipe
      </h2>
      <noscript>
        <div className="mt-4">
          <Notice>
            Ce formulaire a besoin de JavaScript. Sans lui, écrivez à{' '}
            <OutsideLink href={`mailto:${address}`}>{address}</OutsideLink>.
          </Notice>
        </div>
      </noscript>
      {refused?.failure && (
        <div className="mt-4">
          <Notice tone="error" live>
            {refused.failure} {/* The words themselves, should the network stay away. */}
            <OutsideLink href={mailto}>Écrire par e-mail</OutsideLink>
          </Notice>
        </div>
      )}
      <form {...form} className="mt-4 grid gap-2">
        <Field label="Nom" required error={errorOf('name')}>
          {(control) => <TextInput {...control} {...field('name')} autoComplete="name" />}
        </Field>
        <EmailField error={errorOf('email')} {...field('email')} />
        <Field label="Sujet" required error={errorOf('subject')}>
          {(control) => <TextInput {...control} {...field('subject')} />}
        </Field>
        <Field
          label="Message"
          required
          error={errorOf('message')}
          hint={`De 10 à ${MESSAGE_MAX} caractères.`}
        >
          {(control) => <TextArea {...control} {...field('message')} rows={7} />}
        </Field>
        {/* Filled in by machines only: a person neither sees nor reaches it. */}
        <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
          <label htmlFor={trap}>Site web</label>
          <input id={trap} {...field('website')} type="text" tabIndex={-1} autoComplete="off" />
        </div>
        <Button type="submit" size="lg" busy={busy} className="mt-2 justify-self-start">
          Envoyer
        </Button>
        <p className="mt-3 text-small text-ardoise-600">
          Ces données servent à vous répondre et à rien d’autre. Elles sont gardées {KEPT_YEARS} ans, ou
          jusqu’à ce que vous demandiez de les effacer. Qui en répond et quels sont vos droits&nbsp;:{' '}
          <TextLink to={`${paths.legalNotice()}#donnees`}>Données personnelles</TextLink>.
        </p>
      </form>
    </section>
  );
}

function Arrived({ sent }: { sent: Sent }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="max-w-measure">
      <h1 ref={heading} tabIndex={-1} className="text-home">
        Votre message est arrivé
      </h1>
      <p className="mt-4 text-lead text-ardoise-700">
        Nous vous répondons à <strong className="font-bold break-all">{sent.email}</strong>.
        {sent.receipt && ' Un accusé de réception y part maintenant.'}
      </p>
      <p className="mt-6 inline-block rounded-card border border-ardoise-200 bg-blanc px-5 py-4">
        <span className="block text-small text-ardoise-600">Référence, à citer si vous nous relancez</span>
        <span className="figures text-h2 font-bold select-all">{sent.reference}</span>
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to={paths.home()}>Revenir à l’accueil</ButtonLink>
        <ButtonLink variant="secondary" to={paths.contact()} reloadDocument>
          Écrire un autre message
        </ButtonLink>
      </div>
    </div>
  );
}
