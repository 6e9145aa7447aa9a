import { timingSafeEqual } from 'node:crypto';
import { DomainError } from '../../domain/errors.ts';
import { tokenHash } from '../core/random-tokens.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { type CardCustomerRow, type CardOrderRow, cardCustomersTable, cardOrdersTable } from './rows.ts';

/** One card order. @throws DomainError `not_found`, also for another profile's */
export async function readCardOrder(on: Tx | Db, id: string, profileId?: string): Promise<CardOrderRow> {
  const row = await cardOrdersTable.findOne(on, { id, ...(profileId === undefined ? {} : { profileId }) });
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

/**
 * The order of the customer who has its secret. @throws DomainError `not_found`, for a wrong secret too: nobody learns
 * which orders exist
 */
export async function readCardOrderOf(on: Tx | Db, id: string, secret: string): Promise<CardOrderRow> {
  const row = await readCardOrder(on, id);
  if (!timingSafeEqual(row.secretHash, tokenHash(secret))) throw new DomainError('not_found');
  return row;
}

/** An order with the address of its customer, which events show masked. */
export interface CardOrderParts {
  readonly row: CardOrderRow;
  readonly email: string | null;
}

/** Locks orders in the order of their ids. Returns them as they are under the lock. */
export async function lockCardOrders(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, CardOrderParts>> {
  const rows = await select<{ readonly email: string | null }>(tx, lockSql, [ids]);
  const parts = rows.map(({ email, ...row }): CardOrderParts => ({ row: cardOrdersTable.read(row), email }));
  return new Map(parts.map((each) => [each.row.id, each]));
}

const lockSql = prepared(`
  SELECT ${cardOrdersTable.selected('o')}, (SELECT c.email FROM card_customer c WHERE c.id = o.customer_id) AS email
  FROM card_order o WHERE o.id = ANY($1::uuid[]) ORDER BY o.id FOR NO KEY UPDATE`);

/** The customer of an order; null before one is known. */
export async function customerOf(
  on: Tx | Db,
  { customerId }: Pick<CardOrderRow, 'customerId'>,
): Promise<CardCustomerRow | null> {
  return customerId === null ? null : ((await cardCustomersTable.findOne(on, { id: customerId })) ?? null);
}
