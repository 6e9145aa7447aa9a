import type { ChainKind, UtxoNetwork } from '../../../domain/assets/assets.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { RpcClient } from '../json-rpc.ts';
import type { ChainIdentity } from '../port.ts';

/**
 * Asks a node which chain it follows and whether it is one of this coin at all: the programs are so alike that a
 * Litecoin node behind the URL of Bitcoin would answer every question.
 *
 * @throws DomainError `configuration_invalid` when the node follows another coin
 */
export async function identifyNode(rpc: RpcClient, network: UtxoNetwork): Promise<ChainIdentity> {
  const { chain } = await rpc.call<{ chain: string }>('getblockchaininfo');
  const genesis = await rpc.call<string>('getblockhash', [0]);
  const { subversion = '' } = await rpc
    .call<{ subversion?: string }>('getnetworkinfo')
    .catch(() => ({ subversion: '' }));
  const program = subversion.replaceAll('/', ' ').trim() || 'node';
  const coin = coinOf(genesis, program);
  if (coin !== undefined && coin !== network) {
    throw new DomainError('configuration_invalid', {
      message: `The ${network} URL leads to a node of ${coin} (${program}, ${chain}).`,
    });
  }
  return { chain: kindOf(chain), name: `${program}, ${chain}` };
}

/** Core says main, test, testnet4, signet, regtest; the Go programs mainnet, testnet3, simnet, regtest. */
function kindOf(chain: string): ChainKind {
  if (chain === 'main' || chain === 'mainnet') return 'main';
  return chain === 'regtest' ? 'regtest' : 'test';
}

/** Bitcoin and Bitcoin Cash have the same first block: only the name of the node program distinguishes them. */
function coinOf(genesis: string, program: string): UtxoNetwork | undefined {
  if (litecoinGenesis.has(genesis)) return 'LTC';
  if (!bitcoinGenesis.has(genesis)) return undefined;
  if (/bitcoin cash|bchd|bchn|bch unlimited/i.test(program)) return 'BCH';
  return /satoshi|btcd|btcwire/i.test(program) ? 'BTC' : undefined;
}

const bitcoinGenesis = new Set([
  '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
  '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
  '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
]);

const litecoinGenesis = new Set([
  '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2',
  '4966625a4b2851d9fdee139e56211a0d88575f59ed816ff5e6a63deb4e3e29a0',
  '530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9',
]);
