import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Data, IdParams } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import {
  EventList,
  EventListQuery,
  EventStreamHeaders,
  EventStreamQuery,
  EventView,
} from '../../../contract/events.ts';
import { type EventFilter, listEvents, readEvent } from '../../../db/history/event-feed.ts';
import { fieldError } from '../../../domain/errors.ts';
import { isUuid, parseId } from '../../../domain/ids.ts';
import { eventKindsOfToken } from '../../../domain/webhooks/event-kinds.ts';
import { readableTypes } from '../../../domain/webhooks/event-types.ts';
import type { App } from '../../app.ts';
import { bearerOf } from '../../auth/guard.ts';
import type { ServerDeps } from '../../deps.ts';
import { createEventFollower, eventJson } from '../../live/event-follower.ts';
import { sendKept } from '../../plugins/idempotency.ts';
import { versionOf } from '../../plugins/versions.ts';
import { tokenRoute } from '../../route-options.ts';

const TAG = 'Events and webhooks';

/** The events that webhooks sent, for shops that missed them, and for programs that no webhook reaches. */
export function eventRoutes(app: App, deps: ServerDeps): void {
  listRoute(app, deps);
  readRoute(app, deps);
  streamRoute(app, deps);
}

function listRoute(app: App, { db, now }: ServerDeps): void {
  app.get(
    '/api/v1/events',
    tokenRoute(TAG, [], {
      operationId: 'listEvents',
      summary: 'List events',
      description:
        'Oldest first. To continue, set `after` to `next`; no event is skipped. Only event types that the token may ' +
        'read are listed. A cursor whose events are archived is a 410 `cursor_archived`.',
      querystring: EventListQuery,
      response: { 200: EventList, ...errorResponses(404, 410) },
    }),
    async (request, reply) => {
      const { after, limit = 100, created_after: since } = request.query;
      const page = await listEvents(db, {
        ...filterOf(request, request.query),
        after: after?.toLowerCase(),
        limit,
        nowMs: now(),
        createdAfter: since === undefined ? undefined : new Date(since),
      });
      const body = `{"data":[${page.events.map((event) => eventJson(event, versionOf(request))).join(',')}],"has_more":${page.hasMore},"next":"${page.next}"}`;
      return sendKept(reply, { status: 200, body });
    },
  );
}

function readRoute(app: App, { db }: ServerDeps): void {
  app.get(
    '/api/v1/events/:id',
    tokenRoute(TAG, [], {
      operationId: 'getEvent',
      summary: 'Get an event',
      description: 'By the `webhook-id` of the webhook that carried it.',
      params: IdParams,
      response: { 200: Data(EventView), ...errorResponses(410) },
    }),
    async (request, reply) => {
      const { profileId, permissions } = bearerOf(request);
      const kinds = eventKindsOfToken(permissions);
      const id = parseId(request.params.id);
      const event = await readEvent(db, { id, profileId, kinds });
      return sendKept(reply, { status: 200, body: `{"data":${eventJson(event, versionOf(request))}}` });
    },
  );
}

function streamRoute(app: App, deps: ServerDeps): void {
  const follow = createEventFollower(app, deps);
  app.get(
    '/api/v1/events/live',
    tokenRoute(TAG, [], {
      operationId: 'followEvents',
      summary: 'Follow events',
      description:
        'Server-Sent Events. Each has the id, the type and the body of an event; `heartbeat` comes every 10 s. A ' +
        'client that reconnects with `Last-Event-ID` misses nothing. A token may have 30 open.',
      querystring: EventStreamQuery,
      headers: EventStreamHeaders,
      response: {
        200: { description: 'An event stream.', content: { 'text/event-stream': { schema: Type.String() } } },
        ...errorResponses(404, 410),
      },
    }),
    async (request, reply) => {
      const filter = filterOf(request, request.query);
      const after = startOf(request.headers['last-event-id'], request.query.after);
      await follow(request, reply, { ...filter, after });
      return reply;
    },
  );
}

/** @throws DomainError `validation_failed` for a header that names no event */
function startOf(lastEventId: string | undefined, after = 'latest'): string {
  if (lastEventId === undefined || lastEventId === '') return after.toLowerCase();
  if (!isUuid(lastEventId)) throw fieldError('last-event-id', 'Must be the id of an event.');
  return lastEventId.toLowerCase();
}

interface RequestedEvents {
  readonly types?: string;
  readonly object_id?: string;
}

/** @throws DomainError `validation_failed` for an unknown type, `permission_denied` for one that may not be read */
function filterOf(request: FastifyRequest, { types, object_id: objectId }: RequestedEvents): EventFilter {
  const { profileId, permissions } = bearerOf(request);
  const kinds = eventKindsOfToken(permissions);
  return { profileId, kinds, types: readableTypes(types?.split(','), { kinds, field: 'types' }), objectId };
}
