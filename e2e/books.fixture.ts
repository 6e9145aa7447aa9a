import { expect } from 'vitest';
import { trialBalance } from '../db/ledger/trial-balance.ts';
import { connect, type Db } from '../db/sequelize.ts';
import { one } from '../db/sql.ts';

/** Adds the product's whole ledger up and expects that nothing is left over. Returns how many transfers it holds. */
export function expectBooksInBalance(databaseUrl: string): Promise<number> {
  return looking(databaseUrl, async (db) => {
    const { mismatches, transfers } = await trialBalance(db);
    expect(mismatches).toEqual([]);
    return transfers;
  });
}

/** What was received for an invoice, in minor units, and belongs to nobody yet. */
export function suspenseMinor(databaseUrl: string, invoiceId: string): Promise<bigint> {
  return looking(databaseUrl, async (db) => {
    const { minor } = await one<{ minor: string }>(
      db,
      `SELECT coalesce(-sum(e.amount), 0) AS minor FROM entry e
       JOIN transfer t ON t.id = e.transfer_id JOIN account a ON a.id = e.account_id
       WHERE t.invoice_id = $1 AND a.kind = 'suspense' AND e.layer = 'posted'`,
      [invoiceId],
    );
    return BigInt(minor);
  });
}

/** A look behind the API, at the product's own database. */
async function looking<Seen>(databaseUrl: string, look: (db: Db) => Promise<Seen>): Promise<Seen> {
  const db = connect(databaseUrl, { poolSize: 1, applicationName: 'tidegate-e2e' });
  try {
    return await look(db);
  } finally {
    await db.close();
  }
}
