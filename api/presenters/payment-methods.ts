import type { MethodRow } from '../../db/payout-methods/read.ts';
import { nextRun } from '../../domain/payout-methods/cadence.ts';
import { shortIban } from '../../domain/payouts/bank-account.ts';
import { type Role, roleMay } from '../../domain/permissions.ts';
import { methodTable } from '../../domain/state/payment-method.ts';
import type { CreateMethodBody, PaymentMethod, UpdateMethodBody } from '../contract/payment-methods.ts';

/**
 * A method that pays by itself is a setting: whoever may not change settings neither makes one nor changes or resumes
 * it (spec §1). Anyone who may handle methods may pause it.
 */
export function maySetUp(role: Role, automatic: boolean): boolean {
  return !automatic || roleMay(role, 'merchant_profile_update');
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
    status_reason: row.status_reason,
    title: row.title,
    label: row.label,
    gate_id: row.gate_id,
    address: row.address,
    destination_tag: row.destination_tag,
    iban: row.iban,
    bic: row.bic,
    account_name: row.account_name,
    bank_name: row.bank_name,
    country: row.country,
    is_default: row.is_default,
    automatic: row.automatic,
    period: row.period,
    next_run_at:
      row.period === null || !isActive
        ? null
        : nextRun(row.period, nowMs, row.mode === 'sandbox' ? sandboxPeriodSeconds : undefined).toISOString(),
    last_run: row.last_run && { ...row.last_run, at: new Date(row.last_run.at).toISOString() },
    ownership_confirmed: row.ownership_confirmed_at !== null,
    correctness_confirmed: row.correct_confirmed_at !== null,
    usable_from: row.usable_from?.toISOString() ?? null,
    created_by: row.creator,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
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

/** What a body says of a method, in the rules' words. */
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
    isDefault: body.is_default,
    automatic: body.automatic,
    period: body.period,
    ownershipConfirmed: body.ownership_confirmed,
    correctnessConfirmed: body.correctness_confirmed,
  };
}

/** Where a method sends to, for mails: an address with its tag, or the ends of an account number. */
export function placeOf({ address, destination_tag: tag, iban }: MethodRow): string {
  if (address === null) return shortIban(iban ?? '');
  return tag === null ? address : `${address} (${tag})`;
}
