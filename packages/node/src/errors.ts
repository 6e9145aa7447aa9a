import type { ErrorCode } from './types.ts';

/** The reason of the API for refusing a request. */
export interface ErrorDetails {
  readonly status: number;
  /** For programs. A code that this version of the package does not know is passed on as it is. */
  readonly code: ErrorCode | (string & {});
  /** The problems of each field, by its path, such as `items.0.price`. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Names the request for support. */
  readonly requestId: string | undefined;
  /** Seconds after which a retry makes sense, where the API says so. */
  readonly retryAfterSeconds: number | undefined;
  /** The whole answer. */
  readonly body: unknown;
}

/** Every error that this package throws, save for wrong arguments, which are a TypeError. */
export class TidegateError extends Error {
  override readonly name: string = 'TidegateError';
}

/** The API refused the request. */
export class ApiError extends TidegateError implements ErrorDetails {
  override readonly name: string = 'ApiError';
  readonly status: number;
  readonly code: ErrorDetails['code'];
  readonly fields: ErrorDetails['fields'];
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly body: unknown;

  constructor(message: string, details: ErrorDetails) {
    super(message);
    this.status = details.status;
    this.code = details.code;
    this.fields = details.fields;
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.body = details.body;
  }
}

/** 401: key or secret are wrong. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';
}

/** 403: the key may not do this. */
export class PermissionError extends ApiError {
  override readonly name = 'PermissionError';
}

/** 404: there is no such object, or it belongs to somebody else. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/** 409: not possible in the current status, or in conflict with an earlier request. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
}

/** 400, 413, 415 and 422: the request is not valid; `fields` names what is wrong. */
export class ValidationError extends ApiError {
  override readonly name = 'ValidationError';
}

/** 429: too many requests. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
}

/** 5xx: the gateway could not serve the request. A POST may be sent again with the same idempotency key. */
export class ServerError extends ApiError {
  override readonly name = 'ServerError';
}

/**
 * No answer arrived: the request may have been carried out or not. Send it again with `idempotencyKey`, which is that
 * of the request.
 */
export class ConnectionError extends TidegateError {
  override readonly name = 'ConnectionError';
  readonly idempotencyKey: string | undefined;

  constructor(message: string, options: { cause: unknown; idempotencyKey: string | undefined }) {
    super(message, { cause: options.cause });
    this.idempotencyKey = options.idempotencyKey;
  }
}

/** Why a webhook was not accepted. */
export type WebhookProblem = 'header_missing' | 'timestamp_invalid' | 'too_old' | 'too_new' | 'no_match' | 'not_json';

/** A webhook that the gateway did not sign, or that is too old. Answer 400. */
export class WebhookVerificationError extends TidegateError {
  override readonly name = 'WebhookVerificationError';
  readonly problem: WebhookProblem;

  constructor(problem: WebhookProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

/** The error class of a status. */
export function apiError(message: string, details: ErrorDetails): ApiError {
  const { status } = details;
  if (status >= 500) return new ServerError(message, details);
  const Known = BY_STATUS[status];
  return Known === undefined ? new ApiError(message, details) : new Known(message, details);
}

const BY_STATUS: Readonly<Record<number, typeof ApiError>> = {
  400: ValidationError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  413: ValidationError,
  415: ValidationError,
  422: ValidationError,
  429: RateLimitError,
};
