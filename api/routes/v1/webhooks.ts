import { Data, IdParams, Page } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import { DeliveryListQuery, TestSent, WebhookDelivery, WebhookTestBody } from '../../../contract/webhooks.ts';
import { requestRedelivery, requestTestWebhook } from '../../../db/webhooks/commands.ts';
import { listDeliveries } from '../../../db/webhooks/delivery-lists.ts';
import { testedEndpoint } from '../../../db/webhooks/endpoints.ts';
import { parseId } from '../../../domain/ids.ts';
import { requireWebAddress } from '../../../domain/web/web-address.ts';
import { eventKindsOfToken } from '../../../domain/webhooks/event-kinds.ts';
import type { App } from '../../app.ts';
import { bearerOf } from '../../auth/guard.ts';
import type { ServerDeps } from '../../deps.ts';
import { listAnswer } from '../../list-answer.ts';
import { answerOnce, IdempotencyHeaders } from '../../plugins/idempotency.ts';
import { presentDelivery, toDeliveryQuery } from '../../presenters/webhooks.ts';
import { tokenRoute } from '../../route-options.ts';

/** The log of webhooks, and sending them again or for a test. */
export function webhookRoutes(app: App, { db, now }: ServerDeps): void {
  app.get(
    '/api/v1/webhooks/deliveries',
    tokenRoute('Events and webhooks', ['invoice_get'], {
      operationId: 'listWebhookDeliveries',
      summary: 'List webhook deliveries',
      description:
        'Newest first unless sorted otherwise, each with every attempt and its response. Only event types that the ' +
        'token may read are listed.',
      querystring: DeliveryListQuery,
      response: { 200: Page(WebhookDelivery) },
    }),
    async (request) => {
      const { profileId, permissions } = bearerOf(request);
      const query = toDeliveryQuery(request.query, { profileId, kinds: eventKindsOfToken(permissions) });
      const { rows, total } = await listDeliveries(db, query);
      return listAnswer(rows.map(presentDelivery), total, query);
    },
  );

  app.post(
    '/api/v1/webhooks/deliveries/:id/redeliver',
    tokenRoute('Events and webhooks', ['invoice_create'], {
      operationId: 'redeliverWebhook',
      summary: 'Send a webhook again',
      description:
        'Sends the same id and body, with a new timestamp and signature, to the current URL of the object, the profile or the endpoint.',
      params: IdParams,
      headers: IdempotencyHeaders,
      response: { 202: Data(WebhookDelivery), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const { merchantId, mode, profileId, permissions } = bearerOf(request);
      const kinds = eventKindsOfToken(permissions);
      const deliveryId = parseId(request.params.id);
      return answerOnce(request, reply, { db, merchantId, mode }, async (tx) => ({
        status: 202,
        data: presentDelivery(await requestRedelivery(tx, { profileId, deliveryId, kinds })),
      }));
    },
  );

  app.post(
    '/api/v1/webhooks/test',
    tokenRoute('Events and webhooks', ['invoice_create'], {
      operationId: 'sendTestWebhook',
      summary: 'Send a test webhook',
      headers: IdempotencyHeaders,
      body: WebhookTestBody,
      response: { 202: Data(TestSent), ...errorResponses(404, 409) },
    }),
    async (request, reply) => {
      const { merchantId, mode, profileId, permissions } = bearerOf(request);
      const { url = null, endpoint_id: endpointId } = request.body;
      if (url !== null) requireWebAddress(url, { mode, field: 'url' });
      return answerOnce(request, reply, { db, merchantId, mode }, async (tx) => {
        const scope = { profileId, kinds: eventKindsOfToken(permissions) };
        const endpoint = await testedEndpoint(tx, scope, endpointId);
        const sent = await requestTestWebhook(tx, { profileId, url, endpoint, now: new Date(now()) });
        return { status: 202, data: { id: sent.eventId, type: 'webhook.test', url: sent.url } };
      });
    },
  );
}
