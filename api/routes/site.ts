import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError } from '../../domain/errors.ts';
import { wantedLanguage } from '../../domain/languages.ts';
import { anyone } from '../access.ts';
import type { App } from '../app.ts';
import { type FixedDocument, fixedDocument, sendFixed } from '../plugins/fixed-document.ts';
import { NOT_BUILT } from '../plugins/static-pages.ts';

/** Serves the public pages that `site/` has prerendered: the API reference, the legal documents, verification. */
export function siteRoutes(app: App, folder: string): void {
  const config = anyone('Public pages are for everyone.');
  const made = new Map<string, Promise<FixedDocument>>();
  const page = (name: string): Promise<FixedDocument> => {
    const known = made.get(name);
    if (known !== undefined) return known;
    const reading = readPage(join(folder, 'pages'), name);
    made.set(name, reading);
    // A page that cannot be read now is read again: the build may still be at work, and unknown names fill no memory.
    reading.catch(() => made.delete(name));
    return reading;
  };
  app.get('/docs/api', { config, schema: { hide: true } }, async (request, reply) =>
    sendFixed(request, reply, await page('docs-api')),
  );
  app.get<{ Params: { name: string } }>('/docs/api/:name', { config, schema: { hide: true } }, async (request, reply) =>
    sendFixed(request, reply, await page(`docs-api-${slug(request.params.name)}`)),
  );
  app.get<{ Querystring: { lang?: unknown } }>(
    '/verify',
    { config, schema: { hide: true } },
    async (request, reply) => {
      const language = wantedLanguage(request.query.lang, request.headers['accept-language']);
      return sendFixed(request, reply, await page(`verify-${language}`), ['accept-language']);
    },
  );
  app.get<{ Params: { name: string } }>('/legal/:name', { config, schema: { hide: true } }, async (request, reply) =>
    sendFixed(request, reply, await page(`legal-${slug(request.params.name)}`)),
  );
}

/** Nothing that could name a file elsewhere. @throws DomainError `not_found` */
function slug(name: string): string {
  if (!/^[a-z0-9-]{1,60}$/.test(name)) throw new DomainError('not_found');
  return name;
}

/** @throws DomainError `not_found`; `service_unavailable` before the pages are built */
async function readPage(folder: string, name: string): Promise<FixedDocument> {
  const html = await readFile(join(folder, `${name}.html`), 'utf8').catch((cause: unknown) => {
    if (existsSync(folder)) throw new DomainError('not_found', { cause });
    throw new DomainError('service_unavailable', { message: NOT_BUILT, cause });
  });
  return fixedDocument('text/html; charset=utf-8', html);
}
