import { type ComponentProps, type FormEvent, useRef } from 'react';
import { Form, useSubmit } from 'react-router';

/**
 * A form that the `action` of its page answers, with JavaScript or without. Pressed again while it is on its way, it is
 * not sent again: two presses are one act and one answer.
 */
export function PostForm({
  onSubmit,
  ...props
}: Omit<ComponentProps<typeof Form>, 'method' | 'navigate' | 'fetcherKey'>) {
  const submit = useSubmit();
  // What is drawn as busy comes after the second press of a double one.
  const pressed = useRef(false);
  function send(event: FormEvent<HTMLFormElement>) {
    if (pressed.current) return event.preventDefault();
    onSubmit?.(event as Parameters<NonNullable<typeof onSubmit>>[0]);
    if (event.defaultPrevented) return;
    event.preventDefault();
    pressed.current = true;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const { replace, preventScrollReset } = props;
    void submit((submitter as HTMLButtonElement | null) ?? event.currentTarget, {
      method: 'post',
      ...(replace === undefined ? {} : { replace }),
      ...(preventScrollReset === undefined ? {} : { preventScrollReset }),
    }).finally(() => {
      pressed.current = false;
    });
  }
  return <Form {...props} method="post" onSubmit={send} />;
}
