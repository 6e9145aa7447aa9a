import type { Answer, Operation, Parameter } from '../../contract/open-api.ts';
import { mapOperations, mapValues, type Paths, pascal, sorted } from './nodes.ts';

/** Says of each call whether it takes an `Idempotency-Key`, that it takes a version, and whether it is for sandbox. */
export function markCalls(paths: Paths): Paths {
  return mapOperations(paths, (operation, { path }) => {
    const key = operation.parameters?.find(({ name }) => name === IDEMPOTENCY_KEY);
    return {
      ...operation,
      parameters: [...(operation.parameters ?? []), VERSION],
      ...(key === undefined ? {} : { 'x-idempotent': key.required === true ? 'required' : 'optional' }),
      ...(path.startsWith(SANDBOX) ? { 'x-sandbox-only': true } : {}),
    };
  });
}

const VERSION: Parameter = {
  name: 'Tidegate-Version',
  in: 'header',
  required: false,
  description: 'The version of the API that the call is written for. Default: that of the token.',
  schema: { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' },
};

const IDEMPOTENCY_KEY = 'idempotency-key';
const SANDBOX = '/api/v1/sandbox/';

/** Writes parameters that several calls share once, by name; of several forms, the most frequent one has the name. */
export function shareParameters(paths: Paths): { paths: Paths; parameters: Record<string, Parameter> } {
  const counts = new Map<string, { parameter: Parameter; count: number }>();
  const all = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ parameters = [] }) => parameters),
  );
  for (const parameter of all) {
    const text = JSON.stringify(parameter);
    counts.set(text, { parameter, count: (counts.get(text)?.count ?? 0) + 1 });
  }
  const parameters: Record<string, Parameter> = {};
  for (const { parameter, count } of [...counts.values()].sort((one, other) => other.count - one.count)) {
    if (count > 1) parameters[nameOf(parameter)] ??= parameter;
  }
  const refer = (parameter: Parameter): Parameter => {
    const name = nameOf(parameter);
    if (JSON.stringify(parameters[name]) !== JSON.stringify(parameter)) return parameter;
    return { $ref: `#/components/parameters/${name}` } as unknown as Parameter;
  };
  return {
    parameters: sorted(parameters),
    paths: mapOperations(paths, ({ parameters: own, ...operation }) => ({
      ...operation,
      ...(own === undefined ? {} : { parameters: own.map(refer) }),
    })),
  };
}

function nameOf({ name, required }: Parameter): string {
  return name === IDEMPOTENCY_KEY && required === true ? 'RequiredIdempotencyKey' : pascal(name);
}

/** Names the headers of every answer, those of shared answers once. */
export function addHeaders(paths: Paths): Paths {
  return mapOperations(paths, (operation) => ({
    ...operation,
    responses: mapValues(operation.responses, (answer, status) =>
      answer.$ref === undefined ? { ...answer, headers: headersOf(status, operation) } : answer,
    ),
  }));
}

/** The same for the answers under `components`. */
export function withHeaders(responses: Readonly<Record<string, Answer>>, statusOf: (name: string) => string) {
  return mapValues(responses, (answer, name) => ({ ...answer, headers: headersOf(statusOf(name), {}) }));
}

function headersOf(status: string, operation: Partial<Operation>): Record<string, unknown> {
  const repeats = operation['x-idempotent'] !== undefined && status.startsWith('2');
  const names = [
    'X-Request-Id',
    ...(status === '401' ? [] : ['Tidegate-Version']),
    ...(repeats ? ['Idempotent-Replayed'] : []),
    ...(['409', '429', '503'].includes(status) ? ['Retry-After'] : []),
    ...(status === '401' ? ['WWW-Authenticate'] : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${pascal(name)}` }]));
}

/** The headers of answers. */
export const HEADERS = {
  IdempotentReplayed: {
    description: '`true` on the stored answer of an earlier request with this `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
  RetryAfter: { description: 'Seconds after which a retry makes sense.', schema: { type: 'integer', minimum: 0 } },
  TidegateVersion: {
    description:
      'The version that the answer is in. With `Deprecation` and `Sunset` beside it, the version ends on that day.',
    schema: { type: 'string' },
  },
  WWWAuthenticate: { description: 'The way to authenticate: Basic.', schema: { type: 'string' } },
  XRequestId: { description: 'Names the request. Include it when you contact support.', schema: { type: 'string' } },
};
