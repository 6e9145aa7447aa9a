import { type Static, Type } from 'typebox';
import { PAYOUT_STATUSES, type PayoutReason } from '../domain/state/payout-status.ts';
import type { WithdrawalReason } from '../domain/state/withdrawal-status.ts';
import { CodeSent, FirstTwoFactor, MoneyProof, TwoFactorStanding } from './account.ts';
import {
  Amount,
  Exact,
  GateIdSchema,
  Instant,
  ModeSchema,
  Nullable,
  PayoutStatusSchema,
  Text,
  Uuid,
} from './basics.ts';
import { filters, idsOf, PageQuery, statusesOf } from './lists.ts';
import { FeePayer, PayoutActions, PayoutMoment, PayoutPerson, PayoutQuoteView } from './payouts.ts';
import { LedgerLine } from './spa-invoices.ts';

const Reason = Type.Unsafe<PayoutReason | WithdrawalReason | null>({
  type: ['string', 'null'],
  description: 'Why it is in its status, or what keeps it there. New reasons may come.',
  examples: ['bank_rejected'],
});

/** The withdrawal as the API and webhooks show it. Amounts are in units of the gate. */
export const Withdrawal = Exact(
  {
    id: Uuid,
    version: Type.Integer({ minimum: 1, description: 'Only grows; a webhook of a lower version is older.' }),
    gate_id: GateIdSchema,
    mode: ModeSchema,
    status: PayoutStatusSchema,
    status_reason: Reason,
    status_words: Nullable(
      Type.String({
        description: 'What the bank says about the reason, or why the address cannot be paid.',
        examples: ['The payee’s account is closed.'],
      }),
    ),
    amount: Type.String({ description: 'As requested.' }),
    net_amount: Type.String({ description: 'What reaches the account or address.' }),
    total: Type.String({ description: 'What leaves the balance: net amount and fees.' }),
    fees: Exact({ service: Type.String(), network: Type.String(), payer: FeePayer }, { title: 'WithdrawalFees' }),
    method: Exact(
      { id: Uuid, title: Type.String(), type: Type.Enum(['crypto', 'fiat'], { type: 'string' }) },
      { title: 'WithdrawalMethodName' },
    ),
    recipient: Exact(
      {
        address: Nullable(Type.String()),
        destination_tag: Nullable(Type.String()),
        iban: Nullable(Type.String({ description: 'Its first and last characters.' })),
        account_name: Nullable(Type.String()),
      },
      { title: 'WithdrawalRecipient' },
    ),
    bank_reference: Nullable(Type.String({ description: 'Of the booking, for inquiries at the bank.' })),
    payee_name: Nullable(
      Type.String({ description: 'With `name_question`: the account holder according to the bank, if it says.' }),
    ),
    txid: Nullable(Type.String({ description: 'Of coins: the newest transaction; null until one is signed.' })),
    approval_required: Type.Boolean({ description: 'Another person than its creator has to approve it.' }),
    not_before: Nullable(
      Type.String({ format: 'date-time', description: 'A new account or address cools off until then.' }),
    ),
    created_at: Instant,
    approved_at: Nullable(Instant),
    completed_at: Nullable(Instant),
    canceled_at: Nullable(Instant),
  },
  { title: 'Withdrawal' },
);

export const WithdrawalListQuery = Exact({
  ...PageQuery.properties,
  date_from: filters.date_from,
  date_to: filters.date_to,
  gate_id: filters.gate_id,
  sort: Type.Optional(Type.Enum(['created_at', 'completed_at', 'amount', 'status'], { type: 'string' })),
  search: Type.Optional(Text(200, 'Searches ID, method, recipient, bank reference and transaction ID.')),
  status: statusesOf(PAYOUT_STATUSES),
});

// ── Back office ──────────────────────────────────────────────────────────────────────────────────────────────────────

export const SpaWithdrawalListQuery = Exact({
  ...WithdrawalListQuery.properties,
  method_id: Type.Optional(Type.String({ format: 'uuid', description: 'Only withdrawals by this method.' })),
  ids: idsOf('withdrawals'),
});

export const SpaWithdrawalRow = Exact(
  {
    ...Withdrawal.properties,
    created_by: PayoutPerson,
    approved_by: Type.Union([PayoutPerson, Type.Null()]),
    actions: Exact(
      { ...PayoutActions.properties, answer_name: Type.Boolean() },
      { title: 'WithdrawalActions', description: 'What the signed-in user may do with it now.' },
    ),
  },
  { title: 'SpaWithdrawalRow' },
);

