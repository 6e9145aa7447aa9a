import { type Static, Type } from 'typebox';
import { OUTGOING_STATUSES, type PayoutReason } from '../domain/state/payout-status.ts';
import { CodeSent, FirstTwoFactor, MoneyProof, TwoFactorStanding } from './account.ts';
import {
  Amount,
  CryptoGateIdSchema,
  CurrencyCode,
  Exact,
  Instant,
  ModeSchema,
  Nullable,
  PayoutStatusSchema,
  Text,
  Uuid,
} from './basics.ts';
import { Confirmations } from './invoice.ts';
import { PageQuery, PayoutListQuery } from './lists.ts';
import { LedgerLine } from './spa-invoices.ts';

const Reason = Type.Unsafe<PayoutReason | null>({
  type: ['string', 'null'],
  description: 'Why it is in its status, or what keeps it there. New reasons may come.',
  examples: ['awaiting_approval'],
});
export const FeePayer = Type.Enum(['merchant', 'recipient'], {
  type: 'string',
  title: 'PayoutFeePayer',
  description:
    '`merchant`: the address gets the amount, fees come on top. `recipient`: fees are taken from the amount.',
});
export const DestinationTag = Type.String({
  pattern: '^(0|[1-9][0-9]{0,9})$',
  description: 'Of XRP, where the recipient asks for one.',
  examples: ['4021967'],
});
export const PayoutAddressText = Type.String({
  minLength: 1,
  maxLength: 128,
  description: 'Of the network of the gate.',
});

export const OutgoingTransaction = Exact(
  {
    txid: Type.String(),
    status: Type.Enum(OUTGOING_STATUSES, { type: 'string', title: 'OutgoingStatus' }),
    confirmations: Type.Integer({ minimum: 0 }),
  },
  { title: 'OutgoingTransaction' },
);

const PayoutFees = Exact(
  { service: Type.String(), network: Type.String(), payer: FeePayer },
  { title: 'PayoutFees', description: 'In coins of the gate.' },
);

/** The payout as the API and webhooks show it. Amounts are in coins of the gate. */
export const Payout = Exact(
  {
    id: Uuid,
    version: Type.Integer({ minimum: 1, description: 'Only grows; a webhook of a lower version is older.' }),
    status: PayoutStatusSchema,
    status_reason: Reason,
    status_words: Nullable(
      Type.String({
        description: 'With `address_refused`: why this address cannot be paid, in words.',
        examples: ['The recipient asks for a destination tag.'],
      }),
    ),
    mode: ModeSchema,
    gate_id: CryptoGateIdSchema,
    amount: Type.String({ description: 'As asked.' }),
    net_amount: Type.String({ description: 'What reaches the address.' }),
    total: Type.String({ description: 'What leaves the balance: net amount and fees.' }),
    fees: PayoutFees,
    address: Type.String(),
    destination_tag: Nullable(Type.String()),
    reference: Nullable(Type.String()),
    description: Nullable(Type.String()),
    txid: Nullable(Type.String({ description: 'The newest transaction; null until one is signed.' })),
    confirmations: Confirmations,
    transactions: Type.Array(OutgoingTransaction),
    approval_required: Type.Boolean({ description: 'Another person than its creator has to approve it.' }),
    not_before: Nullable(Type.String({ format: 'date-time', description: 'A new address cools off until then.' })),
    created_at: Instant,
    approved_at: Nullable(Instant),
    completed_at: Nullable(Instant),
    canceled_at: Nullable(Instant),
  },
  { title: 'Payout' },
);

/** `POST /api/v1/payouts`. */
export const CreatePayoutBody = Exact(
  {
    gate_id: CryptoGateIdSchema,
    amount: Amount,
    address: PayoutAddressText,
    destination_tag: Type.Optional(DestinationTag),
    reference: Type.Optional(Text(255, 'Your own id of it; need not be unique.')),
    description: Type.Optional(Text(1000)),
    fee_payer: FeePayer,
  },
  { title: 'CreatePayout' },
);

// ── Back office ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** The person who requested or approved a payout. */
export const PayoutPerson = Exact(
  {
    kind: Type.Enum(['user', 'token', 'staff', 'system'], { type: 'string' }),
    id: Type.String(),
    name: Type.String({ description: 'Of the person or token; empty when it is gone.' }),
  },
  { title: 'PayoutPerson' },
);

/** The actions that the signed-in user may take on the payout now. */
export const PayoutActions = Exact({ approve: Type.Boolean(), cancel: Type.Boolean() }, { title: 'PayoutActions' });

const people = {
  created_by: PayoutPerson,
  approved_by: Type.Union([PayoutPerson, Type.Null()]),
  actions: PayoutActions,
};

export const SpaPayoutRow = Exact({ ...Payout.properties, ...people }, { title: 'SpaPayoutRow' });

