import type { TSchema } from 'typebox';
import type { EventKind } from '../domain/webhooks/event-kinds.ts';
import { CardOrder } from './card-orders.ts';
import { Conversion } from './conversions.ts';
import { Deposit } from './deposits.ts';
import { Invoice } from './invoice.ts';
import { MassPayout } from './mass-payouts.ts';
import { PaymentRequest } from './payment-requests.ts';
import { Payout } from './payouts.ts';
import { Refund } from './refunds.ts';
import { Withdrawal } from './withdrawals.ts';

/** The object that an event of each kind carries. */
export const EVENT_DATA: Readonly<Record<EventKind, TSchema>> = {
  invoice: Invoice,
  payout: Payout,
  mass_payout: MassPayout,
  refund: Refund,
  conversion: Conversion,
  deposit: Deposit,
  withdrawal: Withdrawal,
  card_order: CardOrder,
  payment_request: PaymentRequest,
};
