import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Data, IdParams, Page } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import { WholeListQuery } from '../../../contract/lists.ts';
import {
  CreateWebhookEndpointBody,
  RotateEndpointSecretBody,
  UpdateWebhookEndpointBody,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
} from '../../../contract/webhook-endpoints.ts';
import { originOf } from '../../../db/accounts/origins.ts';
import type { AccountSecrets } from '../../../db/accounts/secrets.ts';
import { audit } from '../../../db/audit/audit.ts';
import { inTransaction, type Tx } from '../../../db/core/sequelize.ts';
import { warnTeam } from '../../../db/outflows/team-mails.ts';
import { readApiToken } from '../../../db/shops/api-token-list.ts';
import {
  createEndpoint,
  deleteEndpoint,
  type EndpointOf,
  type EndpointScope,
  listEndpoints,
  readEndpoint,
  rotateEndpointSecret,
  updateEndpoint,
} from '../../../db/webhooks/endpoints.ts';
import type { EndpointRow } from '../../../db/webhooks/rows.ts';
import type { AuditAction } from '../../../domain/accounts/audit.ts';
import { parseId } from '../../../domain/ids.ts';
import { type EndpointId, USUAL_OVERLAP_HOURS } from '../../../domain/webhooks/endpoint.ts';
import { eventKindsOfToken } from '../../../domain/webhooks/event-kinds.ts';
import type { App } from '../../app.ts';
import { auditedToken } from '../../auth/audited.ts';
import { clientOf } from '../../auth/client.ts';
import { bearerOf } from '../../auth/guard.ts';
import type { ServerDeps } from '../../deps.ts';
import { pageOf } from '../../list-answer.ts';
import { answerOnce, IdempotencyHeaders } from '../../plugins/idempotency.ts';
import { versionOf } from '../../plugins/versions.ts';
import {
  type EndpointRules,
  presentEndpoint,
  presentWithSecret,
  toEndpointChange,
  toNewEndpoint,
} from '../../presenters/webhook-endpoints.ts';
import { tokenRoute } from '../../route-options.ts';

const TAG = 'Events and webhooks';
const HOUR_MS = 3_600_000;
const NoContent = Type.Null({ description: 'No content.' });

interface EndpointDeps extends ServerDeps {
  readonly secrets: AccountSecrets;
}

/**
 * Endpoints that a shop makes for itself. A token knows and changes those whose events it may all read, so that it
 * cannot turn what others receive to an address of its own.
 */
export function webhookEndpointRoutes(app: App, deps: EndpointDeps): void {
  readRoutes(app, deps);
  createRoute(app, deps);
  updateRoute(app, deps);
  rotateRoute(app, deps);
  deleteRoute(app, deps);
}

function readRoutes(app: App, { db }: EndpointDeps): void {
  app.get(
    '/api/v1/webhook-endpoints',
    tokenRoute(TAG, ['webhook_manage'], {
      operationId: 'listWebhookEndpoints',
      summary: 'List webhook endpoints',
      description: 'Oldest first. Only those whose events the token may read are listed.',
      querystring: WholeListQuery,
      response: { 200: Page(WebhookEndpoint) },
    }),
    async (request) => pageOf((await listEndpoints(db, scopeOf(request))).map(presentEndpoint), request.query),
  );

  app.get(
    '/api/v1/webhook-endpoints/:id',
    tokenRoute(TAG, ['webhook_manage'], {
      operationId: 'getWebhookEndpoint',
      summary: 'Get a webhook endpoint',
      params: IdParams,
      response: { 200: Data(WebhookEndpoint) },
    }),
    async (request) => ({ data: presentEndpoint(await readEndpoint(db, endpointOf(request))) }),
  );
}

