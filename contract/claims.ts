import { type Static, Type } from 'typebox';
import { VERDICTS } from '../domain/claims/verdict.ts';
import { CLAIM_REASONS, CLAIM_STATUSES } from '../domain/state/claim-status.ts';
import { CryptoGateIdSchema, Exact, Instant, ModeSchema, NetworkSchema, Nullable, Text, Uuid } from './basics.ts';
import { PageQuery, statusesOf } from './lists.ts';
import { DestinationTag, PayoutAddressText } from './payouts.ts';

const Coins = Type.String({
  description: 'In units of the gate; of an asset that is none, its smallest unit.',
  examples: ['0.125'],
});

/** The transaction that somebody pasted. */
const Transaction = Text(500, 'The ID of the transaction, alone or in a link to an explorer.');

export const ClaimVerdictBody = Exact({ transaction: Transaction }, { title: 'ClaimVerdictRequest' });

/** The result of checking a pasted transaction. */
export const ClaimVerdict = Exact(
  {
    verdict: Type.Enum(VERDICTS, {
      type: 'string',
      description:
        'Only `claimable` can be claimed. `not_ours`: no payment that you can know of; this also answers for the ' +
        'payments of others.',
    }),
    payment_id: Nullable(Uuid),
    network: Nullable(NetworkSchema),
    gate_id: Nullable(CryptoGateIdSchema),
    amount: Nullable(Coins),
    confirmations: Nullable(Type.Integer()),
    required_confirmations: Nullable(Type.Integer()),
    fee_rate: Type.String({ description: 'The fee of balance recovery, as a share.', examples: ['0.1'] }),
    net_amount: Nullable(Type.String({ description: 'What a claim would pay back now, less all fees.' })),
    claim_id: Nullable(Type.String({ format: 'uuid', description: 'Of your claim to it.' })),
    claim_status: Nullable(Type.Enum(CLAIM_STATUSES, { type: 'string' })),
    invoice_id: Nullable(Uuid),
  },
  { title: 'ClaimVerdict' },
);
export type ClaimVerdict = Static<typeof ClaimVerdict>;

export const CreateClaimBody = Exact(
  {
    transaction: Transaction,
    payment_id: Uuid,
    address: PayoutAddressText,
    destination_tag: Type.Optional(DestinationTag),
  },
  { title: 'CreateClaim', description: 'The address is one of the sender.' },
);

const shared = {
  id: Uuid,
  version: Type.Integer(),
  mode: ModeSchema,
  status: Type.Enum(CLAIM_STATUSES, { type: 'string', title: 'ClaimStatus' }),
  status_reason: Nullable(Type.Enum(CLAIM_REASONS, { type: 'string' })),
  network: NetworkSchema,
  gate_id: Nullable(CryptoGateIdSchema),
  asset: Type.String({ description: 'The gate, or network:contract of another asset.' }),
  txid: Type.String(),
  amount: Coins,
  net_amount: Nullable(Type.String({ description: 'What is paid back; from the approval on.' })),
  fees: Nullable(Exact({ service: Type.String(), network: Type.String() })),
  address: Nullable(Type.String()),
  destination_tag: Nullable(Type.String()),
  invoice_id: Nullable(Uuid),
  claimant: Type.Enum(['payer', 'merchant'], { type: 'string' }),
  note: Nullable(Type.String({ description: 'Why it was refused.' })),
  paid_txid: Nullable(Type.String({ description: 'The transaction that pays it back.' })),
  created_at: Instant,
  closed_at: Nullable(Instant),
};

/** A claim as the merchant sees it. */
export const Claim = Exact(shared, { title: 'Claim' });
export type Claim = Static<typeof Claim>;

/** A claim as the staff sees it. */
export const StaffClaim = Exact(
  {
    ...shared,
    merchant: Exact({ id: Uuid, name: Nullable(Type.String()) }),
    email: Nullable(Type.String()),
    value: Nullable(Type.String({ description: 'In euro, when it was claimed.' })),
    fee_rate: Type.String(),
    needs_operator: Type.Boolean(),
    payer_claimed_at: Nullable({ ...Instant, description: 'When the payer of the invoice said that it was paid.' }),
    loss: Type.Boolean({ description: 'Paid back, then reorganized: a loss of the gateway for now.' }),
    evidence: Exact({
      checked_at: Type.Optional(Instant),
      block_height: Type.Optional(Type.Integer()),
      confirmations: Type.Optional(Type.Integer()),
      senders: Type.Optional(Type.Array(Type.String())),
      address_sent_it: Type.Optional(Type.Boolean({ description: 'The address of the claim is a sender.' })),
      seen_at: Type.Optional(Instant),
      invoice_created_at: Type.Optional(Instant),
    }),
    approved_by: Type.Array(Type.String()),
    second_person: Type.Boolean({ description: 'It needs two people of two roles.' }),
    approvable: Type.Boolean({ description: 'By you, now.' }),
    refusable: Type.Boolean({ description: 'By you, now.' }),
    payout_id: Nullable(Uuid),
    rivals: Type.Array(
      Exact({ id: Uuid, merchant: Nullable(Type.String()), address_sent_it: Nullable(Type.Boolean()) }),
      { description: 'Other claims to the payment that wait. The approval of one refuses the others.' },
    ),
  },
  { title: 'StaffClaim' },
);
export type StaffClaim = Static<typeof StaffClaim>;

const { page, per_page } = PageQuery.properties;
const list = {
  page,
  per_page,
  status: statusesOf(CLAIM_STATUSES),
  search: Type.Optional(Text(200, 'Searches ID, transaction, address and invoice.')),
};
export const ClaimListQuery = Exact(list);
export const StaffClaimQuery = Exact({ ...list, mode: Type.Optional(ModeSchema) });
export const DecideClaimBody = Exact({ reason: Text(1000) }, { title: 'DecideClaim' });
