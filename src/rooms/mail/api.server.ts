import { raw } from '../../platform/api.server.ts';
import { mailsToRead } from './rules.server.ts';

export const mailApi = [
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
