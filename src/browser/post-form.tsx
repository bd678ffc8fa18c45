import { type FormEvent, type ReactElement, type Ref, useEffect, useRef, useState } from 'react';
import { Form, type FormProps, type SubmitTarget, useFetcher, useSubmit } from 'react-router';

type Once = (work: () => Promise<unknown>, what?: string) => Promise<void>;

/**
 * Does a thing once: asked for the same (`what`) again before it is over, nothing is done. What is drawn as busy comes after the
 * second press of a double one.
 */
export function useOnce(): Once {
  const [once] = useState(() => {
    const working = new Set<string>();
    const work: Once = async (begin, what = '') => {
      if (working.has(what)) return;
      working.add(what);
      try {
        await begin();
      } finally {
        working.delete(what);
      }
    };
    return work;
  });
  return once;
}

interface PostFormProps extends Omit<FormProps, 'method' | 'navigate' | 'fetcherKey'> {
  ref?: Ref<HTMLFormElement>;
}
type Send = (target: SubmitTarget) => Promise<void>;

/** Sends a form as its own submit would, once its own listener let it. */
function sendAs(send: Send, onSubmit: PostFormProps['onSubmit']) {
  return (event: FormEvent<HTMLFormElement>) => {
    onSubmit?.(event as Parameters<NonNullable<typeof onSubmit>>[0]);
    const submitter = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
    // A button that only reads (`formmethod="get"`) goes its own way.
    if (event.defaultPrevented || submitter?.hasAttribute('formmethod')) return;
    event.preventDefault();
    void send(submitter ?? event.currentTarget);
  };
}

/**
 * A form that the action of its page answers, with JavaScript or without. Pressed again while it is on its way, it is
 * not sent again: two presses are one act and one answer.
 */
export function PostForm({ onSubmit, ...props }: PostFormProps) {
  const submit = useSubmit();
  const once = useOnce();
  const { replace = false, preventScrollReset = false } = props;
  const send: Send = (target) => once(() => submit(target, { method: 'post', replace, preventScrollReset }));
  return <Form {...props} method="post" onSubmit={sendAs(send, onSubmit)} />;
}

/** Sends words to the action of the page as JSON; the same words once while they are on their way. */
export function usePost(): (words: object, options?: { readonly replace: boolean }) => Promise<void> {
  const submit = useSubmit();
  const once = useOnce();
  return (words, { replace = false } = { replace: false }) =>
    once(
      () => submit(words as never, { method: 'post', encType: 'application/json', replace }),
      JSON.stringify(words),
    );
}

type Fetched<Answer> = ReturnType<typeof useFetcher<Answer>>;

interface Sender<Answer> {
  readonly send: (words: Readonly<Record<string, string>>) => Promise<void>;
  readonly sendJson: (words: object) => Promise<void>;
  readonly Form: (props: PostFormProps) => ReactElement;
  readonly data: Fetched<Answer>['data'];
  readonly state: Fetched<Answer>['state'];
  readonly formData: Fetched<Answer>['formData'];
  readonly json: Fetched<Answer>['json'];
}

/**
 * A part of a page that sends by itself, without leaving it. Its form, and the same words, are not sent again while they are on their
 * way. `data`, `state`, `formData` and `json` are those of React Router’s fetcher.
 */
export function useSender<Answer>(options?: { readonly key: string }): Sender<Answer> {
  const { submit, data, state, formData, json } = useFetcher<Answer>(options);
  const once = useOnce();
  const latest = useRef(submit);
  useEffect(() => {
    latest.current = submit;
  }, [submit]);
  const [own] = useState(() => ({
    send: (words: Readonly<Record<string, string>>) =>
      once(() => latest.current(words, { method: 'post' }), JSON.stringify(words)),
    sendJson: (words: object) =>
      once(
        () => latest.current(words as never, { method: 'post', encType: 'application/json' }),
        JSON.stringify(words),
      ),
    Form: function SenderForm({ onSubmit, ...props }: PostFormProps) {
      const send: Send = (target) => once(() => latest.current(target, { method: 'post' }));
      return <Form {...props} method="post" onSubmit={sendAs(send, onSubmit)} />;
    },
  }));
  return { ...own, data, state, formData, json };
}
