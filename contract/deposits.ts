import { type Static, Type } from 'typebox';
import { DEPOSIT_SCENARIOS } from '../domain/invoices/scenarios.ts';
import { forgiving, forgivingBody } from '../domain/leniency/lenient-schema.ts';
import { DEPOSIT_STATUSES, type DepositReason } from '../domain/state/deposit-status.ts';
import {
  Amount,
  CryptoGateIdSchema,
  Exact,
  GateIdSchema,
  Instant,
  ModeSchema,
  Nullable,
  Text,
  Uuid,
  WebAddress,
} from './basics.ts';
import { Autoconversion, InvoiceConversion, InvoiceTransaction } from './invoice.ts';
import { filters, idsOf, PageQuery, statusesOf } from './lists.ts';
import { Decoration } from './new-invoice.ts';
import { LedgerLine, SpaTransaction } from './spa-invoices.ts';

const REFERENCE = '^[A-Za-z0-9._:@/-]+$';

/** The merchant's own name for a customer. */
const Reference = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: REFERENCE,
  description: 'Your name for the customer: letters, digits and . _ : @ / -. Unique by profile and gate.',
  examples: ['customer-1001'],
});

export const CreateAddressBody = Exact(
  {
    gate_id: GateIdSchema,
    reference: Reference,
    description: Type.Optional(Text(500)),
    notification_url: Type.Optional(WebAddress('Where webhooks of its deposits go; default: that of the profile.')),
    autoconversion: Type.Optional(Autoconversion),
  },
  { title: 'CreateAddress' },
);

/** The same as shops send it. */
export const NewAddressBody = forgivingBody(
  Exact(
    {
      ...CreateAddressBody.properties,
      reference: forgiving('text', Reference),
      description: Type.Optional(Decoration(500)),
      notification_url: Type.Optional(
        forgiving('url', WebAddress('Where webhooks of its deposits go; default: that of the profile.')),
      ),
    },
    { title: 'NewAddress' },
  ),
);

/** An address of one customer, which can be paid any number of times. */
export const StaticAddress = Exact(
  {
    id: Uuid,
    mode: ModeSchema,
    gate_id: GateIdSchema,
    reference: Type.String(),
    description: Nullable(Type.String()),
    address: Type.String({ description: 'Of EUR: the IBAN to pay to.' }),
    destination_tag: Nullable(Type.String({ description: 'Needed with every payment where it is not null (XRP).' })),
    payment_uri: Type.String({
      description: 'What a QR code holds; of EUR that of a SEPA credit transfer (EPC069-12).',
    }),
    bank: Nullable(
      Exact(
        {
          name: Type.String(),
          iban: Type.String(),
          bic: Type.String(),
          creditor_reference: Type.String({
            description: 'Every transfer must name it (ISO 11649): it says whose money it is.',
            examples: ['RF18539007547034'],
          }),
        },
        { title: 'AddressBank', description: 'Of EUR: where a bank transfer goes, and what it must say.' },
      ),
    ),
    minimum: Type.String({ description: 'Less is credited once the sum of the payments reaches this.' }),
    autoconversion: Type.Union([Autoconversion, Type.Null()], {
      description: 'Null: as the profile says when a deposit begins.',
    }),
    notification_url: Nullable(Type.String()),
    created_at: Instant,
  },
  { title: 'StaticAddress' },
);

export const AddressListQuery = Exact({
  ...PageQuery.properties,
  date_from: filters.date_from,
  date_to: filters.date_to,
  gate_id: filters.gate_id,
  reference: filters.reference,
  sort: Type.Optional(Type.Enum(['created_at', 'reference'], { type: 'string' })),
  search: Type.Optional(Text(200, 'Searches ID, reference, description and address.')),
});

export const DepositStatusSchema = Type.Enum(DEPOSIT_STATUSES, { type: 'string', title: 'DepositStatus' });

const Reason = Type.Unsafe<DepositReason | null>({
  type: ['string', 'null'],
  description: 'Why it is in its status, or what keeps it there. New reasons may come.',
  examples: ['below_minimum'],
});

