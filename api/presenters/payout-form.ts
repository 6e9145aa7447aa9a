import { trimZeros } from '../../contract/invoice.view.ts';
import type { PayoutGate, PayoutPreview } from '../../contract/payouts.ts';
import type { GateFacts, PayoutFormFacts } from '../../db/payouts/form.ts';
import { gates } from '../../domain/assets/assets.ts';
import { isDomainError } from '../../domain/errors.ts';
import { currencyDecimals } from '../../domain/money/currencies.ts';
import { formatAmount, maxOf, parseAmount } from '../../domain/money/money.ts';
import { fiatMinorFor } from '../../domain/money/rates.ts';
import { insufficientBalance } from '../../domain/outflows/debt.ts';
import { largestAmount, type PayoutFeePayer, quotePayout } from '../../domain/outflows/fees.ts';
import { checkPayoutAmount, exceededLimit, limitRefusal } from '../../domain/outflows/limits.ts';
import { refuseBeyondOwnLimits } from '../../domain/outflows/own-limits.ts';
import { presentQuote } from './spa-payouts.ts';

const PAYERS = ['merchant', 'recipient'] as const satisfies readonly PayoutFeePayer[];

/** The balance, limits and fees of payouts from a gate. */
export function presentPayoutGate(of: GateFacts, { serviceFeeBps }: PayoutFormFacts): PayoutGate {
  const { decimals, tag } = gates[of.gateId];
  const { chargedMinor: networkFeeMinor, sampledAt } = of.networkFee;
  const amount = (minor: bigint) => formatAmount(minor, decimals);
  const bound = (minor: bigint | null) => (minor === null ? null : amount(maxOf(0n, minor)));
  const { minMinor, maxMinor, hourlyMinor, dailyMinor } = of.limits;
  const largest = (feePayer: PayoutFeePayer) =>
    amount(largestAmount(maxOf(0n, of.availableMinor), { feePayer, serviceFeeBps, networkFeeMinor }));
  return {
    gate_id: of.gateId,
    available: amount(of.availableMinor),
    frozen: of.frozen,
    is_open: of.isOpen,
    min: amount(minMinor),
    max: bound(maxMinor),
    hourly_left: bound(hourlyMinor === null ? null : hourlyMinor - of.use.hourMinor),
    daily_left: bound(dailyMinor === null ? null : dailyMinor - of.use.dayMinor),
    largest: { merchant: largest('merchant'), recipient: largest('recipient') },
    service_fee_percent: formatAmount(BigInt(serviceFeeBps), 2),
    network_fee: amount(networkFeeMinor),
    network_fee_at: sampledAt?.toISOString() ?? null,
    takes_tag: tag !== 'none',
    rate: of.rate === null ? null : trimZeros(of.rate.value),
  };
}

/**
 * Previews of a payout of this amount, by who pays the fees; where it would be refused, why.
 * @throws DomainError `amount_invalid`
 */
export function presentPreviews(text: string, of: GateFacts, facts: PayoutFormFacts): PayoutPreview[] {
  const { decimals } = gates[of.gateId];
  const amountMinor = parseAmount(text, decimals);
  return PAYERS.map((feePayer) => previewOf(amountMinor, { feePayer, of, facts }));
}

function previewOf(
  amountMinor: bigint,
  { feePayer, of, facts }: { feePayer: PayoutFeePayer; of: GateFacts; facts: PayoutFormFacts },
): PayoutPreview {
  const { decimals } = gates[of.gateId];
  const { chargedMinor: networkFeeMinor } = of.networkFee;
  const terms = { feePayer, serviceFeeBps: facts.serviceFeeBps, networkFeeMinor };
  try {
    const quote = quotePayout(amountMinor, terms);
    const value = of.rate === null ? null : fiatMinorFor(quote.heldMinor, of.rate);
    return {
      fee_payer: feePayer,
      ...presentQuote(quote, decimals),
      value: value === null ? null : formatAmount(value, currencyDecimals(facts.currency)),
      problem:
        problemOf(() => {
          checkPayoutAmount(amountMinor, of.limits);
          const exceeded = exceededLimit(quote.netMinor, of.use, of.limits);
          if (exceeded !== null) throw limitRefusal(exceeded);
          const { netMinor } = quote;
          if (facts.ownRoom !== null) refuseBeyondOwnLimits(facts.ownRoom, [{ gateId: of.gateId, netMinor }]);
        }) ??
        (quote.heldMinor > of.availableMinor ? insufficientBalance([{ asset: of.gateId, minor: of.owedMinor }]) : null),
    };
  } catch (error) {
    // The fees leave nothing: there is no quote, only why.
    const zero = { netMinor: 0n, serviceFeeMinor: 0n, networkFeeMinor, heldMinor: amountMinor };
    return { fee_payer: feePayer, ...presentQuote(zero, decimals), value: null, problem: wordsOf(error) };
  }
}

/** The message of a refusal, or null. */
export function problemOf(check: () => void): string | null {
  try {
    check();
    return null;
  } catch (error) {
    return wordsOf(error);
  }
}

export function wordsOf(error: unknown): string {
  if (!isDomainError(error)) throw error;
  return Object.values(error.fields ?? {})[0]?.[0] ?? error.message;
}
