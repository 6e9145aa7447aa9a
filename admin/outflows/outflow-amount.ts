import '../payouts/payout-words.ts';
import { type GateId, gateDecimals } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import { parseAmount } from '../../domain/money/money.ts';
import { type PayoutFeePayer, type PayoutQuote, quotePayout } from '../../domain/outflows/fees.ts';
import { checkPayoutAmount, exceededLimit, limitRefusal } from '../../domain/outflows/limits.ts';
import { amountProblem } from '../forms/amount-rule.ts';
import { t } from '../i18n/translate.ts';

/** The asset data that the forms of payouts and withdrawals need, all amounts in major units. */
export interface OutflowGate {
  readonly gate_id: GateId;
  readonly available: string;
  readonly min: string;
  readonly max: string | null;
  readonly hourly_left?: string | null;
  readonly daily_left?: string | null;
  readonly service_fee_percent: string;
  readonly network_fee: string;
}

export interface OutflowRequest {
  readonly amount: string;
  readonly fee_payer: PayoutFeePayer;
}

/** Errors in the amount of a payout or withdrawal that can be found without the server (spec §5, §8). */
export function outflowProblem(requested: OutflowRequest, gate: OutflowGate): string | undefined {
  return amountProblem(requested.amount, {
    decimals: gateDecimals(gate.gate_id),
    bounds: (minor) => {
      const limits = limitsOf(gate);
      checkPayoutAmount(minor, limits);
      const quote = outflowQuote(requested, gate);
      if (quote === null) return t('request.nothingLeft');
      if (quote.heldMinor > minorOf(gate.available, gate)) return t('request.insufficient');
      const exceeded = exceededLimit(quote.netMinor, { hourMinor: 0n, dayMinor: 0n }, limits);
      return exceeded === null ? undefined : limitRefusal(exceeded).fields?.amount?.[0];
    },
  });
}

/** The request's quote in minor units; null while the amount is empty or does not cover the fees. */
export function outflowQuote({ amount, fee_payer }: OutflowRequest, gate: OutflowGate): PayoutQuote | null {
  try {
    return quotePayout(minorOf(amount, gate), {
      feePayer: fee_payer,
      serviceFeeBps: Number(parseAmount(gate.service_fee_percent, 2)),
      networkFeeMinor: minorOf(gate.network_fee, gate),
    });
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

export function minorOf(amount: string, { gate_id }: Pick<OutflowGate, 'gate_id'>): bigint {
  return parseAmount(amount, gateDecimals(gate_id));
}

/** The unused part of the hourly and daily limits bounds one payout just as the limits themselves would. */
function limitsOf(gate: OutflowGate) {
  const minor = (text: string | null | undefined) => (text == null ? null : minorOf(text, gate));
  return {
    minMinor: minorOf(gate.min, gate),
    maxMinor: minor(gate.max),
    hourlyMinor: minor(gate.hourly_left),
    dailyMinor: minor(gate.daily_left),
  };
}
