import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../domain/errors.ts';
import { repeatedKey } from '../../domain/text/repeated-key.ts';

/**
 * Reads JSON bodies. An empty body is no body (the schema says whether one is needed), a field that is given twice is
 * refused, and text with a lone surrogate or NUL too, as neither can be stored. Bytes that are not UTF-8 are refused:
 * an export in another encoding would otherwise lose its letters silently.
 */
export function useJsonBodies(app: FastifyInstance): void {
  useNoFields(app);
  useLeftOut(app);
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    if (bytes.length === 0) return done(null, undefined);
    if (!isUtf8(bytes)) return done(new DomainError('not_utf8'));
    const text = bytes.toString('utf8');
    // Plain text without escapes cannot hold either, so most bodies are not walked.
    const walk = text.includes('\\u') || text.includes('\u0000');
    return parse(request, text, (error, body) => {
      if (error) return done(new DomainError('malformed_request', { message: 'The body is not valid JSON.' }));
      const repeated = repeatedKey(text);
      if (repeated !== undefined) {
        const field = repeated.slice(0, MAX_NAME) || 'body';
        return done(new DomainError('validation_failed', { fields: { [field]: ['This field is given twice.'] } }));
      }
      const path = walk ? unstorable(body, '') : undefined;
      if (path === undefined) return done(null, body);
      return done(new DomainError('validation_failed', { fields: { [path || 'body']: ['The text is not valid.'] } }));
    });
  });
}

/**
 * A route that takes no body refuses the fields of one, as those that take one refuse what they do not know (hazard
 * 56); `{}` says nothing.
 */
function useNoFields(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ routeOptions, body }) => {
    // Bytes are not JSON: the route that has them read so knows what they are.
    if (routeOptions.schema?.body !== undefined || body === undefined || Buffer.isBuffer(body)) return;
    const fields = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body) : ['body'];
    if (fields.length === 0) return;
    const named = fields.slice(0, MAX_NAMED).map((field) => [field.slice(0, MAX_NAME), ['This field is not known.']]);
    throw new DomainError('validation_failed', { fields: Object.fromEntries(named) });
  });
}

/** Where every field may be left out, so may the body: it says as little as `{}`. */
function useLeftOut(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    if (request.body === undefined && isAllOptional(request.routeOptions.schema?.body)) request.body = {};
  });
}

function isAllOptional(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null || !('type' in schema) || schema.type !== 'object') return false;
  return !('required' in schema) || (Array.isArray(schema.required) && schema.required.length === 0);
}

function unstorable(value: unknown, path: string, depth = 0): string | undefined {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\u0000') ? undefined : path;
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > MAX_DEPTH) return path;
  for (const [key, inner] of Object.entries(value)) {
    if (!key.isWellFormed() || key.includes('\u0000')) return path || 'body';
    const found = unstorable(inner, path === '' ? key : `${path}.${key}`, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** No body of the contract is nested deeper, and walking one must not exhaust the stack. */
const MAX_DEPTH = 8;
const MAX_NAMED = 50;
const MAX_NAME = 100;
