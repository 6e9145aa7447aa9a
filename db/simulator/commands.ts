import {
  type CryptoGate,
  type CryptoGateId,
  gate,
  gates,
  isCryptoGateId,
  type Mode,
  type Network,
} from '../../domain/assets/assets.ts';
import { DomainError, fieldError } from '../../domain/errors.ts';
import type { Scenario } from '../../domain/invoices/scenarios.ts';
import { divCeil, formatAmount, maxOf, parseAmount } from '../../domain/money/money.ts';
import { assetMinorFor, fiatMinorFor } from '../../domain/money/rates.ts';
import type { Chain } from '../chain/cursor.ts';
import type { Movement } from '../chain/movement.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute, json, maybeOne, one, prepared } from '../core/sql.ts';
import { currentRates } from '../rates/rates.ts';
import { ensureSimChain, notifyReadersAfterCommit, wakeSimulatorAfterCommit } from './chain.ts';
import { newSpend, newTxid, type SimState, type SimTransaction, sendSimulated } from './transactions.ts';

/** A command for the simulator, one row each. */
export type SimCommand =
  /** Mines blocks, held transactions of who asks included; those of all when the gateway itself asks. */
  | { readonly type: 'blocks'; readonly count: number }
  /** Mines blocks until the transaction has this many confirmations. */
  | { readonly type: 'confirm'; readonly txid: string; readonly confirmations: number }
  /** Lets blocks include a pinned payment, once the gateway has seen it. */
  | { readonly type: 'release'; readonly txid: string }
  /** Drops the transaction from the mempool; with `whenSeen` only after the gateway has seen it. */
  | { readonly type: 'drop'; readonly txid: string; readonly whenSeen?: true }
  /** Replaces a payment that the gateway has seen by another transaction. */
  | { readonly type: 'replace'; readonly txid: string; readonly by: string }
  /**
   * Reorganizes the transaction's block and up to {@link MOST_REORGANISED} in all away; the transaction waits until it
   * is confirmed again. Deeper, it stays.
   */
  | { readonly type: 'reorganise'; readonly txid: string }
  /** Reorganizes this many blocks; every transaction is mined again in another block. */
  | { readonly type: 'reorganise_depth'; readonly depth: number };

export interface PaymentRequest {
  readonly mode: Mode;
  readonly invoiceId: string;
  readonly scenario: Scenario;
  /** In major units of the sent asset; each scenario has its own default. */
  readonly amount?: string;
  readonly nowMs: number;
  /** Whether the network is simulated: payments on a real node need a real wallet. */
  readonly isSimulated: (network: Network) => boolean;
}

/** The sent transaction, for the response. */
export interface RequestedPayment {
  readonly txid: string;
  /** The transaction that replaces it (`replaced`). */
  readonly replacedBy: string | null;
  readonly scenario: Scenario;
  readonly network: Network;
  /** Null for an asset without a gate. */
  readonly gateId: CryptoGateId | null;
  readonly output: string;
  readonly address: string;
  readonly destinationTag: bigint | null;
  /** Major units. */
  readonly amount: string;
}

/** Far more than a test suite needs at once; done within seconds. */
export const MAX_OPEN_COMMANDS = 300;

/** How long `replaced` and `failed` (BTC, LTC, BCH) keep a transaction in the mempool after the gateway has seen it. */
export const REPLACE_AFTER_MS = 2_000;
/** When it continues at the latest, seen or not: the address may no longer be watched, or nothing follows the chain. */
export const LEAVE_UNSEEN_AFTER_MS = 60_000;
/** The follower takes in up to 100 blocks of a branch at once, and so undoes no payment that is in both branches. */
export const MOST_REORGANISED = 60;
/** When `reorg` removes the payment's blocks, and when it mines them again. */
export const REORGANISE_AFTER_MS = 3_000;
export const MINE_AGAIN_AFTER_MS = 6_000;

