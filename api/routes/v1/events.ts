import { errorResponses } from '../../../contract/errors.ts';
import { EventList, EventListQuery } from '../../../contract/events.ts';
import { listEvents } from '../../../db/history/event-feed.ts';
import { eventKindsOfToken } from '../../../domain/webhooks/event-kinds.ts';
import type { App } from '../../app.ts';
import { bearerOf } from '../../auth/guard.ts';
import type { ServerDeps } from '../../deps.ts';
import { sendKept } from '../../plugins/idempotency.ts';
import { tokenRoute } from '../../route-options.ts';

/** The events that webhooks sent, for shops that missed them. */
export function eventRoutes(app: App, { db }: ServerDeps): void {
  app.get(
    '/api/v1/events',
    tokenRoute('Events and webhooks', [], {
      operationId: 'listEvents',
      summary: 'List events',
      description:
        'Oldest first. To continue, set `after` to the id of the last event you read; no event is skipped. Only ' +
        'event types that the token may read are listed.',
      querystring: EventListQuery,
      response: { 200: EventList, ...errorResponses(404) },
    }),
    async (request, reply) => {
      const { profileId, permissions } = bearerOf(request);
      const { after, limit = 100 } = request.query;
      const page = await listEvents(db, {
        profileId,
        kinds: eventKindsOfToken(permissions),
        after: after?.toLowerCase(),
        limit,
      });
      // Each body is kept as the text that was signed; it is passed on as it is, with the id in front.
      const entries = page.events.map(({ id, body }) => `{"id":"${id}",${body.slice(1)}`);
      const next = page.events.at(-1)?.id;
      const tail = next === undefined ? '' : `,"next":"${next}"`;
      return sendKept(reply, {
        status: 200,
        body: `{"data":[${entries.join(',')}],"has_more":${page.hasMore}${tail}}`,
      });
    },
  );
}
