import { Type } from 'typebox';
import { Data, Page } from '../../../../contract/basics.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import { PageQuery } from '../../../../contract/lists.ts';
import {
  SpaCreateEndpointBody,
  SpaRotateEndpointBody,
  SpaUpdateEndpointBody,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
} from '../../../../contract/webhook-endpoints.ts';
import { audit } from '../../../../db/audit/audit.ts';
import { inTransaction } from '../../../../db/core/sequelize.ts';
import {
  createEndpoint,
  deleteEndpoint,
  type EndpointOf,
  listEndpoints,
  readEndpoint,
  rotateEndpointSecret,
  updateEndpoint,
} from '../../../../db/webhooks/endpoints.ts';
import type { EndpointRow } from '../../../../db/webhooks/rows.ts';
import type { AuditAction } from '../../../../domain/accounts/audit.ts';
import type { Mode } from '../../../../domain/assets/assets.ts';
import { parseId } from '../../../../domain/ids.ts';
import { DEFAULT_VERSION } from '../../../../domain/versions/api-versions.ts';
import { type EndpointId, USUAL_OVERLAP_HOURS } from '../../../../domain/webhooks/endpoint.ts';
import type { App } from '../../../app.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import { auditedUser } from '../../../auth/audited.ts';
import { eventKindsFor, type ProfileRequest, profileOf } from '../../../auth/guard.ts';
import { answerMoneyAct, performMoneyAct } from '../../../auth/money-act.ts';
import type { ServerDeps } from '../../../deps.ts';
import { pageOf } from '../../../list-answer.ts';
import { IdempotencyHeaders } from '../../../plugins/idempotency.ts';
import {
  type EndpointRules,
  presentEndpoint,
  presentWithSecret,
  toEndpointChange,
  toNewEndpoint,
} from '../../../presenters/webhook-endpoints.ts';
import { shopItemRoute, shopRoute } from '../../../route-options.ts';
import { warnOfAccess } from '../team/team-warning.ts';

const HOUR_MS = 3_600_000;
const PROOF =
  'Needs the password, unless the session is younger than five minutes, and a 2FA code (always in production, in ' +
  'sandbox only if 2FA is on); the team is notified by email.';
const NoContent = Type.Null({ description: 'No content.' });

/** The endpoints of a shop in the back office. */
export function spaEndpointRoutes(app: App, deps: ServerDeps, accounts: Accounts): void {
  listRoute(app, deps);
  createRoute(app, deps, accounts);
  updateRoute(app, deps, accounts);
  rotateRoute(app, accounts);
  deleteRoute(app, deps);
}

function listRoute(app: App, { db }: ServerDeps): void {
  app.get(
    '/spa/:profile/webhook-endpoints',
    shopRoute('merchant_profile_view', {
      summary: 'List webhook endpoints',
      description: 'Oldest first. Secrets cannot be read again.',
      querystring: PageQuery,
      response: { 200: Page(WebhookEndpoint) },
    }),
    async (request) => {
      const { profileId } = await profileOf(db, request);
      const endpoints = await listEndpoints(db, { profileId, kinds: eventKindsFor(request) });
      return pageOf(endpoints.map(presentEndpoint), request.query);
    },
  );
}

