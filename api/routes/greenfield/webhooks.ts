import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import {
  GreenfieldDelivery,
  GreenfieldWebhook,
  GreenfieldWebhookWithSecret,
  PluginBody,
} from '../../../contract/greenfield.ts';
import { originOf } from '../../../db/accounts/origins.ts';
import type { AccountSecrets } from '../../../db/accounts/secrets.ts';
import { audit } from '../../../db/audit/audit.ts';
import { type Db, inTransaction, type Tx } from '../../../db/core/sequelize.ts';
import { warnTeam } from '../../../db/outflows/team-mails.ts';
import { requestRedelivery } from '../../../db/webhooks/commands.ts';
import { type DeliveryRow, listDeliveries } from '../../../db/webhooks/delivery-lists.ts';
import {
  createEndpoint,
  deleteEndpoint,
  type EndpointOf,
  listEndpoints,
  readEndpoint,
  rotateEndpointSecret,
  updateEndpoint,
} from '../../../db/webhooks/endpoints.ts';
import type { EndpointRow } from '../../../db/webhooks/rows.ts';
import type { AuditAction } from '../../../domain/accounts/audit.ts';
import { DomainError } from '../../../domain/errors.ts';
import { type RequestedWebhook, readRequestedWebhook } from '../../../domain/greenfield/webhook-body.ts';
import { eventTypesFor, type GreenfieldEndpoint } from '../../../domain/greenfield/webhook-events.ts';
import { parseId } from '../../../domain/ids.ts';
import { requirePublicTarget } from '../../../domain/web/public-target.ts';
import type { EndpointId } from '../../../domain/webhooks/endpoint.ts';
import type { App } from '../../app.ts';
import type { Accounts } from '../../auth/accounts.ts';
import { clientOf } from '../../auth/client.ts';
import { shopKeyOf } from '../../auth/guard.ts';
import type { ServerDeps } from '../../deps.ts';
import { GreenfieldFaults } from './errors.ts';
import { GREENFIELD, shopKeyRoute } from './route.ts';
import { StoreParams } from './stores.ts';

const PERMISSION = 'btcpay.store.webhooks.canmodifywebhooks';
const LIST = `${GREENFIELD}/stores/:storeId/webhooks`;
/** Below its store, and since BTCPay 2.4 also without one. */
const PATHS = [`${LIST}/:id`, `${GREENFIELD}/webhooks/:id`] as const;
const Params = Type.Object({ id: Type.String(), storeId: Type.Optional(Type.String()) });
const DeliveryParams = Type.Object({ ...Params.properties, deliveryId: Type.String() });

const EXAMPLE = {
  url: 'https://shop.example/?wc-api=btcpaygf_default',
  enabled: true,
  automaticRedelivery: true,
  authorizedEvents: { everything: false, specificEvents: ['InvoiceSettled', 'InvoiceExpired'] },
};

interface Deps extends ServerDeps {
  readonly secrets: AccountSecrets;
}

/** Webhooks of plugins: endpoints of the shop that are written to as BTCPay does. */
export function greenfieldWebhookRoutes(app: App, deps: ServerDeps, { secrets }: Pick<Accounts, 'secrets'>): void {
  createRoute(app, { ...deps, secrets });
  readRoutes(app, deps);
  updateRoute(app, { ...deps, secrets });
  deleteRoute(app, deps);
  deliveryRoutes(app, deps);
}

