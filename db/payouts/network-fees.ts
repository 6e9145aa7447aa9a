import { type CryptoGate, type CryptoGateId, coinOf, gate, type Mode } from '../../domain/assets/assets.ts';
import { parseRatio, type Ratio } from '../../domain/money/rates.ts';
import {
  type FeeSample,
  gatheringQuote,
  type NetworkFeeQuote,
  quoteNetworkFee,
} from '../../domain/payouts/network-fee.ts';
import { simulatedCost } from '../../domain/payouts/simulated-cost.ts';
import type { Chain } from '../chain/cursor.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, maybeOne, prepared, select } from '../core/sql.ts';
import { spendableCoins } from '../sending/coins.ts';
import type { PayoutSettings } from './settings.ts';

/**
 * The current network cost of one payment of a gate: `costMinor` in the network's coin, `ownCostMinor` in the gate's
 * asset if no rate is needed.
 */
export interface GateCost {
  readonly gateId: CryptoGateId;
  readonly costMinor: bigint;
  readonly ownCostMinor: bigint | null;
  /** The price of a virtual byte or unit of gas that is in one of the next blocks; null or missing if nobody knows. */
  readonly unitMinor?: bigint | null;
}

/** Stores a node's report; ignores reports older than the stored one. */
export async function saveGateCosts(
  on: Tx | Db,
  { mode, costs, nowMs }: { readonly mode: Mode; readonly costs: readonly GateCost[]; readonly nowMs: number },
): Promise<void> {
  await execute(on, saveSql, [
    mode,
    costs.map(({ gateId }) => gateId),
    costs.map(({ costMinor }) => String(costMinor)),
    costs.map(({ ownCostMinor }) => ownCostMinor?.toString() ?? null),
    new Date(nowMs),
    costs.map(({ unitMinor }) => unitMinor?.toString() ?? null),
  ]);
}

/** The owner of the quoted payments: in the sandbox, merchants set the fees of simulated networks for themselves. */
export interface FeePayingMerchant {
  readonly mode: Mode;
  readonly merchantId: string;
}

/** The current network fee of a merchant's payment of each gate. */
export async function networkFees(
  on: Tx | Db,
  settings: Pick<PayoutSettings, 'networkFeeBoundsOf'>,
  { mode, merchantId, gateIds }: FeePayingMerchant & { readonly gateIds: readonly CryptoGateId[] },
): Promise<ReadonlyMap<CryptoGateId, NetworkFeeQuote>> {
  const networks = gateIds.map((id) => gate(id).network);
  const coins = networks.map((network) => coinOf(network).asset);
  const rows = await select<FeeRow>(on, feesSql, [mode, gateIds, coins, networks, merchantId]);
  return new Map(rows.map((row) => [row.gate_id, quoteOf(row, settings)]));
}

/** The same for one gate. */
export async function networkFee(
  on: Tx | Db,
  settings: Pick<PayoutSettings, 'networkFeeBoundsOf'>,
  { gateId, ...of }: FeePayingMerchant & { readonly gateId: CryptoGateId },
): Promise<NetworkFeeQuote> {
  const fee = (await networkFees(on, settings, { ...of, gateIds: [gateId] })).get(gateId);
  if (fee === undefined) throw new Error(`${gateId} has a network fee.`);
  return fee;
}

/**
 * The quote with a ceiling that allows the transaction to gather as many of the gateway's coins as the amount currently
 * needs: the gateway bears the cost of its own coins. Networks with accounts and simulated ones have no coins to
 * gather.
 */
export async function withGathering(
  on: Tx | Db,
  quote: NetworkFeeQuote,
  { mode, gateId, netMinor }: { readonly mode: Mode; readonly gateId: CryptoGateId; readonly netMinor: bigint },
): Promise<NetworkFeeQuote> {
  const coins = await gatherableCoins(on, { mode, network: gate(gateId).network });
  let needed = 0;
  let missingMinor = netMinor;
  for (const amountMinor of coins) {
    if (missingMinor <= 0n) break;
    missingMinor -= amountMinor;
    needed += 1;
  }
  return gatheringQuote(gate(gateId), quote, needed);
}

/** Units of USDT per coin, by rates of at most a day; null without them. */
export async function tokensPerCoin(
  on: Tx | Db,
  { mode, coin }: { readonly mode: Mode; readonly coin: string },
): Promise<Ratio | null> {
  const row = await maybeOne<{ coin_rate: string; token_rate: string }>(on, ratioSql, [mode, coin]);
  return row === undefined ? null : ratioOf(row.coin_rate, row.token_rate);
}

/**
 * The amounts of the biggest spendable coins, biggest first; none on networks with accounts and simulated ones, which
 * have no coins to gather.
 */
