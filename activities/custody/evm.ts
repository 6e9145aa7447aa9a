import type { Hex } from 'viem';
import { paidAddresses } from '../../db/custody/own-addresses.ts';
import type { Mode } from '../../domain/assets.ts';
import { deriveOwnAddress } from '../../domain/derivation.ts';
import { MAIN_USDT_CONTRACT } from '../chain/evm/movements.ts';
import { EvmRefusal, openEvmRpc } from '../chain/evm/rpc.ts';
import { ChainUnavailable } from '../chain/port.ts';
import { readAccount } from '../signer/evm/conditions.ts';
import type { HoldingsPort } from './holdings.ts';

export interface EvmHoldingsOptions {
  readonly mode: Mode;
  readonly url: string;
  readonly usdtContract: string | undefined;
  readonly accountXpub: string;
}

/** Accounts that are asked at a time; their questions travel in one request. */
const AT_ONCE = 25;

/** ETH and USDT: balances at the best block of the account that pays, and of every address that was paid. */
export function openEvmHoldings({ mode, url, usdtContract, accountXpub }: EvmHoldingsOptions): HoldingsPort {
  const rpc = openEvmRpc(url);
  const hot = deriveOwnAddress({ network: 'ETH', accountXpub, index: 0, chain: 'main' }).addressKey;
  return {
    async holdings(db) {
      const addresses = [...new Set([hot, ...(await paidAddresses(db, { mode, network: 'ETH' }))])] as Hex[];
      try {
        const latest = await rpc.blockByNumber('latest');
        if (latest === null) throw new ChainUnavailable('The node has no block to show.');
        const isMain = BigInt(await rpc.chainId()) === 1n;
        const usdt = (usdtContract ?? (isMain ? MAIN_USDT_CONTRACT : undefined)) as Hex | undefined;
        const held = { ETH: 0n, USDT_ERC20: 0n };
        for (let start = 0; start < addresses.length; start += AT_ONCE) {
          const questions = addresses
            .slice(start, start + AT_ONCE)
            .map((address) => readAccount(rpc, { address, usdt, height: Number(BigInt(latest.number)) }));
          for (const { etherMinor, tokenMinor } of await Promise.all(questions)) {
            held.ETH += etherMinor;
            held.USDT_ERC20 += tokenMinor;
          }
        }
        return held;
      } catch (error) {
        throw error instanceof EvmRefusal ? new ChainUnavailable(`The node refused: ${error.message}`) : error;
      }
    },
    close: () => rpc.close(),
  };
}