/**
 * Sends a simulated payment to the address of an invoice's chosen asset. It is in the mempool when the transaction
 * commits; blocks follow by the clock (`SANDBOX_BLOCK_SECONDS`) or on request.
 *
 * - `paid`: what is still to be paid (all of it, when nothing is). `partial`: half of that. `over`: that and a quarter
 *   of the amount due.
 * - `late`: as `paid`, for an invoice that is expired.
 * - `wrong_asset`: as much worth of another asset of the network: ETH for USDT and USDT for ETH (so for TRX); elsewhere
 *   the same number of a foreign token, which has no price.
 * - `failed`: seen, then of no effect. ETH, TRON and XRP mine it as failed, in no block before it was seen; on BTC, LTC
 *   and BCH it leaves the mempool 2 s after it was seen.
 * - `replaced`: 2 s after it was seen another transaction with the same input, a higher fee and the same payment takes
 *   its place. No block takes the first.
 * - `reorg`: paid; blocks are made at once up to the gate's threshold; after 3 s these blocks are reorganized away and
 *   the payment waits; after 6 s it is mined again, with blocks up to the threshold. Under more than
 *   {@link MOST_REORGANISED} blocks, which others may ask for as well, it stays.
 * - `zero_conf`: paid, but blocks of the clock and of other merchants leave it out: it waits until its own merchant
 *   asks for a block.
 *
 * @throws DomainError `not_found`; `conflict` while no asset is chosen or where the network is no simulation;
 *   `invoice_not_expired` for `late`; `amount_invalid`, `validation_failed`
 */
export async function requestPayment(tx: Tx, request: PaymentRequest): Promise<RequestedPayment> {
  return sendScenario(tx, request, await payable(tx, request));
}

/** Sends the transactions of a scenario to a target, and queues what happens to them later. */
export async function sendScenario(
  tx: Tx,
  request: Omit<PaymentRequest, 'invoiceId' | 'isSimulated'>,
  target: Payable,
): Promise<RequestedPayment> {
  const chain: Chain = { mode: request.mode, network: target.gate.network };
  await ensureSimChain(tx, chain, request.nowMs);
  const { scenario } = request;
  const isWrong = request.scenario === 'wrong_asset' && request.amount === undefined;
  const wrongMinor = isWrong ? await sameWorth(tx, target, request.mode) : 0n;
  const movement = movementOf({ ...target, wrongMinor }, request);
  const transaction = transactionOf(target, movement, scenario === 'failed' && target.gate.family !== 'utxo');
  await sendSimulated(tx, chain, transaction, firstState(scenario));

  const later = (what: SimCommand, afterMs: number) =>
    command(tx, chain, what, request.nowMs + afterMs, target.merchantId);
  let replacedBy: string | null = null;
  if (scenario === 'replaced') {
    replacedBy = newTxid(chain.network);
    await later({ type: 'replace', txid: transaction.txid, by: replacedBy }, REPLACE_AFTER_MS);
  }
  if (scenario === 'failed') {
    const { txid } = transaction;
    if (target.gate.family === 'utxo') await later({ type: 'drop', txid, whenSeen: true }, REPLACE_AFTER_MS);
    else await later({ type: 'release', txid }, 0);
  }
  if (scenario === 'reorg') {
    const confirm = { type: 'confirm', txid: transaction.txid, confirmations: target.gate.confirmations } as const;
    await later(confirm, 0);
    await later({ type: 'reorganise', txid: transaction.txid }, REORGANISE_AFTER_MS);
    await later(confirm, MINE_AGAIN_AFTER_MS);
  }
  notifyReadersAfterCommit(tx, chain);
  return {
    txid: transaction.txid,
    replacedBy,
    scenario,
    network: chain.network,
    gateId: movement.gateId,
    output: movement.output,
    address: target.address,
    destinationTag: movement.destinationTag,
    amount: formatAmount(
      movement.amountMinor,
      (movement.gateId === null ? target.gate : gates[movement.gateId]).decimals,
    ),
  };
}

/**
 * Requests blocks at once, with held transactions.
 * @throws DomainError `validation_failed` for a count that is not 1 to 100; `conflict` if the network is not simulated
 */
export async function requestBlocks(
  tx: Tx,
  request: Chain & {
    readonly count: number;
    readonly nowMs: number;
    readonly isSimulated: (network: Network) => boolean;
    /** The requester. */
    readonly merchantId?: string;
  },
): Promise<void> {
  const { count } = request;
  if (!Number.isInteger(count) || count < 1 || count > 100)
    throw fieldError('count', 'The count must be from 1 to 100.');
  const chain = { mode: request.mode, network: request.network };
  refuseRealChain(request);
  await ensureSimChain(tx, chain, request.nowMs);
  await command(tx, chain, { type: 'blocks', count }, request.nowMs, request.merchantId);
}

