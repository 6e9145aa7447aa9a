import { coinOf, type Network } from '../../domain/assets/assets.ts';
import { fieldError } from '../../domain/errors.ts';
import { simulatedCost } from '../../domain/payouts/simulated-cost.ts';
import type { Chain } from '../chain/cursor.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, one, prepared } from '../core/sql.ts';
import { refuseRealChain } from './commands.ts';

export interface FeeRequest extends Chain {
  /** For whose payouts the network asks for these fees. */
  readonly merchantId: string;
  /** Relative to the network's usual fee. */
  readonly percent: number;
  /** After this time the fee returns to normal. */
  readonly seconds: number;
  readonly isSimulated: (network: Network) => boolean;
}

/**
 * Raises or lowers the fees that a simulated network asks of one merchant, for a while. Its quotes change at once, and
 * what is signed for it meanwhile pays them; others notice nothing.
 * @throws DomainError `validation_failed`; `conflict` if the network is not simulated
 */
export async function requestFees(tx: Tx, request: FeeRequest): Promise<void> {
  const { merchantId, mode, network, percent, seconds } = request;
  if (!Number.isInteger(percent) || percent < 10 || percent > 1_000) {
    throw fieldError('percent', 'The percentage must be from 10 to 1000.');
  }
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > 600) {
    throw fieldError('seconds', 'The seconds must be from 1 to 600.');
  }
  refuseRealChain(request);
  await execute(tx, setSql, [merchantId, mode, network, percent, seconds]);
}

/**
 * The fee that a simulated network asks for a transaction of these payouts, in its coin: what their merchant has set,
 * of several merchants the highest.
 */
export async function simulatedFee(on: Tx | Db, network: Network, payoutIds: readonly string[]): Promise<bigint> {
  const { percent } = await one<{ percent: number }>(on, percentSql, [payoutIds]);
  return simulatedCost(coinOf(network), percent).costMinor;
}

const setSql = prepared(`
  INSERT INTO sim_fee (merchant_id, mode, network, percent, set_at, until)
  VALUES ($1, $2, $3, $4, clock_timestamp(), clock_timestamp() + $5 * interval '1 second')
  ON CONFLICT (merchant_id, mode, network) DO UPDATE
    SET percent = excluded.percent, set_at = excluded.set_at, until = excluded.until`);
const percentSql = prepared(`
  SELECT coalesce(max(coalesce(s.percent, 100)), 100) AS percent
  FROM payout p
  LEFT JOIN sim_fee s ON s.merchant_id = p.merchant_id AND s.mode = p.mode AND s.network = p.network
    AND s.until > clock_timestamp()
  WHERE p.id = ANY($1::uuid[])`);
