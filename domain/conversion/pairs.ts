import { CRYPTO_GATES, type GateId } from '../assets/assets.ts';

/** A pair that does not convert; `any` means every gate. */
interface ForbiddenPair {
  readonly from: GateId | 'any';
  readonly to: GateId | 'any';
  readonly words: string;
}

/** "BCH cannot convert to ETH; Tron cannot be converted; not all assets convert" (spec §5). */
const FORBIDDEN_PAIRS: readonly ForbiddenPair[] = [
  { from: 'TRX', to: 'any', words: 'Tron cannot be converted.' },
  { from: 'any', to: 'TRX', words: 'Tron cannot be converted.' },
  { from: 'BCH', to: 'ETH', words: 'BCH cannot convert to ETH.' },
];

/** Targets of conversions: every coin but Tron's own, and euro. */
export const CONVERSION_TARGETS: readonly GateId[] = [...CRYPTO_GATES.filter((id) => id !== 'TRX'), 'EUR'];

/**
 * Why one gate cannot be converted into another, in words for people; undefined when it can. The same asset on another
 * network is a conversion, on the same gate it is none.
 */
export function pairProblem(from: GateId, to: GateId): string | undefined {
  if (from === to) return 'Choose two different assets.';
  return FORBIDDEN_PAIRS.find((pair) => isPart(pair.from, from) && isPart(pair.to, to))?.words;
}

/** Whether money of a gate can be turned into the target. */
export function canConvert(from: GateId, to: GateId): boolean {
  return pairProblem(from, to) === undefined;
}

/** The gates whose money stays what it is under a conversion into the target. */
export function keptAsTheyAre<Id extends GateId>(gates: readonly Id[], target: GateId): Id[] {
  return gates.filter((id) => id !== target && !canConvert(id, target));
}

/** Why nothing of these gates can become the target, in words for people; undefined when something can. */
export function conversionProblem(gates: readonly GateId[], target: GateId): string | undefined {
  if (target === 'TRX') return pairProblem('BTC', target);
  if (gates.some((id) => id === target || canConvert(id, target))) return undefined;
  const [only] = gates;
  if (gates.length === 1 && only !== undefined) return pairProblem(only, target);
  return 'None of the assets you receive can be converted to this one.';
}

function isPart(of: GateId | 'any', gateId: GateId): boolean {
  return of === 'any' || of === gateId;
}
