import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { anyone } from '../access.ts';
import type { App } from '../app.ts';
import { type FixedDocument, fixedDocument, sendFixed } from '../plugins/fixed-document.ts';
import type { OpenApiDocument } from '../presenters/open-api.ts';
import { referencePage } from '../presenters/reference-page.ts';

/**
 * Serves the committed document at `/docs/openapi.json` and a readable reference made from it at `/docs/api`. It is
 * made from the routes by `scripts/generate-openapi.ts`, and the checks fail when the two differ, so a running server
 * need not make it again.
 */
export function documentRoutes(app: App): void {
  const config = anyone('The documentation is public.');
  let made: ReturnType<typeof makeDocuments> | undefined;
  const documents = () => {
    made ??= makeDocuments();
    return made;
  };
  app.get('/docs/openapi.json', { config, schema: { hide: true } }, async (request, reply) =>
    sendFixed(request, reply, (await documents()).openApi),
  );
  app.get('/docs/api', { config, schema: { hide: true } }, async (request, reply) => {
    const { page, styleHash } = await documents();
    return sendFixed(request, reply.allowStyle(styleHash), page);
  });
}

const DOCUMENT = join(import.meta.dirname, '../../docs/openapi.json');

interface Documents {
  readonly openApi: FixedDocument;
  readonly page: FixedDocument;
  /** The source of the page's style in its policy. */
  readonly styleHash: string;
}

async function makeDocuments(): Promise<Documents> {
  const text = await readFile(DOCUMENT, 'utf8');
  const { html, style } = referencePage(JSON.parse(text) as OpenApiDocument);
  const [openApi, page] = await Promise.all([
    fixedDocument('application/json; charset=utf-8', text),
    fixedDocument('text/html; charset=utf-8', html),
  ]);
  return { openApi, page, styleHash: `sha256-${createHash('sha256').update(style).digest('base64')}` };
}
