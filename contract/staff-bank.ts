import { type Static, Type } from 'typebox';
import { BANK_FILE_KINDS } from '../domain/bank/messages.ts';
import { BANK_PAYMENT_STATUSES } from '../domain/bank/payment-table.ts';
import { Exact, Instant, ModeSchema, Nullable, Text, Uuid } from './basics.ts';
import { PageQuery } from './lists.ts';
import { StaffRoleSchema } from './staff.ts';

const Euro = Type.String({
  examples: ['1250.00'],
  description: 'Euro; below zero, the account is overdrawn or lacks it.',
});
const Day = Type.String({ format: 'date' });

export const BANK_FILE_STATES = [
  'written',
  'sending',
  'sent',
  'answered',
  'stored',
  'waiting',
  'processed',
  'refused',
] as const;

export const BankFileView = Exact(
  {
    id: Uuid,
    mode: ModeSchema,
    direction: Type.Enum(['in', 'out'], { type: 'string' }),
    kind: Nullable(Type.Enum(BANK_FILE_KINDS, { type: 'string' })),
    message_id: Nullable(Type.String()),
    name: Type.String(),
    size: Type.Integer(),
    state: Type.Enum(BANK_FILE_STATES, { type: 'string' }),
    problem: Nullable(Type.String({ description: 'Why it was refused, or what it waits for.' })),
    payments: Type.Integer(),
    total: Euro,
    created_at: Instant,
    sent_at: Nullable(Instant),
    settled_at: Nullable(Instant),
  },
  { title: 'BankFile' },
);

const { page, per_page } = PageQuery.properties;

export const BankFileQuery = Exact({
  page,
  per_page,
  mode: Type.Optional(ModeSchema),
  state: Type.Optional(Type.String({ description: `Separated by commas: ${BANK_FILE_STATES.join(', ')}.` })),
});

const saidEntry = {
  direction: Type.Enum(['credit', 'debit'], { type: 'string' }),
  amount: Euro,
  day: Day,
  code: Type.String({ description: 'Domain, family and sub-family by the bank.', examples: ['PMNT/RCDT/ESCT'] }),
  end_to_end_id: Nullable(Type.String()),
  creditor_reference: Nullable(Type.String()),
  remittance: Type.String(),
  party_name: Nullable(Type.String()),
  party_iban: Nullable(Type.String()),
  bank_reference: Nullable(Type.String()),
};

export const BankEntryView = Exact({ id: Uuid, mode: ModeSchema, ...saidEntry }, { title: 'BankEntry' });

const Proposal = Exact(
  {
    id: Uuid,
    creditor_reference: Nullable(Type.String({ description: 'Whose deposit it becomes.' })),
    reference: Nullable(Type.String({ description: 'The merchant’s name for the customer.' })),
    company_name: Nullable(Type.String()),
    payee: Nullable(Type.String({ description: 'Whom it is sent back to.' })),
    card_commission: Type.Boolean({ description: 'It pays what the card partner owes.' }),
    reason: Type.String(),
    proposed_by: Type.String(),
    proposed_role: StaffRoleSchema,
    may_confirm: Type.Boolean({ description: 'Another person of another role has proposed it.' }),
  },
  { title: 'BankMatch' },
);

export const BankCreditView = Exact(
  {
    ...BankEntryView.properties,
    may_be_commission: Type.Boolean({ description: 'The card partner owes at least as much.' }),
    match: Nullable(Proposal),
  },
  { title: 'BankCredit', description: 'Euro in suspense, and what is proposed about them.' },
);

export const MatchCreditBody = Exact(
  {
    creditor_reference: Text(40, 'Of the customer whose money it is, such as RF18 5390 0754 7034.'),
    reason: Text(1000),
  },
  { title: 'MatchBankCredit' },
);

/** SEPA payments need the payee's town and country. */
export const ReturnCreditBody = Exact(
  {
    name: Text(70, 'Of the holder of the account that it came from.'),
    town: Text(35),
    country: Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166, two letters.', examples: ['DE'] }),
    reason: Text(1000),
  },
  { title: 'ReturnBankCredit' },
);

export const CommissionCreditBody = Exact({ reason: Text(1000) }, { title: 'BookCardCommission' });

export const BankCreditQuery = Exact({ page, per_page, mode: Type.Optional(ModeSchema) });

const BankPaymentView = Exact({
  id: Uuid,
  merchant_id: Nullable(Uuid),
  mode: ModeSchema,
  status: Type.Enum(BANK_PAYMENT_STATUSES, { type: 'string' }),
  amount: Euro,
  name: Type.String(),
  iban: Type.String(),
  end_to_end_id: Type.String(),
  payee_name: Nullable(Type.String({ description: 'The account holder’s name, by the bank.' })),
  reason: Nullable(Type.String()),
  answered_by: Type.Enum(['merchant', 'staff'], {
    type: 'string',
    description: 'Staff answer about payments of the gateway’s own: transfers and returns.',
  }),
});

const DisputedPaymentView = Exact({
  id: Uuid,
  mode: ModeSchema,
  status: Type.Enum(BANK_PAYMENT_STATUSES, { type: 'string' }),
  amount: Euro,
  name: Type.String(),
  iban: Type.String(),
  end_to_end_id: Type.String(),
  reason: Nullable(Type.String({ description: 'What the bank said last.' })),
  request: Nullable(
    Exact({
      id: Uuid,
      note: Type.String(),
      requested_by: Type.String(),
      requested_role: StaffRoleSchema,
      requested_at: Instant,
      may_confirm: Type.Boolean({ description: 'Another person of another role has requested it.' }),
    }),
  ),
});

