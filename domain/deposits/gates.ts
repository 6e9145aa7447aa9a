import { type Asset, type GateId, gate, minimumMinor, type Network } from '../assets/assets.ts';

/** Where deposits come from: a chain, or the bank. */
export type DepositNetwork = Network | 'SEPA';

/**
 * The least that is credited at once, minor units of the gate. In euro it keeps a flood of cents from being a flood of
 * deposits.
 */
export function depositMinimumMinor(gateId: GateId): bigint {
  return gateId === 'EUR' ? EUR_MINIMUM_MINOR : minimumMinor(gate(gateId));
}

const EUR_MINIMUM_MINOR = 100n;

export function depositNetwork(gateId: GateId): DepositNetwork {
  return gateId === 'EUR' ? 'SEPA' : gate(gateId).network;
}

/** From this amount on, the chain must call its blocks final; null: never. */
export function finalityFromMinor(gateId: GateId): bigint | null {
  return gateId === 'EUR' ? null : gate(gateId).finalityFromMinor;
}

export function currencyOf(gateId: GateId): Asset | 'EUR' {
  return gateId === 'EUR' ? 'EUR' : gate(gateId).asset;
}
