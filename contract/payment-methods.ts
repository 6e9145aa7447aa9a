import { type Static, Type } from 'typebox';
import { METHOD_PERIODS } from '../domain/payout-methods/fields.ts';
import { METHOD_STATUSES } from '../domain/state/payment-method.ts';
import { FirstTwoFactor } from './account.ts';
import { Exact, GateIdSchema, Instant, Nullable, Text, Uuid } from './basics.ts';
import { PageQuery } from './lists.ts';
import { DestinationTag, PayoutAddressText } from './payouts.ts';

const Operation = Type.Enum(['payout', 'withdrawal'], { type: 'string', title: 'MethodOperation' });
const Status = Type.Enum(METHOD_STATUSES, { type: 'string', title: 'MethodStatus' });
const Period = Type.Enum(METHOD_PERIODS, { type: 'string', title: 'MethodPeriod' });

/** Where money goes again and again: an address, or a bank account. */
export const PaymentMethod = Exact(
  {
    id: Uuid,
    version: Type.Integer({ minimum: 1 }),
    operation: Operation,
    type: Type.Enum(['crypto', 'fiat'], { type: 'string' }),
    status: Status,
    status_reason: Nullable(Type.String({ description: 'Why it is in error.' })),
    title: Type.String(),
    label: Nullable(Type.String()),
    gate_id: GateIdSchema,
    address: Nullable(Type.String()),
    destination_tag: Nullable(Type.String()),
    iban: Nullable(Type.String()),
    bic: Nullable(Type.String({ description: 'Also called SWIFT code.' })),
    account_name: Nullable(Type.String()),
    bank_name: Nullable(Type.String()),
    country: Nullable(Type.String({ description: 'Of the account holder, ISO 3166-1 alpha-2.' })),
    town: Nullable(Type.String({ description: 'Of the account holder.' })),
    street: Nullable(Type.String()),
    post_code: Nullable(Type.String()),
    is_default: Type.Boolean(),
    automatic: Type.Boolean({ description: 'Takes the whole available balance at each period.' }),
    period: Nullable(Period),
    next_run_at: Nullable(
      Type.String({
        format: 'date-time',
        description: 'When it pays next, give or take some minutes; null while it does not.',
      }),
    ),
    last_run: Type.Union(
      [
        Exact({
          at: Instant,
          payout_id: Nullable(Uuid),
          withdrawal_id: Nullable(Uuid),
          words: Type.String({ description: 'What was paid, or why nothing was.' }),
        }),
        Type.Null(),
      ],
      { description: 'What came of the newest scheduled time.' },
    ),
    ownership_confirmed: Type.Boolean(),
    correctness_confirmed: Type.Boolean(),
    usable_from: Nullable(Type.String({ format: 'date-time', description: 'A new address cools off until then.' })),
    created_by: Type.String({ description: 'The name of who made it.' }),
    created_at: Instant,
    updated_at: Instant,
    actions: Exact(
      { activate: Type.Boolean(), pause: Type.Boolean(), update: Type.Boolean(), delete: Type.Boolean() },
      { title: 'MethodActions', description: 'What the signed-in user may do with it now.' },
    ),
  },
  { title: 'PaymentMethod' },
);

const confirmations = {
  ownership_confirmed: Type.Boolean({
    description: 'The address or account belongs to the merchant or the named recipient.',
  }),
  correctness_confirmed: Type.Boolean({ description: 'Everything entered is correct.' }),
};

const fields = {
  title: Text(100),
  label: Type.Optional(Text(100)),
  address: Type.Optional(PayoutAddressText),
  destination_tag: Type.Optional(DestinationTag),
  iban: Type.Optional(Type.String({ minLength: 1, maxLength: 60, description: 'Spaces are taken out.' })),
  bic: Type.Optional(Type.String({ minLength: 1, maxLength: 20 })),
  account_name: Type.Optional(Text(140)),
  bank_name: Type.Optional(Text(140)),
  country: Type.Optional(
    Type.String({ pattern: '^[A-Z]{2}$', description: 'Of the account holder. Default: that of the IBAN.' }),
  ),
  town: Type.Optional(Text(35, 'Of the account holder; required for a bank account.')),
  street: Type.Optional(Text(70)),
  post_code: Type.Optional(Text(16)),
  is_default: Type.Optional(Type.Boolean()),
  automatic: Type.Optional(Type.Boolean()),
  period: Type.Optional(Period),
};

export const CreateMethodBody = Exact(
  { operation: Operation, gate_id: GateIdSchema, ...fields, ...confirmations, ...FirstTwoFactor },
  { title: 'CreatePaymentMethod' },
);

/** Replaces the whole method: fields left out are cleared. Operation and asset stay. */
export const UpdateMethodBody = Exact(
  {
    version: Type.Integer({ minimum: 1, description: 'The one that was read: who comes second is refused.' }),
    ...fields,
    ...confirmations,
    ...FirstTwoFactor,
  },
  { title: 'UpdatePaymentMethod' },
);

/** Both confirmations, where the method still waits for them. */
export const ActivateMethodBody = Exact(
  {
    ownership_confirmed: Type.Optional(Type.Boolean()),
    correctness_confirmed: Type.Optional(Type.Boolean()),
    ...FirstTwoFactor,
  },
  { title: 'ActivatePaymentMethod' },
);

export const MethodListQuery = Exact({
  page: PageQuery.properties.page,
  per_page: PageQuery.properties.per_page,
  operation: Type.Optional(Operation),
  status: Type.Optional(
    Type.String({ pattern: '^(pending|error|active|paused)(,(pending|error|active|paused))*$', maxLength: 100 }),
  ),
  gate_id: Type.Optional(GateIdSchema),
  automatic: Type.Optional(Type.Boolean({ description: 'Only automatic ones, or only manual ones.' })),
});

export type PaymentMethod = Static<typeof PaymentMethod>;
export type CreateMethodBody = Static<typeof CreateMethodBody>;
export type UpdateMethodBody = Static<typeof UpdateMethodBody>;
export type MethodListQuery = Static<typeof MethodListQuery>;
