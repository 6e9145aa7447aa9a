import { DomainError } from '../../domain/errors.ts';
import { anyone } from '../access.ts';
import type { App } from '../app.ts';
import { ERROR_PAGES, sendErrorPage } from '../plugins/error-pages.ts';

/**
 * `/system/:errno` of spec §2. Only 403, 404 and 410 are also the status of the answer: a balancer that counts answers
 * of 500 and above must not take a server away because somebody opens these pages.
 */
export function systemRoutes(app: App): void {
  app.get<{ Params: { errno: string } }>(
    '/system/:errno',
    { config: anyone('Pages about errors contain nothing.'), schema: { hide: true } },
    async (request, reply) => {
      const code = ERROR_PAGES.find((each) => String(each) === request.params.errno);
      const page = code === undefined ? undefined : app.errorPage(code);
      if (code === undefined || page === undefined) throw new DomainError('not_found');
      return sendErrorPage(reply, code < 500 ? code : 200, page);
    },
  );
}
