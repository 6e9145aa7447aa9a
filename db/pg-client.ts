import type pg from 'pg';
import type { Transaction } from 'sequelize';

/**
 * The `pg` client under a Sequelize transaction. Sequelize keeps it in a field that its types leave out; statements
 * that are hot go to it directly, prepared by name, without Sequelize's own handling of text and binds.
 */
export function pgClientOf(tx: Transaction): pg.Client {
  const { connection } = tx as unknown as { connection?: pg.Client };
  if (!connection) throw new Error('The transaction has no connection: it never began or is over.');
  return connection;
}
