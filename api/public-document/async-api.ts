import { BusEvent } from '../../contract/events.ts';
import type { SchemaNode } from '../../contract/open-api.ts';
import { EXCHANGE } from '../../db/bus/rabbitmq-consumer.ts';
import type { ApiVersion } from '../../domain/versions/api-versions.ts';
import { EVENT_KINDS } from '../../domain/webhooks/event-kinds.ts';
import { EVENT_TYPES } from '../../domain/webhooks/event-types.ts';
import type { ServerOptions } from '../deps.ts';
import { makePublicDocument } from './make.ts';
import { mapValues, pascal, type Schemas, schemaRef, schemasNeeded, sorted } from './nodes.ts';

interface PublicDocument {
  readonly info: object;
  readonly components: { readonly schemas: Schemas; readonly parameters: Readonly<Record<string, Header>> };
}

interface Header {
  readonly name: string;
  readonly description: string;
  readonly schema: SchemaNode;
}

const SUBJECTS = [...EVENT_KINDS, 'test'] as const;
const webhookOf = (kind: string) => `${pascal(kind)}Webhook`;
const eventOf = (kind: string) => `${pascal(kind)}Event`;

/**
 * The AsyncAPI document of a version: all events that leave the gateway, as webhooks, as an event stream and over
 * RabbitMQ. Their schemas are those of the public OpenAPI document.
 */
export async function makeAsyncDocument(deps: ServerOptions, version: ApiVersion): Promise<object> {
  const { info, components } = (await makePublicDocument(deps, { version })) as PublicDocument;
  const parts = { channels: CHANNELS, operations: OPERATIONS, components: { messages: messagesOf(components) } };
  const all: Schemas = { ...components.schemas, BusEvent: JSON.parse(JSON.stringify(BusEvent)) };
  const needed = schemasNeeded(parts, all);
  const used = Object.fromEntries(Object.entries(all).filter(([name]) => needed.has(name)));
  const schemas = sorted(mapValues(used, withoutDiscriminator));
  return {
    asyncapi: '3.1.0',
    info: { ...info, title: 'Tidegate events', description: ABOUT, license: LICENSE },
    defaultContentType: 'application/json',
    servers: SERVERS,
    ...parts,
    components: { ...parts.components, schemas, securitySchemes: SECURITY },
  };
}

const ABOUT =
  'Every change of an invoice, payout or other object is an event. Shops get it as a webhook or from a stream; ' +
  'consumers beside the gateway get it over RabbitMQ. Each arrives at least once, and not always in order: handle an id once, and ' +
  'ignore what is not newer than what you have. Types and fields can be added: ignore those you do not know.';

const LICENSE = { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' };

const SERVERS = {
  gateway: {
    host: 'pay.example.com',
    protocol: 'https',
    description: 'The gateway that serves this document.',
    security: [{ $ref: '#/components/securitySchemes/apiToken' }],
  },
  shop: { host: 'shop.example.com', protocol: 'https', description: 'Your shop. Its URLs are yours to choose.' },
  bus: { host: 'rabbitmq.internal:5671', protocol: 'amqps', description: 'For operators: RabbitMQ of the gateway.' },
};

const SECURITY = { apiToken: { type: 'http', scheme: 'basic', description: 'Key and secret of an API token.' } };

const messageRef = (name: string) => ({ $ref: `#/components/messages/${name}` });
const serverRef = (name: keyof typeof SERVERS) => ({ $ref: `#/servers/${name}` });

const CHANNELS = {
  webhooks: {
    address: null,
    title: 'Webhooks',
    description:
      'A POST to every endpoint and notification URL that wants the event, signed as Standard Webhooks says.',
    servers: [serverRef('shop')],
    messages: Object.fromEntries(SUBJECTS.map((kind) => [webhookOf(kind), messageRef(webhookOf(kind))])),
  },
  live: {
    address: '/api/v1/events/live',
    title: 'Event stream',
    description: 'Server-Sent Events: `id` is the id of the event, `event` its type, `data` the payload.',
    servers: [serverRef('gateway')],
    messages: {
      ...Object.fromEntries(EVENT_KINDS.map((kind) => [eventOf(kind), messageRef(eventOf(kind))])),
      Heartbeat: messageRef('Heartbeat'),
    },
  },
  bus: {
    address: 'event.{type}',
    title: 'Bus',
    description: `The routing key in the exchange \`${EXCHANGE}\`. Bind a queue of your own: \`event.invoice.#\`.`,
    servers: [serverRef('bus')],
    parameters: { type: { description: 'The type of the event.', enum: EVENT_TYPES } },
    messages: { BusEvent: messageRef('BusEvent') },
    bindings: {
      amqp: {
        is: 'routingKey',
        exchange: { name: EXCHANGE, type: 'topic', durable: true, autoDelete: false, vhost: '/' },
        bindingVersion: '0.3.0',
      },
    },
  },
};

const channelRef = (name: keyof typeof CHANNELS) => ({ $ref: `#/channels/${name}` });

const OPERATIONS = {
  sendWebhook: {
    action: 'send',
    channel: channelRef('webhooks'),
    summary: 'Send a webhook',
    description: 'Any 2xx within 10 seconds is a success; everything else is sent again for three days.',
    bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
  },
  streamEvents: {
    action: 'send',
    channel: channelRef('live'),
    summary: 'Stream events to a client that connected',
    bindings: { http: { method: 'GET', bindingVersion: '0.3.0' } },
  },
  publishEvent: {
    action: 'send',
    channel: channelRef('bus'),
    summary: 'Publish an event on the bus',
    description: 'Persistent and confirmed by the broker. `messageId` is the id of the event, `type` its routing key.',
    bindings: { amqp: { deliveryMode: 2, mandatory: true, bindingVersion: '0.3.0' } },
  },
};

function messagesOf({ parameters }: PublicDocument['components']): Record<string, object> {
  const headers = webhookHeaders(parameters);
  const webhooks = SUBJECTS.map((kind) => [
    webhookOf(kind),
    { title: `Webhook about ${named(kind)}`, headers, payload: schemaRef(webhookOf(kind)) },
  ]);
  const events = EVENT_KINDS.map((kind) => [
    eventOf(kind),
    { title: `Event of ${named(kind)}`, payload: schemaRef(eventOf(kind)) },
  ]);
  const busHeaders = { type: 'object', properties: TRACE };
  return {
    ...Object.fromEntries([...webhooks, ...events]),
    BusEvent: { title: 'Event on the bus', headers: busHeaders, payload: schemaRef('BusEvent') },
    Heartbeat: { title: 'Heartbeat', description: 'Every 10 seconds.', payload: { type: 'object' } },
  };
}

const TRACE = { traceparent: { type: 'string', description: 'The trace that it belongs to (W3C Trace Context).' } };

function webhookHeaders(parameters: PublicDocument['components']['parameters']): object {
  const headers = ['WebhookId', 'WebhookTimestamp', 'WebhookSignature'].flatMap((name) => parameters[name] ?? []);
  const properties = headers.map(({ name, description, schema }) => [name, { ...schema, description }]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: headers.map(({ name }) => name),
  };
}

function named(kind: string): string {
  const words = kind.replaceAll('_', ' ');
  return `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`;
}

/** AsyncAPI has another form of it, and needs none where a channel names its messages. */
function withoutDiscriminator(schema: SchemaNode): SchemaNode {
  const { discriminator: _, ...rest } = schema as SchemaNode & { readonly discriminator?: unknown };
  return rest;
}
