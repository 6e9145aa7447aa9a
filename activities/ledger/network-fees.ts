import { raiseAlert, resolveAlert } from '../../db/alerts/alerts.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { networkFeeBalances } from '../../db/ledger/balances.ts';
import { tokensPerCoin } from '../../db/payouts/network-fees.ts';
import { type CryptoGateId, coinOf, gate, gatesOn, isCryptoGateId, type Mode } from '../../domain/assets/assets.ts';
import { formatTrimmed, mulDivFloor, pow10 } from '../../domain/money/money.ts';

/**
 * Alerts operators while a network has cost more than was charged for it, in each asset; the alert closes once the fees
 * cover the costs again.
 */
export async function checkNetworkFees(db: Db): Promise<void> {
  const balances = await networkFeeBalances(db);
  const minorOf = (mode: Mode, asset: string) =>
    balances.find((each) => each.mode === mode && each.asset === asset)?.minor ?? 0n;
  for (const { mode, asset, minor } of balances) {
    const alert = { kind: 'network_fees_negative', subject: `${mode}:${asset}` } as const;
    if (minor >= 0n || !isCryptoGateId(asset) || (await isCovered(db, { mode, asset, minor, minorOf }))) {
      await resolveAlert(db, alert);
      continue;
    }
    // The cost of token payments is paid in the coin, and charged in the token.
    const beside = gatesOn(gate(asset).network)
      .filter(({ id }) => id !== asset)
      .map(({ id }) => ` Fees charged in ${id}: ${formatTrimmed(minorOf(mode, id), gate(id).decimals)}.`);
    const message = `Network costs in ${asset} (${mode}) exceed the network fees charged for it by ${formatTrimmed(-minor, gate(asset).decimals)}.${beside.join('')} Check the quoted fees and the costs of sweeps.`;
    await raiseAlert(db, { ...alert, message });
  }
}

interface Deficit {
  readonly mode: Mode;
  readonly asset: CryptoGateId;
  /** Below zero. */
  readonly minor: bigint;
  readonly minorOf: (mode: Mode, asset: string) => bigint;
}

/**
 * Whether what tokens were charged on the network is worth as much at the present rate; their payments are paid for in
 * the coin. Without a rate nothing counts.
 */
async function isCovered(db: Db, { mode, asset, minor, minorOf }: Deficit): Promise<boolean> {
  const coin = coinOf(gate(asset).network);
  if (coin.id !== asset) return false;
  let coveredMinor = 0n;
  for (const token of gatesOn(coin.network).filter(({ id }) => id !== asset)) {
    const rate = await tokensPerCoin(db, { mode, coin: coin.asset });
    const charged = minorOf(mode, token.id);
    if (rate === null || charged <= 0n) continue;
    coveredMinor += mulDivFloor(charged, rate.den * pow10(coin.decimals), rate.num * pow10(token.decimals));
  }
  return minor + coveredMinor >= 0n;
}
