/**
 * The faults of the next calls: `outage` and `rate_limit` answer with an error and do nothing, `silence` does nothing
 * and does not answer, `lost_answer` does its work and does not answer, `error_after_work` does its work and answers
 * with an error, `not_json` answers with a web page, `rate_moves` prices the order two percent above its quote,
 * `hidden` leaves the newest order out of the list.
 */
export const CALL_FAULTS = [
  'outage',
  'rate_limit',
  'silence',
  'lost_answer',
  'error_after_work',
  'not_json',
  'rate_moves',
  'hidden',
] as const;
export type CallFault = (typeof CALL_FAULTS)[number];

export const CALL_SCOPES = ['lists', 'quote', 'create', 'orders', 'order', 'identity'] as const;
export type CallScope = (typeof CALL_SCOPES)[number];

/** Faults of the next calls of a kind, in this order; each affects one call. */
export class Faults {
  readonly #next = new Map<CallScope, CallFault[]>();

  add(scope: CallScope, ...faults: readonly CallFault[]): void {
    this.#next.set(scope, [...(this.#next.get(scope) ?? []), ...faults]);
  }

  take(scope: CallScope): CallFault | undefined {
    return this.#next.get(scope)?.shift();
  }

  clear(): void {
    this.#next.clear();
  }
}

/** The behaviors of test cards. Everything after `chargeback` is a fault of the partner that the payer does not see. */
export const CARD_BEHAVIORS = [
  'pays',
  'asks_3d_secure',
  'declined',
  'more_identity',
  'chargeback',
  'expires_first',
  'delivers_less',
  'delivers_elsewhere',
  'delivers_nothing',
  'webhooks_lost',
  'webhooks_doubled',
  'webhooks_late',
  'webhooks_reordered',
  'webhooks_forged',
  'unknown_status',
] as const;
export type CardBehavior = (typeof CARD_BEHAVIORS)[number];

/** For the checkout page. */
export const CARD_WORDS: Readonly<Record<CardBehavior, string>> = {
  pays: 'Pays',
  asks_3d_secure: 'Asks for 3-D Secure',
  declined: 'Is declined',
  more_identity: 'Pays, then more identity is needed for a while',
  chargeback: 'Pays, then the cardholder takes the payment back',
  expires_first: 'Lets the order expire, then it becomes active again and is paid',
  delivers_less: 'Pays, but half of the coins are sent',
  delivers_elsewhere: 'Pays, but the coins go to another address',
  delivers_nothing: 'Pays, but no coins are sent, and the transaction hash is 0',
  webhooks_lost: 'Pays, without webhooks',
  webhooks_doubled: 'Pays, with each webhook twice',
  webhooks_late: 'Pays, with webhooks half a minute late',
  webhooks_reordered: 'Pays, with webhooks in the wrong order',
  webhooks_forged: 'Pays, with forged webhooks before the real ones',
  unknown_status: 'Pays, with a status in between that is not documented',
};

/** One number for each behavior; the last digit is the check digit of card numbers (Luhn, ISO/IEC 7812-1). */
export const TEST_CARDS: ReadonlyMap<string, CardBehavior> = new Map(
  CARD_BEHAVIORS.map((behavior, index) => [withCheckDigit(`40000000000${String(index).padStart(4, '0')}`), behavior]),
);

export function testCardOf(behavior: CardBehavior): string {
  const found = [...TEST_CARDS].find(([, known]) => known === behavior);
  if (found === undefined) throw new RangeError(`No card ${behavior}`);
  return found[0];
}

function withCheckDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
