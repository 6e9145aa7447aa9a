import type { Mode } from '../../domain/assets/assets.ts';
import type { Side } from '../../domain/treasury/hedge-order.ts';
import { decimal, defineTable, filled, orNull, type RowOf, text, time } from '../core/table.ts';

const account = { mode: text<Mode>(), exchange: text() };

export const simulatedBalancesTable = defineTable('simulated_exchange_balance', {
  ...account,
  currency: text(),
  amount: decimal(),
});

const orderColumns = {
  id: text(),
  ...account,
  clientId: text(),
  asset: text(),
  side: text<Side>(),
  amount: decimal(),
  price: decimal(),
  filled: filled(decimal()),
  status: text<'open' | 'filled' | 'expired' | 'canceled'>(),
  openedAt: filled(time()),
};
export type SimulatedOrderRow = RowOf<typeof orderColumns>;
export const simulatedOrdersTable = defineTable('simulated_exchange_order', orderColumns);

const tradeColumns = {
  id: text(),
  orderId: text(),
  amount: decimal(),
  price: decimal(),
  cost: decimal(),
  fee: decimal(),
  feeCurrency: text(),
  tradedAt: filled(time()),
};
export type SimulatedTradeRow = RowOf<typeof tradeColumns>;
export const simulatedTradesTable = defineTable('simulated_exchange_trade', tradeColumns);

const quoteColumns = {
  id: text(),
  ...account,
  fromCurrency: text(),
  toCurrency: text(),
  fromAmount: decimal(),
  toAmount: decimal(),
  validUntil: time(),
  tradeId: orNull(text()),
  status: orNull(text<'PROCESS' | 'SUCCESS' | 'FAIL'>()),
  acceptedAt: orNull(time()),
};
export type SimulatedQuoteRow = RowOf<typeof quoteColumns>;
export const simulatedQuotesTable = defineTable('simulated_exchange_quote', quoteColumns);

const withdrawalColumns = {
  id: text(),
  ...account,
  clientId: orNull(text()),
  currency: text(),
  /** Empty for a bank account. */
  address: text(),
  tag: orNull(text()),
  amount: decimal(),
  fee: decimal(),
  /** The amount that reaches the address: a fault may pay less, or nothing. */
  paid: decimal(),
  status: text<'pending' | 'done' | 'failed' | 'stuck'>(),
  txid: orNull(text()),
  madeAt: filled(time()),
};
export type SimulatedWithdrawalRow = RowOf<typeof withdrawalColumns>;
export const simulatedWithdrawalsTable = defineTable('simulated_exchange_withdrawal', withdrawalColumns);

const depositColumns = {
  ...account,
  currency: text(),
  txid: text(),
  amount: decimal(),
  madeAt: filled(time()),
};
export type SimulatedDepositRow = RowOf<typeof depositColumns>;
export const simulatedDepositsTable = defineTable('simulated_exchange_deposit', depositColumns);
