import { Readable } from 'node:stream';
import { bind, raw } from '#platform/api.server.ts';
import { receiveMessage } from './contact.server.ts';
import { agencyContactCall, agencySupportCall, contactCall } from './contact.ts';
import { sitemapFile, sitemapIndex } from './sitemap.server.ts';
import { readPart, robotsText } from './sitemap.ts';

const XML = 'application/xml; charset=utf-8';
const AN_HOUR = 'public, max-age=3600';

export const siteApi = [
  bind(contactCall, ({ body }, context) => receiveMessage(context, body, context)),
  bind(agencyContactCall, ({ body }, context) => receiveMessage(context, body, context)),
  bind(agencySupportCall, ({ body }, context) => receiveMessage(context, body, context)),
  raw({
    method: 'GET',
    url: '/robots.txt',
    handle: async (_request, reply, { env }) =>
      reply
        .type('text/plain; charset=utf-8')
        .header('cache-control', AN_HOUR)
        .send(robotsText(env.publicUrl)),
  }),
  raw({
    method: 'GET',
    url: '/sitemap.xml',
    handle: async (_request, reply, { readDb, env }) =>
      reply
        .type(XML)
        .header('cache-control', AN_HOUR)
        .send(await sitemapIndex(readDb, env.publicUrl)),
  }),
  raw({
    method: 'GET',
    url: '/sitemaps/:file',
    handle: async (request, reply, { readDb, env }) => {
      const { file } = request.params as { file: string };
      const part = file.endsWith('.xml') ? readPart(file.slice(0, -'.xml'.length)) : null;
      if (!part) return reply.code(404).type('text/plain; charset=utf-8').send('Plan de site inconnu.');
      const pieces = Readable.from(sitemapFile(readDb, env.publicUrl, part));
      return reply.type(XML).header('cache-control', AN_HOUR).send(pieces);
    },
  }),
];
