import type { Mode } from '../../domain/assets/assets.ts';
import { ChainUnavailableError } from '../chain/port.ts';
import { openTronRpc, type TronBlock, type TronBroadcast, type TronRpc } from '../chain/tron/rpc.ts';
import { HistoryGapError, NO_INPUT_LOST, RetryLaterError, type SendAnswer, type SendingPort } from './port.ts';

/** How long a transaction may wait for a block. Then it expires and another one is signed. */
export const LIFE_MS = 5 * 60_000;

/** Sends to a java-tron node; the raw transaction is the node's JSON. */
export function openTronSending({ mode, url }: { readonly mode: Mode; readonly url: string }): SendingPort {
  const rpc = openTronRpc(url);
  return {
    mode,
    network: 'TRON',
    send: async (raw) => interpretBroadcast(await rpc.broadcast(raw)),
    async paidFee(txid) {
      const outcome = await rpc.outcome(txid);
      if (outcome === null) throw new ChainUnavailableError('The node does not say what a mined transaction cost.');
      return BigInt(outcome.fee ?? 0);
    },
    async hasExpired({ txid, raw, referenceHeight }) {
      const reference = (JSON.parse(raw) as { raw_data: RawReference }).raw_data;
      const solid = await rpc.solid();
      // By the time of solid blocks, never by the clock (hazard 37): no block before it can change, and none after it
      // may hold the transaction.
      if (timeOf(solid) <= reference.expiration || (await rpc.outcome(txid)) !== null) return false;
      const from = await referenceBlock(rpc, { ...reference, height: referenceHeight, solidHeight: heightOf(solid) });
      return isAbsent(rpc, { txid, expiration: reference.expiration, from });
    },
    findLostInputs: async () => NO_INPUT_LOST,
    close: () => rpc.close(),
  };
}

interface RawReference {
  readonly expiration: number;
  /** The last two bytes of the height of a block, and eight bytes of its hash. */
  readonly ref_block_bytes: string;
  readonly ref_block_hash: string;
}

/**
 * The block that a transaction refers to; it cannot be included before that. Found by the stored height, else by the
 * reference bytes: two bytes of the height repeat every 65,536 blocks, so the hash decides.
 * @throws HistoryGapError when the node does not have the block
 */
async function referenceBlock(
  rpc: TronRpc,
  { height, solidHeight, ...bytes }: RawReference & { readonly height: number | null; readonly solidHeight: number },
): Promise<TronBlock> {
  const newest = solidHeight - ((solidHeight - Number.parseInt(bytes.ref_block_bytes, 16)) & 0xffff);
  for (let at = height ?? newest; at >= 0; at -= 0x1_0000) {
    const block = await rpc.blockAt(at);
    if (block === null) break;
    const isReference = block.blockID.slice(16, 32) === bytes.ref_block_hash && timeOf(block) < bytes.expiration;
    if (isReference) return block;
    if (height !== null) break;
  }
  throw new HistoryGapError('The node does not show the block that a transaction was made after.');
}

interface Search {
  readonly txid: string;
  readonly expiration: number;
  readonly from: TronBlock;
}

/**
 * Reads every block that may contain the transaction, as an unbroken chain: a lookup by id proves nothing, because a
 * node may simply not know the transaction.
 * @throws HistoryGapError when a block is missing
 */
async function isAbsent(rpc: TronRpc, { txid, expiration, from }: Search): Promise<boolean> {
  let parent = from;
  for (let height = heightOf(from) + 1; timeOf(parent) <= expiration; height += 1) {
    const block = await rpc.blockAt(height);
    if (block?.block_header.raw_data.parentHash !== parent.blockID) {
      throw new HistoryGapError('The node does not show all blocks that a transaction may be in.');
    }
    if (block.transactions?.some(({ txID }) => txID === txid)) return false;
    parent = block;
  }
  return true;
}

function heightOf({ block_header }: TronBlock): number {
  return block_header.raw_data.number ?? 0;
}

function timeOf({ block_header }: TronBlock): number {
  return block_header.raw_data.timestamp ?? 0;
}

/**
 * Interprets a node's answer to a transaction.
 * @throws ChainUnavailableError when the node is busy
 * @throws RetryLaterError for a refusal that ends by itself or when the transaction expires
 */
export function interpretBroadcast({ result, code = 'no code', message = '' }: TronBroadcast): SendAnswer {
  // Hazard 48.
  if (result === true || code === 'DUP_TRANSACTION_ERROR') return { kind: 'accepted' };
  const words = `${code} ${Buffer.from(message, 'hex').toString('utf8')}`.trim();
  if (busy.has(code)) throw new ChainUnavailableError(`The node takes no transaction now: ${words}`);
  if (temporary.has(code)) throw new RetryLaterError(`The node does not take it now: ${words}`);
  return { kind: 'refused', words };
}

const busy = new Set(['SERVER_BUSY', 'NO_CONNECTION', 'NOT_ENOUGH_EFFECTIVE_CONNECTION', 'BLOCK_UNSOLIDIFIED']);
const temporary = new Set(['TRANSACTION_EXPIRATION_ERROR', 'TAPOS_ERROR', 'BANDWITH_ERROR', 'OTHER_ERROR']);
