import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../../settings/config.ts';
import { fillIn, settingsOf } from '../pages/site-values.ts';
import { inlineStylesOf } from './inline-styles.ts';

/** The pages of spec §2: HTTP statuses, 1001 coming soon, 1002 invitation expired. */
export const ERROR_PAGES = [403, 404, 410, 500, 503, 1001, 1002] as const;
export type ErrorPageCode = (typeof ERROR_PAGES)[number];

interface ErrorPage {
  readonly html: string;
  readonly styles: readonly string[];
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The page about an error, in the look of the site; undefined before the site is built. */
    errorPage(code: ErrorPageCode): ErrorPage | undefined;
  }
}

/** Reads each page once, at start or as soon as it is built: it is needed when nothing else can be read. */
export function useErrorPages(app: FastifyInstance, folder: string, config: Config): void {
  const kept = new Map<ErrorPageCode, ErrorPage>();
  const prefix = config.hasSite ? '' : 'bare-';
  const errorPage = (code: ErrorPageCode): ErrorPage | undefined => {
    if (!kept.has(code)) {
      try {
        const built = readFileSync(join(folder, 'pages', `${prefix}system-${code}.html`), 'utf8');
        kept.set(code, { html: fillIn(built, settingsOf(config)), styles: inlineStylesOf(built) });
      } catch {
        return undefined;
      }
    }
    return kept.get(code);
  };
  app.decorate('errorPage', errorPage);
  for (const code of ERROR_PAGES) errorPage(code);
}

/** Sends the page about an error as the answer, kept by no cache. */
export function sendErrorPage(reply: FastifyReply, status: number, { html, styles }: ErrorPage): FastifyReply {
  return reply
    .code(status)
    .allowStyles(styles)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .serializer(String)
    .send(html);
}
