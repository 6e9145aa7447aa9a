import type pg from 'pg';
import type { Transaction } from 'sequelize';

/**
 * The `pg` client of a Sequelize transaction, from a field that Sequelize's types omit. Hot statements use it directly,
 * prepared by name, without Sequelize's processing of text and binds.
 */
export function pgClientOf(tx: Transaction): pg.Client {
  const { connection } = tx as unknown as { connection?: pg.Client };
  if (!connection) throw new Error('The transaction has no connection: it never began or is over.');
  return connection;
}
