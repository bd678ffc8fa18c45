import { render, toPlainText } from '@react-email/render';
import { createElement } from 'react';
import { Text } from 'react-email';
import { expect, it } from 'vitest';
import { MailAction, MailNotice } from './parts/notice.tsx';
import { renderMail } from './rendering.server.ts';

it('makes the page that React Email makes, without the marks and the links that are for browsers', async () => {
  const notice = {
    origin: 'https://vigie.test',
    preview: 'L’essentiel',
    why: 'Parce que.',
    children: [
      createElement(Text, { key: 'a' }, 'Deux ', 3, ' pièces & « plus »', null, ' d’ici'),
      createElement('img', { key: 'b', src: 'https://vigie.test/photo.avif', alt: '' }),
      createElement(MailAction, { key: 'c', link: 'https://vigie.test/?a=1&b=2', label: 'Voir' }),
    ],
  };
  const mail = createElement(MailNotice, notice);
  const whole = await render(mail);
  const { html, text } = await renderMail(mail);
  expect(html).toBe(whole.replaceAll(/<!--.*?-->/g, ''));
  expect(html).toMatch(/^<!DOCTYPE html PUBLIC/);
  expect(html).not.toContain('preload');
  expect(text).toBe(
    toPlainText(whole, { wordwrap: false })
      .replaceAll(/[ \t]+\n/g, '\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim(),
  );
});
