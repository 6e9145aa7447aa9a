import type { Mode } from '../../domain/assets.ts';
import { ChainUnavailable } from '../chain/port.ts';
import { openTronRpc, type TronBlock, type TronBroadcast, type TronRpc } from '../chain/tron/rpc.ts';
import { NotTakenNow, type SendAnswer, type SendingPort } from './port.ts';

/** How long a transaction may wait for a block. Then it lapses, and another one is signed. */
export const LIFE_MS = 5 * 60_000;

/** The way out to a java-tron node. What is sent is the signed transaction as the node's JSON. */
export function openTronSending({ mode, url }: { readonly mode: Mode; readonly url: string }): SendingPort {
  const rpc = openTronRpc(url);
  return {
    mode,
    network: 'TRON',
    send: async (raw) => meaningOf(await rpc.broadcast(raw)),
    async paidFee(txid) {
      const outcome = await rpc.outcome(txid);
      if (outcome === null) throw new ChainUnavailable('The node does not say what a mined transaction cost.');
      return BigInt(outcome.fee ?? 0);
    },
    async hasLapsed({ txid, raw }) {
      const { expiration, ref_block_bytes: reference } = (JSON.parse(raw) as { raw_data: RawTimes }).raw_data;
      const solid = await rpc.solid();
      // By the time of solid blocks, never by the clock (hazard 37): no block before it can change, and none after it may hold the transaction.
      if (timeOf(solid) <= expiration || (await rpc.outcome(txid)) !== null) return false;
      return isAbsent(rpc, { txid, expiration, fromHeight: referenceHeight(heightOf(solid), reference) });
    },
    takenFrom: async () => [],
    close: () => rpc.close(),
  };
}

interface RawTimes {
  readonly expiration: number;
  readonly ref_block_bytes: string;
}

interface Search {
  readonly txid: string;
  readonly expiration: number;
  readonly fromHeight: number;
}

/**
 * Reads every block that the transaction may be in, each on top of the one before: that a node does not find it by its id may mean that this node does not know.
 * @throws ChainUnavailable when a block is missing
 */
async function isAbsent(rpc: TronRpc, { txid, expiration, fromHeight }: Search): Promise<boolean> {
  let parent = await rpc.blockAt(fromHeight);
  for (let height = fromHeight + 1; parent !== null && timeOf(parent) <= expiration; height += 1) {
    const block: TronBlock | null = await rpc.blockAt(height);
    if (block?.block_header.raw_data.parentHash !== parent.blockID) break;
    if (block.transactions?.some(({ txID }) => txID === txid)) return false;
    parent = block;
  }
  if (parent !== null && timeOf(parent) > expiration) return true;
  throw new ChainUnavailable('The node does not show all blocks that a transaction may be in.');
}

/** A transaction names the last two bytes of the height that it was made at: the highest block at or below `solidHeight` with these. */
function referenceHeight(solidHeight: number, reference: string): number {
  const low = Number.parseInt(reference, 16);
  const height = solidHeight - (solidHeight % 0x1_0000) + low;
  return height <= solidHeight ? height : height - 0x1_0000;
}

function heightOf({ block_header }: TronBlock): number {
  return block_header.raw_data.number ?? 0;
}

function timeOf({ block_header }: TronBlock): number {
  return block_header.raw_data.timestamp ?? 0;
}

/**
 * What a node's answer to a transaction means.
 * @throws ChainUnavailable when the node has no hand free
 * @throws NotTakenNow for what passes by itself or by lapsing
 */
export function meaningOf({ result, code = 'no code', message = '' }: TronBroadcast): SendAnswer {
  // Hazard 48.
  if (result === true || code === 'DUP_TRANSACTION_ERROR') return { kind: 'accepted' };
  const words = `${code} ${Buffer.from(message, 'hex').toString('utf8')}`.trim();
  if (busy.has(code)) throw new ChainUnavailable(`The node takes no transaction now: ${words}`);
  if (passing.has(code)) throw new NotTakenNow(`The node does not take it now: ${words}`);
  return { kind: 'refused', words };
}

const busy = new Set(['SERVER_BUSY', 'NO_CONNECTION', 'NOT_ENOUGH_EFFECTIVE_CONNECTION', 'BLOCK_UNSOLIDIFIED']);
const passing = new Set(['TRANSACTION_EXPIRATION_ERROR', 'TAPOS_ERROR', 'BANDWITH_ERROR', 'OTHER_ERROR']);
