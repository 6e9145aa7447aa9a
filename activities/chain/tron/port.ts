import type { GateCost } from '../../../db/payouts/network-fees.ts';
import type { ChainKind, Mode } from '../../../domain/assets/assets.ts';
import { tokenContract } from '../../../domain/assets/token-contracts.ts';
import { pause } from '../../pause.ts';
import { type BlockRef, type ChainBlock, type ChainPort, ChainUnavailableError } from '../port.ts';
import { describeTron } from './movements.ts';
import { MOST_BYTES, pricesOf } from './prices.ts';
import { openTronRpc, type TronBlock, type TronRpc } from './rpc.ts';

export interface TronOptions {
  readonly mode: Mode;
  readonly url: string;
  /** In base58; undefined is Tether's own on the main chain and none elsewhere. */
  readonly usdtContract: string | undefined;
  readonly nowMs?: () => number;
}

/**
 * Blocks come every three seconds. If the head is older than this, the node is behind or the chain has stopped: both
 * are waited for.
 */
const LONGEST_SILENCE_MS = 10 * 60_000;

/**
 * TRON with TRX and USDT. Blocks are read as soon as they exist, so that payers soon see their payment; it is confirmed
 * only once its block is solid (hazard 35). No mempool is needed: after three seconds a payment is in a block.
 */
export function openTronChain({ mode, url, usdtContract, nowMs = Date.now }: TronOptions): ChainPort {
  const rpc = openTronRpc(url);
  let usdt = usdtContract;

  async function headerAt(height: number): Promise<BlockRef | null> {
    const block = await rpc.blockAt(height);
    return block === null ? null : refOf(block);
  }

  async function blockAt(height: number): Promise<ChainBlock | null> {
    const block = await rpc.blockAt(height);
    if (block === null) return null;
    const { transactions = [] } = block;
    const outcomes = new Map(
      transactions.length === 0 ? [] : (await rpc.outcomesAt(height)).map((outcome) => [outcome.id, outcome]),
    );
    // Results are requested by height, so another block may have replaced this one in between.
    if ((await headerAt(height))?.hash !== block.blockID) return null;
    const described = transactions.map((transaction) => {
      const outcome = outcomes.get(transaction.txID);
      if (outcome === undefined) {
        throw new ChainUnavailableError(`The node does not say what ${transaction.txID} did in block ${height}.`);
      }
      return describeTron(transaction, outcome, usdt);
    });
    return { ...refOf(block), transactions: described };
  }

  return {
    mode,
    network: 'TRON',
    simulated: false,
    async identify() {
      const genesis = await rpc.blockAt(0);
      if (genesis === null) throw new ChainUnavailableError('The node does not show its first block.');
      const { chain, name } = knownChains[genesis.blockID] ?? { chain: 'regtest', name: 'private chain' };
      usdt = tokenContract('USDT_TRC20', { isMain: chain === 'main', configured: usdtContract });
      return { chain, name: `TRON ${name}` };
    },
    async tip() {
      const head = refOf(await rpc.head());
      if (nowMs() - head.timeMs > LONGEST_SILENCE_MS)
        throw new ChainUnavailableError('The node is behind, or the chain stands still.');
      return head;
    },
    finalizedHeight: async () => refOf(await rpc.solid()).height,
    headerAt,
    blockAt,
    mempool: async () => ({ transactions: [], waiting: new Set(), complete: true }),
    async transaction(txid) {
      const [transaction, outcome] = await Promise.all([rpc.transaction(txid), rpc.outcome(txid)]);
      if (transaction === null || outcome === null) return null;
      const block = await headerAt(outcome.blockNumber);
      return block === null ? null : { ...describeTron(transaction, outcome, usdt), block };
    },
    wait: pause,
    gateCosts: () => tronGateCosts(rpc),
    close: () => rpc.close(),
  };
}

/** By the id of the first block. */
const knownChains: Readonly<Record<string, { readonly chain: ChainKind; readonly name: string }>> = {
  '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc': { chain: 'main', name: 'main chain' },
  '0000000000000000de1aa88295e1fcf982742f773e0419c5a9c134c994a9059e': { chain: 'test', name: 'Shasta' },
  '0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc': { chain: 'test', name: 'Nile' },
};

function refOf({ blockID, block_header }: TronBlock): BlockRef {
  const { number = 0, parentHash, timestamp = 0 } = block_header.raw_data;
  return { height: number, hash: blockID, parentHash, timeMs: timestamp };
}

/**
 * The cost without staked TRX, for the most expensive recipients: an address that was never paid, or one without USDT.
 */
async function tronGateCosts(rpc: TronRpc): Promise<readonly GateCost[]> {
  const { energySun, byteSun, openingSun } = pricesOf(await rpc.parameters());
  const bytesSun = MOST_BYTES * byteSun;
  return [
    { gateId: 'TRX', costMinor: bytesSun + openingSun, ownCostMinor: null },
    { gateId: 'USDT_TRC20', costMinor: bytesSun + FIRST_TRANSFER_ENERGY * energySun, ownCostMinor: null },
  ];
}

/** Twice as much as the next transfer to the same address takes. */
const FIRST_TRANSFER_ENERGY = 131_000n;
