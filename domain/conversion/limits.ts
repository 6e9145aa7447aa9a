import { type GateId, gateDecimals, gates } from '../assets/assets.ts';
import { DomainError } from '../errors.ts';
import { formatTrimmed } from '../money/money.ts';

/** The bounds of one gate, in its minor units. */
export interface ConversionLimits {
  readonly minimumMinor: bigint;
  readonly maximumMinor: bigint;
  /** How far the gateway's position may be from zero, in either direction. */
  readonly positionMinor: bigint;
}

/** @throws DomainError `amount_too_small`, `amount_too_large` on `amount` (spec §8) */
export function checkConvertedAmount(from: GateId, minor: bigint, limits: ConversionLimits): void {
  if (minor < limits.minimumMinor) {
    throw outOfBounds(
      'amount_too_small',
      `Amount is less than the minimum value: ${textOf(from, limits.minimumMinor)}`,
    );
  }
  if (minor > limits.maximumMinor) {
    throw outOfBounds(
      'amount_too_large',
      `Amount is greater than the maximum value: ${textOf(from, limits.maximumMinor)}`,
    );
  }
}

/**
 * Whether a position may become what a conversion makes of it. A conversion that brings it back towards zero is always
 * accepted.
 */
export function fitsPosition(beforeMinor: bigint, changeMinor: bigint, { positionMinor }: ConversionLimits): boolean {
  const after = absolute(beforeMinor + changeMinor);
  return after <= positionMinor || after < absolute(beforeMinor);
}

/** The refusal for a position that is full. */
export function positionRefusal(id: GateId): DomainError {
  return new DomainError('position_limit', { message: positionWords(id) });
}

export function positionWords(id: GateId): string {
  const name = id === 'EUR' ? 'euro' : gates[id].ticker;
  return `We cannot take on more ${name} at the moment. Try a smaller amount, or again in a few minutes.`;
}

function outOfBounds(code: 'amount_too_small' | 'amount_too_large', message: string): DomainError {
  return new DomainError(code, { fields: { amount: [message] } });
}

function textOf(id: GateId, minor: bigint): string {
  return `${formatTrimmed(minor, gateDecimals(id))} ${id === 'EUR' ? 'EUR' : gates[id].ticker}`;
}

function absolute(minor: bigint): bigint {
  return minor < 0n ? -minor : minor;
}
