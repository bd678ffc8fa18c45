import { render, toPlainText } from '@react-email/render';
import type { ReactElement } from 'react';

/** A mail's element to its two parts: the same words, with and without shapes. */
export async function renderMail(element: ReactElement): Promise<{ html: string; text: string }> {
  // React's marks between texts are for its own use in browsers.
  const html = (await render(element)).replaceAll(/<!--(?: |\/?\$|html|head|body)-->/g, '');
  const text = toPlainText(html, { wordwrap: false });
  return {
    html,
    text: text
      .replaceAll(/[ \t]+\n/g, '\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim(),
  };
}
