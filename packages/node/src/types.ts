import type { components, operations } from './api-types.ts';

type Schemas = components['schemas'];

export type Address = Schemas['StaticAddress'];
export type Balance = Schemas['Balance'];
export type CardOrder = Schemas['CardOrder'];
export type Currency = Schemas['PricingCurrency'];
export type Deposit = Schemas['Deposit'];
export type ErrorCode = Schemas['ErrorCode'];
export type Gate = Schemas['Gate'];
export type GateId = Schemas['GateId'];
export type Invoice = Schemas['Invoice'];
export type InvoiceStatus = Schemas['InvoiceStatus'];
/** A line of `ledgerEntries.list()`. */
export type LedgerEntry = Schemas['Movement'];
export type LoggedRequest = Schemas['LoggedRequest'];
export type MassPayout = Schemas['MassPayout'];
export type MassPayoutLine = Schemas['MassPayoutLine'];
export type Me = Schemas['Me'];
export type PaymentLink = Schemas['PaymentLink'];
export type PaymentRequest = Schemas['PaymentRequest'];
export type Payout = Schemas['Payout'];
export type PayoutQuote = Schemas['PayoutQuote'];
export type PayoutStatus = Schemas['PayoutStatus'];
export type Rate = Schemas['Rate'];
export type Refund = Schemas['Refund'];
export type RefundLink = Schemas['RefundLink'];
export type WebhookDelivery = Schemas['WebhookDelivery'];
export type Withdrawal = Schemas['Withdrawal'];

/** An event as `events.list()` shows it. `event.type` says what `event.data` is. */
export type Event = Schemas['Event'];
/** The same as a webhook carries it, which can also be a test. */
export type WebhookEvent = WithId<Schemas['WebhookEvent']>;

type WithId<Body> = Body extends unknown ? Body & { readonly id: string } : never;

type Operations = operations;
/** The name of a call, as the API reference has it. */
export type OperationName = keyof Operations;

/** The JSON body that a call takes. */
export type Body<Name extends OperationName> = Operations[Name] extends {
  requestBody: { content: { 'application/json': infer Content } };
}
  ? Content
  : never;

/** The query that a call takes. */
export type Query<Name extends OperationName> = Operations[Name] extends { parameters: { query?: infer Fields } }
  ? NonNullable<Fields>
  : never;
