import { RequestLog, SpaRequestLogQuery } from '../../../../contract/requests.ts';
import { listRequests } from '../../../../db/history/request-log.ts';
import type { App } from '../../../app.ts';
import { profileOf } from '../../../auth/guard.ts';
import type { ServerDeps } from '../../../deps.ts';
import { presentRequest, toShopRequestFilter } from '../../../presenters/requests.ts';
import { shopRoute } from '../../../route-options.ts';

/** The calls of all tokens of a shop, for those who see its tokens. */
export function spaRequestLogRoute(app: App, { db, now }: ServerDeps): void {
  app.get(
    '/spa/:profile/requests',
    shopRoute('merchant_apiToken_viewAny', {
      summary: 'List API requests',
      description:
        'The requests of all tokens of the shop within 30 days, also of deleted ones, newest first, about a second ' +
        'after their answers. Bodies and queries are not kept. It is a log: under heavy load some may be missing.',
      querystring: SpaRequestLogQuery,
      response: { 200: RequestLog },
    }),
    async (request) => {
      const { profileId } = await profileOf(db, request);
      const { rows, hasMore, next } = await listRequests(
        db,
        toShopRequestFilter(request.query, { profileId, nowMs: now() }),
      );
      return { data: rows.map(presentRequest), has_more: hasMore, next };
    },
  );
}
