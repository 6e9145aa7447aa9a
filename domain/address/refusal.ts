import { DomainError } from '../errors.ts';

/** The refusal of an address, with the reason in words that the person who typed it understands. */
export function refuseAddress(reason: string): DomainError {
  return new DomainError('address_invalid', { fields: { address: [reason] } });
}

/** Runs a decoder of a library; what it throws becomes null, because "not this format" is an answer. */
export function attempt<T>(decode: () => T): T | null {
  try {
    return decode();
  } catch {
    return null;
  }
}
