import type { ConversionRate } from '../../contract/conversions.ts';
import { gateText } from '../../contract/conversions.view.ts';
import { type ConversionContext, fullPosition } from '../../db/conversions/terms.ts';
import { positionWords } from '../../domain/conversion/limits.ts';
import { type ConversionPair, midPrice, priceFrom } from '../../domain/conversion/price.ts';
import { isDomainError } from '../../domain/errors.ts';
import { formatAmount } from '../../domain/money/money.ts';

/** A pair that never converts, or cannot at the moment. */
export function presentImpossible(reason: string): ConversionRate {
  const unknown = { rate: null, spread_bps: null, fee_rate: null, minimum: null, maximum: null };
  return { ...unknown, possible: false, reason };
}

/** The current rate of a pair, and whether it can be converted: the smallest amount has to fit. */
export function presentConversionRate(pair: ConversionPair, context: ConversionContext, nowMs: number): ConversionRate {
  const { spreadBps, feeBps, from } = context;
  const terms = {
    spread_bps: spreadBps,
    fee_rate: formatAmount(BigInt(feeBps), 2),
    minimum: gateText(from.limits.minimumMinor, pair.from),
    maximum: gateText(from.limits.maximumMinor, pair.from),
  };
  try {
    const price = priceFrom(pair, from.limits.minimumMinor, midPrice(pair, context.rates, nowMs), context);
    const full = fullPosition(price, context);
    const reason = full === null ? null : positionWords(full);
    return { ...terms, rate: price.rate, possible: reason === null, reason };
  } catch (error) {
    if (!isDomainError(error, 'rate_unavailable')) throw error;
    return { ...terms, rate: null, possible: false, reason: error.message };
  }
}