export const BankDifferenceView = Exact({
  id: Uuid,
  mode: ModeSchema,
  file_id: Uuid,
  difference: Euro,
  stops: Type.Boolean({ description: 'Euro payments wait until it is resolved.' }),
  explanation: Type.String(),
  candidates: Type.Array(
    Exact({ kind: Type.Enum(['entry', 'payment'], { type: 'string' }), id: Uuid, words: Type.String() }),
  ),
  found_at: Instant,
  resolved_at: Nullable(Instant),
  resolved_by: Nullable(Type.String()),
  note: Nullable(Type.String()),
});

export const CONTRADICTION_CHOICES = ['refused', 'booked'] as const;
const ContradictionChoice = Type.Enum(CONTRADICTION_CHOICES, {
  type: 'string',
  description: 'Which is right: the statement that was refused, or what is booked.',
});

const ContradictionView = Exact({
  id: Uuid,
  mode: ModeSchema,
  file_id: Uuid,
  statement_id: Type.String(),
  closing_day: Day,
  difference: Type.String({ description: 'Euro; what the refused statement closes with, less the last one booked.' }),
  said: Type.Array(Exact(saidEntry), { description: 'Entries that only the refused statement has: the first.' }),
  said_count: Type.Integer(),
  denied: Type.Array(BankEntryView, { description: 'Booked entries that it does not have: the first.' }),
  denied_count: Type.Integer(),
  found_at: Instant,
  request: Nullable(
    Exact({
      choice: ContradictionChoice,
      note: Type.String(),
      requested_by: Type.String(),
      requested_role: StaffRoleSchema,
      requested_at: Instant,
      may_confirm: Type.Boolean({ description: 'Another person of another role has requested it.' }),
      confirmed: Type.Boolean({ description: 'The refused statement is booked in the next round with the bank.' }),
    }),
  ),
});

const RestoredPaymentView = Exact({
  id: Uuid,
  mode: ModeSchema,
  kind: Type.Enum(['withdrawal', 'own'], { type: 'string' }),
  amount: Euro,
  name: Type.String(),
  iban: Type.String(),
  end_to_end_id: Type.String(),
  created_at: Instant,
});

const ReleaseView = Exact({
  id: Uuid,
  mode: ModeSchema,
  payments: Type.Array(Uuid),
  note: Type.String(),
  requested_by: Type.String(),
  requested_role: StaffRoleSchema,
  requested_at: Instant,
});

export const RequestReleaseBody = Exact(
  { mode: ModeSchema, payments: Type.Array(Uuid, { minItems: 1, maxItems: 5000 }), note: Text(1000) },
  { title: 'RequestRelease' },
);

export const BankView = Exact(
  {
    accounts: Type.Array(
      Exact({
        mode: ModeSchema,
        stopped: Type.Boolean({ description: 'A difference that stops is open: no euro payments leave.' }),
        booked: Euro,
        unstated: Type.String({ description: 'Booked by an older release, but in no statement yet.' }),
        closing: Nullable(Euro),
        closing_day: Nullable(Day),
      }),
    ),
    differences: Type.Array(BankDifferenceView, { description: 'The newest.' }),
    contradictions: Type.Array(ContradictionView, {
      description: 'Refused statements that contradict what is booked: two people decide. Only their euro wait.',
    }),
    restored_payments: Type.Array(RestoredPaymentView, {
      description: 'Requested before the last restore, and not at the bank: they go there only by two people.',
    }),
    releases: Type.Array(ReleaseView, { description: 'What waits for a second person.' }),
    unknown_entries: Type.Array(BankEntryView, { description: 'The newest debits that nobody knows, in suspense.' }),
    coming_entries: Type.Array(BankEntryView, {
      description: 'The newest that are notified and in no statement yet: they have moved nothing.',
    }),
    name_questions: Type.Array(BankPaymentView, {
      description: 'Payments whose name differs from the account holder’s.',
    }),
    disputed_payments: Type.Array(DisputedPaymentView, {
      description: 'Payments of the gateway’s own that the bank rejected although it may make them: two people decide.',
    }),
  },
  { title: 'Bank' },
);

export const BankNoteBody = Exact({ note: Text(1000) }, { title: 'BankNote' });

export const RequestChoiceBody = Exact(
  { choice: ContradictionChoice, note: Text(1000) },
  { title: 'RequestStatementChoice' },
);

export const ConfirmChoiceBody = Exact({ choice: ContradictionChoice }, { title: 'ConfirmStatementChoice' });

export const AnswerNameBody = Exact(
  {
    outcome: Type.Enum(['pay', 'cancel'], {
      type: 'string',
      description: 'Pay with the name that the bank gives, or recall the payment.',
    }),
    note: Text(1000),
  },
  { title: 'AnswerBankName' },
);

export type BankView = Static<typeof BankView>;
export type BankFileView = Static<typeof BankFileView>;
export type AnswerNameBody = Static<typeof AnswerNameBody>;
export type MatchCreditBody = Static<typeof MatchCreditBody>;
export type ReturnCreditBody = Static<typeof ReturnCreditBody>;
export type BankCreditView = Static<typeof BankCreditView>;
export type BankEntryView = Static<typeof BankEntryView>;
export type ConfirmChoiceBody = Static<typeof ConfirmChoiceBody>;
export type RequestChoiceBody = Static<typeof RequestChoiceBody>;
export type RequestReleaseBody = Static<typeof RequestReleaseBody>;