function createRoute(app: App, deps: EndpointDeps): void {
  const { db, secrets } = deps;
  app.post(
    '/api/v1/webhook-endpoints',
    tokenRoute(TAG, ['webhook_manage'], {
      operationId: 'createWebhookEndpoint',
      summary: 'Create a webhook endpoint',
      description:
        'Every event of `event_types` is sent to it, besides the notification URLs. The secret is in this response ' +
        'only. The team is notified by email.',
      headers: IdempotencyHeaders,
      body: CreateWebhookEndpointBody,
      response: { 201: Data(WebhookEndpointWithSecret), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const { merchantId, mode, profileId } = bearerOf(request);
      const requested = toNewEndpoint(request.body, rulesOf(request, deps));
      void reply.header('cache-control', 'no-store');
      return answerOnce(request, reply, { db, merchantId, mode, box: secrets.box }, async (tx) => {
        const created = await createEndpoint(tx, secrets.box, { profileId, ...requested });
        await record(tx, request, { action: 'endpoint.created', endpoint: created.endpoint });
        await warn(tx, request, secrets, created.endpoint);
        return { status: 201, data: presentWithSecret(created) };
      });
    },
  );
}

function updateRoute(app: App, deps: EndpointDeps): void {
  const { db, secrets } = deps;
  app.patch(
    '/api/v1/webhook-endpoints/:id',
    tokenRoute(TAG, ['webhook_manage'], {
      operationId: 'updateWebhookEndpoint',
      summary: 'Change a webhook endpoint',
      description:
        'Applies to events from now on; deliveries under way keep their URL. Disabling it ends the retries of what it ' +
        'has not taken. The team is notified of a new URL by email.',
      params: IdParams,
      body: UpdateWebhookEndpointBody,
      response: { 200: Data(WebhookEndpoint) },
    }),
    async (request) => {
      const change = toEndpointChange(request.body, rulesOf(request, deps));
      const of = endpointOf(request);
      const endpoint = await inTransaction(db, async (tx) => {
        const before = await readEndpoint(tx, of);
        const after = await updateEndpoint(tx, of, change);
        await record(tx, request, { action: 'endpoint.updated', endpoint: after, fields: Object.keys(request.body) });
        if (after.url !== before.url) await warn(tx, request, secrets, after);
        return after;
      });
      return { data: presentEndpoint(endpoint) };
    },
  );
}

function rotateRoute(app: App, { db, secrets }: EndpointDeps): void {
  app.post(
    '/api/v1/webhook-endpoints/:id/rotate-secret',
    tokenRoute(TAG, ['webhook_manage'], {
      operationId: 'rotateWebhookEndpointSecret',
      summary: 'Renew the secret of a webhook endpoint',
      description: 'Webhooks are signed with both secrets until the overlap ends, then with the new one only.',
      params: IdParams,
      headers: IdempotencyHeaders,
      body: RotateEndpointSecretBody,
      response: { 200: Data(WebhookEndpointWithSecret), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const { merchantId, mode } = bearerOf(request);
      const { overlap_hours: hours = USUAL_OVERLAP_HOURS } = request.body;
      const of = endpointOf(request);
      void reply.header('cache-control', 'no-store');
      return answerOnce(request, reply, { db, merchantId, mode, box: secrets.box }, async (tx) => {
        const renewed = await rotateEndpointSecret(tx, secrets.box, { ...of, overlapMs: hours * HOUR_MS });
        await record(tx, request, { action: 'endpoint.secret_renewed', endpoint: renewed.endpoint });
        return { status: 200, data: presentWithSecret(renewed) };
      });
    },
  );
}

function deleteRoute(app: App, { db }: EndpointDeps): void {
  app.delete(
    '/api/v1/webhook-endpoints/:id',
    tokenRoute(TAG, ['webhook_manage'], {
      operationId: 'deleteWebhookEndpoint',
      summary: 'Delete a webhook endpoint',
      description: 'Nothing more is sent to it. Its deliveries stay in the log.',
      params: IdParams,
      response: { 204: NoContent },
    }),
    async (request, reply) => {
      await inTransaction(db, async (tx) => {
        const endpoint = await deleteEndpoint(tx, endpointOf(request));
        await record(tx, request, { action: 'endpoint.deleted', endpoint });
      });
      return reply.code(204).send(null);
    },
  );
}

function scopeOf(request: FastifyRequest): EndpointScope {
  const { profileId, permissions } = bearerOf(request);
  return { profileId, kinds: eventKindsOfToken(permissions) };
}

function endpointOf(request: FastifyRequest & { readonly params: { readonly id: string } }): EndpointOf {
  return { ...scopeOf(request), id: parseId<EndpointId>(request.params.id) };
}

function rulesOf(request: FastifyRequest, { config, now }: EndpointDeps): EndpointRules {
  const { mode } = bearerOf(request);
  return {
    mode,
    allowedNetworks: config.webhookAllowedNetworks,
    kinds: scopeOf(request).kinds,
    apiVersion: versionOf(request),
    nowMs: now(),
  };
}

async function record(
  tx: Tx,
  request: FastifyRequest,
  {
    action,
    endpoint: { id, url },
    fields,
  }: { readonly action: AuditAction; readonly endpoint: EndpointRow; readonly fields?: readonly string[] },
): Promise<void> {
  await audit(tx, {
    ...(await auditedToken(tx, request)),
    action,
    target: { kind: 'webhook_endpoint', id, label: url },
    data: { mode: bearerOf(request).mode, ...(fields === undefined ? {} : { fields }) },
  });
}

/** A stolen token must not have events sent elsewhere without anybody noticing. */
async function warn(tx: Tx, request: FastifyRequest, secrets: AccountSecrets, { url }: EndpointRow): Promise<void> {
  const { merchantId, mode, profileId, tokenId } = bearerOf(request);
  const { name } = await readApiToken(tx, { id: tokenId, profileId });
  const values = { mode, title: url, by: name, ...originOf(clientOf(request)) };
  await warnTeam(tx, secrets, merchantId, { kind: 'notification_url_changed', values });
}
