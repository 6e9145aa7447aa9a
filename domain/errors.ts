/**
 * Every way a request can be refused: the HTTP status and the words of the public answer. Texts follow spec §8 where it
 * has one. A code is part of the public contract: it may be added, never renamed.
 */
const CATALOGUE = {
  // 400 – 401
  malformed_request: [400, 'The request could not be read.'],
  not_utf8: [400, 'The body is not UTF-8. Send JSON in UTF-8.'],
  unsupported_version: [400, 'This version of the API is not supported.'],
  unauthenticated: [401, 'Authentication is required.'],
  invalid_credentials: [401, 'Invalid email or password!'],
  invalid_api_key: [401, 'The API key or secret is wrong.'],
  // 403
  permission_denied: [403, 'You do not have permission to perform this action'],
  mode_not_permitted: [403, 'These credentials do not act in this mode.'],
  ip_not_allowed: [403, 'This address may not use the API token.'],
  merchant_blocked: [403, 'This account is blocked. Please contact support.'],
  sandbox_only: [403, 'This is possible in sandbox mode only.'],
  production_only: [403, 'This is possible in production mode only.'],
  legal_not_accepted: [403, 'The legal documents have changed. Read and accept them in the back office first.'],
  two_fa_required: [403, 'To perform this action, you must enable 2FA for your account.'],
  production_not_permitted: [403, 'Production mode is not open for this account yet.'],
  merchant_restricted: [
    403,
    'This is restricted for your account at present. Open Account, Verification to see why and what to do.',
  ],
  // 404 – 406
  not_found: [404, 'Nothing found'],
  method_not_allowed: [405, 'This method is not allowed here.'],
  new_device: [406, 'Please confirm this device first.'],
  // 408 – 409
  request_timeout: [408, 'The request took too long.'],
  conflict: [409, 'The request conflicts with the present state.'],
  changed_meanwhile: [409, 'Somebody changed this meanwhile. Reload to see it, then make your changes again.'],
  illegal_transition: [409, 'This is not possible in the present status.'],
  gate_locked: [409, 'A payment was seen: the asset can no longer be changed.'],
  invoice_expired: [409, 'This invoice has expired.'],
  invoice_not_expired: [409, 'This invoice has not expired yet.'],
  payment_seen: [409, 'A payment was seen: the invoice can no longer be canceled.'],
  reference_taken: [409, 'This reference belongs to an invoice with another amount or currency.'],
  idempotency_mismatch: [409, 'This Idempotency-Key was used with another request.'],
  idempotency_running: [409, 'The first request with this Idempotency-Key is still running.'],
  two_fa_not_enabled: [409, 'To perform this action, you must enable 2FA for your account.'],
  two_fa_enabled: [409, '2FA is enabled already.'],
  operation_suspended: [409, 'Compliance has suspended this operation. Release it in the console first.'],
  account_frozen: [409, 'Outgoing payments of this balance are suspended.'],
  approver_is_creator: [409, 'Another person has to approve this.'],
  payout_cooling_off: [409, 'The address is new: the payout waits until its cool-off is over.'],
  payout_signed: [409, 'This payout is signed: it can no longer be canceled.'],
  withdrawal_in_file: [409, 'The bank has this withdrawal: it can no longer be canceled.'],
  method_changed: [
    409,
    'This payment method is not what was confirmed. Check where it sends to, save it and confirm it again.',
  ],
  method_active: [409, 'Another method of this asset is active: pause it first.'],
  restore_unchecked: [
    409,
    'The database was restored from a backup and its checks have not passed yet: run npm run restore -- check.',
  ],
  payout_may_be_paid: [409, 'This payout may have been paid already, so that it cannot end unpaid now.'],
  sender_unknown: [409, 'The payment does not name one sender who could sign for it.'],
  link_used: [409, 'This link has already been used.'],
  shop_closed: [409, 'This shop is closed: it takes no new payments. Reopen it under Integration, Shops.'],
  quote_expired: [409, 'This price has expired. Get a new one and convert again.'],
  quote_used: [409, 'This price was already used for a conversion. Get a new one to convert again.'],
  // 410
  link_expired: [410, 'Link expired'],
  cursor_archived: [410, 'Events this old are archived. Start again without it, or with after=latest.'],
  // 413 – 419
  too_large: [413, 'The request is too large.'],
  unsupported_media_type: [415, 'The request must be JSON.'],
  csrf_mismatch: [419, 'CSRF token mismatch.'],
  // 422
  validation_failed: [422, 'The given data was invalid'],
  amount_invalid: [422, 'The given data was invalid'],
  amount_too_small: [422, 'Amount is less than the minimum value'],
  amount_too_large: [422, 'Amount is greater than the maximum value'],
  currency_unknown: [422, 'The given data was invalid'],
  gate_unknown: [422, 'The given data was invalid'],
  gate_not_offered: [422, 'The given data was invalid'],
  address_invalid: [422, 'The given data was invalid'],
  destination_tag_invalid: [422, 'The given data was invalid'],
  signature_invalid: [422, 'This is not a signature of the message by the address that paid.'],
  conversion_not_possible: [422, 'These assets cannot be converted.'],
  position_limit: [422, 'We cannot take on more of this asset at the moment. Try a smaller amount, or again later.'],
  insufficient_balance: [422, 'Insufficient balance. Please adjust the amount and try again.'],
  // 429 and beyond
  rate_limited: [429, 'Too many requests. Please try again later.'],
  headers_too_large: [431, 'The headers of the request are too large.'],
  internal_error: [500, 'Internal server error'],
  configuration_invalid: [500, 'The configuration is wrong.'],
  rate_unavailable: [503, 'There is no current rate. Please try again in a moment.'],
  network_unavailable: [503, 'Service temporarily unavailable'],
  service_unavailable: [503, 'Service temporarily unavailable'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof CATALOGUE;

/** Messages per field path, as the API's `errors` object shows them. */
export type FieldErrors = Record<string, string[]>;

/** Why a status refused, for programs. */
export interface RefusedState {
  readonly status: string;
  /** Calls that the status allows; whether one succeeds may depend on more. */
  readonly possible: readonly string[];
  /** The invoice that has the reference. */
  readonly invoiceId?: string;
}

export interface DomainErrorDetails {
  /** Replaces the catalogue's message where a better one is known. It is shown to users: no secrets, no internals. */
  message?: string;
  fields?: FieldErrors;
  /** Of a refusal by status: the object's status, and what is possible in it. Both are public. */
  state?: RefusedState;
  /** Seconds after which asking again makes sense; becomes `Retry-After`. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** A refusal that is part of the rules, not a fault: carries its public code, HTTP status and message. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: FieldErrors | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly state: RefusedState | undefined;

  constructor(code: ErrorCode, details: DomainErrorDetails = {}) {
    super(details.message ?? CATALOGUE[code][1], details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.status = CATALOGUE[code][0];
    this.fields = details.fields;
    this.state = details.state;
    this.retryAfterSeconds = details.retryAfterSeconds ?? (this.status === 503 ? DEFAULT_RETRY_SECONDS : undefined);
  }
}

/** True for a refusal with this code; also for one that came from another copy of the module. */
export function isDomainError(error: unknown, code?: ErrorCode): error is DomainError {
  if (!(error instanceof Error) || error.name !== 'DomainError') return false;
  return code === undefined || (error as DomainError).code === code;
}

/** A 422 about one field, e.g. `fieldError('amount', 'Amount must be greater than 0')`. */
export function fieldError(path: string, message: string, code: ErrorCode = 'validation_failed'): DomainError {
  return new DomainError(code, { message: CATALOGUE[code][1], fields: { [path]: [message] } });
}

/** The public message of a code. */
export function messageOf(code: ErrorCode): string {
  return CATALOGUE[code][1];
}

const DEFAULT_RETRY_SECONDS = 5;

/** All codes. */
export const ERROR_CODES = Object.keys(CATALOGUE) as readonly ErrorCode[];

/** The HTTP status that an error with this code is answered with. */
export function httpStatusOf(code: ErrorCode): number {
  return CATALOGUE[code][0];
}
