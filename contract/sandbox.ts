import { type Static, Type } from 'typebox';
import { SCENARIOS } from '../domain/invoices/scenarios.ts';
import { Amount, CryptoGateIdSchema, Exact, NetworkSchema, Nullable, Text, Uuid } from './basics.ts';

export const EmulatePaymentBody = Exact(
  {
    scenario: Type.Enum(SCENARIOS, { type: 'string' }),
    amount: Type.Optional(Amount),
  },
  { title: 'EmulatePayment' },
);

export const EmulatedPayment = Exact(
  {
    invoice_id: Uuid,
    scenario: Type.Enum(SCENARIOS, { type: 'string' }),
    txid: Type.String(),
    replaced_by: Nullable(Type.String({ description: 'The transaction that takes its place, in `replaced`.' })),
    network: NetworkSchema,
    gate_id: Nullable(CryptoGateIdSchema),
    output: Type.String(),
    address: Type.String(),
    destination_tag: Nullable(Type.String()),
    amount: Type.String(),
  },
  { title: 'EmulatedPayment' },
);

const { invoice_id: _, ...withoutInvoice } = EmulatedPayment.properties;

export const EmulatedDeposit = Exact({ ...withoutInvoice, address_id: Uuid }, { title: 'EmulatedDeposit' });

export const EmulateCreditBody = Exact(
  {
    amount: Amount,
    reference: Type.Optional(
      Text(140, 'What the transfer says: the creditor reference of an address. Anything else goes to staff.'),
    ),
    name: Type.Optional(Text(70, 'Of the payer.')),
    iban: Type.Optional(Text(60, 'Of the payer.')),
  },
  { title: 'EmulateCredit' },
);

export const EmulatedCredit = Exact(
  { amount: Type.String(), reference: Nullable(Type.String()), name: Type.String(), iban: Type.String() },
  { title: 'EmulatedCredit' },
);

export const NetworkParams = Exact({ network: NetworkSchema });

export const MakeBlocksBody = Exact(
  { count: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 1 })) },
  { title: 'MakeBlocks' },
);

export const RequestedBlocks = Exact(
  { network: NetworkSchema, count: Type.Integer({ minimum: 1 }) },
  { title: 'RequestedBlocks' },
);

export const SetFeesBody = Exact(
  {
    percent: Type.Integer({ minimum: 10, maximum: 1000, description: 'Of the usual fees; 100 is the usual.' }),
    seconds: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 600, default: 300, description: 'After this the usual fees hold again.' }),
    ),
  },
  { title: 'SetFees' },
);

export const RequestedFees = Exact(
  { network: NetworkSchema, percent: Type.Integer(), seconds: Type.Integer() },
  { title: 'RequestedFees' },
);

export type SetFeesBody = Static<typeof SetFeesBody>;
export type RequestedFees = Static<typeof RequestedFees>;
export type EmulatePaymentBody = Static<typeof EmulatePaymentBody>;
export type RequestedBlocks = Static<typeof RequestedBlocks>;
export type EmulatedDeposit = Static<typeof EmulatedDeposit>;
export type EmulateCreditBody = Static<typeof EmulateCreditBody>;
export type EmulatedCredit = Static<typeof EmulatedCredit>;
export type EmulatedPayment = Static<typeof EmulatedPayment>;
