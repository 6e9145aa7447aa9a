import { DomainError } from '../../domain/errors.ts';
import { newId, type ProfileId } from '../../domain/ids.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { one, prepared, select } from '../core/sql.ts';
import { NOW } from '../core/table.ts';
import { greenfieldPullPaymentsTable } from './rows.ts';

export interface PullPayment {
  readonly id: string;
  readonly profileId: ProfileId;
  readonly invoiceId: string;
  readonly name: string;
  readonly description: string;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly createdAt: Date;
  readonly archivedAt: Date | null;
}

/** The invoices of orders with one of these numbers, by number, the newest first: at most 50. */
export async function invoicesOfOrders(
  on: Db | Tx,
  { profileId, numbers }: { readonly profileId: ProfileId; readonly numbers: readonly string[] },
): Promise<readonly { readonly id: string; readonly number: string }[]> {
  return select<{ id: string; number: string }>(on, ordersSql, [profileId, numbers]);
}

const ordersSql = prepared(`
  SELECT id, number FROM (
    SELECT invoice_id AS id, order_id AS number FROM greenfield_invoice WHERE profile_id = $1 AND order_id = ANY($2)
    UNION
    SELECT id, reference FROM invoice WHERE profile_id = $1 AND reference = ANY($2)) found
  ORDER BY id DESC LIMIT 50`);

/** The sum of the refunds prepared for the invoice. Lock the invoice before, so that the sum stays valid. */
export async function preparedMinor(tx: Tx, invoiceId: string): Promise<bigint> {
  return BigInt((await one<{ minor: string }>(tx, preparedSql, [invoiceId])).minor);
}

const preparedSql = prepared(`
  SELECT coalesce(sum(amount_minor), 0)::text AS minor FROM greenfield_pull_payment
  WHERE invoice_id = $1 AND archived_at IS NULL`);

export async function createPullPayment(
  tx: Tx,
  payment: Omit<PullPayment, 'id' | 'createdAt' | 'archivedAt'> & { readonly nowMs: number },
): Promise<PullPayment> {
  const { nowMs, ...fields } = payment;
  const createdAt = new Date(nowMs);
  const row = { id: newId(nowMs), ...fields, createdAt };
  await greenfieldPullPaymentsTable.create(tx, row);
  return { ...row, archivedAt: null };
}

/** The newest 100 of a profile. */
export async function listPullPayments(
  on: Db | Tx,
  { profileId, withArchived }: { readonly profileId: ProfileId; readonly withArchived: boolean },
): Promise<readonly PullPayment[]> {
  const rows = await select<object>(on, listSql, [profileId, withArchived]);
  return rows.map((row) => greenfieldPullPaymentsTable.read(row));
}

const listSql = prepared(`
  SELECT ${greenfieldPullPaymentsTable.selected()} FROM greenfield_pull_payment
  WHERE profile_id = $1 AND ($2 OR archived_at IS NULL) ORDER BY id DESC LIMIT 100`);

/** One, of the profile if it is named; its id is the payer's capability. @throws DomainError `not_found` */
export async function readPullPayment(
  on: Db | Tx,
  of: { readonly id: string; readonly profileId?: ProfileId },
): Promise<PullPayment> {
  const row = await greenfieldPullPaymentsTable.findOne(on, of);
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

/** Ends its link. Refunds that a payer has requested through it stay. @throws DomainError `not_found` */
export async function archivePullPayment(
  tx: Tx,
  of: { readonly id: string; readonly profileId: ProfileId },
): Promise<void> {
  await readPullPayment(tx, of);
  await greenfieldPullPaymentsTable.update(tx, { archivedAt: NOW }, { ...of, archivedAt: null });
}