/** A moment of a payout's story. */
export const PayoutMoment = Exact(
  { at: Instant, status: PayoutStatusSchema, reason: Reason },
  { title: 'PayoutMoment' },
);

export const SpaPayout = Exact(
  {
    ...SpaPayoutRow.properties,
    address_url: Nullable(Type.String({ description: 'Where anyone can look the address up; on main chains only.' })),
    method: Type.Union([Exact({ id: Uuid, title: Type.String() }), Type.Null()], {
      description: 'The payment method it was made by.',
    }),
    transactions: Type.Array(
      Exact(
        {
          ...OutgoingTransaction.properties,
          explorer_url: Nullable(Type.String({ description: 'Where anyone can look it up; on main chains only.' })),
        },
        { title: 'SpaOutgoingTransaction' },
      ),
    ),
    timeline: Type.Array(PayoutMoment),
    ledger: Type.Array(LedgerLine),
  },
  { title: 'SpaPayout', description: 'A payout with its whole story.' },
);

export const SpaPayoutListQuery = Exact({
  ...PayoutListQuery.properties,
  method_id: Type.Optional(Type.String({ format: 'uuid', description: 'Only payouts by this payment method.' })),
});

const target = {
  gate_id: CryptoGateIdSchema,
  amount: Amount,
  fee_payer: FeePayer,
  address: Type.Optional(PayoutAddressText),
  destination_tag: Type.Optional(DestinationTag),
  method_id: Type.Optional(
    Type.String({ format: 'uuid', description: 'An active payment method, instead of an address.' }),
  ),
};

/** The fields that the mailed code is bound to: none of them can be changed afterwards. */
export const PayoutTokenBody = Exact(target, { title: 'PayoutToken' });

export const SpaCreatePayoutBody = Exact(
  {
    ...target,
    reference: Type.Optional(Text(255)),
    description: Type.Optional(Text(1000)),
    ...MoneyProof,
  },
  { title: 'SpaCreatePayout' },
);

export const PayoutQuoteView = {
  fee_payer: FeePayer,
  net_amount: Type.String(),
  total: Type.String(),
  fees: Exact({ service: Type.String(), network: Type.String() }),
};

export const PayoutTokenSent = Exact(
  {
    ...CodeSent.properties,
    ...PayoutQuoteView,
    network_fee_at: Nullable(
      Type.String({ description: 'When the node reported the conditions that the fee is quoted from.' }),
    ),
    address: Type.String(),
    destination_tag: Nullable(Type.String()),
    not_before: Nullable(Type.String({ format: 'date-time', description: 'When a new address may be paid to.' })),
    approval_required: Type.Boolean(),
    two_fa_required: Type.Boolean(),
  },
  { title: 'PayoutTokenSent', description: 'Where the code went, and what it approves.' },
);

/** The amounts that can be paid out of one gate, in its coins. */
export const PayoutGate = Exact(
  {
    gate_id: CryptoGateIdSchema,
    available: Type.String(),
    frozen: Type.Boolean({ description: 'Outgoing payments of this balance are suspended.' }),
    is_open: Type.Boolean({ description: 'Payouts of this asset can be requested.' }),
    min: Type.String(),
    max: Nullable(Type.String({ description: 'Of one payout; null is no bound.' })),
    hourly_left: Nullable(Type.String({ description: 'Of the sum per hour; null is no bound.' })),
    daily_left: Nullable(Type.String({ description: 'Of the sum per day; null is no bound.' })),
    largest: Exact(
      { merchant: Type.String(), recipient: Type.String() },
      { description: 'The largest amount that the balance covers, by who pays the fees.' },
    ),
    service_fee_percent: Type.String(),
    network_fee: Type.String({
      description: 'Charged for one payout, quoted from the present conditions of the network.',
    }),
    network_fee_at: Nullable(Type.String({ description: 'When the node reported them; null: the typical fee.' })),
    takes_tag: Type.Boolean({ description: 'The recipient may need a destination tag.' }),
    rate: Nullable(Type.String({ description: 'One coin in the currency of the profile; null while none is known.' })),
  },
  { title: 'PayoutGate' },
);

export const PayoutPreview = Exact(
  {
    ...PayoutQuoteView,
    value: Nullable(Type.String({ description: 'What leaves the balance, in the currency of the profile.' })),
    problem: Nullable(Type.String({ description: 'Why this amount would be refused.' })),
  },
  { title: 'PayoutPreview' },
);

export const PayoutPolicy = Exact(
  {
    approval_required: Type.Boolean({ description: 'Another person than the creator approves each payout.' }),
    cool_off_seconds: Type.Integer({
      minimum: 0,
      maximum: 2_592_000,
      description: 'How long an address that people use for the first time waits.',
    }),
  },
  { title: 'PayoutPolicy' },
);

