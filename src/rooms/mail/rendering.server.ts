import { plainTextSelectors } from '@react-email/render';
import { compile } from 'html-to-text';
import type { ReactElement } from 'react';

const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

// Once, not for each mail: this takes four times as long as reading one.
const toText = compile({ wordwrap: false, selectors: plainTextSelectors });

/** A mail's element to its two parts: the same words, with and without shapes. */
export async function renderMail(element: ReactElement): Promise<{ html: string; text: string }> {
  const { renderToStaticMarkup } = await import('react-dom/server');
  // What React asks browsers to load beforehand is of no use here.
  const html = DOCTYPE + renderToStaticMarkup(element).replaceAll(/<link rel="preload"[^>]*>/g, '');
  return {
    html,
    text: toText(html)
      .replaceAll(/[ \t]+\n/g, '\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim(),
  };
}
