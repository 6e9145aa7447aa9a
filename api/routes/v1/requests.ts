import { RequestLog, RequestLogQuery } from '../../../contract/requests.ts';
import { listRequests } from '../../../db/history/request-log.ts';
import type { App } from '../../app.ts';
import { bearerOf } from '../../auth/guard.ts';
import type { ServerDeps } from '../../deps.ts';
import { REQUEST_LOG_PATH } from '../../plugins/request-log.ts';
import { presentRequest, toRequestFilter } from '../../presenters/requests.ts';
import { tokenRoute } from '../../route-options.ts';

/** The calls of a program, with their answers. */
export function requestLogRoute(app: App, { db, now }: ServerDeps): void {
  app.get(
    REQUEST_LOG_PATH,
    tokenRoute('Gates and rates', [], {
      operationId: 'listRequests',
      summary: 'List your requests',
      description:
        'The requests of this token within 30 days, newest first, about a second after their answers. Bodies and ' +
        'queries are not kept, and reading this list is not logged. It is a log: under heavy load some may be missing.',
      querystring: RequestLogQuery,
      response: { 200: RequestLog },
    }),
    async (request) => {
      const { profileId, tokenId } = bearerOf(request);
      const filter = toRequestFilter(request.query, { profileId, tokenIds: [tokenId], nowMs: now() });
      const { rows, hasMore, next } = await listRequests(db, filter);
      return { data: rows.map(presentRequest), has_more: hasMore, next };
    },
  );
}
