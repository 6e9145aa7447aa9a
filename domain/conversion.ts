import { CRYPTO_GATES, type CryptoGateId, type GateId, gate } from './assets.ts';

/** What money can be converted into: every coin but Tron's own, and euro. */
export const CONVERSION_TARGETS: readonly GateId[] = [...CRYPTO_GATES.filter((id) => id !== 'TRX'), 'EUR'];

/**
 * Whether what comes in on a gate can be turned into the target. "BCH cannot convert to ETH; Tron cannot be converted;
 * not all assets convert" (spec §5). The same asset on another network is a conversion, on the same gate it is none.
 */
export function canConvert(from: CryptoGateId, to: GateId): boolean {
  if (from === 'TRX' || to === 'TRX' || from === to) return false;
  return !(from === 'BCH' && to !== 'EUR' && gate(to).asset === 'ETH');
}

/** The gates whose money stays what it is under a conversion into the target. */
export function keptAsTheyAre(gates: readonly CryptoGateId[], target: GateId): CryptoGateId[] {
  return gates.filter((id) => id !== target && !canConvert(id, target));
}

/** Why nothing of these gates can become the target, in words for people; undefined when something can. */
export function conversionProblem(gates: readonly CryptoGateId[], target: GateId): string | undefined {
  if (target === 'TRX') return 'Tron cannot be converted.';
  if (gates.some((id) => id === target || canConvert(id, target))) return undefined;
  const [only] = gates;
  if (gates.length === 1 && only === 'BCH') return 'BCH cannot convert to ETH.';
  if (gates.length === 1 && only === 'TRX') return 'Tron cannot be converted.';
  return 'None of the assets you receive can be converted to this one.';
}