/**
 * Queues a command for the simulator, which is notified after the commit. A merchant's commands run in the order of
 * their due times.
 * @param merchantId the owner of the command; null: the gateway
 * @throws DomainError `rate_limited` while {@link MAX_OPEN_COMMANDS} of the merchant's are open
 */
export async function command(
  tx: Tx,
  chain: Chain,
  what: SimCommand,
  dueAtMs: number,
  merchantId: string | null = null,
): Promise<void> {
  if (
    merchantId !== null &&
    Number((await one<{ open: string }>(tx, openSql, [merchantId])).open) >= MAX_OPEN_COMMANDS
  ) {
    throw new DomainError('rate_limited', {
      message: 'The simulated networks are still processing your earlier requests. Please try again later.',
      retryAfterSeconds: 5,
    });
  }
  const { mode, network } = chain;
  await execute(tx, commandSql, [mode, network, json(what), new Date(dueAtMs), merchantId]);
  wakeSimulatorAfterCommit(tx, chain);
}

/** The target of a simulated payment. */
export interface Payable {
  readonly merchantId: string;
  readonly gate: CryptoGate;
  readonly address: string;
  readonly addressKey: string;
  readonly destinationTag: bigint | null;
  readonly dueMinor: bigint;
  /** Still to be paid; the whole amount if nothing is. */
  readonly openMinor: bigint;
}

interface PayableRow {
  merchant_id: string;
  status: string;
  expires_at: Date;
  gate_id: string | null;
  amount_due_minor: string | null;
  /** The payer's sent amount; the invoice may not have counted it yet. */
  amount_seen_minor: string;
  address: string | null;
  address_key: string | null;
  destination_tag: string | null;
}

async function payable(tx: Tx, request: PaymentRequest): Promise<Payable> {
  const row = await maybeOne<PayableRow>(tx, payableSql, [request.invoiceId, request.mode]);
  if (row === undefined) throw new DomainError('not_found');
  const { gate_id, amount_due_minor, address, address_key } = row;
  if (
    gate_id === null ||
    !isCryptoGateId(gate_id) ||
    amount_due_minor === null ||
    address === null ||
    address_key === null
  ) {
    throw new DomainError('conflict', { message: 'No asset is chosen for this invoice yet.' });
  }
  refuseRealChain({ network: gate(gate_id).network, isSimulated: request.isSimulated });
  if (request.scenario === 'late' && !isExpired(row, request.nowMs)) throw new DomainError('invoice_not_expired');
  const dueMinor = BigInt(amount_due_minor);
  const openMinor = dueMinor - BigInt(row.amount_seen_minor);
  return {
    merchantId: row.merchant_id,
    gate: gate(gate_id),
    address,
    addressKey: address_key,
    destinationTag: row.destination_tag === null || row.destination_tag === '-1' ? null : BigInt(row.destination_tag),
    dueMinor,
    openMinor: openMinor > 0n ? openMinor : dueMinor,
  };
}

/** The deadline decides expiry; the status follows shortly after. */
function isExpired({ status, expires_at }: PayableRow, nowMs: number): boolean {
  if (['expired', 'expired_paid', 'invalid'].includes(status)) return true;
  return ['new', 'pending', 'partially_paid'].includes(status) && expires_at.getTime() <= nowMs;
}

/** @throws DomainError `conflict` if the network is not simulated */
export function refuseRealChain({
  network,
  isSimulated,
}: {
  network: Network;
  isSimulated: (network: Network) => boolean;
}): void {
  if (isSimulated(network)) return;
  throw new DomainError('conflict', {
    message: `${network} runs on a node here, not on the simulator: pay with a wallet and let the node mine blocks.`,
  });
}

