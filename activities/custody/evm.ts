import type { Hex } from 'viem';
import type { Mode } from '../../domain/assets/assets.ts';
import { deriveOwnAddress } from '../../domain/assets/derivation.ts';
import { tokenContract } from '../../domain/assets/token-contracts.ts';
import { EvmRpcError, openEvmRpc } from '../chain/evm/rpc.ts';
import { ChainUnavailableError } from '../chain/port.ts';
import { type EvmAccountView, readAccount } from '../signer/evm/conditions.ts';
import type { HoldingsPort } from './holdings.ts';
import { ourAddresses } from './our-addresses.ts';
import { createRollingQuery } from './rolling.ts';

export interface EvmHoldingsOptions {
  readonly mode: Mode;
  readonly url: string;
  readonly usdtContract: string | undefined;
  readonly accountXpub: string;
}

/** Accounts that are asked at a time; their questions travel in one request. */
const AT_ONCE = 25;

/** ETH and USDT: balances of the account that pays, and of every address that was paid. */
export function openEvmHoldings({ mode, url, usdtContract, accountXpub }: EvmHoldingsOptions): HoldingsPort {
  const rpc = openEvmRpc(url);
  const hot = deriveOwnAddress({ network: 'ETH', accountXpub, index: 0, chain: 'main' }).addressKey;
  const accountsAt = async (keys: readonly string[]) => {
    const latest = await rpc.blockByNumber('latest');
    if (latest === null) throw new ChainUnavailableError('The node has no block to show.');
    const isMain = BigInt(await rpc.chainId()) === 1n;
    const usdt = tokenContract('USDT_ERC20', { isMain, configured: usdtContract }) as Hex | undefined;
    const accounts: EvmAccountView[] = [];
    for (let start = 0; start < keys.length; start += AT_ONCE) {
      const questions = keys
        .slice(start, start + AT_ONCE)
        .map((key) => readAccount(rpc, { address: key as Hex, usdt, height: Number(BigInt(latest.number)) }));
      accounts.push(...(await Promise.all(questions)));
    }
    return accounts;
  };
  const rolling = createRollingQuery(accountsAt);
  return {
    async holdings(db) {
      try {
        const { answers, oldestAnswerMs } = await rolling.query(await ourAddresses(db, { mode, network: 'ETH' }, hot));
        const amounts = { ETH: 0n, USDT_ERC20: 0n };
        for (const { etherMinor, tokenMinor } of answers) {
          amounts.ETH += etherMinor;
          amounts.USDT_ERC20 += tokenMinor;
        }
        return { amounts, oldestAnswerMs };
      } catch (error) {
        throw error instanceof EvmRpcError ? new ChainUnavailableError(`The node refused: ${error.message}`) : error;
      }
    },
    async ownHoldings() {
      try {
        const [account] = await accountsAt([hot]);
        const amounts = { ETH: account?.etherMinor ?? 0n, USDT_ERC20: account?.tokenMinor ?? 0n };
        return [{ branch: 1, index: 0, amounts }];
      } catch (error) {
        throw error instanceof EvmRpcError ? new ChainUnavailableError(`The node refused: ${error.message}`) : error;
      }
    },
    close: () => rpc.close(),
  };
}
