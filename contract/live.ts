/**
 * The body that `GET /spa/{profile}/live` sends as the events `invoice`, `deposit`, `payout`, `refund`, `withdrawal`
 * and `mass_payout`: the page reads the object itself again.
 */
export interface LiveChange {
  readonly id: string;
  readonly status: string;
  readonly version: number;
}
