import { expect, vi } from 'vitest';
import { openSimulatedChain } from '../activities/chain/simulator/port.ts';
import { compareCustody } from '../activities/custody/check.ts';
import { simulatedHoldingsPort } from '../activities/custody/simulated.ts';
import { connect } from '../db/connect.ts';
import type { Db } from '../db/core/sequelize.ts';
import { one } from '../db/core/sql.ts';
import { trialBalance } from '../db/ledger/trial-balance.ts';
import { NETWORKS, type Network } from '../domain/assets/assets.ts';
import { custodyDifference } from '../domain/assets/custody.ts';

/**
 * Adds the product's whole ledger up and expects that nothing is left over, and that each simulated chain holds what
 * the books and the money on its way say. Returns how many transfers there are.
 */
export function expectBooksInBalance(databaseUrl: string): Promise<number> {
  return looking(databaseUrl, async (db) => {
    const { mismatches, transfers } = await trialBalance(db);
    expect(mismatches).toEqual([]);
    for (const network of NETWORKS) await expectCustodyAgrees(db, network);
    return transfers;
  });
}

/** Blocks go on being made, so a look that caught one of them is made again. */
async function expectCustodyAgrees(db: Db, network: Network): Promise<void> {
  const port = openSimulatedChain(db, { mode: 'sandbox', network });
  const ways = { port, holdings: simulatedHoldingsPort(port) };
  try {
    const differing = async () =>
      (await compareCustody(db, ways))?.figures.filter((each) => custodyDifference(each) !== 0n);
    await vi.waitFor(async () => expect(await differing()).toEqual([]), { timeout: 120_000, interval: 200 });
  } finally {
    await port.close();
  }
}

/** The unassigned money received for an invoice, in minor units. */
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