export async function gatherableCoins(on: Tx | Db, { mode, network }: Chain): Promise<bigint[]> {
  if (coinOf(network).family !== 'utxo') return [];
  const identity = await maybeOne<{ simulated: boolean }>(on, identitySql, [mode, network]);
  if (identity === undefined || identity.simulated) return [];
  const coins = await spendableCoins(on, { mode, network }, { aboveMinor: 0n, most: MOST_COINS });
  return coins.map(({ amountMinor }) => amountMinor);
}

interface FeeRow {
  gate_id: CryptoGateId;
  cost_minor: string | null;
  own_cost_minor: string | null;
  sampled_at: Date | null;
  age_ms: string | null;
  /** The merchant's setting on a simulated network, of the usual fees; then `sampled_at` is its time. */
  percent: number | null;
  coin_rate: string | null;
  token_rate: string | null;
}

function quoteOf(row: FeeRow, settings: Pick<PayoutSettings, 'networkFeeBoundsOf'>): NetworkFeeQuote {
  const of = gate(row.gate_id);
  const { coin_rate, token_rate } = row;
  return quoteNetworkFee(of, {
    sample: sampleOf(of, row),
    tokensPerCoin: coin_rate === null || token_rate === null ? null : ratioOf(coin_rate, token_rate),
    coinDecimals: coinOf(of.network).decimals,
    bounds: settings.networkFeeBoundsOf(of.network),
  });
}

function sampleOf(of: CryptoGate, row: FeeRow): FeeSample | null {
  const { cost_minor, own_cost_minor, sampled_at: sampledAt, age_ms, percent } = row;
  if (sampledAt === null) return null;
  const measured = { sampledAt, ageMs: Number(age_ms) };
  if (percent !== null) return { ...simulatedCost(of, percent), ...measured };
  if (cost_minor === null) return null;
  const ownCostMinor = own_cost_minor === null ? null : BigInt(own_cost_minor);
  return { costMinor: BigInt(cost_minor), ownCostMinor, ...measured };
}

function ratioOf(coin: string, token: string) {
  const [above, below] = [parseRatio(coin), parseRatio(token)];
  return { num: above.num * below.den, den: above.den * below.num };
}

/** The maximum that one payment spends. */
const MOST_COINS = 500;

const ratioSql = prepared(`
  SELECT c.value::text AS coin_rate, t.value::text AS token_rate
  FROM rate c JOIN rate t ON t.mode = c.mode AND t.currency = c.currency
  WHERE c.mode = $1 AND c.asset = $2 AND t.asset = 'USDT'
    AND least(c.sampled_at, t.sampled_at) > clock_timestamp() - interval '1 day'
  ORDER BY least(c.expires_at, t.expires_at) DESC, c.currency LIMIT 1`);
const identitySql = prepared('SELECT simulated FROM chain_identity WHERE mode = $1 AND network = $2');
const saveSql = prepared(`
  INSERT INTO network_fee (mode, gate_id, cost_minor, own_cost_minor, unit_minor, sampled_at, unit_sampled_at)
  SELECT $1, c.*, $5::timestamptz, $5 FROM unnest($2::text[], $3::numeric[], $4::numeric[], $6::numeric[]) AS c
  ON CONFLICT (mode, gate_id) DO UPDATE
    SET cost_minor = excluded.cost_minor, own_cost_minor = excluded.own_cost_minor, sampled_at = excluded.sampled_at,
      unit_minor = excluded.unit_minor, unit_sampled_at = excluded.unit_sampled_at
    WHERE excluded.sampled_at >= network_fee.sampled_at`);

// Both rates in one currency. Rates that have expired for invoices still estimate a fee's value for a day.
const feesSql = prepared(`
  SELECT g.id AS gate_id, f.cost_minor, f.own_cost_minor, s.percent, latest.sampled_at, r.coin_rate, r.token_rate,
    (extract(epoch FROM clock_timestamp() - latest.sampled_at) * 1000)::bigint AS age_ms
  FROM unnest($2::text[], $3::text[], $4::text[]) AS g(id, coin, network)
  LEFT JOIN network_fee f ON f.mode = $1 AND f.gate_id = g.id
  LEFT JOIN sim_fee s ON s.merchant_id = $5 AND s.mode = $1 AND s.network = g.network AND s.until > clock_timestamp()
    AND NOT EXISTS (SELECT FROM chain_identity i WHERE i.mode = $1 AND i.network = g.network AND NOT i.simulated)
  CROSS JOIN LATERAL (SELECT coalesce(s.set_at, f.sampled_at) AS sampled_at) AS latest
  LEFT JOIN LATERAL (
    SELECT c.value::text AS coin_rate, t.value::text AS token_rate
    FROM rate c JOIN rate t ON t.mode = c.mode AND t.currency = c.currency
    WHERE g.id LIKE 'USDT%' AND f.own_cost_minor IS NULL AND c.mode = $1 AND c.asset = g.coin AND t.asset = 'USDT'
      AND least(c.sampled_at, t.sampled_at) > clock_timestamp() - interval '1 day'
    ORDER BY least(c.expires_at, t.expires_at) DESC, c.currency LIMIT 1) r ON true`);
