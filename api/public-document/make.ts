import { ERROR_ANSWERS } from '../../contract/errors.ts';
import type { OpenApiDocument } from '../../contract/open-api.ts';
import type { ApiVersion } from '../../domain/versions/api-versions.ts';
import type { ServerOptions } from '../deps.ts';
import { collectDocument, nameSuccesses, shareErrors } from '../document.ts';
import { hoistSchemas } from '../hoist-schemas.ts';
import { addHeaders, HEADERS, markCalls, shareParameters, withHeaders } from './calls.ts';
import { addEvents, WEBHOOK_CALLS, WEBHOOK_PARAMETERS } from './events.ts';
import { addExamples, type RecordedCalls } from './examples.ts';
import { addMeanings } from './meanings.ts';
import {
  mapOperations,
  mapValues,
  type Paths,
  rebuild,
  rebuildSchema,
  type Schemas,
  schemasNeeded,
  sorted,
} from './nodes.ts';
import { nameEnvelopes, openAnswers, plainSchema } from './schemas.ts';
import { documentAt } from './versioned.ts';

/**
 * The OpenAPI document of a version for integrators, from which SDKs are generated: the calls with an API token alone.
 * Routes appear in it by themselves.
 */
export async function makePublicDocument(
  deps: ServerOptions,
  { version, recorded = {} }: { readonly version: ApiVersion; readonly recorded?: RecordedCalls },
): Promise<object> {
  const document = documentAt(await collectDocument(deps), version);
  const schemas: Schemas = {};
  const hoisted = hoistSchemas(callsOf(document), schemas, { namesNullable: true }) as Paths;
  nameSuccesses(hoisted);
  addEvents(schemas, version);
  addMeanings(schemas);
  const plain = mapValues(schemas, (schema) => rebuildSchema(schema, plainSchema));
  const open = openAnswers(markCalls(plainCalls(hoisted)), plain);
  const named = nameEnvelopes(open.paths, open.schemas);
  const { paths: referring, responses } = shareErrors(named);
  const { paths, parameters } = shareParameters(addHeaders(referring));
  const shown = { paths: addExamples(paths, recorded), webhooks: WEBHOOK_CALLS };
  const components = {
    schemas: neededOf(open.schemas, [shown, responses]),
    responses: sorted(withHeaders(responses, statusOf)),
    parameters: { ...parameters, ...WEBHOOK_PARAMETERS },
    headers: HEADERS,
    securitySchemes: { apiToken: document.components.securitySchemes?.apiToken },
  };
  const used = new Set(
    Object.values(paths).flatMap((methods) => Object.values(methods).flatMap(({ tags = [] }) => tags)),
  );
  const tags = document.tags?.filter(({ name }) => used.has(name));
  return {
    openapi: '3.1.0',
    info: { ...INFO, version },
    servers: SERVERS,
    security: [{ apiToken: [] }],
    tags,
    ...shown,
    components,
  };
}

const INFO = {
  title: 'Tidegate API',
  description:
    'Accept crypto payments. Amounts are decimal strings in major units, times ISO 8601 in UTC, IDs UUID v7. Requests ' +
    'with unknown fields are refused. Answers can have further fields: ignore those you do not know. Coins, networks, ' +
    'types of events, error codes and reasons can be added. Name the version that you were written for in ' +
    '`Tidegate-Version`; this document describes one.',
  contact: { name: 'Support of the gateway' },
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};

const SERVERS = [{ url: '/', description: 'The gateway that serves this document.' }];

/** The calls with an API token. Doors for the plugins of other products have documents of their own. */
function callsOf({ paths }: OpenApiDocument): Paths {
  return Object.fromEntries(Object.entries(paths).filter(([path]) => path.startsWith('/api/v1/')));
}

function plainCalls(paths: Paths): Paths {
  return mapOperations(paths, (operation) => rebuild(operation, plainSchema) as typeof operation);
}

function neededOf(schemas: Schemas, parts: unknown): Schemas {
  const needed = schemasNeeded(parts, schemas);
  return sorted(Object.fromEntries(Object.entries(schemas).filter(([name]) => needed.has(name))));
}

function statusOf(name: string): string {
  const found = Object.entries(ERROR_ANSWERS).find(([, answer]) => answer === name);
  return found?.[0] ?? '';
}