function createRoute(app: App, { db, config, secrets }: Deps): void {
  app.post(
    LIST,
    shopKeyRoute(PERMISSION, {
      summary: 'Greenfield: add a webhook',
      description: 'Without a secret one is made. It is in this answer only. The team is notified by email.',
      params: StoreParams,
      body: PluginBody('Only `url` is required.', EXAMPLE),
      response: { 200: GreenfieldWebhookWithSecret },
    }),
    async (request) => {
      const { profileId, mode } = shopKeyOf(request);
      const { url = '', enabled = true, secret, endpoint: greenfield } = read(request.body);
      requirePublicTarget(url, { mode, allowedNetworks: config.webhookAllowedNetworks, field: 'url' });
      return inTransaction(db, async (tx) => {
        const created = await createEndpoint(tx, secrets.box, {
          profileId,
          url,
          greenfield,
          description: shopKeyOf(request).label,
          format: 'greenfield',
          eventTypes: eventTypesFor(greenfield.events),
          secret,
        });
        await record(tx, request, 'endpoint.created', created.endpoint);
        await warn(tx, request, secrets, created.endpoint);
        const { id } = created.endpoint;
        const endpoint = enabled ? created.endpoint : await updateEndpoint(tx, scopedTo(request, id), { enabled });
        return { ...present(endpoint), secret: created.secret };
      });
    },
  );
}

function readRoutes(app: App, { db }: ServerDeps): void {
  app.get(
    LIST,
    shopKeyRoute(PERMISSION, {
      summary: 'Greenfield: webhooks of a store',
      description: 'Those that plugins made.',
      params: StoreParams,
      response: { 200: Type.Array(GreenfieldWebhook) },
    }),
    async (request) => {
      const all = await listEndpoints(db, { profileId: shopKeyOf(request).profileId, kinds: ['invoice'] });
      return all.filter(({ format }) => format === 'greenfield').map(present);
    },
  );

  for (const path of PATHS) {
    app.get(
      path,
      shopKeyRoute(PERMISSION, {
        summary: 'Greenfield: a webhook',
        description: 'Without its secret.',
        params: Params,
        response: { 200: GreenfieldWebhook },
      }),
      async (request) => present(await find(db, request)),
    );
  }
}

function updateRoute(app: App, { db, config, secrets }: Deps): void {
  for (const path of PATHS) {
    app.put(
      path,
      shopKeyRoute(PERMISSION, {
        summary: 'Greenfield: change a webhook',
        description: 'Without a secret, or with null, the old one stays.',
        params: Params,
        body: PluginBody('What is left out stays.', EXAMPLE),
        response: { 200: GreenfieldWebhook },
      }),
      async (request) =>
        inTransaction(db, async (tx) => {
          const before = await find(tx, request);
          const { url, enabled, secret, endpoint: greenfield } = read(request.body, before.greenfield ?? undefined);
          if (url !== undefined) {
            const { mode } = shopKeyOf(request);
            requirePublicTarget(url, { mode, allowedNetworks: config.webhookAllowedNetworks, field: 'url' });
          }
          const of = scopedTo(request, before.id);
          if (secret !== undefined) await rotateEndpointSecret(tx, secrets.box, { ...of, secret, overlapMs: 0 });
          const eventTypes = eventTypesFor(greenfield.events);
          const named = { url, enabled };
          const after = await updateEndpoint(tx, of, { greenfield, eventTypes, ...named });
          await record(tx, request, 'endpoint.updated', after);
          if (after.url !== before.url) await warn(tx, request, secrets, after);
          return present(after);
        }),
    );
  }
}

function deleteRoute(app: App, { db }: ServerDeps): void {
  for (const path of PATHS) {
    app.delete(
      path,
      shopKeyRoute(PERMISSION, {
        summary: 'Greenfield: remove a webhook',
        description: 'Nothing more is sent to it.',
        params: Params,
        body: PluginBody('Nothing is read.', {}),
        response: { 200: Type.Object({}) },
      }),
      async (request) => {
        await inTransaction(db, async (tx) => {
          const { id } = await find(tx, request);
          await record(tx, request, 'endpoint.deleted', await deleteEndpoint(tx, scopedTo(request, id)));
        });
        return {};
      },
    );
  }
}

