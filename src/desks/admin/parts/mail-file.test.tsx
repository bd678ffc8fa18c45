import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import type { ReadMail } from '../sent-mails.ts';
import { MailFile } from './mail-file.tsx';

const sent: ReadMail = {
  id: 12,
  to: 'claire@essai.test',
  subject: 'Deux annonces à Nîmes',
  kind: 'alert',
  status: 'sent',
  fate: 'accepte',
  attempts: 1,
  createdAt: '2026-11-26T09:00:00.000Z',
  sentAt: '2026-11-26T09:00:01.000Z',
  from: 'Vigie <alertes@vigie.localhost>',
  replyTo: null,
  messageId: '<0123456789abcdef0123456789abcdef@vigie.localhost>',
  headers: {},
  words: 'here',
  html: '<script>alert(1)</script><form action="/"><button>Voilà</button></form>',
  text: 'Voilà',
  keptUntil: '2026-12-26T09:00:00.000Z',
  attachment: null,
  nextAt: null,
  error: null,
  returned: null,
  address: null,
};

const shown = (said: Partial<ReadMail> = {}) => {
  const Page = createRoutesStub([{ path: '/', Component: () => <MailFile mail={{ ...sent, ...said }} /> }]);
  return renderToStaticMarkup(<Page />);
};
const read = (said: Partial<ReadMail> = {}) =>
  shown(said)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/[\s\u00a0]+/g, ' ');

test('a mail is shown where nothing of it runs, is sent or opens', () => {
  const frame = /<iframe[^>]*>/.exec(shown())?.[0] ?? '';
  expect(frame).toContain(' sandbox="" ');
  expect(frame).toContain('&lt;script&gt;');
  expect(shown()).not.toContain('<script');
});

test('it says until when its words are kept, or that they are no longer', () => {
  expect(read()).toContain('Le texte est gardé jusqu’au 26 décembre 2026, puis effacé.');
  expect(read({ html: null })).toContain('gardé, sans sa mise en page, jusqu’au 26 décembre 2026');
  const gone = { words: 'gone', html: null, text: null, keptUntil: null } as const;
  expect(read(gone)).toContain('Le texte n’est plus gardé : il a été effacé au bout de 30 jours');
  expect(read({ ...gone, words: 'unwritten', status: 'pending', fate: 'attente' })).toContain(
    'sera écrit peu avant',
  );
});

test('it says what a server answered, what came back and what is known of the address', () => {
  const words = read({
    fate: 'rejete',
    error: '550 5.1.1 inconnu',
    returned: { as: 'bounce', status: '5.2.2', at: '2026-11-26T10:00:00.000Z' },
    address: {
      bounces: 4,
      lastBounceAt: '2026-11-26T10:00:00.000Z',
      asideSince: '2026-11-26T10:00:00.000Z',
      reason: 'bounces',
    },
  });
  for (const said of [
    '550 5.1.1 inconnu',
    'code 5.2.2',
    '4 points de retour',
    'courriels renvoyés',
    'Voir l’adresse',
  ])
    expect(words).toContain(said);
});
