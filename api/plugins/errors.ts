import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '../../contract/errors.ts';
import { DomainError, type ErrorCode, isDomainError, messageOf } from '../../domain/errors.ts';
import { notFoundPage } from '../pages/not-found-page.ts';
import { sendErrorPage } from './error-pages.ts';
import { methodsOf } from './route-table.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null unless the answer is an error. */
    errorCode: ErrorCode | null;
  }
  interface FastifyInstance {
    unknownPage(reply: FastifyReply): FastifyReply;
  }
}

/** The one place where an error becomes an answer: codes to statuses and messages of the contract, never a stack. */
export function useErrors(app: FastifyInstance): void {
  app.decorateRequest('errorCode', null);
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply));
  app.setNotFoundHandler((request, reply) => answerUnknown(app, request, reply));
}

/** Answers what no route takes: 405 where the path knows other methods, else 404. */
export function answerUnknown(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const methods = methodsOf(app, request.url);
  if (methods.length > 0 && !methods.includes(request.method)) {
    void reply.header('allow', methods.join(', '));
    return answerError(new DomainError('method_not_allowed'), request, reply);
  }
  return answerError(new DomainError('not_found'), request, reply);
}

/**
 * A page for people who opened one: in the look of the site, or a small one before the site is built. Undefined for
 * refusals of calls.
 */
function answerPage({ status }: DomainError, request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  if ((status !== 404 && status < 500) || !wantsPage(request)) return undefined;
  const page = reply.server.errorPage(status === 404 || status === 503 ? status : 500);
  if (page !== undefined) return sendErrorPage(reply, status, page);
  return status === 404 ? notFoundPage(reply) : undefined;
}

/**
 * Answers with the error's public form; what is no refusal of the rules is logged and becomes a 500 without details.
 */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalFor(error, request);
  request.errorCode = refusal.code;
  if (refusal.status >= 500) request.log.error({ err: error }, 'request failed');
  if (refusal.retryAfterSeconds !== undefined) void reply.header('retry-after', String(refusal.retryAfterSeconds));
  if (refusal.status === 401 && request.url.startsWith('/api/')) {
    void reply.header('www-authenticate', 'Basic realm="Tidegate API", charset="UTF-8"');
  }
  const page = answerPage(refusal, request, reply);
  if (page !== undefined) return page;
  return reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(errorBody(refusal, request.id));
}

/** The body of an error answer. */
export function errorBody(refusal: DomainError, requestId: string): ErrorBody {
  return {
    message: refusal.status === 422 ? messageOf422(refusal) : refusal.message,
    code: refusal.code,
    errors: refusal.fields,
    ...stateOf(refusal),
    request_id: requestId,
  };
}

function stateOf({ state }: DomainError): Pick<ErrorBody, 'status' | 'possible' | 'invoice_id'> {
  if (state === undefined) return {};
  const { status, possible, invoiceId } = state;
  return { status, possible: [...possible], invoice_id: invoiceId };
}

/** These are about no wrong field, so they say what is the matter themselves. */
const IN_WORDS: ReadonlySet<ErrorCode> = new Set(['insufficient_balance', 'conversion_not_possible', 'position_limit']);

// Every other 422 says the same sentence and names the fields.
function messageOf422(refusal: DomainError): string {
  return IN_WORDS.has(refusal.code) ? refusal.message : messageOf('validation_failed');
}

/** The error that the caller gets: the rules' own refusal, or the equivalent of a fault of framework or database. */
export function refusalFor(error: unknown, { url }: Pick<FastifyRequest, 'url'>): DomainError {
  if (isDomainError(error)) return error;
  const code = codeOf(error);
  if (code === MERCHANT_DELETED) {
    return new DomainError(url.startsWith('/api/') ? 'invalid_api_key' : 'unauthenticated', { cause: error });
  }
  const known = code === undefined ? undefined : FRAMEWORK_CODES[code];
  if (known !== undefined) return new DomainError(known, { cause: error });
  if (isRefusedByFramework(error)) return new DomainError('malformed_request', { cause: error });
  if (code !== undefined && isOutage(code)) return new DomainError('service_unavailable', { cause: error });
  return new DomainError('internal_error', { cause: error });
}

/**
 * The database's refusal of anything new for a deleted merchant: a token or session that was seen just before the
 * deletion has ended.
 */
const MERCHANT_DELETED = 'TG001';

const FRAMEWORK_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_request',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  FST_ERR_VALIDATION: 'validation_failed',
};

/** Anything else in a request that the framework itself refuses. */
function isRefusedByFramework(error: unknown): boolean {
  if (!(error instanceof Error) || !('statusCode' in error)) return false;
  return typeof error.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500;
}

/** Postgres and socket codes of a database that is away, starting, stopping or full: asking again later makes sense. */
function isOutage(code: string): boolean {
  return /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|08|53|57P|57014|55P03|40001|40P01)/.test(code);
}

/** The code of an error or of what it wraps; a pool without a connection has none and counts as an outage. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('original' in error && error.original instanceof Error) return codeOf(error.original) ?? 'ECONNECTION';
  if (/^SequelizeConnection/.test(error.name)) return 'ECONNECTION';
  if (/Connection terminated|connection is closed|Client has encountered a connection error/i.test(error.message))
    return 'ECONNECTION';
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function wantsPage(request: FastifyRequest): boolean {
  const isApi = /^\/(api|spa|auth|staff|customer|health|metrics|docs\/openapi)/.test(request.url);
  return !isApi && (request.headers.accept ?? '').includes('text/html');
}