export const UpdatePayoutPolicyBody = Exact(
  { ...PayoutPolicy.properties, ...FirstTwoFactor },
  { title: 'UpdatePayoutPolicy' },
);

/** One limit that a merchant set itself. */
const OwnLimit = (what: string) =>
  Exact(
    {
      amount: Nullable(Type.String({ description: 'In force now; null: no limit.' })),
      next: Nullable(
        Exact(
          {
            amount: Nullable(Type.String({ description: 'Null: no limit.' })),
            from: Type.String({ format: 'date-time' }),
          },
          { description: 'The higher limit that replaces it, and when.' },
        ),
      ),
    },
    { description: what },
  );

export const OwnPayoutLimits = Exact(
  {
    currency: CurrencyCode,
    per_payout: OwnLimit('The most that one payout, mass payout or withdrawal may be worth.'),
    per_day: OwnLimit('The most that all of them together may be worth in 24 hours.'),
    used: Nullable(
      Type.String({
        description: 'What was requested in the last 24 hours; null without a limit, or without a current rate.',
      }),
    ),
  },
  { title: 'OwnPayoutLimits', description: 'Limits that the merchant set itself for money that leaves.' },
);

const RequestedLimit = Nullable(Type.String({ ...Amount, description: 'Greater than 0, or null for no limit.' }));

export const UpdateOwnPayoutLimitsBody = Exact(
  { per_payout: RequestedLimit, per_day: RequestedLimit, ...FirstTwoFactor },
  { title: 'UpdateOwnPayoutLimits' },
);

export const PayoutFormQuery = Exact({
  gate_id: Type.Optional(CryptoGateIdSchema),
  amount: Type.Optional(Amount),
});

export const PayoutForm = Exact(
  {
    gates: Type.Array(PayoutGate),
    currency: CurrencyCode,
    policy: PayoutPolicy,
    two_fa: TwoFactorStanding,
    preview: Type.Array(PayoutPreview, {
      description: 'With `gate_id` and `amount`: what it means when the merchant and when the recipient pays the fees.',
    }),
  },
  { title: 'PayoutForm' },
);

/** An address that the merchant's people sent to, or entered ahead of time so that it cools off. */
export const BookedAddress = Exact(
  {
    id: Uuid,
    network: Type.String(),
    address: Type.String(),
    destination_tag: Nullable(Type.String()),
    label: Nullable(Type.String()),
    usable_from: Type.String({ format: 'date-time', description: 'The end of its cool-off.' }),
    created_at: Instant,
    last_used_at: Nullable(
      Type.String({ format: 'date-time', description: 'When a payout to it was last requested.' }),
    ),
  },
  { title: 'BookedAddress' },
);

export const AddressBookQuery = Exact({
  ...PageQuery.properties,
  search: Type.Optional(Text(200, 'In name and address.')),
  gate_id: Type.Optional(CryptoGateIdSchema),
});

const Label = Text(100, 'Its name in the book.');

export const BookAddressBody = Exact(
  {
    gate_id: CryptoGateIdSchema,
    address: PayoutAddressText,
    destination_tag: Type.Optional(DestinationTag),
    label: Type.Optional(Label),
    ...FirstTwoFactor,
  },
  { title: 'BookAddress' },
);

export const RenameAddressBody = Exact({ label: Nullable(Label) }, { title: 'RenameAddress' });

export type CreatePayoutBody = Static<typeof CreatePayoutBody>;
export type Payout = Static<typeof Payout>;
export type SpaPayoutRow = Static<typeof SpaPayoutRow>;
export type SpaPayout = Static<typeof SpaPayout>;
export type SpaPayoutListQuery = Static<typeof SpaPayoutListQuery>;
export type PayoutTokenBody = Static<typeof PayoutTokenBody>;
export type SpaCreatePayoutBody = Static<typeof SpaCreatePayoutBody>;
export type PayoutTokenSent = Static<typeof PayoutTokenSent>;
export type PayoutGate = Static<typeof PayoutGate>;
export type PayoutPreview = Static<typeof PayoutPreview>;
export type PayoutPolicy = Static<typeof PayoutPolicy>;
export type OwnPayoutLimits = Static<typeof OwnPayoutLimits>;
export type UpdateOwnPayoutLimitsBody = Static<typeof UpdateOwnPayoutLimitsBody>;
export type PayoutForm = Static<typeof PayoutForm>;
export type BookedAddress = Static<typeof BookedAddress>;
export type BookAddressBody = Static<typeof BookAddressBody>;
export type OutgoingTransaction = Static<typeof OutgoingTransaction>;
export type PayoutMoment = Static<typeof PayoutMoment>;
export type PayoutPerson = Static<typeof PayoutPerson>;
