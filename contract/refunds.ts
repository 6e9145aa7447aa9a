import { type Static, Type } from 'typebox';
import { forgivingBody } from '../domain/leniency/lenient-schema.ts';
import { CodeSent, MoneyProof, TwoFactorStanding } from './account.ts';
import { Amount, CryptoGateIdSchema, CurrencyCode, Exact, Instant, Nullable, Text, Uuid } from './basics.ts';
import { RefundOffer } from './customer-invoice.ts';
import { Decoration } from './new-invoice.ts';
import {
  DestinationTag,
  FeePayer,
  Payout,
  PayoutAddressText,
  PayoutPolicy,
  PayoutQuoteView,
  SpaPayout,
  SpaPayoutRow,
} from './payouts.ts';
import { RefundRequest } from './refund-request.ts';

function refundOf<T extends { reference: unknown; description: unknown }>(properties: T) {
  const { reference: _reference, description: _description, ...shared } = properties;
  return {
    ...shared,
    invoice_id: Uuid,
    reason: Nullable(Type.String({ description: 'For the merchant’s records and webhooks.' })),
  };
}

/**
 * The refund as the API and webhooks show it: money of an invoice on its way back. Amounts are in coins of the gate.
 */
export const Refund = Exact(refundOf(Payout.properties), { title: 'Refund' });

/** Of money that came on another choice of the payer, its gate; without it, the invoice's own. */
const RefundGate = CryptoGateIdSchema;

/** `POST /api/v1/invoices/{id}/refunds`. */
export const CreateRefundBody = forgivingBody(
  Exact(
    {
      amount: Type.Optional(Amount),
      currency: Type.Optional({
        ...CurrencyCode,
        description: 'Of the invoice: `amount` is a value in it, at the current rate. Without it, coins of the gate.',
      }),
      gate_id: Type.Optional(RefundGate),
      payer_gates: Type.Optional(
        Type.Array(CryptoGateIdSchema, {
          maxItems: 20,
          description:
            'For a link: the coins that the payer may take instead of the one that was paid, where your balance can be ' +
            'converted into them. The payer bears the cost of the conversion.',
        }),
      ),
      address: Type.Optional(PayoutAddressText),
      destination_tag: Type.Optional(DestinationTag),
      reason: Type.Optional(Decoration(500, 'For the merchant’s records and webhooks.')),
      fee_payer: Type.Optional(FeePayer),
    },
    {
      title: 'CreateRefund',
      examples: [{ amount: '10.00', currency: 'EUR' }],
      description:
        'With `address`: sent there; without `amount` all that was paid and not refunded yet. Without `address`: a link ' +
        'by which the payer claims `amount` in `currency`. Without `fee_payer`, the profile decides who pays the fees.',
    },
  ),
);

/** A refund that waits for the payer to say where it goes. */
export const RefundLink = Exact(
  {
    id: Uuid,
    invoice_id: Uuid,
    url: Type.String({ description: 'For the payer alone: the person who has it decides where the money goes.' }),
    amount: Type.String({ description: 'In `currency`; coins of the gate at the rate when the payer claims it.' }),
    currency: CurrencyCode,
    gate_id: CryptoGateIdSchema,
    payer_gates: Type.Array(CryptoGateIdSchema, { description: 'What the payer may take instead.' }),
    sent_to: Nullable(Type.String({ description: 'Masked; null without an email address on the invoice.' })),
    reason: Nullable(Type.String()),
    created_at: Instant,
    expires_at: Instant,
  },
  { title: 'RefundLink' },
);

// ── Back office ──────────────────────────────────────────────────────────────────────────────────────────────────────

export const SpaRefundRow = Exact(
  {
    ...refundOf(SpaPayoutRow.properties),
    explorer_url: Nullable(
      Type.String({ description: 'Where anyone can look its transaction up; on main chains only.' }),
    ),
  },
  { title: 'SpaRefundRow' },
);

const { method: _method, ...story } = refundOf(SpaPayout.properties);
export const SpaRefund = Exact(story, { title: 'SpaRefund', description: 'A refund with its whole story.' });

/** The amount to refund: coins, a value at the current rate, the excess, or all. */
const requested = {
  amount: Type.Optional(Amount),
  value: Type.Optional(Type.String({ ...Amount, description: 'In the currency of the invoice, at the current rate.' })),
  excess: Type.Optional(Type.Boolean({ description: 'What is more than was due, and nothing else.' })),
};

const target = {
  invoice_id: Type.String({ format: 'uuid' }),
  gate_id: Type.Optional(RefundGate),
  ...requested,
  fee_payer: FeePayer,
  address: Type.Optional(PayoutAddressText),
  destination_tag: Type.Optional(DestinationTag),
  request_id: Type.Optional(
    Type.String({ format: 'uuid', description: 'The payer’s request, instead of an address: the refund approves it.' }),
  ),
};

export const RefundTokenBody = Exact(target, { title: 'RefundToken' });

export const SpaCreateRefundBody = Exact(
  {
    ...target,
    reason: Type.Optional(Text(500)),
    ...MoneyProof,
  },
  { title: 'SpaCreateRefund' },
);

