import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../domain/errors.ts';

/**
 * Reads JSON bodies. An empty body is no body (the schema says whether one is needed), and text with a lone surrogate or
 * NUL is refused here, as neither can be stored.
 */
export function useJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    if (text.length === 0) return done(null, undefined);
    // Plain text without escapes cannot hold either, so most bodies are not walked.
    const walk = text.includes('\\u') || text.includes('\u0000');
    return parse(request, text, (error, body) => {
      if (error) return done(new DomainError('malformed_request', { message: 'The body is not valid JSON.' }));
      const path = walk ? unstorable(body, '') : undefined;
      if (path === undefined) return done(null, body);
      return done(new DomainError('validation_failed', { fields: { [path || 'body']: ['The text is not valid.'] } }));
    });
  });
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
