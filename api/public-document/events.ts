import { Instant, Uuid } from '../../contract/basics.ts';
import { EVENT_DATA } from '../../contract/event-data.ts';
import type { SchemaNode } from '../../contract/open-api.ts';
import { MODES } from '../../domain/assets/assets.ts';
import type { ApiVersion } from '../../domain/versions/api-versions.ts';
import { EVENT_KINDS } from '../../domain/webhooks/event-kinds.ts';
import { EVENT_WORDS } from '../../domain/webhooks/event-types.ts';
import { hoistSchemas } from '../hoist-schemas.ts';
import { pascal, type Schemas, schemaRef } from './nodes.ts';
import { schemaAt } from './versioned.ts';

/** A kind of event as the document shows it: `InvoiceEvent` in lists, `InvoiceWebhook` as the body of a webhook. */
interface Kind {
  readonly kind: string;
  readonly event: string;
  readonly webhook: string;
  readonly types: readonly string[];
}

/**
 * Adds the schemas of all events to `schemas`: `Event` and `WebhookEvent`, distinguished by `type`, and one of each
 * kind. The types of a kind are its statuses, and what happens to it without a change of status.
 */
export function addEvents(schemas: Schemas, version: ApiVersion): void {
  const kinds = EVENT_KINDS.map((kind) => {
    const types = EVENT_WORDS[kind].map((word) => `${kind}.${word}`);
    return addKind(schemas, {
      kind,
      types,
      data: dataSchema(schemaAt(JSON.parse(JSON.stringify(EVENT_DATA[kind])), version), schemas),
    });
  });
  const test = addKind(schemas, { kind: 'test', types: ['webhook.test'], data: TEST_DATA }, { onlyWebhook: true });
  schemas.Event = oneOfKinds(
    kinds,
    ({ event }) => event,
    'An event. Types can be added: ignore those you do not know.',
  );
  schemas.WebhookEvent = oneOfKinds([...kinds, test], ({ webhook }) => webhook, WEBHOOK_WORDS);
}

const WEBHOOK_WORDS =
  'The body of a webhook. Verify its signature over the bytes you received before you parse it. Types can be added: ' +
  'answer 2xx to those you do not know.';

const TEST_DATA: SchemaNode = {
  type: 'object',
  properties: { id: { ...Uuid }, mode: { type: 'string', enum: MODES }, message: { type: 'string' } },
  required: ['id', 'mode', 'message'],
};

/** An object that a call returns has its schema already. */
function dataSchema(data: SchemaNode, schemas: Schemas): SchemaNode {
  const { title } = data;
  if (typeof title === 'string' && schemas[title] !== undefined) return schemaRef(title);
  return hoistSchemas(data, schemas, { namesNullable: true }) as SchemaNode;
}

interface NewKind {
  readonly kind: string;
  readonly types: readonly string[];
  readonly data: SchemaNode;
}

function addKind(schemas: Schemas, { kind, types, data }: NewKind, { onlyWebhook = false } = {}): Kind {
  const name = pascal(kind);
  const properties = {
    type: { type: 'string', enum: types, description: 'What happened.' },
    timestamp: { ...Instant, description: 'When it happened.' },
    data,
  };
  const webhook = `${name}Webhook`;
  const event = `${name}Event`;
  schemas[webhook] = { type: 'object', properties, required: Object.keys(properties) };
  if (!onlyWebhook) {
    const id = { ...Uuid, description: 'The `webhook-id` of the webhook that carried it.' };
    schemas[event] = {
      type: 'object',
      properties: { id, ...properties },
      required: ['id', ...Object.keys(properties)],
    };
  }
  return { kind, event, webhook, types };
}

function oneOfKinds(kinds: readonly Kind[], nameOf: (kind: Kind) => string, description: string): SchemaNode {
  const mapping = kinds.flatMap((kind) => kind.types.map((type) => [type, schemaRef(nameOf(kind)).$ref]));
  return {
    description,
    oneOf: kinds.map((kind) => schemaRef(nameOf(kind))),
    discriminator: { propertyName: 'type', mapping: Object.fromEntries(mapping) },
  };
}

/** The request that the gateway sends to a shop, for `webhooks` of the document. */
export const WEBHOOK_CALLS = {
  event: {
    post: {
      operationId: 'receiveEvent',
      tags: ['Events and webhooks'],
      summary: 'Receive an event',
      description: 'What your endpoint gets for every change. It is signed as Standard Webhooks says.',
      security: [],
      parameters: ['WebhookId', 'WebhookTimestamp', 'WebhookSignature'].map((name) => ({
        $ref: `#/components/parameters/${name}`,
      })),
      requestBody: { required: true, content: { 'application/json': { schema: schemaRef('WebhookEvent') } } },
      responses: {
        '2XX': { description: 'Received. Without it in 10 seconds, the event is sent again later.' },
        '4XX': { description: 'Refused, for example because the signature is wrong. It is sent again later.' },
      },
    },
  },
};

/** The headers of a webhook. */
export const WEBHOOK_PARAMETERS = {
  WebhookId: header('webhook-id', 'The id of the event. Each attempt has the same: handle it once.', Uuid),
  WebhookTimestamp: header('webhook-timestamp', 'When this attempt was signed, in seconds since 1970.', {
    type: 'string',
    pattern: '^[0-9]+$',
  }),
  WebhookSignature: header('webhook-signature', 'One or more signatures `v1,<base64>`, separated by spaces.', {
    type: 'string',
  }),
};

function header(name: string, description: string, schema: object) {
  return { name, in: 'header', required: true, description, schema };
}
