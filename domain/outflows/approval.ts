/**
 * Every column of a payout or refund that decides whose money goes where, and who may approve it (hazard 68). An
 * approval covers exactly these columns. `db/payouts/seal.test.ts` fails until a new column of this kind is added here.
 */
export const SEALED_PAYOUT_COLUMNS = [
  'id',
  'kind',
  'mode',
  'merchant_id',
  'profile_id',
  'gate_id',
  'network',
  'chain',
  'address',
  'address_key',
  'destination_tag',
  'amount_minor',
  'net_minor',
  'service_fee_minor',
  'network_fee_minor',
  'held_minor',
  'fee_ceiling_minor',
  'fee_payer',
  'invoice_id',
  'method_id',
  'mass_payout_id',
  'approval_required',
  'created_by_kind',
  'created_by',
  'creators',
  'not_before',
] as const;

/** The same of a withdrawal to a bank account. */
export const SEALED_WITHDRAWAL_COLUMNS = [
  'id',
  'mode',
  'merchant_id',
  'profile_id',
  'gate_id',
  'amount_minor',
  'net_minor',
  'service_fee_minor',
  'held_minor',
  'fee_payer',
  'method_id',
  'iban',
  'bic',
  'account_name',
  'country',
  'town',
  'street',
  'post_code',
  'approval_required',
  'created_by_kind',
  'created_by',
  'creators',
  'not_before',
] as const;

/** The sealed columns of a mass payout; each slice is sealed together with them. */
export const SEALED_MASS_COLUMNS = [
  'id',
  'merchant_id',
  'profile_id',
  'mode',
  'fee_payer',
  'approval_required',
  'run_by_kind',
  'run_by',
  'creators',
  'not_before',
] as const;

/** The sealed columns of a slice. */
export const SEALED_SLICE_COLUMNS = [
  'slice',
  'gate_id',
  'network',
  'chain',
  'lines',
  'net_minor',
  'service_fee_minor',
  'network_fee_minor',
] as const;

/** The sealed columns of a line of a mass payout. */
export const SEALED_LINE_COLUMNS = [
  'number',
  'gate_id',
  'address',
  'address_key',
  'destination_tag',
  'amount_minor',
  'net_minor',
  'service_fee_minor',
  'network_fee_minor',
  'fee_ceiling_minor',
] as const;

/** The columns of a payment method that decide where a schedule pays, and who counts as the creator of its payouts. */
export const SEALED_METHOD_COLUMNS = [
  'id',
  'merchant_id',
  'profile_id',
  'mode',
  'operation',
  'type',
  'status',
  'gate_id',
  'address',
  'address_key',
  'destination_tag',
  'iban',
  'bic',
  'account_name',
  'country',
  'town',
  'street',
  'post_code',
  'automatic',
  'period',
  'created_by',
  'changed_by',
] as const;

/** The value of a column as the database returns it. */
export type SealedValue = string | number | boolean | Date | readonly string[] | null;
/** The sealed columns of a row. */
export type Sealed<Column extends string> = { readonly [Name in Column]: SealedValue };

export type ApprovedPayout = Sealed<(typeof SEALED_PAYOUT_COLUMNS)[number]>;
export type ApprovedWithdrawal = Sealed<(typeof SEALED_WITHDRAWAL_COLUMNS)[number]>;
export type ApprovedMass = Sealed<(typeof SEALED_MASS_COLUMNS)[number]>;
export type ApprovedSlice = Sealed<(typeof SEALED_SLICE_COLUMNS)[number]>;
export type ApprovedLine = Sealed<(typeof SEALED_LINE_COLUMNS)[number]>;
export type ConfirmedMethod = Sealed<(typeof SEALED_METHOD_COLUMNS)[number]>;

/** The text that the approval of a payout authenticates. The version at its start lets the list of columns grow. */
export function approvalText(payout: ApprovedPayout, approvedBy: string): string {
  return JSON.stringify(['payout-approval-2', columnsOf(payout, SEALED_PAYOUT_COLUMNS), approvedBy]);
}

/** The text that the approval of a withdrawal authenticates. */
export function withdrawalApprovalText(withdrawal: ApprovedWithdrawal, approvedBy: string): string {
  return JSON.stringify(['withdrawal-approval-1', columnsOf(withdrawal, SEALED_WITHDRAWAL_COLUMNS), approvedBy]);
}

/**
 * The text of approvals from before version 2, which still count: they name merchant, mode, address and every amount.
 * No new approval uses this text.
 */
export function firstApprovalText(payout: ApprovedPayout, approvedBy: string): string {
  const { id, kind, mode, merchant_id, gate_id, address_key, destination_tag, fee_payer } = payout;
  const { net_minor, service_fee_minor, network_fee_minor, held_minor } = payout;
  const amounts = [net_minor, service_fee_minor, network_fee_minor, held_minor];
  return JSON.stringify([
    'payout-approval-1',
    id,
    kind,
    mode,
    merchant_id,
    gate_id,
    address_key,
    destination_tag,
    ...amounts,
    fee_payer,
    approvedBy,
  ]);
}

/** The text that an operator's approval of a higher network fee authenticates, in minor units of the network's coin. */
export function feeRaiseText(payoutId: string, feeRaiseMinor: string): string {
  return JSON.stringify(['payout-fee-raise-1', payoutId, feeRaiseMinor]);
}

/** The text that the approval of a slice of a mass payout authenticates: its owner, its sums and each of its lines. */
export function sliceApprovalText(
  { mass, slice, lines }: { mass: ApprovedMass; slice: ApprovedSlice; lines: readonly ApprovedLine[] },
  approvedBy: string,
): string {
  return JSON.stringify([
    'mass-payout-approval-2',
    columnsOf(mass, SEALED_MASS_COLUMNS),
    columnsOf(slice, SEALED_SLICE_COLUMNS),
    lines.map((line) => columnsOf(line, SEALED_LINE_COLUMNS)),
    approvedBy,
  ]);
}

/** The text that the confirmation of a payment method authenticates. */
export function methodSealText(method: ConfirmedMethod): string {
  return JSON.stringify(['payment-method-2', columnsOf(method, SEALED_METHOD_COLUMNS)]);
}

/**
 * The text of confirmations from before a bank account had an address. They still count for a method without one, which
 * can only be an address of coins that pays.
 */
export function firstMethodSealText(method: ConfirmedMethod): string {
  const columns = SEALED_METHOD_COLUMNS.filter((column) => !ADDRESS_COLUMNS.has(column));
  return JSON.stringify(['payment-method-1', columnsOf(method, columns)]);
}

const ADDRESS_COLUMNS: ReadonlySet<string> = new Set(['town', 'street', 'post_code']);

/** Each value with its column's name, so that values cannot be swapped between columns. JSON writes times in UTC. */
function columnsOf<Column extends string>(row: Sealed<Column>, columns: readonly Column[]): unknown[] {
  return columns.map((column) => [column, row[column]]);
}
