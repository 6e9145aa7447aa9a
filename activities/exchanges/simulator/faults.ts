/**
 * The faults of the next calls that change or look up something: `outage` and `rate_limit` answer with an error and do
 * nothing, `silence` does not answer and does nothing, `lost_answer` does its work and does not answer,
 * `error_after_work` does its work and answers with an error, `not_json` answers with a web page, `reject` refuses an
 * order or a withdrawal, `partial` fills half of an order, `rests` leaves it open, `slow` answers late.
 */
export type ExchangeFault =
  | 'outage'
  | 'rate_limit'
  | 'silence'
  | 'lost_answer'
  | 'error_after_work'
  | 'not_json'
  | 'reject'
  | 'partial'
  | 'rests'
  | 'slow'
  | WithdrawalFault;

/**
 * `stuck` leaves a withdrawal pending for ever, `fails_later` gives the money back, `never_arrives` pays nothing,
 * `arrives_short` pays half of it, `half` withdraws half of the requested amount.
 */
export type WithdrawalFault = 'stuck' | 'fails_later' | 'never_arrives' | 'arrives_short' | 'half';

/** A call as faults are chosen for it. */
export type FaultScope = 'trade' | 'look_up' | 'balance' | 'withdraw' | 'funds' | 'other';

/** Faults of the next calls of a kind, in this order; each affects one call. */
export class Faults {
  readonly #next = new Map<FaultScope, ExchangeFault[]>();
  /** How much more of a currency the exchange says it holds than it does. */
  readonly lies = new Map<string, bigint>();
  /** Nothing is answered until it is up again. */
  isDown = false;

  add(scope: FaultScope, ...faults: readonly ExchangeFault[]): void {
    this.#next.set(scope, [...(this.#next.get(scope) ?? []), ...faults]);
  }

  take(scope: FaultScope): ExchangeFault | undefined {
    return this.#next.get(scope)?.shift();
  }

  clear(): void {
    this.#next.clear();
    this.lies.clear();
    this.isDown = false;
  }
}
