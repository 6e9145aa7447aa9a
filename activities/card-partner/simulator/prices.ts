import type { Db } from '../../../db/core/sequelize.ts';
import { currentRates } from '../../../db/rates/rates.ts';
import { type CryptoGateId, gate, type Mode } from '../../../domain/assets/assets.ts';
import { currencyDecimals } from '../../../domain/money/currencies.ts';
import { divCeil, divFloor, formatAmount, formatTrimmed, pow10 } from '../../../domain/money/money.ts';
import { exactOf, ONE, parseExact, per, times } from '../../../domain/treasury/exact.ts';
import type { PurchaseAmount } from '../port.ts';

/** The currencies that the simulator takes, with the limits of one order in whole units. */
export const FIATS: Readonly<Record<string, { readonly title: string; readonly min: number; readonly max: number }>> = {
  EUR: { title: 'Euro', min: 20, max: 15_000 },
  USD: { title: 'US Dollar', min: 20, max: 15_000 },
  GBP: { title: 'Pound Sterling', min: 20, max: 12_000 },
  CHF: { title: 'Swiss Franc', min: 20, max: 15_000 },
  PLN: { title: 'Zloty', min: 100, max: 60_000 },
  SEK: { title: 'Swedish Krona', min: 250, max: 150_000 },
};

/** Amounts as the interface writes them. */
export interface Price {
  readonly fiatAmount: string;
  readonly cryptoAmount: string;
  readonly processingFee: string;
  readonly networkFee: string;
}

export interface Priced {
  readonly mode: Mode;
  readonly gateId: CryptoGateId;
  readonly currency: string;
  readonly amount: PurchaseAmount;
  readonly nowMs: number;
  /** Above the price of a quote, for an order whose rate moved. */
  readonly extraBps?: bigint;
}

const FEE_BPS = 199n;
const SPREAD_BPS = 100n;
const WAVE_BPS = 25;
const WAVE_MS = 30_000;
const BPS = 10_000n;

/**
 * The price of a purchase: the gateway's own rate of the mode, one percent above, with a small wave, so that two quotes
 * differ. Both fees are part of what is paid. @returns null while there is no rate
 */
export async function priceOf(db: Db, of: Priced): Promise<Price | null> {
  const { mode, gateId, currency, amount, nowMs, extraBps = 0n } = of;
  const { asset, decimals, networkFeeMinor } = gate(gateId);
  const [rate] = await currentRates(db, { mode, assets: [asset], currencies: [currency] });
  if (rate === undefined) return null;
  const wave = BigInt(Math.round(WAVE_BPS * Math.sin(nowMs / WAVE_MS)));
  const price = divCeil(parseExact(rate.value) * (BPS + SPREAD_BPS + wave + extraBps), BPS);
  const unit = pow10(18 - currencyDecimals(currency));
  const upToMinor = (exact: bigint) => divCeil(exact, unit) * unit;
  const networkFee = upToMinor(times(exactOf(networkFeeMinor * 2n, decimals), price));
  const feeOf = (total: bigint) => upToMinor(divCeil(total * FEE_BPS, BPS));
  const written = (total: bigint, coinsMinor: bigint, fee: bigint): Price => ({
    fiatAmount: moneyText(total, currency),
    cryptoAmount: formatTrimmed(coinsMinor, decimals),
    processingFee: moneyText(fee, currency),
    networkFee: moneyText(networkFee, currency),
  });
  if (amount.kind === 'fiat') {
    const total = exactOf(amount.minor, currencyDecimals(currency));
    const fee = feeOf(total);
    const forCoins = total - fee - networkFee;
    const coins = forCoins <= 0n ? 0n : per(forCoins, price);
    return written(total, divFloor(coins, pow10(18 - decimals)), fee);
  }
  const net = times(exactOf(amount.minor, decimals), price) + networkFee;
  const total = upToMinor(divCeil(net * BPS, BPS - FEE_BPS));
  return written(total, amount.minor, total - upToMinor(net) > 0n ? total - upToMinor(net) : 0n);
}

/** Whether an amount of money is within the limits of its currency: above or below, else null. */
export function outsideLimits(fiatAmount: string, currency: string): 'below' | 'above' | null {
  const limits = FIATS[currency];
  if (limits === undefined) return 'above';
  const value = parseExact(fiatAmount);
  if (value < BigInt(limits.min) * ONE) return 'below';
  return value > BigInt(limits.max) * ONE ? 'above' : null;
}

function moneyText(exact: bigint, currency: string): string {
  const places = currencyDecimals(currency);
  return formatAmount(divFloor(exact, pow10(18 - places)), places);
}
