import swagger from '@fastify/swagger';
import { ERROR_ANSWERS, type ErrorStatus } from '../contract/errors.ts';
import type { Answer, OpenApiDocument, SchemaNode } from '../contract/open-api.ts';
import { DEFAULT_VERSION } from '../domain/versions/api-versions.ts';
import type { Access } from './access.ts';
import type { App } from './app.ts';
import { buildServer } from './build-server.ts';
import type { ServerOptions } from './deps.ts';
import { hoistSchemas } from './hoist-schemas.ts';
import { documentAt } from './public-document/versioned.ts';

/**
 * The OpenAPI document of the server that these parts make, in the version of calls that name none. Schemas with a
 * title are listed once under `components`.
 */
export async function makeDocument(deps: ServerOptions): Promise<OpenApiDocument> {
  return documentOf(documentAt(await collectDocument(deps), DEFAULT_VERSION));
}

/** The calls of all routes, in the newest version, as their schemas say, each schema where it is used. */
export async function collectDocument(deps: ServerOptions): Promise<OpenApiDocument> {
  const app = await buildServer({ ...deps, prepare: collectSchemas });
  try {
    return JSON.parse(JSON.stringify(app.swagger())) as OpenApiDocument;
  } finally {
    await app.close();
  }
}

const TAGS = [
  { name: 'Invoices', description: 'Request a payment and follow it until the money is in your balance.' },
  { name: 'Payment links', description: 'Prices that anyone who has the address can pay, as often as they like.' },
  { name: 'Payment requests', description: 'Ask one person for a payment by email.' },
  { name: 'Card purchase', description: 'Customers buy coins by card, for themselves or for an invoice.' },
  { name: 'Refunds', description: 'Return the money of an invoice to the payer.' },
  { name: 'Payouts', description: 'Send coins from your balance to an address.' },
  { name: 'Mass payouts', description: 'Send coins to up to 10,000 addresses at once.' },
  { name: 'Deposits', description: 'Give each customer an address of its own, and credit what arrives there.' },
  { name: 'Withdrawals', description: 'Withdraw money to a bank account.' },
  { name: 'Balances', description: 'See how much is available, not settled yet, and held.' },
  {
    name: 'Gates and rates',
    description: 'See which assets can be paid, their limits and fees, and their rates.',
  },
  { name: 'Events and webhooks', description: 'Read what happened and which webhooks were delivered.' },
  { name: 'Sandbox', description: 'Simulate payers and chains.' },
  { name: 'Payer', description: 'The calls of the invoice page. The ID of the invoice is the permission.' },
  { name: 'Documents', description: 'Verify statements, invoices, receipts and confirmations.' },
  { name: 'Operations', description: 'Check whether the gateway works.' },
  { name: 'Sign-in', description: 'Sign-up, sign-in and passwords in the back office.' },
  { name: 'Back office', description: 'The calls of the back office.' },
  { name: 'Visitors', description: 'The forms of the public pages.' },
  {
    name: 'Greenfield',
    description: 'For shop plugins written for BTCPay Server. Not part of `/api/v1`; it follows BTCPay’s contract.',
  },
  { name: 'Compliance', description: "The calls of the console of the gateway's own staff." },
];

async function collectSchemas(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Tidegate API',
        version: '1.0.0',
        description:
          'Accept crypto payments. Amounts are decimal strings in major units, times ISO 8601 in UTC, IDs UUID v7. ' +
          'Unknown fields are refused.',
      },
      servers: [{ url: '/' }],
      tags: TAGS,
      components: {
        securitySchemes: {
          apiToken: { type: 'http', scheme: 'basic', description: 'User: API key. Password: secret.' },
          shopKey: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: '`token` and a key of Integration, Plugins.',
          },
          session: { type: 'apiKey', in: 'cookie', name: 'tidegate_session' },
          csrf: {
            type: 'apiKey',
            in: 'header',
            name: 'X-XSRF-TOKEN',
            description: 'The value of the cookie XSRF-TOKEN.',
          },
          staffSession: { type: 'apiKey', in: 'cookie', name: 'tidegate_staff' },
          staffCsrf: {
            type: 'apiKey',
            in: 'header',
            name: 'X-XSRF-TOKEN',
            description: 'The value of the cookie XSRF-STAFF.',
          },
        },
      },
    },
    transform: ({ schema, url, route }) => {
      const access = route.config?.access;
      const writes = [route.method].flat().some((method) => method !== 'GET' && method !== 'HEAD');
      const description = [schema?.description, permissionText(access)].filter(Boolean).join(' ');
      const security = securityOf(access, writes);
      const permission = access?.by === 'token' ? { 'x-permission': access.anyOf } : {};
      return { schema: { ...schema, ...permission, security, ...(description === '' ? {} : { description }) }, url };
    },
  });
}

function permissionText(access: Access | undefined): string {
  if (access?.by === 'token') {
    const names = access.anyOf.map((each) => `\`${each}\``).join(' or ');
    return `Permission: ${names === '' ? 'any token' : names}.`;
  }
  const byOne = access?.by === 'user' || access?.by === 'staff' || access?.by === 'shop_key';
  return byOne && access.permission !== null ? `Permission: \`${access.permission}\`.` : '';
}

function securityOf(access: Access | undefined, writes: boolean): Record<string, string[]>[] {
  if (access?.by === 'token') return [{ apiToken: [] }];
  if (access?.by === 'shop_key') return [{ shopKey: [] }];
  if (access?.by === 'user') return [writes ? { session: [], csrf: [] } : { session: [] }];
  if (access?.by === 'staff') return [writes ? { staffSession: [], staffCsrf: [] } : { staffSession: [] }];
  if (access?.csrf === 'staff') return [{ staffCsrf: [] }];
  return access?.csrf ? [{ csrf: [] }] : [];
}

function documentOf(document: OpenApiDocument): OpenApiDocument {
  const schemas: Record<string, SchemaNode> = {};
  const paths = hoistSchemas(document.paths, schemas) as OpenApiDocument['paths'];
  nameSuccesses(paths);
  const { paths: shared, responses } = shareErrors(paths);
  const sorted = Object.fromEntries(Object.entries(schemas).sort(([one], [other]) => one.localeCompare(other)));
  return { ...document, paths: shared, components: { ...document.components, schemas: sorted, responses } };
}

/** Every error answer of the usual form is written once, under `components`, and referred to. */
export function shareErrors(paths: OpenApiDocument['paths']) {
  const responses: Record<string, Answer> = {};
  const refer = ([status, answer]: [string, Answer]): [string, Answer] => {
    const name: string | undefined = ERROR_ANSWERS[Number(status) as ErrorStatus];
    if (name === undefined) return [status, answer];
    responses[name] ??= answer;
    const isUsual = JSON.stringify(responses[name]) === JSON.stringify(answer);
    return [status, isUsual ? { $ref: `#/components/responses/${name}` } : answer];
  };
  const shared = mapValues(paths, (methods) =>
    mapValues(methods, (operation) => ({
      ...operation,
      responses: Object.fromEntries(Object.entries(operation.responses).map(refer)),
    })),
  );
  return { paths: shared, responses };
}

function mapValues<From, To>(record: Readonly<Record<string, From>>, to: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]));
}

/** The plugin calls an answer without a description `Default Response`. */
export function nameSuccesses(paths: OpenApiDocument['paths']): void {
  const answers = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses }) => Object.values(responses));
  for (const answer of answers) {
    if (answer.description === 'Default Response') Object.assign(answer, { description: 'Success.' });
  }
}
