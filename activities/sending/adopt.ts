import type { Chain } from '../../db/chain/cursor.ts';
import type { Movement } from '../../db/chain/movement.ts';
import { ownCoins, payablePayouts, reservedBy, storedTxids } from '../../db/outgoing/adoption.ts';
import { type ChangeOutput, lockSigning, storeOutgoing } from '../../db/outgoing/transactions.ts';
import { type Db, moneyTransaction, type Tx } from '../../db/sequelize.ts';
import { isDomainError } from '../../domain/errors.ts';
import type { ChainPort, ChainTransaction } from '../chain/port.ts';
import { applyPayoutSteps } from '../signer/sign.ts';
import { explainOutputs, type OwnOutput } from './explain-outputs.ts';

export interface AdoptionDeps {
  readonly db: Db;
  readonly nowMs: () => number;
  /** The account that pays, on networks with accounts; null on BTC, LTC and BCH, where coins do. */
  readonly payingAccount: string | null;
  /** Where an output goes when it is an address of our own. */
  readonly ownOutput: (movement: Movement) => OwnOutput | null;
  /** The transaction's bytes; empty where the node does not have them. */
  readonly rawOf: (txid: string) => Promise<string>;
  /** What a mined transaction of an account cost. */
  readonly paidFee: (txid: string) => Promise<bigint | null>;
}

export interface Adoption {
  /** The transactions that are known now, with how many payouts they pay. */
  readonly adopted: readonly { readonly txid: string; readonly payouts: number }[];
  /** What a person must look at. */
  readonly problems: readonly string[];
}

/**
 * Finds transactions of the gateway that its database does not know, because they were signed after the moment that the
 * database was restored to, and records them as if the signer had just stored them: their payouts are tracked to the
 * end and never paid a second time, and the coins that they spent are not offered again. Safe to repeat.
 * @param fromHeight how far the database had read the chain at that moment
 * @throws ChainUnavailableError when the node cannot be relied on now
 */
export async function adoptOutgoing(deps: AdoptionDeps, port: ChainPort, fromHeight: number): Promise<Adoption> {
  const adopted: Adoption['adopted'][number][] = [];
  const problems: string[] = [];
  const take = async (transactions: readonly ChainTransaction[], isMined: boolean) => {
    for (const transaction of await unknownOf(deps, port, transactions)) {
      const outcome = await adoptOne(deps, port, { transaction, isMined });
      if (outcome === null) continue;
      if (outcome.payouts !== null) adopted.push({ txid: transaction.txid, payouts: outcome.payouts });
      problems.push(...outcome.problems.map((words) => `${port.network} ${transaction.txid}: ${words}`));
    }
  };
  const tip = await port.tip();
  for (let height = Math.max(fromHeight, 0); height <= tip.height; height += 1) {
    const block = await port.blockAt(height);
    if (block !== null) await take(block.transactions, true);
  }
  const { transactions } = await port.mempool({ known: new Set(), watched: [] });
  await take(transactions, false);
  return { adopted, problems };
}

async function unknownOf(
  { db }: AdoptionDeps,
  { mode, network }: Chain,
  transactions: readonly ChainTransaction[],
): Promise<ChainTransaction[]> {
  const spending = transactions.filter(({ spends, failed }) => spends.length > 0 && !failed);
  if (spending.length === 0) return [];
  const txids = spending.map(({ txid }) => txid);
  const stored = await storedTxids(db, { mode, network }, txids);
  return spending.filter(({ txid }) => !stored.has(txid));
}

interface Outcome {
  /** How many payouts the adopted transaction pays; null when it was not adopted. */
  readonly payouts: number | null;
  readonly problems: readonly string[];
}

interface Candidate {
  readonly transaction: ChainTransaction;
  readonly isMined: boolean;
}

/** @returns null for a transaction that is not ours */
async function adoptOne(deps: AdoptionDeps, port: ChainPort, candidate: Candidate): Promise<Outcome | null> {
  const chain = { mode: port.mode, network: port.network };
  const { txid, spends, movements } = candidate.transaction;
  const fee = await feeOf(deps, chain, candidate);
  if (fee === null) return null;
  if (typeof fee === 'string') return { payouts: null, problems: [fee] };
  const raw = await deps.rawOf(txid);
  try {
    return await moneyTransaction(deps.db, async (tx) => {
      await lockSigning(tx, chain);
      // Another check may have been faster.
      if ((await storedTxids(tx, chain, [txid])).has(txid)) return null;
      const replaces = (await reservedBy(tx, chain, spends))?.id ?? null;
      const addressKeys = movements.map(({ addressKey }) => addressKey);
      const payouts = await payablePayouts(tx, chain, { addressKeys, replaces });
      const { lines, own, problems } = explainOutputs(movements, payouts, deps.ownOutput);
      const change = own.flatMap(({ movement, index }): ChangeOutput[] =>
        index === null ? [] : [changeOutput(movement, index)],
      );
      if (lines.length === 0 && change.length === 0) return { payouts: null, problems };
      const nowMs = deps.nowMs();
      await storeOutgoing(tx, { ...{ chain, txid, raw, spends, feeMinor: fee, lines, change, replaces, nowMs } });
      await markSigned(tx, { txid, payoutIds: lines.map(({ payoutId }) => payoutId), nowMs });
      return { payouts: lines.length, problems };
    });
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return { payouts: null, problems: [`a payout that it pays cannot be recorded as signed: ${error.code}`] };
  }
}

/**
 * What a transaction of ours cost. Null for one of others, words for one that cannot be adopted now.
 */
async function feeOf(
  { db, payingAccount, paidFee }: AdoptionDeps,
  chain: Chain,
  { transaction: { txid, spends, movements }, isMined }: Candidate,
): Promise<bigint | string | null> {
  if (payingAccount !== null) {
    if (!spends.some((spend) => spend.startsWith(`${payingAccount}:`))) return null;
    return isMined ? ((await paidFee(txid)) ?? 0n) : 'it was sent by us and is not mined yet: check again later';
  }
  const coins = await ownCoins(db, chain, spends);
  if (coins.size === 0) return null;
  if (coins.size < spends.length) return 'it spends coins of ours together with coins of others';
  const spent = [...coins.values()].reduce((sum, minor) => sum + minor, 0n);
  return spent - movements.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
}

async function markSigned(
  tx: Tx,
  { txid, payoutIds, nowMs }: { readonly txid: string; readonly payoutIds: readonly string[]; readonly nowMs: number },
): Promise<void> {
  const event = { type: 'signed' } as const;
  await applyPayoutSteps(
    tx,
    payoutIds.map((id) => ({ id, event, cause: `signed:${txid}`, nowMs, byWorkflow: false })),
  );
}

function changeOutput({ output, addressKey, amountMinor }: Movement, derivationIndex: number): ChangeOutput {
  return { output, addressKey, derivationIndex, amountMinor };
}
