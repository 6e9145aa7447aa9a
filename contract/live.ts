/**
 * The body that `GET /spa/{profile}/live` sends as the events `invoice`, `deposit`, `payout`, `refund`, `withdrawal`,
 * `mass_payout` and `card_order`: the page reads the object itself again.
 */
export interface LiveChange {
  readonly id: string;
  readonly status: string;
  readonly version: number;
}
