import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import { type Refused, refusal, useCheckedForm } from '#browser/checked-form.ts';
import { MESSAGE_MAX } from '#contract/constants.ts';
import { paths } from '#contract/paths.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { Field } from '#ui/field.tsx';
import { OutsideLink, TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { PhoneField } from '#ui/phone-field.tsx';
import { TextArea, TextInput } from '#ui/text-input.tsx';
import { type agencyContactSchema, type ContactReceipt, KEPT_YEARS } from '../contact.ts';

export interface SentMessage extends ContactReceipt {
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

/** Sends what the form was typed, once; what a page's `clientAction` answers. */
export async function sendMessage(
  request: Request,
  send: (
    body: z.input<typeof agencyContactSchema> & { submission: string },
  ) => Promise<{ data: ContactReceipt }>,
) {
  const given = (await request.json()) as z.input<typeof agencyContactSchema> & { email: string };
  try {
    const { data } = await send({ ...given, submission: submissionOf(JSON.stringify(given)) });
    tried = null;
    return { sent: { ...data, email: given.email.trim() } satisfies SentMessage };
  } catch (error) {
    return refusal(error);
  }
}

interface ContactFormProps {
  title: string;
  /** Agencies also say their name and, if they wish, their telephone. */
  schema: z.ZodMiniType;
  defaults: Readonly<Record<string, string>>;
  /** Where to write without the form. */
  address: string;
  refused: Refused | undefined;
}

/** Writes to the team: of individuals, of agencies. */
export function ContactForm({ title: heading, schema, defaults, address, refused }: ContactFormProps) {
  const title = useId();
  const trap = useId();
  const { form, field, errorOf, valueOf, busy } = useCheckedForm<FieldValues>({
    schema: schema as never,
    defaults: { ...defaults, website: '' },
    refused,
  });
  const own = (name: FieldPath<FieldValues>) => ({ ...field(name), defaultValue: defaults[name] });
  const mailto = `mailto:${address}?${new URLSearchParams({
    subject: valueOf('subject') as string,
    body: valueOf('message') as string,
  })
    .toString()
    .replaceAll('+', '%20')}`;
  return (
    <section aria-labelledby={title}>
      <h2 id={title} className="text-h4">
        {heading}
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
          {(control) => <TextInput {...control} {...own('name')} autoComplete="name" />}
        </Field>
        <EmailField error={errorOf('email')} {...own('email')} />
        {'company' in defaults && (
          <>
            <Field label="Nom de l’agence" required error={errorOf('company')}>
              {(control) => <TextInput {...control} {...own('company')} autoComplete="organization" />}
            </Field>
            <PhoneField error={errorOf('phone')} {...own('phone')} />
          </>
        )}
        <Field label="Sujet" required error={errorOf('subject')}>
          {(control) => <TextInput {...control} {...own('subject')} />}
        </Field>
        <Field
          label="Message"
          required
          error={errorOf('message')}
          hint={`De 10 à ${MESSAGE_MAX} caractères.`}
        >
          {(control) => <TextArea {...control} {...own('message')} rows={7} />}
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
          Ces données servent à vous répondre et à rien d’autre. Elles sont gardées {KEPT_YEARS} ans, ou
          jusqu’à ce que vous demandiez de les effacer. Qui en répond et quels sont vos droits&nbsp;:{' '}
          <TextLink to={`${paths.legalNotice()}#donnees`}>Données personnelles</TextLink>.
        </p>
      </form>
    </section>
  );
}

interface ArrivedProps {
  sent: SentMessage;
  /** The page of the form, for another message. */
  again: string;
  children: ReactNode;
}

/** The message has arrived: its reference, and where to go on. */
export function Arrived({ sent, again, children }: ArrivedProps) {
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
        {children}
        <ButtonLink variant="secondary" to={again} reloadDocument>
          Écrire un autre message
        </ButtonLink>
      </div>
    </div>
  );
}