function createRoute(app: App, deps: ServerDeps, accounts: Accounts): void {
  const { db, secrets } = accounts;
  app.post(
    '/spa/:profile/webhook-endpoints',
    shopRoute('merchant_profile_update', {
      summary: 'Create a webhook endpoint',
      description: `The secret is in this response only. ${PROOF}`,
      headers: IdempotencyHeaders,
      body: SpaCreateEndpointBody,
      response: { 201: Data(WebhookEndpointWithSecret), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const { mode, profileId } = await profileOf(db, request);
      const requested = toNewEndpoint(request.body, rulesOf(request, mode, deps));
      void reply.header('cache-control', 'no-store');
      return answerMoneyAct(accounts, request, reply, {
        proof: 'person',
        read: async () => requested,
        async work(tx, endpoint) {
          const created = await createEndpoint(tx, secrets.box, { profileId, ...endpoint });
          await warnOfAccess(tx, request, accounts, { kind: 'notification_url_changed', mode, title: endpoint.url });
          return created;
        },
        entry: ({ endpoint }) => entryOf('endpoint.created', endpoint, mode),
        answer: { status: 201, isSecret: true, present: presentWithSecret },
      });
    },
  );
}

function updateRoute(app: App, deps: ServerDeps, accounts: Accounts): void {
  const { db } = accounts;
  app.put(
    '/spa/:profile/webhook-endpoints/:id',
    shopItemRoute('merchant_profile_update', {
      summary: 'Change a webhook endpoint',
      description: `What is left out stays as it is. A new URL or more events: ${PROOF}`,
      body: SpaUpdateEndpointBody,
      response: { 200: Data(WebhookEndpoint), ...errorResponses(409) },
    }),
    async (request) => {
      const { mode, profileId } = await profileOf(db, request);
      const { password: _password, two_fa_code: _code, recovery_code: _recovery, ...body } = request.body;
      const change = toEndpointChange(body, rulesOf(request, mode, deps));
      const of = endpointOf(request, profileId);
      const isWider = ({ url, eventTypes }: EndpointRow) =>
        (change.url !== undefined && change.url !== url) ||
        (change.eventTypes ?? []).some((type) => !eventTypes.includes(type));
      const after = await performMoneyAct(accounts, request, {
        proof: 'person',
        read: (on) => readEndpoint(on, of),
        needsProof: isWider,
        async work(tx, before) {
          const endpoint = await updateEndpoint(tx, of, change);
          if (isWider(before)) {
            await warnOfAccess(tx, request, accounts, { kind: 'notification_url_changed', mode, title: endpoint.url });
          }
          return endpoint;
        },
        entry: (endpoint) => entryOf('endpoint.updated', endpoint, mode, Object.keys(body)),
      });
      return { data: presentEndpoint(after) };
    },
  );
}

function rotateRoute(app: App, accounts: Accounts): void {
  const { db, secrets } = accounts;
  app.post(
    '/spa/:profile/webhook-endpoints/:id/rotate-secret',
    shopItemRoute('merchant_apiToken_secret', {
      summary: 'Renew the secret of a webhook endpoint',
      description: `Webhooks are signed with both secrets until the overlap ends. ${PROOF}`,
      headers: IdempotencyHeaders,
      body: SpaRotateEndpointBody,
      response: { 200: Data(WebhookEndpointWithSecret), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const { mode, profileId } = await profileOf(db, request);
      const { overlap_hours: hours = USUAL_OVERLAP_HOURS } = request.body;
      const of = endpointOf(request, profileId);
      void reply.header('cache-control', 'no-store');
      return answerMoneyAct(accounts, request, reply, {
        proof: 'person',
        read: (on) => readEndpoint(on, of),
        async work(tx, { url: title }) {
          await warnOfAccess(tx, request, accounts, { kind: 'notification_key_read', mode, title });
          return rotateEndpointSecret(tx, secrets.box, { ...of, overlapMs: hours * HOUR_MS });
        },
        entry: ({ endpoint }) => entryOf('endpoint.secret_renewed', endpoint, mode),
        answer: { status: 200, isSecret: true, present: presentWithSecret },
      });
    },
  );
}

function deleteRoute(app: App, { db }: ServerDeps): void {
  app.delete(
    '/spa/:profile/webhook-endpoints/:id',
    shopItemRoute('merchant_profile_update', {
      summary: 'Delete a webhook endpoint',
      description: 'Nothing more is sent to it. Its deliveries stay in the log.',
      response: { 204: NoContent },
    }),
    async (request, reply) => {
      const { mode, profileId } = await profileOf(db, request);
      await inTransaction(db, async (tx) => {
        const endpoint = await deleteEndpoint(tx, endpointOf(request, profileId));
        await audit(tx, { ...auditedUser(request), ...entryOf('endpoint.deleted', endpoint, mode) });
      });
      return reply.code(204).send(null);
    },
  );
}

type ItemRequest = ProfileRequest & { readonly params: { readonly id: string } };

function endpointOf(request: ItemRequest, profileId: EndpointOf['profileId']): EndpointOf {
  return { profileId, kinds: eventKindsFor(request), id: parseId<EndpointId>(request.params.id) };
}

function rulesOf(request: ProfileRequest, mode: Mode, { config, now }: ServerDeps): EndpointRules {
  const kinds = eventKindsFor(request);
  return { mode, allowedNetworks: config.webhookAllowedNetworks, kinds, apiVersion: DEFAULT_VERSION, nowMs: now() };
}

function entryOf(action: AuditAction, { id, url }: EndpointRow, mode: Mode, fields?: readonly string[]) {
  const target = { kind: 'webhook_endpoint', id, label: url };
  return { action, target, data: { mode, ...(fields === undefined ? {} : { fields }) } };
}
