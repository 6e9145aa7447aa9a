import type { Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import type { AccountRef } from '../ledger/accounts.ts';
import { postTransfers } from '../ledger/transfers.ts';
import { type HeldOutflow, holdKeyOf } from './holds.ts';

/**
 * Returns the money of a completed payout whose transaction was permanently reorganized away: one opposite transfer to
 * the accounts of the hold, fees included. Once, by its key; what the chain took for the failed transaction stays a
 * cost.
 * @throws Error if nothing was paid out
 */
export async function returnPaidOut(tx: Tx, payout: Pick<HeldOutflow, 'kind' | 'id'>): Promise<void> {
  const rows = await select<PostingRow>(tx, paidOutSql, [holdKeyOf(payout)]);
  if (rows.length === 0) throw new Error(`Nothing was paid out for ${payout.kind} ${payout.id}.`);
  await postTransfers(tx, [
    {
      key: `${payout.kind}:${payout.id}:returned`,
      kind: `${payout.kind}_returned`,
      entity: `${payout.kind}:${payout.id}`,
      postings: rows.map(({ amount, debit, credit }) => ({ debit: credit, credit: debit, minor: BigInt(amount) })),
    },
  ]);
}

interface PostingRow {
  readonly amount: string;
  readonly debit: AccountRef;
  readonly credit: AccountRef;
}

// `unsettled`: a hold from before invoices had accounts.
const accountJson = (name: string) =>
  `jsonb_build_object('owner', ${name}.owner, 'mode', ${name}.mode, 'asset', ${name}.asset, 'kind',
    CASE WHEN ${name}.kind = 'unsettled' AND h.invoice_id IS NOT NULL THEN 'invoice:' || h.invoice_id
      ELSE ${name}.kind END)`;

// A posting's debit and credit are adjacent lines: 2n and 2n + 1.
const paidOutSql = prepared(`
  SELECT d.amount::text AS amount, ${accountJson('da')} AS debit, ${accountJson('ca')} AS credit
  FROM transfer h JOIN transfer p ON p.resolves = h.id AND p.state = 'post_pending'
  JOIN entry d ON d.transfer_id = h.id AND d.line % 2 = 0
  JOIN entry c ON c.transfer_id = h.id AND c.line = d.line + 1
  JOIN account da ON da.id = d.account_id JOIN account ca ON ca.id = c.account_id
  WHERE h.key = $1 AND h.state = 'pending' ORDER BY d.line`);
