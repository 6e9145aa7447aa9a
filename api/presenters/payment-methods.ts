import type { CreateMethodBody, PaymentMethod, UpdateMethodBody } from '../../contract/payment-methods.ts';
import type { MethodRow } from '../../db/payout-methods/rows.ts';
import { isOwnerRole, type Role, roleMay } from '../../domain/accounts/permissions.ts';
import { nextRun } from '../../domain/payout-methods/cadence.ts';
import { shortIban } from '../../domain/payouts/bank-account.ts';
import { methodTable } from '../../domain/state/payment-method.ts';

/**
 * A method that pays by itself is a setting: only admins, and partners of their own account, may make, change or resume
 * it (spec §1). Anyone who may handle methods may pause it.
 */
export function maySetUp(role: Role, automatic: boolean): boolean {
  return !automatic || isOwnerRole(role);
}

export interface MethodReader {
  readonly role: Role;
  readonly nowMs: number;
  /** How often automatic methods of the sandbox pay where it is hurried. */
  readonly sandboxPeriodSeconds: number | undefined;
}

export function presentMethod(row: MethodRow, { role, nowMs, sandboxPeriodSeconds }: MethodReader): PaymentMethod {
  const takes = methodTable[row.status];
  const isActive = row.status === 'active';
  const maySet = maySetUp(role, row.automatic);
  return {
    id: row.id,
    version: row.version,
    operation: row.operation,
    type: row.type,
    status: row.status,
    status_reason: row.statusReason,
    title: row.title,
    label: row.label,
    gate_id: row.gateId,
    address: row.address,
    destination_tag: row.destinationTag?.toString() ?? null,
    iban: row.iban,
    bic: row.bic,
    account_name: row.accountName,
    bank_name: row.bankName,
    country: row.country,
    town: row.town,
    street: row.street,
    post_code: row.postCode,
    is_default: row.isDefault,
    automatic: row.automatic,
    period: row.period,
    next_run_at:
      row.period === null || !isActive
        ? null
        : nextRun(row.period, nowMs, row.mode === 'sandbox' ? sandboxPeriodSeconds : undefined).toISOString(),
    last_run: row.lastRun && presentRun(row.lastRun),
    ownership_confirmed: row.ownershipConfirmedAt !== null,
    correctness_confirmed: row.correctConfirmedAt !== null,
    usable_from: row.usableFrom?.toISOString() ?? null,
    created_by: row.creator,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    actions: {
      activate:
        !isActive &&
        maySet &&
        (takes.activate !== undefined || takes.confirm !== undefined) &&
        roleMay(role, 'merchant_paymentMethod_activate'),
      pause: isActive && roleMay(role, 'merchant_paymentMethod_pause'),
      update: takes.update !== undefined && maySet && roleMay(role, 'merchant_paymentMethod_update'),
      delete: takes.delete !== undefined && roleMay(role, 'merchant_paymentMethod_delete'),
    },
  };
}

function presentRun({ at, payoutId, withdrawalId, words }: NonNullable<MethodRow['lastRun']>) {
  return { at: new Date(at).toISOString(), payout_id: payoutId, withdrawal_id: withdrawalId, words };
}

/** The contents of a method's body, in the rules' terms. */
export function toMethodInput(body: CreateMethodBody | UpdateMethodBody) {
  return {
    title: body.title,
    label: body.label,
    address: body.address,
    destinationTag: body.destination_tag,
    iban: body.iban,
    bic: body.bic,
    accountName: body.account_name,
    bankName: body.bank_name,
    country: body.country,
    town: body.town,
    street: body.street,
    postCode: body.post_code,
    isDefault: body.is_default,
    automatic: body.automatic,
    period: body.period,
    ownershipConfirmed: body.ownership_confirmed,
    correctnessConfirmed: body.correctness_confirmed,
  };
}

/** Where a method sends to, for mails: an address with its tag, or the ends of an account number. */
export function placeOf({ address, destinationTag: tag, iban }: MethodRow): string {
  if (address === null) return shortIban(iban ?? '');
  return tag === null ? address : `${address} (${tag})`;
}
