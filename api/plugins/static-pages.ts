import { readFileSync } from 'node:fs';
import staticFiles from '@fastify/static';
import type { FastifyReply } from 'fastify';
import { DomainError } from '../../domain/errors.ts';
import { anyoneUnlimited } from '../access.ts';
import type { App } from '../app.ts';

/** The files of a built front end: its hashed files, and the prefix they are served under. */
export interface FrontEnd {
  readonly files: string;
  readonly prefix: string;
}

/**
 * Serves the hashed files of the front ends. They are named by their content, so a browser may keep them for good; the
 * builds wrote `.br` and `.gz` beside them.
 */
export async function serveAssets(app: App, frontEnds: readonly FrontEnd[]): Promise<void> {
  await app.register(staticFiles, {
    serve: false,
    preCompressed: true,
    root: frontEnds.map(({ files }) => files),
  });
  for (const { files, prefix } of frontEnds) {
    app.route<{ Params: { '*': string } }>({
      method: 'GET',
      url: `${prefix}*`,
      config: anyoneUnlimited('Files of the front ends hold nothing private.'),
      schema: { hide: true },
      handler: (request, reply) => {
        if (request.params['*'].endsWith('.html')) throw new DomainError('not_found');
        return reply.sendFile(request.params['*'], files, { immutable: true, maxAge: '365d', cacheControl: true });
      },
    });
  }
}

/** The page with the banner about cookies. It is not part of the build of the front end, which also runs without us. */
export function withConsent(html: string): string {
  return html.replace('</head>', '<script type="module" src="/consent.js"></script></head>');
}

/** The text of a page before its front end is built. */
export const NOT_BUILT = 'The front end is not built yet.';

/** The start page of a front end, read once; its text is filled in per answer. */
export function pageOf(file: string): (reply: FastifyReply, fill: (html: string) => string) => FastifyReply {
  let html: string | undefined;
  return (reply, fill) => {
    try {
      html ??= readFileSync(file, 'utf8');
    } catch (cause) {
      throw new DomainError('service_unavailable', { message: NOT_BUILT, cause });
    }
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(fill(html));
  };
}
