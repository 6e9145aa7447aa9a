import type { Chain } from '../../db/chain/cursor.ts';
import type { Movement } from '../../db/chain/movement.ts';
import { type Db, moneyTransaction, type Tx } from '../../db/core/sequelize.ts';
import { ownCoins, payablePayouts, reservedBy, storedTxids, watchedAmong } from '../../db/sending/adoption.ts';
import { storeCancellation } from '../../db/sending/cancellations.ts';
import { type InternalTransfer, storeInternal } from '../../db/sending/internal-transfers.ts';
import { type ChangeOutput, lockSigning, storeOutgoing } from '../../db/sending/transactions.ts';
import { isDomainError } from '../../domain/errors.ts';
import type { ChainPort, ChainTransaction } from '../chain/port.ts';
import { explainOutputs, type OwnOutput } from './explain-outputs.ts';
import { applyPayoutSteps } from './record.ts';

export interface AdoptionDeps {
  readonly db: Db;
  readonly nowMs: () => number;
  /** The account that pays, on networks with accounts; null on BTC, LTC and BCH, where coins do. */
  readonly payingAccount: string | null;
  /** Where an output goes when it is an address of our own. */
  readonly ownOutput: (movement: Movement) => OwnOutput | null;
  /** The transaction's bytes; empty where the node does not have them. */
  readonly rawOf: (txid: string) => Promise<string>;
  /** The cost of a mined transaction of an account. */
  readonly paidFee: (txid: string) => Promise<bigint | null>;
}

