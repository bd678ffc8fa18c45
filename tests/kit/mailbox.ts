import type { Email } from 'postal-mime';
import { eventually, type Site } from './site.ts';

const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00a0', ' ');

/** The last mail to this address whose subject, its spaces plain, is so; waits for it. */
export function mailTo(site: Pick<Site, 'mails'>, email: string, subject: RegExp): Promise<Email> {
  return eventually(`le courriel ${subject}`, async () =>
    (await site.mails()).findLast(
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
