import type { GateCost } from '../../../db/payouts/network-fees.ts';
import { pricesOf } from '../../signer/tron/conditions.ts';
import { MOST_BYTES } from '../../signer/tron/transaction.ts';
import type { TronRpc } from './rpc.ts';

/**
 * Without anything staked, to recipients that cost the most: an address that nobody has paid yet, or one that holds no
 * USDT yet.
 */
export async function tronGateCosts(rpc: TronRpc): Promise<readonly GateCost[]> {
  const { energySun, byteSun, openingSun } = pricesOf(await rpc.parameters());
  const bytesSun = MOST_BYTES * byteSun;
  return [
    { gateId: 'TRX', costMinor: bytesSun + openingSun, ownCostMinor: null },
    { gateId: 'USDT_TRC20', costMinor: bytesSun + FIRST_TRANSFER_ENERGY * energySun, ownCostMinor: null },
  ];
}

/** Twice as much as the next transfer to the same address takes. */
const FIRST_TRANSFER_ENERGY = 131_000n;
