import type { ChainKind, Mode } from '../../../domain/assets/assets.ts';
import { pause } from '../../pause.ts';
import { type BlockRef, type ChainPort, ChainUnavailableError } from '../port.ts';
import { describeXrp } from './movements.ts';
import { openXrpRpc, type XrpLedger, type XrpServerInfo } from './rpc.ts';

export interface XrpOptions {
  readonly mode: Mode;
  readonly url: string;
}

/**
 * The XRP Ledger. Only validated ledgers count: they are final, so there is no mempool to read and there are no
 * reorganizations. A payment is detected and confirmed at the same time, about four seconds after it was sent.
 */
export function openXrpChain({ mode, url }: XrpOptions): ChainPort {
  const rpc = openXrpRpc(url);
  let checkedTip: string | undefined;

  async function tip(): Promise<BlockRef> {
    const ledger = await rpc.ledger('validated');
    if (ledger === null) throw new ChainUnavailableError('The server has no validated ledger yet.');
    if (ledger.ledger_hash !== checkedTip) refuseLaggard(await rpc.serverInfo());
    checkedTip = ledger.ledger_hash;
    return refOf(ledger);
  }

  /** Null also for what lies before the part of history that the server keeps. */
  async function headerAt(height: number): Promise<BlockRef | null> {
    const ledger = await rpc.ledger(height);
    return ledger === null ? null : refOf(ledger);
  }

  return {
    mode,
    network: 'XRP',
    simulated: false,
    async identify() {
      const { build_version, network_id } = await rpc.serverInfo();
      return { chain: kindOf(network_id), name: `XRP Ledger ${build_version}, network ${network_id ?? 0}` };
    },
    tip,
    finalizedHeight: async () => (await tip()).height,
    headerAt,
    async blockAt(height) {
      const ledger = await rpc.ledgerWithTransactions(height);
      if (ledger === null) {
        // A ledger below the tip that the server does not have is a gap in its history: payments may be in it.
        if (height <= (await tip()).height) throw new ChainUnavailableError(`The server has no ledger ${height}.`);
        return null;
      }
      const transactions = [...ledger.transactions]
        .sort((a, b) => a.metaData.TransactionIndex - b.metaData.TransactionIndex)
        .map((transaction) => describeXrp(transaction, transaction.metaData));
      return { ...refOf(ledger), transactions };
    },
    mempool: async () => ({ transactions: [], waiting: new Set(), complete: true }),
    async transaction(txid) {
      const found = await rpc.transaction(txid);
      if (found?.meta === undefined || found.validated !== true || found.ledger_index === undefined) return null;
      const block = await headerAt(found.ledger_index);
      return block === null ? null : { ...describeXrp(found, found.meta), block };
    },
    wait: pause,
    gateCosts: async () => [{ gateId: 'XRP', costMinor: BigInt(await rpc.openLedgerFee()), ownCostMinor: null }],
    close: () => rpc.close(),
  };
}

/**
 * Network 0 is the main one, 1 and 2 are public test networks; a server that does not say is taken to follow the main
 * one.
 */
function kindOf(networkId: number | undefined): ChainKind {
  if (networkId === undefined || networkId === 0) return 'main';
  return networkId <= 2 ? 'test' : 'regtest';
}

const inSync: ReadonlySet<string> = new Set(['full', 'validating', 'proposing']);

function refuseLaggard({ server_state, amendment_blocked }: XrpServerInfo): void {
  if (amendment_blocked === true) {
    throw new ChainUnavailableError('The server is too old for the rules that the network follows by now: update it.');
  }
  if (!inSync.has(server_state)) throw new ChainUnavailableError(`The server is not in sync: it is ${server_state}.`);
}

/** The ledger counts seconds from the beginning of 2000. */
const EPOCH_SECONDS = 946_684_800;

function refOf({ ledger_hash, ledger_index, parent_hash, close_time }: XrpLedger): BlockRef {
  return {
    height: Number(ledger_index),
    hash: ledger_hash,
    parentHash: parent_hash,
    timeMs: (close_time + EPOCH_SECONDS) * 1_000,
  };
}
