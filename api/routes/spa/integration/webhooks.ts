import { Type } from 'typebox';
import { Data, Exact, Page, Text } from '../../../../contract/basics.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import { DeliveryListQuery, TestSent, WebhookDelivery, WebhookTestBody } from '../../../../contract/webhooks.ts';
import { audit } from '../../../../db/audit/audit.ts';
import { requestRedelivery, requestTestWebhook } from '../../../../db/webhooks/commands.ts';
import { listDeliveries } from '../../../../db/webhooks/delivery-lists.ts';
import { testedEndpoint } from '../../../../db/webhooks/endpoints.ts';
import { parseId } from '../../../../domain/ids.ts';
import { requirePublicTarget } from '../../../../domain/web/public-target.ts';
import type { App } from '../../../app.ts';
import { auditedUser } from '../../../auth/audited.ts';
import { eventKindsFor, profileOf } from '../../../auth/guard.ts';
import type { ServerDeps } from '../../../deps.ts';
import { listAnswer } from '../../../list-answer.ts';
import { answerOnce, IdempotencyHeaders } from '../../../plugins/idempotency.ts';
import { presentDelivery, toDeliveryQuery } from '../../../presenters/webhooks.ts';
import { shopItemRoute, shopRoute } from '../../../route-options.ts';

/** The log of a profile's webhooks in the back office, sending one again, and a test. */
export function spaWebhookRoutes(app: App, deps: ServerDeps): void {
  listRoute(app, deps);
  redeliverRoute(app, deps);
  testRoute(app, deps);
}

function listRoute(app: App, { db }: ServerDeps): void {
  app.get(
    '/spa/:profile/webhooks/deliveries',
    shopRoute('merchant_invoice_viewAny', {
      summary: 'List webhook deliveries',
      description: 'Newest first unless sorted otherwise, each with every attempt and its response.',
      querystring: Exact({ ...DeliveryListQuery.properties, type: Type.Optional(Text(60)) }),
      response: { 200: Page(WebhookDelivery) },
    }),
    async (request) => {
      const { profileId } = await profileOf(db, request);
      const query = toDeliveryQuery(request.query, { profileId, kinds: eventKindsFor(request) });
      const { rows, total } = await listDeliveries(db, query);
      return listAnswer(rows.map(presentDelivery), total, query);
    },
  );
}

function redeliverRoute(app: App, { db }: ServerDeps): void {
  app.post(
    '/spa/:profile/webhooks/deliveries/:id/redeliver',
    shopItemRoute('merchant_invoice_create', {
      summary: 'Send a webhook again',
      headers: IdempotencyHeaders,
      response: { 202: Data(WebhookDelivery), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const { merchantId, mode, profileId } = await profileOf(db, request);
      const deliveryId = parseId(request.params.id);
      return answerOnce(request, reply, { db, merchantId, mode }, async (tx) => {
        const delivery = await requestRedelivery(tx, { profileId, deliveryId, kinds: eventKindsFor(request) });
        await audit(tx, {
          ...auditedUser(request),
          action: 'webhook.redelivered',
          target: { kind: 'webhook', id: deliveryId, label: delivery.type },
          data: { mode, url: delivery.url },
        });
        return { status: 202, data: presentDelivery(delivery) };
      });
    },
  );
}

function testRoute(app: App, { db, config, now }: ServerDeps): void {
  app.post(
    '/spa/:profile/webhooks/test',
    shopRoute('merchant_profile_update', {
      summary: 'Send a test webhook',
      headers: IdempotencyHeaders,
      body: WebhookTestBody,
      response: { 202: Data(TestSent), ...errorResponses(404, 409) },
    }),
    async (request, reply) => {
      const { merchantId, mode, profileId } = await profileOf(db, request);
      const { url = null, endpoint_id: endpointId } = request.body;
      const rules = { mode, field: 'url', allowedNetworks: config.webhookAllowedNetworks };
      if (url !== null) requirePublicTarget(url, rules);
      return answerOnce(request, reply, { db, merchantId, mode }, async (tx) => {
        const endpoint = await testedEndpoint(tx, { profileId, kinds: eventKindsFor(request) }, endpointId);
        const sent = await requestTestWebhook(tx, { profileId, url, endpoint, now: new Date(now()) });
        const target = { kind: 'webhook', id: sent.eventId, label: sent.url };
        await audit(tx, { ...auditedUser(request), action: 'webhook.test_sent', target, data: { mode } });
        return { status: 202, data: { id: sent.eventId, type: 'webhook.test', url: sent.url } };
      });
    },
  );
}
