import { fieldError } from '../errors.ts';
import { parseAmount } from './money.ts';

/** More than a tenth would be another price. */
const MAX_TOLERANCE_BPS = 1000;

/**
 * How much less or more than due counts as paid, in basis points of what is due, from per cent with at most two
 * decimals. @throws DomainError for more than ten per cent, at the field
 */
export function toleranceBps(field: string, percent: string): number {
  const bps = Number(parseAmount(percent, 2));
  if (bps > MAX_TOLERANCE_BPS) throw fieldError(field, 'Must be at most 10.');
  return bps;
}
