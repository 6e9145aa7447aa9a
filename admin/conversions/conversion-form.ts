import type { SpaBalance } from '../../contract/balances.ts';
import type { ConversionRate } from '../../contract/conversions.ts';
import { type GateId, gateDecimals, gates, isCryptoGateId } from '../../domain/assets/assets.ts';
import { CONVERSION_TARGETS, canConvert } from '../../domain/conversion/pairs.ts';
import { QUOTE_MS } from '../../domain/conversion/quote.ts';
import { withoutTrailingZeros } from '../../domain/text/trailing.ts';
import { gateName, tickerOf } from '../components/asset-label.tsx';
import { coinsText } from '../components/money.tsx';
import { amountProblem, minorOrNull } from '../forms/amount-rule.ts';
import { formatDecimal } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { isPositive, plus, timesRounded } from '../invoices/decimal.ts';

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

/** `0.1 BTC`, `100 USDT (TRON)`, `€81.13`: an amount in a sentence. */
export function amountWords(amount: string, gateId: GateId): string {
  if (gateId === 'EUR') return coinsText(amount, gateId);
  return `${formatDecimal(withoutTrailingZeros(amount))} ${tickerOf(gateId) === 'USDT' ? gateName(gateId) : tickerOf(gateId)}`;
}

/** A rate to the decimals of its target, and to four digits where that would leave less of it. */
export function rateText(rate: string, to: GateId): string {
  const digits = Math.ceil(-Math.log10(Number(rate))) + 3;
  const places = Math.max(isCryptoGateId(to) ? gates[to].decimalsShown : 2, Number.isFinite(digits) ? digits : 0);
  return coinsText(timesRounded(rate, '1', places), to);
}

/** From this value on, in the currency of the balances, a conversion is reviewed before it is made. */
const REVIEWED_FROM = 1_000;

/** Whether a conversion is reviewed first: all of a balance, what is worth much, and what nobody can value. */
export function isReviewed(
  { amount_from }: { readonly amount_from: string },
  { gate_id, available, pending, held, value }: SpaBalance,
): boolean {
  const given = minorOf(gate_id, amount_from) ?? 0n;
  const total = minorOf(gate_id, plus(plus(available, pending), held)) ?? 0n;
  if (value === null || total === 0n || given >= (minorOf(gate_id, available) ?? 0n)) return true;
  return (cents({ value }) * given) / total >= BigInt(REVIEWED_FROM * 100);
}

function mostValuable(sources: readonly [SpaBalance, ...SpaBalance[]]): SpaBalance {
  return sources.reduce((best, each) => (cents(each) > cents(best) ? each : best));
}

function cents({ value }: Pick<SpaBalance, 'value'>): bigint {
  return value === null ? 0n : (minorOf('EUR', value) ?? 0n);
}

function minorOf(gateId: GateId, amount: string): bigint | null {
  return minorOrNull(amount, gateDecimals(gateId));
}
