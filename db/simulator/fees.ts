import { coinOf, gatesOn, isToken, type Network } from '../../domain/assets.ts';
import { fieldError } from '../../domain/errors.ts';
import { divCeil } from '../../domain/money.ts';
import { feeMarginBps } from '../../domain/payouts/network-fee.ts';
import type { Chain } from '../chain/cursor.ts';
import { type GateCost, saveGateCosts } from '../payouts/network-fees.ts';
import type { Db, Tx } from '../sequelize.ts';
import { execute, maybeOne, prepared } from '../sql.ts';
import { ensureSimChain } from './chain.ts';
import { refuseRealChain } from './commands.ts';

export interface FeeRequest extends Chain {
  /** Relative to the network's usual fee. */
  readonly percent: number;
  /** After this time the fee returns to normal. */
  readonly seconds: number;
  readonly nowMs: number;
  readonly isSimulated: (network: Network) => boolean;
}

/**
 * Raises or lowers the fees of a simulated network for a while. Quotes change at once.
 * @throws DomainError `validation_failed`; `conflict` if the network is not simulated
 */
export async function requestFees(tx: Tx, request: FeeRequest): Promise<void> {
  const { mode, network, percent, seconds, nowMs } = request;
  if (!Number.isInteger(percent) || percent < 10 || percent > 1_000) {
    throw fieldError('percent', 'The percentage must be from 10 to 1000.');
  }
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > 600) {
    throw fieldError('seconds', 'The seconds must be from 1 to 600.');
  }
  refuseRealChain(request);
  await ensureSimChain(tx, { mode, network }, nowMs);
  await execute(tx, setSql, [mode, network, percent, seconds]);
  await saveGateCosts(tx, { mode, costs: simulatedCosts(network, percent), nowMs });
}

/** The current costs of a simulated network. */
export async function simGateCosts(on: Tx | Db, { mode, network }: Chain): Promise<readonly GateCost[]> {
  const row = await maybeOne<{ percent: number }>(on, percentSql, [mode, network]);
  return simulatedCosts(network, row?.percent ?? 100);
}

/** Derived from constants, so that quotes equal the typical fees: the typical fee without the margin. */
function simulatedCosts(network: Network, percent: number): GateCost[] {
  const coin = coinOf(network);
  const costOf = (typicalMinor: bigint) =>
    divCeil(typicalMinor * 10_000n * BigInt(percent), feeMarginBps(coin.family) * 100n);
  return gatesOn(network).map((gate) => ({
    gateId: gate.id,
    costMinor: costOf(coin.networkFeeMinor),
    ownCostMinor: isToken(gate) ? costOf(gate.networkFeeMinor) : null,
  }));
}

const setSql = prepared(`
  UPDATE sim_chain
  SET fee_percent = $3, fee_until = clock_timestamp() + $4 * interval '1 second'
  WHERE mode = $1 AND network = $2`);
const percentSql = prepared(`
  SELECT CASE WHEN fee_until > clock_timestamp() THEN fee_percent ELSE 100 END AS percent
  FROM sim_chain WHERE mode = $1 AND network = $2`);
