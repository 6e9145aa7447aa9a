import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readDefaultPlan } from '../../db/people/fee-plan.ts';
import type { Config } from '../../domain/config.ts';
import { DomainError } from '../../domain/errors.ts';
import type { FeeOperation } from '../../domain/fees.ts';
import { wantedLanguage } from '../../domain/languages.ts';
import { formatTrimmed } from '../../domain/money.ts';
import { anyone } from '../access.ts';
import type { App } from '../app.ts';
import type { ServerDeps } from '../deps.ts';
import { type FixedDocument, fixedDocument, sendFixed } from '../plugins/fixed-document.ts';
import { NOT_BUILT } from '../plugins/static-pages.ts';

/** Where articles and their lists are, below which path each article has its slug. */
const ARTICLES = ['/blog', '/support/articles', '/guides/coins', '/guides/countries'] as const;

/** Files for machines, each with its type. */
const LISTINGS = {
  'robots.txt': 'text/plain; charset=utf-8',
  'sitemap.xml': 'application/xml; charset=utf-8',
  'blog.xml': 'application/rss+xml; charset=utf-8',
  'favicon.svg': 'image/svg+xml; charset=utf-8',
} as const;

/** How long a page shows the fees that it was made with. */
const FIGURES_FOR_MS = 5 * 60_000;

type PageOf = (file: string, type?: string) => Promise<FixedDocument>;

/**
 * Serves the public pages that `site/` has prerendered: the pages for visitors, the API reference, the legal documents,
 * verification. Without the site (`SITE=off`) the gateway has no pages for visitors, and `/` leads to the back office.
 */
export function siteRoutes(app: App, folder: string, deps: ServerDeps): void {
  const config = anyone('Public pages are for everyone.');
  const page = openPages(join(folder, 'pages'), deps);
  if (deps.config.hasSite) visitorRoutes(app, page);
  else app.get('/', { config, schema: { hide: true } }, async (_request, reply) => reply.redirect('/dashboard', 302));
  app.get('/docs/api', { config, schema: { hide: true } }, async (request, reply) =>
    sendFixed(request, reply, await page('docs-api.html')),
  );
  app.get<{ Params: { name: string } }>('/docs/api/:name', { config, schema: { hide: true } }, async (request, reply) =>
    sendFixed(request, reply, await page(`docs-api-${slug(request.params.name)}.html`)),
  );
  app.get<{ Querystring: { lang?: unknown } }>(
    '/verify',
    { config, schema: { hide: true } },
    async (request, reply) => {
      const language = wantedLanguage(request.query.lang, request.headers['accept-language']);
      return sendFixed(request, reply, await page(`verify-${language}.html`), ['accept-language']);
    },
  );
  app.get<{ Params: { name: string } }>('/legal/:name', { config, schema: { hide: true } }, async (request, reply) =>
    sendFixed(request, reply, await page(`legal-${slug(request.params.name)}.html`)),
  );
}

/** The landing page, prices and articles, which search engines may list, and what they read first. */
function visitorRoutes(app: App, page: PageOf): void {
  const config = anyone('Pages for visitors.');
  const show = (path: string, file: (name: string) => string) =>
    app.get<{ Params: { name: string } }>(path, { config, schema: { hide: true } }, async (request, reply) =>
      sendFixed(request, reply.allowIndexing(), await page(file(request.params.name))),
    );
  show('/', () => 'landing.html');
  show('/pricing', () => 'pricing.html');
  for (const path of ARTICLES) {
    const name = path.slice(1).replaceAll('/', '-');
    show(path, () => `${name}.html`);
    show(`${path}/:name`, (of) => `${name}-${slug(of)}.html`);
  }
  for (const [name, type] of Object.entries(LISTINGS)) {
    app.get(`/${name}`, { config, schema: { hide: true } }, async (request, reply) =>
      sendFixed(request, reply, await page(name, type)),
    );
  }
  // Browsers and feed readers ask for it whatever a page says.
  app.get('/favicon.ico', { config, schema: { hide: true } }, async (_request, reply) =>
    reply.redirect('/favicon.svg', 301),
  );
}

/** Reads built pages, fills in what the operator set, and keeps them for a while. */
function openPages(folder: string, { db, config, now }: ServerDeps): PageOf {
  const made = new Map<string, { readonly atMs: number; readonly document: Promise<FixedDocument> }>();
  return (file, type = 'text/html; charset=utf-8') => {
    const known = made.get(file);
    if (known !== undefined && now() - known.atMs < FIGURES_FOR_MS) return known.document;
    const document = readPage(folder, file).then(async (text) =>
      fixedDocument(type, fill(text, { ...settingsOf(config), ...feesOf(await readDefaultPlan(db)) })),
    );
    made.set(file, { atMs: now(), document });
    // A page that cannot be read now is read again: the build may still be at work, and unknown names fill no memory.
    document.catch(() => made.delete(file));
    return document;
  };
}

function settingsOf({ publicUrl, operatorName, operatorLine, invoiceLifetimeSeconds }: Config): Record<string, string> {
  return {
    ORIGIN: new URL(publicUrl).origin,
    OPERATOR: operatorName,
    OPERATOR_LINE: operatorLine,
    LIFETIME_MINUTES: String(Math.round(invoiceLifetimeSeconds / 60)),
  };
}

function feesOf(plan: Partial<Record<FeeOperation, number>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(plan).map(([operation, bps]) => [
      `FEE_${operation.toUpperCase()}`,
      `${formatTrimmed(BigInt(bps), 2)}%`,
    ]),
  );
}

/** `__NAME__` becomes its value, with HTML in it as text. */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/__([A-Z_]+?)__/g, (mark, name: string) => {
    const value = values[name];
    return value === undefined ? mark : escapeText(value);
  });
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** Nothing that could name a file elsewhere. @throws DomainError `not_found` */
function slug(name: string): string {
  if (!/^[a-z0-9-]{1,60}$/.test(name)) throw new DomainError('not_found');
  return name;
}

/** @throws DomainError `not_found`; `service_unavailable` before the pages are built */
async function readPage(folder: string, file: string): Promise<string> {
  return readFile(join(folder, file), 'utf8').catch((cause: unknown) => {
    if (existsSync(folder)) throw new DomainError('not_found', { cause });
    throw new DomainError('service_unavailable', { message: NOT_BUILT, cause });
  });
}
