import { pino } from 'pino';
import type { Env } from './env.server.ts';

export type Log = ReturnType<typeof openLog>;

/** Structured lines on standard output; secrets never reach them. */
export function openLog(env: Pick<Env, 'LOG_LEVEL'>) {
  return pino({
    level: env.LOG_LEVEL,
    redact: {
      paths: [
        'req.headers.authorization',
        'req.headers.cookie',
        '*.password',
        '*.token',
        'password',
        'token',
      ],
      remove: true,
    },
  });
}
