import { ChainUnavailableError } from '../port.ts';

/** Sun for what a transaction uses. */
export interface TronPrices {
  readonly energySun: bigint;
  readonly byteSun: bigint;
  /** For the first payment to an address, all of it. */
  readonly openingSun: bigint;
}

/** Bytes that a transaction of these kinds takes up at most; more than are free are paid for. */
export const MOST_BYTES = 400n;

/** @throws ChainUnavailableError where the node leaves one out */
export function pricesOf(parameters: ReadonlyMap<string, number>): TronPrices {
  const price = (name: string) => {
    const value = parameters.get(name);
    if (value === undefined) throw new ChainUnavailableError(`The node does not say what ${name} is.`);
    return exact(value);
  };
  return {
    energySun: price('getEnergyFee'),
    byteSun: price('getTransactionFee'),
    openingSun: price('getCreateNewAccountFeeInSystemContract') + price('getCreateAccountFee'),
  };
}

/** @throws ChainUnavailableError where the number is not exact */
export function exact(value: number): bigint {
  if (!Number.isSafeInteger(value))
    throw new ChainUnavailableError(`The node names a number that cannot be read exactly: ${value}.`);
  return BigInt(value);
}