export const SpaWithdrawal = Exact(
  {
    ...SpaWithdrawalRow.properties,
    explorer_url: Nullable(
      Type.String({ description: 'Where anyone can look its transaction up; on main chains only.' }),
    ),
    timeline: Type.Array(PayoutMoment),
    ledger: Type.Array(LedgerLine),
  },
  { title: 'SpaWithdrawal', description: 'A withdrawal with its timeline and ledger.' },
);

const request = {
  method_id: Type.String({ format: 'uuid', description: 'An active withdrawal method.' }),
  amount: Amount,
  fee_payer: Type.Optional(FeePayer),
};

/** The fields that the mailed code is bound to: none of them can be changed afterwards. */
export const WithdrawalTokenBody = Exact(request, {
  title: 'WithdrawalToken',
  description: 'Fees come on top of the amount, unless `fee_payer` is `recipient`.',
});

export const CreateWithdrawalBody = Exact({ ...request, ...MoneyProof }, { title: 'CreateWithdrawal' });

export const WithdrawalTokenSent = Exact(
  {
    ...CodeSent.properties,
    ...PayoutQuoteView,
    gate_id: GateIdSchema,
    not_before: Nullable(
      Type.String({ format: 'date-time', description: 'When a new account or address may be paid.' }),
    ),
    approval_required: Type.Boolean(),
    two_fa_required: Type.Boolean(),
  },
  { title: 'WithdrawalTokenSent', description: 'Where the code went, and what it approves.' },
);

export const NameAnswerBody = Exact(
  {
    outcome: Type.Enum(['pay', 'cancel'], {
      type: 'string',
      description: '`pay`: again with the name that the bank says, if it says one. `cancel`: the bank recalls it.',
    }),
    ...FirstTwoFactor,
  },
  { title: 'AnswerNameQuestion' },
);

export const WithdrawalFormQuery = Exact({
  gate_id: Type.Optional(GateIdSchema),
  amount: Type.Optional(Amount),
});

/** The amounts that can be withdrawn from one gate. */
export const WithdrawalGate = Exact(
  {
    gate_id: GateIdSchema,
    available: Type.String(),
    frozen: Type.Boolean({ description: 'Outgoing payments of this balance are suspended.' }),
    is_open: Type.Boolean({ description: 'Withdrawals of this gate can be requested.' }),
    min: Type.String(),
    max: Nullable(Type.String({ description: 'Of one withdrawal; null is no bound.' })),
    largest: Exact(
      { merchant: Type.String(), recipient: Type.String() },
      { description: 'The largest amount that the balance covers, by who pays the fees.' },
    ),
    service_fee_percent: Type.String(),
    network_fee: Type.String(),
    method: Type.Union([Exact({ id: Uuid, title: Type.String() }), Type.Null()], {
      description: 'The active withdrawal method of this gate.',
    }),
  },
  { title: 'WithdrawalGate' },
);

export const WithdrawalForm = Exact(
  {
    gates: Type.Array(WithdrawalGate, { description: 'EUR, and the coins with an active withdrawal method.' }),
    policy: Exact({
      approval_required: Type.Boolean(),
      cool_off_seconds: Type.Integer({ minimum: 0, description: 'How long a new account or address waits.' }),
    }),
    two_fa: TwoFactorStanding,
    preview: Type.Array(
      Exact({
        ...PayoutQuoteView,
        problem: Nullable(Type.String({ description: 'Why this amount would be refused.' })),
      }),
      { description: 'With `gate_id` and `amount`: what it means when the merchant and when the recipient pays.' },
    ),
  },
  { title: 'WithdrawalForm' },
);

export type Withdrawal = Static<typeof Withdrawal>;
export type WithdrawalListQuery = Static<typeof WithdrawalListQuery>;
export type SpaWithdrawalListQuery = Static<typeof SpaWithdrawalListQuery>;
export type SpaWithdrawalRow = Static<typeof SpaWithdrawalRow>;
export type SpaWithdrawal = Static<typeof SpaWithdrawal>;
export type WithdrawalTokenBody = Static<typeof WithdrawalTokenBody>;
export type WithdrawalForm = Static<typeof WithdrawalForm>;
export type WithdrawalGate = Static<typeof WithdrawalGate>;
export type WithdrawalTokenSent = Static<typeof WithdrawalTokenSent>;
