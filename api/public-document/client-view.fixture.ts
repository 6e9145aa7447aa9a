import type { OpenApiDocument, Operation, SchemaNode } from '../../contract/open-api.ts';
import { mapOperations, mapValues, rebuild, type Schemas } from './nodes.ts';

/** The public document, as far as the comparison reads it. */
export interface PublicDocument extends OpenApiDocument {
  readonly webhooks: Readonly<Record<string, { readonly post: WebhookCall }>>;
  readonly components: OpenApiDocument['components'] & {
    readonly schemas: Schemas;
    readonly parameters: Readonly<Record<string, SharedParameter>>;
  };
}

interface SharedParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: SchemaNode;
}

interface WebhookCall {
  readonly operationId: string;
  readonly parameters: readonly { readonly $ref: string }[];
  readonly requestBody: NonNullable<Operation['requestBody']>;
}

/** Schemas to whose values the document says that others can be added. */
const OPEN_LISTS = /^(ErrorCode|\w+StatusReason|GateId|CryptoGateId|Network)$/;
/** Kinds of events, whose types can be added; and the two lists of kinds. */
const EVENT_KIND = /\w(Event|Webhook)$/;
const EVENT_LISTS = ['Event', 'WebhookEvent'];

/**
 * The released document as its clients have to read it: its open lists have the values of today too, because it says
 * that values can be added. All else is as it was.
 */
export function asPromised(released: PublicDocument, today: PublicDocument): PublicDocument {
  const added = today.components.schemas;
  const schemas = mapValues(released.components.schemas, (schema, name) => widened(schema, added[name], name));
  return { ...released, components: { ...released.components, schemas: { ...added, ...schemas } } };
}

function widened(released: SchemaNode, today: SchemaNode | undefined, name: string): SchemaNode {
  if (today === undefined) return released;
  if (OPEN_LISTS.test(name)) return { ...released, ...union('enum', released, today) };
  if (EVENT_LISTS.includes(name)) {
    const [mapping, ofToday] = [released, today].map((each) => (each.discriminator as Discriminator).mapping);
    const discriminator = { ...(released.discriminator as Discriminator), mapping: { ...ofToday, ...mapping } };
    return { ...released, ...union('oneOf', released, today), discriminator };
  }
  const [type, typeToday] = [released.properties?.type, today.properties?.type];
  if (!EVENT_KIND.test(name) || type === undefined || typeToday === undefined) return released;
  return { ...released, properties: { ...released.properties, type: { ...type, ...union('enum', type, typeToday) } } };
}

interface Discriminator {
  readonly propertyName: string;
  readonly mapping: Readonly<Record<string, string>>;
}

function union(key: 'enum' | 'oneOf', ...schemas: readonly SchemaNode[]): SchemaNode {
  const values = schemas.flatMap((schema) => (schema[key] ?? []) as readonly unknown[]);
  return { [key]: [...new Map(values.map((value) => [JSON.stringify(value), value])).values()] };
}

/**
 * The document in terms that oasdiff judges as clients do. It reads webhooks as requests, as if clients sent them: here
 * they are answers. It ignores `x-permission`: here each permission is a way of its own to be let in. It does not see
 * whether there are maps: here their values are a field named `*`.
 */
export function asClientsSee({ webhooks, ...document }: PublicDocument): unknown {
  const calls = mapOperations(document.paths, (operation) => {
    const permissions = operation['x-permission'] as readonly string[];
    return permissions.length === 0
      ? operation
      : { ...operation, security: permissions.map((permission) => ({ apiToken: [permission] })) };
  });
  const received = Object.entries(webhooks).map(([name, { post }]) => [
    `/webhooks/${name}`,
    { post: asAnswer(post, document.components.parameters) },
  ]);
  return rebuild({ ...document, paths: { ...calls, ...Object.fromEntries(received) } }, withMapAsField);
}

function withMapAsField(node: SchemaNode): SchemaNode {
  const { additionalProperties: values, ...rest } = node;
  if (typeof values !== 'object' || values === null) return node;
  return { ...rest, properties: { ...node.properties, '*': values as SchemaNode } };
}

function asAnswer(
  { operationId, parameters, requestBody }: WebhookCall,
  shared: PublicDocument['components']['parameters'],
): object {
  const headers = parameters.map(({ $ref }) => {
    const found = shared[$ref.replace('#/components/parameters/', '')];
    if (found?.in !== 'header') throw new Error(`${$ref} is no header, so it cannot be compared.`);
    return [found.name, { required: found.required ?? false, schema: found.schema }];
  });
  const answer = { description: 'Sent', headers: Object.fromEntries(headers), content: requestBody.content };
  return { operationId, responses: { 200: answer } };
}
