import { render } from '@react-email/render';
import type { ReactElement } from 'react';

/** A mail's element to its two parts: the same words, with and without shapes. */
export async function renderMail(element: ReactElement): Promise<{ html: string; text: string }> {
  const [html, text] = await Promise.all([
    render(element),
    render(element, { plainText: true, htmlToTextOptions: { wordwrap: false } }),
  ]);
  return {
    html,
    text: text
      .replaceAll(/[ \t]+\n/g, '\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim(),
  };
}
