import { paidAddresses } from '../../db/custody/own-addresses.ts';
import type { Mode } from '../../domain/assets.ts';
import { deriveOwnAddress } from '../../domain/derivation.ts';
import { MAIN_USDT_CONTRACT } from '../chain/tron/movements.ts';
import { openTronRpc } from '../chain/tron/rpc.ts';
import { balanceData, hexOf } from '../signer/tron/transaction.ts';
import type { HoldingsPort } from './holdings.ts';

export interface TronHoldingsOptions {
  readonly mode: Mode;
  readonly url: string;
  readonly usdtContract: string | undefined;
  readonly accountXpub: string;
}

/** TRX and USDT: balances at the best block of the account that pays, and of every address that was paid. */
export function openTronHoldings({ mode, url, usdtContract, accountXpub }: TronHoldingsOptions): HoldingsPort {
  const rpc = openTronRpc(url);
  const own = deriveOwnAddress({ network: 'TRON', accountXpub, index: 0, chain: 'main' }).addressKey;
  const contract = usdtContract ?? (mode === 'production' ? MAIN_USDT_CONTRACT : undefined);
  const usdt = contract === undefined ? undefined : hexOf(contract);
  return {
    async holdings(db) {
      const held = { TRX: 0n, USDT_TRC20: 0n };
      for (const address of new Set([own, ...(await paidAddresses(db, { mode, network: 'TRON' }))])) {
        const owner_address = hexOf(address);
        held.TRX += BigInt((await rpc.account(owner_address))?.balance ?? 0);
        if (usdt === undefined) continue;
        const call = { owner_address, contract_address: usdt, data: balanceData(owner_address) };
        const { constant_result: result } = await rpc.constantCall(call);
        held.USDT_TRC20 += BigInt(`0x${result?.[0] || '0'}`);
      }
      return held;
    },
    close: () => rpc.close(),
  };
}
