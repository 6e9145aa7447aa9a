import swagger from '@fastify/swagger';
import { anyoneUnlimited } from '../access.ts';
import type { App } from '../app.ts';
import type { OpenApiDocument, SchemaNode } from '../presenters/open-api.ts';
import { referencePage } from '../presenters/reference-page.ts';

/** Collects the routes' schemas; call it before the routes are added. */
export async function useDocument(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Tidegate API',
        version: '1.0.0',
        description:
          'Accept crypto payments. Amounts are decimal strings in major units, times ISO 8601 in UTC, ids UUID v7. Unknown fields are refused.',
      },
      servers: [{ url: '/' }],
      tags: [
        { name: 'Invoices', description: 'Ask for a payment and follow it.' },
        { name: 'Gates and rates', description: 'What can be paid with, and at which price.' },
        { name: 'Events and webhooks', description: 'What happened, and who was told.' },
        { name: 'Balances', description: 'What you hold.' },
        { name: 'Sandbox', description: 'Play the payer and the chain.' },
        { name: 'Payer', description: 'What the invoice page uses; the id of the invoice is the capability.' },
        { name: 'Sign-in', description: 'Sessions of the back office.' },
        { name: 'Back office', description: 'What the back office uses.' },
        { name: 'Operations', description: 'Health.' },
      ],
      components: {
        securitySchemes: {
          apiToken: { type: 'http', scheme: 'basic', description: 'User: API key. Password: secret.' },
          session: { type: 'apiKey', in: 'cookie', name: 'tidegate_session' },
          csrf: {
            type: 'apiKey',
            in: 'header',
            name: 'X-XSRF-TOKEN',
            description: 'The value of the cookie XSRF-TOKEN.',
          },
        },
      },
    },
    transform: ({ schema, url, route }) => {
      const access = route.config?.access;
      const writes = [route.method].flat().some((method) => method !== 'GET' && method !== 'HEAD');
      const needsCsrf = writes && (access?.by === 'user' || (access?.by === 'anyone' && access.csrf === true));
      const csrf = needsCsrf ? { csrf: [] } : {};
      const security =
        access?.by === 'token'
          ? [{ apiToken: [] }]
          : access?.by === 'user'
            ? [{ session: [], ...csrf }]
            : needsCsrf
              ? [csrf]
              : [];
      const permission =
        access?.by === 'token'
          ? `Permission: ${access.anyOf.length === 0 ? 'any token' : access.anyOf.map((each) => `\`${each}\``).join(' or ')}.`
          : access?.by === 'user' && access.permission !== null
            ? `Permission: \`${access.permission}\`.`
            : '';
      const description = [schema?.description ?? '', permission].filter((part) => part !== '').join(' ');
      return { schema: { ...schema, security, ...(description === '' ? {} : { description }) }, url };
    },
  });
}

/** Serves the document at `/docs/openapi.json` and a readable reference made from it at `/docs/api`. */
export function documentRoutes(app: App): void {
  const config = anyoneUnlimited('The documentation is public.');
  let text: string | undefined;
  let page: ReturnType<typeof referencePage> | undefined;
  app.get('/docs/openapi.json', { config, schema: { hide: true } }, async (_request, reply) => {
    text ??= JSON.stringify(documentOf(app));
    return reply.type('application/json; charset=utf-8').send(text);
  });
  app.get('/docs/api', { config, schema: { hide: true } }, async (_request, reply) => {
    page ??= referencePage(documentOf(app));
    return reply.type('text/html; charset=utf-8').send(page(reply.styleNonce()));
  });
}

/** The document of a server that is ready: schemas with a title stand once under `components` and are referred to. */
export function documentOf(app: App): OpenApiDocument {
  const document = JSON.parse(JSON.stringify(app.swagger())) as OpenApiDocument;
  const schemas: Record<string, SchemaNode> = {};
  const paths = hoist(document.paths, schemas) as OpenApiDocument['paths'];
  const sorted = Object.fromEntries(Object.entries(schemas).sort(([one], [other]) => one.localeCompare(other)));
  return { ...document, paths, components: { ...document.components, schemas: sorted } };
}

/** Replaces every schema that has a title by a reference, inner ones first. */
function hoist(node: unknown, schemas: Record<string, SchemaNode>): unknown {
  if (Array.isArray(node)) return node.map((inner) => hoist(inner, schemas));
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, hoist(inner, schemas)]));
  if (typeof copy.title !== 'string' || !('type' in copy)) return copy;
  const { title, ...schema } = copy;
  const known = schemas[title];
  if (known !== undefined && !sameSchema(known, schema)) throw new Error(`Two schemas are called ${title}.`);
  schemas[title] ??= schema as SchemaNode;
  return { $ref: `#/components/schemas/${title}` };
}

// Error answers share a schema and differ in their description, which stands at the answer.
function sameSchema(one: object, other: object): boolean {
  const plain = (schema: object) => JSON.stringify({ ...schema, description: '' });
  return plain(one) === plain(other);
}