function movementOf(
  target: Payable & { readonly wrongMinor: bigint },
  { scenario, amount }: Pick<PaymentRequest, 'scenario' | 'amount'>,
): Movement {
  const asset =
    scenario === 'wrong_asset' ? wrongAsset(target.gate) : { gateId: target.gate.id, assetRef: target.gate.id };
  const sent = asset.gateId === null ? target.gate : gates[asset.gateId];
  const amountMinor = amount === undefined ? defaultAmount(target, scenario) : parseAmount(amount, sent.decimals);
  if (amountMinor <= 0n) throw fieldError('amount', 'Amount must be greater than 0');
  return {
    ...asset,
    output: outputOf(sent, asset.gateId === null),
    addressKey: target.addressKey,
    destinationTag: target.destinationTag,
    amountMinor,
    coinbase: false,
    maturity: 0,
  };
}

function defaultAmount(
  { openMinor, dueMinor, wrongMinor }: Payable & { readonly wrongMinor: bigint },
  scenario: Scenario,
): bigint {
  if (scenario === 'partial') return maxOf(1n, divCeil(openMinor, 2n));
  if (scenario === 'over') return openMinor + divCeil(dueMinor, 4n);
  if (scenario === 'wrong_asset') return wrongMinor;
  return openMinor;
}

/** @throws DomainError `rate_unavailable` */
async function sameWorth(tx: Tx, { gate: due, openMinor }: Payable, mode: Mode): Promise<bigint> {
  const { gateId } = wrongAsset(due);
  if (gateId === null) return openMinor;
  const sent = gates[gateId];
  const rates = await currentRates(tx, { mode, assets: [due.asset, sent.asset], currencies: ['EUR'] });
  const [from, to] = [due, sent].map(({ asset }) => rates.find((rate) => rate.asset === asset));
  if (from === undefined || to === undefined) throw new DomainError('rate_unavailable');
  return maxOf(1n, assetMinorFor(fiatMinorFor(openMinor, from), to));
}

/** The asset that a payer may confuse with it: another one of the same network. */
function wrongAsset({ id, network }: CryptoGate): { gateId: CryptoGateId | null; assetRef: string } {
  const mistaken: Partial<Record<CryptoGateId, CryptoGateId>> = {
    ETH: 'USDT_ERC20',
    USDT_ERC20: 'ETH',
    TRX: 'USDT_TRC20',
    USDT_TRC20: 'TRX',
  };
  const other = mistaken[id];
  return other === undefined
    ? { gateId: null, assetRef: `${network}:simulated-token` }
    : { gateId: other, assetRef: other };
}

function outputOf({ id, family }: CryptoGate, foreign: boolean): string {
  if (family === 'utxo') return '0';
  if (family === 'xrp') return '';
  return foreign || id.startsWith('USDT') ? 'log:0' : 'trace:0';
}

function transactionOf(
  { gate: { network }, merchantId }: Payable,
  movement: Movement,
  failed: boolean,
): SimTransaction {
  return { txid: newTxid(network), movements: [movement], spends: [newSpend(network)], failed, merchantId };
}

function firstState(scenario: Scenario): Extract<SimState, 'waiting' | 'held' | 'pinned'> {
  if (scenario === 'zero_conf') return 'held';
  // These must be seen before they leave the mempool or fail in a block, so no block may include them earlier.
  return scenario === 'replaced' || scenario === 'failed' ? 'pinned' : 'waiting';
}

const payableSql = prepared(`
  SELECT i.merchant_id, i.status, i.expires_at, i.gate_id, i.amount_due_minor, q.address, w.address_key,
    w.destination_tag, coalesce((
      SELECT sum(p.amount_minor) FROM payment p
      WHERE p.quote_id = q.id AND p.status IN ('seen', 'mined', 'confirmed')), 0)::text AS amount_seen_minor
  FROM invoice i
  LEFT JOIN quote q ON q.invoice_id = i.id AND q.gate_id = i.gate_id
  LEFT JOIN watched_address w ON w.quote_id = q.id
  WHERE i.id = $1 AND i.mode = $2`);
const openSql = prepared('SELECT count(*) AS open FROM sim_command WHERE merchant_id = $1 AND done_at IS NULL');
const commandSql = prepared(
  'INSERT INTO sim_command (mode, network, command, due_at, merchant_id) VALUES ($1, $2, $3, $4, $5)',
);