/** The deposit as the API and webhooks show it. Amounts are in units of the gate. */
export const Deposit = Exact(
  {
    id: Uuid,
    version: Type.Integer({ minimum: 1, description: 'Only grows; a webhook of a lower version is older.' }),
    type: Type.Enum(['crypto', 'fiat'], { type: 'string' }),
    mode: ModeSchema,
    gate_id: GateIdSchema,
    currency: Type.String({ examples: ['BTC'] }),
    amount: Type.String({ description: 'The sum of its transactions or bank transfers.' }),
    net_amount: Type.String({ description: 'What reaches the balance, before any conversion.' }),
    minimum: Type.String({ description: 'Below it, it waits for further payments to the address.' }),
    fees: Exact({ service: Type.String() }, { title: 'DepositFees' }),
    reference: Type.String(),
    address_id: Nullable(Uuid),
    status: DepositStatusSchema,
    status_reason: Reason,
    transactions: Type.Array(InvoiceTransaction),
    bank: Nullable(
      Exact(
        { name: Type.String(), iban_last4: Type.String(), booked_on: Type.String() },
        { title: 'DepositBank', description: 'Who sent it, of euro by bank transfer.' },
      ),
    ),
    conversion: Nullable(InvoiceConversion),
    created_at: Instant,
    completed_at: Nullable(Instant),
  },
  { title: 'Deposit' },
);

export const DepositListQuery = Exact({
  ...PageQuery.properties,
  ...filters,
  address_id: Type.Optional(Type.String({ format: 'uuid', description: 'Only deposits to this address.' })),
  sort: Type.Optional(Type.Enum(['created_at', 'completed_at', 'amount', 'status'], { type: 'string' })),
  search: Type.Optional(Text(200, 'Searches ID, reference, address and transaction ID.')),
  status: statusesOf(DEPOSIT_STATUSES),
});

// ── Back office ──────────────────────────────────────────────────────────────────────────────────────────────────────

export const SpaDepositListQuery = Exact({ ...DepositListQuery.properties, ids: idsOf('deposits') });

/** A moment of the deposit's story; `text_key` names the sentence, `data` fills it in. */
export const DepositMoment = Exact(
  {
    at: Instant,
    kind: Type.Unsafe<'status' | 'payment' | 'ledger'>({ type: 'string' }),
    status: Type.Optional(DepositStatusSchema),
    text_key: Type.String(),
    data: Type.Record(Type.String(), Type.String()),
  },
  { title: 'DepositMoment' },
);

export const SpaDeposit = Exact(
  {
    ...Deposit.properties,
    address: Nullable(Type.String({ description: 'Where it was paid to.' })),
    destination_tag: Nullable(Type.String()),
    transactions: Type.Array(SpaTransaction),
    timeline: Type.Array(DepositMoment),
    ledger: Type.Array(LedgerLine),
  },
  { title: 'SpaDeposit', description: 'A deposit with its timeline and ledger.' },
);

/** The gates for which customers can be given an address. */
export const DepositForm = Exact(
  {
    gates: Type.Array(
      Exact({
        gate_id: CryptoGateIdSchema,
        is_open: Type.Boolean({ description: 'Addresses of this gate can be created now.' }),
        minimum: Type.String({ description: 'Less is credited once the sum of the payments reaches this.' }),
        confirmations: Type.Integer({ minimum: 1 }),
      }),
      { description: 'The gates of the profile.' },
    ),
    euro: Nullable(
      Exact(
        { minimum: Type.String() },
        { title: 'EuroTerms', description: 'Of deposits by bank transfer; null: the mode has no bank.' },
      ),
    ),
    fee_percent: Type.String({ description: 'Of each deposit, by the plan.', examples: ['0.50'] }),
    conversion_targets: Type.Array(GateIdSchema),
    autoconversion: Autoconversion,
  },
  { title: 'DepositForm' },
);

export const EmulateDepositBody = Exact(
  {
    amount: Amount,
    scenario: Type.Optional(Type.Enum(DEPOSIT_SCENARIOS, { type: 'string', default: 'paid' })),
  },
  { title: 'EmulateDeposit' },
);

export type CreateAddressBody = Static<typeof CreateAddressBody>;
export type StaticAddress = Static<typeof StaticAddress>;
export type AddressListQuery = Static<typeof AddressListQuery>;
export type Deposit = Static<typeof Deposit>;
export type DepositListQuery = Static<typeof DepositListQuery>;
export type SpaDepositListQuery = Static<typeof SpaDepositListQuery>;
export type DepositMoment = Static<typeof DepositMoment>;
export type SpaDeposit = Static<typeof SpaDeposit>;
export type DepositForm = Static<typeof DepositForm>;
export type EmulateDepositBody = Static<typeof EmulateDepositBody>;
