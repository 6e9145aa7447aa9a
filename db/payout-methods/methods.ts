import { Op } from 'sequelize';
import { type GateId, gate, type Mode } from '../../domain/assets/assets.ts';
import { DomainError, isDomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import {
  type CheckedMethod,
  type MethodFields,
  type MethodOperation,
  type MethodTarget,
  readMethod,
  sameTarget,
} from '../../domain/payout-methods/fields.ts';
import { payoutTarget } from '../../domain/payouts/target.ts';
import type { MethodEvent } from '../../domain/state/payment-method.ts';
import { readChainKind } from '../chain/identity.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute, one } from '../core/sql.ts';
import { bookAddress, bookedAccount } from '../outflows/address-book.ts';
import { judgeMethod, sealMethod } from '../outflows/method-seal.ts';
import { readPolicy } from '../outflows/policy.ts';
import type { PayoutSettings } from '../payouts/settings.ts';
import { applyStep } from '../process/apply.ts';
import { accountRefusal } from './owner.ts';
import { methodProcess } from './process.ts';
import { readMethodRow, targetOf } from './read.ts';
import { type MethodRow, methodsTable } from './rows.ts';
import { setMethodSchedule } from './schedule.ts';

/** The owner of a method, and who acts. */
export interface MethodScope {
  readonly profileId: string;
  readonly mode: Mode;
  readonly userId: string;
  readonly nowMs: number;
}

/** The fields of a method besides its recipient. */
export interface MethodInput extends Omit<MethodFields, 'operation' | 'gateId'> {
  readonly title: string;
  readonly label?: string | undefined;
  readonly isDefault?: boolean | undefined;
  readonly ownershipConfirmed: boolean;
  readonly correctnessConfirmed: boolean;
}

export type NewMethod = MethodScope & MethodInput & { readonly operation: MethodOperation; readonly gateId: GateId };
export type MethodChange = MethodScope & MethodInput & { readonly id: string; readonly version: number };
export type MethodAct = MethodScope & { readonly id: string };

/** More than anybody needs; stops a runaway script. */
const MAX_METHODS = 200;

/**
 * Adds a method: active if ownership and correctness are confirmed, else pending. The cool-off of its address starts
 * now.
 * @throws DomainError 422 by field; `method_active` when another withdrawal method of the asset is active; `conflict`
 *   beyond 200
 */
export async function createMethod(tx: Tx, settings: PayoutSettings, input: NewMethod): Promise<MethodRow> {
  const merchantId = await lockMethods(tx, input.profileId);
  const checked = await check(tx, settings, input);
  const { total, defaults } = await one<{ total: string; defaults: string }>(tx, countSql, [
    input.profileId,
    input.operation,
    input.gateId,
  ]);
  if (Number(total) >= MAX_METHODS) {
    throw new DomainError('conflict', {
      message: `A profile can have ${MAX_METHODS} payment methods. Delete one first.`,
    });
  }
  const id = newId(input.nowMs);
  await execute(tx, insertSql, [
    id,
    merchantId,
    input.profileId,
    input.mode,
    input.operation,
    checked.target.type,
    input.gateId,
    input.userId,
    ...valuesOf(input, checked),
  ]);
  // The first method of an asset is its default.
  if (input.isDefault ?? Number(defaults) === 0) await makeDefault(tx, { id, ...input });
  await book(tx, { ...input, target: checked.target });
  await confirmed(tx, settings, { ...input, id });
  await sealMethod(tx, settings.methodSeal, id);
  return readMethodRow(tx, { id, profileId: input.profileId });
}

/**
 * Changes a method. A new recipient voids its confirmations: the method is active again only if the change confirms
 * both.
 * @returns the method, whether its recipient changed, and whether its schedule changed
 * @throws DomainError as {@link createMethod}; `not_found`; `changed_meanwhile` for another version
 */
export async function updateMethod(
  tx: Tx,
  settings: PayoutSettings,
  change: MethodChange,
): Promise<{ readonly method: MethodRow; readonly moved: boolean; readonly rescheduled: boolean }> {
  await lockMethods(tx, change.profileId);
  const before = await readMethodRow(tx, change);
  if (before.version !== change.version) throw new DomainError('changed_meanwhile');
  const { operation, gateId } = before;
  const checked = await check(tx, settings, { ...change, operation, gateId });
  const moved = !sameTarget(checked.target, targetOf(before));
  const rescheduled = checked.period !== before.period;
  const trusted = (await judgeMethod(tx, settings.methodSeal, change.id)) === 'sealed';
  const changedBy = moved || rescheduled ? change.userId : null;
  await execute(tx, updateSql, [change.id, ...valuesOf(change, checked), changedBy]);
  if (change.isDefault === true) await makeDefault(tx, { ...change, operation, gateId });
  if (change.isDefault === false) await methodsTable.update(tx, { isDefault: false }, { id: change.id });
  if (moved || !trusted) await apply(tx, change, { type: 'update' });
  if (moved) await book(tx, { ...change, gateId, target: checked.target });
  await confirmed(tx, settings, change);
  await sealMethod(tx, settings.methodSeal, change.id);
  await setMethodSchedule(tx, change);
  return { method: await readMethodRow(tx, change), moved, rescheduled };
}

/**
 * Activates a paused method, or a pending one with its confirmations. Its address is checked again: if it is refused
 * today, the method becomes an error.
 * @throws DomainError `method_active`, `illegal_transition`, `not_found`, 422 on the confirmations
 */
export async function activateMethod(
  tx: Tx,
  settings: PayoutSettings,
  act: MethodAct & Partial<Pick<MethodInput, 'ownershipConfirmed' | 'correctnessConfirmed'>>,
): Promise<MethodRow> {
  await lockMethods(tx, act.profileId);
  const before = await readMethodRow(tx, act);
  if (before.status === 'pending') {
    await confirmPending(tx, settings, before, act);
  } else {
    if ((await judgeMethod(tx, settings.methodSeal, act.id)) === 'changed') throw new DomainError('method_changed');
    await requireAlone(tx, before);
    await apply(tx, act, { type: 'activate' });
  }
  await sealMethod(tx, settings.methodSeal, act.id);
  return readMethodRow(tx, act);
}

/**
 * Pauses a method: nothing is paid by it until it is activated again. @throws DomainError `illegal_transition`,
 * `not_found`
 */
export async function pauseMethod(tx: Tx, settings: PayoutSettings, act: MethodAct): Promise<MethodRow> {
  await lockMethods(tx, act.profileId);
  const { id } = await readMethodRow(tx, act);
  const trusted = (await judgeMethod(tx, settings.methodSeal, id)) === 'sealed';
  await apply(tx, act, { type: 'pause' });
  if (trusted) await sealMethod(tx, settings.methodSeal, act.id);
  return readMethodRow(tx, act);
}

/**
 * Deletes a method permanently; payouts that it made keep their address. @returns the method before
 * @throws DomainError `not_found`
 */
export async function deleteMethod(tx: Tx, settings: PayoutSettings, act: MethodAct): Promise<MethodRow> {
  await lockMethods(tx, act.profileId);
  const before = await readMethodRow(tx, act);
  await apply(tx, act, { type: 'delete' });
  await sealMethod(tx, settings.methodSeal, act.id);
  return before;
}

/** The lock of the profile is held, so no step needs to be remembered. */
function apply(tx: Tx, { id, nowMs }: Pick<MethodAct, 'id' | 'nowMs'>, event: MethodEvent) {
  return applyStep(tx, methodProcess, { id, event, cause: null, nowMs });
}

/** Concurrent changes to a profile's methods wait here, so that counts and comparisons stay correct. */
export async function lockMethods(tx: Tx, profileId: string): Promise<string> {
  const sql = 'SELECT merchant_id FROM profile WHERE id = $1 FOR NO KEY UPDATE';
  return (await one<{ merchant_id: string }>(tx, sql, [profileId])).merchant_id;
}

async function check(
  tx: Tx,
  settings: PayoutSettings,
  fields: MethodFields & { readonly mode: Mode },
): Promise<CheckedMethod> {
  const { mode, gateId } = fields;
  const chain = gateId === 'EUR' ? null : await chainOf(tx, settings, { mode, gateId });
  return readMethod(fields, (of, address, destinationTag) => {
    if (chain === null) throw new DomainError('gate_unknown');
    const ownAccount = settings.ownAccount(mode, of.network);
    const tokenContract = settings.tokenContract(mode);
    return payoutTarget(of, { address, destinationTag }, { chain, tokenContract, ownAccount });
  });
}

async function chainOf(
  tx: Tx,
  settings: PayoutSettings,
  { mode, gateId }: { readonly mode: Mode; readonly gateId: GateId },
) {
  const { network } = gate(gateId);
  return settings.chainOf(mode, network, await readChainKind(tx, { mode, network }));
}

/** The cool-off of a new address starts when the team was notified. */
async function book(
  tx: Tx,
  of: MethodScope & { readonly gateId: GateId; readonly target: MethodTarget },
): Promise<void> {
  const { profileId, target, nowMs } = of;
  const { coolOffSeconds } = await readPolicy(tx, profileId);
  const place = target.type === 'fiat' ? bookedAccount(target.iban) : { ...target, network: gate(of.gateId).network };
  await bookAddress(tx, { ...place, profileId, coolOffSeconds, nowMs });
}

/** Activates a pending method when both confirmations are given. */
async function confirmed(
  tx: Tx,
  settings: PayoutSettings,
  of: MethodScope & MethodInput & { readonly id: string },
): Promise<void> {
  const row = await readMethodRow(tx, of);
  if (row.status !== 'pending' || !of.ownershipConfirmed || !of.correctnessConfirmed) return;
  await confirmPending(tx, settings, row, of);
}

/** A recipient that may not be paid makes the method an error, whatever is confirmed. */
async function confirmPending(
  tx: Tx,
  settings: PayoutSettings,
  row: MethodRow,
  by: MethodScope & Partial<Pick<MethodInput, 'ownershipConfirmed' | 'correctnessConfirmed'>>,
): Promise<void> {
  const reason = await refusalOf(tx, settings, row);
  if (reason !== null) {
    await apply(tx, { id: row.id, nowMs: by.nowMs }, { type: 'refuse', reason });
    return;
  }
  const missing = [
    ...(by.ownershipConfirmed === true ? [] : ['ownership_confirmed']),
    ...(by.correctnessConfirmed === true ? [] : ['correctness_confirmed']),
  ];
  if (missing.length > 0) {
    const fields = Object.fromEntries(missing.map((field) => [field, ['This must be confirmed.']]));
    throw new DomainError('validation_failed', { fields });
  }
  await requireAlone(tx, row);
  await apply(tx, { id: row.id, nowMs: by.nowMs }, { type: 'confirm' });
}

/** Spec §4: only one withdrawal method is active per asset. */
async function requireAlone(tx: Tx, { id, profileId, operation, gateId }: MethodRow): Promise<void> {
  if (operation !== 'withdrawal') return;
  const others = { profileId, gateId, operation, status: 'active', id: { [Op.ne]: id } } as const;
  if ((await methodsTable.findOne(tx, others, { columns: ['id'] })) !== undefined) {
    throw new DomainError('method_active');
  }
}

/** Why the method's address or account is refused today, or null. */
async function refusalOf(tx: Tx, settings: PayoutSettings, row: MethodRow): Promise<string | null> {
  if (row.address === null || row.gateId === 'EUR') return accountRefusal(tx, settings.box, row);
  const { mode, gateId, address } = row;
  const destinationTag = row.destinationTag?.toString() ?? null;
  const chain = await chainOf(tx, settings, { mode, gateId });
  try {
    const of = gate(gateId);
    const ownAccount = settings.ownAccount(mode, of.network);
    const tokenContract = settings.tokenContract(mode);
    payoutTarget(of, { address, destinationTag }, { chain, tokenContract, ownAccount });
    return null;
  } catch (error) {
    if (!isDomainError(error) || error.fields === undefined) throw error;
    return Object.values(error.fields)[0]?.[0] ?? error.message;
  }
}

async function makeDefault(
  tx: Tx,
  { id, profileId, operation, gateId }: { id: string; profileId: string; operation: MethodOperation; gateId: GateId },
): Promise<void> {
  await methodsTable.update(tx, { isDefault: false }, { profileId, operation, gateId, isDefault: true });
  await methodsTable.update(tx, { isDefault: true }, { id });
}

/** Values in the column order of {@link insertSql} and {@link updateSql}. */
function valuesOf({ title, label }: MethodInput, { target, period }: CheckedMethod): unknown[] {
  const coin = target.type === 'crypto' ? target : null;
  const bank = target.type === 'fiat' ? target : null;
  return [
    title,
    label ?? null,
    coin?.address ?? null,
    coin?.addressKey ?? null,
    coin?.destinationTag ?? null,
    bank?.iban ?? null,
    bank?.bic ?? null,
    bank?.accountName ?? null,
    bank?.bankName ?? null,
    bank?.country ?? null,
    bank?.town ?? null,
    bank?.street ?? null,
    bank?.postCode ?? null,
    period !== null,
    period,
  ];
}

const countSql = `SELECT count(*) AS total, count(*) FILTER (WHERE operation = $2 AND gate_id = $3) AS defaults
  FROM payment_method WHERE profile_id = $1 AND status <> 'deleted'`;

const insertSql = `
  INSERT INTO payment_method (id, merchant_id, profile_id, mode, operation, type, gate_id, created_by, status, title,
    label, address, address_key, destination_tag, iban, bic, account_name, bank_name, country, town, street, post_code,
    automatic, period, changed_by)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'pending', $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
    $22, $23, $8)`;

const updateSql = `
  UPDATE payment_method
  SET title = $2, label = $3, address = $4, address_key = $5, destination_tag = $6, iban = $7, bic = $8,
    account_name = $9, bank_name = $10, country = $11, town = $12, street = $13, post_code = $14, automatic = $15,
    period = $16, changed_by = coalesce($17, changed_by), version = version + 1, updated_at = now()
  WHERE id = $1`;
