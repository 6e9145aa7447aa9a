import { LANGUAGES, requestedLanguage } from '../../domain/languages.ts';
import { pathIn, TRANSLATED_LANGUAGES, TRANSLATED_PAGES } from '../../domain/site/translations.ts';
import { anyone } from '../access.ts';
import type { App } from '../app.ts';
import type { Accounts } from '../auth/accounts.ts';
import type { ServerDeps } from '../deps.ts';
import { sendFixed } from '../plugins/fixed-document.ts';
import { type PageOf, slugOf } from '../site-pages.ts';
import { calculatorRoute } from './demo/calculator.ts';
import { demoRoutes } from './demo/routes.ts';

/** The pages for visitors that are alone at their path. */
const ALONE = [
  '/pricing',
  '/products',
  '/security',
  '/developers',
  '/about',
  '/careers',
  '/press',
  '/faq',
  '/changelog',
  '/legal',
] as const;

/** Lists, below whose path each page has its slug. */
const LISTS = [
  '/blog',
  '/support/articles',
  '/guides/coins',
  '/guides/countries',
  '/products',
  '/developers',
  '/legal',
] as const;

/** Files for machines, each with its type. */
const LISTINGS = {
  '/robots.txt': 'text/plain; charset=utf-8',
  '/sitemap.xml': 'application/xml; charset=utf-8',
  '/blog.xml': 'application/rss+xml; charset=utf-8',
  '/help-by-screen.json': 'application/json; charset=utf-8',
} as const;

const hidden = { schema: { hide: true } } as const;
type Named = { Params: { name: string } };

/**
 * Serves the public pages that `site/` has prerendered: the pages for visitors, the API reference, the legal documents,
 * verification. Without the site (`SITE=off`) the gateway has no pages for visitors, and `/` leads to the back office.
 */
export async function siteRoutes(app: App, page: PageOf, deps: ServerDeps, accounts: Accounts): Promise<void> {
  const config = anyone('Public pages are for everyone.');
  if (deps.config.hasSite) {
    visitorRoutes(app, page);
    calculatorRoute(app, deps);
    await demoRoutes(app, deps, accounts, page);
  } else withoutSite(app, page);
  const bare = deps.config.hasSite ? '' : 'bare-';
  const icon = anyone('The icon is for everyone.');
  app.get('/favicon.svg', { config: icon, ...hidden }, async (request, reply) =>
    sendFixed(request, reply, await page('favicon.svg', 'image/svg+xml; charset=utf-8')),
  );
  app.get('/docs/api', { config, ...hidden }, async (request, reply) =>
    sendFixed(request, reply, await page(`${bare}docs-api.html`)),
  );
  app.get<Named>('/docs/api/:name', { config, ...hidden }, async (request, reply) =>
    sendFixed(request, reply, await page(`${bare}docs-api-${slugOf(request.params.name)}.html`)),
  );
  app.get<{ Querystring: { lang?: unknown } }>('/verify', { config, ...hidden }, async (request, reply) => {
    const language = requestedLanguage(request.query.lang, request.headers['accept-language']);
    return sendFixed(request, reply, await page(`${bare}verify-${language}.html`), ['accept-language']);
  });
}

/** The pages for visitors, which search engines may list, and what they read first. */
function visitorRoutes(app: App, page: PageOf): void {
  const config = anyone('Pages for visitors.');
  const show = (path: string, file: (name: string) => string) =>
    app.get<Named>(path, { config, ...hidden }, async (request, reply) =>
      sendFixed(request, reply.allowIndexing(), await page(file(request.params.name))),
    );
  show('/', () => 'landing.html');
  for (const language of TRANSLATED_LANGUAGES) {
    for (const path of TRANSLATED_PAGES) {
      const file = path === '/' ? 'landing' : fileOf(path);
      show(pathIn(language, path), () => `${language}/${file}.html`);
    }
    show(pathIn(language, '/legal/:name'), (name) => `${language}/legal-${slugOf(name)}.html`);
    app.get(`/${language}`, { config, ...hidden }, async (_request, reply) =>
      reply.redirect(pathIn(language, '/'), 301),
    );
  }
  for (const path of ALONE) show(path, () => `${fileOf(path)}.html`);
  for (const path of LISTS) {
    if (!ALONE.some((alone) => alone === path)) show(path, () => `${fileOf(path)}.html`);
    show(`${path}/:name`, (name) => `${fileOf(path)}-${slugOf(name)}.html`);
  }
  for (const [path, type] of Object.entries(LISTINGS)) {
    app.get(path, { config, ...hidden }, async (request, reply) =>
      sendFixed(request, reply, await page(path.slice(1), type)),
    );
  }
}

/** The legal documents alone, without links to pages that are not there: who signs up accepts them. */
function withoutSite(app: App, page: PageOf): void {
  const config = anyone('The legal documents are for everyone.');
  app.get('/', { config, ...hidden }, async (_request, reply) => reply.redirect('/dashboard', 302));
  app.get('/robots.txt', { config, ...hidden }, async (_request, reply) =>
    reply.type(LISTINGS['/robots.txt']).send('User-agent: *\nDisallow: /\n'),
  );
  app.get('/help-by-screen.json', { config, ...hidden }, async (_request, reply) =>
    reply.serializer(JSON.stringify).type('application/json; charset=utf-8').send({}),
  );
  for (const language of LANGUAGES) {
    const folder = language === 'en' ? '' : `${language}/`;
    app.get(pathIn(language, '/legal'), { config, ...hidden }, async (request, reply) =>
      sendFixed(request, reply, await page(`${folder}bare-legal.html`)),
    );
    app.get<Named>(pathIn(language, '/legal/:name'), { config, ...hidden }, async (request, reply) =>
      sendFixed(request, reply, await page(`${folder}bare-legal-${slugOf(request.params.name)}.html`)),
    );
  }
}

function fileOf(path: string): string {
  return path.slice(1).replaceAll('/', '-');
}