export interface Adoption {
  /** The transactions that are known now, with how many payouts they pay. */
  readonly adopted: readonly { readonly txid: string; readonly payouts: number }[];
  /** The findings that a person must check. */
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
  const chain = { mode: port.mode, network: port.network };
  const adopted: Adoption['adopted'][number][] = [];
  const problems: string[] = [];
  const take = async (transactions: readonly ChainTransaction[], isMined: boolean) => {
    // The outputs that one of them gives back to us may be spent by another one of the same block.
    for (let before = -1; before < adopted.length; ) {
      before = adopted.length;
      const found: string[] = [];
      for (const candidate of await oursAmong(deps, chain, transactions)) {
        const outcome = await adoptOne(deps, chain, { ...candidate, isMined });
        const { txid } = candidate.transaction;
        if (outcome.payouts !== null) adopted.push({ txid, payouts: outcome.payouts });
        found.push(...outcome.problems.map((words) => `${port.network} ${txid}: ${words}.`));
      }
      problems.push(...found.filter((each) => !problems.includes(each)));
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

interface Ours {
  readonly transaction: ChainTransaction;
  /** The coins of ours that it spends; of an account, the account. */
  readonly spent: ReadonlyMap<string, bigint> | string;
}

/** Those that we have sent and that are not stored. */
async function oursAmong(
  { db, payingAccount }: AdoptionDeps,
  chain: Chain,
  transactions: readonly ChainTransaction[],
): Promise<Ours[]> {
  const spending = transactions.filter(({ spends, failed }) => spends.length > 0 && !failed);
  if (spending.length === 0) return [];
  const spends = spending.flatMap((each) => each.spends);
  const stored = await storedTxids(
    db,
    chain,
    spending.map(({ txid }) => txid),
  );
  const unknown = spending.filter(({ txid }) => !stored.has(txid));
  if (payingAccount === null) {
    const coins = await ownCoins(db, chain, spends);
    return unknown
      .map((transaction) => ({
        transaction,
        spent: new Map([...coins].filter(([at]) => transaction.spends.includes(at))),
      }))
      .filter(({ spent }) => spent.size > 0);
  }
  const own = await watchedAmong(db, chain, spends.map(accountOf));
  return unknown.flatMap((transaction) => {
    const sender = transaction.spends.map(accountOf).find((each) => each === payingAccount || own.has(each));
    return sender === undefined ? [] : [{ transaction, spent: sender }];
  });
}

/** `account:number`, as two transactions of an account exclude each other. */
function accountOf(spend: string): string {
  return spend.slice(0, spend.lastIndexOf(':'));
}

interface Outcome {
  /** How many payouts the adopted transaction pays; null when it was not adopted. */
  readonly payouts: number | null;
  readonly problems: readonly string[];
}

type Candidate = Ours & { readonly isMined: boolean };

async function adoptOne(deps: AdoptionDeps, chain: Chain, candidate: Candidate): Promise<Outcome> {
  const { txid, spends } = candidate.transaction;
  const feeMinor = await feeOf(deps, candidate);
  if (typeof feeMinor === 'string') return { payouts: null, problems: [feeMinor] };
  const raw = await deps.rawOf(txid);
  try {
    return await moneyTransaction(deps.db, async (tx) => {
      await lockSigning(tx, chain);
      // Another check may have been faster.
      if ((await storedTxids(tx, chain, [txid])).has(txid)) return { payouts: null, problems: [] };
      const replaces = (await reservedBy(tx, chain, spends))?.id ?? null;
      return record(tx, deps, {
        candidate,
        outgoing: { chain, txid, raw, spends, feeMinor, replaces, nowMs: deps.nowMs() },
      });
    });
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return { payouts: null, problems: [`a payout that it pays cannot be recorded as signed: ${error.code}`] };
  }
}

/** The cost of a transaction of ours, or why it cannot be adopted now. */
async function feeOf({ paidFee }: AdoptionDeps, { transaction, spent, isMined }: Candidate): Promise<bigint | string> {
  const { txid, spends, movements } = transaction;
  if (typeof spent === 'string')
    return isMined ? ((await paidFee(txid)) ?? 0n) : 'it was sent by us and is not mined yet';
  if (spent.size < spends.length) return 'it spends coins of ours together with coins of others';
  const total = [...spent.values()].reduce((sum, minor) => sum + minor, 0n);
  return total - movements.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
}

interface Recording {
  readonly candidate: Candidate;
  readonly outgoing: Omit<Parameters<typeof storeOutgoing>[1], 'lines' | 'change'>;
}

async function record(tx: Tx, deps: AdoptionDeps, { candidate, outgoing }: Recording): Promise<Outcome> {
  const { chain, txid, replaces, nowMs } = outgoing;
  const { movements } = candidate.transaction;
  const addressKeys = movements.map(({ addressKey }) => addressKey);
  const internal = await internalTransferOf(tx, deps, chain, candidate);
  if (internal !== null) {
    await storeInternal(tx, outgoing, internal);
    return { payouts: 0, problems: [] };
  }
  // It has used the number of a payment and gave nothing to anybody.
  if (candidate.spent === deps.payingAccount && movements.length === 0 && replaces !== null) {
    await storeCancellation(tx, { ...outgoing, replaces });
    return { payouts: 0, problems: [] };
  }
  const payouts = await payablePayouts(tx, chain, { addressKeys, replaces });
  const { lines, own, problems } = explainOutputs(movements, payouts, deps.ownOutput);
  const change = own.flatMap(({ movement, index }): ChangeOutput[] =>
    index === null ? [] : [changeOutput(movement, index)],
  );
  if (lines.length === 0 && change.length === 0) return { payouts: null, problems };
  await storeOutgoing(tx, { ...outgoing, lines, change });
  const event = { type: 'signed' } as const;
  const cause = `signed:${txid}`;
  await applyPayoutSteps(
    tx,
    lines.map(({ payoutId: id }) => ({ id, event, cause, nowMs, byWorkflow: false })),
  );
  return { payouts: lines.length, problems };
}

/** A transfer between our own accounts: of a deposit to the one that pays, or of coins for its fee. Null for others. */
async function internalTransferOf(
  tx: Tx,
  { payingAccount }: AdoptionDeps,
  chain: Chain,
  { transaction: { movements }, spent }: Candidate,
): Promise<InternalTransfer | null> {
  const [movement] = movements;
  if (typeof spent !== 'string' || movements.length !== 1 || movement === undefined || movement.gateId === null)
    return null;
  const { gateId, addressKey: toKey, amountMinor } = movement;
  const transfer = { gateId, fromKey: spent, toKey, amountMinor };
  if (spent !== payingAccount) return toKey === payingAccount ? { kind: 'sweep', ...transfer } : null;
  return (await watchedAmong(tx, chain, [toKey])).has(toKey) ? { kind: 'gas', ...transfer } : null;
}

function changeOutput({ output, addressKey, amountMinor }: Movement, derivationIndex: number): ChangeOutput {
  return { output, addressKey, derivationIndex, amountMinor };
}
