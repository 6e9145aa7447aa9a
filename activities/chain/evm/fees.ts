import type { GateCost } from '../../../db/payouts/network-fees.ts';
import { readPrices } from '../../signer/evm/conditions.ts';
import { presentGasPrice } from '../../signer/evm/fees.ts';
import type { EvmRpc } from './rpc.ts';

/**
 * By the gas that payments usually take at the most: coins to a wallet that is a contract, USDT to an address that
 * holds none yet.
 */
export async function evmGateCosts(rpc: EvmRpc): Promise<readonly GateCost[]> {
  const price = presentGasPrice(await readPrices(rpc));
  return [
    { gateId: 'ETH', costMinor: COIN_GAS * price, ownCostMinor: null },
    { gateId: 'USDT_ERC20', costMinor: TOKEN_GAS * price, ownCostMinor: null },
  ];
}

const COIN_GAS = 30_000n;
const TOKEN_GAS = 65_000n;
