import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anyoneUnlimited } from '../access.ts';
import type { App } from '../app.ts';
import type { OpenApiDocument } from '../presenters/open-api.ts';
import { referencePage } from '../presenters/reference-page.ts';

/**
 * Serves the committed document at `/docs/openapi.json` and a readable reference made from it at `/docs/api`. It is made from the routes by
 * `scripts/generate-openapi.ts`, and the checks fail when the two differ, so a running server need not make it again.
 */
export function documentRoutes(app: App): void {
  const config = anyoneUnlimited('The documentation is public.');
  let text: string | undefined;
  let page: ReturnType<typeof referencePage> | undefined;
  const read = () => {
    text ??= readFileSync(DOCUMENT, 'utf8');
    return text;
  };
  app.get('/docs/openapi.json', { config, schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(read()),
  );
  app.get('/docs/api', { config, schema: { hide: true } }, async (_request, reply) => {
    page ??= referencePage(JSON.parse(read()) as OpenApiDocument);
    return reply.type('text/html; charset=utf-8').send(page(reply.styleNonce()));
  });
}

const DOCUMENT = join(import.meta.dirname, '../../docs/openapi.json');
