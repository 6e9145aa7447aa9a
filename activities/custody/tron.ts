import type { Mode } from '../../domain/assets/assets.ts';
import { deriveOwnAddress } from '../../domain/assets/derivation.ts';
import { tokenContract } from '../../domain/assets/token-contracts.ts';
import { openTronRpc } from '../chain/tron/rpc.ts';
import { balanceData, hexOf } from '../signer/tron/transaction.ts';
import type { HoldingsPort } from './holdings.ts';
import { ourAddresses } from './our-addresses.ts';
import { createRollingQuery } from './rolling.ts';

export interface TronHoldingsOptions {
  readonly mode: Mode;
  readonly url: string;
  readonly usdtContract: string | undefined;
  readonly accountXpub: string;
}

/** Accounts that are asked at a time. */
const AT_ONCE = 8;

/** TRX and USDT: balances of the account that pays, and of every address that was paid. */
export function openTronHoldings({ mode, url, usdtContract, accountXpub }: TronHoldingsOptions): HoldingsPort {
  const rpc = openTronRpc(url);
  const own = deriveOwnAddress({ network: 'TRON', accountXpub, index: 0, chain: 'main' }).addressKey;
  const contract = tokenContract('USDT_TRC20', { isMain: mode === 'production', configured: usdtContract });
  const usdt = contract === undefined ? undefined : hexOf(contract);

  async function balancesOf(address: string): Promise<{ readonly trx: bigint; readonly token: bigint }> {
    const owner_address = hexOf(address);
    const trx = BigInt((await rpc.account(owner_address))?.balance ?? 0);
    if (usdt === undefined) return { trx, token: 0n };
    const call = { owner_address, contract_address: usdt, data: balanceData(owner_address) };
    const { constant_result: result } = await rpc.constantCall(call);
    return { trx, token: BigInt(`0x${result?.[0] || '0'}`) };
  }

  const rolling = createRollingQuery(async (keys) => {
    const balances: Awaited<ReturnType<typeof balancesOf>>[] = [];
    for (let start = 0; start < keys.length; start += AT_ONCE) {
      balances.push(...(await Promise.all(keys.slice(start, start + AT_ONCE).map(balancesOf))));
    }
    return balances;
  });
  return {
    async holdings(db) {
      const { answers, oldestAnswerMs } = await rolling.query(await ourAddresses(db, { mode, network: 'TRON' }, own));
      const amounts = { TRX: 0n, USDT_TRC20: 0n };
      for (const { trx, token } of answers) {
        amounts.TRX += trx;
        amounts.USDT_TRC20 += token;
      }
      return { amounts, oldestAnswerMs };
    },
    async ownHoldings() {
      const { trx, token } = await balancesOf(own);
      return [{ branch: 1, index: 0, amounts: { TRX: trx, USDT_TRC20: token } }];
    },
    close: () => rpc.close(),
  };
}
