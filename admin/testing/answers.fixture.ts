import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { OpenApiDocument } from '../../contract/open-api.ts';

/** An answer of the mock: to a call such as `GET /spa/sandbox/invoices`, without its query. */
export interface MockAnswer {
  readonly call: string;
  readonly status: number;
  readonly body: unknown;
}

/** The fields of the schema alone, as the server sends a record that the mock keeps with more. */
export function sent(schema: TSchema, record: object): unknown {
  return Value.Clean(schema, structuredClone(record));
}

interface Route {
  readonly method: string;
  readonly path: RegExp;
  /** Where the schemas of its answers are in the document, by status. */
  readonly answers: Readonly<Record<string, string | null>>;
}

/**
 * Says how an answer differs from what the server would send, or null: an unknown call, a status that the route does
 * not have, or a body that its schema refuses. Failures of the server (5xx) are no part of the contract.
 */
export function driftOf({ call, status, body }: MockAnswer): string | null {
  const [method = '', path = ''] = call.split(' ');
  if (status >= 500) return null;
  const route = ROUTES.find((each) => each.method === method.toLowerCase() && each.path.test(path));
  if (route === undefined) return `${call}: the API has no such call`;
  const pointer = route.answers[status];
  if (pointer === undefined) return `${call}: the route does not answer ${status}`;
  if (pointer === null) return body === null ? null : `${call}: an answer ${status} has no body`;
  const validate = validatorOf(pointer);
  if (validate(body)) return null;
  const problems = (validate.errors ?? []).slice(0, 3);
  const words = problems.map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
  return `${call} (${status}): ${words.join('; ')}`;
}

/** The generated description of all routes; the checks fail when it is not up to date. */
const DOCUMENT = JSON.parse(
  readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'),
) as OpenApiDocument;

const ROUTES: readonly Route[] = Object.entries(DOCUMENT.paths)
  // A path with fewer parameters is the closer description: `/members/invitations` before `/members/{id}`.
  .sort(([a], [b]) => a.split('{').length - b.split('{').length)
  .flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { responses }]) => ({
      method,
      path: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      answers: Object.fromEntries(
        Object.entries(responses).map(([status, { $ref, content }]) => {
          const shared = $ref?.slice($ref.lastIndexOf('/') + 1);
          if (shared !== undefined) return [status, pointerTo(['components', 'responses', shared])];
          return [
            status,
            content?.['application/json'] ? pointerTo(['paths', path, method, 'responses', status]) : null,
          ];
        }),
      ),
    })),
  );

function pointerTo(steps: readonly string[]): string {
  const escaped = steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')));
  return `api#/${escaped.join('/')}/content/application~1json/schema`;
}

const ajv = new Ajv({ strict: false, allErrors: true }).addSchema(DOCUMENT, 'api');
addFormats.default(ajv, ['email', 'date', 'date-time']);
ajv.addFormat('uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);

const validators = new Map<string, ValidateFunction>();

function validatorOf(pointer: string): ValidateFunction {
  const validate = validators.get(pointer) ?? ajv.compile({ $ref: pointer });
  validators.set(pointer, validate);
  return validate;
}
