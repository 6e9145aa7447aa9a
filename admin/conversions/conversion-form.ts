import type { SpaBalance } from '../../contract/balances.ts';
import type { ConversionRate } from '../../contract/conversions.ts';
import { type GateId, gateDecimals } from '../../domain/assets/assets.ts';
import { CONVERSION_TARGETS, canConvert } from '../../domain/conversion/pairs.ts';
import { QUOTE_MS } from '../../domain/conversion/quote.ts';
import { coinsText } from '../components/money.tsx';
import { amountProblem, minorOrNull } from '../forms/amount-rule.ts';
import { t } from '../i18n/translate.ts';
import { isPositive } from '../invoices/decimal.ts';

export interface ConversionPair {
  readonly from: GateId;
  readonly to: GateId;
}

/** A conversion to price, by either its source amount or its target amount. */
export interface ConversionRequest extends ConversionPair {
  /** Which of the two amounts was typed. */
  readonly side: 'from' | 'to';
  readonly amount: string;
}

/** The form: the amount that was typed, and on the other side what its price says. */
export interface ConversionValues extends ConversionPair {
  readonly side: ConversionRequest['side'];
  readonly amount_from: string;
  readonly amount_to: string;
}

export function requestOf({ from, to, side, ...amounts }: ConversionValues): ConversionRequest {
  return { from, to, side, amount: amounts[`amount_${side}`].trim() };
}

/** The balances that something can be converted from. */
export function sourcesOf(balances: readonly SpaBalance[]): SpaBalance[] {
  return balances.filter(
    ({ gate_id, available, frozen }) => !frozen && isPositive(available) && targetsOf(gate_id).length > 0,
  );
}

/** The assets into which this one can be converted (spec §5). */
export function targetsOf(from: GateId): readonly GateId[] {
  return CONVERSION_TARGETS.filter((to) => canConvert(from, to));
}

/** The asset that is named, else the one that is worth most; most people want euro. */
export function initialConversion(
  sources: readonly [SpaBalance, ...SpaBalance[]],
  named: string | null,
): ConversionValues {
  const source = sources.find(({ gate_id }) => gate_id === named) ?? mostValuable(sources);
  return { from: source.gate_id, to: targetAfter(source.gate_id, 'EUR'), side: 'from', amount_from: '', amount_to: '' };
}

/** The target that stays when another asset is given, or the first that this one can be converted into. */
export function targetAfter(from: GateId, to: GateId): GateId {
  if (canConvert(from, to)) return to;
  return targetsOf(from)[0] ?? to;
}

/** The error in the amount, in the spec's words (spec §8); undefined also while the amount is empty. */
export function requestedProblem(
  { from, to, side, amount }: ConversionRequest,
  { available, rate }: { readonly available: string; readonly rate: ConversionRate | undefined },
): string | undefined {
  if (side === 'to') return amountProblem(amount, { optional: true, decimals: gateDecimals(to) });
  return amountProblem(amount, {
    optional: true,
    decimals: gateDecimals(from),
    bounds: (minor) => {
      const limit = (text: string | null | undefined) => (text ? minorOf(from, text) : null);
      const [minimum, maximum] = [limit(rate?.minimum), limit(rate?.maximum)];
      if (minimum !== null && minor < minimum) {
        return t('convert.tooSmall', { minimum: coinsText(rate?.minimum ?? '', from) });
      }
      if (maximum !== null && minor > maximum) {
        return t('convert.tooLarge', { maximum: coinsText(rate?.maximum ?? '', from) });
      }
      return isCovered(from, amount, available) ? undefined : t('convert.insufficient');
    },
  });
}

/** Whether the balance has as much. */
export function isCovered(gateId: GateId, amount: string, available: string): boolean {
  const [wanted, there] = [minorOf(gateId, amount), minorOf(gateId, available)];
  return wanted !== null && there !== null && wanted <= there;
}

/**
 * How long a price may still be used, counted from when it came: the clock of this computer may be wrong, so it is not
 * compared with the server's.
 */
export function secondsLeft(receivedAtMs: number, nowMs: number): number {
  return Math.ceil(Math.min(QUOTE_MS, Math.max(0, receivedAtMs + QUOTE_MS - nowMs)) / 1000);
}

/** `0.50` of 50 basis points. */
export function percentOf(basisPoints: number): string {
  return `${Math.trunc(basisPoints / 100)}.${String(basisPoints % 100).padStart(2, '0')}`;
}

function mostValuable(sources: readonly [SpaBalance, ...SpaBalance[]]): SpaBalance {
  return sources.reduce((best, each) => (cents(each) > cents(best) ? each : best));
}

function cents({ value }: SpaBalance): bigint {
  return value === null ? 0n : (minorOf('EUR', value) ?? 0n);
}

function minorOf(gateId: GateId, amount: string): bigint | null {
  return minorOrNull(amount, gateDecimals(gateId));
}
