import type { GateCost } from '../../../db/payouts/network-fees.ts';
import { askFeeRate } from '../../signer/utxo/fee-rate.ts';
import { UTXO_RULES } from '../../signer/utxo/rules.ts';
import type { RpcClient } from '../json-rpc.ts';
import type { UtxoNetwork } from './movements.ts';

/** One payment alone: of two coins, with change. */
export async function utxoGateCosts(rpc: RpcClient, network: UtxoNetwork): Promise<readonly GateCost[]> {
  const vbytes = OVERHEAD_VBYTES + 2n * UTXO_RULES[network].inputVbytes + 2n * OUTPUT_VBYTES;
  return [{ gateId: network, costMinor: vbytes * (await askFeeRate(rpc, network)), ownCostMinor: null }];
}

const OVERHEAD_VBYTES = 11n;
const OUTPUT_VBYTES = 34n;