function deliveryRoutes(app: App, { db }: ServerDeps): void {
  for (const path of PATHS) {
    app.get(
      `${path}/deliveries`,
      shopKeyRoute(PERMISSION, {
        summary: 'Greenfield: deliveries of a webhook',
        description: 'The newest 100.',
        params: Params,
        response: { 200: Type.Array(GreenfieldDelivery) },
      }),
      async (request) => {
        const { id: endpointId, profileId } = await find(db, request);
        const { rows } = await listDeliveries(db, { profileId, endpointId, perPage: 100 });
        return rows.map(presentDelivery);
      },
    );

    app.post(
      `${path}/deliveries/:deliveryId/redeliver`,
      shopKeyRoute(PERMISSION, {
        summary: 'Greenfield: send a webhook again',
        description: 'Answers with the ID of the delivery.',
        params: DeliveryParams,
        body: PluginBody('Nothing is read.', {}),
        response: { 200: Type.String() },
      }),
      async (request, reply) => {
        const { id: endpointId, profileId } = await find(db, request);
        // A webhook of several messages numbers them behind the id.
        const deliveryId = parseId(request.params.deliveryId.slice(0, 36));
        const delivery = await inTransaction(db, async (tx) => {
          const again = await requestRedelivery(tx, { profileId, deliveryId });
          if (again.endpoint_id !== endpointId) throw new DomainError('not_found');
          return again;
        });
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(delivery.id));
      },
    );
  }
}

/** @throws GreenfieldFaults */
function read(body: unknown, before?: GreenfieldEndpoint): RequestedWebhook {
  const { webhook, faults } = readRequestedWebhook(body, before);
  if (faults.length > 0) throw new GreenfieldFaults(faults);
  return webhook;
}

function scopedTo(request: FastifyRequest, id: EndpointId): EndpointOf {
  return { id, profileId: shopKeyOf(request).profileId, kinds: ['invoice'] };
}

/** Endpoints of other formats are not a plugin's. @throws DomainError `not_found` */
async function find(
  on: Db | Tx,
  request: FastifyRequest & { readonly params: { readonly id: string } },
): Promise<EndpointRow> {
  const row = await readEndpoint(on, scopedTo(request, parseId<EndpointId>(request.params.id)));
  if (row.format !== 'greenfield') throw new DomainError('not_found');
  return row;
}

function present({ id, url, disabledAt, greenfield }: EndpointRow): GreenfieldWebhook {
  const events = greenfield?.events ?? null;
  return {
    id,
    url,
    enabled: disabledAt === null,
    automaticRedelivery: greenfield?.automaticRedelivery ?? true,
    authorizedEvents: { everything: events === null, specificEvents: [...(events ?? [])] },
  };
}

function presentDelivery({ id, created_at, attempts, status }: DeliveryRow): GreenfieldDelivery {
  const last = attempts.at(-1);
  return {
    id,
    timestamp: Math.floor(created_at.getTime() / 1000),
    httpCode: last?.http_status ?? null,
    errorMessage: last?.error ?? null,
    status: status === 'delivered' ? 'HttpSuccess' : last?.http_status == null ? 'Failed' : 'HttpError',
  };
}

async function record(tx: Tx, request: FastifyRequest, action: AuditAction, endpoint: EndpointRow): Promise<void> {
  const { merchantId, keyId, label, mode } = shopKeyOf(request);
  await audit(tx, {
    chain: merchantId,
    action,
    actor: { kind: 'token', id: keyId, name: label },
    origin: { ip: request.ip, browser: null },
    target: { kind: 'webhook_endpoint', id: endpoint.id, label: endpoint.url },
    data: { mode, ...(action === 'endpoint.updated' ? { fields: ['settings'] } : {}) },
  });
}

/** A stolen key must not have events sent elsewhere without anybody noticing. */
async function warn(tx: Tx, request: FastifyRequest, secrets: AccountSecrets, { url }: EndpointRow): Promise<void> {
  const { merchantId, mode, label } = shopKeyOf(request);
  const values = { mode, title: url, by: label, ...originOf(clientOf(request)) };
  await warnTeam(tx, secrets, merchantId, { kind: 'notification_url_changed', values });
}
