import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type FormEventHandler, useEffect, useRef } from 'react';
import { type DefaultValues, type FieldPath, type FieldValues, useForm } from 'react-hook-form';
import { data, useNavigation, useSubmit } from 'react-router';
import type * as z from 'zod/mini';
import { sharedErrors } from '#contract/errors.ts';
import { useOnce } from './post-form.tsx';
import { ApiError, type Failure, fieldIssues, isInvalidAnswer, readError } from './read-error.ts';

/** What a page's `clientAction` says when a call was refused. */
export interface Refused {
  /** By field. */
  readonly fields?: Readonly<Record<string, string>>;
  /** What concerns no field. */
  readonly failure?: string;
}

/**
 * A refusal as a `clientAction` answers it. With this status no loader is asked again: without a network, that would put
 * an error page in place of the form and of what was typed in it.
 */
export function refuse(refused: Refused) {
  return data(refused, { status: 422 });
}

/** What a `clientAction` answers to whatever a call threw; what is no failure of the call is thrown again. */
export function refusal(caught: unknown) {
  return refuse(refusedBy(failureOf(caught)));
}

/** The failure of a call, an answer of another shape included; anything else is thrown again. */
export function failureOf(caught: unknown): Failure {
  const failure = readError(caught);
  if (!(caught instanceof ApiError) && !isInvalidAnswer(failure)) throw caught;
  return failure;
}

/** A refusal as a form shows it: beside its fields, or above them. */
export function refusedBy(failure: Failure): Refused {
  if (isInvalidAnswer(failure))
    return {
      failure:
        'Le serveur a répondu autre chose que prévu. Ce que vous avez tapé est gardé\u00a0: réessayez.',
    };
  if (failure.status === null)
    return { failure: 'Le serveur ne répond pas. Ce que vous avez tapé est gardé\u00a0: réessayez.' };
  if (failure.code === sharedErrors.RATE_LIMIT_EXCEEDED.code) {
    const { retryAfter } = failure.details as { retryAfter: string };
    return { failure: `${failure.message} Réessayez dans ${retryAfter}.` };
  }
  const issues = fieldIssues(failure);
  if (issues.length === 0) return { failure: failure.message };
  return { fields: Object.fromEntries(issues.toReversed().map(({ field, message }) => [field, message])) };
}

interface Options<Values extends FieldValues> {
  /** What the server validates too: one schema on both sides of the wire. */
  readonly schema: z.ZodMiniType<unknown, Values>;
  readonly defaults: DefaultValues<Values>;
  /** What the last submit came back with; nothing typed is lost to it. */
  readonly refused: Refused | undefined;
  /** How it goes, and whether it is on its way, on a page of several forms. */
  readonly send?: { readonly submit: (values: Values) => unknown; readonly busy: boolean };
}

/**
 * A form validated when a field is left, then as one types. What passes goes as JSON, as it was typed, to the
 * page's `clientAction`. The first wrong field takes the focus. Pressed twice, it is sent once.
 */
export function useCheckedForm<Values extends FieldValues>({
  schema,
  defaults,
  refused,
  send,
}: Options<Values>) {
  const submit = useSubmit();
  const leaving = useNavigation().state !== 'idle';
  const busy = send ? send.busy : leaving;
  const form = useForm<Values>({
    mode: 'onTouched',
    defaultValues: defaults,
    resolver: standardSchemaResolver(schema as never, undefined, { raw: true }) as never,
  });
  // In the order of the page: the first wrong one takes the focus.
  for (const name of Object.keys(defaults)) form.register(name as FieldPath<Values>);
  const { setError, setFocus } = form;
  const told = useRef<Refused | undefined>(undefined);
  const once = useOnce();

  useEffect(() => {
    if (!refused || told.current === refused) return;
    told.current = refused;
    const names = Object.keys(refused.fields ?? {}) as FieldPath<Values>[];
    for (const name of names) setError(name, { type: 'server', message: refused.fields?.[name] ?? '' });
    if (names[0]) setFocus(names[0]);
  }, [refused, setError, setFocus]);

  const onSubmit: FormEventHandler<HTMLFormElement> = (event) => {
    event.preventDefault();
    if (busy) return;
    const check = form.handleSubmit((values) =>
      send ? send.submit(values) : submit(values as never, { method: 'post', encType: 'application/json' }),
    );
    void once(() => check(event));
  };
  return {
    busy,
    /** On the `form` element. */
    form: { method: 'post', noValidate: true, onSubmit } as const,
    /** On a control. */
    field: (name: FieldPath<Values>) => form.register(name),
    valueOf: <Name extends FieldPath<Values>>(name: Name) => form.getValues(name),
    errorOf: (name: FieldPath<Values>): string | undefined => {
      const found = form.getFieldState(name, form.formState).error?.message;
      return found === '' ? undefined : found;
    },
  };
}
