import { type Static, Type } from 'typebox';
import { LINE_FILTERS } from '../domain/mass-payouts/filter.ts';
import { MASS_MAX_LINES } from '../domain/mass-payouts/review.ts';
import { MASS_PAYOUT_STATUSES, type MassPayoutReason } from '../domain/state/mass-payout.ts';
import { CodeSent, MoneyProof, TwoFactorStanding } from './account.ts';
import {
  Amount,
  CryptoGateIdSchema,
  Exact,
  Instant,
  ModeSchema,
  Nullable,
  PayoutStatusSchema,
  Text,
  Uuid,
} from './basics.ts';
import { PageQuery, PayoutListQuery, statusesOf } from './lists.ts';
import { DestinationTag, FeePayer, PayoutAddressText } from './payouts.ts';

const Status = Type.Enum(MASS_PAYOUT_STATUSES, { type: 'string', title: 'MassPayoutStatus' });
const Reason = Type.Unsafe<MassPayoutReason | null>({
  type: ['string', 'null'],
  description: 'Why it is in its status, or what keeps it there. New reasons may come.',
  examples: ['awaiting_approval'],
});
const Count = Type.Integer({ minimum: 0 });

const MassTotal = Exact(
  {
    gate_id: CryptoGateIdSchema,
    valid: Exact({
      lines: Count,
      amount: Type.String({ description: 'What they ask for.' }),
      total: Type.String({ description: 'What leaves the balance.' }),
    }),
    not_valid: Exact({ lines: Count, amount: Type.String({ description: 'As far as it could be read.' }) }),
  },
  { title: 'MassPayoutTotal', description: 'Of one asset, in its coins.' },
);

/** The mass payout as the API and webhooks show it. */
export const MassPayout = Exact(
  {
    id: Uuid,
    version: Type.Integer({ minimum: 1, description: 'Only grows; a webhook of a lower version is older.' }),
    status: Status,
    status_reason: Reason,
    mode: ModeSchema,
    source: Type.Enum(['file', 'api'], { type: 'string' }),
    file_name: Nullable(Type.String()),
    fee_payer: FeePayer,
    lines: Exact({ total: Count, valid: Count, not_valid: Count, sent: Count, done: Count, failed: Count }),
    totals: Type.Array(MassTotal),
    approval_required: Type.Boolean({ description: 'Another person than the one who ran it has to approve it.' }),
    not_before: Nullable(Type.String({ format: 'date-time', description: 'New addresses cool off until then.' })),
    created_at: Instant,
    run_at: Nullable(Instant),
    approved_at: Nullable(Instant),
    completed_at: Nullable(Instant),
  },
  { title: 'MassPayout' },
);

/** `POST /api/v1/mass-payouts`. */
export const CreateMassPayoutBody = Exact(
  {
    lines: Type.Array(
      Exact(
        {
          gate_id: CryptoGateIdSchema,
          address: PayoutAddressText,
          destination_tag: Type.Optional(DestinationTag),
          amount: Amount,
          reference: Type.Optional(Text(255, 'Your own id of the payment.')),
        },
        { title: 'NewMassPayoutLine' },
      ),
      { minItems: 1, maxItems: MASS_MAX_LINES },
    ),
    fee_payer: FeePayer,
  },
  { title: 'CreateMassPayout' },
);

const { reference: _reference, sort: _sort, status: _status, ...listed } = PayoutListQuery.properties;

export const MassPayoutListQuery = Exact({
  ...listed,
  sort: Type.Optional(Type.Enum(['created_at'], { type: 'string' })),
  search: Type.Optional(Text(200, 'In id and file name.')),
  status: statusesOf(MASS_PAYOUT_STATUSES),
});

export const MassLineQuery = Exact({
  ...PageQuery.properties,
  gate_id: PayoutListQuery.properties.gate_id,
  search: Type.Optional(Text(200, 'In address and reference, and in the cells of a line that is not valid.')),
  show: Type.Optional(Type.Enum(LINE_FILTERS, { type: 'string', description: 'Which lines; default all.' })),
});

/** A line of the list and what became of it. */
export const MassPayoutLine = Exact(
  {
    line: Type.Integer({ minimum: 1, description: 'As an editor counts the lines of the file.' }),
    status: Type.Union([PayoutStatusSchema, Type.Null()], { description: 'Of its payout; null before the run.' }),
    status_reason: Nullable(Type.String()),
    gate_id: Type.Union([CryptoGateIdSchema, Type.Null()]),
    address: Nullable(Type.String()),
    destination_tag: Nullable(Type.String()),
    reference: Nullable(Type.String()),
    amount: Nullable(Type.String()),
    net_amount: Nullable(Type.String({ description: 'What reaches the address.' })),
    fees: Nullable(Type.String()),
    payout_id: Nullable(Type.String({ format: 'uuid' })),
    txid: Nullable(Type.String()),
    completed_at: Nullable(Instant),
    problems: Type.Array(Exact({ field: Type.String(), reason: Type.String() }), {
      description: 'What is wrong with a line that is not valid.',
    }),
    cells: Type.Array(Type.String(), { description: 'Of a line that is not valid: as it was read.' }),
  },
  { title: 'MassPayoutLine' },
);

// ── Back office ──────────────────────────────────────────────────────────────────────────────────────────────────────

export const SpaMassPayout = Exact(
  {
    ...MassPayout.properties,
    actions: Exact(
      {
        replace: Type.Boolean(),
        run: Type.Boolean(),
        approve: Type.Boolean(),
        cancel: Type.Boolean(),
        delete: Type.Boolean({ description: 'It was never run, and can be removed with its lines.' }),
      },
      { description: 'What the signed-in user may do with it now.' },
    ),
  },
  { title: 'SpaMassPayout' },
);

export const MassPreview = Exact(
  {
    covers: Type.Array(
      Exact({
        gate_id: CryptoGateIdSchema,
        total: Type.String(),
        available: Type.String(),
        missing: Nullable(Type.String({ description: 'What the balance lacks.' })),
      }),
    ),
    warnings: Type.Array(Exact({ line: Type.Integer(), reason: Type.String() })),
    network_fees_at: Nullable(
      Type.String({
        description:
          'When nodes reported what the network fees are quoted from, the oldest of all lines; null: typical fees.',
      }),
    ),
    two_fa: TwoFactorStanding,
  },
  { title: 'MassPayoutPreview', description: 'What a run would take, against what there is.' },
);

export const MassExportQuery = Exact({
  time_zone: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'IANA name: times are local to it; UTC unless said.',
      examples: ['Europe/Vilnius'],
    }),
  ),
});

export const UploadQuery = Exact({ file_name: Type.Optional(Text(200)), fee_payer: FeePayer });

export const RunMassPayoutBody = Exact(MoneyProof, { title: 'RunMassPayout' });

export const MassTokenSent = Exact(
  { ...CodeSent.properties, two_fa_required: Type.Boolean() },
  { title: 'MassPayoutTokenSent' },
);

export type MassPayout = Static<typeof MassPayout>;
export type SpaMassPayout = Static<typeof SpaMassPayout>;
export type MassPayoutLine = Static<typeof MassPayoutLine>;
export type MassPreview = Static<typeof MassPreview>;
export type MassTokenSent = Static<typeof MassTokenSent>;
export type CreateMassPayoutBody = Static<typeof CreateMassPayoutBody>;
export type MassLineQuery = Static<typeof MassLineQuery>;
export type MassPayoutListQuery = Static<typeof MassPayoutListQuery>;
export type MassTotal = Static<typeof MassTotal>;
