/**
 * The status of a payment request. `sent`: nobody has paid yet. `paying`: some money was seen, or an operator or the
 * merchant has to decide about it. `paid`: an invoice of it was paid, whatever was refunded afterwards; what was too
 * little and went back leaves the request as if nobody had paid.
 */
export const REQUEST_STATUSES = ['sent', 'paying', 'paid', 'expired', 'canceled'] as const;

export type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** The ends of a request, with an event each. One that has expired can still be paid; the others are final. */
export const REQUEST_OUTCOMES = ['paid', 'expired', 'canceled'] as const satisfies readonly RequestStatus[];

export type RequestOutcome = (typeof REQUEST_OUTCOMES)[number];

/** The outcome that has no event yet; null: there is none. */
export function newOutcome(status: RequestStatus, published: RequestOutcome | null): RequestOutcome | null {
  const outcome = REQUEST_OUTCOMES.find((each) => each === status) ?? null;
  return outcome === published ? null : outcome;
}

/** The orders of lists of requests. */
export const REQUEST_SORTS = ['created_at', 'expires_at', 'status'] as const;

export type RequestSort = (typeof REQUEST_SORTS)[number];

/** For how many days a request is valid: unless the merchant says otherwise, and at most. */
export const VALID_DAYS = { usual: 14, most: 90 };
/** Emails about one request: the first one, and reminders. */
export const MOST_REQUEST_MAILS = 4;
/**
 * Requests by API within an hour: by one token, so that a stolen one neither floods strangers nor uses up what the
 * others may send, and by all tokens of a merchant to one address.
 */
export const MOST_BY_API_PER_HOUR = { token: 200, address: 5 };
/** The recipient is not reminded sooner after an email. */
export const REMINDER_PAUSE_MS = 3_600_000;

/** When a reminder may be sent; null: never again. */
export function reminderFromMs({
  status,
  mailCount,
  mailedAtMs,
}: {
  readonly status: RequestStatus;
  readonly mailCount: number;
  readonly mailedAtMs: number;
}): number | null {
  if (status !== 'sent' || mailCount >= MOST_REQUEST_MAILS) return null;
  return mailedAtMs + REMINDER_PAUSE_MS;
}

/** Canceling the request does not take back an amount that was paid, or may have been. */
export function isCancelable(status: RequestStatus): boolean {
  return status === 'sent' || status === 'expired';
}
