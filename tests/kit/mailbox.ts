import type { Email } from 'postal-mime';
import { eventually } from './site.ts';

/** A site, or the server that it sends to. */
interface Mailbox {
  mails(): Promise<Email[]>;
}

const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00a0', ' ');

/** The last mail to this address whose subject, its spaces plain, is so; waits for it. */
export function mailTo(mailbox: Mailbox, email: string, subject: RegExp): Promise<Email> {
  return eventually(`le courriel ${subject}`, async () =>
    (await mailbox.mails()).findLast(
      (mail) => mail.to?.[0]?.address === email && subject.test(plain(mail.subject)),
    ),
  );
}

/** The first link of a mail that has this part. */
export function linkIn(mail: Email, part: string): string {
  return (
    (mail.html ?? '').match(new RegExp(`href="([^"]*${part}[^"]*)"`))?.[1]?.replaceAll('&amp;', '&') ?? ''
  );
}