export const RefundTokenSent = Exact(
  {
    ...CodeSent.properties,
    ...PayoutQuoteView,
    network_fee_at: Nullable(
      Type.String({ description: 'When the node reported the conditions that the fee is quoted from.' }),
    ),
    amount: Type.String(),
    address: Type.String(),
    destination_tag: Nullable(Type.String()),
    not_before: Nullable(Type.String({ format: 'date-time', description: 'When a new address may be paid to.' })),
    approval_required: Type.Boolean(),
    two_fa_required: Type.Boolean(),
  },
  { title: 'RefundTokenSent', description: 'Where the code went, and what it approves.' },
);

export const RefundPreview = Exact(
  {
    ...PayoutQuoteView,
    amount: Type.String(),
    value: Nullable(Type.String({ description: 'Of the amount, in the currency of the invoice at the current rate.' })),
    problem: Nullable(Type.String({ description: 'Why it would be refused.' })),
  },
  { title: 'RefundPreview' },
);

export const RefundFormQuery = Exact({
  invoice_id: Type.String({ format: 'uuid' }),
  gate_id: Type.Optional(RefundGate),
  ...requested,
});

export const RefundForm = Exact(
  {
    gate_id: CryptoGateIdSchema,
    currency: CurrencyCode,
    refundable: Type.String({ description: 'Paid and not refunded yet.' }),
    excess: Type.String({ description: 'Of it, more than was due.' }),
    available: Type.String({ description: 'On the balance.' }),
    rate: Nullable(Type.String({ description: 'Of one coin now; null while none is known.' })),
    service_fee_percent: Type.String(),
    fee_payer: Type.Enum(['merchant', 'recipient'], { type: 'string', description: 'The choice of the profile.' }),
    network_fee: Type.String({ description: 'Quoted from the present conditions of the network.' }),
    network_fee_at: Nullable(Type.String({ description: 'When the node reported them; null: the typical fee.' })),
    takes_tag: Type.Boolean(),
    is_settled: Type.Boolean({ description: 'False while the money waits for the merchant to complete the invoice.' }),
    request: Type.Union([RefundRequest, Type.Null()], {
      description: 'The payer’s own request that waits for an answer.',
    }),
    policy: PayoutPolicy,
    two_fa: TwoFactorStanding,
    preview: Type.Array(RefundPreview, { description: 'By who pays the fees: the merchant, the payer.' }),
  },
  { title: 'RefundForm' },
);

export const RejectRequestBody = Exact(
  { note: Type.Optional(Text(500, 'For the payer.')) },
  { title: 'RejectRefundRequest' },
);

export const RefundLinkSent = Exact({ sent_to: Type.String() }, { title: 'RefundLinkSent' });

// ── Payer ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** `POST /customer/invoices/{id}/refund-request`. */
export const AskForRefundBody = Exact(
  {
    token: Type.String({ minLength: 1, maxLength: 200, description: 'Of the link that was mailed.' }),
    address: PayoutAddressText,
    memo: Type.Optional(DestinationTag),
    coin: Type.Optional(
      Exact(
        {
          gate_id: CryptoGateIdSchema,
          amount: { ...Amount, description: 'As the offer showed it: if it would be less by now, nothing is done.' },
        },
        { description: 'One of the offer, instead of the coin that was paid.' },
      ),
    ),
  },
  { title: 'CreateRefundRequest' },
);

/** `POST /customer/invoices/{id}/refund-offer`. */
export const RefundOfferBody = Exact(
  { token: Type.String({ minLength: 1, maxLength: 200, description: 'Of the link that was mailed.' }) },
  { title: 'ReadRefundOffer' },
);

/** The proceeds of a refund in one coin. */
export const RefundCoin = Exact(
  {
    gate_id: CryptoGateIdSchema,
    takes_tag: Type.Boolean(),
    ...RefundOffer.properties,
    rate: Nullable(Type.String({ description: 'Of one coin, in the currency of the invoice; null while unknown.' })),
    rate_expires_at: Nullable(Instant),
  },
  { title: 'RefundCoin' },
);

export const LinkOffer = Exact(
  {
    value: Nullable(Type.String({ description: 'What the shop refunds; null where it named no amount.' })),
    currency: CurrencyCode,
    coins: Type.Array(RefundCoin, {
      description: 'The coin that was paid, then those that the payer may take instead.',
    }),
  },
  { title: 'LinkOffer', description: 'What a refund by this link is now.' },
);

export type SpaRefund = Static<typeof SpaRefund>;
export type SpaRefundRow = Static<typeof SpaRefundRow>;
export type RefundTokenBody = Static<typeof RefundTokenBody>;
export type SpaCreateRefundBody = Static<typeof SpaCreateRefundBody>;
export type RefundTokenSent = Static<typeof RefundTokenSent>;
export type RefundForm = Static<typeof RefundForm>;
export type RefundPreview = Static<typeof RefundPreview>;
export type RefundFormQuery = Static<typeof RefundFormQuery>;
export type RefundLinkSent = Static<typeof RefundLinkSent>;
export type Refund = Static<typeof Refund>;
export type RefundLink = Static<typeof RefundLink>;
export type CreateRefundBody = Static<typeof CreateRefundBody>;
export type RefundCoin = Static<typeof RefundCoin>;
export type LinkOffer = Static<typeof LinkOffer>;
export type AskForRefundBody = Static<typeof AskForRefundBody>;
