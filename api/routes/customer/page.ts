import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Mode } from '../../../domain/assets/assets.ts';
import { DomainError, isDomainError } from '../../../domain/errors.ts';
import { parseId } from '../../../domain/ids.ts';
import { isPublicSuffix } from '../../../domain/web/public-suffix.ts';
import type { createCardPage, createPage, PageRequest } from '../../../invoice-page/src/server.tsx';
import { anyone } from '../../access.ts';
import type { App } from '../../app.ts';
import type { ServerDeps } from '../../deps.ts';
import { NOT_BUILT, withConsent } from '../../plugins/static-pages.ts';
import { readPayerView } from '../../presenters/customer-invoice.ts';

/** The two halves of the built page: what browsers load, and the module that draws it. */
export interface InvoicePageFiles {
  readonly page: string;
  readonly drawnBy: string;
}

/**
 * `/invoice/{uuid}`: the payer's page, drawn with the state of the moment in the payer's language, so that it can be
 * read before any script has run. An id that is none gets the page too, as a 404, and so does an invoice that cannot be
 * read at the moment, as a 503. A demo invoice is shown among the words of the demo only, where any site may embed it.
 */
export function invoicePageRoute(app: App, deps: ServerDeps, files: InvoicePageFiles): InvoicePage {
  const options = { config: anyone('The id of the invoice is the capability.'), schema: { hide: true } };
  const pages = openInvoicePage(deps, files);

  app.get<PageRoute>('/invoice/:id', options, async (request, reply) => {
    const page = await readState(deps, request, request.params.id);
    if (isDemo(page)) return reply.redirect(`/demo/invoice/${request.params.id}`, 302);
    return pages.send(request, reply.allowFraming(pages.framedBy(page)), page);
  });

  app.get<PageRoute>(DEMO_PAGE, options, async (request, reply) => {
    const page = await readState(deps, request, request.params.id);
    // No other invoice may be framed by a stranger's site.
    if (page.status === 200 && !isDemo(page)) {
      return pages.send(request, reply, { ...page, state: 'missing', status: 404 });
    }
    return pages.send(request, isDemo(page) ? reply.allowFraming(['*']) : reply, page);
  });
  return pages;
}

/** The drawn page, for every address at which payers find it. */
export interface InvoicePage {
  read(request: FastifyRequest, id: string): Promise<PageState>;
  /** The origins that may show it in a frame. */
  framedBy(page: PageState): string[];
  /** `finish` may add to the drawn page. */
  send(
    request: PageCall,
    reply: FastifyReply,
    page: Pick<PageState, 'state' | 'status'>,
    finish?: (html: string) => string,
  ): Promise<FastifyReply>;
}

type PageCall = Pick<FastifyRequest, 'headers' | 'query'>;

function openInvoicePage(deps: ServerDeps, files: InvoicePageFiles): InvoicePage {
  const drawer = loadedOnce(files, (built, html) => built.createPage(html));
  return {
    read: (request, id) => readState(deps, request, id),
    framedBy: ({ domain, state }) => framersOf({ domain, mode: typeof state === 'string' ? null : state.mode }),
    async send(request, reply, { state, status }, finish = (html) => html) {
      const draw = await drawer();
      const { lang } = request.query as PageRoute['Querystring'];
      const { cookie: cookies, 'accept-language': browser } = request.headers;
      // The shop knows its customer's language better than a browser in an internet café; a choice by hand beats both.
      const acceptLanguage = [languageOf(state), browser].filter((requested) => requested !== undefined).join(',');
      return reply
        .code(status)
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(finish(draw({ state, lang: typeof lang === 'string' ? lang : undefined, cookies, acceptLanguage })));
    },
  };
}

/** The payer's page of a demo invoice, which the pages of the demo embed. */
const DEMO_PAGE = '/demo-iframe/page/:id';

interface PageRoute {
  Params: { id: string };
  Querystring: { lang?: unknown };
}

/** Of the order, or in which the payer was last seen to read. */
function languageOf(state: PageState['state']): string | undefined {
  return typeof state === 'string' ? undefined : (state.language ?? undefined);
}

function isDemo({ state }: PageState): boolean {
  return typeof state !== 'string' && state.demo;
}

export interface PageState extends Pick<PageRequest, 'state'> {
  readonly domain: string | null;
  readonly status: number;
}

async function readState({ db, config, now }: ServerDeps, { log }: FastifyRequest, id: string): Promise<PageState> {
  try {
    const { invoice, domain } = await readPayerView(db, config, { invoiceId: parseId(id), nowMs: now() });
    return { state: invoice, domain, status: 200 };
  } catch (error) {
    if (isDomainError(error, 'not_found')) return { state: 'missing', domain: null, status: 404 };
    log.error({ err: error }, 'An invoice could not be read for its page');
    return { state: 'failed', domain: null, status: 503 };
  }
}

/** The exports of the build's module for the server. */
export interface BuiltPages {
  readonly createPage: typeof createPage;
  readonly createCardPage: typeof createCardPage;
}

/** Read and compiled for the first payer, then kept. */
export function loadedOnce<Drawer>(
  files: InvoicePageFiles,
  drawerOf: (built: BuiltPages, html: string) => Drawer,
): () => Promise<Drawer> {
  let loaded: Drawer | undefined;
  return async () => {
    loaded ??= await load(files, drawerOf);
    return loaded;
  };
}

async function load<Drawer>(
  { page, drawnBy }: InvoicePageFiles,
  drawerOf: (built: BuiltPages, html: string) => Drawer,
): Promise<Drawer> {
  try {
    const built: BuiltPages = await import(pathToFileURL(drawnBy).href);
    return drawerOf(built, withConsent(await readFile(page, 'utf8')));
  } catch (cause) {
    throw new DomainError('service_unavailable', { message: NOT_BUILT, cause });
  }
}

/** Where the build of the page puts its two halves. */
export function invoicePageFiles(folder: string): InvoicePageFiles {
  return { page: join(folder, 'client/index.html'), drawnBy: join(folder, 'server/page.js') };
}

/** The origins that may show a payer's page of a shop in a frame. */
export function framersOf({ domain, mode }: { domain: string | null; mode: Mode | null }): string[] {
  return [...framingOrigins(domain), ...(mode === 'sandbox' ? OWN_MACHINE : [])];
}

/** Developers try it before there is a domain; nobody pays there with anything of value. */
const OWN_MACHINE = ['http://localhost:*', 'http://127.0.0.1:*'];

/** The merchant's site may show the page in a frame; a name that is no host name must not get into the header. */
function framingOrigins(domain: string | null): string[] {
  if (domain === null || !/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(domain)) return [];
  if (isPublicSuffix(domain)) return [];
  return [`https://${domain}`, `https://*.${domain}`];
}
