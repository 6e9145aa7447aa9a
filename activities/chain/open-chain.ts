import { forgetChain, rememberedBlocks } from '../../db/chain/cursor.ts';
import { type ChainIdentity, readChainIdentity, saveChainIdentity } from '../../db/chain/identity.ts';
import { type Db, inTransaction } from '../../db/core/sequelize.ts';
import { readChainBooks } from '../../db/custody/books.ts';
import { ensureSimChain } from '../../db/simulator/chain.ts';
import { type ChainKind, isUtxoNetwork, MODES, type Mode, NETWORKS, type Network } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import { type Config, isOpen, isSimulated } from '../../settings/config.ts';
import { refusedChange } from './chain-change.ts';
import { openEvmChain } from './evm/port.ts';
import { type ChainPort, ChainUnavailableError } from './port.ts';
import { openSimulatedChain } from './simulator/port.ts';
import { openTronChain } from './tron/port.ts';
import { openUtxoChain } from './utxo/port.ts';
import { openXrpChain } from './xrp/port.ts';

export type ChainConfig = Pick<
  Config,
  'nodeEnv' | 'chains' | 'allowTestChains' | 'usdtErc20Contracts' | 'usdtTrc20Contracts'
>;

/**
 * The chain of a network in a mode: the node at its URL, else the simulator. The node's identity is checked first. A
 * different test chain than before is followed from its tip, unless the books contain coins of the former one.
 * @throws DomainError `configuration_invalid` for a main chain in sandbox, a test chain in production, a network
 *   without node and simulator, or a chain without the coins of the books
 * @throws ChainUnavailableError if the node cannot be reached now
 */
export async function openChain(
  config: ChainConfig,
  db: Db,
  mode: Mode,
  network: Network,
  nowMs: () => number = Date.now,
): Promise<ChainPort> {
  const port = openPort(config, db, mode, network);
  try {
    if (port.simulated) await inTransaction(db, (tx) => ensureSimChain(tx, { mode, network }, nowMs()));
    const { chain, name } = await port.identify();
    if (!port.simulated) checkChain(config, { mode, network, chain, name });
    await takePlace(db, port, { chain, name, simulated: port.simulated });
    return port;
  } catch (error) {
    await port.close();
    throw error;
  }
}

/**
 * Asks the nodes of these networks which chain they follow, for the start of a worker. A node that does not answer now
 * is left to its follower, which asks again before it believes anything.
 *
 * @throws DomainError `configuration_invalid` as {@link openChain}
 */
export async function checkChains(config: ChainConfig, db: Db, networks: readonly Network[] = NETWORKS): Promise<void> {
  const open = MODES.flatMap((mode) =>
    networks.filter((network) => isOpen(config, mode, network)).map((network) => ({ mode, network })),
  );
  // All of them are waited for: one that is refused must not leave the others writing.
  const outcomes = await Promise.allSettled(
    open.map(async ({ mode, network }) => (await openChain(config, db, mode, network)).close()),
  );
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected' && !(outcome.reason instanceof ChainUnavailableError)) throw outcome.reason;
  }
}

/**
 * Refuses real money in sandbox and play money in production.
 * @throws DomainError `configuration_invalid`
 */
export function checkChain(
  config: Pick<Config, 'allowTestChains'>,
  node: { readonly mode: Mode; readonly network: Network; readonly chain: ChainKind; readonly name: string },
): void {
  const { mode, network, chain, name } = node;
  if (mode === 'sandbox' && chain === 'main') {
    throw wrong(
      `The ${network} node of sandbox mode follows the main chain (${name}): sandbox never touches real money. ` +
        'Give it a test or regtest node.',
    );
  }
  if (mode === 'production' && chain !== 'main' && !config.allowTestChains) {
    throw wrong(
      `The ${network} node of production mode follows a test chain (${name}): its coins are worth nothing. ` +
        'Set ALLOW_TEST_CHAINS=true to allow this.',
    );
  }
}

/**
 * Records which chain is followed from now on. A test chain may be restarted or replace the simulator; a main chain
 * never changes.
 */
async function takePlace(db: Db, port: ChainPort, now: ChainIdentity): Promise<void> {
  const { mode, network } = port;
  const before = await readChainIdentity(db, port);
  const isAnother =
    (before !== null && (before.chain === 'main') !== (now.chain === 'main')) ||
    (now.chain !== 'main' && (await isAnotherChain(db, port)));
  if (before !== null && isAnother) {
    const refusal = refusedChange({ mode, network, before, now, ...(await readChainBooks(db, port)) });
    if (refusal !== null) throw wrong(refusal);
  }
  await saveChainIdentity(db, port, now);
  if (isAnother) await inTransaction(db, (tx) => forgetChain(tx, port));
}

/** True when not even the oldest block that is remembered is on the chain. */
async function isAnotherChain(db: Db, port: ChainPort): Promise<boolean> {
  const oldest = (await rememberedBlocks(db, port)).at(-1);
  if (oldest === undefined) return false;
  const tip = await port.tip();
  return tip.height < oldest.height || (await port.headerAt(oldest.height))?.hash !== oldest.hash;
}

function openPort(config: ChainConfig, db: Db, mode: Mode, network: Network): ChainPort {
  const url = config.chains[mode][network];
  if (url !== undefined) return openNode(config, mode, network, url);
  if (!isSimulated(config, mode, network)) throw wrong(`${network} has no node in ${mode} mode.`);
  return openSimulatedChain(db, { mode, network });
}

function openNode(config: ChainConfig, mode: Mode, network: Network, url: string): ChainPort {
  if (isUtxoNetwork(network)) return openUtxoChain({ mode, network, url });
  switch (network) {
    case 'ETH':
      return openEvmChain({ mode, url, usdtContract: config.usdtErc20Contracts[mode] });
    case 'XRP':
      return openXrpChain({ mode, url });
    case 'TRON':
      return openTronChain({ mode, url, usdtContract: config.usdtTrc20Contracts[mode] });
    default:
      throw new Error(`There is no chain ${network satisfies never}.`);
  }
}

function wrong(message: string): DomainError {
  return new DomainError('configuration_invalid', { message });
}
