import { DomainError } from '../../domain/errors.ts';
import { parseAmount } from '../../domain/money/money.ts';
import { t } from '../i18n/translate.ts';

export interface AmountRule {
  /** Decimal places of the asset. By default those of the contract: only the server knows each currency's. */
  readonly decimals?: number;
  /** The field may be empty. */
  readonly optional?: boolean;
  /** Bounds and balance, for an amount above 0 in minor units of the asset. Errors of `domain/` may be thrown. */
  readonly bounds?: (minor: bigint) => string | undefined;
}

/** Returns what is wrong with a typed amount, in the words of the spec (spec §5, §8), or undefined. */
export function amountProblem(
  text: string,
  { decimals = MOST_DECIMALS, optional = false, bounds }: AmountRule = {},
): string | undefined {
  if (text === '') return optional ? undefined : t('form.required');
  if (!PLAIN.test(text)) return t('form.amountInvalid');
  try {
    const minor = parseAmount(text, decimals);
    return minor === 0n ? t('form.amountZero') : bounds?.(minor);
  } catch (error) {
    if (error instanceof DomainError) return error.fields?.amount?.[0] ?? error.message;
    throw error;
  }
}

/** Minor units of a typed amount, or null while it is not a plain decimal number of that many places. */
export function minorOrNull(text: string, decimals: number): bigint | null {
  try {
    return parseAmount(text, decimals);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/** As the contract's `Amount`, which forms load only when they are first checked. */
const PLAIN = /^(0|[1-9]\d{0,29})(\.\d+)?$/;
const MOST_DECIMALS = 18;
