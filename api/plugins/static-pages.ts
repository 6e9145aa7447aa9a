import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyReply } from 'fastify';
import { DomainError } from '../../domain/errors.ts';
import { anyoneUnlimited } from '../access.ts';
import type { App } from '../app.ts';

/** A built front end: where it is, and under which prefix its hashed files are served. */
export interface FrontEnd {
  readonly dist: string;
  readonly prefix: string;
}

/** Serves the hashed files of the front ends. They are named by their content, so a browser may keep them for good. */
export async function serveAssets(app: App, frontEnds: readonly FrontEnd[]): Promise<void> {
  await app.register(staticFiles, { serve: false, root: frontEnds.map(({ dist }) => dist) });
  for (const { dist, prefix } of frontEnds) {
    app.route<{ Params: { '*': string } }>({
      method: 'GET',
      url: `${prefix}*`,
      config: anyoneUnlimited('Files of the front ends hold nothing private.'),
      schema: { hide: true },
      handler: (request, reply) => {
        if (request.params['*'].endsWith('.html')) throw new DomainError('not_found');
        return reply.sendFile(request.params['*'], dist, { immutable: true, maxAge: '365d', cacheControl: true });
      },
    });
  }
}

/** The start page of a front end, read once; its text is filled in per answer. */
export function pageOf(frontEnd: FrontEnd): (reply: FastifyReply, fill: (html: string) => string) => FastifyReply {
  let html: string | undefined;
  return (reply, fill) => {
    try {
      html ??= readFileSync(join(frontEnd.dist, 'index.html'), 'utf8');
    } catch (cause) {
      throw new DomainError('service_unavailable', { message: 'The front end is not built yet.', cause });
    }
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(fill(html));
  };
}

/** JSON for a `<script type="application/json">`: nothing in it can end the element or open a comment. */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
