import { bind, raw } from '#platform/api.server.ts';
import { checkSignature, takeEvents } from './bounces.server.ts';
import { mailEventsCall } from './bounces.ts';
import { mailsToRead } from './outbox.server.ts';

export const mailApi = [
  bind(mailEventsCall, ({ body }, { db, env, signed }) => {
    checkSignature(env, signed);
    return takeEvents({ db, env }, body.events);
  }),
  raw({
    method: 'GET',
    url: '/dev/mails.json',
    development: true,
    handle: async (request, _reply, { db, env }) => {
      const to = (request.query as Record<string, unknown>).to;
      const mails = await mailsToRead(db, env, typeof to === 'string' ? { to } : {});
      return { mails: mails.filter(({ status }) => status === 'sent') };
    },
  }),
];
